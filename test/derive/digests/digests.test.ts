/** The digests agree with a slow and independent computation, at every edge of the calendar. */

import { describe, expect, it } from '@jest/globals';
import { deriveClusterEntries, roleOf } from '../../../src/derive/digests/clusters.js';
import { convictionParts } from '../../../src/derive/digests/conviction.js';
import { deriveStreaks } from '../../../src/derive/digests/streaks.js';
import type { OpenMarketLot } from '../../../src/records/form4/open-market-lots.js';
import fc, { runs } from '../../property.js';
import { naiveClusters, naiveStreaks } from './naive-digests.js';

const lot = (over: Partial<OpenMarketLot>): OpenMarketLot => {
  const ownerCik = over.ownerCik ?? '1';
  return {
    filingId: '0000000001-26-000001-0',
    accession: '0000000001-26-000001',
    issuerCik: '77',
    issuerName: 'Example Mills Inc',
    issuerTicker: 'EXML',
    ownerCik,
    ownerName: `Owner ${ownerCik}`,
    ownerSlug: `owner-${ownerCik}`,
    ownerCiks: [ownerCik],
    code: 'P',
    filedAt: '2026-11-18T21:00:00.000Z',
    shares: 1000,
    totalValue: 20_000,
    is10b5_1: false,
    isDirector: true,
    isOfficer: false,
    isTenPercentOwner: false,
    officerTitle: null,
    ...over,
  };
};

/** Moments near the edges that matter: midnight in New York, clock changes, week 53, the turn of the year. */
const nows = fc
  .constantFrom(
    '2026-11-21T00:20:00.000Z',
    '2026-11-21T04:59:59.000Z',
    '2026-11-21T05:00:00.000Z',
    '2026-11-02T04:30:00.000Z',
    '2026-03-09T03:30:00.000Z',
    '2027-01-01T12:00:00.000Z',
    '2027-01-04T04:30:00.000Z',
    '2021-01-03T23:00:00.000Z',
    '2024-02-29T12:00:00.000Z',
  )
  .map((text) => new Date(text));

