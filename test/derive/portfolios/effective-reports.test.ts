/** The effective 13F report of a quarter: restatements, additions, and the unit of its values. */

import { describe, expect, it } from '@jest/globals';
import {
  effectiveReports,
  impliedPrice,
  weightOf,
} from '../../../src/derive/portfolios/effective-reports.js';
import { filingLabel } from '../../../src/derive/portfolios/filing-history.js';
import { quarterChanges } from '../../../src/derive/portfolios/quarter-changes.js';
import { unitOf } from '../../../src/derive/portfolios/report-unit.js';
import type { HoldingRow } from '../../../src/records/portfolios/form13f.js';
import fc from '../../property.js';
import { holding, report } from './holdings-13f.js';

const Q1 = '2026-03-31';
const Q2 = '2026-06-30';
const BETA = '990002107';
const kinds = (warnings: Array<{ kind: string }>) =>
  warnings.map(({ kind }) => kind).filter((kind) => kind !== 'unit-unchecked');
const only = (...args: Parameters<typeof effectiveReports>) => effectiveReports(...args).reports[0]!;

describe('the effective report of a quarter', () => {
  it('sums rows of one CUSIP, and never across put and call, classes, or shares and principal', () => {
    const rows = [
      holding({ otherManager: '1', value: 100, amount: 1 }),
      holding({ otherManager: '1,2', value: 300, amount: 3 }),
      holding({ putCall: 'Put', value: 50, amount: 7 }),
      holding({ putCall: 'Call', value: 60, amount: 8 }),
      holding({ amountType: 'PRN', value: 900, amount: 1000 }),
      holding({ cusip: BETA, titleOfClass: 'CL B', value: 10, amount: 2 }),
    ];
    const { positions, totalUsd } = only([report(Q2, rows)]);
    expect(
      positions.map(({ key, shares, principalUsd, valueUsd }) => [key, shares, principalUsd, valueUsd]),
    ).toEqual([
      ['990001109||PRN', null, 1000, 900],
      ['990001109||SH', 4, null, 400],
      ['990001109|Call|SH', 8, null, 60],
      ['990001109|Put|SH', 7, null, 50],
      ['990002107||SH', 2, null, 10],
    ]);
    expect(totalUsd).toBe(1420);
  });

  it('is the restatement if there is one, whatever was filed before', () => {
    const original = report(Q2, [holding({ amount: 1 })]);
    const added = report(Q2, [holding({ cusip: BETA })], {
      formType: '13F-HR/A',
      amendmentType: 'NEW HOLDINGS',
      filedDate: '2026-09-01',
    });
    const restated = report(Q2, [holding({ amount: 2 })], {
      formType: '13F-HR/A',
      amendmentType: 'RESTATEMENT',
      filedDate: '2026-09-15',
    });
    const found = only([restated, added, original]);
    expect(found.positions.map(({ shares }) => shares)).toEqual([2]);
    expect(found.filings.map(({ isEffective }) => isEffective)).toEqual([false, false, true]);
    expect(found).toMatchObject({ firstFiledDate: '2026-08-13', filedDate: '2026-09-15' });
  });

  it('includes the new holdings of an amendment', () => {
    const original = report(Q2, [holding()], { isConfidentialOmitted: true });
    const added = report(Q2, [holding({ cusip: BETA, value: 5 })], {
      formType: '13F-HR/A',
      amendmentType: 'NEW HOLDINGS',
      filedDate: '2026-12-01',
    });
    const { reports, warnings } = effectiveReports([added, original]);
    expect(reports[0]).toMatchObject({
      totalUsd: 1_000_005,
      statedTotalUsd: 1_000_005,
    });
    expect(reports[0]!.positions).toHaveLength(2);
    expect(kinds(warnings)).toEqual([]);
  });

  it('is not doubled by an amendment that says that it adds and repeats the whole report', () => {
    const rows = [holding(), holding({ cusip: BETA, amount: 70 })];
    const again = report(Q2, [...rows, holding({ cusip: '990003105', value: 5 })], {
      formType: '13F-HR/A',
      amendmentType: 'NEW HOLDINGS',
      filedDate: '2026-09-01',
    });
    const { reports, warnings } = effectiveReports([report(Q2, rows), again]);
    expect(reports[0]).toMatchObject({ totalUsd: 2_000_005 });
    expect(reports[0]!.positions).toHaveLength(3);
    expect(kinds(warnings)).toEqual(['addition-repeats-report']);
  });

  it('leaves out what cannot be applied, with a warning', () => {
    const silent = report(Q2, [holding({ cusip: BETA })], { formType: '13F-HR/A', filedDate: '2026-09-01' });
    const lonely = report(Q1, [holding()], { formType: '13F-HR/A', amendmentType: 'NEW HOLDINGS' });
    const { reports, leftOut, warnings } = effectiveReports([report(Q2, [holding()]), silent, lonely]);
    // With the addition alone everything in the next one would be new.
    expect(reports.map(({ periodEnd }) => periodEnd)).toEqual([Q2]);
    expect(leftOut.map(({ periodEnd }) => periodEnd)).toEqual([Q1]);
    expect(reports[0]!.positions).toHaveLength(1);
    expect(kinds(warnings)).toEqual(['addition-without-report', 'amendment-not-applied']);
  });

  it('is none where an empty restatement withdraws it: nothing was sold', () => {
    const nothing = holding({ cusip: '', nameOfIssuer: '0', titleOfClass: '0', value: 0, amount: 0 });
    const void_ = report(Q2, [nothing], {
      ...{ formType: '13F-HR/A', amendmentType: 'RESTATEMENT', filedDate: '2026-09-10' },
    });
    const { reports, leftOut } = effectiveReports([report(Q1, [holding()]), report(Q2, [holding()]), void_]);
    expect(reports.map(({ periodEnd }) => periodEnd)).toEqual([Q1]);
    expect(leftOut.map((one) => filingLabel(one, true))).toEqual([
      '13F-HR (report withdrawn)',
      '13F-HR/A (restatement; report withdrawn)',
    ]);
    // Holdings added to it later count.
    const added = report(Q2, [holding({ cusip: BETA, value: 7 })], {
      ...{ formType: '13F-HR/A', amendmentType: 'NEW HOLDINGS', filedDate: '2026-10-10' },
    });
    expect(only([report(Q2, [holding()]), void_, added])).toMatchObject({ totalUsd: 7 });
    // A report of a manager without holdings is an empty portfolio.
    expect(only([report(Q2, [nothing])])).toMatchObject({ totalUsd: 0, positions: [] });
  });

  it('is not that of a day that ends no quarter: the right one would be compared with it', () => {
    const mistyped = report('2026-06-29', [holding()], { filedDate: '2026-08-10' });
    const { reports, leftOut, warnings } = effectiveReports([report(Q1, [holding()]), mistyped]);
    expect(reports.map(({ periodEnd }) => periodEnd)).toEqual([Q1]);
    expect(leftOut.map((one) => filingLabel(one, true))).toEqual(['13F-HR (not applied)']);
    expect(kinds(warnings)).toEqual(['period-not-a-quarter-end']);
  });

  it('is a second original, with a warning, and a repeated report counts once', () => {
    const first = report(Q2, [holding({ amount: 1 })]);
    const second = report(Q2, [holding({ amount: 2 })], { filedDate: '2026-08-14' });
    const { reports, warnings } = effectiveReports([first, second, second]);
    expect(reports[0]!.positions[0]!.shares).toBe(2);
    expect(kinds(warnings)).toEqual(['second-report']);
  });

  it('is not a second original of months later that holds something else: its period may be that of an old report', () => {
    const rows = ['990001109', BETA, '990003105'].map((cusip) => holding({ cusip }));
    const first = report(Q1, rows);
    // Filed for the third quarter, with the period of the first one.
    const other = rows.map((one, at) => ({ ...one, amount: 20_000 + at }));
    const mistyped = report(Q1, other, { filedDate: '2026-11-10' });
    const { reports, warnings } = effectiveReports([first, mistyped]);
    expect(reports[0]!.positions.map(({ shares }) => shares)).toEqual([10_000, 10_000, 10_000]);
    expect(reports[0]!.filings.map((one) => filingLabel(one, false))).toEqual([
      '13F-HR',
      '13F-HR (not applied)',
    ]);
    expect(kinds(warnings)).toEqual(['second-report-not-applied']);
    // The same report again, with values of another unit, in time, or some days after a late report, is a correction.
    const revalued = rows.map((one) => ({ ...one, value: 7 }));
    const late = report(Q1, rows, { filedDate: '2026-11-02' });
    for (const [before, again, filedDate] of [
      [first, revalued, '2026-11-10'],
      [first, other, '2026-06-20'],
      [late, other, '2026-11-10'],
    ] as const) {
      const found = effectiveReports([before, report(Q1, again, { filedDate })]);
      expect(found.reports[0]!.filings.map(({ isEffective }) => isEffective)).toEqual([false, true]);
      expect(kinds(found.warnings)).toEqual(['second-report']);
    }
  });

  it('is a second original of months later that completes it: the prices show that it is of the same quarter', () => {
    const rows = ['990001109', BETA, '990003105'].map((cusip, at) =>
      holding({ cusip, value: 1_000_000 + at }),
    );
    const whole = [
      ...rows,
      ...Array.from({ length: 20 }, (_, at) => holding({ cusip: `99000${4000 + at}` })),
    ];
    const count = (first: typeof rows, second: typeof rows) =>
      only([report(Q1, first), report(Q1, second, { filedDate: '2026-11-10' })]).positions.length;
    expect(count(rows, whole)).toBe(23);
    // The part ended between two rows of one security: its amount is another, its price is not.
    const half = { amount: 5000, value: 500_000 };
    expect(count(rows, [...whole, holding(half), holding({ ...half, cusip: BETA })])).toBe(23);
    // Held since then, at the prices of another day; or too few to show anything.
    expect(
      count(
        rows,
        whole.map((one) => ({ ...one, value: 990_000 })),
      ),
    ).toBe(3);
    expect(count(rows.slice(1), whole)).toBe(2);
    // A part of the report does not replace the whole of it.
    expect(count(whole, rows)).toBe(23);
  });

  it('is a restatement of months later, also with other amounts and prices: the first one may have had those of another day', () => {
    const rows = ['990001109', BETA, '990003105', '990004103'].map((cusip, at) =>
      holding({ cusip, amount: 10_000 + at, value: 1_000_000 + 700 * at }),
    );
    const restated = rows.map((one, at) => ({ ...one, amount: 12_000 + at, value: 1_500_000 + 900 * at }));
    const over = { formType: '13F-HR/A', amendmentType: 'RESTATEMENT', filedDate: '2026-11-10' } as const;
    const { reports, warnings } = effectiveReports([report(Q1, rows), report(Q1, restated, over)]);
    expect(reports[0]!.filings.map(({ isEffective }) => isEffective)).toEqual([false, true]);
    expect(kinds(warnings)).toEqual([]);
  });

  it('has a warning with the difference between its sum and the summary page', () => {
    const { reports, warnings } = effectiveReports([report(Q2, [holding()], { tableValueTotal: 999_000 })]);
    expect(reports[0]).toMatchObject({ totalUsd: 1_000_000, statedTotalUsd: 999_000 });
    expect(warnings.find(({ kind }) => kind === 'total-differs')!.detail).toContain('1000 more');
  });

  it('keeps unreadable rows apart: an unknown value counts nothing, unknown shares stay unknown', () => {
    const rows = [
      holding({ amount: null }),
      holding({ value: null }),
      holding({ cusip: '', nameOfIssuer: 'NOBODY' }),
      holding({ cusip: '', nameOfIssuer: 'SOMEBODY' }),
    ];
    const { positions } = only([report(Q2, rows)]);
    expect(positions).toHaveLength(3);
    expect(positions.find(({ cusip }) => cusip !== '')).toMatchObject({ shares: null, valueUsd: null });
  });
});

