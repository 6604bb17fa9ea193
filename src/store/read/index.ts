/** The store behind the questions of the tools. */

import type { Reads } from '../../../tools/contract/reads.js';
import { readClusters, readStreaks } from '../digests.js';
import { sourceStates } from '../sources.js';
import type { Store } from '../store.js';
import { congressMember, congressMembers, memberNames } from './congress.js';
import { euFilings } from './eu.js';
import { latestFilings } from './filings.js';
import { insider } from './insider.js';
import { searchInsiders } from './insider-search.js';
import { tracker, trackerNames, trackers } from './trackers.js';

/** Answers from `store`, which stays the caller's to close. */
export function createReads(store: Store): Reads {
  return {
    sources: async () => store.remembered('sources', () => sourceStates(store)),
    latestFilings: async (question) => latestFilings(store, question),
    searchInsiders: async (question) => searchInsiders(store, question),
    insider: async (question) => insider(store, question),
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
