/** Values that the prices of other managers contradict, among all managers of a quarter. */

import { describe, expect, it } from '@jest/globals';
import { POSITION_FLAGS } from '../../../src/records/portfolios/packed-positions.js';
import { type InventedPosition, managerFiling } from '../../invented/managers.js';
import fc from '../../property.js';
import { derive } from './derived-quarter.js';

const SECURITIES = ['990001109', '990002107', '990003105', '990004103'];
const PRICES = [52.5, 118, 93.25, 187];
const { put, principal, noPrice } = POSITION_FLAGS;

/** @param times what the value is multiplied by */
const position = (at: number, shares: number, times = 1, flags = 0): InventedPosition => [
  SECURITIES[at]!,
  Math.round(PRICES[at]! * shares * times),
  shares,
  flags,
];
const managers = (count: number, times = 1) =>
  Array.from({ length: count }, (_, at) =>
    managerFiling(
      `00092000${String(at).padStart(2, '0')}-26-000001`,
      SECURITIES.map((_one, security) => position(security, 2000 + at, times)),
      { cik: String(920_000 + at) },
    ),
  );
const own = (rows: InventedPosition[]) => managerFiling('0009100001-26-000001', rows);
const report = (rows: InventedPosition[], others = managers(5)) => {
  const found = derive([own(rows), ...others]);
  return { ...found.reports.get('910001')!, securities: found.securities, quarter: found.facts };
};

describe('a report with rows of two units', () => {
  it('keeps the rows: their value is null and not compared, and there is no total', () => {
    const found = report([
      position(0, 1000),
      position(1, 2000),
      position(2, 1500, 0.001),
      position(3, 950, 0.001),
    ]);
    expect(found.positions_).toEqual([
      [SECURITIES[1], 236_000, 2000, 0],
      [SECURITIES[0], 52_500, 1000, 0],
      [SECURITIES[2], null, 1500, noPrice | POSITION_FLAGS.unknownValue],
      [SECURITIES[3], null, 950, noPrice | POSITION_FLAGS.unknownValue],
    ]);
    expect(found).toMatchObject({ totalUsd: null, statedUsd: null, notes: ['values-contradicted'] });
    // The sum over managers is that of the others.
    const others = [2000, 2001, 2002, 2003, 2004].map((shares) => Math.round(93.25 * shares));
    expect(found.securities.get(SECURITIES[2]!)).toMatchObject({
      ...{ holders: 6, valueUsd: others.reduce((sum, one) => sum + one, 0) },
    });
  });

  it('is in thousands if most are: the row in dollars is contradicted', () => {
    const rows = [0, 1, 2].map((at) => position(at, 40_000, 0.001));
    const found = report([...rows, position(3, 950)]);
    expect(found.notes).toEqual(['unit-corrected', 'values-contradicted']);
    expect(found.positions_.map(([, value]) => value)).toEqual([4_720_000, 3_730_000, 2_100_000, null]);
  });

  it('is not judged by fewer than five others, by prices that others do not agree on, or for options and bonds', () => {
    const rows = [position(0, 1000), position(1, 2000), position(2, 1500, 0.001)];
    expect(report(rows, managers(4)).notes).not.toContain('values-contradicted');
    expect(
      report(rows, [
        ...managers(5),
        ...managers(8)
          .slice(5)
          .map((one, at) => ({
            ...managerFiling(`000920000${at}-26-000002`, [position(2, 3000, 0.001)], { cik: one.cik }),
          })),
      ]).notes,
    ).not.toContain('values-contradicted');
    for (const flags of [put, principal, noPrice])
      expect(report([position(0, 1000), position(1, 2000), position(2, 1500, 0.001, flags)]).notes).toEqual(
        [],
      );
  });

  it('has no row that is marked though sound: prices that moved, splits, and the price that its own row moves', () => {
    const factors = [1, 1, 1, 0.2, 5, 1 / 20, 20, 50, 1 / 50, 1 / 250];
    const row = fc.record({
      at: fc.nat(SECURITIES.length - 1),
      shares: fc.integer({ min: 1, max: 1_000_000 }),
      factor: fc.constantFrom(...factors),
    });
    const rows = fc.uniqueArray(row, { selector: ({ at }) => at, minLength: 1 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 9 }), (given, others) => {
        const found = report(
          given.map(({ at, shares, factor }) => position(at, shares, factor)),
          managers(others),
        );
        expect(found.notes).not.toContain('values-contradicted');
        expect(found.positions_.every(([, value]) => value !== null)).toBe(true);
      }),
    );
  });

  it('has every row of the other unit marked, wherever it is', () => {
    const units = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(units, fc.integer({ min: 100, max: 1_000_000 }), (isOther, shares) => {
        fc.pre(isOther.includes(true) && isOther.includes(false));
        const found = report(isOther.map((one, at) => position(at, shares, one ? 0.001 : 1)));
        const isThousands = found.notes.includes('unit-corrected');
        const unknown = found.positions_.filter(([, value]) => value === null).map(([key]) => key);
        expect(unknown.sort()).toEqual(SECURITIES.filter((_key, at) => isOther[at] !== isThousands));
        expect(found.totalUsd).toBeNull();
      }),
    );
  });
});
