/** The conditions of a search in the feed, written so that a chosen index is used. */

import type { FeedSearch, FilingTotals } from '../../../tools/contract/reads/filings.js';
import { classSpellings, tickerBase } from '../../../tools/contract/ticker.js';
import type { SqlValue } from '../../database/database.js';
import { FLAGS, UNKNOWN_CHANGE } from '../column-values.js';
import { type GenerationTables, placeholders } from '../question.js';
import { adderTo, type Condition } from './condition.js';
import { cikOfSlug } from './insider-cik.js';

/** The tables that have the columns of the feed. */
export type FeedTable = 'filing' | 'filing_sum';

/** What finds the rows: the columns of the index that the engine shall read. */
export type Driver =
  | 'owner'
  | 'cik'
  | 'ticker'
  | 'time'
  | 'value'
  | 'traded'
  | 'shares'
  | 'price'
  | 'change'
  // The people whom rows name.
  | 'names'
  // All symbols in their order, not those of a search.
  | 'symbols'
  | 'flags'
  | 'none';

/** A search with the owner's CIK instead of the slug, and the rows' values in cents. */
export interface ReadSearch extends Omit<FeedSearch, 'owner' | 'minValue' | 'maxValue'> {
  ownerCik: string | null;
  minCents: number;
  maxCents: number | null;
  /** Without purchases that were not made in the market, which are in no sum. */
  onlyMarket?: boolean;
}

/** Null when no row can match. */
export async function readSearch(tables: GenerationTables, search: FeedSearch): Promise<ReadSearch | null> {
  const { owner, minValue, maxValue, ...rest } = search;
  if (search.codes.length === 0 || search.since > search.until) return null;
  const read = {
    ...rest,
    minCents: hundredthsOf(minValue),
    maxCents: maxValue === null ? null : Math.floor(Number((maxValue * 100).toFixed(4))),
  };
  if (owner === null) return { ...read, ownerCik: null };
  const ownerCik = await cikOfSlug(tables, owner);
  return ownerCik === null ? null : { ...read, ownerCik };
}

/** The smallest whole number of hundredths that is at least `amount`: cents of dollars, or hundredths of a per cent. */
export function hundredthsOf(amount: number): number {
  // Without the error of the binary product: 0.29 dollars are 29 cents.
  return Math.min(Math.ceil(Number((amount * 100).toFixed(4))), Number.MAX_SAFE_INTEGER);
}

/**
 * The condition. `|| ''` and `+ 0` exclude a column from the choice of index and change nothing else. Without `sums`,
 * the bounds of values are left to the caller.
 */
export function feedFilter(search: ReadSearch, driver: Driver, withValues = true): Condition {
  const { since, publicSince, until, codes, minCents, maxCents, ownerCik, cik, tickers } = search;
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = adderTo(parts, values);
  if (ownerCik !== null) add(driver === 'owner' ? 'owner_cik = ?' : "owner_cik || '' = ?", ownerCik);
  if (cik !== null) add(driver === 'cik' ? 'cik = ?' : "cik || '' = ?", cik);
  if (tickers.length > 0) {
    const { filter, values: symbols } = tickerFilter(tickers, driver);
    add(filter, ...symbols);
  }
  const isOrder = ORDERED.has(driver);
  const isByCode = driver === 'flags' || (isOrder && driver !== 'symbols');
  const ignoresTime = isOrder || driver === 'none';
  if (isByCode || codes.length === 1)
    add(`${isByCode ? 'code' : "code || ''"} IN (${placeholders(codes)})`, ...codes);
  add(ignoresTime ? "filed_at || '' BETWEEN ? AND ?" : 'filed_at BETWEEN ? AND ?', since, until);
  if (publicSince !== undefined) add(IS_PUBLIC_SINCE, publicSince);
  const cents = driver === 'value' ? 'cents' : 'cents + 0';
  if (withValues && minCents > 0) add(`${cents} >= ?`, minCents);
  if (withValues && maxCents !== null) add(`${cents} <= ?`, maxCents);
  addOrderConditions(search, driver, add);
  const flags = driver === 'flags' ? matchingFlags(search) : null;
  if (flags !== null) add(`flags IN (${flags.join(', ')})`);
  if (driver !== 'flags') for (const condition of flagConditions(search)) add(condition);
  return { filter: parts.join(' AND '), values };
}

