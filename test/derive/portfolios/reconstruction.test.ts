/** The price-return reconstruction of disclosed positions, and average costs. */

import { describe, expect, it } from '@jest/globals';
import { effectiveReports } from '../../../src/derive/portfolios/effective-reports.js';
import { averageBuyPrices, returnPct } from '../../../src/derive/portfolios/purchase-prices.js';
import { reconstruct, valueHistory } from '../../../src/derive/portfolios/reconstruction.js';
import type { DatedClose, Prices } from '../../../src/derive/prices/current-closes.js';
import fc, { runs } from '../../property.js';
import { holding, quarterEnds, report } from './holdings-13f.js';

const BETA = '990002107';
const ACME_KEY = '990001109||SH';
const TICKERS: Record<string, string> = { '990001109': 'ACME', [BETA]: 'BETA' };
const tickerOf = ({ cusip }: { cusip: string }) => TICKERS[cusip] ?? null;
const day = (start: string, offset: number) =>
  new Date(Date.parse(`${start}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
const series = (start: string, closes: number[]): DatedClose[] =>
  closes.map((close, i) => ({ date: day(start, i), close }));
const prices = (table: Record<string, DatedClose[]>, splits: Prices['splitFactor'] = () => 1): Prices => ({
  closes: (ticker) => table[ticker] ?? [],
  splitFactor: splits,
});
const made = (...of: Parameters<typeof report>[]) =>
  effectiveReports(of.map((one) => report(...one))).reports;
/** Filed on 2026-05-14. */
const Q1 = '2026-03-31';
/** Filed on 2026-08-13. */
const Q2 = '2026-06-30';

describe('the price-return reconstruction', () => {
  it('follows the disclosed shares from the day of filing, from the filed total at 0', () => {
    const reports = made([
      Q1,
      [holding({ value: 1000, amount: 10 }), holding({ cusip: BETA, value: 1000, amount: 10 })],
    ]);
    const table = {
      ACME: series('2026-05-14', [100, 110, 120]),
      BETA: series('2026-05-14', [100, 100, 90]),
      SPYX: series('2026-05-14', [50, 51, 52]),
    };
    expect(reconstruct(reports, tickerOf, prices(table), { benchmark: 'SPYX', today: '2026-05-20' })).toEqual(
      {
        valueSeriesUsd: [
          { date: '2026-05-14', valueUsd: 2000, changePct: 0 },
          { date: '2026-05-15', valueUsd: 2100, changePct: 5 },
          { date: '2026-05-16', valueUsd: 2100, changePct: 5 },
        ],
        benchmarkSeries: [
          { date: '2026-05-14', close: 50, changePct: 0 },
          { date: '2026-05-15', close: 51, changePct: 2 },
          { date: '2026-05-16', close: 52, changePct: 4 },
        ],
      },
    );
  });

  it('chains reports, so that a purchase makes no step', () => {
    const reports = made(
      [Q1, [holding({ value: 1000, amount: 10 })]],
      [Q2, [holding({ value: 1100, amount: 10 }), holding({ cusip: BETA, value: 90_000, amount: 900 })]],
    );
    const table = {
      ACME: [
        { date: '2026-05-14', close: 100 },
        { date: '2026-08-13', close: 110 },
        { date: '2026-08-14', close: 110 },
      ],
      BETA: [
        { date: '2026-08-13', close: 100 },
        { date: '2026-08-14', close: 110 },
      ],
    };
    const { valueSeriesUsd } = reconstruct(reports, tickerOf, prices(table), {
      benchmark: 'X',
      today: '2026-08-20',
    });
    // 90,000 of 91,100 USD on the second day of filing rise by a tenth: 1.1 times 100,100 / 91,100.
    expect(valueSeriesUsd.map(({ date, changePct }) => [date, changePct])).toEqual([
      ['2026-05-14', 0],
      ['2026-08-13', 10],
      ['2026-08-14', 20.8672],
    ]);
  });

  it('is empty without prices, and shows no day on which closes cover less than half of the value', () => {
    const reports = made([
      Q1,
      [holding({ value: 600, amount: 6 }), holding({ cusip: BETA, value: 400, amount: 4 })],
    ]);
    const at = (table: Record<string, DatedClose[]>) =>
      reconstruct(reports, tickerOf, prices(table), { benchmark: 'X', today: '2026-06-01' }).valueSeriesUsd;
    expect(at({})).toEqual([]);
    expect(at({ BETA: series('2026-05-14', [100, 100]) })).toEqual([]);
    const acme = [
      { date: '2026-05-14', close: 100 },
      { date: '2026-05-18', close: 110 },
    ];
    expect(
      at({ ACME: acme, BETA: series('2026-05-14', [100, 100, 100, 100, 100]) }).map(({ date }) => date),
    ).toEqual(['2026-05-14', '2026-05-18']);
  });

  it('excludes options and principal amounts', () => {
    const reports = made([
      Q1,
      [
        holding({ value: 1000, amount: 10 }),
        holding({ cusip: BETA, putCall: 'Put', value: 9000, amount: 90 }),
        holding({ cusip: BETA, amountType: 'PRN', value: 9000, amount: 9000 }),
      ],
    ]);
    const table = { ACME: series('2026-05-14', [100, 110]), BETA: series('2026-05-14', [100, 10]) };
    const { valueSeriesUsd } = reconstruct(reports, tickerOf, prices(table), {
      benchmark: 'X',
      today: '2026-06-01',
    });
    expect(valueSeriesUsd.at(-1)).toEqual({ date: '2026-05-15', valueUsd: 20_900, changePct: 10 });
  });

  it('is not changed by a split between the quarter and its filing', () => {
    const reports = made([
      Q1,
      [holding({ value: 1000, amount: 10 }), holding({ cusip: BETA, value: 1000, amount: 10 })],
    ]);
    // ACME splits 4 for 1 after the quarter: its closes are adjusted, so its shares must be adjusted as well.
    const table = { ACME: series('2026-05-14', [25, 27.5]), BETA: series('2026-05-14', [100, 100]) };
    const splits = (ticker: string) => (ticker === 'ACME' ? 4 : 1);
    const { valueSeriesUsd } = reconstruct(reports, tickerOf, prices(table, splits), {
      benchmark: 'X',
      today: '2026-06-01',
    });
    expect(valueSeriesUsd.at(-1)!.changePct).toBe(5);
  });

  it('skips a quarter that was reported only after a later one', () => {
    const reports = made(
      [Q1, [holding({ cusip: BETA })], { filedDate: '2026-09-01' }],
      [Q2, [holding({ value: 1000, amount: 10 })]],
    );
    const table = { ACME: series('2026-08-13', [100, 110]), BETA: series('2026-08-30', [100, 1, 1, 1, 1]) };
    const { valueSeriesUsd } = reconstruct(reports, tickerOf, prices(table), {
      benchmark: 'X',
      today: '2026-09-10',
    });
    expect(valueSeriesUsd.map(({ changePct }) => changePct)).toEqual([0, 10]);
  });

  it('starts at 0 with the filed total, and has the benchmark on the same days, for any prices', () => {
    const closes = fc.array(fc.option(fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100)), {
      minLength: 150,
      maxLength: 150,
    });
    const known = (list: Array<number | null>) =>
      list.flatMap((close, i) => (close === null ? [] : [{ date: day('2026-05-10', i), close }]));
    fc.assert(
      fc.property(closes, closes, closes, (acme, beta, benchmark) => {
        const reports = made(
          [Q1, [holding({ value: 1000, amount: 10 }), holding({ cusip: BETA, value: 700, amount: 7 })]],
          [Q2, [holding({ value: 2000, amount: 12 })]],
        );
        const table = { ACME: known(acme), BETA: known(beta), SPYX: known(benchmark) };
        const { valueSeriesUsd, benchmarkSeries } = reconstruct(reports, tickerOf, prices(table), {
          benchmark: 'SPYX',
          today: '2026-09-30',
        });
        const [first] = valueSeriesUsd;
        if (first !== undefined) {
          expect(first.changePct).toBe(0);
          expect([1700, 2000]).toContain(first.valueUsd);
          expect(first.date >= '2026-05-14').toBe(true);
          expect(benchmarkSeries[0]!.changePct).toBe(0);
        }
        expect(benchmarkSeries.map(({ date }) => date)).toEqual(valueSeriesUsd.map(({ date }) => date));
        const dates = valueSeriesUsd.map(({ date }) => date);
        expect(dates).toEqual([...new Set(dates)].sort());
      }),
      { numRuns: runs(50) },
    );
  });
});

it('the history is the filed totals, oldest first', () => {
  expect(valueHistory(made([Q2, [holding({ value: 5 })]], [Q1, [holding({ value: 3 })]]))).toEqual([
    { periodEnd: Q1, valueUsd: 3 },
    { periodEnd: Q2, valueUsd: 5 },
  ]);
});

describe('the average cost of a share', () => {
  const ENDS = quarterEnds('2025-03-31', 4);
  /** Shares and price at the end of each quarter; null if it was not held. */
  const average = (
    held: Array<[number, number] | null>,
    splits: (from: string, to: string) => number = () => 1,
  ) => {
    const reports = effectiveReports(
      held.map((one, i) =>
        report(ENDS[i]!, [
          holding({ cusip: BETA, value: 1, amount: 1 }),
          ...(one === null ? [] : [holding({ amount: one[0], value: one[0] * one[1] })]),
        ]),
      ),
    ).reports;
    const read = (from: string, to: string) => ({ factor: splits(from, to), isSure: true });
    return averageBuyPrices(reports, (_position, from, to) => read(from, to)).get(ACME_KEY);
  };

  it.each([
    ['a new position: the price at the end of its first quarter', [null, [100, 50]], 50],
    ['an addition: by shares', [null, [100, 50], [300, 80]], 70],
    ['a reduction: as it was', [null, [100, 50], [40, 80]], 50],
    [
      'held before the first report: unknown',
      [
        [100, 50],
        [100, 60],
      ],
      null,
    ],
    [
      'held before, then added: unknown',
      [
        [100, 50],
        [200, 60],
      ],
      null,
    ],
    ['sold and bought again: the second purchase alone', [null, [100, 50], null, [10, 90]], 90],
  ] as Array<[string, Array<[number, number] | null>, number | null]>)('%s', (_, held, expected) => {
    expect(average(held)).toBe(expected);
  });

  it('is in shares of the last quarter end', () => {
    const between = (from: string, to: string) => (from < '2025-08-01' && to >= '2025-08-01' ? 4 : 1);
    expect(average([null, [100, 200], [400, 55]], between)).toBe(50);
  });

  it('is unknown for a position that appears after a missing quarter, for options and for principal amounts', () => {
    const rows = [holding(), holding({ putCall: 'Call' }), holding({ amountType: 'PRN' })];
    const gap = effectiveReports([
      report('2025-03-31', [holding({ cusip: BETA })]),
      report('2025-12-31', rows),
    ]).reports;
    expect([...averageBuyPrices(gap).values()]).toEqual([null, null, null]);
    const next = effectiveReports([
      report('2025-09-30', [holding({ cusip: BETA })]),
      report('2025-12-31', rows),
    ]).reports;
    expect(averageBuyPrices(next).get(ACME_KEY)).toBe(100);
    expect([...averageBuyPrices(next).values()].filter((one) => one === null)).toHaveLength(2);
  });

  it('gives a return only if both prices are known', () => {
    expect(returnPct(50, 60)).toBe(20);
    expect(returnPct(null, 60)).toBeNull();
    expect(returnPct(50, null)).toBeNull();
  });
});
