/** The rows of a European market as the read model keeps them. Derivation has written their JSON. */

import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';

export function marketRows(store: Store, market: string): Row[] {
  return store
    .rows<
      [
        market: string,
        filingId: string,
        publicationAt: string,
        isin: string | null,
        currency: string | null,
        value: number | null,
        json: string,
      ]
    >(
      `SELECT market, filing_id, publication_at, isin, currency, total_value, public_row FROM pdmr_feed
       WHERE market = ? ORDER BY filing_id`,
    )
    .all(market);
}
