/** Managers' transactions of one European market, newest publication first. */

import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import type { EuQuery } from '../../../tools/contract/reads.js';
import { SerializedRows } from '../../../tools/contract/serialized-rows.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import type { SqlValue } from '../../database/database.js';
import type { GenerationTables } from '../question.js';
import { soundObject } from '../sound-json.js';

export async function euFilings(
  tables: GenerationTables,
  question: EuQuery,
): Promise<SerializedRows<EuRowFacts>> {
  const { filter, values } = rowFilter(question);
  const rows = await tables.rows<[json: string]>(
    `SELECT json FROM eu_row WHERE ${filter} ${tables.current} ORDER BY publication_at DESC, filing_id LIMIT ?`,
    [...values, ...tables.currentValues, question.limit],
  );
  return new SerializedRows(rows.map(([json]) => soundObject(json)));
}

export async function countEuFilings(
  tables: GenerationTables,
  question: Omit<EuQuery, 'limit'>,
): Promise<number> {
  const { filter, values } = rowFilter(question);
  // One row: an aggregate.
  const [[count]] = (await tables.rows<[count: number]>(
    `SELECT count(*) FROM eu_row WHERE ${filter} ${tables.current}`,
    [...values, ...tables.currentValues],
  )) as [[number]];
  return count;
}

/**
 * The floor applies only to rows in the market's currency: rows in another or unknown currency, or with an unknown
 * value, pass. Rows with the same time of publication are ordered by filingId, so that the order is total.
 */
function rowFilter({ market, since, until, isin }: Omit<EuQuery, 'limit'>): {
  filter: string;
  values: SqlValue[];
} {
  const { currency, floor } = EU_MARKETS[market];
  return {
    filter: `market = ? ${isin === null ? '' : 'AND isin = ?'} AND publication_at >= ? AND publication_at <= ?
      AND (currency IS NULL OR currency <> ? OR total_value IS NULL OR total_value >= ?)`,
    values: [market, ...(isin === null ? [] : [isin]), since, until, currency, floor],
  };
}
