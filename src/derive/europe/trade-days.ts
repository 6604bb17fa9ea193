/** The day of a trade beside the day of its publication. */

import { daysBetween, HOUR_MS, utcDate } from '../../dates.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';

/** Article 19 gives three working days: a day a year before is nearly always a year that was mistyped. */
const YEAR_DAYS = 365;

/** Why the day of a trade cannot be right, or hardly. */
export type DayContradiction = 'date-after-publication' | 'date-year-before-publication';

export function contradictedDay({ transactionDate, publicationAt }: PdmrFiling): DayContradiction | null {
  if (transactionDate === null) return null;
  // Nearly all rows: reading both dates takes most of the time of a large market.
  const isEarlier = transactionDate <= publicationAt.slice(0, 10);
  if (isEarlier && transactionDate.slice(0, 4) === publicationAt.slice(0, 4)) return null;
  const published = publicationDay(publicationAt);
  if (transactionDate > published) return 'date-after-publication';
  return daysBetween(transactionDate, published) >= YEAR_DAYS ? 'date-year-before-publication' : null;
}

/** The registers are at most two hours ahead of the time of `publicationAt`. */
export const publicationDay = (publicationAt: string): string =>
  utcDate(Date.parse(publicationAt) + 2 * HOUR_MS);

/** That of the trade if it can be; it is only compared with the days of other rows. */
export const likelyDay = (row: PdmrFiling): string =>
  row.transactionDate === null || contradictedDay(row) !== null
    ? publicationDay(row.publicationAt)
    : row.transactionDate;
