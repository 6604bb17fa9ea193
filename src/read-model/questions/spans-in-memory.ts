/** Spans of days that are kept in memory: ten days of a table each, those of the newest generation for earlier ones too. */

import { addDays, isCalendarDate } from '../../dates.js';
import type { GenerationTables, NewestTables } from '../question.js';

/** More than the rolling window needs. */
const SPANS_MAX = 45;

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

/** The first day of a span's month that is not before `since`, for the spans of `spansOf`. */
export const firstDay = (start: string, since: string): number =>
  since.startsWith(start.slice(0, 8)) ? Number(since.slice(8)) : 1;
