/** Managers' transactions of one European market, newest publication first. */

import type { EuQuestion } from '../../../tools/contract/reads.js';
import { EU_MARKETS } from '../../../tools/contract/rules.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import { StoredRows } from '../../../tools/contract/stored-rows.js';
import type { Store } from '../store.js';

/**
 * The floor applies to rows in the market's own currency alone: another currency, an unknown one and an unknown
 * value pass. Ties of publication are ordered by filingId, so that the order is total.
 */
export function euFilings(
  store: Store,
  { market, since, until, isin, limit }: EuQuestion,
): StoredRows<EuRowFacts> {
  const { currency, floor } = EU_MARKETS[market];
  const ofIsin = isin === null ? '' : 'AND isin = ?';
  const rows = store
    .rows<[publicRow: string]>(
      `SELECT public_row FROM pdmr_feed
       WHERE market = ? ${ofIsin} AND publication_at >= ? AND publication_at <= ?
         AND (currency IS NOT ? OR total_value IS NULL OR total_value >= ?)
       ORDER BY publication_at DESC, filing_id LIMIT ?`,
    )
    .all(...[market, ...(isin === null ? [] : [isin]), since, until, currency, floor, limit]);
  return new StoredRows(rows.map(([publicRow]) => publicRow));
}
