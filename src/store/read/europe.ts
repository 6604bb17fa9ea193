/** Reads managers' transactions of one European market, newest publication first. */

import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import type { EuQuery } from '../../../tools/contract/reads.js';
import { SerializedRows } from '../../../tools/contract/serialized-rows.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import type { Store } from '../database/store.js';

export function euFilings(store: Store, question: EuQuery): SerializedRows<EuRowFacts> {
  const { filter, values } = rowFilter(question);
  const rows = store
    .rows<[publicRow: string]>(
      `SELECT public_row FROM pdmr_feed WHERE ${filter} ORDER BY publication_at DESC, filing_id LIMIT ?`,
    )
    .all(...values, question.limit);
  return new SerializedRows(rows.map(([publicRow]) => publicRow));
}

export function countEuFilings(store: Store, question: Omit<EuQuery, 'limit'>): number {
  const { filter, values } = rowFilter(question);
  // One row: an aggregate.
  const [count] = store
    .rows<[count: number]>(`SELECT count(*) FROM pdmr_feed WHERE ${filter}`)
    .get(...values) as [number];
  return count;
}

/**
 * The floor applies only to rows in the market's currency: rows in another or unknown currency, or with an unknown
 * value, pass. Rows with the same time of publication are ordered by filingId, so that the order is total.
 */
function rowFilter({ market, since, until, isin }: Omit<EuQuery, 'limit'>): {
  filter: string;
  values: unknown[];
} {
  const { currency, floor } = EU_MARKETS[market];
  return {
    filter: `market = ? ${isin === null ? '' : 'AND isin = ?'} AND publication_at >= ? AND publication_at <= ?
      AND (currency IS NOT ? OR total_value IS NULL OR total_value >= ?)`,
    values: [market, ...(isin === null ? [] : [isin]), since, until, currency, floor],
  };
}
