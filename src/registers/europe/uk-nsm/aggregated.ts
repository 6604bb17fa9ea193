/**
 * Section 4d, the aggregated volume and price: never a source of figures, only a check of those in section
 * 4c.
 */

import { required } from '../../../collections.js';
import { findAmounts, type QuotedAmount } from './amounts.js';
import type { FormField } from './field-text.js';
import { gridOf } from './grid.js';
import type { TransactionLot } from './lot.js';
import { withoutHoldings } from './lot-clauses.js';
import { isProduct, withoutCosts } from './lot-figures.js';
import { leadingNumber, splitInline } from './numbered-items.js';

export interface AggregatedInformation {
  /** The first count stated. */
  volume: number | null;
  /** Every count stated, and every number without a unit, which may be a price. */
  counts: number[];
  /** Each is an average price or a total. */
  money: QuotedAmount[];
  /** The one whose product with a count is stated too: it is the price of a share. */
  price: QuotedAmount | null;
}

export function readAggregated(field: FormField | null): AggregatedInformation {
  const read: AggregatedInformation = { volume: null, counts: [], money: [], price: null };
  if (field === null) return read;
  const lines = gridOf(field.rows).flatMap((row) => row.flatMap((cell) => cell.lines));
  const parts = lines.flatMap((line) => splitInline(line.replace(/^[-–•\s]+/, '')));
  // `300 shares (net sale)` is what is left of purchases and sales, and no sum of the lots.
  const texts = parts
    .filter((part) => !NET.test(part))
    .map((part) => withoutCosts(leadingNumber(part).rest).replace(TRADES, ' '));
  const traded = texts.map(withoutHoldings);
  // `45,000 shares representing 0.5 per cent` alone is what was traded.
  const isStated = traded.some((text) => findAmounts(text).some(({ unit }) => unit === null));
  for (const text of isStated ? traded : texts) {
    for (const amount of findAmounts(text)) {
      if (Number.isNaN(amount.value)) continue;
      const counts =
        amount.role === 'volume' || (amount.unit === null && !amount.isUnitUnknown && amount.role === null);
      if (counts && !amount.isAmbiguousThousands) read.counts.push(amount.value);
      if (counts && read.volume === null) read.volume = amount.isAmbiguousThousands ? null : amount.value;
      else if (amount.role !== 'volume') read.money.push(amount);
    }
  }
  const { counts, money } = read;
  const isPrice = (some: QuotedAmount): boolean =>
    counts.some((count) => count >= 2 && money.some((total) => isProduct(total, some, count)));
  // Each amount is compared with each other one and each count.
  if (counts.length <= COMPARED_MAX && money.length <= COMPARED_MAX) read.price = money.find(isPrice) ?? null;
  return read;
}

/** Far more than any announcement states there. */
const COMPARED_MAX = 100;

const NET =
  /\bnet (?:sales?|purchases?|acquisitions?|disposals?|position|change|movement|increase|decrease|reduction)\b/i;

/** `N/A - 2 transactions`, `Tranche 2: 10,000`: how many trades, or which, and no count of shares. */
const TRADES =
  /(?<![\d.,])\d{1,3} (?:separate |individual |single )?(?:transactions?|trades?|tranches?|executions?|fills)\b|\b(?:transaction|trade|tranche|lot|day) \d{1,2}\b(?![.,]?\d)/gi;

/**
 * How section 4d contradicts the lots, or null. It may state one volume for all lots, one for each nature and
 * person, or repeat each lot.
 *
 * @param groups for each lot, what distinguishes its nature and person from those of others
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
  // A price may come before the volume there.
  if (money.some((a) => a.unit === null && a.value === sum)) return null;
  const each = [...new Set(groups)].map((group) => totalVolume(lots.filter((_, i) => groups[i] === group)));
  if (each.length > 1 && each.some(says)) return null;
  return `lots add up to ${sum}, stated ${volume}`;
}

/** Whether each lot is stated again: two lots of 20,000 do not match a single stated 20,000. */
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
