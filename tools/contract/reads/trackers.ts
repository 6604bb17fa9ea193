/** Queries for tracked portfolios. */

import type { SerializedPageRows } from '../serialized-rows.js';
import type { FundPosition, OfficialTrade } from '../shapes/issuer.js';
import type { TrackerDetail, TrackerRowFacts } from '../shapes/tracker.js';
import type { ComparedPosition, PositionQuarter, TrackerQuarter } from '../shapes/tracker-changes.js';
import type { TrackerHead } from '../shapes/tracker-view.js';

/** What tracked portfolios have under some symbols. */
export interface TrackedPositions {
  funds: FundPosition[];
  fundsTotal: number;
  officials: OfficialTrade[];
  officialsTotal: number;
}

/** Which rows of a tracked portfolio. */
export interface TrackerRowsQuery {
  slug: string;
  /** In ascending order. */
  lists: readonly TrackerList[];
  /** See `StoredTrackerRow`; null for all. */
  kinds: readonly string[] | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  /** First and last date of a transaction, YYYY-MM-DD; null for all. */
  since: string | null;
  until: string | null;
  /** Only rows behind this one: its list and its position there. */
  after: readonly [list: string, position: number] | undefined;
  limit: number;
}

export type TrackerList = 'exit' | 'holding' | 'transaction';

export interface StoredTrackerRow {
  list: TrackerList;
  position: number;
  /** How a position of a 13F changed, or `purchase`, `sale` or `exchange`; '' if unknown. */
  kind: string;
  /** A holding, an exit or a transaction of `TrackerDetail`. */
  json: string;
}

export interface FoundTrackerRows {
  rows: readonly StoredTrackerRow[];
  /** How many are left out because they cannot be read. `total` counts them. */
  unreadable: number;
  /** How many match, whatever `after` and `limit` are. */
  total: number;
  /** How many match but for a date, or a kind, that is unknown. */
  undated: number;
  untyped: number;
}

export interface TrackerReads {
  /** The tracked portfolios in their sort order. */
  trackers(): Promise<SerializedPageRows<TrackerRowFacts>>;
  /** One tracked portfolio; null for an unknown slug. */
  tracker(slug: string): Promise<TrackerDetail | null>;
  /** The same without its lists. */
  trackerHead(slug: string): Promise<TrackerHead | null>;
  /** Rows of its lists, by list and in the order of the portfolio. */
  trackerRows(question: TrackerRowsQuery): Promise<FoundTrackerRows>;
  /** What a 13F filer reported for each quarter, newest first; empty for any other portfolio. */
  trackerQuarters(slug: string): Promise<TrackerQuarter[]>;
  /** The positions of a quarter, compared with those of an earlier one; then those that are gone. Each the largest first. */
  comparedPositions(question: {
    slug: string;
    quarter: TrackerQuarter;
    prior: TrackerQuarter | null;
  }): Promise<ComparedPosition[]>;
  /** The positions in one security, options apart, newest quarter first: each quarter compared with the one before. */
  positionHistory(question: { slug: string; cusip: string }): Promise<PositionQuarter[]>;
  /** Positions under any of these symbols, upper case: `BRK` is every class, `BRK.B` one. */
  trackedPositions(question: { tickers: readonly string[]; limit: number }): Promise<TrackedPositions>;
}
