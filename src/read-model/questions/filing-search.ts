/** Searches in the feed, with every filter and order, by the index that reads the fewest rows. */

import type { FeedSearch, FilingTotals } from '../../../tools/contract/reads/filings.js';
import type { Found } from '../../../tools/contract/reads/found.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import type { SqlValue } from '../../database/database.js';
import type { GenerationTables } from '../question.js';
import { firstReadable } from '../unreadable-rows.js';
import type { Condition } from './condition.js';
import { countMatches } from './count-matches.js';
import {
  type Driver,
  type FeedTable,
  feedFilter,
  matchingFlags,
  type ReadSearch,
  readSearch,
  sumMatches,
} from './feed-filter.js';
import { behindPlace, FEED_ORDER, type Order, type OrderColumn, orderText, reversed } from './feed-order.js';
import { FEED_ROW, FEED_ROW_COLUMNS, type FeedRowColumns } from './feed-rows.js';
import { totalsOfDays, withRest } from './filing-days.js';
import { isRare, RARE_ROW_LIMIT } from './filings.js';

const DESCENDING: Record<FeedSearch['sort'], Order> = {
  filed: FEED_ORDER,
  value: [['cents', 'DESC'], ...FEED_ORDER],
  traded: [['traded', 'DESC'], ...FEED_ORDER],
  shares: [['shares', 'DESC'], ...FEED_ORDER],
  price: [['price', 'DESC'], ...FEED_ORDER],
  change: [['change', 'DESC'], ...FEED_ORDER],
  // Ascending is A to Z, the newest filing of each symbol or person first.
  ticker: reversed([['ticker_base', 'ASC'], ...FEED_ORDER]),
  insider: reversed([['owner_name', 'ASC'], ...FEED_ORDER]),
};

/** The index that has all rows in an order. */
const WALKS: Record<FeedSearch['sort'], Driver> = {
  filed: 'time',
  value: 'value',
  traded: 'traded',
  shares: 'shares',
  price: 'price',
  change: 'change',
  insider: 'names',
  ticker: 'symbols',
};

export async function searchFilings(
  tables: GenerationTables,
  search: FeedSearch,
): Promise<Found<FilingFacts>> {
  const read = await readSearch(tables, search);
  if (read === null) return { rows: new SerializedPageRows([]), total: 0 };
  let total = 0;
  const ask = async (limit: number) => {
    const wanted = { table: 'filing', columns: FEED_ROW_COLUMNS } as const;
    const found = await foundRows<FeedRowColumns>(tables, { ...read, limit }, wanted);
    total = found.total;
    return found.rows;
  };
  const { rows, unreadable } = await firstReadable(tables, search.limit, ask, FEED_ROW);
  return { rows: new SerializedPageRows(rows, unreadable), total };
}

/** Which columns of which table. */
interface Wanted {
  table: FeedTable;
  columns: string;
}

/** The rows of a search in its order, and how many match. */
export async function foundRows<R extends unknown[]>(
  tables: GenerationTables,
  search: ReadSearch,
  wanted: Wanted,
): Promise<{ rows: R[]; total: number }> {
  const narrow = narrowDriver(search);
  if (narrow !== null) {
    const rows = await narrowRows<R>(tables, search, wanted, narrow);
    const isAll = search.after === undefined && rows.length < search.limit;
    const count = () => countMatches(tables, wanted.table, feedFilter(search, narrow));
    return { rows, total: isAll ? rows.length : await count() };
  }
  const driver = await wideDriver(tables, search, wanted.table);
  const { rows: total } = await wideTotals(tables, search, wanted.table);
  if (total === 0) return { rows: [], total };
  // Few are found by what they have in common and sorted; of many, a walk in their order soon finds enough.
  if (total <= RARE_ROW_LIMIT) {
    const parts = [{ condition: feedFilter(search, driver), isSorted: false }];
    return { rows: await rowsOf<R>(tables, search, wanted, parts), total };
  }
  const walk = WALKS[search.sort];
  const isByCode = walk !== 'time' && walk !== 'symbols';
  const ways = isByCode ? search.codes.map((code) => [code]) : [search.codes];
  const parts = ways.map((codes) => ({
    condition: feedFilter({ ...search, codes }, walk),
    isSorted: true,
  }));
  return { rows: await rowsOf<R>(tables, search, wanted, parts), total };
}

/** The totals of all rows that match, or of all sums of one filing. */
export async function searchTotals(
  tables: GenerationTables,
  { table, ...search }: Parameters<Reads['searchTotals']>[0],
): Promise<FilingTotals> {
  const read = await readSearch(tables, { ...search, after: undefined, limit: 0 });
  if (read === null) return { rows: 0, purchases: 0, sales: 0 };
  const narrow = narrowDriver(read);
  const { rows, purchases, sales } =
    narrow === null
      ? await wideTotals(tables, read, table)
      : await sumMatches(tables, table, feedFilter(read, narrow));
  return { rows, purchases: purchases / 100, sales: sales / 100 };
}

