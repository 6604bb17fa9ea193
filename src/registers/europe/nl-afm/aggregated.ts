/** The table Aggregated information: a control of the transactions, and never a source of figures. */

import { groupBy } from '../../../collections.js';
import { readDecimal } from '../../formats/decimal.js';
import type { HtmlElement } from '../../formats/html.js';
import { ParseError } from '../../register.js';
import { readRegisterTable } from './register-table.js';

export const AGGREGATED_TITLE = 'Aggregated information';
const COLUMNS = [
  'Instrument type',
  'ISIN',
  'Transaction category',
  'Transaction type',
  'Unit',
  'Price',
  'Quantity',
];

/** Average price and number of what the table adds up. */
export interface AggregatedFigures {
  price: number;
  volume: number;
}

/** What the page adds up for transactions with these cells: instrument type, ISIN, category, type and unit. */
export type AggregatesOf = (cells: readonly string[]) => AggregatedFigures | null;

const keyOf = (cells: readonly string[]): string => cells.join('|').toLowerCase();

/** The table has a line for each place of trading, which it names in other words than the transactions do. */
export function readAggregates(page: HtmlElement): AggregatesOf {
  const stated = new Map<string, AggregatedFigures | null>();
  for (const [key, lines] of groupBy(linesOf(page), (cells) => keyOf(cells.slice(0, 5)))) {
    const read = lines.map(([, , , , , price = '', volume = '']) => ({
      price: readDecimal(price, ','),
      volume: readDecimal(volume, ','),
    }));
    stated.set(key, sumOf(read));
  }
  return (cells) => stated.get(keyOf(cells)) ?? null;
}

/** None where the page has no such table: it is only a control. */
function linesOf(page: HtmlElement): string[][] {
  try {
    return readRegisterTable(page, AGGREGATED_TITLE, COLUMNS).rows;
  } catch (cause) {
    if (cause instanceof ParseError) return [];
    throw cause;
  }
}

function sumOf(
  lines: ReadonlyArray<{ price: number | null; volume: number | null }>,
): AggregatedFigures | null {
  let [value, sum] = [0, 0];
  for (const { price, volume } of lines) {
    if (price === null || volume === null) return null;
    value += price * volume;
    sum += volume;
  }
  const [only] = lines;
  if (sum <= 0) return null;
  return { price: lines.length === 1 ? (only?.price ?? 0) : value / sum, volume: sum };
}
