/** The tracker of a fund: changes between quarters, splits, and figures that are not certain. */

import { describe, expect, it } from '@jest/globals';
import { fundTracker } from '../../../src/derive/portfolios/fund-tracker.js';
import type { DatedClose } from '../../../src/derive/prices/current-closes.js';
import { UNKNOWN_CENTS } from '../../../src/read-model/column-values.js';
import type { Holdings13F } from '../../../src/records/portfolios/form13f.js';
import type { CuratedTracker } from '../../../src/records/portfolios/tracker.js';
import { trackerHeadOf, trackerRowsOf } from '../../../src/store/rows/trackers.js';
import { trackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { holding, report } from './holdings-13f.js';

const [Q1, Q2, Q3] = ['2026-03-31', '2026-06-30', '2026-09-30'] as const;
const BETA = '990002107';
const tracker: CuratedTracker = {
  slug: 'roe',
  displayName: 'Roe Capital',
  entityName: 'Roe Capital LLC',
  role: 'Manager (invented)',
  archetype: 'hedge_fund',
  benchmarkTicker: 'SPYX',
  sortOrder: 1,
  caveatKeys: [],
  sourceId: '0009990001',
  sources: ['a/b:c', 'd/e:f'],
};

const made = (
  filings: Holdings13F[],
  closes: Record<string, DatedClose[]> = {},
  { today = '2026-11-20', splits = 1, known = null as number | null } = {},
) => {
  const { detail, warnings } = fundTracker({
    tracker,
    filings,
    resolve: ({ cusip }) => ({ ticker: cusip === BETA ? 'BETA' : 'ACME', cik: '1', by: 'symbol' }),
    prices: {
      closes: (ticker) => closes[ticker] ?? [],
      splitFactor: (_, from, to) => (from < '2026-10-15' && to >= '2026-10-15' ? splits : 1),
    },
    knownClose: () => known,
    today,
    hasPage: () => false,
  });
  return { detail: trackerDetail.parse(detail), warnings };
};
/** Shares and price of a share at the end of a quarter. */
const acme = (amount: number, price: number) => holding({ amount, value: amount * price });
const changeOf = (...of: Parameters<typeof made>) => made(...of).detail.snapshot!.holdings[0]!;
const daily = (from: string, days: number, close: number): DatedClose[] =>
  Array.from({ length: days }, (_, i) => ({
    date: new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10),
    close,
  }));

describe('an unrecorded split', () => {
  it('is not a purchase: twice the shares at half the price leave change and purchase price unknown', () => {
    const filings = [report(Q1, [holding({ cusip: BETA })]), report(Q2, [acme(100, 200)])];
    const split = changeOf([...filings, report(Q3, [acme(200, 98)])]);
    expect(split).toMatchObject({ sharesChangePct: null, lastTxLabel: null, avgBuyPriceUsd: null });
    expect(split).toMatchObject({ isNew: false, shares: 200, valueUsd: 19_600 });
  });

  it.each([
    ['ten for one', 100, 1200, 1050, 125],
    ['three for two', 100, 90, 150, 61],
    ['one for ten', 1000, 2, 100, 21],
    ['twenty for one, most of it sold', 100, 3000, 500, 140],
  ])('is recognised in the filings themselves: %s', (_, before, price, after, then) => {
    const { sharesChangePct, lastTxLabel } = changeOf([
      report(Q2, [acme(before, price)]),
      report(Q3, [acme(after, then)]),
    ]);
    expect([sharesChangePct, lastTxLabel]).toEqual([null, null]);
  });

  it.each([
    ['a purchase while the price holds', 100, 50, 300, 55, 200],
    ['a purchase while the price falls by a third', 100, 90, 160, 60, 60],
    ['a sale while the price doubles', 100, 50, 80, 100, -20],
    ['nothing done while the price falls to a tenth', 100, 50, 100, 5, 0],
  ])('is not suspected in %s', (_, before, price, after, then, pct) => {
    expect(
      changeOf([report(Q2, [acme(before, price)]), report(Q3, [acme(after, then)])]).sharesChangePct,
    ).toBe(pct);
  });

  it('is not suspected if closes over the whole quarter show none', () => {
    const filings = [report(Q2, [acme(100, 200)]), report(Q3, [acme(200, 98)])];
    expect(changeOf(filings, { ACME: daily('2026-06-25', 140, 98) })).toMatchObject({
      sharesChangePct: 100,
      lastTxLabel: 'Added 100%',
    });
  });

  it('leaves the return unknown if it comes after the quarter', () => {
    const filings = [report(Q2, [holding({ cusip: BETA })]), report(Q3, [acme(100, 200)])];
    // The adjusted closes begin after the step, as adjustedCloses leaves them.
    expect(changeOf(filings, { ACME: daily('2026-10-15', 30, 20) })).toMatchObject({
      avgBuyPriceUsd: null,
      currentPriceUsd: 20,
      returnPct: null,
    });
    expect(changeOf(filings, { ACME: daily('2026-10-15', 30, 20) }, { splits: 10 })).toMatchObject({
      avgBuyPriceUsd: 20,
      returnPct: 0,
    });
  });
});

