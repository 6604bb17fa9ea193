/** A Form 4 as filed, normalised: what the parser returns and the store keeps. It holds nothing derived. */

import type { Acquisition } from '../../../tools/contract/shapes/acquisition.js';
import type { StatedSplit } from './share-basis.js';

/** `4` and `4/A` only: forms 3 and 5 are in form35.ts. */
export type Form4Type = '4' | '4/A';

export interface Form4Filing {
  kind: 'form4';
  /** With dashes: 0001127602-25-001055. */
  accession: string;
  documentType: Form4Type;
  /** X0508 and the like; null in a data set. */
  schemaVersion: string | null;
  /** Calendar dates are YYYY-MM-DD everywhere. */
  periodOfReport: string | null;
  /** For a 4/A. Filers sometimes type the transaction date here. */
  dateOfOriginalSubmission: string | null;
  /** Acceptance by EDGAR, ISO 8601 UTC with milliseconds. */
  filedAt: string;
  /** True when only the filing date is known: `filedAt` is then the end of that day, Eastern time. */
  filedAtApproximate: boolean;
  /** "FILED AS OF DATE" of the header. */
  filedDate: string;
  /** `dataset` numbers are rounded to two decimals; `xml` replaces them. */
  precision: 'xml' | 'dataset';
  issuer: {
    /** Without leading zeros. */
    cik: string;
    name: string;
    /** Free text as filed; null when absent or empty. */
    tradingSymbol: string | null;
    /** The symbol in another country, free text too; since schema X0609. */
    foreignTradingSymbol: string | null;
  };
  owners: ReportingOwner[];
  notSubjectToSection16: boolean | null;
  /** The checkbox since April 2023; null when the document has none. */
  aff10b5One: boolean | null;
  remarks: string | null;
  /** Remarks or a footnote say that others report the same on another form. */
  filesSeparately: boolean;
  /** Splits of shares that its footnotes and remarks state with ratio and day; absent without one, and in a data set. */
  statedSplits?: StatedSplit[];
  transactions: Form4Transaction[];
  /** Holding rows are counted here, never emitted as transactions; see `Form4Holdings`. */
  holdingCount: number;
}

export interface ReportingOwner {
  cik: string;
  name: string;
  isDirector: boolean;
  isOfficer: boolean;
  isTenPercentOwner: boolean;
  isOther: boolean;
  /** As filed; the remarks' title where the field says "See Remarks" and the remarks give one. */
  officerTitle: string | null;
  otherText: string | null;
}

export interface Form4Transaction {
  /** Zero-based position of the transaction in the document: non-derivative table first, holdings not counted. */
  row: number;
  table: 'non-derivative' | 'derivative';
  securityTitle: string;
  /** Null when no valid calendar date was filed. */
  transactionDate: string | null;
  /** One capital letter; null when the coding block is missing. */
  transactionCode: string | null;
  equitySwap: boolean;
  /** `E` early, `L` late, null on time. */
  timeliness: 'E' | 'L' | null;
  shares: number | null;
  /** USD for each share; null when the filing gives none, which differs from 0. */
  pricePerShare: number | null;
  /** Derivative rows may state a value in place of shares. */
  statedTotalValue: number | null;
  acquiredDisposed: 'A' | 'D' | null;
  sharesOwnedAfter: number | null;
  valueOwnedAfter: number | null;
  ownership: 'D' | 'I' | null;
  natureOfOwnership: string | null;
  /** For derivative rows. */
  conversionOrExercisePrice: number | null;
  underlyingTitle: string | null;
  underlyingShares: number | null;
  /** Read from the checkbox, the row's footnotes and the remarks. */
  is10b5_1: boolean;
  hasVwapFootnote: boolean;
  hasAdsFootnote: boolean;
  hasTaxWithholdingFootnote: boolean;
  hasIndirectOwnershipFootnote: boolean;
  /** The flags above whose texts contradict themselves; they are false. Absent without one. */
  footnoteUnclear?: FootnoteFlag[];
  /** A footnote says that the sale covers only tax (and not "partially"). */
  soldOnlyForTax: boolean;
  /** How a purchase was made where its footnotes or remarks say that it was not in the market; null for all others. */
  acquisition: Exclude<Acquisition, 'market'> | null;
  /**
   * Why the row is excluded from derived figures; empty for a sound row. The filed values are kept as they
   * are.
   */
  implausible: Implausibility[];
}

/** Flags that footnotes decide, at least where the form has no box. */
export const FOOTNOTE_FLAGS = [
  'is10b5_1',
  'hasVwapFootnote',
  'hasAdsFootnote',
  'hasTaxWithholdingFootnote',
  'hasIndirectOwnershipFootnote',
] as const;
export type FootnoteFlag = (typeof FOOTNOTE_FLAGS)[number];

export type Implausibility =
  | 'price-above-any-share' // more than 1,000,000 USD a share
  | 'date-after-filing'
  | 'date-impossible' // before 1933, or no calendar date
  | 'price-outside-stated-range' // of the trades that its own footnote says it is the average of
  | 'price-per-ads-shares-ordinary' // count in ordinary shares, price per depositary share
  | 'value-above-any-trade'; // shares times price beyond 100,000,000,000 USD, or more shares than a number can hold exactly
