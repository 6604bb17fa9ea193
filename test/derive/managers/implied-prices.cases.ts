/** The prices that reports imply, and the unit that they show: how many are needed, and how near they must be. */

import { describe, expect, it } from '@jest/globals';
import { HolderColumns } from '../../../src/derive/managers/holder-columns.js';
import { ImpliedPrices } from '../../../src/derive/managers/implied-prices.js';
import { type PackedPosition, POSITION_FLAGS } from '../../../src/records/portfolios/packed-positions.js';
import { managerFiling } from '../../invented/managers.js';

describe('derive/managers/implied-prices', () => {
  const { put, noPrice } = POSITION_FLAGS;
  const position = (key: string, value: number | null, amount: number | null, flags = 0): PackedPosition => ({
    ...{ key, value, amount, flags },
  });
  const pricesOf = (positions: PackedPosition[], factor = 1) => {
    const prices = new ImpliedPrices();
    for (const one of positions) prices.add([one], factor);
    return prices;
  };

  describe('the price of a security', () => {
    it('is the middle of at least five, in dollars', () => {
      const values = [90, 1000, 100, 110, 80];
      const of = (some: number[], factor?: number) =>
        pricesOf(
          some.map((value) => position('A', value, 1)),
          factor,
        ).middle('A');
      expect(of(values)).toBe(100);
      expect(of(values, 1000)).toBe(100_000);
      expect(of(values.slice(1))).toBeNull();
      expect(pricesOf([]).middle('A')).toBeNull();
    });

    it.each([
      ['without a value', position('A', null, 1)],
      ['without a number', position('A', 100, null)],
      ['of no value', position('A', 0, 1)],
      ['of no shares', position('A', 100, 0)],
      ['of an option', position('A', 100, 1, put)],
      ['of a row that repeats its value', position('A', 100, 1, noPrice)],
    ])('is not that of a position %s', (_what, odd) => {
      const four = Array.from({ length: 4 }, () => position('A', 100, 1));
      expect(pricesOf([...four, odd]).middle('A')).toBeNull();
      expect(pricesOf([...four, position('A', 100, 1), odd]).middle('A')).toBe(100);
    });

    it('is one dollar where five have as many shares as value, and no price of another contradicts them', () => {
      const same = (number: number) => Array.from({ length: number }, () => position('A', 500, 500, noPrice));
      const [near, far] = [position('A', 51, 50), position('A', 5000, 50)];
      const middle = (...positions: PackedPosition[]) => pricesOf(positions).middle('A');
      expect(middle(...same(5))).toBe(1);
      expect(middle(...same(4), near)).toBeNull();
      expect(middle(...same(5), near)).toBe(1);
      expect(middle(...same(5), far)).toBeNull();
      // The same price, in a report in thousands.
      expect(middle(...same(5), position('A', 5, 5000))).toBe(1);
      expect(middle(...same(9), far, far, far, far, far)).toBe(100);
      // A share of about that price has a number of shares; of any other, the value was typed again.
      const flags = (prices: ImpliedPrices) => prices.flagsOf(position('A', 500, 500, noPrice), 1);
      expect(flags(pricesOf(same(5)))).toBe(0);
      expect(flags(pricesOf([near, near, near, near, near]))).toBe(0);
      expect(flags(pricesOf([far, far, far, far, far]))).toBe(noPrice);
      // A share of 1.40 dollars: the number would be wrong by almost a half.
      expect(flags(pricesOf(Array.from({ length: 5 }, () => position('A', 70, 50))))).toBe(noPrice);
      expect(flags(pricesOf(same(4)))).toBe(noPrice);
    });

    it('is not known of a row without a CUSIP', () => {
      expect(
        pricesOf(Array.from({ length: 9 }, () => position('?ACME/COM', 100, 1))).middle('?ACME/COM'),
      ).toBeNull();
    });
  });

  describe('the unit of a report', () => {
    /** Twenty-five securities of 100 dollars. */
    const known = pricesOf(
      Array.from({ length: 25 }, (_, at) =>
        Array.from({ length: 5 }, () => position(`K${at}`, 100, 1)),
      ).flat(),
    );
    const unit = (prices: number[], unknown = 0, filedDate = '2026-08-10') =>
      known.factorOf(
        { ...managerFiling('0009100001-26-000001', [], { filedDate }), packed: () => Buffer.alloc(0) },
        [
          ...Array.from({ length: unknown }, (_, at) => position(`U${at}`, 50, 1)),
          ...prices.map((price, at) => position(`K${at}`, price, 1)),
        ],
      );

    it.each([
      [200, 1, 'confirmed'],
      [201, 1, 'undecided'],
      [50, 1, 'confirmed'],
      [49, 1, 'undecided'],
      [0.2, 1000, 'corrected'],
      [0.201, 1, 'undecided'],
      [0.05, 1000, 'corrected'],
      [0.0499, 1, 'undecided'],
      [50_000, 0.001, 'corrected'],
      [49_999, 1, 'undecided'],
      [200_000, 0.001, 'corrected'],
      [200_001, 1, 'undecided'],
    ])('by a price of %d for a share of 100 dollars is a factor of %d, %s', (price, factor, check) => {
      expect(unit([price])).toEqual({ factor, check });
    });

    it('is in thousands before 2023, if the prices do not say otherwise', () => {
      expect(unit([0.1], 0, '2022-12-30')).toEqual({ factor: 1000, check: 'confirmed' });
      expect(unit([100], 0, '2022-12-30')).toEqual({ factor: 1, check: 'corrected' });
      expect(unit([100], 0, '2023-01-03')).toEqual({ factor: 1, check: 'confirmed' });
    });

    it('is decided by the middle of at least three known prices, or of all positions if there are fewer', () => {
      expect(unit([100, 100], 1).check).toBe('unchecked');
      expect(unit([100, 100, 100], 1).check).toBe('confirmed');
      expect(unit([100, 100]).check).toBe('confirmed');
      expect(unit([]).check).toBe('unchecked');
      expect(unit([9000, 0.1, 300, 8000, 120]).check).toBe('undecided');
      expect(unit([9000, 0.1, 100, 90, 120]).check).toBe('confirmed');
    });

    it('is decided by the twenty largest positions', () => {
      const large = Array.from({ length: 20 }, (_, at) => (at < 11 ? 100 : 0.1));
      expect(unit([...large, 0.1, 0.1, 0.1]).check).toBe('confirmed');
    });
  });

  describe('the holders of each security', () => {
    it('come the largest first, those of unknown value last, then by CIK and kind', () => {
      const columns = new HolderColumns();
      columns.add('A', 3, { value: null, amount: 1, flags: 0 });
      columns.add('B', 9, { value: 7, amount: null, flags: 0 });
      columns.add('A', 2, { value: 5, amount: 1, flags: put });
      columns.add('A', 2, { value: 5, amount: 2, flags: 0 });
      columns.add('A', 1, { value: 5, amount: 3, flags: 0 });
      columns.add('A', 4, { value: 0, amount: 4, flags: 0 });
      columns.add('A', 5, { value: 60, amount: 5, flags: 0 });
      const found = new Map(columns.securities());
      expect([...found.keys()]).toEqual(['A', 'B']);
      expect(found.get('A')!.map(({ cik, value, amount }) => [cik, value, amount])).toEqual([
        ...[
          [5, 60, 5],
          [1, 5, 3],
          [2, 5, 2],
          [2, 5, 1],
          [4, 0, 4],
          [3, null, 1],
        ],
      ]);
      expect(found.get('B')).toEqual([{ cik: 9, value: 7, amount: null, flags: 0 }]);
    });

    it('are all there when the columns grow', () => {
      const columns = new HolderColumns();
      const count = 200_000;
      for (let at = 0; at < count; at += 1)
        columns.add(`S${at % 3}`, at, { value: at + 0.25, amount: at, flags: at % 2 });
      for (const [key, holders] of columns.securities()) {
        const rest = Number(key.slice(1));
        expect(holders).toHaveLength(Math.ceil((count - rest) / 3));
        expect(
          holders.every(({ cik, value, amount, flags }) => {
            const isOwn = cik % 3 === rest && flags === cik % 2;
            return isOwn && value === cik + 0.25 && amount === cik;
          }),
        ).toBe(true);
      }
    });
  });
});
