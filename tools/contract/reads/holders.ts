/** Queries for Schedules 13D and 13G. */

import type { ListPlace } from '../place.js';
import type { HOLDER_LEVELS } from '../rules.js';
import type { MajorHolder } from '../shapes/holder.js';
import type { Found } from './found.js';

/** Which schedules 13D and 13G, and in which order. */
export interface HolderSearch {
  /** First filing date, YYYY-MM-DD (UTC); null for all. */
  since: string | null;
  /** Schedules filed after this moment (ISO 8601 UTC) are left out. */
  until: string;
  /** First and last day that a schedule is counted from, YYYY-MM-DD; null for all. */
  eventSince: string | null;
  eventUntil: string | null;
  /** Any of these symbols, upper case; none means all. */
  tickers: readonly string[];
  cik: string | null;
  /** Upper case. */
  cusip: string | null;
  /** CIK of a person or a filer of the schedule. */
  holder: string | null;
  type: '13D' | '13G' | null;
  /** Only schedules that show a crossing: of this level, or of any; null for all schedules. */
  crossing: HolderLevel | 'any' | null;
  /** The direction of that crossing; null for both. */
  direction: 'up' | 'down' | null;
  /** Above 0, schedules without a percent are left out. */
  minPercent: number;
  /** `current`: the newest schedule of each holder, unless it states five per cent or less. */
  list: 'current' | 'history';
  sort: 'filed' | 'event' | 'percent' | 'shares';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

export type HolderLevel = (typeof HOLDER_LEVELS)[number];

export interface HolderReads {
  /** Schedules 13D and 13G in any order; ties by filing time and accession number. `total` counts without the limit. */
  searchHolders(question: HolderSearch): Promise<Found<Omit<MajorHolder, 'url'>>>;
}
