/** Managers' transactions of one European market, newest publication first. */

import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import type { ListPlace } from '../../../tools/contract/place.js';
import type { EuQuery, EuSearch } from '../../../tools/contract/reads.js';
import { SerializedRows } from '../../../tools/contract/serialized-rows.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import type { SqlValue } from '../../database/database.js';
import type { GenerationTables } from '../question.js';
import { foldedStarts } from '../search-text.js';
import { soundObject } from '../sound-json.js';
import { behindPlace, type Order, orderText, reversed } from './feed-order.js';

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

const PUBLISHED: Order = [
  ['publication_at', 'DESC'],
  ['filing_id', 'ASC'],
  ['market', 'ASC'],
];
const DESCENDING: Record<EuSearch['sort'], Order> = {
  published: PUBLISHED,
  value: [['total_value', 'DESC'], ...PUBLISHED],
};

/** Each market has its rows in order in an index: the first of each are found, and then the first of all. */
export async function searchEuFilings(
  tables: GenerationTables,
  search: EuSearch,
): Promise<{ rows: SerializedRows<EuRowFacts>; total: number }> {
  const { markets, sort, order, after, limit } = search;
  const columns = order === 'desc' ? DESCENDING[sort] : reversed(DESCENDING[sort]);
  const behind = behindPlace(columns, rowPlace(sort, after));
  const values: SqlValue[] = [];
  let total = 0;
  const parts: string[] = [];
  for (const market of markets) {
    const found = searchFilter(search, market);
    if (found === null) continue;
    // One row: an aggregate.
    const [[count]] = (await tables.rows<[count: number]>(
      `SELECT count(*) FROM eu_row WHERE ${found.filter} ${tables.current}`,
      [...found.values, ...tables.currentValues],
    )) as [[number]];
    if (count === 0) continue;
    total += count;
    values.push(...found.values, ...behind.values, ...tables.currentValues, limit);
    parts.push(`SELECT market, json, publication_at, filing_id, total_value FROM eu_row
      WHERE ${found.filter}${behind.filter} ${tables.current} ORDER BY ${orderText(columns)} LIMIT ?`);
  }
  if (parts.length === 0) return { rows: new SerializedRows([]), total };
  const rows = await tables.rows<[market: string, json: string]>(
    `${parts.map((part, at) => `SELECT * FROM (${part}) AS part${at}`).join(' UNION ALL ')}
     ORDER BY ${orderText(columns)} LIMIT ?`,
    [...values, limit],
  );
  // A stored row is an object with members.
  const texts = rows.map(([market, json]) =>
    markets.length === 1 ? soundObject(json) : `{"market":"${market}",${soundObject(json).slice(1)}`,
  );
  return { rows: new SerializedRows(texts), total };
}

/** A place has the value of its row as a text. */
function rowPlace(sort: EuSearch['sort'], after: ListPlace | undefined): ListPlace | undefined {
  return sort === 'published' || after === undefined ? after : [Number(after[0]), ...after.slice(1)];
}

/** Null when no row of the market can match. */
function searchFilter(
  search: EuSearch,
  market: EuQuery['market'],
): { filter: string; values: SqlValue[] } | null {
  const { lei, direction, minValue, currency, sort } = search;
  const { filter, values } = rowFilter({ ...search, market });
  const parts = [filter];
  const add = (part: string, value: SqlValue) => {
    parts.push(part);
    values.push(value);
  };
  if (lei !== null) add('lei = ?', lei);
  if (direction !== null) add('direction = ?', direction);
  if (currency !== null) add('currency = ?', currency);
  if (minValue > 0) add('total_value >= ?', minValue);
  if (sort === 'value') parts.push('total_value IS NOT NULL');
  for (const column of ['issuer', 'manager'] as const) {
    const text = search[column];
    const starts = text === null ? null : foldedStarts(text);
    if (starts?.length === 0) return null;
    // Letters, digits and spaces only: nothing that LIKE reads as a sign.
    for (const start of starts ?? []) add(`${column}_words LIKE ?`, `%${start}%`);
  }
  return { filter: parts.join(' AND '), values };
}
