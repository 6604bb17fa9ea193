/** Days, weeks, months and quarters as people say them. A filed date stays YYYY-MM-DD in a table. */

import { addDays, daysBetween, utcDate, weekday } from '../dates.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Jun` of 2026-06-01. Text that is not a date gives ''. */
function monthOf(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
}

/** `Jun 2026` */
export function monthAndYear(date: string): string {
  return `${monthOf(date)} ${date.slice(0, 4)}`;
}

/** `1 Jun` */
export function dayAndMonth(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthOf(date)}`;
}

/** `1 Jun 2026` */
export function dayInWords(date: string): string {
  return `${dayAndMonth(date)} ${date.slice(0, 4)}`;
}

/** `week of 1 Jun 2026`, by its Monday: an ISO week such as 2026-W23, or a date in it. */
export function weekInWords(week: string): string {
  return `week of ${dayInWords(mondayOf(week))}`;
}

/** `25 May to 21 Jun 2026`: from the Monday of the first ISO week to the Sunday of the last one. */
export function weeksInWords(first: string, last: string): string {
  const [from, until] = [mondayOf(first), addDays(mondayOf(last), 6)];
  const start = from.slice(0, 4) === until.slice(0, 4) ? dayAndMonth(from) : dayInWords(from);
  return `${start} to ${dayInWords(until)}`;
}

/** The Monday of an ISO week such as 2026-W23, or of the week of a date. Week 1 is the week of 4 January. */
export function mondayOf(week: string): string {
  const number = /^\d{4}-W(\d{2})$/.exec(week)?.[1];
  if (number === undefined) return addDays(week, -weekday(week));
  const fourth = `${week.slice(0, 4)}-01-04`;
  return addDays(fourth, (Number(number) - 1) * 7 - weekday(fourth));
}

/** `Q2 2026` of `2026-Q2`. */
export function quarterWords(quarter: string): string {
  return `${quarter.slice(5)} ${quarter.slice(0, 4)}`;
}

/** `Q2 2026` of any day of the quarter. */
export function quarterOf(date: string): string {
  return `Q${Math.ceil(Number(date.slice(5, 7)) / 3)} ${date.slice(0, 4)}`;
}

/** A day below a time axis. */
export interface DayTick {
  date: string;
  words: string;
  /** Left out where there is little room. */
  isMinor: boolean;
}

/** A time axis of more months than this has a label for each quarter, of more quarters one for each year. */
const MOST_LABELS = 14;
/** A shorter time axis has a label for each week. */
const FEW_DAYS = 62;
/** Labels that fit side by side on a phone. */
const ON_PHONE = 4;

/** The first days of the weeks, months, quarters or years between two dates. */
export function dayTicks(from: string, until: string): DayTick[] {
  const days = daysBetween(from, until);
  if (days < FEW_DAYS) {
    const weeks: string[] = [];
    for (let day = mondayFrom(from); day <= until; day = addDays(day, 7)) weeks.push(day);
    return ticksOf(weeks, dayAndMonth);
  }
  const months: string[] = [];
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (; utcDate(month) <= until; month.setUTCMonth(month.getUTCMonth() + 1))
    if (utcDate(month) >= from) months.push(utcDate(month));
  const quarters = months.filter((date) => Number(date.slice(5, 7)) % 3 === 1);
  if (months.length <= MOST_LABELS) return withYears(ticksOf(months, monthOf));
  if (quarters.length <= MOST_LABELS) return withYears(ticksOf(quarters, monthOf));
  return ticksOf(
    months.filter((date) => date.slice(5, 7) === '01'),
    (date) => date.slice(0, 4),
  );
}

function mondayFrom(date: string): string {
  const monday = mondayOf(date);
  return monday < date ? addDays(monday, 7) : monday;
}

function ticksOf(dates: readonly string[], words: (date: string) => string): DayTick[] {
  const every = Math.max(1, Math.ceil(dates.length / ON_PHONE));
  return dates.map((date, at) => ({ date, words: words(date), isMinor: at % every !== 0 }));
}

/** A month names its year if it is the first of it, among all labels or among those of a narrow screen. */
function withYears(ticks: readonly DayTick[]): DayTick[] {
  const seen = { all: '', major: '' };
  return ticks.map((tick) => {
    const year = tick.date.slice(0, 4);
    const isFirst = seen.all !== year || (!tick.isMinor && seen.major !== year);
    seen.all = year;
    if (!tick.isMinor) seen.major = year;
    return isFirst ? { ...tick, words: monthAndYear(tick.date) } : tick;
  });
}
