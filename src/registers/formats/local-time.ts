/** Local wall time and calendar dates as registers write them: the only code for time zones. */

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** The wall time of `zone` at `instant`, as if it were UTC, in milliseconds. */
function wallTime(zone: string, instant: number): number {
  let clock = CLOCKS.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    CLOCKS.set(zone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}.000Z`);
}

/**
 * `day` (YYYY-MM-DD) at `time` (HH:mm:ss) in an IANA zone, as ISO 8601 UTC with milliseconds. In the hour
 * that October repeats, the first occurrence is used; a time that March skips is read with the offset before
 * the change. Null when there is no such day or time.
 */
export function localToUtc(zone: string, day: string, time = '00:00:00'): string | null {
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return null;
  const wall = Date.parse(`${day}T${time}.000Z`);
  // Any clock change is between these two moments, so one of their offsets applies.
  const offsets = [wall - 86_400_000, wall + 86_400_000].map((instant) => wallTime(zone, instant) - instant);
  const fitting = offsets
    .map((offset) => wall - offset)
    .filter((instant) => wallTime(zone, instant) === wall);
  const instant = fitting.length > 0 ? Math.min(...fitting) : wall - offsets[0]!;
  return new Date(instant).toISOString();
}

/** The calendar day that it is in `zone` at `instant`, YYYY-MM-DD. */
export function localDay(zone: string, instant: Date): string {
  return new Date(wallTime(zone, Math.floor(instant.getTime() / 1000) * 1000)).toISOString().slice(0, 10);
}

/** True for an existing calendar day, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

/** The calendar day `days` after `day`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
