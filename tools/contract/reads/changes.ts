/** Queries for the log of changes. */

import type { ListPlace } from '../place.js';
import type { ChangeEvent, ChangeItem, ChangeKind } from '../shapes/change.js';

/** The place of a change in the log. */
export type ChangePlace = readonly [generation: number, position: number];

/** Which changes, and in which order. Without a filter: all. */
export interface ChangeSearch {
  /** Moments, ISO 8601 UTC, both included; null for no bound. */
  since: string | null;
  until: string | null;
  /** Only changes behind this place. */
  behind: ChangePlace | null;
  /** None means all. */
  kinds: readonly ChangeKind[];
  events: readonly ChangeEvent[];
  /** Purchases or sales of a document in `currency`; 0 for all documents. */
  minValue: number;
  currency: string;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  /** CIK of the issuer. */
  cik: string | null;
  isin: string | null;
  /** Slugs. */
  owner: string | null;
  member: string | null;
  tracker: string | null;
  order: 'desc' | 'asc';
  /** Only what comes behind this place in the order: generation and position. */
  after: ListPlace | undefined;
  limit: number;
}

export interface FoundChanges {
  items: ChangeItem[];
  /** How many match, whatever `after` and `limit` are. */
  total: number;
  /** How many are left out because they cannot be read. `total` counts them. */
  unreadable: number;
  /** The last change up to `until`, whatever the filters are; the last removed one if there is none. */
  newest: ChangePlace;
}

/** What is kept of changes. */
export interface ChangeRecord {
  /** The place of the last change that was removed because of its age; 0 and 0 if none was. */
  expired: ChangePlace;
  /** The last change; `expired` if there is none. */
  newest: ChangePlace;
  /** From when the changes of a source are recorded, ISO 8601 UTC; null while its first import runs, or if it is off. */
  recordedSince: Readonly<Record<string, string | null>>;
  /** The id of the log: data that was made again has another one. */
  log: string;
}

export interface ChangeReads {
  /** Changes by their place; or which one of `owner`, `member` and `tracker` is unknown. */
  changes(question: ChangeSearch): Promise<FoundChanges | 'owner' | 'member' | 'tracker'>;
  changeRecord(): Promise<ChangeRecord>;
  /** `log` of it. */
  changeLog(): Promise<string>;
}
