/** The days on which a sample filing can be made: business days of EDGAR, counted back from a given day. */

const DAY_MS = 86_400_000;
/** Days since 1970-01-01. */
type DayNumber = number;

const numberOf = (day: string): DayNumber => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const textOf = (n: DayNumber): string => new Date(n * DAY_MS).toISOString().slice(0, 10);
/** 0 is Monday. 1970-01-01 was a Thursday. */
const weekday = (n: DayNumber): number => (((n + 3) % 7) + 7) % 7;

/** The day `days` later (earlier when negative) than `day`, both YYYY-MM-DD. */
export const addDays = (day: string, days: number): string => textOf(numberOf(day) + days);
/** Days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** Federal holidays of one year (5 U.S.C. 6103), moved off weekends: EDGAR takes no filings then. */
function holidaysOf(year: number): DayNumber[] {
  const date = (month: number, day: number) => Date.UTC(year, month - 1, day) / DAY_MS;
  const observed = (n: DayNumber) => (weekday(n) === 5 ? n - 1 : weekday(n) === 6 ? n + 1 : n);
  const monday = (month: number, nth: number) => {
    const first = date(month, 1);
    return first + ((7 - weekday(first)) % 7) + 7 * (nth - 1);
  };
  const lastMondayOfMay = date(5, 31) - weekday(date(5, 31));
  const firstOfNovember = date(11, 1);
  const thanksgiving = firstOfNovember + ((3 - weekday(firstOfNovember) + 7) % 7) + 21;
  return [
    observed(date(1, 1)),
    monday(1, 3),
    monday(2, 3),
    lastMondayOfMay,
    observed(date(6, 19)),
    observed(date(7, 4)),
    monday(9, 1),
    monday(10, 2),
    observed(date(11, 11)),
    thanksgiving,
    observed(date(12, 25)),
  ];
}

export interface Calendar {
  /** The day it counts back from, YYYY-MM-DD: nothing happens on it or after it. */
  day: string;
  /** The business day `back` business days before the newest one; 0 is the newest before `day`. */
  business(back: number): string;
  /** How many business days back the nearest business day on or before `day` lies. */
  backTo(day: string): number;
  /**
   * The `nth` business day (0-based, clamped to what the week has) of the ISO week that lies `weeks` weeks
   * before the week of the newest business day.
   */
  inWeek(weeks: number, nth: number): string;
}

/** Business days kept: about four years. */
const KEPT = 1_000;

/**
 * The calendar seen from `day` (YYYY-MM-DD, UTC).
 * @throws RangeError when `day` is no calendar day.
 */
export function calendarOf(day: string): Calendar {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(numberOf(day)) || textOf(numberOf(day)) !== day)
    throw new RangeError(`not a calendar day: ${day}`);
  const year = Number(day.slice(0, 4));
  const holidays = new Set<DayNumber>();
  for (let y = year - 5; y <= year + 1; y++) for (const holiday of holidaysOf(y)) holidays.add(holiday);

  const days: DayNumber[] = [];
  const places = new Map<DayNumber, number>();
  for (let n = numberOf(day) - 1; days.length < KEPT; n--) {
    if (weekday(n) < 5 && !holidays.has(n)) {
      places.set(n, days.length);
      days.push(n);
    }
  }
  const newest = days[0]!;
  const business = (back: number) => {
    const n = days[back];
    if (n === undefined) throw new RangeError(`the sample knows ${KEPT} business days, not ${back}`);
    return textOf(n);
  };
  return {
    day,
    business,
    backTo(other) {
      let n = Math.min(numberOf(other), newest);
      while (!places.has(n)) n--;
      return places.get(n)!;
    },
    inWeek(weeks, nth) {
      const monday = newest - weekday(newest) - 7 * weeks;
      const open = [0, 1, 2, 3, 4].map((i) => monday + i).filter((n) => places.has(n));
      return textOf(open[Math.min(nth, open.length - 1)]!);
    },
  };
}
