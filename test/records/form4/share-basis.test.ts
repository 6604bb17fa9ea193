/** Sums of shares across splits. */

import { describe, expect, it } from '@jest/globals';
import { knownSplits, type ShareSplit, sumOnOneBasis } from '../../../src/records/form4/share-basis.js';
import fc from '../../property.js';

const lot = (day: string, shares: number, lastDate = day) => ({
  firstDate: day,
  lastDate,
  shares,
  title: 'Common Stock',
});
const ten: ShareSplit = { oldUntil: '2026-07-09', newFrom: '2026-07-20', factor: 10 };
const unknown = { shares: null, split: 'unknown' };

describe('a split', () => {
  const preferred = { title: '6.5% Series A Preferred Stock, par value $0.01' };
  const common = [lot('2026-07-01', 100), lot('2026-07-28', 100)];
  const others = common.map((one) => ({ ...one, ...preferred }));

  it.each(['Class A Common Stock', 'Ordinary Shares', 'American Depositary Shares'])(
    'of common shares is one of %s',
    (title) => {
      const lots = common.map((one) => ({ ...one, title }));
      expect(sumOnOneBasis(lots, [ten])).toEqual({ shares: 1_100, split: 'adjusted' });
    },
  );

  it('of common shares divides only what is named common first', () => {
    const plain = { shares: 200 };
    for (const title of [preferred.title, 'Preferred Stock, convertible into Common Stock', 'Warrants'])
      expect(
        sumOnOneBasis(
          common.map((one) => ({ ...one, title })),
          [ten],
        ),
      ).toEqual(plain);
    const rights = common.map((one) => ({ ...one, title: 'Common Stock with Preferred Stock Rights' }));
    expect(sumOnOneBasis(rights, [ten])).toEqual({ shares: 1_100, split: 'adjusted' });
  });

  it('divides its part of a sum of both, and a lot of both makes the sum unknown', () => {
    expect(sumOnOneBasis([...common, ...others], [ten])).toEqual({ shares: 1_300, split: 'adjusted' });
    const both = common.map((one) => ({ ...one, title: null }));
    expect(sumOnOneBasis(both, [ten])).toEqual(unknown);
    expect(sumOnOneBasis(both.slice(1), [ten])).toEqual({ shares: 100 });
  });

  it('that was seen in preferred shares is one of these only, beside one of the files of prices', () => {
    const seen = { ...ten, factor: 2, title: '6 5 series a preferred stock' };
    expect(sumOnOneBasis([...common, ...others], [seen])).toEqual({ shares: 500, split: 'adjusted' });
    expect(sumOnOneBasis(common, [seen])).toEqual({ shares: 200 });
    const file = { date: '2026-07-20', numerator: 10, denominator: 1 };
    expect(knownSplits([seen, ten], [file])).toEqual([
      { oldUntil: '2026-07-19', newFrom: '2026-07-20', factor: 10 },
      seen,
    ]);
  });
});

describe('a sum of shares', () => {
  it('is in shares after the split where lots are on both sides, and as filed where all are on one', () => {
    expect(sumOnOneBasis([lot('2026-07-09', 1_000), lot('2026-07-28', 10_000)], [ten])).toEqual({
      shares: 20_000,
      split: 'adjusted',
    });
    expect(sumOnOneBasis([lot('2026-07-01', 1_000), lot('2026-07-09', 500)], [ten])).toEqual({
      shares: 1_500,
    });
    expect(sumOnOneBasis([lot('2026-07-20', 1_000), lot('2026-09-09', 500)], [ten])).toEqual({
      shares: 1_500,
    });
    expect(sumOnOneBasis([lot('2026-07-01', 1_000), lot('2026-07-28', 500)], [])).toEqual({ shares: 1_500 });
  });

  it('takes several splits one after the other', () => {
    const reverse = { oldUntil: '2026-09-01', newFrom: '2026-09-02', factor: 1 / 4 };
    const lots = [lot('2026-07-01', 100), lot('2026-08-01', 100), lot('2026-10-01', 100)];
    expect(sumOnOneBasis(lots, [ten, reverse])).toEqual({ shares: 250 + 25 + 100, split: 'adjusted' });
  });

  it('is unknown without a ratio, with a lot of days that may be on either side, and with trades on both', () => {
    const lots = [lot('2026-07-01', 100), lot('2026-07-28', 100)];
    expect(sumOnOneBasis(lots, [{ ...ten, factor: null }])).toEqual(unknown);
    expect(sumOnOneBasis([...lots, lot('2026-07-15', 100)], [ten])).toEqual(unknown);
    expect(sumOnOneBasis([lot('2026-07-01', 100, '2026-07-28')], [ten])).toEqual(unknown);
  });

  it('of one day is as filed, also between the two sides', () => {
    expect(sumOnOneBasis([lot('2026-07-15', 100), lot('2026-07-15', 50)], [ten])).toEqual({ shares: 150 });
  });

  it('is the same for any order, and worth the same money', () => {
    const days = fc.constantFrom('2026-06-01', '2026-07-09', '2026-07-20', '2026-08-30');
    const lots = fc.array(fc.record({ day: days, shares: fc.integer({ min: 1, max: 9_999 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(lots, fc.constantFrom(2, 3, 10, 0.1, 0.02), (given, factor) => {
        const added = given.map(({ day, shares }) => lot(day, shares));
        const sum = sumOnOneBasis(added, [{ ...ten, factor }]);
        expect(sumOnOneBasis([...added].reverse(), [{ ...ten, factor }]).shares).toBeCloseTo(
          sum.shares ?? 0,
          6,
        );
        const isMixed = new Set(given.map(({ day }) => day <= ten.oldUntil)).size === 2;
        const cost = given.reduce(
          (total, { day, shares }) => total + shares * (isMixed && day <= ten.oldUntil ? factor : 1),
          0,
        );
        expect(sum.shares).toBeCloseTo(cost, 6);
        expect(sum.split).toBe(isMixed ? 'adjusted' : undefined);
      }),
    );
  });
});

describe('the known splits', () => {
  const filed = { date: '2026-07-15', numerator: 10, denominator: 1 };
  const exact = { oldUntil: '2026-07-14', newFrom: '2026-07-15', factor: 10 };

  it('are those of the files, and those that filings show on other days', () => {
    const other = { oldUntil: '2025-01-01', newFrom: '2025-02-01', factor: null };
    expect(knownSplits([ten, other], [filed])).toEqual([other, exact]);
  });

  it('of a day on which two sources disagree have no ratio', () => {
    expect(knownSplits([], [filed, { ...filed, numerator: 5 }])).toEqual([{ ...exact, factor: null }]);
    expect(knownSplits([], [filed, { ...filed }])).toEqual([exact]);
  });
});