describe('the unit of a report', () => {
  const at100 = () => 100;
  /** Values in thousands although filed in 2026. */
  const thousands = (number: number) =>
    Array.from({ length: number }, (_, i) => holding({ value: 1000 + i, amount: 10_000 + 10 * i }));

  it('is thousands if the median of the known prices shows it, against the filing date', () => {
    const { reports, warnings } = effectiveReports([report(Q2, thousands(5))], at100);
    expect(reports[0]!.totalUsd).toBe(5_010_000);
    expect(reports[0]!.statedTotalUsd).toBe(5_010_000);
    expect(kinds(warnings)).toEqual(['unit-not-by-date']);
  });

  it('is dollars if the known prices agree, also in a report filed before 2023', () => {
    const old = report('2022-09-30', [holding(), holding(), holding()]);
    expect(old.valueUnit).toBe('thousands');
    expect(unitOf(old, at100)).toMatchObject({ unit: 'dollars', warnings: [{ kind: 'unit-not-by-date' }] });
  });

  it('is not decided by a warrant: one row of two below a dollar proves nothing', () => {
    const rows = [holding(), holding({ titleOfClass: '*W EXP', cusip: BETA, value: 200, amount: 1000 })];
    const close = ({ cusip }: { cusip: string }) => (cusip === BETA ? 0.2 : 100);
    expect(unitOf(report(Q2, rows), close)).toEqual({ unit: 'dollars', by: 'prices', warnings: [] });
    expect(unitOf(report(Q2, rows), () => null)).toMatchObject({
      unit: 'dollars',
      warnings: [{ kind: 'unit-unchecked' }],
    });
  });

  it('follows the filing date with a warning if prices are unknown, too few, or fit neither', () => {
    const few =
      (cusip: string) =>
      ({ cusip: one }: { cusip: string }) =>
        one === cusip ? 100 : null;
    expect(
      unitOf(report(Q2, [holding(), holding(), holding(), holding({ cusip: BETA })]), few(BETA)).warnings,
    ).toMatchObject([{ kind: 'unit-unchecked' }]);
    const odd = report(Q2, thousands(5), { valueUnitContradicted: true });
    expect(unitOf(odd, () => null)).toMatchObject({
      unit: 'dollars',
      warnings: [{ kind: 'unit-unchecked-and-unlikely' }],
    });
    expect(unitOf(odd, () => 3)).toMatchObject({ unit: 'dollars', warnings: [{ kind: 'unit-undecided' }] });
  });

  it('is thousands without prices for a manager known to state them, if the rows say the same', () => {
    const odd = report(Q2, thousands(5), { valueUnitContradicted: true });
    expect(unitOf(odd, () => null, true)).toMatchObject({
      unit: 'thousands',
      warnings: [{ kind: 'unit-by-habit' }],
    });
    expect(unitOf(report(Q2, [holding()]), () => null, true).unit).toBe('dollars');
  });

  it('is that of the report for an addition without known prices, if both are under one rule', () => {
    const added = report(Q2, [holding({ cusip: BETA, value: 7, amount: 100 })], {
      ...{ formType: '13F-HR/A', amendmentType: 'NEW HOLDINGS', filedDate: '2026-09-10' },
    });
    const base = report(Q2, thousands(8), { valueUnitContradicted: true });
    const known = ({ cusip }: { cusip: string }) => (cusip === BETA ? null : 100);
    for (const found of [
      effectiveReports([base, added], known),
      effectiveReports([base, added], () => null, true),
    ]) {
      expect(found.reports[0]!.totalUsd).toBe(8_035_000);
      expect(kinds(found.warnings)).toContain('unit-of-report');
    }
    // Filed under the rule of thousands, in dollars: that says nothing of an addition under the other rule.
    const old = report('2022-09-30', [holding(), holding(), holding()]);
    const late = { ...added, periodEnd: '2022-09-30', filedDate: '2023-02-10' };
    expect(effectiveReports([old, late], known).reports[0]!.totalUsd).toBe(3_000_007);
    const early = { ...late, filedDate: '2022-12-01', valueUnit: 'thousands' as const };
    expect(effectiveReports([old, early], known).reports[0]!.totalUsd).toBe(3_000_007);
    // Nothing shows the unit of the report, or its prices fit neither.
    expect(effectiveReports([base, added]).reports[0]!.totalUsd).toBe(8035);
    expect(
      effectiveReports([base, added], ({ cusip }) => (cusip === BETA ? null : 3)).reports[0]!.totalUsd,
    ).toBe(8035);
  });

  it('gives no price from a row that repeats its value as shares, and is not decided by it', () => {
    const rows = [holding({ value: 10_000, amount: 10_000 })];
    expect(impliedPrice(only([report(Q2, rows)]).positions[0]!)).toBeNull();
    expect(unitOf(report(Q2, rows), at100)).toEqual({ unit: 'dollars', by: 'date', warnings: [] });
    // Unless the security costs about one dollar.
    const priceAt = (close: number) => impliedPrice(only([report(Q2, rows)], () => close).positions[0]!);
    expect([1.02, 1.4, 100].map(priceAt)).toEqual([1, null, null]);
  });
});

