/** Decides whether a 13F states its values in dollars or thousands: for the whole report, by its largest rows. */

import { itemAt, required } from '../../collections.js';
import type { Holdings13F, ValueUnit } from '../../records/portfolios/form13f.js';
import type { CloseLookup } from './known-prices.js';

/** The prices of the largest rows are known best, and the smallest ones are rounded. */
export const ROWS_COMPARED = 20;
const MIN_ROWS_COMPARED = 3;
/** How far the median may be from a unit: prices move, but not by a factor of hundreds. */
const NEAR_FACTOR = 2;

export interface ShownUnit {
  /** What the values are multiplied by, besides the unit of the filing date; null if the prices fit no unit. */
  times: 1 | 1000 | 0.001 | null;
  median: number;
}

/**
 * The unit that the middle price shows, of tracked portfolios and of all managers; null if too few prices are known. A single
 * bad row, or a warrant of cents, decides nothing.
 * @param ratios the implied price of each row, in the unit of the filing date, for each dollar of the known one
 * @param compared how many rows there are to compare, known or not
 */
export function unitShown(ratios: readonly number[], compared: number): ShownUnit | null {
  if (ratios.length === 0 || ratios.length < Math.min(MIN_ROWS_COMPARED, compared)) return null;
  const sorted = [...ratios].sort((a, b) => a - b);
  const median = itemAt(sorted, Math.floor(sorted.length / 2));
  const near = (ratio: number) => median >= ratio / NEAR_FACTOR && median <= ratio * NEAR_FACTOR;
  return { median, times: near(1) ? 1 : near(1 / 1000) ? 1000 : near(1000) ? 0.001 : null };
}

export interface FoundUnit {
  unit: ValueUnit;
  /** What shows it; the date alone shows nothing, and `neither`: the prices fit no unit. */
  by: 'prices' | 'habit' | 'date' | 'neither';
  warnings: Array<{ kind: string; detail: string }>;
}

const FACTORS: Readonly<Record<ValueUnit, number>> = { dollars: 1, thousands: 1000 };

/** Dollars for one unit of the value column. */
export const factorOf = (unit: ValueUnit): number => FACTORS[unit];

/**
 * The unit of a report: by the implied prices of its large rows compared with known closes, else by the filing date.
 * A median near 1/1000 of the known prices means thousands although the date implies dollars; a median near 1 means
 * dollars. Prices below a dollar alone prove nothing: a warrant costs cents. They decide only without known prices,
 * and only for a manager that is known to state thousands (`statesThousands`).
 */
export function unitOf(filing: Holdings13F, knownClose: CloseLookup, statesThousands = false): FoundUnit {
  const byDate = filing.valueUnit;
  const plain = filing.rows
    .filter((row) => row.amountType === 'SH' && row.putCall === null && row.cusip !== '')
    .filter((row) => (row.value ?? 0) > 0 && (row.amount ?? 0) > 0 && row.value !== row.amount)
    .sort((a, b) => required(b.value, 'value') - required(a.value, 'value'))
    .slice(0, ROWS_COMPARED);
  if (plain.length === 0) return { unit: byDate, by: 'date', warnings: [] };
  const ratios = plain.flatMap((row) => {
    const close = knownClose(row, filing.periodEnd);
    const price = (required(row.value, 'value') * factorOf(byDate)) / required(row.amount, 'amount');
    return close !== null && close > 0 ? [price / close] : [];
  });
  const shown = unitShown(ratios, plain.length);
  if (shown === null) return withoutPrices(filing, ratios.length, statesThousands);
  const factor = shown.times === null ? null : factorOf(byDate) * shown.times;
  const unit = factor === 1 ? 'dollars' : factor === 1000 ? 'thousands' : null;
  const median = Number((shown.median / factorOf(byDate)).toPrecision(3));
  const found = `the median of ${ratios.length} implied prices is ${median} of the known ones`;
  if (unit === null)
    return {
      unit: byDate,
      by: 'neither',
      warnings: [{ kind: 'unit-undecided', detail: `${byDate} by the filing date; ${found}` }],
    };
  const differs = {
    kind: 'unit-not-by-date',
    detail: `${unit}, although filed ${filing.filedDate}: ${found}`,
  };
  return { unit, by: 'prices', warnings: unit === byDate ? [] : [differs] };
}

function withoutPrices(filing: Holdings13F, known: number, statesThousands: boolean): FoundUnit {
  const { valueUnit: byDate, valueUnitContradicted } = filing;
  const few = `${known} known prices are too few to compare`;
  if (statesThousands && valueUnitContradicted)
    return {
      unit: 'thousands',
      by: 'habit',
      warnings: [{ kind: 'unit-by-habit', detail: `thousands, as this manager states them; ${few}` }],
    };
  const detail = `${byDate} by the filing date; ${few}`;
  const kind = valueUnitContradicted ? 'unit-unchecked-and-unlikely' : 'unit-unchecked';
  return { unit: byDate, by: 'date', warnings: [{ kind, detail }] };
}

/**
 * An addition mostly has too few known prices: its manager states the unit of the report, if both were filed under one
 * rule. Changes `units`.
 * @param counted the filings of one report, the base first
 */
export function followReport(counted: readonly Holdings13F[], units: Map<Holdings13F, FoundUnit>): void {
  let shown: { byDate: ValueUnit; unit: ValueUnit } | null = null;
  for (const filing of counted) {
    const { unit, by } = required(units.get(filing), 'units');
    if (by === 'prices' || by === 'habit') shown = { byDate: filing.valueUnit, unit };
    else if (by === 'date' && shown?.byDate === filing.valueUnit && shown.unit !== unit) {
      const detail = `${shown.unit}, as the report that it adds to`;
      units.set(filing, { unit: shown.unit, by, warnings: [{ kind: 'unit-of-report', detail }] });
    }
  }
}
