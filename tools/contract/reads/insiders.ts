/** Queries for one person who files Form 4. */

import type { ListPlace } from '../place.js';
import type { SerializedJson, SerializedRows } from '../serialized-rows.js';
import type { CareerLot, CoFiler, InsiderIdentity, InsiderTransaction } from '../shapes/insider.js';
import type { InsiderIssuerFacts } from '../shapes/insider-filing.js';
import type { OwnedLines } from '../shapes/owned-line.js';
import type { Found } from './found.js';

export interface InsiderFacts {
  identity: InsiderIdentity;
  transactions: SerializedRows<InsiderTransaction>;
  careerLots: SerializedJson<CareerLot[]>;
  coFilers: SerializedJson<CoFiler[]>;
}

/** Which transactions of one person, and in which order. */
export interface TransactionSearch {
  slug: string;
  /** First filing date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows filed after this moment (ISO 8601 UTC) are left out. */
  until: string;
  /** Null for every code. */
  codes: readonly string[] | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  /** USD; above 0, rows without a value are left out. */
  minValue: number;
  sort: 'filed' | 'value' | 'traded';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

export interface InsiderReads {
  /** One person; null for an unknown slug. `since` is the first filing date of `transactions`, `until` the last filing time. */
  insider(question: {
    slug: string;
    since: string;
    until: string;
    limit: number;
  }): Promise<InsiderFacts | null>;
  /** How many transactions `insider` would return without its limit. */
  countTransactions(question: { slug: string; since: string; until: string }): Promise<number>;
  /**
   * Transactions of one person in any order; ties are ordered by filing time, accession number and row. By value or date there
   * are only those that have it. `total` counts without the limit. Null for an unknown slug.
   */
  searchTransactions(question: TransactionSearch): Promise<Found<InsiderTransaction> | null>;
  /**
   * The companies in whose filings of the span a person is an owner, latest filing first, each with the last role and what is
   * owned as last filed; none for an unknown slug. `since` is a day, `until` a moment.
   */
  insiderIssuers(question: { slug: string; since: string; until: string }): Promise<InsiderIssuerFacts[]>;
  /** What a person owns, as last stated; null for an unknown slug. */
  ownedLines(question: { slug: string }): Promise<OwnedLines | null>;
}
