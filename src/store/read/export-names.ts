/** Names of what is exported whole: every person, and every symbol that stands in the feed. */

import type { Store } from '../store.js';

export function exportNames(store: Store): { insiders: string[]; tickers: string[] } {
  const insiders = store.sql<{ slug: string }>('SELECT slug FROM insider ORDER BY slug').all();
  const tickers = store
    .sql<{ ticker: string }>("SELECT DISTINCT ticker FROM form4_feed WHERE ticker <> '' ORDER BY ticker")
    .all();
  return { insiders: insiders.map(({ slug }) => slug), tickers: tickers.map(({ ticker }) => ticker) };
}
