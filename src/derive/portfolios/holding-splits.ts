/** Splits between two filed quarter ends: the events that are known, and those that only the filings betray. */

import { required } from '../../collections.js';

/** What is needed of a position; see `Position`. */
interface FiledPosition {
  valueUsd: number | null;
  shares: number | null;
  hasPrice: boolean;
}

export interface SplitInfo {
  /** New shares for one old share, by the events that are known. */
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

/** Knows of no event. */
export const noSplits: SplitLookup = () => ({ factor: 1, isSure: false });

/** A price that moves by less than 40 per cent is taken for a move of the market. */
const LARGE_STEP = 0.6;
/** From so many new shares for one old on, no market is likely to have moved the price alone. */
const CERTAIN_SPLIT_RATIO = 5;

/** USD for each share, or for each underlying share of an option, that follows from the filed value; null where none does. */
export function filedPrice({ valueUsd, shares, hasPrice }: FiledPosition): number | null {
  return hasPrice && shares !== null && shares > 0 && valueUsd !== null && valueUsd > 0
    ? valueUsd / shares
    : null;
}

/**
 * New shares for one old share between two reports of one position; null where a split that nobody told of may lie between,
 * or where the share column repeats the value. Without sure prices the filings themselves must speak: when the price that
 * follows from the filed values falls to a half and the shares have doubled, nobody can tell a purchase from a split.
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
  // Three shares for two: the price moves less than the market may, but nobody buys exactly half as many again.
  if (ratio > 1.25 && Math.abs(grown - 1.5) < 0.003) return true;
  if (!isLargeStep(step)) return false;
  return ratio >= CERTAIN_SPLIT_RATIO || grown > Math.sqrt(ratio);
}

/** A price of a share and one some months later, so far apart that a split may lie between. */
export function isLargeStep(step: number): boolean {
  return step <= LARGE_STEP || step >= 1 / LARGE_STEP;
}
