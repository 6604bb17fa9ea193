/** Queries for the rows of the European markets. */

import type { EuCountry } from '../markets/index.js';
import type { ListPlace } from '../place.js';
import type { SerializedRows } from '../serialized-rows.js';
import type { AnyMarketRow, EuRowFacts } from '../shapes/eu.js';

export interface EuQuery {
  market: EuCountry;
  /** First publication date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows published after this moment (ISO 8601 UTC) are left out: the answer shows the data as of this moment. */
  until: string;
  isin: string | null;
  limit: number;
}

/** Which rows of which European markets, and in which order, beyond the plain list of one. */
export interface EuSearch extends Omit<EuQuery, 'market'> {
  markets: readonly EuCountry[];
  lei: string | null;
  /** An ISIN: rows that have it, and rows with the LEI of most of these, in any market, as `euRowsOf` joins them. */
  company: string | null;
  direction: 'P' | 'S' | null;
  /** In `currency`. */
  minValue: number;
  /** Only rows in this currency; never null with a bound or an order by value. */
  currency: string | null;
  /** Words of the name: each begins a word of it. */
  issuer: string | null;
  manager: string | null;
  /** Whether the names are whole ones, capitals, accents and signs apart. */
  isWholeName?: boolean;
  sort: EuSort;
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the value of another order, then time of publication, filingId and market. */
  after: ListPlace | undefined;
}

export type EuSort = 'published' | 'traded' | 'value' | 'issuer' | 'manager';

export interface FoundEuRows {
  rows: SerializedRows<EuRowFacts>;
  /** What each row is sorted by. */
  places: readonly ListPlace[];
  total: number;
}

/** A row of any market, and the identifier by which it was found. */
export type JoinedEuRow = AnyMarketRow & { joinedBy: 'isin' | 'lei' };

export interface EuropeReads {
  /**
   * Acquisitions and disposals of one market at or above its floor (rows in another currency and rows of unknown
   * value pass it), newest publication first; ties are ordered by filingId. Rows that left the register are left out.
   */
  euFilings(question: EuQuery): Promise<SerializedRows<EuRowFacts>>;
  /** How many rows `euFilings` would return without its limit. */
  countEuFilings(question: Omit<EuQuery, 'limit'>): Promise<number>;
  /** Rows of markets; of several, each with its `market` as the first field. The floors of `euFilings` apply. */
  searchEuFilings(question: EuSearch): Promise<FoundEuRows>;
  /**
   * Rows of these markets that have one of the ISINs, or the LEI of most notifications with one; newest publication first. `isins` are
   * those of all that were found. The floors of `euFilings` apply.
   */
  euRowsOf(question: {
    markets: readonly EuCountry[];
    isins: readonly string[];
    since: string;
    until: string;
    limit: number;
  }): Promise<{ rows: JoinedEuRow[]; total: number; isins: string[] }>;
}