const lots = (now: Date) =>
  fc
    .array(
      fc.record({
        owner: fc.integer({ min: 1, max: 6 }),
        joint: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 6 }),
        issuer: fc.constantFrom('77', '78'),
        code: fc.constantFrom('P' as const, 'S' as const),
        // Hours before now; many near the edges of 60 days and of whole weeks.
        hours: fc.oneof(
          fc.integer({ min: 0, max: 24 * 90 }),
          fc.integer({ min: 24 * 58, max: 24 * 62 }),
          fc.integer({ min: 0, max: 24 * 20 }),
        ),
        cents: fc.oneof(
          fc.integer({ min: 1, max: 6_000_000 }),
          fc.constantFrom(999_999, 1_000_000, 2_500_000, 5_000_000),
        ),
        planned: fc.boolean(),
        shared: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((rows) =>
      rows.map((row, index) => {
        const accession = `0000000001-26-${String(row.shared ? Math.floor(index / 2) : 1000 + index).padStart(6, '0')}`;
        return lot({
          filingId: `${accession}-${index}`,
          accession,
          issuerCik: row.issuer,
          ownerCik: String(row.owner),
          ownerCiks: [...new Set([String(row.owner), ...(row.joint === null ? [] : [String(row.joint)])])],
          code: row.code,
          filedAt: new Date(now.getTime() - row.hours * 3_600_000).toISOString(),
          totalValue: row.cents / 100,
          is10b5_1: row.planned,
        });
      }),
    );

const cases = nows.chain((now) => lots(now).map((rows) => ({ now, rows })));
const none = { sharesOutstanding: new Map<string, number>() };

describe('clusters', () => {
  it('agree with the slow computation on 200 generated sets, whatever the order of the rows', () => {
    fc.assert(
      fc.property(cases, fc.integer(), ({ now, rows }, seed) => {
        const shuffled = [...rows].sort(
          (a, b) => ((Number(a.filingId.slice(-1)) * seed) % 7) - ((Number(b.filingId.slice(-1)) * seed) % 7),
        );
        const fast = deriveClusterEntries({ lots: shuffled, ...none, now });
        const slow = naiveClusters(rows, now);
        const key = (one: { issuerCik: string; direction: string }) => one.issuerCik + one.direction;
        const cut = fast.map(
          ({
            issuerCik,
            direction,
            insiderCount,
            totalValue,
            discretionaryValue,
            filingCount,
            firstFiledAt,
            lastFiledAt,
          }) => ({
            issuerCik,
            direction,
            insiderCount,
            totalValue,
            discretionaryValue,
            filingCount,
            firstFiledAt,
            lastFiledAt,
          }),
        );
        expect(cut.sort((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(
          slow.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
        );
        expect(fast).toEqual(deriveClusterEntries({ lots: rows, ...none, now }));
      }),
      { numRuns: runs(200) },
    );
  });

  const three = ['1', '2', '3'].map((ownerCik, index) =>
    lot({ ownerCik, filingId: `a-${index}`, accession: `a${index}` }),
  );
  const at = new Date('2026-11-21T00:20:00.000Z');

  it('count a fund family that files jointly once', () => {
    expect(deriveClusterEntries({ lots: three, ...none, now: at })).toHaveLength(1);
    const family = three.map((one) => ({ ...one, ownerCiks: ['1', '2', '3'] }));
    expect(deriveClusterEntries({ lots: family, ...none, now: at })).toEqual([]);
  });

  it('join owners through a document in the other direction', () => {
    const link = lot({ ownerCik: '1', ownerCiks: ['1', '2'], code: 'S', filingId: 'b-0', accession: 'b' });
    expect(deriveClusterEntries({ lots: [...three, link], ...none, now: at })).toEqual([]);
  });

  it('need 10,000 dollars from each insider, to the cent', () => {
    const poor = three.map((one, index) => ({ ...one, totalValue: index === 0 ? 9_999.99 : 10_000 }));
    expect(deriveClusterEntries({ lots: poor, ...none, now: at })).toEqual([]);
    expect(
      deriveClusterEntries({ lots: three.map((one) => ({ ...one, totalValue: 10_000 })), ...none, now: at }),
    ).toHaveLength(1);
  });

  it('come most convincing first', () => {
    const many = Array.from({ length: 30 }, (_, issuer) =>
      Array.from({ length: 3 + (issuer % 5) }, (_, owner) =>
        lot({
          issuerCik: String(issuer),
          ownerCik: String(1000 * issuer + owner),
          filingId: `${issuer}-${owner}`,
          accession: `${issuer}-${owner}`,
        }),
      ),
    ).flat();
    const cards = deriveClusterEntries({ lots: many, ...none, now: at });
    expect(cards).toHaveLength(30);
    expect(cards.map((card) => card.conviction)).toEqual(
      [...cards.map((card) => card.conviction)].sort((a, b) => b - a),
    );
  });

  it('give conviction what is not planned, the most senior role of each insider, and the days since', () => {
    const officer = { isOfficer: true, officerTitle: 'Chief Executive Officer' };
    const seen = (day: string) => ({ filedAt: `2026-11-${day}T21:00:00.000Z` });
    const rows = [
      lot({ ownerCik: '1', shares: 500, totalValue: 15_000, ...seen('10') }),
      lot({ ownerCik: '1', shares: 9000, totalValue: 70_000, is10b5_1: true, ...officer, ...seen('17') }),
      lot({
        ownerCik: '2',
        shares: 800,
        totalValue: 30_000,
        ...seen('13'),
        isDirector: false,
        isTenPercentOwner: true,
      }),
      lot({
        ownerCik: '2',
        shares: 200,
        totalValue: 10_000,
        ...seen('15'),
        isDirector: false,
        isTenPercentOwner: true,
      }),
      lot({ ownerCik: '3', shares: 4000, totalValue: 90_000, is10b5_1: true, ...seen('18') }),
      // After the moment of the digest: not filed yet.
      lot({ ownerCik: '4', totalValue: 50_000, ...seen('25') }),
    ].map((one, at) => ({ ...one, filingId: `r-${at}`, accession: `r${at}` }));
    const [card] = deriveClusterEntries({
      ...{ lots: rows, sharesOutstanding: new Map([['77', 1_000_000]]) },
      now: new Date('2026-11-20T15:00:00.000Z'),
    });
    expect(card).toMatchObject({
      ...{ insiderCount: 3, totalValue: 215_000, discretionaryValue: 55_000 },
      seniority: { chief: 1, officer: 0, director: 1, tenPercentOwner: 1, other: 0 },
      convictionParts: convictionParts({
        insiders: [
          { role: 'chief', value: 15_000 },
          { role: 'tenPercentOwner', value: 40_000 },
        ],
        ...{ shares: 1500, sharesOutstanding: 1_000_000, daysSinceLast: 5, windowDays: 60 },
      }),
    });
  });

  it('of equal conviction come with the most insiders first, then the largest, then by CIK', () => {
    const planned = (issuerCik: string, owners: number, totalValue: number) =>
      Array.from({ length: owners }, (_, owner) =>
        lot({
          ...{ issuerCik, totalValue, is10b5_1: true, ownerCik: `${issuerCik}${owner}` },
          ...{ filingId: `${issuerCik}-${owner}`, accession: `${issuerCik}-${owner}` },
        }),
      );
    const rows = [
      planned('9', 3, 20_000),
      planned('5', 3, 20_000),
      planned('7', 3, 30_000),
      planned('8', 4, 15_000),
    ];
    const cards = deriveClusterEntries({ lots: rows.flat(), ...none, now: at });
    expect(cards.map(({ issuerCik, conviction }) => [issuerCik, conviction])).toEqual([
      ...[
        ['8', 0],
        ['7', 0],
        ['5', 0],
        ['9', 0],
      ],
    ]);
  });

  it('recognise a chief by the title, and a vice president is not a chief', () => {
    const title = (officerTitle: string) =>
      roleOf({ isOfficer: true, isDirector: true, isTenPercentOwner: true, officerTitle });
    expect(
      ['Chief Executive Officer', 'CEO', 'CFO and Treasurer', 'President', 'C.E.O.', 'President & COO'].map(
        title,
      ),
    ).toEqual(Array(6).fill('chief'));
    expect(
      [
        'Vice President',
        'Senior Vice President, Sales',
        'General Counsel',
        'EVP',
        'Executive Vice-President',
      ].map(title),
    ).toEqual(Array(5).fill('officer'));
  });
});

describe('streaks', () => {
  it('agree with the slow computation on 200 generated sets', () => {
    fc.assert(
      fc.property(cases, ({ now, rows }) => {
        const fast = deriveStreaks({ lots: rows, closes: () => [], now });
        const key = (one: { owner: string; issuerCik: string; direction: string }) =>
          one.owner + one.issuerCik + one.direction;
        const cut = fast.map((one) => ({
          owner: one.ownerSlug,
          issuerCik: one.issuerCik,
          direction: one.direction,
          weeks: one.weeks,
          lastWeek: one.lastWeek,
          streakValue: one.streakValue,
          plannedValue: one.plannedValue,
          history: one.filingHistory,
          earlier: one.trackRecord.map(({ lastWeek, weeks, value }) => ({ lastWeek, weeks, value })),
        }));
        const slow = naiveStreaks(rows, now);
        expect(cut.sort((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(
          slow.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
        );
      }),
      { numRuns: runs(200) },
    );
  });

  const now = new Date('2027-01-06T15:00:00.000Z');

  it('continue through week 53 into the new year', () => {
    const rows = ['2026-12-23', '2026-12-30', '2027-01-05'].map((day, index) =>
      lot({ filingId: `s-${index}`, accession: `s${index}`, filedAt: `${day}T20:00:00.000Z` }),
    );
    const [run] = deriveStreaks({ lots: rows, closes: () => [], now });
    expect(run).toMatchObject({ weeks: 3, firstWeek: '2026-W52', lastWeek: '2027-W01', streakValue: 60_000 });
    expect(run!.filingHistory.map((one) => one.week).slice(-3)).toEqual(['2026-W52', '2026-W53', '2027-W01']);
  });

  it('compute returns from closes only, never from a guess', () => {
    const days = ['2026-11-02', '2026-11-09', '2026-12-29', '2027-01-05'];
    const rows = days.map((day, index) =>
      lot({
        filingId: `s-${index}`,
        accession: `s${index}`,
        filedAt: `${day}T20:00:00.000Z`,
        totalValue: 40_000,
      }),
    );
    const closes = [
      { date: '2026-11-10', close: 10 },
      { date: '2027-01-04', close: 12.5 },
    ];
    const [run] = deriveStreaks({ lots: rows, closes: () => closes, now });
    expect(run!.trackRecord).toEqual([
      { direction: 'P', firstWeek: '2026-W45', lastWeek: '2026-W46', weeks: 2, value: 80_000, returnPct: 25 },
    ]);
    expect(run!.priceSeries).toEqual(closes);
    expect(deriveStreaks({ lots: rows, closes: () => [], now })[0]).toMatchObject({
      priceSeries: [],
      trackRecord: [{ returnPct: null }],
    });
  });

  it('have no return if the first close is weeks after the end of the run', () => {
    const rows = ['2026-11-02', '2026-11-09', '2026-12-29', '2027-01-05'].map((day, index) =>
      lot({
        filingId: `s-${index}`,
        accession: `s${index}`,
        filedAt: `${day}T20:00:00.000Z`,
        totalValue: 40_000,
      }),
    );
    const at = (date: string) =>
      deriveStreaks({
        lots: rows,
        closes: () => [
          { date, close: 10 },
          { date: '2027-01-04', close: 12.5 },
        ],
        now,
      })[0]!.trackRecord[0]!.returnPct;
    expect(at('2026-11-08')).toBeNull();
    expect(at('2026-11-09')).toBe(25);
    expect(at('2026-11-16')).toBe(25);
    expect(at('2026-11-17')).toBeNull();
  });

  it('have no return from a single close', () => {
    const rows = ['2026-11-02', '2026-11-09', '2026-12-29', '2027-01-05'].map((day, index) =>
      lot({
        filingId: `s-${index}`,
        accession: `s${index}`,
        filedAt: `${day}T20:00:00.000Z`,
        totalValue: 40_000,
      }),
    );
    const [run] = deriveStreaks({ lots: rows, closes: () => [{ date: '2026-11-10', close: 10 }], now });
    expect(run!.trackRecord).toMatchObject([{ weeks: 2, returnPct: null }]);
  });

  it('stop at 50, longest and then largest first', () => {
    const rows = Array.from({ length: 60 }, (_, owner) =>
      ['2026-12-30', '2027-01-05'].map((day, index) =>
        lot({
          ownerCik: String(owner),
          filingId: `${owner}-${index}`,
          accession: `${owner}${index}`,
          filedAt: `${day}T20:00:00.000Z`,
          totalValue: 30_000 + owner,
        }),
      ),
    ).flat();
    const runs = deriveStreaks({ lots: rows, closes: () => [], now });
    expect(runs).toHaveLength(50);
    expect(runs[0]).toMatchObject({ ownerSlug: 'owner-59', streakValue: 60_118 });
  });
});
