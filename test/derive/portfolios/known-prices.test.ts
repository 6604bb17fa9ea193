/** Known prices as witnesses of the values of a 13F: rows of another unit, and sound rows that stay. */

import { describe, expect, it } from '@jest/globals';
import { effectiveReports } from '../../../src/derive/portfolios/effective-reports.js';
import {
  type CloseLookup,
  type ValuedRow,
  valueVerdict,
} from '../../../src/derive/portfolios/known-prices.js';
import type { HoldingRow } from '../../../src/records/portfolios/form13f.js';
import fc from '../../property.js';
import { holding, report } from './holdings-13f.js';

const Q2 = '2026-06-30';
const SHARE = '990001109';

describe('the value of a row beside the known price', () => {
  const verdict = (over: Partial<ValuedRow>, price: number | null = 100) =>
    valueVerdict({ cusip: SHARE, value: 100_000, unit: 1, shares: 1000, ...over }, price);
  const fault = (over: Partial<ValuedRow>, price?: number | null) => {
    const found = verdict(over, price);
    return found.is === 'contradicted' ? found.reasons : found.is;
  };

  it('is contradicted by a factor of about a thousand, in either unit and direction', () => {
    expect(fault({ value: 100 })).toEqual(['other-unit']);
    expect(fault({ value: 129 })).toEqual(['other-unit']);
    expect(fault({ value: 100_000, unit: 1000 })).toEqual(['other-unit']);
    expect(fault({ value: 100, unit: 1000 })).toBe('confirmed');
  });

  it('is contradicted where it is thousands of times the price', () => {
    expect(fault({ value: 300_000_000 })).toEqual(['beyond-price']);
    // A close of cents may be that of another security.
    expect(fault({ value: 3_000_000 }, 0.5)).toBe('unsupported');
  });

  it.each([
    ['a price that fell by 80 per cent', { value: 20_000 }],
    ['a price that rose fivefold', { value: 500_000 }],
    ['shares before a split of 50 for 1', { value: 5_000_000 }],
    ['shares after one', { value: 2_000 }],
    ['a reverse split of 1 for 250', { value: 400 }],
    ['shares before it', { value: 25_000_000 }],
    ['one class for another that is worth 1,500 times as much', { value: 150_000_000 }],
    ['the other of these two for the first', { value: 67 }],
    ['a halted share that is written off', { value: 10, shares: 1_000_000 }],
    ['a value of 0, which is rounded', { value: 0 }],
    ['a value of 1, which is rounded', { value: 1, shares: 10 }],
    ['a value of 1 that is rounded up', { value: 1, shares: 1, unit: 1000 }],
    ['a note', { value: 100, cusip: '990001AB1' }],
    ['a row without shares', { shares: 0 }],
    ['a row without a CUSIP', { value: 100, cusip: '' }],
  ])('is not contradicted: %s', (_what, row) => {
    expect(['unsupported', 'confirmed']).toContain(fault(row));
  });

  it('is unsupported without a price', () => {
    expect(fault({ value: 100 }, null)).toBe('unsupported');
    expect(fault({ value: 100 }, 0)).toBe('unsupported');
  });
});

describe('a report with rows of two units', () => {
  const CUSIPS = [SHARE, '990002107', '990003105', '990004103'];
  const at: CloseLookup = ({ cusip }) => (CUSIPS.includes(cusip) ? 90 + CUSIPS.indexOf(cusip) : null);
  const row = (place: number, over: Partial<HoldingRow> = {}) =>
    holding({ cusip: CUSIPS[place]!, value: (90 + place) * 2000, amount: 2000, ...over });

  it('keeps the rows: their value is null, and so are the total and what the summary page states', () => {
    const rows = [row(0), row(1), row(2, { value: 184 }), row(3, { value: 186 })];
    const { reports, warnings } = effectiveReports([report(Q2, rows)], at);
    const [found] = reports;
    expect(
      found!.positions.map(({ cusip, shares, valueUsd, hasPrice }) => [cusip, shares, valueUsd, hasPrice]),
    ).toEqual([
      ['990002107', 2000, 182_000, true],
      ['990001109', 2000, 180_000, true],
      ['990003105', 2000, null, false],
      ['990004103', 2000, null, false],
    ]);
    expect(found).toMatchObject({ totalUsd: null, statedTotalUsd: null, contradictedRows: 2 });
    expect(warnings.map(({ kind }) => kind)).toEqual(['value-contradicted']);
  });

  it('is in thousands if most rows are: the others are contradicted', () => {
    const rows = [row(0, { value: 180 }), row(1, { value: 182 }), row(2, { value: 184 }), row(3)];
    const [found] = effectiveReports([report(Q2, rows)], at).reports;
    expect(found!.positions.map(({ valueUsd }) => valueUsd)).toEqual([184_000, 182_000, 180_000, null]);
    expect(found!.totalUsd).toBeNull();
  });

  it('has no known value of a security of which one of two rows is contradicted', () => {
    const rows = [row(0), row(1), row(2), row(2, { value: 184, otherManager: '1' })];
    const [found] = effectiveReports([report(Q2, rows)], at).reports;
    expect(found!.positions.at(-1)).toMatchObject({ cusip: CUSIPS[2], shares: 4000, valueUsd: null });
  });

  it('says nothing of options, bonds and rows that repeat the value, whatever the price of the share is', () => {
    const rows = [
      ...[row(0), row(1), row(2)],
      row(3, { value: 186, putCall: 'Call' }),
      row(3, { value: 186, amountType: 'PRN' }),
      row(3, { value: 2, amount: 2 }),
      row(3, { value: 186, amountType: null, amount: null }),
    ];
    const [found] = effectiveReports([report(Q2, rows)], at).reports;
    expect(found).toMatchObject({ contradictedRows: 0 });
    expect(found!.totalUsd).toBe(180_000 + 182_000 + 184_000 + 3 * 186 + 2);
  });
});

