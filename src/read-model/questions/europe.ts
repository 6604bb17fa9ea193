/** Managers' transactions of one European market, newest publication first. */

import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from '../../../tools/contract/markets/index.js';
import type { ListPlace } from '../../../tools/contract/place.js';
import type { EuQuery, EuSearch, FoundEuRows, JoinedEuRow } from '../../../tools/contract/reads/europe.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedRows } from '../../../tools/contract/serialized-rows.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import { compareText, groupBy } from '../../collections.js';
import type { SqlValue } from '../../database/database.js';
import { type GenerationTables, placeholders } from '../question.js';
import { foldedStarts, foldedWords } from '../search-text.js';
import { soundObject } from '../sound-json.js';
import { firstReadable, type RowReader, readableRows } from '../unreadable-rows.js';
import { adderTo } from './condition.js';
import { countMatches } from './count-matches.js';
import { behindPlace, type Order, orderColumns, orderText, reversed } from './feed-order.js';
import { type JsonAndKey, jsonRow, parsedRow } from './json-rows.js';

export async function euFilings(
  tables: GenerationTables,
  question: EuQuery,
): Promise<SerializedRows<EuRowFacts>> {
  const { filter, values } = rowFilter(question);
  const ask = (limit: number) =>
    tables.rows<JsonAndKey>(
      `SELECT json, market, filing_id FROM eu_row WHERE ${filter} ${tables.current} ORDER BY publication_at DESC, filing_id LIMIT ?`,
      [...values, ...tables.currentValues, limit],
    );
  const { rows, unreadable } = await firstReadable(tables, question.limit, ask, jsonRow('eu_row'));
  return new SerializedRows(rows, unreadable);
}

export function countEuFilings(tables: GenerationTables, question: Omit<EuQuery, 'limit'>): Promise<number> {
  return countMatches(tables, 'eu_row', rowFilter(question));
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
  traded: [['traded', 'DESC'], ...PUBLISHED],
  // Ascending is A to Z, the newest of each first.
  issuer: reversed([['issuer_name', 'ASC'], ...PUBLISHED]),
  manager: reversed([['manager_name', 'ASC'], ...PUBLISHED]),
};

type EuColumns = [json: string, ...place: ListPlace];

const EU_ROW: RowReader<EuColumns, EuColumns> = {
  table: 'eu_row',
  // Every order ends in the id and the market.
  keyOf: (row) => `${row.at(-1)} ${row.at(-2)}`,
  read(row) {
    soundObject(row[0]);
    return row;
  },
};

/** Each market has its rows in order in an index: the first of each are found, and then the first of all. */
export async function searchEuFilings(tables: GenerationTables, search: EuSearch): Promise<FoundEuRows> {
  const { markets, sort, order, after, limit } = search;
  const columns = order === 'desc' ? DESCENDING[sort] : reversed(DESCENDING[sort]);
  const behind = behindPlace(columns, rowPlace(sort, after));
  const values: SqlValue[] = [];
  let total = 0;
  const parts: string[] = [];
  // The places of the limits in `values`.
  const limits: number[] = [];
  const leis = search.company === null ? [] : await leisOf(tables, [search.company]);
  for (const market of markets) {
    const found = searchFilter(tables, { ...search, leis }, market);
    if (found === null) continue;
    const count = await countMatches(tables, found.from, found);
    if (count === 0) continue;
    total += count;
    limits.push(values.push(...found.values, ...behind.values, ...tables.currentValues, limit) - 1);
    parts.push(`SELECT json, ${orderColumns(columns)} FROM ${found.from}
      WHERE ${found.filter}${behind.filter} ${tables.current} ORDER BY ${orderText(columns)} LIMIT ?`);
  }
  if (parts.length === 0) return { rows: new SerializedRows([]), places: [], total };
  const sql = `${parts.map((part, at) => `SELECT * FROM (${part}) AS part${at}`).join(' UNION ALL ')}
     ORDER BY ${orderText(columns)} LIMIT ?`;
  const ask = (most: number) => {
    for (const at of limits) values[at] = most;
    return tables.rows<EuColumns>(sql, [...values, most]);
  };
  const { rows, unreadable } = await firstReadable(tables, limit, ask, EU_ROW);
  // A stored row is an object with members.
  const texts = rows.map(([json, ...place]) =>
    // Every order ends in the market.
    markets.length === 1 ? json : `{"market":"${place.at(-1)}",${json.slice(1)}`,
  );
  const places = rows.map(([, ...place]) =>
    sort === 'value' ? [String(place[0]), ...place.slice(1)] : place,
  );
  return { rows: new SerializedRows(texts, unreadable), places, total };
}

