/** Names of the exports that are rendered on request: every person, and every symbol of the feed. */

import type { Store } from '../database/store.js';

const QUERIES = {
  insiders:
    'SELECT slug FROM insider WHERE slug >= ? AND lifetime_distinct_filings > 0 ORDER BY slug LIMIT ?',
  tickers:
    "SELECT DISTINCT ticker FROM form4_feed WHERE ticker >= ? AND ticker <> '' ORDER BY ticker LIMIT ?",
};

export function exportNames(
  store: Store,
  { folder, from, limit }: { folder: keyof typeof QUERIES; from: string; limit: number },
): string[] {
  return store
    .rows<[string]>(QUERIES[folder])
    .all(from, limit)
    .map(([name]) => name);
}
