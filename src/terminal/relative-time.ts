/** How long ago something was, or when it will be, in the words of a person. */

import { DAY_MS, MINUTE_MS } from '../dates.js';

const HOUR_MS = 60 * MINUTE_MS;
/** The largest unit that is reached is used. */
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;
const FORMAT = new Intl.RelativeTimeFormat('en');

/** Such as "3 hours ago" or "in 12 minutes". */
export function relativeTime(at: string, now: Date): string {
  const distance = Date.parse(at) - now.getTime();
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? [null, 0];
  if (unit === null) return distance > 0 ? 'within a minute' : 'just now';
  return FORMAT.format(Math.trunc(distance / length), unit);
}
