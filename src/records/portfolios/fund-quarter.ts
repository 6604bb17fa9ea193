/** One quarter of a 13F filer as it is stored: its facts, and each position with all that a comparison needs. */

import type { TrackerQuarter } from '../../../tools/contract/shapes/tracker-changes.js';

/** A position of the effective report; see `Position` for the fields without a comment. */
export interface QuarterPosition {
  key: string;
  cusip: string;
  nameOfIssuer: string;
  titleOfClass: string;
  putCall: 'Put' | 'Call' | null;
  amountType: 'SH' | 'PRN' | null;
  shares: number | null;
  principalUsd: number | null;
  valueUsd: number | null;
  hasPrice: boolean;
  /** Null if it is not certain. */
  ticker: string | null;
  /** Shares at the end of the quarter for one share before all known splits. */
  splitFactor: number;
  /** Whether closes from before and after the end of the quarter show that no later or earlier split is missing. */
  hasEarlierCloses: boolean;
  hasLaterCloses: boolean;
}

export interface FundQuarter {
  facts: TrackerQuarter;
  positions: QuarterPosition[];
}