describe('an unreliable figure', () => {
  it('is not shown as a change: a share column that repeats the value gives no number of shares', () => {
    const repeated = holding({ value: 19_600, amount: 19_600 });
    const found = changeOf([report(Q2, [acme(100, 200)]), report(Q3, [repeated])]);
    expect(found).toMatchObject({ sharesChangePct: null, lastTxLabel: null, isNew: false });
  });

  it('keeps a share out of the series if its number of shares repeats the value', () => {
    const filings = [report(Q2, [acme(100, 200), holding({ cusip: BETA, value: 9_000, amount: 9_000 })])];
    const closes = {
      ACME: [
        { date: '2026-08-13', close: 200 },
        { date: '2026-08-14', close: 220 },
      ],
      BETA: [
        { date: '2026-08-13', close: 500 },
        { date: '2026-08-14', close: 500 },
      ],
    };
    const { valueSeriesUsd } = made(filings, closes, { today: '2026-08-20' }).detail;
    expect(valueSeriesUsd.map(({ changePct }) => changePct)).toEqual([0, 10]);
  });

  it('is null and not 0: an unreadable value, its weight and its exit', () => {
    const rows = [acme(100, 200), holding({ cusip: BETA, value: null })];
    const stated = made([report(Q2, rows, { tableValueTotal: 50_000 })]).detail;
    expect(stated.snapshot!.holdings.map(({ valueUsd, weight }) => [valueUsd, weight])).toEqual([
      [20_000, 0.4],
      [null, null],
    ]);
    expect(stated.snapshot!.totalValueUsd).toBe(50_000);
    expect(stated.valueHistory).toEqual([{ periodEnd: Q2, valueUsd: 50_000 }]);
    // Without a stated total it is unknown: a sum with a missing part is not the total.
    const unstated = made([report(Q2, rows, { tableValueTotal: null })]).detail;
    expect(unstated.snapshot!.holdings.map(({ weight }) => weight)).toEqual([null, null]);
    expect(unstated.snapshot!.totalValueUsd).toBeNull();
    expect(unstated.valueHistory).toEqual([]);
    const later = made([report(Q2, rows), report(Q3, [acme(100, 200)])]).detail.snapshot!;
    expect(later.quarterChanges!.exits.map(({ priorValueUsd }) => priorValueUsd)).toEqual([null]);
  });

  it('is not a current price if the close is older than a quarter', () => {
    const filings = [report(Q2, [holding({ cusip: BETA })]), report(Q3, [acme(100, 200)])];
    const at = (date: string) => changeOf(filings, { ACME: [{ date, close: 300 }] }).currentPriceUsd;
    expect([at('2026-11-01'), at('2026-07-01')]).toEqual([300, null]);
  });
});

