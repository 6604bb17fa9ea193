/** Dates as eFD writes them: months first, Washington time. */

import { isDay, localDay, localToUtc } from '../formats/local-time.js';

const WASHINGTON = 'America/New_York';

/** `M/D/YYYY`, padded or not, as YYYY-MM-DD; null for anything else. */
export function isoDay(text: string): string | null {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (found === null) return null;
  const day = `${found[3]}-${found[1]!.padStart(2, '0')}-${found[2]!.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/** YYYY-MM-DD as `MM/DD/YYYY`. */
export function monthFirst(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** `Filed 06/16/2026 @ 10:19 AM`: the day in Washington, and the moment in UTC with milliseconds. */
export function readFiledLine(text: string): { day: string; filedAt: string } | null {
  const found = /^Filed (\d{1,2}\/\d{1,2}\/\d{4}) @ (\d{1,2}):(\d{2}) (AM|PM)$/.exec(text);
  const day = found === null ? null : isoDay(found[1]!);
  if (found === null || day === null) return null;
  const [hour, minute] = [Number(found[2]), found[3]!];
  if (hour < 1 || hour > 12) return null;
  const hours = (hour % 12) + (found[4] === 'PM' ? 12 : 0);
  const filedAt = localToUtc(WASHINGTON, day, `${String(hours).padStart(2, '0')}:${minute}:00`);
  return filedAt === null ? null : { day, filedAt };
}

export function washingtonDay(moment: Date): string {
  return localDay(WASHINGTON, moment);
}
