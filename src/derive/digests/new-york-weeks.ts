/** Filing days and ISO weeks in New York time. */

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const DAY = 86_400_000;

/** The offset changes on the hour, so one formatted date applies to every moment of a UTC hour. */
const dates = new Map<string, string>();

/** Calendar date (YYYY-MM-DD) of a moment, ISO 8601 UTC, in New York. */
export function newYorkDate(moment: string): string {
  const hour = moment.slice(0, 13);
  const known = dates.get(hour);
  if (known !== undefined) return known;
  if (dates.size > 50_000) dates.clear();
  const date = newYork.format(new Date(moment));
  dates.set(hour, date);
  return date;
}

/** Days from 1970-01-01 to a calendar date. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);
}

/**
 * Number of the ISO week (Monday to Sunday) that contains a calendar date: consecutive weeks differ by one.
 */
export function weekNumber(date: string): number {
  // 1970-01-01 was a Thursday: day 4 is the first Monday.
  return Math.floor((dayNumber(date) + 3) / 7);
}

/** Monday of a week, YYYY-MM-DD. */
export function mondayOf(week: number): string {
  return new Date((week * 7 - 3) * DAY).toISOString().slice(0, 10);
}

/** `2026-W47`: the year of an ISO week is the year of its Thursday. */
export function weekLabel(week: number): string {
  const year = new Date(week * 7 * DAY).getUTCFullYear();
  const first = weekNumber(`${year}-01-04`);
  return `${year}-W${String(week - first + 1).padStart(2, '0')}`;
}
