/** The read interface of the tools, answered from one generation. */

import type { Reads } from '../../tools/contract/reads.js';
import type { GenerationTables } from './question.js';
import { changeLog, changeRecord, changes } from './questions/changes.js';
import { congressMember, countTrades } from './questions/congress.js';
import { searchClusters, searchStreaks } from './questions/digests.js';
import {
  corrections,
  digestTotals,
  issuerCloses,
  listRows,
  memberNames,
  quality,
  sources,
  tracker,
  trackerNames,
} from './questions/documents.js';
import { countEuFilings, euFilings, euRowsOf, searchEuFilings } from './questions/europe.js';
import { exportNames } from './questions/export-names.js';
import { filingGroups } from './questions/filing-groups.js';
import { filingHistory } from './questions/filing-history.js';
import { searchFilings, searchTotals } from './questions/filing-search.js';
import { filingTotals, latestFilings } from './questions/filings.js';
import { ownedLines, searchForm35 } from './questions/form35.js';
import { heldSecurities, rankHoldings, securityHolders } from './questions/held-securities.js';
import { searchHolders } from './questions/holders.js';
import { countTransactions, insider, insiderHits, insiderOfCik, nearInsiders } from './questions/insiders.js';
import { insiderIssuers, issuerRecord } from './questions/issuer-record.js';
import { issuer, issuerCodes, similarSymbols } from './questions/issuers.js';
import {
  managerHistory,
  managerHoldings,
  managerQuarters,
  managerReports,
  searchManagers,
} from './questions/managers.js';
import { countManifests, manifests, recordSources } from './questions/manifests.js';
import { searchMembers } from './questions/members.js';
import { searchNames } from './questions/names.js';
import { plannedSales } from './questions/planned-sales.js';
import { rankIssuers, rankPositions, rankSymbols } from './questions/rankings.js';
import { trackedPositions } from './questions/tracked-positions.js';
import { comparedPositions, positionHistory, trackerQuarters } from './questions/tracker-quarters.js';
import { memberSlug, trackerHead, trackerRows } from './questions/tracker-rows.js';
import { searchTrades, tradeSums } from './questions/trade-search.js';
import { searchTransactions } from './questions/transaction-search.js';

export function createReads(tables: GenerationTables): Reads {
  // Long: one line for each question.
  return {
    manifests: (question) => manifests(tables, question),
    countManifests: (question) => countManifests(tables, question),
    quality: () => quality(tables),
    corrections: () => corrections(tables),
    recordSources: (ids) => recordSources(tables, ids),
    sources: () => sources(tables),
    latestFilings: (question) => latestFilings(tables, question),
    filingTotals: (question) => filingTotals(tables, question),
    searchFilings: (question) => searchFilings(tables, question),
    searchTotals: (question) => searchTotals(tables, question),
    filingGroups: (question) => filingGroups(tables, question),
    searchForm35: (question) => searchForm35(tables, question),
    ownedLines: (question) => ownedLines(tables, question),
    filingHistory: (question) => filingHistory(tables, question),
    issuer: (requested) => issuer(tables, requested),
    issuerCodes: (requested) => issuerCodes(tables, requested),
    issuerRecord: (question) => issuerRecord(tables, question),
    issuerCloses: (question) => issuerCloses(tables, question),
    trackedPositions: (question) => trackedPositions(tables, question),
    euRowsOf: (question) => euRowsOf(tables, question),
    similarSymbols: (ticker) => similarSymbols(tables, ticker),
    searchInsiders: (question) => insiderHits(tables, question),
    countInsiders: ({ q }) => tables.search.count(q),
    nearInsiders: (question) => nearInsiders(tables, question),
    insiderOfCik: (cik) => insiderOfCik(tables, cik),
    searchNames: (question) => searchNames(tables, question),
    trackers: () => listRows(tables, 'trackers'),
    tracker: (slug) => tracker(tables, slug),
    trackerHead: (slug) => trackerHead(tables, slug),
    trackerRows: (question) => trackerRows(tables, question),
    trackerQuarters: (slug) => trackerQuarters(tables, slug),
    comparedPositions: (question) => comparedPositions(tables, question),
    positionHistory: (question) => positionHistory(tables, question),
    memberSlug: (memberId) => memberSlug(tables, memberId),
    insider: (question) => insider(tables, question),
    countTransactions: (question) => countTransactions(tables, question),
    searchTransactions: (question) => searchTransactions(tables, question),
    insiderIssuers: (question) => insiderIssuers(tables, question),
    congressMembers: () => listRows(tables, 'members'),
    searchMembers: (question) => searchMembers(tables, question),
    congressMember: (question) => congressMember(tables, question),
    countTrades: (question) => countTrades(tables, question),
    searchTrades: (question) => searchTrades(tables, question),
    managerQuarters: () => managerQuarters(tables),
    searchManagers: (question) => searchManagers(tables, question),
    managerReports: (cik) => managerReports(tables, cik),
    managerHoldings: (question) => managerHoldings(tables, question),
    managerHistory: (question) => managerHistory(tables, question),
    heldSecurities: (question) => heldSecurities(tables, question),
    rankHoldings: (question) => rankHoldings(tables, question),
    securityHolders: (question) => securityHolders(tables, question),
    plannedSales: (question) => plannedSales(tables, question),
    tradeSums: (question) => tradeSums(tables, question),
    searchHolders: (question) => searchHolders(tables, question),
    clusters: () => listRows(tables, 'clusters'),
    streaks: () => listRows(tables, 'streaks'),
    searchClusters: (question) => searchClusters(tables, question),
    searchStreaks: (question) => searchStreaks(tables, question),
    rankIssuers: (question) => rankIssuers(tables, question),
    rankSymbols: (question) => rankSymbols(tables, question),
    rankPositions: (question) => rankPositions(tables, question),
    digestTotals: () => digestTotals(tables),
    euFilings: (question) => euFilings(tables, question),
    countEuFilings: (question) => countEuFilings(tables, question),
    searchEuFilings: (question) => searchEuFilings(tables, question),
    changes: (question) => changes(tables, question),
    changeRecord: () => changeRecord(tables),
    changeLog: () => changeLog(tables),
    trackerNames: () => trackerNames(tables),
    memberNames: () => memberNames(tables),
    exportNames: (question) => exportNames(tables, question),
  };
}
