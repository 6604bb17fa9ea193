/** The read interface of the tools, answered from one generation. */

import type { Reads } from '../../tools/contract/reads.js';
import type { GenerationTables } from './question.js';
import { congressMember, countTrades } from './questions/congress.js';
import {
  digestTotals,
  listRows,
  memberNames,
  sources,
  tracker,
  trackerNames,
} from './questions/documents.js';
import { countEuFilings, euFilings, searchEuFilings } from './questions/europe.js';
import { exportNames } from './questions/export-names.js';
import { filingGroups } from './questions/filing-groups.js';
import { searchFilings } from './questions/filing-search.js';
import { filingTotals, latestFilings } from './questions/filings.js';
import { countTransactions, insider, insiderOfCik } from './questions/insiders.js';
import { issuer, similarSymbols } from './questions/issuers.js';
import { searchNames } from './questions/names.js';
import { searchTrades } from './questions/trade-search.js';

export function createReads(tables: GenerationTables): Reads {
  return {
    sources: () => sources(tables),
    latestFilings: (question) => latestFilings(tables, question),
    filingTotals: (question) => filingTotals(tables, question),
    searchFilings: (question) => searchFilings(tables, question),
    filingGroups: (question) => filingGroups(tables, question),
    issuer: (requested) => issuer(tables, requested),
    similarSymbols: (ticker) => similarSymbols(tables, ticker),
    searchInsiders: ({ q, limit }) => tables.search.hits(q, limit),
    countInsiders: ({ q }) => tables.search.count(q),
    insiderOfCik: (cik) => insiderOfCik(tables, cik),
    searchNames: (question) => searchNames(tables, question),
    trackers: () => listRows(tables, 'trackers'),
    tracker: (slug) => tracker(tables, slug),
    insider: (question) => insider(tables, question),
    countTransactions: (question) => countTransactions(tables, question),
    congressMembers: () => listRows(tables, 'members'),
    congressMember: (question) => congressMember(tables, question),
    countTrades: (question) => countTrades(tables, question),
    searchTrades: (question) => searchTrades(tables, question),
    clusters: () => listRows(tables, 'clusters'),
    streaks: () => listRows(tables, 'streaks'),
    digestTotals: () => digestTotals(tables),
    euFilings: (question) => euFilings(tables, question),
    countEuFilings: (question) => countEuFilings(tables, question),
    searchEuFilings: (question) => searchEuFilings(tables, question),
    trackerNames: () => trackerNames(tables),
    memberNames: () => memberNames(tables),
    exportNames: (question) => exportNames(tables, question),
  };
}
