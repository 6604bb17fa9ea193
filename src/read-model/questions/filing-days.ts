/**
 * The values of the feed's rows in memory, to sum up all rows of a span of time, or those of each issuer. An index would be walked
 * row by row, which takes 30 ms for a year. Ten days are kept together, and read only when a question needs them.
 */

import { setImmediate } from 'node:timers/promises';
import type { FilingsQuery, FilingTotals } from '../../../tools/contract/reads/filings.js';
import { firstFrom } from '../../collections.js';
import type { SqlValue } from '../../database/database.js';
import { addDays, dayNumber, isCalendarDate } from '../../dates.js';
import { FLAGS } from '../column-values.js';
import { type GenerationTables, type NewestTables, placeholders } from '../question.js';
import { IS_IN_MARKET } from './feed-filter.js';
import { firstDay, flagMarks, spanAfter, spansOf, tablesInMemory } from './spans-in-memory.js';

/** The rows of the 1st to 10th, 11th to 20th, or 21st to last day of a month, with 13 bytes each; a sum has 21. */
interface TenDays {
  /** The rows of each day with each code. */
  parts: DayPart[];
  /** The value of each row, within a part the smallest first. */
  cents: Float64Array;
  flags: Uint8Array;
  /** The generation since which each row is there. */
  since: Int32Array;
  /** The issuers of sums, each once, and the place of each sum’s issuer among them; empty for rows. */
  ciks: string[];
  issuers: Int32Array;
  /** The day on which each sum became public, where an earlier filing made it so, else 0; empty for rows. */
  firstDays: Int32Array;
}

/** The rows of a day with the same code, in the market or not, at the places `from` to before `end`. */
interface DayPart {
  /** Day of the month. */
  day: number;
  code: string;
  isInMarket: boolean;
  from: number;
  end: number;
  /** Their values together, in cents. */
  total: number;
}

/** The totals of whole days, values in cents. */
interface DayTotals extends FilingTotals {
  /** The first day that is not in them. */
  until: string;
  /** Whether they have every row that matches, those of the last day too. */
  isAll: boolean;
}

/** Days that are read in one go: in a usual month two milliseconds. */
const DAYS_READ = 5;
/** How a moment ends that is the last one of its day. */
const END_OF_DAY = 'T23:59:59.999Z';

/** Which rows of whole days are added up. */
export interface DaysQuery extends Pick<FilingsQuery, 'since' | 'until' | 'codes'> {
  minCents: number;
  maxCents: number | null;
  /** All values of `flags` that match; null for every value. */
  flags: readonly number[] | null;
}

/**
 * The rows, or the sums of filings, of the whole days from `since` to before the day of `until`, and of that day if none of its
 * rows comes after `until`; null for a time that is not kept in memory. An earlier generation has the rows of the newest one that
 * were there already, and those that ended since then; null if the newest one is not open.
 */
export async function totalsOfDays(
  tables: GenerationTables,
  table: 'filing' | 'filing_sum',
  query: DaysQuery,
): Promise<DayTotals | null> {
  const { since, until, codes, minCents, maxCents, flags } = query;
  const kept = tablesInMemory(tables);
  if (kept === null) return null;
  const isAll = until.endsWith(END_OF_DAY) || until >= (await lastMoment(tables, table));
  const lastDay = until.slice(0, 10);
  const end = isAll && isCalendarDate(lastDay) ? addDays(lastDay, 1) : lastDay;
  const totals: DayTotals = { rows: 0, purchases: 0, sales: 0, until: end < since ? since : end, isAll };
  const starts = spansOf(since, end);
  if (starts === null) return null;
  const wanted = {
    codes,
    hasFlags: flags === null ? null : flagMarks(flags),
    minCents,
    maxCents: maxCents ?? Number.POSITIVE_INFINITY,
    generation: kept.generation,
  };
  for (const start of starts) {
    const span = await spanOf(kept.tables, table, start);
    const last = end.startsWith(start.slice(0, 8)) ? Number(end.slice(8)) - 1 : 31;
    add(totals, span, [firstDay(start, since), last], wanted);
  }
  if (kept.newest !== null) await addEnded(totals, tables, kept.newest, table, query);
  return totals;
}

/** The totals of days with those of what they leave out, which `restFrom` gives from a day on. */
export async function withRest(
  days: DayTotals,
  restFrom: (since: string) => Promise<FilingTotals>,
): Promise<FilingTotals> {
  if (days.isAll) return days;
  const rest = await restFrom(days.until);
  return {
    rows: rest.rows + days.rows,
    purchases: rest.purchases + days.purchases,
    sales: rest.sales + days.sales,
  };
}

