/** Figures that no trade can have, judged by the row alone. */

import type { Witness } from '../witnesses.js';
import type { FigureContradiction } from './contradiction-reasons.js';
import { significantDigits } from './misplaced-decimals.js';
import type { PricedTrade } from './priced-trade.js';

/** The most that a share has cost in a currency: bonds and certificates cost more. */
const HIGHEST_SHARE_PRICE: ReadonlyMap<string, number> = new Map([
  ['SEK', 20_000],
  ['EUR', 10_000],
  ['GBP', 10_000],
]);
/** In which a trade of `HIGHEST_VALUE` was never notified. One of a yen or a forint is worth too little. */
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set('SEK EUR GBP USD CHF CAD AUD NOK DKK'.split(' '));
const HIGHEST_VALUE = 1e10;
/** At a price above that of any share, of whatever instrument. */
const HIGHEST_VALUE_AT_HIGH_PRICE = 1e9;
/** Below it, parts of a share are bought in savings plans. */
const LEAST_PRICE_OF_A_PART = 5_000;
/** At round numbers below it, price and number can be equal by chance. */
const HIGHEST_EQUAL = 1_000;

/** What contradicts the row in its own figures; none confirms it. */
export function ownWitnesses(one: PricedTrade): Array<Witness<FigureContradiction>> {
  const reason = impossibleFigure(one);
  return reason === null ? [] : [{ says: 'contradicts', isStrong: true, reason }];
}

function impossibleFigure({ price, volume, value, currency, kind }: PricedTrade): FigureContradiction | null {
  const isHigh = price > (HIGHEST_SHARE_PRICE.get(currency) ?? Number.POSITIVE_INFINITY);
  if (KNOWN_CURRENCIES.has(currency) && value > (isHigh ? HIGHEST_VALUE_AT_HIGH_PRICE : HIGHEST_VALUE))
    return 'value-above-any-trade';
  if (isHigh && kind === 'share') return 'price-above-any-share';
  if (kind === 'share' && volume < 1 && price > LEAST_PRICE_OF_A_PART) return 'less-than-one-share';
  if (price === volume && (price > HIGHEST_EQUAL || significantDigits(price) > 2))
    return 'price-equals-number';
  return null;
}
