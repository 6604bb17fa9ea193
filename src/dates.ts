/** Calendar dates (YYYY-MM-DD), day numbers and time zones. Everything else in the project may import this file. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const NEW_YORK = 'America/New_York';

/** The Securities Act is of 1933; nothing reported under section 16 is older. */
export const FIRST_TRADE_DAY = '1933-01-01';

/** The UTC midnight at which a date starts, in milliseconds. */
function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** The UTC date of a moment. */
export function utcDate(moment: Date | number): string {
  return (typeof moment === 'number' ? new Date(moment) : moment).toISOString().slice(0, 10);
}

/** True for a date that exists in the calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text)) return false;
  // Every month has 28 days. Only the days after that need the calendar, and most dates are not among them.
  if (Number(text.slice(8)) <= 28) return true;
  // `Date.parse` accepts 30 February and returns 2 March.
  return utcDate(midnight(text)) === text;
}

/** The date `count` days after `date`; `count` may be negative. */
export function addDays(date: string, count: number): string {
  return utcDate(midnight(date) + count * DAY_MS);
}

/** Whole days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}

/** The UTC date `days` before `now`. */
export function daysBefore(now: Date, days: number): string {
  return utcDate(now.getTime() - days * DAY_MS);
}

/** Days from 1970-01-01 to a date. */
export function dayNumber(date: string): number {
  return Math.floor(midnight(date) / DAY_MS);
}

/** The date with a day number. */
export function dateOfDay(day: number): string {
  return utcDate(day * DAY_MS);
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(date: string): number {
  return weekdayOfDay(dayNumber(date));
}

/** The same for a day number: 1970-01-01 was a Thursday. */
export function weekdayOfDay(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Saturday or Sunday. */
export function isWeekend(date: string): boolean {
  return weekday(date) >= 5;
}

/** Gregorian Easter Sunday by the method of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

interface ZoneClock {
  format: Intl.DateTimeFormat;
  /** Local time minus UTC by UTC hour: the offsets of the zones that we read change on the hour only. */
  offsets: Map<number, number>;
}

const CLOCKS = new Map<string, ZoneClock>();
const MAX_OFFSETS = 50_000;

function clockOf(zone: string): ZoneClock {
  let clock = CLOCKS.get(zone);
  if (clock === undefined) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clock = { format, offsets: new Map() };
    CLOCKS.set(zone, clock);
  }
  return clock;
}

/** The wall time of `zone` at `moment`, as if it were UTC, in milliseconds. */
function wallTime(zone: string, moment: number): number {
  const clock = clockOf(zone);
  const hour = Math.floor(moment / HOUR_MS);
  let offset = clock.offsets.get(hour);
  if (offset === undefined) {
    const start = hour * HOUR_MS;
    const part = Object.fromEntries(
      clock.format.formatToParts(start).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0, second = 0 } = part;
    const wall = new Date(0);
    wall.setUTCFullYear(year, month - 1, day);
    offset = wall.setUTCHours(hours, minute, second) - start;
    if (clock.offsets.size >= MAX_OFFSETS) clock.offsets.clear();
    clock.offsets.set(hour, offset);
  }
  return moment + offset;
}

/**
 * `date` at `time` (HH:mm:ss) in an IANA zone, as ISO 8601 UTC with milliseconds. In the hour that autumn repeats, the
 * first occurrence counts; a time that spring skips is read with the offset before the change.
 * Null when there is no such date or time.
 */
export function localToUtc(zone: string, date: string, time = '00:00:00'): string | null {
  if (!isCalendarDate(date) || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return null;
  const wall = Date.parse(`${date}T${time}.000Z`);
  // Any change of the clock lies between these two moments, so one of their offsets holds.
  const before = offsetAt(zone, wall - DAY_MS);
  const after = offsetAt(zone, wall + DAY_MS);
  const fitting = [wall - before, wall - after].filter((moment) => wallTime(zone, moment) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wall - before).toISOString();
}

function offsetAt(zone: string, moment: number): number {
  return wallTime(zone, moment) - moment;
}

/** The date and the minutes since midnight in `zone`. */
export function localTime(zone: string, moment: Date): { day: string; minutes: number } {
  const wall = wallTime(zone, moment.getTime());
  return { day: utcDate(wall), minutes: Math.floor((wall % DAY_MS) / MINUTE_MS) };
}

/** The date in `zone` at `moment`. */
export function localDate(zone: string, moment: Date): string {
  return utcDate(wallTime(zone, moment.getTime()));
}

/** New York changes its offset on the hour, so one date serves every moment of a UTC hour. */
const NEW_YORK_DATES = new Map<string, string>();

/** The date in New York at a moment in ISO 8601 UTC. */
export function newYorkDate(moment: string): string {
  const hour = moment.slice(0, 13);
  let date = NEW_YORK_DATES.get(hour);
  if (date === undefined) {
    date = localDate(NEW_YORK, new Date(moment));
    if (NEW_YORK_DATES.size >= MAX_OFFSETS) NEW_YORK_DATES.clear();
    NEW_YORK_DATES.set(hour, date);
  }
  return date;
}

/** Whether nothing can have been traded on this day, as typed into a filing that was accepted at `filedAt`. */
export function isImpossibleTradeDay(tradeDay: string, filedAt: string): boolean {
  return tradeDay < FIRST_TRADE_DAY || tradeDay > newYorkDate(filedAt);
}
