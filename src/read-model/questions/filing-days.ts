/**
 * The days and values of the feed's rows in memory, to sum up all rows of a span of time. An index would be walked row by
 * row, which takes 30 ms for a year. Ten days are read at a time, and only when a question needs them.
 */

import { setImmediate } from 'node:timers/promises';
import type { FilingsQuery, FilingTotals } from '../../../tools/contract/reads.js';
import { addDays, isCalendarDate } from '../../dates.js';
import type { GenerationTables } from '../question.js';

/** The rows of the 1st to 10th, 11th to 20th, or 21st to last day of a month, with 10 bytes each. */
interface TenDays {
  /** Day of the month of each row. */
  days: Uint8Array;
  /** Transaction code of each row, as the number of its letter. */
  codes: Uint8Array;
  cents: Float64Array;
}

/** The totals of whole days, values in cents. */
interface DayTotals extends FilingTotals {
  /** The first day that is not in them. */
  until: string;
}

/** More than the rolling window needs. */
const SPANS_MAX = 45;
const PURCHASE = 'P'.charCodeAt(0);

/** The rows of the whole days from `since` to before the day of `until`; null for a time that is not kept in memory. */
export async function totalsOfDays(
  tables: GenerationTables,
  { since, until, codes }: Omit<FilingsQuery, 'limit'>,
  minCents: number,
): Promise<DayTotals | null> {
  const end = until.slice(0, 10);
  if (!isCalendarDate(since) || !isCalendarDate(end)) return null;
  const totals: DayTotals = { rows: 0, purchases: 0, sales: 0, until: end < since ? since : end };
  const starts = spansOf(since, end);
  if (starts === null) return null;
  const isWanted = new Uint8Array(256);
  for (const code of codes) isWanted[code.charCodeAt(0)] = 1;
  for (const start of starts) {
    const span = await tables.memoised(`filings from ${start}`, () => readSpan(tables, start));
    const month = start.slice(0, 8);
    add(totals, span, {
      first: since.startsWith(month) ? Number(since.slice(8)) : 1,
      last: end.startsWith(month) ? Number(end.slice(8)) - 1 : 31,
      isWanted,
      minCents,
    });
  }
  return totals;
}

/** The first days of the spans from `since` to before `end`; null if there are too many. */
function spansOf(since: string, end: string): string[] | null {
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
function spanAfter(start: string): string {
  return startOf(addDays(start, 11));
}

async function readSpan(tables: GenerationTables, start: string): Promise<TenDays> {
  const rows = await tables.rows<[day: number, code: string, cents: number]>(
    `SELECT CAST(substr(filed_at, 9, 2) AS INTEGER), code, cents FROM filing
     WHERE filed_at >= ? AND filed_at < ? ${tables.current}`,
    [start, spanAfter(start), ...tables.currentValues],
  );
  const span = {
    days: Uint8Array.from(rows, ([day]) => day),
    codes: Uint8Array.from(rows, ([, code]) => code.charCodeAt(0)),
    cents: Float64Array.from(rows, ([, , cents]) => cents),
  };
  // Other requests are answered between two spans.
  await setImmediate();
  return span;
}

interface WantedDays {
  /** Days of the month, both included. */
  first: number;
  last: number;
  isWanted: Uint8Array;
  minCents: number;
}

function add(
  totals: DayTotals,
  { days, codes, cents }: TenDays,
  { first, last, isWanted, minCents }: WantedDays,
): void {
  // Separate numbers: members of an object would be written for every row.
  let [rows, purchases, sales] = [0, 0, 0];
  for (let at = 0; at < days.length; at += 1) {
    // The three lists have the same length.
    const value = cents[at] as number;
    const day = days[at] as number;
    const code = codes[at] as number;
    if (value < minCents || day < first || day > last || isWanted[code] === 0) continue;
    rows += 1;
    if (code === PURCHASE) purchases += value;
    else sales += value;
  }
  totals.rows += rows;
  totals.purchases += purchases;
  totals.sales += sales;
}
