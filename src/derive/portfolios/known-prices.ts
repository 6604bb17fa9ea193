/**
 * What a known price says of a row of a 13F: a close that a source filed, or the price that the reports of others imply. The
 * other rows of the same report witness nothing: they have the same fault of unit, or none.
 */

import { type FigureVerdict, verdictOf, type Witness } from '../witnesses.js';

/** The raw close (not adjusted for splits) in USD of a security on or shortly before a day; null if unknown. */
export type CloseLookup = (
  security: { cusip: string; titleOfClass: string; nameOfIssuer: string },
  day: string,
) => number | null;

/** How far a price of the day can be from a close on or shortly before it. */
const SAME_PRICE = 0.05;

/** Whether a price is that of a share with this close. */
export function isPriceOfClose(price: number, close: number | null): boolean {
  return close !== null && Math.abs(price / close - 1) <= SAME_PRICE;
}

/** Why a value is contradicted. */
export type ValueFault = 'other-unit' | 'beyond-price';

/** A row of plain shares whose number does not repeat its value. */
export interface ValuedRow {
  cusip: string;
  /** As filed. */
  value: number;
  /** Dollars for one unit of the value column. */
  unit: number;
  shares: number;
}

/** Dollars and thousands. A split of a listed share is at most 1 for 250, and 50 for 1 in what was seen: both are far from it. */
const UNIT_STEP = 1000;
/** Prices of one day are nearer. Berkshire's A share is worth 1,500 B shares: a class that was mistaken is outside. */
const NEAR_UNIT = 1.4;
/** So far above the price no split, class or movement comes. Far below it can be right: a halted share is written off. */
const BEYOND = 2000;
/** A close of cents may be that of another security. */
const LEAST_PRICE = 1;
/** A price that moved within a quarter is nearer. */
const NEAR_PRICE = 2;
/** Values are rounded to the unit, also upwards. */
const ROUNDED = 1;

/**
 * Whether the known price of a share contradicts the value of a row, in the unit of its report. A factor of about a thousand
 * is the other unit, so this witness explains the mistake, and decides alone.
 * @param price null if it is not known
 */
export function valueVerdict(row: ValuedRow, price: number | null): FigureVerdict<ValueFault> {
  return verdictOf(priceWitness(row, price));
}

function priceWitness(
  { cusip, value, unit, shares }: ValuedRow,
  price: number | null,
): Array<Witness<ValueFault>> {
  if (price === null || !(price > 0) || !isNumberOfShare(cusip) || value <= ROUNDED || shares <= 0) return [];
  const ratio = (value * unit) / (shares * price);
  const isNear = (of: number, by: number) => ratio / of <= by && of / ratio <= by;
  const contradicts = (reason: ValueFault) => [{ says: 'contradicts', isStrong: true, reason }] as const;
  if (isNear(UNIT_STEP, NEAR_UNIT) || isNear(1 / UNIT_STEP, NEAR_UNIT)) return [...contradicts('other-unit')];
  if (ratio >= BEYOND && price >= LEAST_PRICE) return [...contradicts('beyond-price')];
  return isNear(1, NEAR_PRICE) ? [{ says: 'agrees', isStrong: true, reason: 'other-unit' }] : [];
}

/**
 * The seventh and eighth characters of a CUSIP are digits for shares, and have a letter for debt. A note of a
 * thousand dollars is one piece for some filers, and a thousand for others.
 */
function isNumberOfShare(cusip: string): boolean {
  const isDigit = (character: string | undefined) =>
    character !== undefined && character >= '0' && character <= '9';
  return isDigit(cusip[6]) && isDigit(cusip[7]);
}
