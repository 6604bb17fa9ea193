/**
 * The prices that the reports of a quarter imply, and the unit of each report by them. Most managers state dollars, so
 * the middle price of a security is right even if some state thousands.
 */

import { DOLLARS_SINCE } from '../../records/portfolios/form13f.js';
import type { StoredManagerFiling, UnitCheck } from '../../records/portfolios/manager-quarter.js';
import { KIND_MASK, type PackedPosition, POSITION_FLAGS } from '../../records/portfolios/packed-positions.js';

/** Fewer prices of one security prove nothing. */
const MIN_PRICES = 5;
/** The large rows of a report: its smallest ones are rounded. */
const POSITIONS_COMPARED = 20;
const MIN_COMPARED = 3;
/** How far a price may be from the middle one: it moves within a quarter, but not by a factor of hundreds. */
const NEAR = 2;

/** Dollars for one unit of the value column, by the filing date alone. */
export function factorByDate({ filedDate }: Pick<StoredManagerFiling, 'filedDate'>): number {
  return filedDate < DOLLARS_SINCE ? 1000 : 1;
}

/** Only plain shares with a value and a number have a price. */
function impliedPrice({ flags, value, amount, key }: PackedPosition): number | null {
  if ((flags & (KIND_MASK | POSITION_FLAGS.noPrice)) !== 0 || key.startsWith('?')) return null;
  return value !== null && amount !== null && value > 0 && amount > 0 ? value / amount : null;
}

export class ImpliedPrices {
  private readonly prices = new Map<string, number[]>();
  private readonly middles = new Map<string, number | null>();

  add(positions: readonly PackedPosition[], factor: number): void {
    for (const position of positions) {
      const price = impliedPrice(position);
      if (price === null) continue;
      const known = this.prices.get(position.key);
      if (known === undefined) this.prices.set(position.key, [price * factor]);
      else known.push(price * factor);
    }
  }

  /** Dollars for a share; null if fewer than five reports imply one. */
  middle(key: string): number | null {
    let middle = this.middles.get(key);
    if (middle === undefined) {
      const prices = this.prices.get(key) ?? [];
      prices.sort((a, b) => a - b);
      middle = prices.length < MIN_PRICES ? null : (prices[Math.floor(prices.length / 2)] as number);
      this.middles.set(key, middle);
    }
    return middle;
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
    const plain = positions.filter((one) => impliedPrice(one) !== null).slice(0, POSITIONS_COMPARED);
    const ratios = plain.flatMap((one) => {
      const middle = this.middle(one.key);
      return middle === null ? [] : [((impliedPrice(one) as number) * byDate) / middle];
    });
    if (ratios.length === 0 || ratios.length < Math.min(MIN_COMPARED, plain.length))
      return { factor: byDate, check: 'unchecked' };
    ratios.sort((a, b) => a - b);
    const ratio = ratios[Math.floor(ratios.length / 2)] as number;
    if (ratio >= 1 / NEAR && ratio <= NEAR) return { factor: byDate, check: 'confirmed' };
    if (ratio >= 1 / (1000 * NEAR) && ratio <= NEAR / 1000)
      return { factor: byDate * 1000, check: 'corrected' };
    if (ratio >= 1000 / NEAR && ratio <= 1000 * NEAR) return { factor: byDate / 1000, check: 'corrected' };
    return { factor: byDate, check: 'undecided' };
  }
}
