/** Current closes and known splits from stored closes: nothing if they are too old or do not reach far enough. */

import { itemAt } from '../../collections.js';
import { DAY_MS } from '../../dates.js';
import type { SplitInfo } from './holding-splits.js';

export interface DatedClose {
  /** YYYY-MM-DD */
  date: string;
  /** USD, adjusted for splits: in shares of today. */
  close: number;
}

/** The known prices. A function without data returns an empty series, null or 1. */
export interface Prices {
  /** Split-adjusted closes of a ticker, oldest first. */
  closes(ticker: string): readonly DatedClose[];
  /** New shares for one old share between two days: after `from`, up to and with `to`. */
  splitFactor(ticker: string, from: string, to: string): number;
}

export const NO_PRICES: Prices = { closes: () => [], splitFactor: () => 1 };

/** Public closes are two to six weeks late and have gaps; a close older than a quarter is not a current price. */
export const CURRENT_DAYS = 92;

/** The newest close, USD in shares of today; null if it is too old to be called current. */
export function currentClose(closes: readonly DatedClose[], today: string): number | null {
  const newest = closes.at(-1);
  if (newest === undefined) return null;
  return Date.parse(today) - Date.parse(newest.date) <= CURRENT_DAYS * DAY_MS ? newest.close : null;
}

/** The first close of `day` or later. */
export function firstSince(closes: readonly DatedClose[], day: string): DatedClose | undefined {
  let low = 0;
  let high = closes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(closes, middle).date < day) low = middle + 1;
    else high = middle;
  }
  return closes[low];
}

/**
 * The known splits after `from`, up to and including `to`. Adjusted closes begin after the last step that looks like
 * an unrecorded split, so a close from `from` or before proves that none is missing since.
 */
export function knownSplits(prices: Prices, ticker: string, from: string, to: string): SplitInfo {
  return {
    factor: prices.splitFactor(ticker, from, to),
    isSure: closesAround(prices, ticker, from).hasEarlier && closesAround(prices, ticker, to).hasLater,
  };
}

/** Whether there are closes of `day` or before, and of `day` or later; a close that is current on that day is as good. */
export function closesAround(
  prices: Prices,
  ticker: string,
  day: string,
): { hasEarlier: boolean; hasLater: boolean } {
  const closes = prices.closes(ticker);
  const [first, last] = [closes[0], closes.at(-1)];
  return {
    hasEarlier: first !== undefined && first.date <= day,
    hasLater: last !== undefined && (last.date >= day || isNear(last.date, day)),
  };
}

const isNear = (date: string, to: string) => Date.parse(to) - Date.parse(date) <= CURRENT_DAYS * DAY_MS;
