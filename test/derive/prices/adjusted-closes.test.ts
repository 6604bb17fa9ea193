/** Raw closes become a series in shares of today, or a shorter one: never a guess. */

import { describe, expect, it } from '@jest/globals';
import { adjustedCloses } from '../../../src/derive/prices/adjusted-closes.js';
import { tradedCloses } from '../../../src/derive/prices/traded-prices.js';
import type { PriceKind, RawClose } from '../../../src/records/prices/price.js';
import fc from '../../property.js';

const raw = (date: string, close: number, kind: PriceKind = 'close'): RawClose => ({ date, close, kind });
const closes = (...given: Parameters<typeof adjustedCloses>) => adjustedCloses(...given).closes;
const kinds = (...given: Parameters<typeof adjustedCloses>) =>
  adjustedCloses(...given).warnings.map(({ kind }) => kind);

describe('adjusted closes', () => {
  it('are empty if there is no price', () => {
    expect(adjustedCloses([], [])).toEqual({ closes: [], warnings: [] });
    expect(adjustedCloses([], [{ date: '2026-11-02', numerator: 2, denominator: 1 }])).toEqual({
      closes: [],
      warnings: [],
    });
  });

  it('are ordered by day, with gaps left open', () => {
    expect(closes([raw('2026-11-05', 11), raw('2026-11-02', 10)], [])).toEqual([
      { date: '2026-11-02', close: 10 },
      { date: '2026-11-05', close: 11 },
    ]);
  });

  it('are divided by every later split, forward and reverse', () => {
    const days = [
      raw('2026-03-02', 400),
      raw('2026-06-01', 101),
      raw('2026-06-02', 100),
      raw('2026-09-01', 1000.5),
    ];
    const splits = [
      { date: '2026-06-01', numerator: 4, denominator: 1 },
      { date: '2026-09-01', numerator: 1, denominator: 10 },
    ];
    expect(adjustedCloses(days, splits)).toEqual({
      closes: [
        { date: '2026-03-02', close: 1000 },
        { date: '2026-06-01', close: 1010 },
        { date: '2026-06-02', close: 1000 },
        { date: '2026-09-01', close: 1000.5 },
      ],
      warnings: [],
    });
  });

  it('move a settlement reference to the trading day before', () => {
    expect(closes([raw('2026-11-27', 10, 'settlement-reference')], [])).toEqual([
      { date: '2026-11-25', close: 10 },
    ]);
  });

  it('leave out the reference on the day of a split, which is stated in old shares', () => {
    // Apple in the file of September 2020: 129.04 closed the first day of four shares for one.
    const filed = [
      raw('2020-08-31', 499.23, 'settlement-reference'),
      raw('2020-09-01', 516.16, 'settlement-reference'),
      raw('2020-09-02', 134.18, 'settlement-reference'),
    ];
    // Recorded with the Saturday before or with the day itself.
    const told = (date: string) => adjustedCloses(filed, [{ date, numerator: 4, denominator: 1 }]);
    expect(told('2020-08-29')).toEqual(told('2020-08-31'));
    expect(told('2020-08-31')).toEqual({
      closes: [
        { date: '2020-08-28', close: 124.8075 },
        { date: '2020-09-01', close: 134.18 },
      ],
      warnings: [],
    });
  });

  it('prefer a close to a reference and a reference to a traded price on one day', () => {
    const day = [
      raw('2026-11-19', 3, 'form4'),
      raw('2026-11-20', 2.9, 'settlement-reference'),
      raw('2026-11-19', 2.8),
    ];
    expect(closes(day, [])).toEqual([{ date: '2026-11-19', close: 2.8 }]);
    expect(closes(day.slice(0, 2), [])).toEqual([{ date: '2026-11-19', close: 2.9 }]);
    expect(closes(day.slice(0, 1), [])).toEqual([{ date: '2026-11-19', close: 3 }]);
  });

  it('leave out a traded price far from the closes around it, with a warning', () => {
    const days = [raw('2026-11-16', 10), raw('2026-11-17', 7, 'form4'), raw('2026-11-18', 11.9, 'form4')];
    expect(closes(days, []).map(({ close }) => close)).toEqual([10, 11.9]);
    expect(kinds(days, [])).toEqual(['traded-far-from-close']);
    // There is no close nearby to compare with.
    expect(closes([raw('2026-09-16', 10), raw('2026-11-17', 7, 'form4')], [])).toHaveLength(2);
  });

  it.each([
    [20, 10.4, 'two for one'],
    [100, 21, 'five for one'],
    [2, 19, 'one for ten'],
    [0.1, 2.1, 'one for twenty'],
  ])('withhold everything before a step from %d to %d (%s, unrecorded), with a warning', (before, after) => {
    const days = [raw('2026-11-13', before * 1.01), raw('2026-11-16', before), raw('2026-11-17', after)];
    expect(closes(days, [])).toEqual([{ date: '2026-11-17', close: after }]);
    expect(kinds(days, [])).toEqual(['unknown-split']);
  });

  it('keep a fall and a rise that are not a simple ratio, or not large', () => {
    const days = [raw('2026-11-13', 10), raw('2026-11-16', 6.1), raw('2026-11-17', 10), raw('2026-11-18', 7)];
    expect(closes(days, [])).toHaveLength(4);
    expect(closes([raw('2026-11-16', 10), raw('2026-11-17', 5.9)], [])).toHaveLength(2);
  });

  it('have a warning if two sources disagree about a split', () => {
    const splits = [
      { date: '2026-11-17', numerator: 2, denominator: 1 },
      { date: '2026-11-17', numerator: 3, denominator: 1 },
    ];
    expect(kinds([raw('2026-11-16', 20), raw('2026-11-18', 10)], splits)).toEqual(['splits-disagree']);
    const same = [splits[0]!, { date: '2026-11-17', numerator: 4, denominator: 2 }];
    expect(adjustedCloses([raw('2026-11-16', 20), raw('2026-11-18', 10)], same)).toEqual({
      closes: [
        { date: '2026-11-16', close: 10 },
        { date: '2026-11-18', close: 10 },
      ],
      warnings: [],
    });
  });

  it('never have a day without a price, and never two of one day, whatever the order', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-10-${String(n).padStart(2, '0')}`);
    const given = fc.record({ date: day, close: fc.integer({ min: 1, max: 5000 }).map((n) => n / 10) });
    fc.assert(
      fc.property(fc.uniqueArray(given, { selector: ({ date }) => date, maxLength: 20 }), (rows) => {
        const days = rows.map(({ date, close }) => raw(date, close));
        const series = closes(days, []);
        for (const one of series) expect(rows).toContainEqual(one);
        expect(series.map(({ date }) => date)).toEqual([...new Set(series.map(({ date }) => date))].sort());
        expect(closes([...days].reverse(), [])).toEqual(series);
      }),
    );
  });
});

describe('traded prices', () => {
  const at = (date: string, price: number, securityTitle = 'Common Stock') => ({
    date,
    price,
    securityTitle,
  });

  it('have the median of a day', () => {
    expect(
      tradedCloses([at('2026-11-19', 9), at('2026-11-18', 1), at('2026-11-19', 8), at('2026-11-19', 30)]),
    ).toEqual([
      { date: '2026-11-18', close: 1, kind: 'form4' },
      { date: '2026-11-19', close: 9, kind: 'form4' },
    ]);
    expect(tradedCloses([at('2026-11-19', 9), at('2026-11-19', 9.25)])).toEqual([
      { date: '2026-11-19', close: 9.125, kind: 'form4' },
    ]);
  });

  it('exclude other securities than common shares, and trades without a price', () => {
    expect(
      tradedCloses(
        [
          'Series A Preferred Stock',
          'American Depositary Shares',
          '6.5% Senior Notes due 2030',
          'Warrants',
          'Units',
          'Depositary Shares',
        ].map((title) => at('2026-11-19', 25, title)),
      ),
    ).toEqual([]);
    expect(tradedCloses([at('2026-11-19', 0)])).toEqual([]);
    expect(
      tradedCloses([at('2026-11-19', 5, 'Class A Common Stock'), at('2026-11-20', 5, 'Ordinary Shares')]),
    ).toHaveLength(2);
  });
});
