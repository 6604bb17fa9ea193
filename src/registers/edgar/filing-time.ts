/** When a filing was accepted: EDGAR writes Eastern wall-clock time without an offset, the records hold UTC. */

import { required } from '../../collections.js';
import { localToUtc, NEW_YORK } from '../../dates.js';

export interface FilingTime {
  /** ISO 8601 UTC with milliseconds. */
  filedAt: string;
  filedAtApproximate: boolean;
  /** YYYY-MM-DD, the filing date of EDGAR. */
  filedDate: string;
}

/** EDGAR took its first filings in 1993. Dates of the years 22 and 2220 are slips and date nothing. */
export const canDateAFiling = (date: string) => date >= '1993-01-01' && date < '2100-01-01';

/** `20261007214344`, Eastern wall-clock, to ISO 8601 UTC; null when it is not a valid time. */
export function fromAcceptance(stamp: string): string | null {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(stamp);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return localToUtc(NEW_YORK, `${year}-${month}-${day}`, `${hour}:${minute}:${second}`);
}

/** The last second of a day in Eastern time as ISO 8601 UTC; for filings of which only the date is known. */
export function endOfDay(date: string): string {
  return required(localToUtc(NEW_YORK, date, '23:59:59'), `calendar date ${date}`);
}

/** A time with a zone as ISO 8601 UTC; null for one without, because it could be Eastern time. */
export function momentOf(text: string | null | undefined): string | null {
  if (!text || !/T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
