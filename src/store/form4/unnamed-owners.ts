/** Handles owners of a filing that was read again and now names other people. */

import type { Store } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';

/**
 * Removes the counts of pending owners whom no stored filing names any more: nothing is known about them. The slug stays theirs for good, so that an old address never leads to another person.
 */
export function clearUnnamedOwners(store: Store): void {
  store.transaction(() => {
    const unnamed = store
      .sql<{ cik: string; slug: string | null; filings: number }>(
        `SELECT p.cik, i.slug, i.lifetime_distinct_filings AS "filings"
         FROM pending_owner p LEFT JOIN insider i ON i.owner_cik = p.cik
         WHERE NOT EXISTS (SELECT 1 FROM form4_owner o WHERE o.cik = p.cik)
           AND NOT EXISTS (SELECT 1 FROM form35_owner o WHERE o.cik = p.cik)`,
      )
      .all();
    for (const { cik, slug, filings } of unnamed) {
      store.sql('DELETE FROM pending_owner WHERE cik = ?').run(cik);
      if (slug === null || filings === 0) continue;
      markUnpublished(store, 'owner', cik);
      store
        .sql(
          `UPDATE insider SET tickers = '[]', lifetime_filings = 0, lifetime_distinct_filings = 0,
             directional_filings = 0 WHERE owner_cik = ?`,
        )
        .run(cik);
    }
  });
}
