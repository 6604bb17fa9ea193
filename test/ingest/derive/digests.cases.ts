/** The digests of the sample: its planned cases, and a comparison with a slow re-computation from the same rows. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveDigests } from '../../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import { importDocuments } from '../../../src/ingest/import-documents.js';
import { createRegisters } from '../../../src/registers/index.js';
import { sampleDocuments } from '../../../src/service/sample-documents.js';
import { listWarnings } from '../../../src/store/crawl/run-journal.js';
import type { Store } from '../../../src/store/database/open.js';
import {
  digestWarnings,
  readClusterEntries,
  readIssuerCloses,
  readStreaks,
} from '../../../src/store/digests/digests.js';
import { openMarketLots } from '../../../src/store/form4/open-market-lots.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { clusterFacts, streakFacts } from '../../../tools/contract/shapes/digest.js';
import { naiveClusters, naiveStreaks } from '../../derive/digests/naive-digests.js';
import { emptyStore } from '../../store/empty-store.js';

describe('ingest/derive/digests', () => {
  describe.each(['2026-11-21', '2027-01-04', '2028-02-29'])('the digests of the sample of %s', (day) => {
    const now = new Date(`${day}T00:00:00.000Z`);
    const since = new Date(now.getTime() - 365 * 86_400_000).toISOString().slice(0, 10);
    let store: Store;
    beforeAll(async () => {
      store = emptyStore();
      for (const register of createRegisters())
        await importDocuments(store, register, sampleDocuments(register.metadata.id, day), () => now);
      deriveForm4(store);
      deriveDigests(store, now, 'sec-public');
    });
    afterAll(() => store.close());

    it('have their public shapes, and their registers raise no warning about prices and share counts', () => {
      const cards = readClusterEntries(store).map(({ insiders: _insiders, ...card }) => card);
      expect(clusterFacts.strict().array().parse(cards)).toEqual(cards);
      expect(streakFacts.strict().array().parse(readStreaks(store))).toEqual(readStreaks(store));
      expect(listWarnings(store, { register: 'prices-sec' }, 10)).toEqual([]);
      expect(listWarnings(store, { register: 'sec-companies' }, 10)).toEqual([]);
    });

    it('have six clusters and more, of both directions, one issuer with both', () => {
      const cards = readClusterEntries(store);
      expect(cards.length).toBeGreaterThanOrEqual(6);
      expect(cards.length).toBeLessThanOrEqual(24);
      const of = (ticker: string) => cards.filter((card) => card.issuerTicker === ticker);
      for (const ticker of ['ZQRA', 'QVEX', 'QNTZ'])
        expect(of(ticker).map(({ direction }) => direction)).toEqual(['P']);
      for (const ticker of ['ZYLO', 'VQAR', 'ABCD'])
        expect(of(ticker).map(({ direction }) => direction)).toEqual(['S']);
      expect(new Set(of('XQIN').map(({ direction }) => direction))).toEqual(new Set(['P', 'S']));
      // All under a plan: a cluster without any points of conviction.
      expect(of('VQAR')[0]).toMatchObject({ insiderCount: 3, discretionaryValue: 0, conviction: 0 });
      // A fund family of eight, twelve owners on two forms, two insiders, a third at 9,999 USD, one too early.
      for (const ticker of ['YXLO', 'XOVQ', 'ZZTA', 'WQRL', 'QLUM']) expect(of(ticker)).toEqual([]);
      expect(cards.map(({ conviction }) => conviction)).toEqual(
        cards.map(({ conviction }) => conviction).sort((a, b) => b - a),
      );
    });

    it('know the share counts of most issuers', () => {
      const cards = readClusterEntries(store);
      expect(
        cards.filter(({ convictionParts }) => convictionParts.materiality !== null).length,
      ).toBeGreaterThan(5);
      expect(cards.filter(({ convictionParts }) => convictionParts.materiality === 0).length).toBeLessThan(3);
    });

    it('have eight streaks and more, and prices of most of them', () => {
      const runs = readStreaks(store);
      expect(runs.length).toBeGreaterThanOrEqual(8);
      expect(new Set(runs.map(({ direction }) => direction))).toEqual(new Set(['P', 'S']));
      expect(runs[0]).toMatchObject({ issuerTicker: 'VYXT', weeks: 14, direction: 'S' });
      expect(runs.filter(({ priceSeries }) => priceSeries.length > 10).length).toBeGreaterThanOrEqual(8);
      for (const { priceSeries } of runs) {
        expect(priceSeries.map(({ date }) => date)).toEqual(
          [...new Set(priceSeries.map(({ date }) => date))].sort(),
        );
        for (const { date, close } of priceSeries) {
          expect(date < day).toBe(true);
          expect(close).toBeGreaterThan(0);
        }
      }
      const earlier = runs.find(({ issuerTicker }) => issuerTicker === 'OQRE')!.trackRecord;
      expect(earlier).toHaveLength(2);
      expect(earlier.some(({ returnPct }) => returnPct !== null)).toBe(true);
    });

    it('show no return across an unrecorded split, and say why', () => {
      const split = readStreaks(store).find(({ issuerTicker }) => issuerTicker === 'TQLE')!;
      expect(split.trackRecord).toMatchObject([{ weeks: 4, returnPct: null }]);
      expect(split.priceSeries.length).toBeGreaterThan(0);
      expect(digestWarnings(store)).toContainEqual({
        kind: 'unknown-split',
        detail: expect.stringMatching(/nothing before is shown/),
        where: expect.stringMatching(/^TQLE /),
      });
    });

    it('agree with a slow re-computation from the same rows', () => {
      const lots = openMarketLots(store, since);
      const byIssuer = (
        a: { issuerCik: string; direction: string },
        b: { issuerCik: string; direction: string },
      ) => (a.issuerCik + a.direction < b.issuerCik + b.direction ? -1 : 1);
      const cards = readClusterEntries(store).map((card) => ({
        issuerCik: card.issuerCik,
        direction: card.direction,
        insiderCount: card.insiderCount,
        totalValue: card.totalValue,
        discretionaryValue: card.discretionaryValue,
        filingCount: card.filingCount,
        firstFiledAt: card.firstFiledAt,
        lastFiledAt: card.lastFiledAt,
      }));
      expect(cards.sort(byIssuer)).toEqual(naiveClusters(lots, now).sort(byIssuer));
      const slugs = new Map(lots.map(({ ownerCik, ownerSlug }) => [ownerCik, ownerSlug]));
      const key = (one: { owner: string; issuerCik: string; direction: string }) =>
        one.owner + one.issuerCik + one.direction;
      const runs = readStreaks(store).map((run) => ({
        owner: run.ownerSlug,
        issuerCik: run.issuerCik,
        direction: run.direction,
        weeks: run.weeks,
        lastWeek: run.lastWeek,
        streakValue: run.streakValue,
        plannedValue: run.plannedValue,
        history: run.filingHistory,
        earlier: run.trackRecord.map(({ lastWeek, weeks, value }) => ({ lastWeek, weeks, value })),
      }));
      const slow = naiveStreaks(lots, now).map((run) => ({
        ...run,
        owner: slugs.get(run.owner) ?? run.owner,
      }));
      expect(runs.sort((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(
        slow.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
      );
    });

    it('show no price where none may be shown, and stay the same when made twice', () => {
      const before = JSON.stringify([readClusterEntries(store), readStreaks(store)]);
      deriveDigests(store, now, null);
      for (const run of readStreaks(store)) {
        expect(run.priceSeries).toEqual([]);
        for (const { returnPct } of run.trackRecord) expect(returnPct).toBeNull();
      }
      deriveDigests(store, now, 'sec-public');
      expect(JSON.stringify([readClusterEntries(store), readStreaks(store)])).toBe(before);
    });

    it('keep a year of closes of their issuers, where prices may be shown', () => {
      const closes = new Map(readIssuerCloses(store).map((one) => [one.issuerCik, one.closes]));
      const shown = [...readClusterEntries(store), ...readStreaks(store)].map(({ issuerCik }) => issuerCik);
      expect([...closes.keys()].filter((cik) => !shown.includes(cik))).toEqual([]);
      let [inAllRuns, traded] = [0, 0];
      for (const { issuerCik, priceSeries } of readStreaks(store)) {
        const days = closes.get(issuerCik) ?? [];
        expect(days.every(({ date }) => date >= since)).toBe(true);
        // The series of a run has, besides the closes, what insiders paid on days without one.
        const inRun = days.filter(({ date }) => date >= (priceSeries[0]?.date ?? ''));
        expect(priceSeries).toEqual(expect.arrayContaining(inRun));
        inAllRuns += inRun.length;
        traded += priceSeries.length - inRun.length;
      }
      expect(Math.max(...[...closes.values()].map((days) => days.length))).toBeGreaterThan(60);
      expect(inAllRuns).toBeGreaterThan(0);
      expect(traded).toBeGreaterThan(0);
      deriveDigests(store, now, null);
      expect(readIssuerCloses(store)).toEqual([]);
      deriveDigests(store, now, 'sec-public');
      expect(readIssuerCloses(store)).toHaveLength(closes.size);
    });

    it('use no split and no close of a future day', async () => {
      const before = JSON.stringify([readClusterEntries(store), readStreaks(store)]);
      const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
      writeBatch(store, {
        register: 'prices-csv',
        now,
        records: [
          {
            kind: 'splits',
            source: 'csv',
            rows: [{ symbol: 'VYXT', date: tomorrow, numerator: 10, denominator: 1 }],
          },
          {
            kind: 'closes',
            source: 'sec-public',
            rows: [{ symbol: 'VYXT', date: '2031-05-05', close: 17, kind: 'settlement-reference' }],
          },
        ],
      });
      deriveDigests(store, now, 'sec-public');
      expect(JSON.stringify([readClusterEntries(store), readStreaks(store)])).toBe(before);
      expect(digestWarnings(store)).toContainEqual({
        kind: 'close-in-future',
        detail: '17 on 2031-05-05',
        where: 'VYXT 2031-05-05',
      });
    });

    // The last test: it adds a split to the store.
    it('adjust a series once the operator records its split', async () => {
      // A Saturday in one of the years: a split may be recorded for a day without trading.
      const firstDay = new Date(now.getTime() - 140 * 86_400_000).toISOString().slice(0, 10);
      const bytes = Buffer.from(`date,symbol,split\n${firstDay},TQLE,2:1\n`);
      const register = createRegisters().find(({ metadata }) => metadata.id === 'prices-csv')!;
      const file = { key: 'splits.csv', kind: 'price-file', url: '', retrievedAt: '', bytes };
      await importDocuments(store, register, [file], () => now);
      deriveDigests(store, now, 'sec-public');
      const split = readStreaks(store).find(({ issuerTicker }) => issuerTicker === 'TQLE')!;
      expect(digestWarnings(store).filter(({ kind }) => kind === 'unknown-split')).toEqual([]);
      expect(Math.abs(split.trackRecord[0]!.returnPct!)).toBeLessThan(40);
    });
  });
});
