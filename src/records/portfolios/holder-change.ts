/**
 * What differs between two quarters of one manager and one security. A change is stated only if both quarters were filed:
 * a missing report would make everything look bought.
 */

import type { ManagerQuarterFacts } from './manager-quarter.js';

const HOLDER_CHANGES = ['new', 'added', 'trimmed', 'held', 'exit', 'unknown'] as const;
export type HolderChange = (typeof HOLDER_CHANGES)[number];

/** Bits of a manager in a quarter. */
export const FILER_FLAGS = {
  /** A report of its holdings counts, and was not withdrawn. */
  filed: 1,
  /** Rows are withheld: what is new or gone may have been there before, or still be there. */
  confidential: 2,
  /** A part of its holdings is in the report of another manager. */
  combination: 4,
  /** The report has no position: mostly the positions were handed over, or it is the last report. */
  empty: 8,
} as const;

/** 0 where no report says what it holds: also where only an addition to a report is here, and not the report. */
export function filerFlags({
  state,
  notes,
  positions,
}: Pick<ManagerQuarterFacts, 'state' | 'notes' | 'positions'>): number {
  if (state !== 'holdings' || notes.includes('addition-without-report')) return 0;
  return (
    FILER_FLAGS.filed |
    (notes.includes('confidential-rows-withheld') ? FILER_FLAGS.confidential : 0) |
    (notes.includes('part-with-other-manager') ? FILER_FLAGS.combination : 0) |
    (positions === 0 ? FILER_FLAGS.empty : 0)
  );
}

/** Shares that are off by less do not count as a change: fractions that a split leaves over. */
const SAME = 0.00005;

export interface CompareContext {
  /** The flags of the manager in both quarters; 0 where nothing of it counts. */
  flags: number;
  priorFlags: number;
  /** See `looksSplit`. */
  maybeSplit: boolean;
  /** The manager left or took up this security while the same one, it seems, came or went under another CUSIP. */
  isRenumbered: boolean;
}

/**
 * @param amount shares or principal at the end of the quarter; undefined if it does not hold the security, null if it is
 * not known
 */
export function holderChange(
  amount: number | null | undefined,
  priorAmount: number | null | undefined,
  { flags, priorFlags, maybeSplit }: CompareContext,
): HolderChange {
  if ((flags & priorFlags & FILER_FLAGS.filed) === 0) return 'unknown';
  if (amount === undefined) return 'exit';
  if (priorAmount === undefined) return 'new';
  if (amount === null || priorAmount === null || maybeSplit) return 'unknown';
  if (Math.abs(amount - priorAmount) <= priorAmount * SAME) return 'held';
  return amount > priorAmount ? 'added' : 'trimmed';
}

/** Where new or gone says nothing of a purchase or sale: in an empty report, or under another CUSIP. */
export function isMoved({ flags, priorFlags, isRenumbered }: CompareContext): boolean {
  return isRenumbered || ((flags | priorFlags) & FILER_FLAGS.empty) !== 0;
}

/**
 * False where a withheld part, another manager's report, an empty report or another CUSIP can explain that something is new or
 * gone.
 */
export function isChangeSure(change: HolderChange, context: CompareContext): boolean {
  if (change !== 'new' && change !== 'exit') return change !== 'unknown';
  const elsewhere = FILER_FLAGS.confidential | FILER_FLAGS.combination;
  return !isMoved(context) && ((context.flags | context.priorFlags) & elsewhere) === 0;
}

/** Shares for each share before that splits commonly give; and their inverses, for reverse splits. */
const USUAL_SPLITS = [5 / 4, 4 / 3, 3 / 2, 2, 5 / 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100];
/** How far a ratio may be off: a split leaves fractions over, and a holder's amount is rounded. */
const RATIO_OFF = 0.005;
/** A sole holder may have bought or sold just as much. */
const FEWEST_HOLDERS = 2;
/** How far the median of the holders and the price may be off besides; for a small split less, so not half way to none. */
const MOVED_BESIDES = 1.35;

/**
 * Whether the number of shares seems to have been split between two quarters: at least two of those who held it in both
 * have exactly the ratio of a usual split, the median is near it, and the price moved the other way by about as much.
 * Shares are then not compared.
 * @param ratios shares for each share before, of each holder in both quarters
 * @returns false if either price is not known: a split then looks the same as trades
 */
export function looksSplit(
  ratios: readonly number[],
  price: number | null,
  priorPrice: number | null,
): boolean {
  if (ratios.length < FEWEST_HOLDERS || !price || !priorPrice) return false;
  const middle = median(ratios);
  return USUAL_SPLITS.flatMap((split) => [split, 1 / split]).some((split) => {
    const same = ratios.filter((ratio) => Math.abs(ratio / split - 1) <= RATIO_OFF).length;
    if (same < FEWEST_HOLDERS) return false;
    const allowed = Math.min(MOVED_BESIDES, Math.sqrt(Math.max(split, 1 / split)));
    const isNear = (ratio: number) => ratio < allowed && ratio > 1 / allowed;
    return isNear(middle / split) && isNear((price / priorPrice) * split);
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** Beside a new CUSIP some shares were bought or sold too. */
const SAME_AMOUNT = 0.05;
/** The largest reverse split of a listed share. */
const MOST_SHARES = 250;

/**
 * Whether these are about as many shares, or as many as a usual split makes of them: of two unlike numbers, many are near some
 * whole ratio. An amount that is not known can be any.
 * @param isNewClass whether the title says that there was a reverse split: then any whole ratio will do
 */
export function isSameAfterSplit(before: number | null, after: number | null, isNewClass: boolean): boolean {
  if (before === null || after === null) return true;
  if (before <= 0 || after <= 0) return false;
  const [more, fewer] = [Math.max(before, after), Math.min(before, after)];
  const ratio = more / fewer;
  const isOf = (split: number) => Math.abs(more - fewer * split) <= Math.max(1, more * RATIO_OFF);
  if (ratio - 1 <= SAME_AMOUNT || USUAL_SPLITS.some(isOf)) return true;
  const whole = Math.round(ratio);
  const leftOver = Math.abs(more / whole - fewer);
  return isNewClass && before > after && whole <= MOST_SHARES && leftOver <= Math.max(1, fewer * RATIO_OFF);
}
