/** Dollars or thousands: in which unit a 13F states its values. */

import { itemAt, required } from '../../collections.js';
import type { Holdings13F, ValueUnit } from '../../records/portfolios/form13f.js';

/** The raw close (not adjusted for splits) in USD of a security on or shortly before a day; null when unknown. */
export type CloseLookup = (
  security: { cusip: string; titleOfClass: string; nameOfIssuer: string },
  day: string,
) => number | null;

/** The largest rows are the ones whose prices are known best. */
const ROWS_COMPARED = 20;
const MIN_ROWS_COMPARED = 3;
/** How far the median may lie from 1 or from 1/1000: prices move, but not by hundreds. */
const NEAR_FACTOR = 2;

/**
 * The unit of a report: by the implied prices of its large rows against known closes, else by the filing date. A median
 * near 1/1000 of the known prices means thousands although the date says dollars; a median near 1 means dollars. Prices
 * below a dollar alone decide nothing: a warrant costs cents. Only of a manager known to state thousands
 * (`statesThousands`) they do, where no prices are known.
 */
export function unitOf(
  filing: Holdings13F,
  knownClose: CloseLookup,
  statesThousands = false,
): { unit: ValueUnit; warnings: Array<{ kind: string; detail: string }> } {
  const byDate = filing.valueUnit;
  const plain = filing.rows
    .filter((row) => row.amountType === 'SH' && row.putCall === null && row.cusip !== '')
    .filter((row) => (row.value ?? 0) > 0 && (row.amount ?? 0) > 0 && row.value !== row.amount)
    .sort((a, b) => required(b.value, 'value') - required(a.value, 'value'))
    .slice(0, ROWS_COMPARED);
  if (plain.length === 0) return { unit: byDate, warnings: [] };
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
        warnings: [{ kind: 'unit-by-habit', detail: `thousands, as this manager states them; ${few}` }],
      };
    const detail = `${byDate} by the filing date; ${few}`;
    const kind = filing.valueUnitContradicted ? 'unit-unchecked-and-unlikely' : 'unit-unchecked';
    return { unit: byDate, warnings: [{ kind, detail }] };
  }
  const median = itemAt(ratios, Math.floor(ratios.length / 2));
  const near = (ratio: number) => median >= ratio / NEAR_FACTOR && median <= ratio * NEAR_FACTOR;
  const unit = near(1) ? 'dollars' : near(1 / 1000) ? 'thousands' : null;
  const found = `the median of ${ratios.length} implied prices is ${Number(median.toPrecision(3))} of the known ones`;
  if (unit === null)
    return {
      unit: byDate,
      warnings: [{ kind: 'unit-undecided', detail: `${byDate} by the filing date; ${found}` }],
    };
  const differs = {
    kind: 'unit-not-by-date',
    detail: `${unit}, although filed ${filing.filedDate}: ${found}`,
  };
  return { unit, warnings: unit === byDate ? [] : [differs] };
}
