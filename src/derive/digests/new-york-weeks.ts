/** ISO weeks of calendar dates. */

import { DAY_MS, dateOfDay, dayNumber } from '../../dates.js';

/** Number of the ISO week (Monday to Sunday) that a calendar date lies in: consecutive weeks differ by one. */
export function weekNumber(date: string): number {
  // 1970-01-01 was a Thursday: day 4 is the first Monday.
  return Math.floor((dayNumber(date) + 3) / 7);
}

/** Monday of a week, YYYY-MM-DD. */
export function mondayOf(week: number): string {
  return dateOfDay(week * 7 - 3);
}

/** `2026-W47`: the year of an ISO week is the year of its Thursday. */
export function weekLabel(week: number): string {
  const year = new Date(week * 7 * DAY_MS).getUTCFullYear();
  const first = weekNumber(`${year}-01-04`);
  return `${year}-W${String(week - first + 1).padStart(2, '0')}`;
}