describe('two rows of one security', () => {
  const merged = (...rows: Parameters<typeof holding>[0][]) =>
    only([
      report(
        Q2,
        rows.map((row) => holding(row)),
      ),
    ]).positions;

  it('are one position with their sums, shares apart from principal', () => {
    expect(merged({ value: 10, amount: 1 }, { value: 20, amount: 4 })).toMatchObject([
      { valueUsd: 30, shares: 5, principalUsd: null, hasPrice: true },
    ]);
    const bond = { amountType: 'PRN' as const };
    expect(merged({ ...bond, value: 10, amount: 1 }, { ...bond, value: 20, amount: 4 })).toMatchObject([
      { valueUsd: 30, shares: null, principalUsd: 5 },
    ]);
  });

  it.each([
    ['the value', { value: null }, { valueUsd: null, shares: 5, hasPrice: false }],
    ['the number', { amount: null }, { valueUsd: 30, shares: null, hasPrice: false }],
    ['a price', { value: 20, amount: 20 }, { valueUsd: 30, shares: 21, hasPrice: false }],
  ])('have an unknown sum if one does not state %s', (_what, more, sum) => {
    const odd = { value: 20, amount: 4, ...more };
    expect(merged({ value: 10, amount: 1 }, odd)).toMatchObject([sum]);
    expect(merged(odd, { value: 10, amount: 1 })).toMatchObject([sum]);
  });
});

