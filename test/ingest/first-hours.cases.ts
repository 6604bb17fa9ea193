/**
 * The first hours of an empty store against local registers, with questions after every request that they get:
 * existing records are found or reported as unknown, and never reported as missing.
 */

import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { printIntegrityReport } from '../../data/sample/make/integrity-report.js';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleTrackers } from '../../src/service/curated-trackers.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { ApiError } from '../../tools/contract/errors.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';
import { parsedReads, toolReads } from '../published-reads.js';
import { startOgeServer } from '../registers/portfolios/oge-278t/oge-server.js';
import { emptyStore } from '../store/empty-store.js';
import { houseRow, startCongressServers } from './congress-servers.js';
import { listManagers } from './edgar-managers.js';
import { DAY, newestFilings, serveFilings, toServedFiling, unthrottledHttp } from './edgar-sample.js';

describe('ingest/first-hours', () => {
  const trackers = sampleTrackers();

  const FILINGS = 110;
  const HOUR = 3_600_000;
  /** The SEC is so slow here that the texts take three hours. */
  const TEXT_MS = 100_000;
  const MARROWGATE = '/v1/trackers/marrowgate';

  type AnswerVerdict = 'some' | 'nothing' | 'unknown-record' | 'not-ready';
  interface ObservedAnswer {
    at: number;
    /** Texts of Form 4 filings that were requested by then. */
    texts: number;
    verdicts: Map<string, AnswerVerdict>;
  }

  const seen: ObservedAnswer[] = [];
  const feeds: number[] = [];
  let order: string[] = [];
  let fetchedAt: Array<{ at: number; fetchedAt: string }> = [];
  let lateShownAt: number | null = null;
  let lateFiledAt = 0;
  let endedAt = 0;

  const questions: Array<[string, Record<string, unknown>]> = [
    ['/v1/filings', { since: '2026-11-01' }],
    ['/v1/insiders', { q: 'a' }],
    ['/v1/clusters', {}],
    ['/v1/congress', {}],
    ['/v1/trackers', {}],
    ...trackers.map(({ slug }): [string, Record<string, unknown>] => ['/v1/trackers/{slug}', { slug }]),
  ];
  const toolOf = (path: string) => tools.find((tool) => tool.path === path) as Tool;
  const nameOf = (path: string, given: Record<string, unknown>) => path.replace('{slug}', String(given.slug));

  /** How a caller would understand the answer. */
  async function verdictOf(
    path: string,
    given: Record<string, unknown>,
    context: ToolContext,
  ): Promise<AnswerVerdict> {
    try {
      const tool = toolOf(path);
      const answer = await tool.run(tool.input.parse(given) as Record<string, unknown>, context);
      if (path === '/v1/filings') fetchedAt.push({ at: context.now.getTime(), fetchedAt: answer.fetchedAt });
      const detail = answer.data as { snapshot?: unknown; filingHistory?: unknown[] };
      if (Array.isArray(answer.data)) return answer.data.length > 0 ? 'some' : 'nothing';
      return detail.snapshot === null && detail.filingHistory?.length === 0 ? 'nothing' : 'some';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.code === 'not_ready' ? 'not-ready' : 'unknown-record';
    }
  }

  beforeAll(async () => {
    const documents = newestFilings(FILINGS + 1);
    const late = documents.pop()!;
    const edgar = await serveFilings(documents);
    const [table] = sampleDocuments('sec-companies', DAY);
    edgar.tickerTable = { body: table!.bytes.toString(), etag: '"one"' };
    for (const document of sampleDocuments('prices-sec', DAY).slice(-3))
      edgar.failsFiles.set(document.key, { folder: '/files/data/fails-deliver-data', bytes: document.bytes });
    const managers = listManagers(edgar);
    // The feed holds the newest forty; the indexes name the rest.
    edgar.feedFrom = edgar.filings.map(({ acceptedAt }) => acceptedAt).sort()[FILINGS - 40]!;
    const capitol = await startCongressServers();
    for (let number = 0; number < 4; number += 1)
      capitol.fileHouseReport(`2003000${number}`, `2026-10-0${1 + number}`, [
        houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', '2026-09-15'),
      ]);
    const oge = await startOgeServer();
    const official = trackers.find(({ archetype }) => archetype === 'oge_278t');
    oge.documents.push({
      id: '1'.padStart(32, '0'),
      name: official?.sourceId ?? '',
      posted: '2026-10-15',
      label: '278 Transaction',
      fileName: 'One-278T.pdf',
      bytes: printIntegrityReport({
        name: official?.sourceId ?? '',
        position: 'Administrator, Bureau of Samples',
        signed: '10/10/2026',
        rows: [
          {
            description: 'Invented Goods, Inc. (IGDS)',
            type: 'Purchase',
            date: '10/02/2026',
            notified: 'No',
            amount: '$1,001 - $15,000',
          },
        ],
      }),
    });
    let clock = Date.parse(`${DAY}T12:00:00.000Z`);
    const began = clock;
    const store = emptyStore();
    const http = unthrottledHttp();
    const reads = toolReads(store);
    let texts = 0;
    const polls: Promise<void>[] = [];
    const poll = async () => {
      const now = new Date(clock);
      const context = { reads, now, baseUrl: '', endpoints: [] } as unknown as ToolContext;
      const verdicts = new Map<string, AnswerVerdict>();
      const at = clock - began;
      for (const [path, given] of questions)
        verdicts.set(nameOf(path, given), await verdictOf(path, given, context));
      seen.push({ at, texts, verdicts });
      const rows = await parsedReads(reads).latestFilings({
        since: '2026-11-01',
        until: '9999',
        codes: ['P', 'S'],
        minValue: 0,
        ticker: null,
        limit: 500,
      });
      if (lateShownAt === null && rows.some(({ filingId }) => filingId.startsWith(late.key)))
        lateShownAt = at;
    };
    edgar.hear = ({ url = '' }) => {
      const isText = url.endsWith('.txt');
      const isForm4 = isText && [late, ...documents].some(({ key }) => url.includes(key));
      if (isForm4) texts += 1;
      clock += isForm4 ? TEXT_MS : 1000;
      order.push(isForm4 ? 'form4' : isText ? '13f' : url.endsWith('.zip') ? 'prices' : 'list');
      // The first page is requested once more at the end of the feed.
      const isFeed = url.includes('browse-edgar') && url.includes('start=0&');
      if (isFeed && clock - began > (feeds.at(-1) ?? -HOUR) + HOUR / 10) feeds.push(clock - began);
      if (lateFiledAt === 0 && clock - began > HOUR / 2) {
        lateFiledAt = clock - began;
        edgar.filings.push({ ...toServedFiling(late), acceptedAt: new Date(clock).toISOString() });
      }
      polls.push(poll());
    };
    await readHourly({
      store,
      registers: createRegisters({
        sec: edgar.hosts,
        clerk: capitol.clerk.origin,
        legislators: capitol.legislators.base,
        oge: oge.origin,
        managers,
        filers: official?.sourceId ? [official.sourceId] : [],
        now: () => new Date(clock),
      }),
      enabled: new Set([
        'sec-companies',
        'sec-form4',
        'prices-sec',
        'sec-13f',
        'oge-278t',
        'congress-members',
        'house-ptr',
      ]),
      http: () => http,
      since: ({ metadata }) => (metadata.id === 'sec-form4' ? '2026-11-01' : '2025-01-01'),
      now: () => new Date(clock),
      nextRefreshAt: () => null,
      signal: new AbortController().signal,
      progress: silentProgress,
      repeat: {
        everyMs: HOUR,
        wait: async (until, signal) => {
          while (clock < until.getTime() && !signal.aborted) await breathe();
        },
        done: async () => undefined,
      },
      prices: { shown: 'sec-public', note: '' },
      trackers,
      log: { info() {}, warn() {} },
    });
    endedAt = clock - began;
    await Promise.all(polls);
    await poll();
    store.close();
    await Promise.all([http.close(), edgar.close(), capitol.close(), oge.close()]);
  });

  afterAll(() => {
    order = [];
    fetchedAt = [];
  });

  describe('the first hours', () => {
    it('take long enough to show something, and end with everything', () => {
      expect(endedAt).toBeGreaterThan(2.5 * HOUR);
      expect(seen.length).toBeGreaterThan(FILINGS);
      const last = seen.at(-1)!.verdicts;
      for (const name of [
        '/v1/filings',
        '/v1/insiders',
        '/v1/clusters',
        '/v1/congress',
        '/v1/trackers',
        MARROWGATE,
      ])
        expect([name, last.get(name)]).toEqual([name, 'some']);
    });

    it('never say that an existing record or person does not exist', () => {
      const last = seen.at(-1)!.verdicts;
      const wrong = seen.flatMap(({ at, verdicts }) =>
        [...verdicts]
          .filter(
            ([name, verdict]) => last.get(name) === 'some' && /^(nothing|unknown-record)$/.test(verdict),
          )
          .map(([name, verdict]) => `${at / 1000} s: ${name} ${verdict}`),
      );
      expect(wrong).toEqual([]);
      // Reported before anything was read, and not afterwards.
      expect(seen[0]!.verdicts.get('/v1/filings')).toBe('not-ready');
    });

    it('show the newest filings before the other lists of the publisher are read', () => {
      const first = seen.find(({ verdicts }) => verdicts.get('/v1/filings') === 'some')!;
      expect(first.texts).toBeLessThanOrEqual(24);
      expect(first.at).toBeLessThan(HOUR / 2);
    });

    it('read prices and 13F reports before the long fill of Form 4', () => {
      const funds = seen.find(({ verdicts }) => verdicts.get(MARROWGATE) === 'some')!;
      expect(funds.texts).toBeLessThan(FILINGS / 4);
      for (const kind of ['13f', 'prices']) {
        const before = order.slice(0, order.lastIndexOf(kind)).filter((one) => one === 'form4');
        expect([kind, before.length]).toEqual([kind, expect.any(Number)]);
        expect(before.length).toBeLessThan(FILINGS / 4);
      }
    });

    it('read the feed again every hour while texts wait, and show what was filed meanwhile', () => {
      expect(feeds.length).toBeGreaterThanOrEqual(3);
      for (const [index, at] of feeds.slice(1).entries()) {
        const gap = at - feeds[index]!;
        expect(gap).toBeGreaterThan(HOUR / 2);
        expect(gap).toBeLessThan(1.5 * HOUR);
      }
      expect(lateShownAt).not.toBeNull();
      expect(lateShownAt! - lateFiledAt).toBeLessThan(1.25 * HOUR);
      expect(lateShownAt!).toBeLessThan(endedAt - HOUR / 2);
    });

    it('say when the list was read, not when one of its documents was', () => {
      for (const one of fetchedAt) expect(one.at - Date.parse(one.fetchedAt)).toBeLessThan(1.5 * HOUR);
      // Few moments for many answers: one for each read of the lists.
      expect(new Set(fetchedAt.map((one) => one.fetchedAt)).size).toBeLessThanOrEqual(feeds.length + 1);
    });
  });
});