/**
 * The CIKs of issuers with what their sums since a day come to, in cents; null for days that are not kept in memory, and for an
 * earlier generation. `flags`: as in DaysQuery.
 */
export async function issuerTotals(
  tables: GenerationTables,
  { since, code, flags }: { since: string; code: string; flags: readonly number[] | null },
): Promise<Array<[cik: string, cents: number]> | null> {
  if (tables.isPast) return null;
  const lastDay = (await lastMoment(tables, 'filing_sum')).slice(0, 10);
  const starts = isCalendarDate(lastDay) ? spansOf(since, addDays(lastDay, 1)) : null;
  if (starts === null) return null;
  const hasFlags = flagMarks(flags);
  const totals = new Map<string, number>();
  for (const start of starts) {
    const span = await spanOf(tables, 'filing_sum', start);
    const first = { day: firstDay(start, since), publicDay: dayNumber(since) };
    for (const [issuer, cents] of totalsOfIssuers(span, { code, hasFlags, first })) {
      // A sum names a place in the list.
      const cik = span.ciks[issuer] as string;
      totals.set(cik, (totals.get(cik) ?? 0) + cents);
    }
  }
  return [...totals];
}

/** By their places in the list of the span. */
function totalsOfIssuers(
  { parts, issuers, flags, cents, firstDays }: TenDays,
  {
    code,
    hasFlags,
    first,
  }: { code: string; hasFlags: Uint8Array; first: { day: number; publicDay: number } },
): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { day, code: own, isInMarket, from, end } of parts) {
    if (own !== code || !isInMarket || day < first.day) continue;
    for (let at = from; at < end; at += 1) {
      // The lists have the same length.
      if (hasFlags[flags[at] as number] === 0) continue;
      const publicDay = firstDays[at] as number;
      if (publicDay !== 0 && publicDay < first.publicDay) continue;
      const issuer = issuers[at] as number;
      totals.set(issuer, (totals.get(issuer) ?? 0) + (cents[at] as number));
    }
  }
  return totals;
}

const spanOf = (tables: GenerationTables, table: 'filing' | 'filing_sum', start: string): Promise<TenDays> =>
  tables.memoised(`${table} from ${start}`, () => readSpan(tables, table, start));

/** When the newest row was filed; '' without any. */
function lastMoment(tables: GenerationTables, table: 'filing' | 'filing_sum'): Promise<string> {
  return tables.memoised(`last moment of ${table}`, async () => {
    const [newest] = await tables.rows<[filedAt: string]>(
      `SELECT filed_at FROM ${table} WHERE filed_at > '' ${tables.current} ORDER BY filed_at DESC LIMIT 1`,
      tables.currentValues,
    );
    return newest?.[0] ?? '';
  });
}

/** Adds the rows of an earlier generation that the newest one does not have: those of corrected filings. */
async function addEnded(
  totals: DayTotals,
  { rows, history }: GenerationTables,
  newest: NewestTables,
  table: 'filing' | 'filing_sum',
  { since, codes, minCents, maxCents, flags }: DaysQuery,
): Promise<void> {
  const values: SqlValue[] = [since, totals.until, ...codes, minCents];
  if (maxCents !== null) values.push(maxCents);
  const cents = (condition: string) =>
    `CAST(coalesce(sum(CASE WHEN ${condition} THEN cents END), 0) AS BIGINT)`;
  // One row: an aggregate. What ended after the newest generation that is open is in its days.
  const [[count, purchases, sales]] = (await rows<[rows: number, purchases: number, sales: number]>(
    `SELECT count(*), ${cents(`code = 'P' AND ${IS_IN_MARKET}`)}, ${cents("code <> 'P'")} FROM ${newest.ended(table)}
     WHERE filed_at >= ? AND filed_at < ? AND code IN (${placeholders(codes)}) AND cents >= ?
     ${maxCents === null ? '' : 'AND cents <= ?'} ${flags === null ? '' : `AND flags IN (${flags.join(', ')})`}
     AND valid_from <= ? AND valid_to > ? AND valid_to <= ?`,
    [...values, history.last, history.last, newest.number],
  )) as [[number, number, number]];
  totals.rows += count;
  totals.purchases += purchases;
  totals.sales += sales;
}

