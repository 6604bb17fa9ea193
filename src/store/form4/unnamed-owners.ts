/** Owners whom a filing named that was read again and names somebody else now. */

import type { Store } from '../database/store.js';
import { unindexInsider } from './search-index.js';

/**
 * Takes the counts and the place in the search from pending owners whom no stored filing names any more: nothing is
 * known of them. The slug stays theirs for good, so that an old address never leads to somebody else.
 */
export function clearUnnamedOwners(store: Store): void {
  store.transaction(() => {
    const unnamed = store
      .sql<{ cik: string; slug: string | null; name: string; search_rank: number; filings: number }>(
        `SELECT p.cik, i.slug, i.name, i.search_rank, i.lifetime_distinct_filings AS "filings"
         FROM pending_owner p LEFT JOIN insider i ON i.owner_cik = p.cik
         WHERE NOT EXISTS (SELECT 1 FROM form4_owner o WHERE o.cik = p.cik)`,
      )
      .all();
    for (const { cik, slug, name, search_rank: rank, filings } of unnamed) {
      store.sql('DELETE FROM pending_owner WHERE cik = ?').run(cik);
      if (slug === null || filings === 0) continue;
      unindexInsider(store, { slug, name }, rank);
      store
        .sql(
          `UPDATE insider SET tickers = '[]', lifetime_filings = 0, lifetime_distinct_filings = 0,
             directional_filings = 0, words_joined = '', words_split = '' WHERE owner_cik = ?`,
        )
        .run(cik);
    }
  });
}