/** A place of an order by value has it as a text. */
function rowPlace(sort: EuSearch['sort'], after: ListPlace | undefined): ListPlace | undefined {
  return sort !== 'value' || after === undefined ? after : [Number(after[0]), ...after.slice(1)];
}

interface MarketRows {
  from: string;
  filter: string;
  /** Those of `from` come first. */
  values: SqlValue[];
}

/** Null when no row of the market can match. */
function searchFilter(
  tables: GenerationTables,
  search: EuSearch & { leis: readonly string[] },
  market: EuQuery['market'],
): MarketRows | null {
  const { company, lei, direction, minValue, currency, sort } = search;
  const { filter, values } = rowFilter({ ...search, market });
  const parts = [filter];
  const add = adderTo(parts, values);
  if (company !== null) parts.push('filing_id = company_row');
  if (lei !== null) add('lei = ?', lei);
  if (direction !== null) add('direction = ?', direction);
  if (currency !== null) add('currency = ?', currency);
  if (minValue > 0) add('total_value >= ?', minValue);
  if (sort === 'value') parts.push('total_value IS NOT NULL');
  for (const column of ['issuer', 'manager'] as const) {
    const text = search[column];
    const starts = text === null ? null : foldedStarts(text);
    if (starts?.length === 0) return null;
    if (text !== null && search.isWholeName === true) add(`${column}_words = ?`, foldedWords(text));
    // Letters, digits and spaces only: nothing that LIKE reads as a sign.
    for (const start of starts ?? []) add(`${column}_words LIKE ?`, `%${start}%`);
  }
  const from = company === null ? null : companyRows(tables, { ...search, company, market });
  return {
    from: from?.text ?? 'eu_row',
    filter: parts.join(' AND '),
    values: [...(from?.values ?? []), ...values],
  };
}

/**
 * The rows of a company in one market, each half found by its index: with an OR every row of the market would be read. CROSS:
 * SQLite then finds the few rows first.
 */
function companyRows(
  { current, currentValues }: GenerationTables,
  { company, leis, market }: { company: string; leis: readonly string[]; market: EuCountry },
): { text: string; values: SqlValue[] } {
  const half = (condition: string) =>
    `SELECT filing_id AS company_row FROM eu_row WHERE market = ? AND ${condition} ${current}`;
  const halves = [half('isin = ?')];
  const values: SqlValue[] = [market, company, ...currentValues];
  if (leis.length > 0) {
    halves.push(half(`lei IN (${placeholders(leis)}) AND (isin IS NULL OR isin <> ?)`));
    values.push(market, ...leis, company, ...currentValues);
  }
  return { text: `(${halves.join(' UNION ALL ')}) AS company_rows CROSS JOIN eu_row`, values };
}

/**
 * The LEI that most notifications with each of these ISINs have, in any market and at any time: a company does not change
 * with the rows of a list. None where two are as frequent. People type the ISIN of another company, or the LEI of their
 * holding: all rows of that one would be taken for rows of this company.
 */
async function leisOf(tables: GenerationTables, isins: readonly string[]): Promise<string[]> {
  const { current, currentValues } = tables;
  // With a condition or an order by LEI, SQLite reads all rows of a market by the index of LEIs.
  const rows = await tables.rows<[isin: string, lei: string | null, notifications: number]>(
    `SELECT isin, lei, count(DISTINCT publication_at) FROM eu_row WHERE market IN (${placeholders(EU_COUNTRIES)})
     AND isin IN (${placeholders(isins)}) ${current} GROUP BY isin, lei`,
    [...EU_COUNTRIES, ...isins, ...currentValues],
  );
  const leis = new Set<string>();
  for (const ofIsin of groupBy(rows, ([isin]) => isin).values()) {
    const known = ofIsin.filter(([, lei]) => lei !== null).sort(([, , one], [, , other]) => other - one);
    const [first, second] = known;
    if (first?.[1] && first[2] !== second?.[2]) leis.add(first[1]);
  }
  return [...leis].sort();
}

