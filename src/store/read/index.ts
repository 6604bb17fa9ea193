/** The read interface of the store for the tools. */

import type { Reads } from '../../../tools/contract/reads.js';
import { sourceStates } from '../crawl/sources.js';
import type { Store } from '../database/store.js';
import { digestTotals, readClusters, readStreaks } from '../digests/digests.js';
import { congressMember, congressMembers, countTrades, memberNames } from './congress.js';
import { countEuFilings, euFilings } from './europe.js';
import { filingTotals, latestFilings } from './filings.js';
import { countTransactions, insider } from './insider.js';
import { countInsiders, searchInsiders } from './insider-search.js';
import { issuer, similarSymbols } from './issuers.js';
import { tracker, trackerNames, trackers } from './trackers.js';

/** Answers from `store`, which the caller closes. */
export function createReads(store: Store): Reads {
  return {
    sources: async () => store.memoisedPerDataVersion('sources', () => sourceStates(store)),
    latestFilings: async (question) => latestFilings(store, question),
    searchInsiders: async (question) => searchInsiders(store, question),
    insider: async (question) => insider(store, question),
    issuer: async (asked) => issuer(store, asked),
    similarSymbols: async (ticker) => similarSymbols(store, ticker),
    filingTotals: async (question) => filingTotals(store, question),
    countInsiders: async (question) => countInsiders(store, question),
    countTransactions: async (question) => countTransactions(store, question),
    countTrades: async (question) => countTrades(store, question),
    countEuFilings: async (question) => countEuFilings(store, question),
    digestTotals: async () => digestTotals(store),
    congressMembers: async () => congressMembers(store),
    congressMember: async (question) => congressMember(store, question),
    clusters: async () => readClusters(store),
    streaks: async () => readStreaks(store),
    euFilings: async (question) => euFilings(store, question),
    trackers: async () => trackers(store),
    tracker: async (slug) => tracker(store, slug),
    trackerNames: async () => trackerNames(store),
    memberNames: async () => memberNames(store),
  };
}
