/** The prices that insiders paid or got on a day, as a substitute for a close if no register gives one. */

import type { RawClose } from '../../records/prices/price.js';

/** A P or S row of the feed, or the part of it that is needed. */
export interface TradedPrice {
  /** YYYY-MM-DD */
  date: string;
  /** USD a share. */
  price: number;
  securityTitle: string;
}

/** Titles of securities that are not common shares, or that count in other units. */
const OTHER_SECURITY =
  /\b(?:pref(?:erred|erence)?|warrants?|rights?|units?|notes?|bonds?|debentures?|options?|depositary|ads|adss|adrs?|convertible|series [a-z0-9-]+)\b/i;

/** One `form4` price for each day: the median of the day's rows. */
export function tradedCloses(rows: readonly TradedPrice[]): RawClose[] {
  const days = new Map<string, number[]>();
  for (const { date, price, securityTitle } of rows) {
    if (price <= 0 || OTHER_SECURITY.test(securityTitle)) continue;
    const prices = days.get(date);
    if (prices === undefined) days.set(date, [price]);
    else prices.push(price);
  }
  return [...days]
    .map(([date, prices]): RawClose => ({ date, close: median(prices), kind: 'form4' }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return Number(((sorted[middle - 1]! + sorted[middle]!) / 2).toFixed(4));
}
