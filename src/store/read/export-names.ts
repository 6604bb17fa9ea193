/** The names of complete exports: every person, and every symbol in the feed. */

import type { Store } from '../database/store.js';

export function exportedInsiders(store: Store): string[] {
  return store
    .sql<{ slug: string }>('SELECT slug FROM insider WHERE lifetime_distinct_filings > 0 ORDER BY slug')
    .all()
    .map(({ slug }) => slug);
}

export function exportedTickers(store: Store): string[] {
  return store
    .sql<{ ticker: string }>("SELECT DISTINCT ticker FROM form4_feed WHERE ticker <> '' ORDER BY ticker")
    .all()
    .map(({ ticker }) => ticker);
}
