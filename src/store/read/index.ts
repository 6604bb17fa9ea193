/** The store behind the questions of the tools. */

import type { Reads } from '../../../tools/contract/reads.js';
import { sourceStates } from '../crawl/sources.js';
import { type Store, StoreHandle } from '../database/store.js';
import { digestTotals, readClusters, readStreaks } from '../digests/digests.js';
import { congressMember, congressMembers, countTrades, memberNames } from './congress.js';
import { countEuFilings, euFilings } from './europe.js';
import { exportNames } from './export-names.js';
import { filingTotals, latestFilings } from './filings.js';
import { countTransactions, insider } from './insider.js';
import { countInsiders, searchInsiders } from './insider-search.js';
import { issuer, similarSymbols } from './issuers.js';
import { tracker, trackerNames, trackers } from './trackers.js';

/** Answers from `given`, which the caller closes. */
export function createReads(given: Store | StoreHandle): Reads {
  const store = given instanceof StoreHandle ? given : new StoreHandle(given);
  return {
    sources: store.memoisedQuestion('sources', sourceStates),
    latestFilings: store.question(latestFilings),
    searchInsiders: store.question(searchInsiders),
    insider: store.question(insider),
    issuer: store.question(issuer),
    similarSymbols: store.question(similarSymbols),
    filingTotals: store.question(filingTotals),
    countInsiders: store.question(countInsiders),
    countTransactions: store.question(countTransactions),
    countTrades: store.question(countTrades),
    countEuFilings: store.question(countEuFilings),
    digestTotals: store.question(digestTotals),
    congressMembers: store.question(congressMembers),
    congressMember: store.question(congressMember),
    clusters: store.question(readClusters),
    streaks: store.question(readStreaks),
    euFilings: store.question(euFilings),
    trackers: store.question(trackers),
    tracker: store.question(tracker),
    trackerNames: store.question(trackerNames),
    memberNames: store.question(memberNames),
    exportNames: store.question(exportNames),
  };
}
