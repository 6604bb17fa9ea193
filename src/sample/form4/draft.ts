/** A sample filing before it has balances, a time of day, an accession number and a text. */

import type { SampleIssuer } from '../issuers.js';
import type { Owner } from '../people.js';

/** Where in a row a footnote can hang. */
export type Noted =
  | 'title'
  | 'date'
  | 'coding'
  | 'shares'
  | 'price'
  | 'after'
  | 'nature'
  | 'exercisePrice'
  | 'exerciseDate'
  | 'expirationDate'
  | 'underlying';

export interface DraftRow {
  /** Trading day, YYYY-MM-DD; it places the row in the owner's balance. */
  date: string;
  /** What the filer typed in place of the date. */
  typedDate?: string;
  code: string;
  formType?: '4' | '5';
  swap?: boolean;
  timeliness?: 'E' | 'L';
  title: string;
  acquired: boolean;
  /** Null only where `statedValue` stands for it. */
  shares: number | null;
  statedValue?: number;
  /** USD; null leaves the element with footnotes alone. */
  price: number | null;
  /** Of an indirect holding; a direct one has none. */
  nature?: string;
  notes?: Partial<Record<Noted, readonly string[]>>;
  derivative?: {
    /** Null where a footnote tells it. */
    exercisePrice: number | null;
    exercisable: string | null;
    expires: string | null;
    underlyingTitle: string;
    underlyingShares: number;
  };
  /** The row that this one says again: it takes over its balance and moves none of its own. */
  restates?: DraftRow;
  /** Balance after the row; counted by the ledger when not given. */
  after?: number;
}

export interface DraftHolding {
  title: string;
  shares: number;
  nature?: string;
  notes?: Partial<Record<Noted, readonly string[]>>;
  derivative?: DraftRow['derivative'];
}

export interface Draft {
  issuer: SampleIssuer;
  owners: readonly Owner[];
  /** Filing day, YYYY-MM-DD: a business day. */
  filed: string;
  /** Eastern wall time, HHMMSS; drawn when not given. */
  clock?: string;
  rows: readonly DraftRow[];
  holdings?: readonly DraftHolding[];
  /** Makes it a 4/A: the filing day of the original. */
  amends?: string;
  /** The box of Rule 10b5-1: null leaves the element out. Default false. */
  planBox?: boolean | null;
  notSubject?: boolean;
  remarks?: string;
  /** The symbol as typed, when it is not the issuer's usual one. */
  symbol?: string;
  schema?: 'X0306' | 'X0508' | 'X0609';
  /** Adds a power of attorney as a second document. */
  withPower?: boolean;
}
