/** Finds splits between two filed quarter ends: the known events, and those that only the filings show. */

import { required } from '../../collections.js';

/** What split detection needs of a position. */
interface FiledPosition {
  valueUsd: number | null;
  shares: number | null;
  hasPrice: boolean;
}

export interface SplitInfo {
  /** New shares for one old share, by the known events. */
  factor: number;
  /** Closes on both sides show that no event is missing. */
  isSure: boolean;
}

/** The splits of a security after `from`, up to and with `to` (YYYY-MM-DD). */
export type SplitLookup = (security: SplitSecurity, from: string, to: string) => SplitInfo;

interface SplitSecurity {
  cusip: string;
  nameOfIssuer: string;
  titleOfClass: string;
}

/** Knows no events. */
export const noSplits: SplitLookup = () => ({ factor: 1, isSure: false });

/** A price that moves by less than 40 per cent is taken for a market move. */
const LARGE_STEP = 0.6;
/** From this many new shares for one old share on, the market alone is unlikely to have moved the price. */
const CERTAIN_SPLIT_RATIO = 5;

/**
 * USD for each share, or for each underlying share of an option, that follows from the filed value; null if there is
 * none.
 */
export function filedPrice({ valueUsd, shares, hasPrice }: FiledPosition): number | null {
  return hasPrice && shares !== null && shares > 0 && valueUsd !== null && valueUsd > 0
    ? valueUsd / shares
    : null;
}

/**
 * New shares for one old share between two reports of one position; null if there may be an unrecorded split between
 * them, or if the share column repeats the value. Without reliable prices only the filings can decide: if the price
 * that follows from the filed values falls to a half and the shares have doubled, a purchase cannot be distinguished
 * from a split.
 */
export function splitFactorBetween(
  before: FiledPosition,
  after: FiledPosition,
  { factor, isSure }: SplitInfo,
): number | null {
  if (!before.hasPrice || !after.hasPrice) return null;
  const [old, now] = [filedPrice(before), filedPrice(after)];
  if (isSure || old === null || now === null) return factor;
  const shares = required(after.shares, 'shares') / (required(before.shares, 'shares') * factor);
  return isSplitLike((now * factor) / old, shares) ? null : factor;
}

/** `step`: new price for old price; `shares`: new shares for old shares, both without the known splits. */
function isSplitLike(step: number, shares: number): boolean {
  if (Math.abs(shares - 1) < 0.000_05) return false;
  const ratio = step < 1 ? 1 / step : step;
  const grown = step < 1 ? shares : 1 / shares;
  // Three shares for two: the price moves less than the market may, but a manager hardly buys exactly half as many
  // again.
  if (ratio > 1.25 && Math.abs(grown - 1.5) < 0.003) return true;
  if (!isLargeStep(step)) return false;
  return ratio >= CERTAIN_SPLIT_RATIO || grown > Math.sqrt(ratio);
}

/** A price of a share and one some months later, so far apart that there may be a split between them. */
export function isLargeStep(step: number): boolean {
  return step <= LARGE_STEP || step >= 1 / LARGE_STEP;
}
