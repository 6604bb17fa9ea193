/** Dates as eFD writes them: months first, Washington time. */

import { itemAt } from '../../../collections.js';
import { isCalendarDate, localDate, localToUtc, NEW_YORK } from '../../../dates.js';

/** `M/D/YYYY`, padded or not, as YYYY-MM-DD; null for anything else. */
export function isoDay(text: string): string | null {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (found === null) return null;
  const day = `${found[3]}-${itemAt(found, 1).padStart(2, '0')}-${itemAt(found, 2).padStart(2, '0')}`;
  return isCalendarDate(day) ? day : null;
}

/** YYYY-MM-DD as `MM/DD/YYYY`. */
export function monthFirst(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

const CLOCK = /^(\d{1,2})(?::(\d{2}))? ?([AP])\.?M\.?$/i;

/**
 * `Filed 06/16/2026 @ 10:19 AM`, and on the full hour `@ 12 PM` (eFD leaves out `:00`): the day in Washington, and the
 * moment in UTC with milliseconds, null where no time of day can be read. Null for a line without a day.
 */
export function readFiledLine(text: string): { day: string; filedAt: string | null } | null {
  const found = /^Filed:? (\d{1,2}\/\d{1,2}\/\d{4})(?: ?@ ?(.+))?$/.exec(text.trim());
  const day = found === null ? null : isoDay(itemAt(found, 1));
  if (found === null || day === null) return null;
  const clock = readClock(found[2] ?? '');
  return { day, filedAt: clock === null ? null : localToUtc(NEW_YORK, day, clock) };
}

/** Twelve hours as `HH:MM:SS`; `noon` and `midnight` are words of the same date format. */
function readClock(text: string): string | null {
  const word = text.trim().toLowerCase();
  if (word === 'noon') return '12:00:00';
  if (word === 'midnight') return '00:00:00';
  const found = CLOCK.exec(word);
  if (found === null) return null;
  const [hour, minute] = [Number(found[1]), found[2] ?? '00'];
  if (hour < 1 || hour > 12 || Number(minute) > 59) return null;
  const hours = (hour % 12) + (found[3] === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}:00`;
}

export function washingtonDay(moment: Date): string {
  return localDate(NEW_YORK, moment);
}
