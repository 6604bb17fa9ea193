/**
 * A row of section 4c that is the sum of the others: an aggregate without a label, or with the label in its
 * cells.
 */

import { itemAt } from '../../../collections.js';
import { type AggregatedInformation, approximatelyEqual, totalVolume } from './aggregated.js';
import type { MoneyUnit } from './amounts.js';
import type { TransactionLot } from './lot.js';
import { isSameMoney } from './lot-figures.js';

/**
 * The lots without the row that adds them up, or with a warning where it may be one more lot. Only lots of
 * the same nature and person add up, or a row without nature and person adds up all of them: 26,000
 * exercised, 12,000 sold for tax and 14,000 sold are three lots.
 *
 * @param groups for each lot, what distinguishes its nature and person from those of others
 */
export function withoutSumRows(
  lots: TransactionLot[],
  groups: string[],
  stated: AggregatedInformation,
): { kept: number[]; warning: string | null } {
  const all = lots.map((_, i) => i);
  const whole = { kept: all, warning: null };
  if (lots.length < 2 || !lots.every(hasVolume)) return whole;
  const alike = new Set(groups).size === 1;
  const sum = totalVolume(lots);
  if (lots.length === 2 && !alike) return whole;
  if (lots.length === 2) return withoutSumOfTwo(itemAt(lots, 0), itemAt(lots, 1), stated);
  const at = all.filter(
    (i) =>
      approximatelyEqual(itemAt(lots, i).volume, sum - itemAt(lots, i).volume) &&
      (alike || isOfNone(itemAt(lots, i), lots)),
  );
  if (at.length === 0) return whole;
  const total = itemAt(lots, itemAt(at, 0));
  const rest = all.filter((i) => itemAt(lots, i) !== total);
  const says = (some: number): boolean => stated.counts.some((count) => approximatelyEqual(count, some));
  // Section 4d counts it in addition to the others: it is a lot that happens to equal their sum.
  if (says(sum)) return whole;
  const others = rest.map((i) => itemAt(lots, i));
  if (others.every((lot) => haveOtherDays(lot, total))) return whole;
  // `Released 10,000 for nil, sold 4,712 at £4.10, retained 5,288`: no sum of figures with a price is free.
  const isFree = total.isNil && others.some((lot) => lot.price !== null);
  // The sum of lots with a price that section 4d states may have another label: `Whole order`.
  const isStated = says(total.volume) && others.every((lot) => lot.price !== null);
  if (isFree || (total.price === null && !isStated && hasOwnLabel(total, others))) return whole;
  // Without a price like another of the lots, it is no more a sum than that one.
  if (isUnpriced(total) && others.some(isUnpriced) && !says(total.volume)) return whole;
  if (says(total.volume)) return { kept: rest, warning: null };
  // A sum is above or below what it adds up: 10,000, 20,000 and 10,000 are three lots.
  const isBetween = total !== lots[0] && total !== lots.at(-1);
  if (isBetween && alike && total.price !== null) return whole;
  // The average of equal prices is the same for a sum and for one more lot.
  if (others.every((lot) => isSameQuote(lot, total))) {
    if (hasOwnLabel(total, others)) return whole;
    if (!alike || (total === lots.at(-1) && isOnlyUndated(total, others)))
      return { kept: rest, warning: null };
  } else if (isAverage(total, others)) return { kept: rest, warning: null };
  return { kept: all, warning: `one of ${lots.length} lots is the sum of the others: ${total.volume}` };
}

type CountedLot = TransactionLot & { volume: number };

function hasVolume(lot: TransactionLot): lot is CountedLot {
  return lot.volume !== null;
}

function isUnpriced({ price, isNil }: TransactionLot): boolean {
  return price === null && !isNil;
}

/** Every other lot names its person or nature, by number or by word, but this one does not. */
function isOfNone(lot: TransactionLot, lots: TransactionLot[]): boolean {
  const isPaired = ({ number, label }: TransactionLot): boolean => number !== null || label !== '';
  return !isPaired(lot) && lots.every((other) => other === lot || isPaired(other));
}

function haveOtherDays(a: TransactionLot, b: TransactionLot): boolean {
  return a.date !== null && b.date !== null && a.date !== b.date;
}

function isOnlyUndated(lot: TransactionLot, others: TransactionLot[]): boolean {
  return lot.date === null && others.every(({ date }) => date !== null);
}

function isSameQuote(a: TransactionLot, b: TransactionLot): boolean {
  const [first, second] = [a.price, b.price];
  if (first === null || second === null) return a.isNil && b.isNil;
  const units: Array<MoneyUnit | null> = [first.unit ?? a.headerUnit, second.unit ?? b.headerUnit];
  return first.value === second.value && alikeUnits(itemAt(units, 0), itemAt(units, 1));
}

/** `ISA`, `SIPP`, `Direct`: every row says what it is, and this one says something else than the others. */
function hasOwnLabel(lot: TransactionLot, others: TransactionLot[]): boolean {
  const said = (some: TransactionLot): string => `${some.number ?? ''} ${some.label}`.trim();
  const sums = /\b(?:all|both|combined|together|total|overall|joint(?:ly)?)\b/i.test(lot.label);
  return (
    !sums && said(lot) !== '' && others.every((other) => said(other) !== '' && said(other) !== said(lot))
  );
}

/**
 * One lot and its aggregate look like two equal lots: only if section 4d states one of them is one surplus.
 */
function withoutSumOfTwo(
  a: CountedLot,
  b: CountedLot,
  { counts }: AggregatedInformation,
): { kept: number[]; warning: string | null } {
  if (haveOtherDays(a, b)) return { kept: [0, 1], warning: null };
  const listed = counts.filter((count) => approximatelyEqual(count, a.volume)).length;
  const sum = counts.some((count) => approximatelyEqual(count, a.volume + b.volume));
  if (!approximatelyEqual(a.volume, b.volume) || listed !== 1 || sum) return { kept: [0, 1], warning: null };
  if (b.price === null && !b.isNil) return { kept: [0], warning: null };
  if (a.price === null && !a.isNil) return { kept: [1], warning: null };
  const same = a.isNil === b.isNil && a.price?.text === b.price?.text;
  return same
    ? { kept: [0], warning: null }
    : { kept: [0, 1], warning: `two lots of ${a.volume}, and section 4d states one` };
}

/** A row without a price, or with the average price or the total of the others. */
function isAverage(total: CountedLot, others: CountedLot[]): boolean {
  if (total.price === null) return !total.isNil;
  const { value, unit, text } = total.price;
  const own = unit ?? total.headerUnit;
  let product = 0;
  for (const lot of others) {
    if (lot.price === null) return false;
    const quoted = lot.price.unit ?? lot.headerUnit;
    if (!alikeUnits(own, quoted)) return false;
    product += lot.price.value * lot.volume;
  }
  const average = product / total.volume;
  return isRounded(value, average, text) || isNear(value, product) || isNear(value * 100, product);
}

function alikeUnits(a: MoneyUnit | null, b: MoneyUnit | null): boolean {
  return a === null || b === null ? a === b : isSameMoney(1, a, 1, b);
}

/** The average as far as it is written: 125.3p is not that of 125.0p and 125.2p. */
function isRounded(value: number, average: number, written: string): boolean {
  const decimals = /\.(\d+)/.exec(written)?.[1]?.length ?? 0;
  return isNear(value, average) && Math.abs(value - average) <= 10 ** -decimals;
}

/** Averages are rounded, to a penny at worst. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.005 * Math.abs(b);
}
