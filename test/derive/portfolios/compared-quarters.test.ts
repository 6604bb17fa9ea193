/** Two quarters of a fund that need not follow one another: splits between them, positions that are gone or new. */

import { describe, expect, it } from '@jest/globals';
import {
  comparedQuarters,
  positionQuarters,
  unsureBetween,
} from '../../../src/derive/portfolios/compared-quarters.js';
import { fundTracker } from '../../../src/derive/portfolios/fund-tracker.js';
import type { DatedClose } from '../../../src/derive/prices/current-closes.js';
import type { HoldingRow } from '../../../src/records/portfolios/form13f.js';
import { sampleTrackers } from '../../../src/service/curated-trackers.js';
import { holding, report } from './holdings-13f.js';

const ENDS = ['2025-12-31', '2026-03-31', '2026-06-30', '2026-09-30'];
const BETA = '990002107';
const daily = (from: string, to: string): DatedClose[] => {
  const days: DatedClose[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push({ date: new Date(at).toISOString().slice(0, 10), close: 10 });
  return days;
};

/** The quarters of a fund with these rows, oldest first. A share became four on 2026-05-04. */
function quartersOf(rows: HoldingRow[][], closes: DatedClose[] = []) {
  const [tracker] = sampleTrackers();
  return fundTracker({
    tracker: { ...tracker!, sourceId: '0009990001' },
    filings: rows.map((some, at) => report(ENDS[at]!, some)),
    resolve: ({ cusip }) => ({ ticker: cusip === BETA ? null : 'ACME', cik: '1', by: 'symbol' }),
    prices: {
      closes: () => closes,
      splitFactor: (_, from, to) => (from < '2026-05-04' && to >= '2026-05-04' ? 4 : 1),
    },
    today: '2026-11-20',
    hasPage: () => false,
  }).quarters;
}
const acme = (amount: number, price: number) => holding({ amount, value: amount * price });

describe('two quarters', () => {
  it('count the splits between them, and not those before or after', () => {
    const quarters = quartersOf([[acme(100, 40)], [acme(150, 40)], [acme(600, 10)], [acme(900, 10)]]);
    const changeOf = (from: number, to: number) =>
      comparedQuarters(quarters[to]!, quarters[from]!).map((one) => [one.change, one.sharesChangePct]);
    expect(changeOf(0, 1)).toEqual([['added', 50]]);
    expect(changeOf(1, 2)).toEqual([['held', 0]]);
    expect(changeOf(0, 3)).toEqual([['added', 125]]);
    expect(changeOf(2, 3)).toEqual([['added', 50]]);
    const [row] = comparedQuarters(quarters[3]!, quarters[0]!);
    expect(row).toMatchObject({ shares: 900, priorShares: 100, valueUsd: 9000, priorValueUsd: 4000 });
    expect(row!.valueChangePct).toBe(125);
  });

  it('leave a change unknown where a split may be missing, unless closes of both quarters show that none is', () => {
    const rows = [[acme(100, 40)], [], [], [acme(900, 2)]];
    const change = (closes: DatedClose[]) => {
      const quarters = quartersOf(rows, closes);
      return comparedQuarters(quarters[3]!, quarters[0]!)[0]!.change;
    };
    expect(change([])).toBe('unknown');
    expect(change(daily('2026-01-05', '2026-11-01'))).toBe('unknown');
    expect(change(daily('2025-12-01', '2026-03-01'))).toBe('unknown');
    expect(change(daily('2025-12-01', '2026-11-01'))).toBe('added');
  });

  it('keep puts, calls and the shares apart, and give a position that is gone its earlier figures', () => {
    const put = holding({ putCall: 'Put', amount: 50, value: 2000 });
    const quarters = quartersOf([
      [acme(100, 60), put],
      [acme(100, 60), holding({ cusip: BETA, value: 4000 })],
    ]);
    const rows = comparedQuarters(quarters[1]!, quarters[0]!);
    expect(rows.map(({ change, cusip, putCall }) => [change, cusip, putCall])).toEqual([
      ['held', '990001109', null],
      ['new', BETA, null],
      ['exit', '990001109', 'Put'],
    ]);
    expect(rows[1]).toMatchObject({ ticker: null, priorShares: null, priorWeight: null, deltaWeightPp: 40 });
    expect(rows[2]).toMatchObject({
      ...{ shares: null, valueUsd: null, weight: null, sharesChangePct: null, valueChangePct: null },
      ...{ priorShares: 50, priorValueUsd: 2000, priorWeight: 0.25, deltaWeightPp: -25 },
    });
  });

  it('give no change of a value that is unknown, or was 0', () => {
    const changeOf = (before: number | null, after: number | null) => {
      const quarters = quartersOf([[holding({ value: before })], [holding({ value: after })]]);
      return comparedQuarters(quarters[1]!, quarters[0]!)[0]!;
    };
    expect(changeOf(300, 400)).toMatchObject({ valueChangePct: 33.33 });
    expect(changeOf(0, 400)).toMatchObject({ priorValueUsd: 0, valueChangePct: null });
    expect(changeOf(1, 400)).toMatchObject({ valueChangePct: 39_900 });
    expect(changeOf(null, 400)).toMatchObject({ priorValueUsd: null, valueChangePct: null });
    expect(changeOf(300, null)).toMatchObject({ valueUsd: null, valueChangePct: null });
  });

  it('say nothing of changes without an earlier quarter', () => {
    const [only] = quartersOf([[acme(100, 40)]]);
    expect(comparedQuarters(only!, null)).toEqual([
      expect.objectContaining({ change: 'unknown', priorShares: null, deltaWeightPp: null, weight: 1 }),
    ]);
  });
});

it('a position is followed through all quarters, until the one after it was sold', () => {
  const quarters = quartersOf([[acme(100, 40)], [acme(50, 40)], [], []]).reverse();
  expect(
    positionQuarters(quarters).map(({ quarter, priorQuarter, change, shares }) => [
      ...[quarter, priorQuarter, change, shares],
    ]),
  ).toEqual([
    ['2026-Q2', '2026-Q1', 'exit', null],
    ['2026-Q1', '2025-Q4', 'trimmed', 50],
    ['2025-Q4', null, 'unknown', 100],
  ]);
});

it('a quarter says which filings it is made of, and that an amendment counts', () => {
  const [tracker] = sampleTrackers();
  const { quarters } = fundTracker({
    tracker: { ...tracker!, sourceId: '0009990001' },
    filings: [
      report(ENDS[0]!, [acme(100, 40)]),
      report(ENDS[1]!, [acme(100, 40)]),
      report(ENDS[1]!, [acme(70, 40)], {
        formType: '13F-HR/A',
        amendmentType: 'RESTATEMENT',
        filedDate: '2026-07-01',
      }),
      report(ENDS[2]!, [acme(100, 40)]),
      report(ENDS[2]!, [holding({ cusip: BETA })], { formType: '13F-HR/A', filedDate: '2026-10-01' }),
      report(ENDS[3]!, [acme(100, 40)]),
      report(ENDS[3]!, [acme(9, 40)], { formType: '13F-HR/A', filedDate: '2026-11-20' }),
    ],
    resolve: () => ({ ticker: null, cik: null, by: null }),
    today: '2026-11-20',
    hasPage: () => false,
  });
  expect(quarters.map(({ facts }) => [facts.quarter, facts.isAmended, facts.totalValueUsd])).toEqual([
    ['2025-Q4', false, 4000],
    ['2026-Q1', true, 2800],
    ['2026-Q2', false, 4000],
    ['2026-Q3', true, 360],
  ]);
  expect(quarters.map(({ facts }) => facts.filings.map(({ kind }) => kind))).toEqual([
    ['13F-HR'],
    ['13F-HR', '13F-HR/A (restatement)'],
    ['13F-HR', '13F-HR/A (not applied)'],
    ['13F-HR', '13F-HR/A (taken for a restatement)'],
  ]);
});

describe('a position under another CUSIP', () => {
  const renumbered = { ...acme(100, 60), cusip: '990001208' };
  const beta = holding({ cusip: BETA, value: 4000 });
  const quarters = quartersOf([
    [acme(100, 60), beta],
    [renumbered, beta],
  ]);

  it('is gone and not surely sold, and the new one is unknown', () => {
    const rows = comparedQuarters(quarters[1]!, quarters[0]!);
    expect(rows.map(({ change, cusip, changeIsSure = true }) => [change, cusip, changeIsSure])).toEqual([
      ['unknown', '990001208', true],
      ['held', BETA, true],
      ['exit', '990001109', false],
    ]);
    expect(rows.map(({ deltaWeightPp }) => deltaWeightPp)).toEqual([null, 0, null]);
  });

  it('is the same in its own history, which has no other position', () => {
    const unsure = unsureBetween(quarters[1]!, quarters[0]!);
    const only = (cusip: string) =>
      positionQuarters(
        [quarters[1]!, quarters[0]!].map((one) => ({
          ...one,
          positions: one.positions.filter((position) => position.cusip === cusip),
          unsure,
        })),
      ).map(({ change, changeIsSure = true }) => [change, changeIsSure]);
    expect(only('990001109')).toEqual([
      ['exit', false],
      ['unknown', true],
    ]);
    expect(only('990001208')[0]).toEqual(['unknown', true]);
  });
});
