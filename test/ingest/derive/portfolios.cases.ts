/** The tracked portfolios of the sample store: all archetypes, and sums that must add up. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../../src/config.js';
import { deriveTrackers } from '../../../src/ingest/derive/portfolios.js';
import type { RegisterRecord } from '../../../src/records/index.js';
import type { Holdings13F } from '../../../src/records/portfolios/form13f.js';
import { readTrackerFile, sampleTrackers } from '../../../src/service/curated-trackers.js';
import { openStore, type Store } from '../../../src/store/database/open.js';
import { reportsOfManagers, tickersWithPage } from '../../../src/store/portfolios/tracker-records.js';
import { cusipCoverage, trackerWarnings } from '../../../src/store/portfolios/trackers.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { ApiError } from '../../../tools/contract/errors.js';
import {
  type TrackerDetail,
  trackerDetail,
  trackerRowFacts,
} from '../../../tools/contract/shapes/tracker.js';
import type { ToolContext } from '../../../tools/contract/tool.js';
import getCongressMember from '../../../tools/get-congress-member.js';
import getTracker from '../../../tools/get-tracker.js';
import { type ParsedReads, publishedReads, toolReads } from '../../published-reads.js';
import { copySample, SAMPLE_DAY } from '../../tiers/sample.js';

describe('ingest/derive/portfolios', () => {
  const trackers = sampleTrackers();

  const DAY = SAMPLE_DAY;
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-trackers-'));
  let store: Store;
  let reads: ParsedReads;

  beforeAll(async () => {
    store = openStore(await copySample(folder), 'write');
    reads = publishedReads(store);
  });
  afterAll(() => {
    store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const detailOf = async (slug: string): Promise<TrackerDetail> => {
    const detail = await reads.tracker(slug);
    if (detail === null) throw new Error(`no tracker ${slug}`);
    return trackerDetail.parse(detail);
  };
  const sum = (values: Array<number | null>) => values.reduce<number>((total, one) => total + (one ?? 0), 0);
  const funds = trackers.filter(({ archetype }) => archetype === 'hedge_fund').map(({ slug }) => slug);

  describe('the portfolios of the sample', () => {
    it('are listed by their sort order, all three archetypes, each with a detail of the public shape', async () => {
      const rows = await reads.trackers();
      expect(rows.map((row) => trackerRowFacts.parse(row).slug)).toEqual(trackers.map(({ slug }) => slug));
      expect(new Set(rows.map(({ archetype }) => archetype))).toEqual(
        new Set(['hedge_fund', 'congress', 'oge_278t']),
      );
      expect(await reads.trackerNames()).toHaveLength(rows.length);
      for (const { slug } of rows)
        expect((await detailOf(slug)).snapshot?.holdings.length).toBeGreaterThan(0);
    });

    it('give weights that sum to 1', async () => {
      for (const { slug } of await reads.trackers()) {
        const { snapshot } = await detailOf(slug);
        const weights = snapshot!.holdings.map(({ weight }) => weight);
        // Not a part of a whole that an open bracket leaves unknown.
        if (snapshot!.holdings.some(({ netUsd, valueUsd }) => (netUsd ?? valueUsd) === null))
          expect(new Set(weights)).toEqual(new Set([null]));
        else expect(sum(weights)).toBeCloseTo(1, 5);
      }
    });

    it('sum the holdings of a fund to the filed total, or a warning says that they do not', async () => {
      for (const slug of funds) {
        const { snapshot, valueHistory } = await detailOf(slug);
        const total = sum(snapshot!.holdings.map(({ valueUsd }) => valueUsd));
        const isDoubted = trackerWarnings(store).some(
          ({ kind, where }) => kind.startsWith('total') && where.startsWith(slug),
        );
        if (!isDoubted) expect(total).toBe(snapshot!.totalValueUsd);
        expect(valueHistory.at(-1)).toEqual({
          periodEnd: snapshot!.periodEnd,
          valueUsd: snapshot!.totalValueUsd,
        });
      }
      // Before the first prices only the day of filing distinguishes dollars from thousands.
      expect(new Set(trackerWarnings(store).map(({ kind }) => kind))).toEqual(new Set(['unit-unchecked']));
    });

    it('account for the quarter before with exits and holdings', async () => {
      for (const slug of funds) {
        const { snapshot } = await detailOf(slug);
        const cik = trackers.find((one) => one.slug === slug)!.sourceId!;
        const before = new Map<string, Holdings13F[]>();
        for (const one of reportsOfManagers(store, [cik]))
          before.set(one.periodEnd, [...(before.get(one.periodEnd) ?? []), one]);
        const [, prior] = [...before.keys()].sort().reverse();
        const held = new Set(
          before.get(prior!)!.flatMap(({ rows }) => rows.map(({ cusip, putCall }) => `${cusip} ${putCall}`)),
        );
        const kept = snapshot!.holdings.filter(({ isNew }) => isNew === false);
        expect(kept.every(({ cusip, putCall }) => held.has(`${cusip} ${putCall}`))).toBe(true);
        expect(kept.length + snapshot!.quarterChanges!.exits.length).toBe(held.size);
      }
    });

    it('resolve CUSIPs from the fails-to-deliver files, and say how much of the value', async () => {
      const coverage = cusipCoverage(store);
      expect(coverage.map(({ slug }) => slug)).toEqual(funds);
      for (const { slug, valueUsd, resolvedUsd } of coverage) {
        const { snapshot } = await detailOf(slug);
        expect(valueUsd).toBe(snapshot!.totalValueUsd);
        expect(resolvedUsd).toBe(
          sum(snapshot!.holdings.filter(({ ticker }) => ticker !== null).map((one) => one.valueUsd)),
        );
        expect(resolvedUsd).toBeGreaterThan(valueUsd * 0.5);
        expect(resolvedUsd).toBeLessThanOrEqual(valueUsd);
      }
      const classes = (await detailOf('marrowgate')).snapshot!.holdings.filter(({ titleOfClass }) =>
        titleOfClass?.startsWith('CL '),
      );
      expect(classes.map(({ ticker }) => ticker).sort()).toEqual(['QQZ-A', 'QQZ-B']);
    });

    it('have series with prices and none without; the same input is not rewritten', async () => {
      const at = new Date(`${DAY}T00:00:00.000Z`);
      const { valueSeriesUsd, benchmarkSeries } = await detailOf('marrowgate');
      expect(valueSeriesUsd.length).toBeGreaterThan(20);
      expect(valueSeriesUsd[0]!.changePct).toBe(0);
      expect(benchmarkSeries.map(({ date }) => date)).toEqual(valueSeriesUsd.map(({ date }) => date));
      deriveTrackers(store, at, trackers, null);
      const without = await detailOf('marrowgate');
      expect(without.valueSeriesUsd).toEqual([]);
      expect(without.benchmarkSeries).toEqual([]);
      expect(without.snapshot!.holdings.every(({ currentPriceUsd }) => currentPriceUsd === null)).toBe(true);
      deriveTrackers(store, at, trackers, 'sec-public');
      expect((await detailOf('marrowgate')).valueSeriesUsd).toEqual(valueSeriesUsd);
    });

    it('are derived again only if what they are made of changed, and then equal a whole derivation', () => {
      const at = new Date(`${DAY}T00:00:00.000Z`);
      const stored = () =>
        store.rows('SELECT slug, sort_order, list_row, detail, value_usd, resolved_usd FROM tracker').all();
      const derive = (moment = at) => deriveTrackers(store, moment, trackers, 'sec-public').derived;
      derive();
      expect(derive()).toBe(0);
      const before = stored();
      const write = (record: RegisterRecord) =>
        writeBatch(store, { register: 'test', now: at, records: [record] });
      const fund = trackers.find(({ archetype }) => archetype === 'hedge_fund')!;
      const report = reportsOfManagers(store, [fund.sourceId!.replace(/^0+/, '')]).at(-1)!;
      write(report);
      expect(derive()).toBe(0);
      write({ ...report, rows: report.rows.map((row) => ({ ...row, value: (row.value ?? 0) + 1 })) });
      expect(derive()).toBe(1);
      expect(stored()).not.toEqual(before);
      write(report);
      expect(derive()).toBe(1);
      expect(stored()).toEqual(before);
      write({
        kind: 'closes',
        source: 'sec-public',
        rows: [{ symbol: 'NOBODYHASIT', date: '2026-11-02', close: 1, kind: 'settlement-reference' }],
      });
      expect(derive()).toBe(trackers.length);
      expect(stored()).toEqual(before);
      const nextDay = new Date(at.getTime() + 86_400_000);
      expect(derive(nextDay)).toBe(trackers.length);
      const next = stored();
      store.sql('DELETE FROM tracker_derivation').run();
      expect(derive(nextDay)).toBe(trackers.length);
      expect(stored()).toEqual(next);
      const kept = trackers.filter(({ slug }) => slug !== fund.slug);
      expect(deriveTrackers(store, nextDay, kept, 'sec-public').derived).toBe(0);
      expect(stored()).toHaveLength(kept.length);
      expect(derive()).toBe(trackers.length);
      expect(stored()).toEqual(before);
    });

    it('are derived again when an insider reports the first trade in a company that they name', () => {
      const at = new Date(`${DAY}T00:00:00.000Z`);
      const derive = () => deriveTrackers(store, at, trackers, 'sec-public').derived;
      derive();
      const [checked] = store
        .rows<[string]>('SELECT checked_tickers FROM tracker_derivation ORDER BY slug')
        .get()!;
      const withPage = tickersWithPage(store);
      const ticker = (JSON.parse(checked) as string[]).find((one) => withPage.has(one))!;
      const ciks = store.rows<[string]>('SELECT cik FROM company_ticker WHERE ticker = ?').all(ticker);
      const rename = (from: string, to: string) =>
        store.sql('UPDATE form4_filing SET issuer_cik = ? WHERE issuer_cik = ?').run(to, from);
      for (const [cik] of ciks) rename(cik, `${cik}000`);
      expect(derive()).toBeGreaterThan(0);
      for (const [cik] of ciks) rename(`${cik}000`, cik);
      expect(derive()).toBeGreaterThan(0);
      expect(derive()).toBe(0);
    });

    it('build a member from midpoints and an official from lows, without a value or a midpoint for the official', async () => {
      const member = await detailOf('dunderwick-tracker');
      // The sample has a purchase and a sale in an open bracket: it counts with its lower bound.
      const { bought, sold, netFlow, openBrackets, openSales } = member.congressActivity!;
      expect([openBrackets, openSales]).toEqual([2, 1]);
      expect(bought).toBeGreaterThan(50_000_001);
      expect(netFlow).toBeCloseTo(bought - sold, 2);
      expect(member.congressActivity!.tradeCount).toBeGreaterThan(0);
      expect(member.ogeTransactions).toBeNull();
      const official = await detailOf('thimblewick');
      expect(official.congressActivity).toBeNull();
      expect(official.ogeTransactions!.length).toBeGreaterThan(0);
      for (const row of official.ogeTransactions!) expect(row).not.toHaveProperty('valueMid');
      for (const { snapshot } of [member, official]) {
        expect(snapshot!.totalValueUsd).toBeNull();
        expect(snapshot!.holdings.every(({ valueUsd }) => valueUsd === null)).toBe(true);
        expect(snapshot!.holdings.some(({ netUsd }) => netUsd !== null)).toBe(true);
      }
    });

    it('list a report on paper without a count, because it cannot be read', async () => {
      const { filingHistory } = await detailOf('thimblewick');
      const papers = filingHistory.filter(({ kind }) => kind.includes('on paper'));
      const read = filingHistory.filter(({ kind }) => !kind.includes('not read'));
      expect(papers.every(({ itemCount }) => itemCount === null)).toBe(true);
      expect(read.every(({ itemCount }) => itemCount !== null && itemCount > 0)).toBe(true);
      const days = filingHistory.map(({ filedAt }) => filedAt);
      expect(days).toEqual([...days].sort().reverse());
    });

    it('share no slug with a member, and neither name answers for the other', async () => {
      const members = new Set((await reads.memberNames()).map(({ slug }) => slug));
      const trackers = (await reads.trackers()).map(({ slug }) => slug);
      expect(members.size).toBeGreaterThan(0);
      expect(trackers.filter((slug) => members.has(slug))).toEqual([]);
      const context = {
        reads: toolReads(store),
        baseUrl: 'https://disclosed.example',
        now: new Date(`${DAY}T00:00:00Z`),
      };
      const ask = (tool: { run: unknown }, input: object) =>
        (tool.run as (input: object, context: ToolContext) => Promise<unknown>)(
          input,
          context as unknown as ToolContext,
        ).then(
          () => 'answered',
          (failure: ApiError) => failure.code,
        );
      for (const slug of members)
        expect(await ask(getTracker, getTracker.input.parse({ slug }))).toBe('not_found');
      for (const slug of trackers)
        expect(await ask(getCongressMember, getCongressMember.input.parse({ member: slug }))).toBe(
          'not_found',
        );
    });
  });

  describe('the records of portfolios in the store', () => {
    it('stay the same when they are stored again, and replace the report when it differs', () => {
      const cik = '9900080001';
      const [report] = reportsOfManagers(store, [cik]);
      const write = (record: Holdings13F) =>
        writeBatch(store, { register: 'sec-13f', now: new Date(), records: [record] });
      expect(write(report!)).toEqual({ changed: 0, unchanged: 1 });
      expect(write({ ...report!, managerName: 'RENAMED' })).toEqual({ changed: 1, unchanged: 0 });
      const stored = reportsOfManagers(store, [cik]).filter(
        ({ accession }) => accession === report!.accession,
      );
      expect(stored.map(({ managerName }) => managerName)).toEqual(['RENAMED']);
      write(report!);
    });

    it('keep the latest day of a CUSIP and a symbol', () => {
      const tell = (lastDate: string) =>
        writeBatch(store, {
          register: 'prices-sec',
          now: new Date(),
          records: [
            {
              kind: 'cusip-symbols',
              file: lastDate,
              rows: [{ cusip: '990009990', symbol: 'ZZZZ', description: 'Z', lastDate }],
            },
          ],
        }).changed;
      expect([tell('2026-05-01'), tell('2026-04-01'), tell('2026-06-01')]).toEqual([1, 0, 1]);
    });
  });

  describe('the curated file', () => {
    it('is refused in one line that names the file and the fault', () => {
      const file = join(folder, 'trackers.json');
      writeFileSync(file, JSON.stringify({ about: '', trackers: [{ ...trackers[0], sourceId: '12' }] }));
      expect(() => readTrackerFile(file)).toThrow(ConfigError);
      expect(() => readTrackerFile(file)).toThrow(
        /^[^\n]*trackers\.json is not usable[^\n]*12 is not an id[^\n]*$/,
      );
      writeFileSync(file, '{');
      expect(() => readTrackerFile(file)).toThrow(ConfigError);
    });
  });
});