/** Beside a bound of `filed_at`, which is never before it: that a lot became public on a day or later. */
export const IS_PUBLIC_SINCE = "(first_filed_at = '' OR first_filed_at >= ?)";
/** When the lot of a row became public. */
export const PUBLIC_AT = "CASE WHEN first_filed_at = '' THEN filed_at ELSE first_filed_at END";

/** The indexes that have all rows in an order other than by time. */
const ORDERED: ReadonlySet<Driver> = new Set([
  'value',
  'traded',
  'shares',
  'price',
  'change',
  'names',
  'symbols',
]);

/** The bound of the change, and that a row has what it is sorted by: not every issuer has a symbol, nor every sum a change. */
function addOrderConditions(
  { sort, minChange }: ReadSearch,
  driver: Driver,
  add: (part: string, ...more: SqlValue[]) => void,
): void {
  if (sort === 'ticker') add(`ticker_base${driver === 'symbols' ? '' : " || ''"} > ''`);
  const change = driver === 'change' ? 'change' : 'change + 0';
  if (sort === 'change' || minChange !== null) add(`${change} > ?`, UNKNOWN_CHANGE);
  if (minChange === null) return;
  const least = hundredthsOf(minChange);
  add('(change + 0 >= ? OR change + 0 <= ?)', least, -least);
}

/** A symbol without a class means all classes. Registers write the class with a full stop, a hyphen, a slash or a space. */
export function tickerFilter(tickers: readonly string[], driver: Driver): Condition {
  const bases = [...new Set(tickers.map(tickerBase))];
  const whole = tickers.filter((one) => tickerBase(one) === one);
  const ofClass = tickers.filter((one) => !whole.includes(tickerBase(one)));
  const spelled = ofClass.flatMap(classSpellings);
  const base = driver === 'ticker' ? 'ticker_base' : "ticker_base || ''";
  const first = `${base} IN (${placeholders(bases)})`;
  if (spelled.length === 0) return { filter: first, values: bases };
  const exact = `ticker || '' IN (${placeholders(spelled)})`;
  const either = whole.length === 0 ? exact : `(${exact} OR ticker_base || '' IN (${placeholders(whole)}))`;
  return { filter: `${first} AND ${either}`, values: [...bases, ...spelled, ...whole] };
}

type FlagSearch = Pick<ReadSearch, 'role' | 'planned' | 'onlyMarket'>;

/** A sale, or a purchase in the market. */
export const IS_IN_MARKET = `(flags & ${FLAGS.not_market}) = 0`;

function flagConditions({ role, planned, onlyMarket }: FlagSearch): string[] {
  const ofPlan = planned === 'all' ? [] : [`(flags & ${FLAGS.planned}) ${planned === 'only' ? '<>' : '='} 0`];
  return [
    ...(role === null ? [] : [`(flags & ${FLAGS[role]}) <> 0`]),
    ...ofPlan,
    ...(onlyMarket ? [IS_IN_MARKET] : []),
  ];
}

/** All values of `flags` that match; null when every value does. */
export function matchingFlags({ role, planned, onlyMarket = false }: FlagSearch): number[] | null {
  if (role === null && planned === 'all' && !onlyMarket) return null;
  const bit = role === null ? 0 : FLAGS[role];
  const all = Array.from({ length: 2 * FLAGS.not_market }, (_, flags) => flags);
  return all.filter(
    (flags) =>
      (flags & bit) === bit &&
      !(onlyMarket && (flags & FLAGS.not_market) !== 0) &&
      (planned === 'all' || ((flags & FLAGS.planned) !== 0) === (planned === 'only')),
  );
}

/** How many rows match, and the sums of their values by direction, without purchases that were not made in the market. */
export async function sumMatches(
  tables: GenerationTables,
  table: FeedTable,
  { filter, values }: Condition,
): Promise<FilingTotals> {
  const cents = (condition: string) =>
    `CAST(coalesce(sum(CASE WHEN ${condition} THEN cents END), 0) AS BIGINT)`;
  // One row: an aggregate. Without groups, which PostgreSQL would sort for.
  const [[rows, purchases, sales]] = (await tables.rows<[rows: number, purchases: number, sales: number]>(
    `SELECT count(*), ${cents(`code = 'P' AND ${IS_IN_MARKET}`)}, ${cents("code <> 'P'")} FROM ${table} WHERE ${filter} ${tables.current}`,
    [...values, ...tables.currentValues],
  )) as [[number, number, number]];
  return { rows, purchases, sales };
}
