/** Section 4d, the aggregated volume and price: never a source of figures, only a control of those of section 4c. */

import { required } from '../../../collections.js';
import { findAmounts, type QuotedAmount } from './amounts.js';
import type { FormField } from './field-text.js';
import { gridOf } from './grid.js';
import type { TransactionLot } from './lot.js';
import { leadingNumber } from './numbered-items.js';

export interface AggregatedInformation {
  /** The first count stated. */
  volume: number | null;
  /** Every count stated, and every number without a unit, which may be a price. */
  counts: number[];
  /** Each an average price or a total. */
  money: QuotedAmount[];
}

export function readAggregated(field: FormField | null): AggregatedInformation {
  const read: AggregatedInformation = { volume: null, counts: [], money: [] };
  if (field === null) return read;
  const lines = gridOf(field.rows).flatMap((row) => row.flatMap((cell) => cell.lines));
  for (const line of lines) {
    for (const amount of findAmounts(leadingNumber(line.replace(/^[-–•\s]+/, '')).rest)) {
      if (Number.isNaN(amount.value)) continue;
      const counts =
        amount.role === 'volume' || (amount.unit === null && !amount.isUnitUnknown && amount.role === null);
      if (counts && !amount.isAmbiguousThousands) read.counts.push(amount.value);
      if (counts && read.volume === null) read.volume = amount.isAmbiguousThousands ? null : amount.value;
      else if (amount.role !== 'volume') read.money.push(amount);
    }
  }
  return read;
}

/**
 * What section 4d has against the lots, or null. It may state one volume for all lots, one for each nature and
 * person, or repeat each lot.
 * @param groups for each lot, what tells its nature and person apart from those of others
 */
export function aggregateMismatch(
  lots: TransactionLot[],
  groups: string[],
  stated: AggregatedInformation,
): string | null {
  const { volume, counts, money } = stated;
  if (volume === null || lots.some((lot) => lot.volume === null)) return null;
  const sum = totalVolume(lots);
  const says = (some: number): boolean => counts.some((count) => approximatelyEqual(count, some));
  if (says(sum) || repeatsEachLot(lots, counts)) return null;
  // One aggregate for each day or account.
  if (
    counts.length > 1 &&
    approximatelyEqual(
      counts.reduce((a, b) => a + b, 0),
      sum,
    )
  )
    return null;
  // A price may stand before the volume there.
  if (money.some((a) => a.unit === null && a.value === sum)) return null;
  const each = [...new Set(groups)].map((group) => totalVolume(lots.filter((_, i) => groups[i] === group)));
  if (each.length > 1 && each.some(says)) return null;
  return `lots add up to ${sum}, stated ${volume}`;
}

/** Whether each lot is stated once more: two lots of 20,000 are not the one 20,000 that is stated. */
function repeatsEachLot(lots: TransactionLot[], counts: number[]): boolean {
  const left = [...counts];
  return lots.every((lot) => {
    const at = left.findIndex((count) => approximatelyEqual(count, required(lot.volume, 'volume')));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

export function totalVolume(lots: TransactionLot[]): number {
  return lots.reduce((total, lot) => total + (lot.volume ?? 0), 0);
}

export function approximatelyEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.abs(b);
}
