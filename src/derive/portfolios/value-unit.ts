/** Decides whether a 13F states its values in dollars or thousands. */

import { itemAt, required } from '../../collections.js';
import type { Holdings13F, ValueUnit } from '../../records/portfolios/form13f.js';

/** The raw close (not adjusted for splits) in USD of a security on or shortly before a day; null if unknown. */
export type CloseLookup = (
  security: { cusip: string; titleOfClass: string; nameOfIssuer: string },
  day: string,
) => number | null;

/** The prices of the largest rows are known best. */
const ROWS_COMPARED = 20;
const MIN_ROWS_COMPARED = 3;
/** How far the median may be from 1 or from 1/1000: prices move, but not by a factor of hundreds. */
const NEAR_FACTOR = 2;

/** How far a price of the day can be from a close on or shortly before it. */
const SAME_PRICE = 0.05;

/** Whether a price is that of a share with this close. */
export function isPriceOfClose(price: number, close: number | null): boolean {
  return close !== null && Math.abs(price / close - 1) <= SAME_PRICE;
}

export interface FoundUnit {
  unit: ValueUnit;
  /** What shows it; the date alone shows nothing, and `neither`: the prices fit no unit. */
  by: 'prices' | 'habit' | 'date' | 'neither';
  warnings: Array<{ kind: string; detail: string }>;
}

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
  const ratios = plain
    .map((row) => ({ row, close: knownClose(row, filing.periodEnd) }))
    .filter((one) => one.close !== null && one.close > 0)
    .map(
      ({ row, close }) =>
        required(row.value, 'value') / required(row.amount, 'amount') / required(close, 'close'),
    )
    .sort((a, b) => a - b);
  if (ratios.length < Math.min(MIN_ROWS_COMPARED, plain.length)) {
    const few = `${ratios.length} known prices are too few to compare`;
    if (statesThousands && filing.valueUnitContradicted)
      return {
        unit: 'thousands',
        by: 'habit',
        warnings: [{ kind: 'unit-by-habit', detail: `thousands, as this manager states them; ${few}` }],
      };
    const detail = `${byDate} by the filing date; ${few}`;
    const kind = filing.valueUnitContradicted ? 'unit-unchecked-and-unlikely' : 'unit-unchecked';
    return { unit: byDate, by: 'date', warnings: [{ kind, detail }] };
  }
  const median = itemAt(ratios, Math.floor(ratios.length / 2));
  const near = (ratio: number) => median >= ratio / NEAR_FACTOR && median <= ratio * NEAR_FACTOR;
  const unit = near(1) ? 'dollars' : near(1 / 1000) ? 'thousands' : null;
  const found = `the median of ${ratios.length} implied prices is ${Number(median.toPrecision(3))} of the known ones`;
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
