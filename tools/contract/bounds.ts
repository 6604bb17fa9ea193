/** Bounds between which nothing can be: an empty list would look like "nothing was filed". */

import { daysBefore } from '../../src/dates.js';
import { invalidParameter } from './errors.js';

/** Dates or moments, as they were given. */
interface GivenPeriod {
  since?: string | undefined;
  until?: string | undefined;
}

/**
 * @param prefix of the names of the two arguments, such as `event_`
 * @throws ApiError `invalid_parameter` if the period ends before it begins
 */
export function requirePeriod({ since, until }: GivenPeriod, prefix = ''): void {
  if (since === undefined || until === undefined || since <= until) return;
  const [first, last] = [`${prefix}since`, `${prefix}until`];
  const message = `${first} must not be later than ${last}: ${since} is later than ${until}`;
  throw invalidParameter([{ path: first, message }]);
}

/**
 * For a list that has the last `days` days only; `rows` are what it lists. A `since` before them means all of them.
 * @throws ApiError `invalid_parameter` if the period ends before it begins, or before the first of these days
 */
export function requireKeptPeriod(
  { since, until }: GivenPeriod,
  { now, days, rows }: { now: Date; days: number; rows: string },
): void {
  requirePeriod({ since, until });
  const first = daysBefore(now, days);
  if (until === undefined || until >= first) return;
  const message = `until must be ${first} or later: ${rows} are kept for ${days} days`;
  throw invalidParameter([{ path: 'until', message }]);
}

/** @throws ApiError `invalid_parameter` if the smallest value is above the largest */
export function requireValues({
  min_value: min,
  max_value: max,
}: {
  min_value: number;
  max_value?: number | undefined;
}): void {
  if (max === undefined || min <= max) return;
  const message = `min_value must not be greater than max_value: ${min} is greater than ${max}`;
  throw invalidParameter([{ path: 'min_value', message }]);
}
