/** The days on which the New York exchanges trade, for moving a price to the day before a settlement date. */

import { dayNumber } from '../digests/new-york-weeks.js';

const DAY_MS = 86_400_000;

/** Unscheduled closings: a storm, and days of mourning. */
const UNSCHEDULED_CLOSURES = new Set(['2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09']);

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** 0 is Monday; 1970-01-01 was a Thursday. */
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7;

/** A year of prices looks up the same few hundred days thousands of times. */
const previousDayCache = new Map<string, string>();

/** The trading day before `date` (YYYY-MM-DD). */
export function tradingDayBefore(date: string): string {
  let found = previousDayCache.get(date);
  if (found === undefined) {
    found = findTradingDayBefore(date);
    if (previousDayCache.size > 50_000) previousDayCache.clear();
    previousDayCache.set(date, found);
  }
  return found;
}

function findTradingDayBefore(date: string): string {
  for (let day = dayNumber(date) - 1; ; day -= 1) {
    const text = dateOf(day);
    if (weekday(day) < 5 && !UNSCHEDULED_CLOSURES.has(text) && !holidays(Number(text.slice(0, 4))).has(text))
      return text;
  }
}

const holidayCache = new Map<number, Set<string>>();

/** Rule 7.2 of the New York Stock Exchange: the holidays of a year; Juneteenth since 2022. */
function holidays(year: number): Set<string> {
  let days = holidayCache.get(year);
  if (days !== undefined) return days;
  const on = (month: number, day: number) => Date.UTC(year, month - 1, day) / DAY_MS;
  const monday = (month: number, nth: number) => {
    const first = on(month, 1);
    return first + ((7 - weekday(first)) % 7) + 7 * (nth - 1);
  };
  /**
   * A Sunday holiday is kept on Monday, a Saturday one on Friday, except a New Year's Day that would fall in the year
   * before.
   */
  const observed = (day: number) => (weekday(day) === 6 ? day + 1 : weekday(day) === 5 ? day - 1 : day);
  const november = on(11, 1);
  const list = [
    observed(on(1, 1)),
    monday(1, 3),
    monday(2, 3),
    easterSunday(year) - 2,
    on(5, 31) - weekday(on(5, 31)),
    observed(on(7, 4)),
    monday(9, 1),
    november + ((3 - weekday(november) + 7) % 7) + 21,
    observed(on(12, 25)),
    ...(year >= 2022 ? [observed(on(6, 19))] : []),
  ];
  days = new Set(list.map(dateOf).filter((date) => date.startsWith(String(year))));
  holidayCache.set(year, days);
  return days;
}

/** Days since 1970 of Easter Sunday, by the anonymous Gregorian computus. */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS;
}