/** A row that was found, without its JSON. */
interface FoundRow {
  market: EuCountry;
  filingId: string;
  publishedAt: string;
  joinedBy: JoinedEuRow['joinedBy'];
}

/** The rows of a company are few: all are found by an index, and only those of the answer are read. */
export async function euRowsOf(
  tables: GenerationTables,
  { markets, isins, since, until, limit }: Parameters<Reads['euRowsOf']>[0],
): ReturnType<Reads['euRowsOf']> {
  if (isins.length === 0 || markets.length === 0) return { rows: [], total: 0, isins: [] };
  const ofIsins = await rowsWith(tables, { markets, column: 'isin', codes: isins, since, until });
  const leis = await leisOf(tables, isins);
  const ofLeis =
    leis.length === 0 ? [] : await rowsWith(tables, { markets, column: 'lei', codes: leis, since, until });
  const found: FoundRow[] = [
    ...ofIsins.map((row) => ({ ...row, joinedBy: 'isin' as const })),
    ...ofLeis
      .filter(({ isin }) => isin === null || !isins.includes(isin))
      .map((row) => ({ ...row, joinedBy: 'lei' as const })),
  ];
  found.sort(
    (a, b) =>
      compareText(b.publishedAt, a.publishedAt) ||
      compareText(a.market, b.market) ||
      compareText(a.filingId, b.filingId),
  );
  return {
    rows: found.length === 0 ? [] : await wholeRows(tables, found.slice(0, limit)),
    total: found.length,
    isins: [...new Set([...ofIsins, ...ofLeis].flatMap(({ isin }) => isin ?? []))].sort(),
  };
}

async function rowsWith(
  tables: GenerationTables,
  {
    markets,
    column,
    codes,
    since,
    until,
  }: Pick<Parameters<Reads['euRowsOf']>[0], 'markets' | 'since' | 'until'> & {
    column: 'isin' | 'lei';
    codes: readonly string[];
  },
): Promise<Array<Omit<FoundRow, 'joinedBy'> & { isin: string | null; lei: string | null }>> {
  const values: SqlValue[] = [];
  const places = placeholders(codes);
  const parts = markets.map((market) => {
    const { filter, values: own } = rowFilter({ market, since, until, isin: null });
    values.push(...own, ...codes, ...tables.currentValues);
    return `SELECT market, filing_id, publication_at, isin, lei FROM eu_row
      WHERE ${filter} AND ${column} IN (${places}) ${tables.current}`;
  });
  type Columns = [EuCountry, string, string, string | null, string | null];
  const rows = await tables.rows<Columns>(parts.join(' UNION ALL '), values);
  return rows.map(([market, filingId, publishedAt, isin, lei]) => ({
    market,
    filingId,
    publishedAt,
    isin,
    lei,
  }));
}

/** In the order of `found`. */
async function wholeRows(tables: GenerationTables, found: readonly FoundRow[]): Promise<JoinedEuRow[]> {
  const rows = await tables.rows<[json: string, market: string, filingId: string]>(
    `SELECT json, market, filing_id FROM eu_row
     WHERE (market, filing_id) IN (VALUES ${found.map(() => '(?, ?)').join(', ')}) ${tables.current}`,
    [...found.flatMap(({ market, filingId }) => [market, filingId]), ...tables.currentValues],
  );
  const byKey = new Map(rows.map((row) => [`${row[1]} ${row[2]}`, row]));
  const reader = parsedRow<EuRowFacts>('eu_row');
  // All were found in the same generation. The total of the part counts those that cannot be read.
  return readableRows(tables, found, {
    table: 'eu_row',
    keyOf: ({ market, filingId }) => `${market} ${filingId}`,
    read: ({ market, filingId, joinedBy }): JoinedEuRow => ({
      market,
      ...reader.read(byKey.get(`${market} ${filingId}`) ?? ['']),
      joinedBy,
    }),
  }).rows;
}