/** A written report: shares at about their closes, and what makes a price look odd though it is right. */
const sound = fc.record({
  price: fc.double({ min: 0.5, max: 4000, noNaN: true }),
  amount: fc.integer({ min: 1, max: 5_000_000 }),
  /** A split that the filer or the close does not have yet, a price that moved by 80 per cent, and the days in between. */
  factor: fc.constantFrom(
    1,
    1,
    1,
    1.2,
    0.8,
    0.2,
    1.8,
    5,
    1 / 2,
    3,
    20,
    1 / 20,
    50,
    1 / 50,
    1 / 100,
    250,
    1 / 250,
  ),
  kind: fc.constantFrom('share', 'share', 'share', 'warrant', 'option', 'bond', 'note'),
});
type SoundRow = typeof sound extends fc.Arbitrary<infer Row> ? Row : never;

/** In dollars, as most are filed. A warrant has a CUSIP and a price of its class. */
function filed({ price, amount, factor, kind }: SoundRow, place: number): { row: HoldingRow; close: number } {
  const base = String(990_000 + place);
  const cusip = `${base}${kind === 'note' ? 'AB' : kind === 'warrant' ? '11' : '10'}9`;
  const own = kind === 'warrant' ? price / 1000 : price;
  // Bonds of one issuer are counted in pieces of a thousand dollars, beside a close of the share or of each dollar.
  const close = kind === 'note' || kind === 'bond' ? price / 1000 : own;
  const row = holding({
    cusip,
    value: Math.round(own * amount * factor),
    amount,
    putCall: kind === 'option' ? 'Put' : null,
    amountType: kind === 'bond' ? 'PRN' : 'SH',
  });
  return { row: kind === 'option' ? { ...row, value: Math.round((row.value ?? 0) / 1000) } : row, close };
}

describe('written reports', () => {
  const reportOf = (rows: readonly SoundRow[]) => {
    const made = rows.map(filed);
    const closes = new Map(made.map(({ row, close }) => [row.cusip, close]));
    const close: CloseLookup = ({ cusip }) => closes.get(cusip) ?? null;
    return { rows: made.map(({ row }) => row), close };
  };

  it('have no row that is marked though sound, in dollars and in thousands', () => {
    fc.assert(
      fc.property(fc.array(sound, { minLength: 3, maxLength: 30 }), fc.boolean(), (given, isOld) => {
        const { rows, close } = reportOf(given);
        const written = isOld
          ? rows.map((row) => ({ ...row, value: Math.round((row.value ?? 0) / 1000) }))
          : rows;
        const period = isOld ? '2021-06-30' : Q2;
        const { reports } = effectiveReports([report(period, written)], close);
        for (const one of reports) expect(one.contradictedRows).toBe(0);
      }),
    );
  });

  it('have every row of the other unit marked, but for values that are rounded to 0 or 1', () => {
    const counts = { caught: 0, missed: 0, marked: 0 };
    const plain = sound.map((one) => ({ ...one, factor: 1, kind: 'share' as const }));
    const withFault = fc.record({ row: plain, isOther: fc.boolean() });
    fc.assert(
      fc.property(fc.array(withFault, { minLength: 4, maxLength: 30 }), (given) => {
        const faults = given.filter(({ isOther }) => isOther).length;
        fc.pre(faults > 0 && faults < given.length / 2);
        const { rows, close } = reportOf(given.map(({ row }) => row));
        const written = rows.map((row, at) =>
          given[at]?.isOther ? { ...row, value: Math.round((row.value ?? 0) / 1000) } : row,
        );
        const [found] = effectiveReports([report(Q2, written)], close).reports;
        const byCusip = new Map(found!.positions.map((one) => [one.cusip, one.valueUsd]));
        const { unit } = found!.filings[0]!;
        for (const [at, { cusip, value, amount }] of written.entries()) {
          // Either the rows of the one unit or those of the other contradict the unit that was found.
          const isWrong = given[at]?.isOther === (unit === 'dollars') && value !== amount;
          const isMarked = byCusip.get(cusip) === null;
          if (isMarked) counts[isWrong ? 'caught' : 'marked'] += 1;
          else if (isWrong) {
            counts.missed += 1;
            expect(value).toBeLessThanOrEqual(1);
          }
        }
        if (counts.caught > 0 && [...byCusip.values()].includes(null)) expect(found!.totalUsd).toBeNull();
      }),
    );
    expect(counts.marked).toBe(0);
    expect(counts.caught).toBeGreaterThan(counts.missed * 4);
    if (process.env.TABLE !== undefined)
      process.stdout.write(`rows of two units: ${JSON.stringify(counts)}\n`);
  });
});
