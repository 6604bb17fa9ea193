/** Queries for notices of planned sales on Form 144. */

import type { ListPlace } from '../place.js';
import type { PlannedSaleFacts, PlannedSaleStatus } from '../shapes/planned-sale.js';
import type { Found } from './found.js';

/** Which notices of Form 144, and in which order. */
export interface PlannedSaleSearch {
  /** First filing date, YYYY-MM-DD; '' for all. */
  since: string;
  /** Last moment of filing, ISO 8601 UTC. */
  until: string;
  /** As in `TradeSearch`. */
  tickers: readonly string[];
  /** The issuer's. */
  cik: string | null;
  /** The slug of the person who sells, or the CIK of one without. */
  owner: string | null;
  ownerCik: string | null;
  /** At least one. */
  statuses: readonly PlannedSaleStatus[];
  planned: 'all' | 'only' | 'exclude';
  /** USD */
  minValue: number;
  /** The day on which a notice is open or lapsed, YYYY-MM-DD. */
  today: string;
  /** Whether all of Form 4 was read: only then no sale found means anything. */
  isForm4Whole: boolean;
  sort: 'filed' | 'sale_date' | 'value';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

/** What decides the status of a planned sale besides the date. */
export interface PlannedSaleProgress {
  isAmended: boolean;
  /** What Form 4 reports. */
  sold: 'none' | 'part' | 'all';
  /** A sale would be found: the person files Form 4, and the number to be sold can be right. */
  isFindable: boolean;
  /** Last day that the notice covers, YYYY-MM-DD. */
  windowEnds: string;
}

export interface FoundPlannedSales extends Found<PlannedSaleFacts> {
  /** One for each row of `rows`. */
  progress: readonly PlannedSaleProgress[];
}

export interface PlannedSaleReads {
  /**
   * Notices of planned sales; ties are ordered by filing time and accession number. Sorted by the day of sale or by value,
   * there are only notices where it is known. An unknown person has none.
   */
  plannedSales(question: PlannedSaleSearch): Promise<FoundPlannedSales>;
}
