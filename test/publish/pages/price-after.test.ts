/** How the close changed after a trade: from which day to which, and when that is not known. */

import { describe, expect, it } from '@jest/globals';
import { addDays } from '../../../src/dates.js';
import { changeBetween, priceAfterColumns } from '../../../src/publish/pages/form4/price-after.js';
import type { ApiFilingGroup } from '../../../tools/contract/shapes/filing-group.js';

/** A close on each day from 1 March, one dollar higher each time, from 100. */
const daily = (days: number) =>
  Array.from({ length: days }, (_, at) => ({ date: addDays('2026-03-01', at), close: 100 + at }));

describe('the change of the close after a trade', () => {
  it('goes from the close of the day to that of the last day of the term', () => {
    expect(changeBetween(daily(60), '2026-03-01', '2026-03-08')).toBeCloseTo(7);
    expect(changeBetween(daily(60), '2026-03-11', '2026-04-10')).toBeCloseTo((140 / 110 - 1) * 100);
  });

  it('begins at the next close, and ends at the last one, where the market was closed', () => {
    const closes = [
      { date: '2026-03-02', close: 50 },
      { date: '2026-03-06', close: 60 },
    ];
    expect(changeBetween(closes, '2026-03-01', '2026-03-08')).toBeCloseTo(20);
  });

  it('is unknown where a close is missing for longer', () => {
    expect(changeBetween(daily(60), '2026-04-20', '2026-05-20')).toBeNull();
    expect(changeBetween(daily(60), '2026-02-20', '2026-02-27')).toBeNull();
    const sparse = daily(60).filter(({ date }) => date < '2026-03-03' || date > '2026-03-20');
    expect(changeBetween(sparse, '2026-03-01', '2026-03-08')).toBeNull();
    expect(changeBetween(sparse, '2026-03-01', '2026-03-31')).toBeCloseTo(30);
    expect(changeBetween([], '2026-03-01', '2026-03-08')).toBeNull();
  });
});

describe('the columns', () => {
  const now = { now: new Date('2026-04-10T12:00:00Z') };
  // The columns read nothing else of a row.
  const row = (lastDate: string) => ({ lastDate, averagePrice: 100 }) as unknown as ApiFilingGroup;

  it('are of the terms that are over, and have a dash for rows whose term is not', () => {
    const columns = priceAfterColumns(now, [row('2026-03-01'), row('2026-04-08')], daily(60));
    expect(columns.map(({ head }) => head)).toEqual(['After 1 week', 'After 30 days']);
    const shown = (lastDate: string) =>
      columns.map(({ as }) => String((as as (value: null, row: unknown) => string)(null, row(lastDate))));
    expect(shown('2026-03-01')).toEqual(['+7%', '+30%']);
    // There are later closes, but the week is not over.
    expect(shown('2026-04-08')).toEqual(['–', '–']);
  });

  it('are none without closes', () => {
    expect(priceAfterColumns(now, [row('2026-03-01')], [])).toEqual([]);
  });
});