it('positions are in order of their value, those without one last, then by CUSIP', () => {
  const { positions } = only([
    report(Q2, [
      holding({ cusip: '990004103', value: null }),
      holding({ cusip: '990003105', value: 0, amount: 5 }),
      holding({ cusip: BETA, value: 10 }),
      holding({ value: 10 }),
    ]),
  ]);
  expect(positions.map(({ cusip }) => cusip)).toEqual(['990001109', BETA, '990003105', '990004103']);
});

describe('changes between two quarters', () => {
  const change = (before: number, after: number, factor = 1) => {
    const [prior, current] = effectiveReports([
      report(Q1, [holding({ amount: before })]),
      report(Q2, [holding({ amount: after })]),
    ]).reports;
    const { changes } = quarterChanges(current!, prior!, () => ({ factor, isSure: true }));
    return changes.get('990001109||SH')!;
  };

  it.each([
    [1000, 1150, 1, 'Added 15%', 15],
    [1000, 960, 1, 'Trimmed 4%', -4],
    [1000, 1000, 1, 'Held', 0],
    [1000, 2000, 2, 'Held', 0],
    [1000, 2300, 2, 'Added 15%', 15],
    [100_000, 100_200, 1, 'Added <1%', 0.2],
    [3, 1, 1, 'Trimmed 67%', -66.67],
  ])('%d to %d shares (split %d) is "%s"', (before, after, factor, label, pct) => {
    expect(change(before, after, factor)).toMatchObject({
      isNew: false,
      lastTxLabel: label,
      sharesChangePct: pct,
    });
  });

  it('show new and sold positions and changes of weight', () => {
    const [prior, current] = effectiveReports([
      report(Q1, [holding({ value: 75 }), holding({ cusip: BETA, putCall: 'Put', value: 25 })]),
      report(Q2, [holding({ value: 50 }), holding({ cusip: BETA, value: 50 })]),
    ]).reports;
    const { changes, exits } = quarterChanges(current!, prior!);
    expect(changes.get('990001109||SH')).toMatchObject({ deltaWeightPp: -25 });
    expect(changes.get('990002107||SH')).toEqual({
      isNew: true,
      sharesChangePct: null,
      deltaWeightPp: 50,
      lastTxLabel: 'New',
    });
    expect(exits.map(({ position: { key, valueUsd } }) => [key, valueUsd])).toEqual([
      ['990002107|Put|SH', 25],
    ]);
  });

  it('are unknown without an earlier report', () => {
    const [current] = effectiveReports([report(Q2, [holding()])]).reports;
    expect(quarterChanges(current!, null)).toEqual({
      changes: new Map([
        ['990001109||SH', { isNew: null, sharesChangePct: null, deltaWeightPp: null, lastTxLabel: null }],
      ]),
      exits: [],
    });
  });
});