describe('an option or a bond', () => {
  const closes = { ACME: [{ date: '2026-11-18', close: 300 }] };

  it.each([
    ['a put', { putCall: 'Put' as const }],
    ['a call', { putCall: 'Call' as const }],
    ['a principal amount', { amountType: 'PRN' as const }],
  ])('has no price of the share, and no return: %s', (_what, more) => {
    const bought = { ...acme(100, 200), ...more };
    const filings = [report(Q2, [holding({ cusip: BETA })]), report(Q3, [bought])];
    expect(changeOf(filings, closes)).toMatchObject({
      ...{ ticker: 'ACME', currentPriceUsd: null, avgBuyPriceUsd: null, returnPct: null },
    });
    const shares = [filings[0]!, report(Q3, [acme(100, 200)])];
    expect(changeOf(shares, closes)).toMatchObject({
      ...{ currentPriceUsd: 300, avgBuyPriceUsd: 200, returnPct: 50 },
    });
  });
});

describe('the tickers of a fund', () => {
  const GAMMA = '990003103';
  const found = (rows: Parameters<typeof report>[1][]) =>
    fundTracker({
      tracker,
      filings: rows.map((some, at) => report([Q2, Q3][at]!, some)),
      // One CUSIP with two classes: only the plain shares have a symbol.
      resolve: ({ cusip, nameOfIssuer, titleOfClass }) => {
        const ticker = nameOfIssuer === 'OTHER CORP' ? 'OTHER' : cusip === BETA ? 'BETA' : 'ACME';
        const isKnown = titleOfClass === 'COM' && cusip !== GAMMA;
        return isKnown ? { ticker, cik: '1', by: 'symbol' } : { ticker: null, cik: null, by: null };
      },
      today: '2026-11-20',
      hasPage: (ticker) => ticker !== 'OTHER',
    });

  it('are those of the security, of which one CUSIP may name several', () => {
    const rows = [
      holding({ value: 30 }),
      holding({ value: 20, titleOfClass: 'WT', putCall: 'Put' }),
      holding({ value: 10, nameOfIssuer: 'OTHER CORP', putCall: 'Call' }),
    ];
    const { snapshot } = found([rows]).detail;
    expect(snapshot!.holdings.map(({ ticker }) => ticker)).toEqual(['ACME', null, 'OTHER']);
  });

  it('have a link where they are held or were sold in the quarter, and a page', () => {
    const before = [
      holding({ cusip: BETA, value: 5 }),
      holding({ nameOfIssuer: 'OTHER CORP', putCall: 'Put' }),
    ];
    const { detail } = found([before, [holding(), holding({ cusip: GAMMA, value: 1 })]]);
    expect(detail.tickersWithPage).toEqual(['ACME', 'BETA']);
    expect(found([]).detail).toMatchObject({ tickersWithPage: [], snapshot: null });
  });

  it('cover a part of the value', () => {
    const rows = [holding({ value: 70 }), holding({ cusip: GAMMA, value: 30 })];
    expect(found([rows]).coverage).toEqual({ valueUsd: 100, resolvedUsd: 70 });
    expect(found([]).coverage).toEqual({ valueUsd: 0, resolvedUsd: 0 });
  });
});

describe('the filings of a fund', () => {
  it('state withheld confidential holdings, and list what could not be applied', () => {
    const { detail, warnings } = made([
      report(Q2, [acme(100, 200)], { isConfidentialOmitted: true }),
      report(Q2, [holding({ cusip: BETA })], {
        formType: '13F-HR/A',
        amendmentType: 'NEW HOLDINGS',
        filedDate: '2026-10-01',
      }),
      report(Q3, [acme(100, 200)], { formType: '13F-HR/A', filedDate: '2026-11-15' }),
    ]);
    expect(detail.filingHistory.map(({ kind, periodLabel }) => [kind, periodLabel])).toEqual([
      ['13F-HR/A (not applied)', 'Q3 2026'],
      ['13F-HR/A (new holdings)', 'Q2 2026'],
      ['13F-HR (holdings withheld as confidential)', 'Q2 2026'],
    ]);
    expect(detail.snapshot!.periodEnd).toBe(Q2);
    expect(warnings.map(({ kind }) => kind)).toContain('amendment-not-applied');
  });

  it('do not count for a quarter that had not ended when they were filed', () => {
    const { detail, warnings } = made([
      report(Q2, [acme(100, 200)]),
      report('2036-06-30', [acme(1, 200)], { filedDate: '2026-08-20' }),
    ]);
    expect(detail.snapshot!.periodEnd).toBe(Q2);
    expect(detail.filingHistory[0]).toMatchObject({ kind: '13F-HR (not applied)', itemCount: 1 });
    expect(warnings.map(({ kind }) => kind)).toContain('period-after-filing');
  });

  it('without any price have one warning about the unit, and not one for each quarter', () => {
    const { warnings } = made([Q1, Q2, Q3].map((end) => report(end, [acme(100, 200)])));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.detail).toMatch(/^3 reports /);
  });
});

