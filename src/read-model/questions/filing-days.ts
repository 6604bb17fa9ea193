/**
 * The days and values of the feed's rows in memory, to sum up all rows of a span of time. An index would be walked row by
 * row, which takes 30 ms for a year. Ten days are read at a time, and only when a question needs them.
 */

import { setImmediate } from 'node:timers/promises';
import type { FilingsQuery, FilingTotals } from '../../../tools/contract/reads.js';
import type { SqlValue } from '../../database/database.js';
import { addDays, isCalendarDate } from '../../dates.js';
import type { GenerationTables, NewestTables } from '../question.js';

/** The rows of the 1st to 10th, 11th to 20th, or 21st to last day of a month, with 15 bytes each. */
interface TenDays {
  /** Day of the month of each row. */
  days: Uint8Array;
  /** Transaction code of each row, as the number of its letter. */
  codes: Uint8Array;
  flags: Uint8Array;
  cents: Float64Array;
  /** The generation since which each row is there. */
  since: Int32Array;
}

/** The totals of whole days, values in cents. */
interface DayTotals extends FilingTotals {
  /** The first day that is not in them. */
  until: string;
}

/** More than the rolling window needs. */
const SPANS_MAX = 45;
const PURCHASE = 'P'.charCodeAt(0);

/** Which rows of whole days are added up. */
export interface DaysQuery extends Pick<FilingsQuery, 'since' | 'until' | 'codes'> {
  minCents: number;
  maxCents: number | null;
  /** All values of `flags` that match; null for every value. */
  flags: readonly number[] | null;
}

/**
 * The rows, or the sums of filings, of the whole days from `since` to before the day of `until`; null for a time that is not kept in
 * memory. An earlier generation has the rows of the newest one that were there already, and those that ended since then; null if
 * the newest one is not open.
 */
export async function totalsOfDays(
  tables: GenerationTables,
  table: 'filing' | 'filing_sum',
  query: DaysQuery,
): Promise<DayTotals | null> {
  const { since, until, codes, minCents, maxCents, flags } = query;
  const kept = tablesInMemory(tables);
  if (kept === null) return null;
  const end = until.slice(0, 10);
  const totals: DayTotals = { rows: 0, purchases: 0, sales: 0, until: end < since ? since : end };
  const starts = spansOf(since, end);
  if (starts === null) return null;
  const isWanted = new Uint8Array(256);
  for (const code of codes) isWanted[code.charCodeAt(0)] = 1;
  const hasFlags = flagMarks(flags);
  for (const start of starts) {
    const span = await kept.tables.memoised(`${table} from ${start}`, () =>
      readSpan(kept.tables, table, start),
    );
    const month = start.slice(0, 8);
    add(totals, span, {
      first: since.startsWith(month) ? Number(since.slice(8)) : 1,
      last: end.startsWith(month) ? Number(end.slice(8)) - 1 : 31,
      isWanted,
      hasFlags,
      minCents,
      maxCents: maxCents ?? Number.POSITIVE_INFINITY,
      generation: kept.generation,
    });
  }
  if (kept.newest !== null) await addEnded(totals, tables, kept.newest, table, query);
  return totals;
}

/**
 * The tables of which parts are kept in memory, those of the newest generation, and the generation whose rows are wanted of them
 * (infinite for all). Null for an earlier generation if the newest one is not open.
 */
export function tablesInMemory(
  tables: GenerationTables,
): { tables: GenerationTables; newest: NewestTables | null; generation: number } | null {
  if (!tables.isPast) return { tables, newest: null, generation: Number.POSITIVE_INFINITY };
  const generation = tables.history.last;
  const newest = tables.newest?.() ?? null;
  return newest === null || newest.number < generation ? null : { tables: newest.tables, newest, generation };
}