/** The totals over all issuers and people, in cents: whole days from memory, what remains from an index. */
async function wideTotals(
  tables: GenerationTables,
  search: ReadSearch,
  table: FeedTable,
): Promise<FilingTotals> {
  if (search.sort === 'ticker') return totalsWithSymbol(tables, search, table);
  // What is in memory knows no change, nor when a lot became public.
  const isStored = search.sort === 'change' || search.minChange !== null || search.publicSince !== undefined;
  const days = isStored
    ? null
    : await totalsOfDays(tables, table, { ...search, flags: matchingFlags(search) });
  if (days === null)
    return sumMatches(tables, table, feedFilter(search, await wideDriver(tables, search, table)));
  return withRest(days, (since) => sumMatches(tables, table, feedFilter({ ...search, since }, 'time')));
}

/** All, less those of issuers without a symbol, which are few. */
async function totalsWithSymbol(
  tables: GenerationTables,
  search: ReadSearch,
  table: FeedTable,
): Promise<FilingTotals> {
  const plain: ReadSearch = { ...search, sort: 'filed' };
  const all = await wideTotals(tables, plain, table);
  const without = await sumMatches(tables, table, feedFilter({ ...plain, tickers: [''] }, 'ticker'));
  return {
    rows: all.rows - without.rows,
    purchases: all.purchases - without.purchases,
    sales: all.sales - without.sales,
  };
}

/** What leaves few rows of a year. */
export function narrowDriver({ ownerCik, cik, tickers }: ReadSearch): 'owner' | 'cik' | 'ticker' | null {
  if (ownerCik !== null) return 'owner';
  if (cik !== null) return 'cik';
  return tickers.length > 0 ? 'ticker' : null;
}

/** The index that counts the matches of all issuers and people soonest. */
async function wideDriver(tables: GenerationTables, search: ReadSearch, table: FeedTable): Promise<Driver> {
  if (search.sort === 'change' || search.minChange !== null) return 'time';
  if (table !== 'filing') {
    const inTime = await totalsOfDays(tables, table, { ...search, minCents: 0, maxCents: null, flags: null });
    if (inTime !== null && inTime.rows <= 2 * RARE_ROW_LIMIT) return 'time';
    return search.minCents > 0 && search.role === null ? 'value' : 'time';
  }
  if (search.minCents > 0 && (await isRare(tables, search.codes, search.minCents))) return 'value';
  return search.role !== null || search.planned === 'only' ? 'flags' : 'time';
}

/** Several symbols are searched each on its own, because the index has each in the order of the feed. */
function narrowRows<R extends unknown[]>(
  tables: GenerationTables,
  search: ReadSearch,
  wanted: Wanted,
  driver: Driver,
): Promise<R[]> {
  const isSorted = search.sort === 'filed';
  const bases = driver === 'ticker' ? distinctTickers(search.tickers) : [search.tickers];
  const parts = bases.map((tickers) => ({ condition: feedFilter({ ...search, tickers }, driver), isSorted }));
  return rowsOf<R>(tables, search, wanted, parts);
}

/** One list for each symbol without its class, so that no row is found twice. */
function distinctTickers(tickers: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const ticker of tickers) {
    // A text that is split has at least one part.
    const base = ticker.split('.')[0] as string;
    groups.set(base, [...(groups.get(base) ?? []), ticker]);
  }
  return [...groups.values()];
}

interface Part {
  condition: Condition;
  /** Whether an index has its rows in the order of the search. */
  isSorted: boolean;
}

/** The first rows of all parts together, each of which gives at most as many. */
async function rowsOf<R extends unknown[]>(
  tables: GenerationTables,
  search: ReadSearch,
  { table, columns }: Wanted,
  parts: readonly Part[],
): Promise<R[]> {
  const order = orderOf(search);
  const sortColumns = order.map(([name], at) => `${name} AS o${at}`).join(', ');
  const values: SqlValue[] = [];
  const queries = parts.map(({ condition, isSorted }) => {
    const behind = behindPlace(order, search.after);
    values.push(...condition.values, ...behind.values, ...tables.currentValues, search.limit);
    return `SELECT ${sortColumns}, ${columns} FROM ${table} WHERE ${condition.filter}${behind.filter} ${tables.current}
      ORDER BY ${isSorted ? orderText(order) : unindexed(order)} LIMIT ?`;
  });
  const all = order.map(([, direction], at) => `o${at} ${direction}`).join(', ');
  const sql =
    queries.length === 1
      ? queries[0]
      : `${queries.map((query, at) => `SELECT * FROM (${query}) AS part${at}`).join(' UNION ALL ')} ORDER BY ${all} LIMIT ?`;
  // There is at least one part.
  const rows = await tables.rows<unknown[]>(
    sql as string,
    queries.length === 1 ? values : [...values, search.limit],
  );
  // The columns that were requested.
  return rows.map((row) => row.slice(order.length) as R);
}

export function orderOf({ sort, order }: Pick<ReadSearch, 'sort' | 'order'>): Order {
  return order === 'desc' ? DESCENDING[sort] : reversed(DESCENDING[sort]);
}

const NUMBERS: ReadonlySet<string> = new Set(['cents', 'shares', 'price', 'change']);

/** The same order, in which no index has the rows. */
function unindexed(order: Order): string {
  const plain = ([column, direction]: OrderColumn) =>
    [NUMBERS.has(column) ? `${column} + 0` : `${column} || ''`, direction] as const;
  return orderText(order.map((column, at) => (at === 0 ? plain(column) : column)));
}
