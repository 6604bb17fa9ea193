/** The days on which the New York exchanges trade, for putting a price on the day before a settlement date. */

import { DAY_MS, dateOfDay, dayNumber, easterSunday, weekdayOfDay } from '../../dates.js';

/** Closed on a day that no rule foretells: a storm, and days of mourning. */
const UNSCHEDULED_CLOSURES = new Set(['2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09']);

/** A year of prices asks for the same few hundred days thousands of times. */
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
    const text = dateOfDay(day);
    if (
      weekdayOfDay(day) < 5 &&
      !UNSCHEDULED_CLOSURES.has(text) &&
      !holidays(Number(text.slice(0, 4))).has(text)
    )
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
    return first + ((7 - weekdayOfDay(first)) % 7) + 7 * (nth - 1);
  };
  /** A Sunday is kept on Monday, a Saturday on Friday, but for a New Year's Day that would fall in the year before. */
  const observed = (day: number) =>
    weekdayOfDay(day) === 6 ? day + 1 : weekdayOfDay(day) === 5 ? day - 1 : day;
  const november = on(11, 1);
  const list = [
    observed(on(1, 1)),
    monday(1, 3),
    monday(2, 3),
    dayNumber(easterSunday(year)) - 2,
    on(5, 31) - weekdayOfDay(on(5, 31)),
    observed(on(7, 4)),
    monday(9, 1),
    november + ((3 - weekdayOfDay(november) + 7) % 7) + 21,
    observed(on(12, 25)),
    ...(year >= 2022 ? [observed(on(6, 19))] : []),
  ];
  days = new Set(list.map(dateOfDay).filter((date) => date.startsWith(String(year))));
  holidayCache.set(year, days);
  return days;
}
