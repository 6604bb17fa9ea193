/** One quarter of a 13F filer as it is stored: its facts, and each position with all that a comparison needs. */

import type { TrackerQuarter } from '../../../tools/contract/shapes/tracker-changes.js';

/**
 * All rows of one security that belong together: never across put and call, share classes, or shares and principal.
 */
export interface Position {
  /** CUSIP, put or call, shares or principal: the identity of the position from quarter to quarter. */
  key: string;
  cusip: string;
  nameOfIssuer: string;
  titleOfClass: string;
  putCall: 'Put' | 'Call' | null;
  amountType: 'SH' | 'PRN' | null;
  /** Shares, or underlying shares of an option; null for a principal amount and if a row cannot be read. */
  shares: number | null;
  /** USD of a bond; null for shares. */
  principalUsd: number | null;
  /** Null if the value of a row cannot be read, or if a known price contradicts it. */
  valueUsd: number | null;
  /** False if a row has no known value, or repeats it in the share column: it gives no price, and its shares are unreliable. */
  hasPrice: boolean;
}

/** A position as a quarter keeps it. */
export interface QuarterPosition extends Position {
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