describe('any portfolio', () => {
  const row = fc.record({
    cusip: fc.constantFrom('990001109', '990002107', '990003105', '990004103', ''),
    nameOfIssuer: fc.constantFrom('A', 'B'),
    value: fc.nat(10_000_000_000),
    amount: fc.nat(1_000_000_000),
    amountType: fc.constantFrom<HoldingRow['amountType']>('SH', 'PRN'),
    putCall: fc.constantFrom<HoldingRow['putCall']>(null, 'Put', 'Call'),
  });
  const rows = fc.array(
    row.map((one) => holding(one)),
    { maxLength: 30 },
  );

  it('has weights that sum to 1 and holdings that sum to the stated total', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const { reports, warnings } = effectiveReports([report(Q2, some)]);
        const [found] = reports;
        const weights = found!.positions.reduce((sum, position) => sum + weightOf(position, found!)!, 0);
        if (found!.totalUsd! > 0) expect(weights).toBeCloseTo(1, 9);
        else expect(weights).toBe(0);
        expect(found!.totalUsd).toBe(some.reduce((sum, { value }) => sum + value!, 0));
        expect(kinds(warnings)).toEqual([]);
      }),
    );
  });

  it('accounts for the whole previous quarter: held and sold positions', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const [prior, current] = effectiveReports([report(Q1, before), report(Q2, after)]).reports;
        const { changes, exits } = quarterChanges(current!, prior!);
        const held = prior!.positions.filter(({ key }) => changes.get(key)?.isNew === false);
        const news = [...changes.values()].filter(({ isNew }) => isNew !== false);
        const value = (of: typeof held) => of.reduce((sum, { valueUsd }) => sum + valueUsd!, 0);
        expect(value(held) + value(exits.map(({ position }) => position))).toBe(prior!.totalUsd);
        expect(held.length + exits.length).toBe(prior!.positions.length);
        expect(held.length + news.length).toBe(current!.positions.length);
      }),
    );
  });
});
