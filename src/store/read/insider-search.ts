/** Finds people by name. */

import type { InsiderHitFacts } from '../../../tools/contract/reads.js';
import type { Store } from '../database/store.js';
import { countHits, searchHits } from '../form4/search-index.js';
import { searchQuery } from '../form4/search-text.js';

/** Whole name or slug first, then words that start with the query, then anywhere; latest seen first in each. */
export function searchInsiders(store: Store, { q, limit }: { q: string; limit: number }): InsiderHitFacts[] {
  return searchHits(store, searchQuery(q), limit).map((hit) => ({
    slug: hit.slug,
    name: hit.name,
    tickers: JSON.parse(hit.tickers),
    lastSeen: hit.last_seen,
  }));
}

/** Queries this short match very many names, and there are few of them. */
const SHORT_QUERY_LENGTH = 2;

export function countInsiders(store: Store, { q }: { q: string }): number {
  const count = () => countHits(store, searchQuery(q));
  return q.length <= SHORT_QUERY_LENGTH ? store.memoisedPerDataVersion(`hits of ${q}`, count) : count();
}