async function readSpan(
  tables: GenerationTables,
  table: 'filing' | 'filing_sum',
  start: string,
): Promise<TenDays> {
  type Columns = [
    day: number,
    code: string,
    cents: number,
    flags: number,
    since: number,
    cik: string,
    firstFiledAt: string,
  ];
  const rows: Columns[] = [];
  const isOfSums = table === 'filing_sum';
  const end = spanAfter(start);
  for (let from = start; from < end; from = addDays(from, DAYS_READ)) {
    const to = addDays(from, DAYS_READ);
    const some = await tables.rows<Columns>(
      `SELECT CAST(substr(filed_at, 9, 2) AS INTEGER) AS day, code, cents, flags, valid_from${isOfSums ? ', cik, first_filed_at' : ''}
       FROM ${table} WHERE filed_at >= ? AND filed_at < ? ${tables.current} ORDER BY day, code, flags & ${FLAGS.not_market}, cents`,
      [from, to < end ? to : end, ...tables.currentValues],
    );
    for (const row of some) rows.push(row);
    // Other requests are answered in between.
    await setImmediate();
  }
  const places = new Map<string, number>();
  if (isOfSums) for (const row of rows) if (!places.has(row[5])) places.set(row[5], places.size);
  return {
    parts: partsOf(rows),
    cents: Float64Array.from(rows, ([, , cents]) => cents),
    flags: Uint8Array.from(rows, ([, , , flags]) => flags),
    since: Int32Array.from(rows, (row) => row[4]),
    ciks: [...places.keys()],
    // Each issuer has a place.
    issuers: Int32Array.from(isOfSums ? rows : [], (row) => places.get(row[5]) as number),
    firstDays: Int32Array.from(isOfSums ? rows : [], (row) =>
      row[6] === '' ? 0 : dayNumber(row[6].slice(0, 10)),
    ),
  };
}

/** The parts of rows that are sorted by day, code and whether they are in the market. */
function partsOf(
  rows: ReadonlyArray<[day: number, code: string, cents: number, flags: number, ...unknown[]]>,
): DayPart[] {
  const parts: DayPart[] = [];
  for (const [at, [day, code, cents, flags]] of rows.entries()) {
    const isInMarket = (flags & FLAGS.not_market) === 0;
    let part = parts.at(-1);
    if (part?.day !== day || part.code !== code || part.isInMarket !== isInMarket) {
      part = { day, code, isInMarket, from: at, end: at, total: 0 };
      parts.push(part);
    }
    part.end = at + 1;
    part.total += cents;
  }
  return parts;
}

interface WantedRows {
  codes: readonly string[];
  /** 1 for each value of `flags` that matches; null for all. */
  hasFlags: Uint8Array | null;
  minCents: number;
  maxCents: number;
  /** Only rows that were there in this generation; infinite for all. */
  generation: number;
}

/** Adds the rows that match of the days `first` to `last` of the month. */
function add(
  totals: DayTotals,
  span: TenDays,
  [first, last]: readonly [first: number, last: number],
  wanted: WantedRows,
): void {
  const isByRow = wanted.hasFlags !== null || wanted.generation !== Number.POSITIVE_INFINITY;
  for (const part of span.parts) {
    if (part.day < first || part.day > last || !wanted.codes.includes(part.code)) continue;
    const from = firstFrom(span.cents, wanted.minCents, part.from, part.end);
    // Values are whole cents.
    const end = firstFrom(span.cents, wanted.maxCents + 1, from, part.end);
    const { rows, cents } = isByRow ? countedRows(span, from, end, wanted) : allRows(span, part, from, end);
    totals.rows += rows;
    // A row that is listed and in no sum.
    if (!part.isInMarket) continue;
    if (part.code === 'P') totals.purchases += cents;
    else totals.sales += cents;
  }
}

function allRows(
  { cents: values }: TenDays,
  part: DayPart,
  from: number,
  end: number,
): { rows: number; cents: number } {
  if (from === part.from && end === part.end) return { rows: end - from, cents: part.total };
  let cents = 0;
  // The list is as long as the rows.
  for (let at = from; at < end; at += 1) cents += values[at] as number;
  return { rows: end - from, cents };
}

function countedRows(
  { cents: values, flags, since }: TenDays,
  from: number,
  end: number,
  { hasFlags, generation }: WantedRows,
): { rows: number; cents: number } {
  let [rows, cents] = [0, 0];
  for (let at = from; at < end; at += 1) {
    // The lists have the same length, here and below.
    if (hasFlags !== null && hasFlags[flags[at] as number] === 0) continue;
    if ((since[at] as number) > generation) continue;
    rows += 1;
    cents += values[at] as number;
  }
  return { rows, cents };
}
