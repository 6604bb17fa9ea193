/** The prices that insiders paid or got on a day, as a substitute for a close if no register gives one. */

import { appendTo, byText, median } from '../../collections.js';
import type { RawClose } from '../../records/prices/price.js';

/** A P or S row of the feed, or the part of it that is needed. */
interface TradedPrice {
  /** YYYY-MM-DD */
  date: string;
  /** USD a share. */
  price: number;
  securityTitle: string;
}

/** Titles of securities that are not common shares, or that count in other units. */
const OTHER_SECURITY =
  /\b(?:pref(?:erred|erence)?|warrants?|rights?|units?|notes?|bonds?|debentures?|options?|depositary|ads|adss|adrs?|convertible|series [a-z0-9-]+)\b/i;

/** Whether the title of a security says that it is not the common share, or counts in other units. */
export const namesOtherSecurity = (title: string): boolean => OTHER_SECURITY.test(title);

/** One `form4` price for each day: the median of the day's rows. */
export function tradedCloses(rows: readonly TradedPrice[]): RawClose[] {
  const days = new Map<string, number[]>();
  for (const { date, price, securityTitle } of rows) {
    if (price <= 0 || namesOtherSecurity(securityTitle)) continue;
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
