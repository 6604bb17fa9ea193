/** Queries for the rows of Forms 3, 4 and 5. */

import type { ListPlace } from '../place.js';
import type { SerializedPageRows } from '../serialized-rows.js';
import type { FilingFacts } from '../shapes/filing.js';
import type { FilingGroup } from '../shapes/filing-group.js';
import type { OwnershipFacts } from '../shapes/ownership-row.js';
import type { Found } from './found.js';

export interface FilingsQuery {
  /** First filing date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows filed after this moment (ISO 8601 UTC) are left out: the answer shows the data as of this moment. */
  until: string;
  codes: ReadonlyArray<'P' | 'S'>;
  /** USD */
  minValue: number;
  ticker: string | null;
  /** Only rows of this issuer; for the pages of issuers, which may have no symbol. */
  cik?: string;
  /** Only rows behind this place: filing time, accession number, row. */
  after?: ListPlace | undefined;
  limit: number;
}

/** Which rows of the feed, and in which order, beyond the plain feed. */
export interface FeedSearch {
  /** First filing date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Only lots that became public on this day or later, YYYY-MM-DD (UTC): not those that an amendment of the window repeats. */
  publicSince?: string;
  /** Rows filed after this moment (ISO 8601 UTC) are left out. */
  until: string;
  codes: ReadonlyArray<'P' | 'S'>;
  /** USD; of a group, its sum. */
  minValue: number;
  maxValue: number | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  cik: string | null;
  /** Slug of the owner that the row names. */
  owner: string | null;
  role: FilingRole | null;
  planned: 'all' | 'only' | 'exclude';
  /** Without purchases that were not made in the market: in a ranking. Groups by insider or issuer never have them. */
  onlyMarket?: boolean;
  /** At least this change of the holding in per cent, up or down; null for any. Only of groups by filing. */
  minChange: number | null;
  /** `change` only of groups by filing. `ticker` and `change` leave out what has none. */
  sort: FeedSort;
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

/** The orders of lists with rows of Forms 3 and 5. */
export type OwnershipSort = 'filed' | 'value' | 'traded';

export type FeedSort = 'filed' | 'value' | 'traded' | 'ticker' | 'insider' | 'shares' | 'price' | 'change';

export type FilingRole = 'chief' | 'ceo' | 'cfo' | 'officer' | 'director' | 'ten_percent';

/** Totals of all rows that match a feed query, regardless of its limit. */
export interface FilingTotals {
  rows: number;
  /** USD, sums of `totalValue` by direction; those of purchases in the market. */
  purchases: number;
  sales: number;
}

/** Which rows of Forms 3 and 5, in the orders of the feed. By value and by date of the trade, only those that have it. */
export interface Form35Search extends Omit<FeedSearch, 'codes' | 'sort' | 'minChange'> {
  sort: OwnershipSort;
  forms: ReadonlyArray<'3' | '5'>;
  /** Null for every code, and for holdings. */
  codes: readonly string[] | null;
}

/** A filing from one generation until before another one. */
export interface FilingVersion {
  /** The number of the generation that began it. */
  generation: number;
  /** When that generation and the one that ended it began to answer, ISO 8601 UTC; null if unknown, and for no end. */
  from: string | null;
  until: string | null;
  /** Whether a first import was running: then the filing may be much older. Null if unknown. */
  isFirstFill: boolean | null;
  event: 'entered' | 'changed' | 'left';
  /** In the order of the document. */
  rows: SerializedPageRows<FilingFacts>;
  related: RelatedFiling[];
}

/** Another filing of the same people about the same issuer, in the same generation. */
export interface RelatedFiling {
  generation: number;
  accession: string;
  event: 'entered' | 'left';
}

export interface FilingVersions {
  accession: string;
  /** From when on generations are kept, ISO 8601 UTC; null if none is. */
  keptSince: string | null;
  /** Oldest first. */
  versions: FilingVersion[];
}

export interface FilingReads {
  /** Open-market Form 4 rows, newest filing first; ties are ordered by filingId, so that the order is total. */
  latestFilings(question: FilingsQuery): Promise<SerializedPageRows<FilingFacts>>;
  /** How many rows `latestFilings` would return without its limit, and their sums. */
  filingTotals(question: Omit<FilingsQuery, 'limit'>): Promise<FilingTotals>;
  /** Rows of the feed in any order; ties are ordered by filing time and filingId. `total` counts them without the limit. */
  searchFilings(question: FeedSearch): Promise<Found<FilingFacts>>;
  /** The totals of what `searchFilings`, or `filingGroups` by filing, would return without place and limit. */
  searchTotals(
    question: Omit<FeedSearch, 'after' | 'limit'> & { table: 'filing' | 'filing_sum' },
  ): Promise<FilingTotals>;
  /** Lots added up by filing, by insider and issuer, or by issuer. */
  filingGroups(question: FeedSearch & { group: FilingGroup['group'] }): Promise<Found<FilingGroup>>;
  /** Rows of Forms 3 and 5, those that an amendment restates left out. `total` counts them without place and limit. */
  searchForm35(question: Form35Search): Promise<Found<OwnershipFacts>>;
  /** How the rows of a filing entered, changed and left. Null if it has none and never had one that is kept. */
  filingHistory(question: { accession: string }): Promise<FilingVersions | null>;
}
