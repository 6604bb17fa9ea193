/** The range that a footnote states for the prices of a row: the price of the row is in it. */

import { isOfOtherPrices, type Sentence, saysSeveralPrices } from './footnote-flags.js';
import type { AmountRange } from './price-currency.js';

/** "$0.3010 to $0.3195", "$10 - 11". Bounded: from each digit of a very long number it would read to its end. */
const TWO_AMOUNTS =
  /\$ ?([\d,]{0,15}\.?\d{1,8})(?!,?\d|\.\d)([^$\d;.]{1,24})(?=\$? ?([\d,]{0,15}\.?\d{1,8})(?!,?\d|\.\d))/g;
/** What is between the two ends of a range, without blanks and commas. */
const JOINS = new Set(['to', '-', 'and', 'through', 'upto', 'toahighof', 'pershareto', 'pershareand']);

/** Then the price is another one than the trades had, the prices are those of other trades or securities, or may be in other dollars. */
const OTHER_SUBJECTS = [
  ...[
    'split',
    'depositary',
    ' ads',
    ' adr',
    'dividend',
    'employee',
    '16(b)',
    'matchable',
    'matched',
    'traded',
  ],
  ...[' limit ', 'minimum', 'maximum', 'target', 'exercisable', 'discount', 'commissions', 'net of', ' fees'],
  ...['dollar', 'currency', 'exchange rate', 'toronto', 'tsx'],
];

/**
 * From the lowest to the highest price that the text states; null without a range of prices in dollars that were paid for these shares.
 * Amounts beside the range count too: "1,000 shares at $14.00 and the others at prices ranging from $15.10 to $15.40".
 * @param lower the text in small letters
 */
export function readPriceRange(
  text: string,
  lower: string,
  sentences: readonly Sentence[],
): AmountRange | null {
  if (OTHER_SUBJECTS.some((words) => lower.includes(words))) return null;
  const priced = sentences.filter(({ all }) => all.includes('$'));
  if (!priced.some((one) => saysSeveralPrices([one]) === 'yes') || priced.some(isOfOtherPrices)) return null;
  const amounts = [...text.matchAll(TWO_AMOUNTS)]
    .filter(([, , join = '']) => JOINS.has(join.toLowerCase().replaceAll(' ', '').replaceAll(',', '')))
    .flatMap(([, low = '', , high = '']) => [low, high])
    .map((amount) => Number(amount.replaceAll(',', '')));
  if (amounts.length === 0) return null;
  const [, ...behindDollar] = text.replaceAll(',', '').split('$');
  const all = [...amounts, ...behindDollar.map(Number.parseFloat).filter(Number.isFinite)];
  return [Math.min(...all), Math.max(...all)];
}