/** 1 for each of these values of `flags`, or for all. */
export function flagMarks(flags: readonly number[] | null): Uint8Array {
  const marks = new Uint8Array(256).fill(flags === null ? 1 : 0);
  for (const one of flags ?? []) marks[one] = 1;
  return marks;
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
    `SELECT count(*), ${cents("code = 'P'")}, ${cents("code <> 'P'")} FROM ${newest.ended(table)}
     WHERE filed_at >= ? AND filed_at < ? AND code IN (${codes.map(() => '?').join(', ')}) AND cents >= ?
     ${maxCents === null ? '' : 'AND cents <= ?'} ${flags === null ? '' : `AND flags IN (${flags.join(', ')})`}
     AND valid_from <= ? AND valid_to > ? AND valid_to <= ?`,
    [...values, history.last, history.last, newest.number],
  )) as [[number, number, number]];
  totals.rows += count;
  totals.purchases += purchases;
  totals.sales += sales;
}

/**
 * The first days of the spans from `since` to before `end`; null if there are too many, or for text that is not a day of the
 * calendar.
 */
export function spansOf(since: string, end: string): string[] | null {
  if (!isCalendarDate(since) || !isCalendarDate(end)) return null;
  const spans: string[] = [];
  for (let start = startOf(since); start < end; start = spanAfter(start)) {
    if (spans.length === SPANS_MAX) return null;
    spans.push(start);
  }
  return spans;
}

/** The 1st, 11th or 21st of the month. */
function startOf(date: string): string {
  const day = Number(date.slice(8));
  return `${date.slice(0, 8)}${day <= 10 ? '01' : day <= 20 ? '11' : '21'}`;
}

/** The first day of the next span. */
export function spanAfter(start: string): string {
  return startOf(addDays(start, 11));
}

async function readSpan(
  tables: GenerationTables,
  table: 'filing' | 'filing_sum',
  start: string,
): Promise<TenDays> {
  const rows = await tables.rows<[day: number, code: string, cents: number, flags: number, since: number]>(
    `SELECT CAST(substr(filed_at, 9, 2) AS INTEGER), code, cents, flags, valid_from FROM ${table}
     WHERE filed_at >= ? AND filed_at < ? ${tables.current}`,
    [start, spanAfter(start), ...tables.currentValues],
  );
  const span = {
    days: Uint8Array.from(rows, ([day]) => day),
    codes: Uint8Array.from(rows, ([, code]) => code.charCodeAt(0)),
    flags: Uint8Array.from(rows, ([, , , flags]) => flags),
    cents: Float64Array.from(rows, ([, , cents]) => cents),
    since: Int32Array.from(rows, (row) => row[4]),
  };
  // Other requests are answered between two spans.
  await setImmediate();
  return span;
}

interface WantedDays {
  /** Days of the month, both included. */
  first: number;
  last: number;
  /** 1 for each code and for each value of `flags` that matches. */
  isWanted: Uint8Array;
  hasFlags: Uint8Array;
  minCents: number;
  maxCents: number;
  /** Only rows that were there in this generation; infinite for all. */
  generation: number;
}

function add(
  totals: DayTotals,
  { days, codes, flags, cents, since }: TenDays,
  { first, last, isWanted, hasFlags, minCents, maxCents, generation }: WantedDays,
): void {
  // Separate numbers: members of an object would be written for every row.
  let [rows, purchases, sales] = [0, 0, 0];
  for (let at = 0; at < days.length; at += 1) {
    // The lists have the same length.
    const value = cents[at] as number;
    const day = days[at] as number;
    const code = codes[at] as number;
    if (value < minCents || value > maxCents || day < first || day > last) continue;
    // As above.
    if (isWanted[code] === 0 || hasFlags[flags[at] as number] === 0 || (since[at] as number) > generation)
      continue;
    rows += 1;
    if (code === PURCHASE) purchases += value;
    else sales += value;
  }
  totals.rows += rows;
  totals.purchases += purchases;
  totals.sales += sales;
}
