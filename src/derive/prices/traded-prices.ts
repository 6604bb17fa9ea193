/** What insiders paid or got on a day, as a stand-in for a close where no register gives one. */

import { appendTo, byText, median } from '../../collections.js';
import type { RawClose } from '../../records/prices/price.js';

/** A P or S row of the feed, or what is needed of it. */
interface TradedPrice {
  /** YYYY-MM-DD */
  date: string;
  /** USD a share. */
  price: number;
  securityTitle: string;
}

/** Titles of what is no common share, or counts otherwise than one. */
const OTHER_SECURITY =
  /\b(?:pref(?:erred|erence)?|warrants?|rights?|units?|notes?|bonds?|debentures?|options?|depositary|ads|adss|adrs?|convertible|series [a-z0-9-]+)\b/i;

/** One `form4` price for each day: the median of the day's rows. */
export function tradedCloses(rows: readonly TradedPrice[]): RawClose[] {
  const days = new Map<string, number[]>();
  for (const { date, price, securityTitle } of rows) {
    if (price <= 0 || OTHER_SECURITY.test(securityTitle)) continue;
    appendTo(days, date, price);
  }
  return [...days]
    .map(([date, prices]): RawClose => ({ date, close: medianPrice(prices), kind: 'form4' }))
    .sort(byText(({ date }) => date));
}

/** The median; the mean of two prices has at most four decimals. */
function medianPrice(prices: number[]): number {
  const middle = median(prices);
  return prices.length % 2 === 1 ? middle : Number(middle.toFixed(4));
}
