/** When a filing was accepted: EDGAR writes Eastern wall-clock time without an offset, the records hold UTC. */

const EASTERN = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export interface FilingTime {
  /** ISO 8601 UTC with milliseconds. */
  filedAt: string;
  filedAtApproximate: boolean;
  /** YYYY-MM-DD, the filing date of EDGAR. */
  filedDate: string;
}

/** EDGAR took its first filings in 1993. Dates of the years 22 and 2220 are typing errors and useless. */
export const canDateAFiling = (date: string) => date >= '1993-01-01' && date < '2100-01-01';

/** `20261007214344`, Eastern wall-clock, to ISO 8601 UTC; null when it is not a valid time. */
export function fromAcceptance(stamp: string): string | null {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(stamp);
  if (!parts) return null;
  const wall = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`);
  return Number.isNaN(wall) ? null : new Date(easternToUtc(wall)).toISOString();
}

const endOfDayCache = new Map<string, string>();

/** The last second of a day in Eastern time as ISO 8601 UTC; for filings with only a date. */
export function endOfDay(date: string): string {
  const known = endOfDayCache.get(date);
  if (known) return known;
  const end = new Date(easternToUtc(Date.parse(`${date}T23:59:59Z`))).toISOString();
  if (endOfDayCache.size > 5000) endOfDayCache.clear();
  endOfDayCache.set(date, end);
  return end;
}

/** The calendar date in Eastern time of a moment in UTC. */
export function easternDate(moment: string): string {
  return new Date(easternWall(Date.parse(moment))).toISOString().slice(0, 10);
}

/**
 * `wall` is the wall-clock time taken as if it were UTC. The repeated hour in autumn is read as its first
 * occurrence.
 */
function easternToUtc(wall: number): number {
  const first = wall + (wall - easternWall(wall));
  // Near a change of clocks the offset at the first guess can be the wrong one.
  return first + (wall - easternWall(first));
}

function easternWall(moment: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of EASTERN.formatToParts(moment)) part[type] = Number(value);
  const wall = new Date(0);
  wall.setUTCFullYear(part.year!, part.month! - 1, part.day!);
  return wall.setUTCHours(part.hour!, part.minute!, part.second!);
}
