/** get_clusters and get_streaks with filters: also what the plain lists leave out, and who the insiders are. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import type { Store } from '../../src/store/database/open.js';
import { readClusterEntries, readStreaks, writeDigests } from '../../src/store/digests/digests.js';
import { openMarketLots } from '../../src/store/form4/open-market-lots.js';
import type { ListPlace } from '../../tools/contract/place.js';
import type { Reads } from '../../tools/contract/reads.js';
import {
  type ClusterEntry,
  type ClusterFacts,
  type ClusterInsiderFacts,
  clusterCard,
  type StreakFacts,
  streakEntry,
} from '../../tools/contract/shapes/digest.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getClusters from '../../tools/get-clusters.js';
import getStreaks from '../../tools/get-streaks.js';
import { toolReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';

describe('tools/digest-search', () => {
  const day = '2026-11-21';
  const now = new Date(`${day}T12:00:00.000Z`);
  const read = { source: 'sec-edgar-form4', lastReadAt: now.toISOString(), isWhole: true, registers: [] };

  type Row = Record<string, unknown> & { issuerCik: string; direction: string };

  async function ask(
    tool: Tool,
    reads: Reads,
    input: object,
    after?: ListPlace,
  ): Promise<{ data: Row[]; total: number; next: ListPlace | null | undefined }> {
    const sources = async () => [read] as never;
    const context = {
      reads: { ...reads, sources },
      baseUrl: 'https://disclosed.example',
      after,
    } as unknown as ToolContext;
    const answer = await tool.run(tool.input.parse(input), context);
    const data = JSON.parse(JSON.stringify(answer.data)) as Row[];
    return { data, total: answer.rows?.total ?? -1, next: answer.rows?.next };
  }

  describe('over the sample', () => {
    let store: Store;
    let reads: Reads;
    beforeAll(async () => {
      store = emptyStore();
      for (const register of createRegisters())
        await importDocuments(store, register, sampleDocuments(register.metadata.id, day), () => now);
      deriveForm4(store);
      deriveDigests(store, now, 'sec-public');
      reads = toolReads(store);
    });
    afterAll(() => store.close());

    it('a card names the insiders whom the lots of the window name, with what each traded', async () => {
      const since = new Date(now.getTime() - 59 * 86_400_000).toISOString().slice(0, 10);
      const lots = openMarketLots(store, since);
      const { data } = await ask(getClusters, reads, { insiders: 'names' });
      expect(clusterCard.strict().array().parse(data)).toHaveLength(data.length);
      for (const card of data) {
        const named = card.insiders as ClusterInsiderFacts[];
        expect([card.issuerTicker, named.length]).toEqual([card.issuerTicker, card.insiderCount]);
        const sum = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100;
        expect(sum(named.map(({ value }) => value))).toBe(card.totalValue);
        expect(sum(named.map(({ discretionaryValue }) => discretionaryValue))).toBe(card.discretionaryValue);
        expect(named.map(({ value }) => value)).toEqual(
          named.map(({ value }) => value).sort((a, b) => b - a),
        );
        for (const [role, count] of Object.entries(card.seniority as Record<string, number>))
          expect([role, named.filter((one) => one.role === role).length]).toEqual([role, count]);
        for (const one of named.filter(({ owners }) => owners === 1)) {
          const own = lots.filter(
            (lot) =>
              lot.issuerCik === card.issuerCik && lot.code === card.direction && lot.ownerSlug === one.slug,
          );
          expect([one.slug, sum(own.map(({ totalValue }) => totalValue))]).toEqual([one.slug, one.value]);
          expect(own.map(({ ownerName }) => ownerName)).toContain(one.name);
          if (one.title !== null) expect(own.map(({ officerTitle }) => officerTitle)).toContain(one.title);
        }
      }
      expect(
        data.some((card) => (card.insiders as ClusterInsiderFacts[]).some(({ title }) => title !== null)),
      ).toBe(true);
    });

    it('without arguments no card names anybody, and no entry lacks its prices', async () => {
      const plain = await ask(getClusters, reads, {});
      expect(plain.data.some((card) => 'insiders' in card)).toBe(false);
      const streaks = await ask(getStreaks, reads, {});
      expect(streaks.data.some((run) => 'pricesLeftOut' in run)).toBe(false);
      expect(streaks.data.map(({ url: _url, ...run }) => run)).toEqual(readStreaks(store));
    });

    it('selects by direction, symbol, CIK, chief and owner, in the order of the plain list', async () => {
      const cards = (await ask(getClusters, reads, {})).data;
      const chiefs = (card: Row) => (card.seniority as { chief: number }).chief;
      const [first] = cards as [Row];
      for (const [input, isWanted] of [
        [{ direction: 'P' }, (card: Row) => card.direction === 'P'],
        [{ direction: 'S', chief: 'false' }, (card: Row) => card.direction === 'S' && chiefs(card) === 0],
        [{ chief: true }, (card: Row) => chiefs(card) > 0],
        [{ ticker: first.issuerTicker }, (card: Row) => card.issuerTicker === first.issuerTicker],
        [{ cik: first.issuerCik }, (card: Row) => card.issuerCik === first.issuerCik],
        [{ cik: 1 }, () => false],
      ] as const) {
        const wanted = cards.filter(isWanted);
        expect(await ask(getClusters, reads, input)).toEqual({
          data: wanted,
          total: wanted.length,
          next: null,
        });
      }
      const runs = (await ask(getStreaks, reads, {})).data;
      const { ownerSlug, issuerCik } = runs.at(-1)!;
      for (const [input, isWanted] of [
        [{ direction: 'P' }, (run: Row) => run.direction === 'P'],
        [
          { owner: ownerSlug, cik: issuerCik },
          (run: Row) => run.ownerSlug === ownerSlug && run.issuerCik === issuerCik,
        ],
      ] as const) {
        const wanted = runs.filter(isWanted);
        expect(await ask(getStreaks, reads, input)).toEqual({
          data: wanted,
          total: wanted.length,
          next: null,
        });
      }
    });

    it('selects by the least value and count, and sorts either way', async () => {
      const cards = (await ask(getClusters, reads, {})).data as Array<Row & ClusterFacts>;
      const runs = (await ask(getStreaks, reads, {})).data as Array<Row & StreakFacts>;
      for (const [sort, of] of [
        ['value', (card: ClusterFacts) => card.totalValue],
        ['insiders', (card: ClusterFacts) => card.insiderCount],
        ['filed', (card: ClusterFacts) => Date.parse(card.lastFiledAt)],
        ['conviction', (card: ClusterFacts) => card.conviction],
      ] as const)
        for (const [order, sign] of [
          ['desc', 1],
          ['asc', -1],
        ] as const) {
          const wanted = [...cards].sort((a, b) => sign * (of(b) - of(a)));
          expect([sort, order, (await ask(getClusters, reads, { sort, order })).data]).toEqual([
            sort,
            order,
            wanted,
          ]);
        }
      const [least, count] = [cards[2]!.totalValue, 4];
      const large = cards.filter((card) => card.totalValue >= least && card.insiderCount >= count);
      expect(large.length > 0 && large.length < cards.length).toBe(true);
      const given = { min_value: least, min_insiders: count };
      expect(await ask(getClusters, reads, given)).toEqual({ data: large, total: large.length, next: null });
      const long = runs.filter((one) => one.weeks >= 3 && one.streakValue >= 90_000);
      expect(long.length > 1 && long.length < runs.length).toBe(true);
      const question = { min_weeks: 3, min_value: 90_000, sort: 'value' };
      const unplanned = runs.filter((one) => one.plannedValue === 0);
      expect(unplanned.length > 0 && unplanned.length < runs.length).toBe(true);
      expect((await ask(getStreaks, reads, { planned: 'exclude' })).data).toEqual(unplanned);
      const sorted = [...long].sort((a, b) => b.streakValue - a.streakValue);
      expect(await ask(getStreaks, reads, question)).toEqual({
        data: sorted,
        total: sorted.length,
        next: null,
      });
    });

    it('series=none empties the prices alone, and brief in a table is small', async () => {
      const whole = (await ask(getStreaks, reads, { limit: 3 })).data;
      const { data } = await ask(getStreaks, reads, { limit: 3, series: 'none' });
      expect(data).toEqual(whole.map((run) => ({ ...run, priceSeries: [] })));
      expect(whole.some(({ priceSeries }) => (priceSeries as unknown[]).length > 0)).toBe(true);
      const brief = await ask(getStreaks, reads, { direction: 'P', view: 'brief', format: 'table' });
      const table = brief.data as unknown as { columns: string[]; rows: unknown[][] };
      expect(table.columns).toContain('ownerSlug');
      expect(JSON.stringify(table).length / table.rows.length).toBeLessThan(300);
    });
  });

  describe('over more than the plain lists have', () => {
    const [SAMPLE_CARDS, SAMPLE_RUNS] = [40, 70];
    const card = (n: number): ClusterEntry => ({
      issuerCik: String(5000 + n),
      issuerTicker: n % 10 === 0 ? '' : n % 10 === 1 ? 'EX.B' : `EX${String.fromCharCode(65 + (n % 26))}`,
      issuerName: `Example ${n}`,
      direction: n % 3 === 0 ? 'P' : 'S',
      insiderCount: 3,
      totalValue: 90_000,
      discretionaryValue: 90_000,
      seniority: { chief: n % 2, officer: 3 - (n % 2), director: 0, tenPercentOwner: 0, other: 0 },
      firstFiledAt: '2026-11-01T20:00:00.000Z',
      lastFiledAt: '2026-11-02T20:00:00.000Z',
      filingCount: 3,
      conviction: 100 - n,
      convictionParts: { breadth: 0.5, seniority: 0.5, materiality: null, recency: 0.5, concentration: 0.5 },
      insiders: [
        {
          slug: `owner-${n}`,
          name: `Owner ${n}`,
          role: 'officer',
          title: null,
          value: 1,
          discretionaryValue: 1,
          owners: 1,
        },
      ],
    });
    const run = (n: number): StreakFacts => ({
      ownerName: `Owner ${n}`,
      ownerSlug: `owner-${n}`,
      issuerCik: '5001',
      issuerTicker: 'EXB',
      issuerName: 'Example',
      direction: n % 5 === 0 ? 'P' : 'S',
      weeks: 90 - n,
      firstWeek: '2026-W01',
      lastWeek: '2026-W47',
      streakValue: 60_000,
      plannedValue: 0,
      filingHistory: [],
      priceSeries: [],
      trackRecord: [],
    });
    const cards = Array.from({ length: SAMPLE_CARDS }, (_, n) => card(n));
    const runs = Array.from({ length: SAMPLE_RUNS }, (_, n) => run(n));
    let store: Store;
    afterAll(() => store.close());
    beforeAll(() => {
      store = emptyStore();
      writeDigests(store, { clusters: cards, streaks: runs });
    });

    it('the plain lists are cut as ever, and a search finds all', async () => {
      const reads = toolReads(store);
      const plain = await ask(getClusters, reads, {});
      expect([plain.data.length, plain.total]).toEqual([24, SAMPLE_CARDS]);
      const ciks = (data: Row[]) => data.map(({ issuerCik }) => issuerCik);
      const of = (isWanted: (one: ClusterFacts) => boolean) =>
        cards.filter(isWanted).map((one) => one.issuerCik);
      expect(ciks((await ask(getClusters, reads, { limit: 500 })).data)).toEqual(of(() => true));
      const bought = await ask(getClusters, reads, {
        direction: 'P',
        chief: true,
        fields: 'issuerCik,insiders',
      });
      expect(ciks(bought.data)).toEqual(of((one) => one.direction === 'P' && one.seniority.chief > 0));
      expect(bought.data.at(-1)!.insiders).toEqual(cards.at(-1)!.insiders);
      // A base means every class; an issuer without a symbol has its CIK.
      expect(ciks((await ask(getClusters, reads, { ticker: 'EX,EX-B' })).data)).toEqual(
        of(({ issuerTicker }) => issuerTicker === 'EX.B'),
      );
      expect((await ask(getClusters, reads, { cik: '05030' })).data).toHaveLength(1);
    });

    it.each([
      [getClusters, { insiders: 'names' }, SAMPLE_CARDS],
      // All cards have one value: the ties come in the order of the plain list, none twice.
      [getClusters, { sort: 'value', order: 'asc' }, SAMPLE_CARDS],
      [getClusters, { direction: 'P', sort: 'filed' }, 14],
      [getStreaks, { series: 'none', sort: 'value' }, SAMPLE_RUNS],
      [getStreaks, { direction: 'S', order: 'asc' }, 56],
    ] as Array<[Tool, object, number]>)(
      'the pages of %# are the whole list, each entry once',
      async (tool, input, all) => {
        const reads = toolReads(store);
        const whole = (await ask(tool, reads, { ...input, limit: 500 })).data;
        expect(whole).toHaveLength(all);
        const paged: Row[] = [];
        let after: ListPlace | undefined;
        for (let more = true; more; ) {
          // The argument says that the list is continued; what it says is in the place.
          const cursor = after === undefined ? {} : { cursor: 'x' };
          const { data, total, next } = await ask(tool, reads, { ...input, ...cursor, limit: 9 }, after);
          expect(total).toBe(all);
          paged.push(...data);
          more = next !== null && next !== undefined;
          after = next ?? undefined;
        }
        expect(paged).toEqual(whole);
      },
    );

    it('the plain lists have no cursor: their answers stay as they are', async () => {
      const reads = toolReads(store);
      expect((await ask(getClusters, reads, {})).next).toBeUndefined();
      expect((await ask(getStreaks, reads, {})).next).toBeUndefined();
      const damaged = ask(getClusters, reads, { cursor: 'x' }, [1]);
      await expect(damaged).rejects.toThrow('The cursor is damaged');
    });

    it('an entry behind the plain list says that its prices are left out', async () => {
      const reads = toolReads(store);
      const plain = await ask(getStreaks, reads, {});
      expect([plain.data.length, plain.total]).toEqual([50, SAMPLE_RUNS]);
      const { data, total } = await ask(getStreaks, reads, { direction: 'P' });
      expect(total).toBe(14);
      expect(streakEntry.strict().array().parse(data)).toHaveLength(14);
      const places = runs.flatMap(({ direction }, at) => (direction === 'P' ? [at] : []));
      expect(data.map(({ pricesLeftOut }) => pricesLeftOut === true)).toEqual(places.map((at) => at >= 50));
    });

    it('is not ready to search while only the first entries of an earlier version are stored', async () => {
      const own = emptyStore();
      const first = cards.slice(0, 24).map(({ insiders: _insiders, ...one }) => one);
      writeDigests(own, {
        clusters: first,
        streaks: runs.slice(0, 50),
        totals: { clusters: 40, streaks: 70 },
      });
      const reads = toolReads(own);
      expect((await ask(getClusters, reads, {})).total).toBe(40);
      for (const [tool, input] of [
        [getClusters, { direction: 'P' }],
        [getClusters, { insiders: 'names' }],
        [getStreaks, { direction: 'P' }],
      ] as const)
        await expect(ask(tool, reads, input)).rejects.toMatchObject({ code: 'not_ready' });
      expect(readClusterEntries(own)).toHaveLength(24);
      own.close();
    });
  });
});
