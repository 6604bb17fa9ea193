/** The range that a footnote states for the prices of a row: the price of the row is in it. */

import { OTHER_PRICE, PRICE_RANGE } from './footnote-prices.js';
import type { AmountRange } from './price-currency.js';

/** "$0.3010 to $0.3195", "$10 - 11", "a low of $10 to a high of $11". Bounded: from each digit of a very long number it would read to its end. */
const TWO_AMOUNTS = /\$ ?([\d,]{0,15}\.?\d{1,8})(?=[^$\d;.]{1,24}\$? ?([\d,]{0,15}\.?\d{1,8}))/g;

/**
 * From the lowest to the highest price that the sentences state; null without a range of prices in dollars. A text that speaks of
 * depositary shares or a split states prices of another share.
 */
export function readPriceRange(text: string, sentences: readonly string[]): AmountRange | null {
  const lower = text.toLowerCase();
  if (['split', 'depositary', 'ads', 'adr'].some((word) => lower.includes(word))) return null;
  const amounts = sentences
    .filter((one) => PRICE_RANGE.test(one) && !OTHER_PRICE.test(one))
    .flatMap((sentence) => [...sentence.matchAll(TWO_AMOUNTS)])
    .flatMap(([, low = '', high = '']) => [low, high])
    .map((amount) => Number(amount.replaceAll(',', '')));
  return amounts.length === 0 ? null : [Math.min(...amounts), Math.max(...amounts)];
}
