/** How the close of a company changed after a trade of an insider, where closes may be shown. */

import type { ApiFilingGroup } from '../../../../tools/contract/shapes/filing-group.js';
import { addDays, utcDate } from '../../../dates.js';
import type { Html } from '../../../html.js';
import { percent } from '../../figures.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';

export type ShownCloses = ReadonlyArray<{ date: string; close: number }>;

const TERMS = [
  [7, 'After 1 week'],
  [30, 'After 30 days'],
  [182, 'After 6 months'],
] as const;
/** A weekend with holidays. A gap that is longer leaves the change unknown: nothing is interpolated. */
const GAP_DAYS = 4;

/** The terms of which a close is known for one of the rows at least. */
export function priceAfterColumns(
  { now }: Pick<PageRequest, 'now'>,
  rows: readonly ApiFilingGroup[],
  closes: ShownCloses,
): Array<Column<ApiFilingGroup>> {
  const changeOf = ({ lastDate }: ApiFilingGroup, days: number) => {
    const end = addDays(lastDate, days);
    // A term that is not over has no close at its end.
    return end > utcDate(now) ? null : changeBetween(closes, lastDate, end);
  };
  const known = TERMS.filter(([days]) => rows.some((row) => changeOf(row, days) !== null));
  return known.map(([days, head]) => ({
    field: 'averagePrice',
    head,
    number: true,
    minor: true,
    isUnexplained: true,
    as: (_: number | null, row: ApiFilingGroup): Html | string => {
      const change = changeOf(row, days);
      return change === null ? '–' : percent(change);
    },
  }));
}

/** What the columns are, for the caption. */
export const PRICE_AFTER_WORDS =
  ' After: change of the split-adjusted close since the last day of the trade, without dividends; a dash where a close is not known, or not yet.';

/** Per cent, from the close of a day, or the next one, to that of a later day, or the one before it; null where one is missing. */
export function changeBetween(closes: ShownCloses, start: string, end: string): number | null {
  const first = closes.find(({ date }) => date >= start);
  const last = closes.filter(({ date }) => date <= end).at(-1);
  if (first === undefined || last === undefined) return null;
  const isCovered = first.date <= addDays(start, GAP_DAYS) && last.date >= addDays(end, -GAP_DAYS);
  return isCovered && last.date > first.date ? (last.close / first.close - 1) * 100 : null;
}