describe('a manager and its parent', () => {
  const both: CuratedTracker = {
    ...tracker,
    sourceId: '0009990002',
    sourceIdSince: Q1,
    otherIds: [{ id: '0009990001', until: Q2, sources: ['a/b:c', 'd/e:f'] }],
  };
  const of = (...filings: Holdings13F[]) =>
    fundTracker({
      tracker: both,
      filings,
      resolve: () => ({ ticker: null, cik: null, by: null }),
      today: '2026-11-20',
      hasPage: () => false,
    });
  const parent = { cik: '9990002', reportType: '13F COMBINATION REPORT' as const };

  it('are added up if the parent files a combination report, so that nothing seems bought later', () => {
    const { detail, warnings } = of(
      report(Q2, [acme(100, 200)]),
      report(Q2, [acme(50, 200), holding({ cusip: BETA, value: 5, amount: 1 })], parent),
      report(Q3, [acme(150, 200)], { cik: '9990002' }),
    );
    expect(detail.valueHistory.map(({ valueUsd }) => valueUsd)).toEqual([30_005, 30_000]);
    expect(detail.snapshot!.holdings[0]).toMatchObject({ shares: 150, lastTxLabel: 'Held' });
    expect(detail.snapshot!.quarterChanges!.exits).toHaveLength(1);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unit-unchecked']);
  });

  it('are not that of the parent alone, before the report of the manager was read', () => {
    const before = report('2026-03-31', [acme(100, 200)]);
    const part = report(Q2, [holding({ cusip: BETA, value: 5, amount: 1 })], parent);
    const { detail, warnings } = of(before, part);
    expect(detail.snapshot).toMatchObject({ periodEnd: '2026-03-31', totalValueUsd: 20_000 });
    expect(warnings.map(({ kind }) => kind)).toContain('part-without-report');
    expect(of(before, part, report(Q2, [acme(90, 200)])).detail.snapshot).toMatchObject({
      totalValueUsd: 18_005,
    });
  });

  it('are not added up if it reports the same holdings again', () => {
    const { detail, warnings } = of(
      report(Q2, [acme(100, 200)]),
      report(Q2, [acme(100, 200)], { cik: '9990002' }),
    );
    expect(detail.snapshot!.totalValueUsd).toBe(20_000);
    expect(warnings.map(({ kind }) => kind)).toContain('two-managers-in-a-quarter');
  });

  it('are amended separately', () => {
    const { detail } = of(
      report(Q2, [acme(100, 200)]),
      report(Q2, [acme(50, 200)], parent),
      report(Q2, [acme(60, 200)], {
        ...parent,
        formType: '13F-HR/A',
        amendmentType: 'RESTATEMENT',
        filedDate: '2026-09-01',
      }),
    );
    expect(detail.snapshot!.totalValueUsd).toBe(32_000);
  });
});

