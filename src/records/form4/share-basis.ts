/** Sums of shares that know of splits: shares from both sides of one are put on one basis, or their sum is unknown. */

import { byText } from '../../collections.js';
import { addDays } from '../../dates.js';
import type { Split } from '../prices/price.js';
import { titleBesideCommon } from './security-title.js';

/** A split of an issuer's shares, between two days that are known to be on either side of it. */
export interface ShareSplit {
  /** The last day on which shares are known to be old ones, YYYY-MM-DD. */
  oldUntil: string;
  /** The first day on which they are known to be new ones. */
  newFrom: string;
  /** New shares for one old share; null where only a jump of all prices shows the split. */
  factor: number | null;
  /** As `titleBesideCommon` gives it; absent where the common shares were split. */
  title?: string;
}

/** Whether the split is one of securities with this title. */
export function isSplitOf({ title }: ShareSplit, securityTitle: string): boolean {
  return (title ?? null) === titleBesideCommon(securityTitle);
}

/** A split as a filing states it in words. */
export interface StatedSplit {
  /** YYYY-MM-DD; that of the effect, of the distribution, or near it. */
  date: string;
  /** New shares for one old share. */
  factor: number;
}

/** What is added up: shares of one or several trades, between two days. */
export interface AddedShares {
  firstDate: string;
  lastDate: string;
  shares: number;
  /** Null for securities of several kinds. */
  title: string | null;
}

/** `adjusted`: older shares were converted to those after the split. `unknown`: they cannot be, and the sum is unknown. */
export type SplitMark = 'adjusted' | 'unknown';

/**
 * The sum of shares, in shares as of the last day; as filed where no split is between them. Only sums over time need it: what is
 * on one side of a split is added as it is.
 */
export function sumOnOneBasis(
  added: readonly AddedShares[],
  splits: readonly ShareSplit[],
): { shares: number | null; split?: SplitMark } {
  const plain = () => added.reduce((total, { shares }) => total + shares, 0);
  const isOf = (split: ShareSplit, { title }: AddedShares) => title === null || isSplitOf(split, title);
  const between = splits.filter((split) =>
    isBetween(
      added.filter((one) => isOf(split, one)),
      split,
    ),
  );
  if (between.length === 0) return { shares: plain() };
  let sum = 0;
  for (const one of added) {
    let converted = one.shares;
    for (const split of between) {
      const { oldUntil, newFrom, factor } = split;
      if (one.firstDate >= newFrom || !isOf(split, one)) continue;
      if (one.lastDate > oldUntil || factor === null || one.title === null)
        return { shares: null, split: 'unknown' };
      converted *= factor;
    }
    sum += converted;
  }
  return { shares: sum, split: 'adjusted' };
}

/** Whether some of what is added comes before the split, or may, and some after it. Trades of one day have one basis. */
function isBetween(added: readonly AddedShares[], { oldUntil, newFrom }: ShareSplit): boolean {
  const [first] = added;
  if (added.every(({ firstDate, lastDate }) => firstDate === first?.firstDate && lastDate === firstDate))
    return false;
  const isBefore = added.some(({ firstDate }) => firstDate < newFrom);
  return isBefore && added.some(({ lastDate }) => lastDate > oldUntil);
}

/**
 * The splits that are known of an issuer, the oldest first: those of a file of prices, which state their day and their ratio, and
 * those that filings show beside them.
 */
export function knownSplits(seen: readonly ShareSplit[], filed: readonly Split[]): ShareSplit[] {
  const known: ShareSplit[] = [];
  for (const { date, numerator, denominator } of filed) {
    const factor = numerator / denominator;
    const same = known.find(({ newFrom }) => newFrom === date);
    if (same === undefined) known.push({ oldUntil: addDays(date, -1), newFrom: date, factor });
    // Two sources that disagree.
    else if (same.factor !== null && Math.abs(same.factor / factor - 1) > 1e-6) same.factor = null;
  }
  const isFiled = ({ oldUntil, newFrom }: ShareSplit) =>
    known.some((one) => one.newFrom > oldUntil && one.newFrom <= newFrom);
  return [...known, ...seen.filter((split) => split.title !== undefined || !isFiled(split))].sort(
    byText(({ newFrom }) => newFrom),
  );
}
