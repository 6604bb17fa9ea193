/** Whether a filing of the forms 3, 4 and 5 came after its deadline. Unknown is null: a false "late" would be a false reproach. */

import { addDays, isWeekend } from '../../src/dates.js';

/** What says that a row is late. */
export const LATE_REASONS = ['stated', 'form-4-row', 'form-3-row', 'deadline'] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** Days after the event of a Form 3, and after the end of the fiscal year of a Form 5. */
const DEADLINE_DAYS = { 3: 10, 5: 45 } as const;
/** Weekdays after the trade of a Form 4. */
const FORM_4_WEEKDAYS = 2;
/**
 * Weekdays after the deadline for which nothing is said. The deadline moves behind holidays, EDGAR closes on other days too,
 * and for some trades of Form 4 the time runs from a later day.
 */
const UNSURE_WEEKDAYS = 4;

/** From this day on a gift belongs on Form 4 for the one who gives it (Rule 16a-3(g)(1)). */
const GIFTS_ON_FORM_4 = '2023-02-27';

/** Whether a transaction may wait for Form 5: a gift received, an inheritance, a small acquisition; null for a gift without a date. */
export function mayWaitForForm5(
  code: string | null,
  acquiredDisposed: 'A' | 'D' | null,
  date: string | null,
): boolean | null {
  if (code === 'W' || code === 'L' || (code === 'G' && acquiredDisposed === 'A')) return true;
  if (code !== 'G') return false;
  return date === null ? null : date < GIFTS_ON_FORM_4;
}

/** @param from the day of the event, the trade, or the end of the fiscal year, YYYY-MM-DD; null where it is not known */
export function isAfterDeadline(
  form: '3' | '4' | '5',
  from: string | null,
  filedDate: string,
): boolean | null {
  if (from === null || from > filedDate) return null;
  const due =
    form === '4' ? weekdaysAfter(from, FORM_4_WEEKDAYS) : nextWeekday(addDays(from, DEADLINE_DAYS[form]));
  if (filedDate <= due) return false;
  return filedDate > weekdaysAfter(due, UNSURE_WEEKDAYS) ? true : null;
}

function nextWeekday(day: string): string {
  let next = day;
  while (isWeekend(next)) next = addDays(next, 1);
  return next;
}

function weekdaysAfter(day: string, count: number): string {
  let next = day;
  for (let left = count; left > 0; left -= 1) next = nextWeekday(addDays(next, 1));
  return next;
}