describe('the series of a fund that stops filing', () => {
  const options = { today: '2026-11-20' };

  it('ends when the next report is long overdue', () => {
    const filings = [report('2025-12-31', [acme(100, 200)], { filedDate: '2026-02-13' })];
    const { valueSeriesUsd } = made(filings, { ACME: daily('2026-02-13', 280, 200) }, options).detail;
    expect(valueSeriesUsd.at(0)!.date).toBe('2026-02-13');
    // The report of the quarter that ends on 31 March is due on 15 May; a month later the holdings are unknown.
    expect(valueSeriesUsd.at(-1)!.date).toBe('2026-06-14');
  });

  it('starts again after the gap, because its holdings in between are unknown', () => {
    const filings = [
      report('2025-06-30', [acme(100, 100)], { filedDate: '2025-08-13' }),
      report(Q2, [acme(100, 200)], { filedDate: '2026-08-13' }),
    ];
    const closes = { ACME: [...daily('2025-08-13', 300, 100), ...daily('2026-08-13', 90, 200)] };
    const { valueSeriesUsd } = made(filings, closes, options).detail;
    expect(valueSeriesUsd[0]).toEqual({ date: '2026-08-13', valueUsd: 20_000, changePct: 0 });
  });
});

describe('what is not sure of the newest report', () => {
  const rows = [acme(100, 200), holding({ cusip: BETA, amount: 300, value: 60_000 })];
  const kinds = (detail: ReturnType<typeof made>['detail']) => trackerRowsOf(detail).map((row) => row[3]);

  it('is said of a value that the known price contradicts: no total, no weights, no part of the series', () => {
    const mixed = [...rows, holding({ cusip: '990003105', amount: 40, value: 8 })];
    const { detail, warnings } = made([report(Q2, rows), report(Q3, mixed)], {}, { known: 200 });
    const { holdings, totalValueUsd } = detail.snapshot!;
    expect(totalValueUsd).toBeNull();
    expect(
      holdings.map(({ shares, valueUsd, weight, avgBuyPriceUsd }) => [
        shares,
        valueUsd,
        weight,
        avgBuyPriceUsd,
      ]),
    ).toEqual([
      [300, 60_000, null, null],
      [100, 20_000, null, null],
      [40, null, null, null],
    ]);
    expect(detail.valueHistory).toEqual([{ periodEnd: Q2, valueUsd: 80_000 }]);
    expect(detail.caveatKeys).toContain('values-contradicted');
    expect(warnings.map(({ kind }) => kind)).toContain('value-contradicted');
    // The value of a new position decides its place in a ranking.
    expect(trackerRowsOf(detail).at(-1)!.slice(3, 4)).toEqual(['new']);
    expect(trackerRowsOf(detail).at(-1)![7]).toBe(UNKNOWN_CENTS);
  });

  it('is said of an empty report: nothing is surely sold, counted or ranked', () => {
    const { detail } = made([report(Q2, rows), report(Q3, [])]);
    expect(detail.caveatKeys).toContain('empty-report');
    expect(detail.snapshot!.quarterChanges!.exits.map(({ changeIsSure }) => changeIsSure)).toEqual([
      false,
      false,
    ]);
    expect(kinds(detail)).toEqual(['unknown', 'unknown']);
    expect(trackerHeadOf(detail, null).changeCounts).toMatchObject({ exit: 0, unknown: 2 });
    expect(
      trackerHeadOf(made([report(Q2, rows), report(Q3, rows.slice(1))]).detail, null).changeCounts,
    ).toMatchObject({ exit: 1, unknown: 0 });
  });

  it('is said of a security with another CUSIP: neither new nor sold', () => {
    const { detail } = made([
      report(Q2, rows),
      report(Q3, [{ ...acme(10, 2000), cusip: '990001208', titleOfClass: 'COM NEW' }, rows[1]!]),
    ]);
    expect(
      detail.snapshot!.holdings.map(({ cusip, isNew, lastTxLabel }) => [cusip, isNew, lastTxLabel]),
    ).toEqual([
      [BETA, false, 'Held'],
      ['990001208', null, null],
    ]);
    expect(kinds(detail)).toEqual(['held', 'unknown', 'unknown']);
    expect(detail.caveatKeys).not.toContain('empty-report');
  });
});
