/** What a sale on Form 4 says against the number and the value of the notice that announced it. */

import { median } from '../../collections.js';
import { daysBetween } from '../../dates.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import type { NoticeDoubt, SecurityToSell } from '../../records/form144/form144.js';
import type { Form4Sale } from '../../records/form144/planned-sale.js';
import { verdictOf, type Witness } from '../witnesses.js';

/** No price moves by more in the days that are compared. */
const MAX_MOVE = 20;
/** How near the value must be to the price of a share if it is that of one. */
const NEAR = 2;
/** USD. Less is a par value, or that of a private transfer. */
const LEAST_PRICE = 0.05;
/** Sales further from the intended day may be on the other side of a split. */
const DAYS = 31;

/**
 * Value divided by number is the price of a share; the sales know it. A value that is the price of one share says nothing about the
 * number; else either of them can be the wrong one.
 * @param day the intended one
 * @param sales of the person, the class and the days of the notice
 */
export function doubtsBySales(
  { title, shares, marketValue: value }: SecurityToSell,
  day: string,
  sales: readonly Form4Sale[],
): NoticeDoubt[] {
  const prices = sales
    .filter(({ tradeDate }) => Math.abs(daysBetween(tradeDate, day)) <= DAYS)
    .filter(({ title: sold }) => namesUnits(sold) === namesUnits(title))
    .flatMap(({ pricePerShare: price }) => (price === null || price < LEAST_PRICE ? [] : [price]));
  if (!shares || !value || prices.length === 0) return [];
  const price = median(prices);
  const isOne = timesApart(value, price) <= NEAR && shares > NEAR;
  const witness: Witness<NoticeDoubt> = {
    says: timesApart(value / shares, price) > MAX_MOVE ? 'contradicts' : 'agrees',
    isStrong: true,
    reason: isOne ? 'value-not-of-all-shares' : 'number-or-value-unlike-sale',
  };
  const verdict = verdictOf([witness]);
  return verdict.is === 'contradicted' ? verdict.reasons : [];
}

const namesUnits = (title: string): boolean =>
  normaliseTitle(title)
    .split(' ')
    .some((word) => word === 'unit' || word === 'units');

const timesApart = (a: number, b: number): number => Math.max(a / b, b / a);
