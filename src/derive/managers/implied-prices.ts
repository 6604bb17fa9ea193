/**
 * The prices that the reports of a quarter imply, and the unit of each report by them. Most managers state dollars, so
 * the middle price of a security is right even if some state thousands.
 */

import { DOLLARS_SINCE } from '../../records/portfolios/form13f.js';
import type { StoredManagerFiling, UnitCheck } from '../../records/portfolios/manager-quarter.js';
import { KIND_MASK, type PackedPosition, POSITION_FLAGS } from '../../records/portfolios/packed-positions.js';
import { valueVerdict } from '../portfolios/known-prices.js';
import { ROWS_COMPARED, unitShown } from '../portfolios/report-unit.js';

/** Fewer prices of one security prove nothing. */
const MIN_PRICES = 5;
/** How far a price may be from the middle one: it moves within a quarter, but not by a factor of hundreds. */
const NEAR = 2;
/** The part of the others that must imply about the same price: where many state thousands the middle one may be wrong. */
const MOST = 0.8;
/** A price of a report in the other unit is a price too. */
const UNITS = [1, 1000, 0.001];
/** How far apart prices of one day can be by rounding, and by the exchange that they are of. */
const SAME_PRICE = 0.05;

/** Dollars for one unit of the value column, by the filing date alone. */
export function factorByDate({ filedDate }: Pick<StoredManagerFiling, 'filedDate'>): number {
  return filedDate < DOLLARS_SINCE ? 1000 : 1;
}

/** Only plain shares with a value and a number have a price, and none whose number repeats the value. */
function impliedPrice(position: PackedPosition): number | null {
  return (position.flags & POSITION_FLAGS.noPrice) !== 0 ? null : valueOfShare(position);
}

function valueOfShare({ flags, value, amount, key }: PackedPosition): number | null {
  if ((flags & KIND_MASK) !== 0 || key.startsWith('?')) return null;
  return value !== null && amount !== null && value > 0 && amount > 0 ? value / amount : null;
}

/** Whether a number of shares that equals the value can be right: if the value was typed again, the price is any other. */
const isSamePrice = (price: number, middle: number) => Math.abs(price / middle - 1) <= SAME_PRICE;

const isNearPrice = (price: number, middle: number) => price <= middle * NEAR && price >= middle / NEAR;

const append = (prices: Map<string, number[]>, key: string, price: number) => {
  const known = prices.get(key);
  if (known === undefined) prices.set(key, [price]);
  else known.push(price);
};

/** Null for fewer than five. */
function middleOf(prices: number[]): number | null {
  prices.sort((a, b) => a - b);
  return prices.length < MIN_PRICES ? null : (prices[Math.floor(prices.length / 2)] as number);
}

export class ImpliedPrices {
  private readonly prices = new Map<string, number[]>();
  /** The prices that rows imply whose number repeats the value. */
  private readonly repeated = new Map<string, number[]>();
  private readonly middles = new Map<string, number | null>();

  add(positions: readonly PackedPosition[], factor: number): void {
    for (const position of positions) {
      const price = valueOfShare(position);
      if (price === null) continue;
      append(impliedPrice(position) === null ? this.repeated : this.prices, position.key, price * factor);
    }
  }

  /**
   * Dollars for a share; null if fewer than five reports imply one. A share can cost one dollar: where five have as many shares
   * as value, and no other price contradicts them, they are right.
   */
  middle(key: string): number | null {
    let middle = this.middles.get(key);
    if (middle === undefined) {
      const prices = this.prices.get(key) ?? [];
      middle = middleOf(prices);
      if (prices.length < MIN_PRICES) {
        const same = middleOf(this.repeated.get(key) ?? []);
        const fits = (price: number) => UNITS.some((unit) => isSamePrice(price * unit, same ?? 0));
        middle = prices.every(fits) ? same : null;
      }
      this.middles.set(key, middle);
    }
    return middle;
  }

  /**
   * The flags of a position, without the one for a number that repeats the value if the others show that it is right.
   * @param factor dollars for one unit of its value
   */
  flagsOf(position: PackedPosition, factor: number): number {
    const { key, flags } = position;
    if ((flags & POSITION_FLAGS.noPrice) === 0) return flags;
    const [price, middle] = [valueOfShare(position), this.middle(key)];
    const isPrice = price !== null && middle !== null && isSamePrice(price * factor, middle);
    return isPrice ? flags & ~POSITION_FLAGS.noPrice : flags;
  }

  /**
   * Dollars for one unit of the value column of a report. Decided for the whole report, never for a row: a single bad
   * row, or a warrant of cents, decides nothing.
   * @param positions the largest first
   */
  factorOf(
    filing: StoredManagerFiling,
    positions: readonly PackedPosition[],
  ): { factor: number; check: UnitCheck } {
    const byDate = factorByDate(filing);
    const plain = positions.filter((one) => impliedPrice(one) !== null).slice(0, ROWS_COMPARED);
    const ratios = plain.flatMap((one) => {
      const middle = this.middle(one.key);
      return middle === null ? [] : [((impliedPrice(one) as number) * byDate) / middle];
    });
    const shown = unitShown(ratios, plain.length);
    if (shown === null) return { factor: byDate, check: 'unchecked' };
    if (shown.times === null) return { factor: byDate, check: 'undecided' };
    const { times } = shown;
    // Not times 0.001, which would leave fractions of a cent.
    const factor = times === 0.001 ? byDate / 1000 : byDate * times;
    return { factor, check: times === 1 ? 'confirmed' : 'corrected' };
  }

  /**
   * Whether what other reports imply contradicts the value of a position.
   * @param factor dollars for one unit of its value
   * @param byDate the same by the filing date: its price is among those that were added so
   */
  isContradicted(position: PackedPosition, factor: number, byDate: number): boolean {
    const price = impliedPrice(position);
    if (price === null) return false;
    const { key: cusip, value, amount } = position;
    const middle = this.middle(cusip);
    // Nearly all: a verdict on each of millions would cost more than all prices.
    if (middle === null || isNearPrice(price * factor, middle)) return false;
    const row = { cusip, value: value as number, unit: factor, shares: amount as number };
    return valueVerdict(row, this.middleOfOthers(cusip, price * byDate)).is === 'contradicted';
  }

  /** The middle price, if five or more others imply about as much, and most of them do. A row does not support itself. */
  private middleOfOthers(key: string, own: number): number | null {
    const prices = this.prices.get(key) ?? [];
    const middle = this.middle(key);
    if (middle === null) return null;
    const agreeing =
      prices.filter((price) => isNearPrice(price, middle)).length - (isNearPrice(own, middle) ? 1 : 0);
    return agreeing >= MIN_PRICES && agreeing >= (prices.length - 1) * MOST ? middle : null;
  }
}
