/** The lines of section 4c without column headings that may hold figures, and which of them only sum up others. */

import type { MoneyUnit } from './amounts.js';
import type { ColumnRole } from './grid.js';
import { AVERAGE, NOT_GIVEN, SUMMARY } from './lot.js';
import { clausesOf } from './lot-clauses.js';
import { amountsOf } from './lot-figures.js';
import { splitInline } from './numbered-items.js';

export interface UnheadedLine {
  /** What the label of its cell says about it. */
  role: ColumnRole | null;
  text: string;
  unit: MoneyUnit | null;
  /** That label, or nothing. */
  head: string;
  /** The heading of its column, or nothing. */
  above: string;
  /** `Total of 15,000 shares at an average price of £1.23`: the lot, if no other line has one. */
  isSum?: boolean;
}

/** The lines that may hold figures, one for each numbered item; sums are left out, a lone average is kept. */
export function unheadedLines(
  role: ColumnRole | null,
  text: string,
  unit: MoneyUnit | null,
  { head = '', above = '' }: { head?: string; above?: string },
): UnheadedLine[] {
  if (role === 'other' || NOT_GIVEN.test(text)) return [];
  const sums = SUMMARY.test(text) && !AVERAGE.test(text);
  if ((role === 'total' || (role === null && sums)) && isWholeSum(text))
    return [{ role: null, text, unit, head, above, isSum: true }];
  if (role !== 'total' && sums) return [];
  const parts = splitInline(text).flatMap((part) => (role === null ? clausesOf(part) : [part]));
  return parts.map((part) => ({ role, text: part, unit, head, above }));
}

/** A count and the price of one share: of `a total of 300 shares at £450`, the amount may be what all of them cost. */
function isWholeSum(text: string): boolean {
  const amounts = amountsOf(text);
  const prices = amounts.filter(({ role, unit }) => role === 'price' && unit !== null);
  const isOfOne = /\b(?:average|per|each)\b/i.test(text) || prices[0]?.unit?.per === 100;
  return amounts.length === 2 && prices.length === 1 && isOfOne;
}

/** The lines without sums and averages, or the only sum or average if no other line has the figures. */
export function withoutSummaries(all: UnheadedLine[]): UnheadedLine[] {
  return withoutAverages(withoutSums(all));
}

/** A sum is read if it is the only line with figures. */
function withoutSums(all: UnheadedLine[]): UnheadedLine[] {
  const others = all.filter((line) => line.isSum !== true);
  const isAlone = all.length - others.length === 1 && !others.some((line) => /\d/.test(line.text));
  return isAlone ? all : others;
}

/** An average is taken as the price if it is the only one. */
function withoutAverages(all: UnheadedLine[]): UnheadedLine[] {
  const averages = all.filter((line) => AVERAGE.test(line.text));
  const others = all.filter((line) => !AVERAGE.test(line.text));
  const priced = others.some((line) =>
    amountsOf(line.text).some((a) => line.role !== 'total' && (a.role === 'price' || a.unit !== null)),
  );
  return priced || averages.length !== 1 ? others : all;
}
