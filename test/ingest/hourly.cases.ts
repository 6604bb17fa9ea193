/** The hourly run against a local EDGAR: filings arrive, failures are reported, unparseable documents are stored. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { classifyEdgarResponse } from '../../src/registers/edgar/edgar.js';
import { createHttpClient, type HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import {
  finishRun,
  listRuns,
  listUnreadDocuments,
  listWarnings,
  sourceStates,
  startRun,
} from '../../src/store/crawl/run-journal.js';
import { generation, openStore, readGeneration, type Store } from '../../src/store/database/open.js';
import { publishedReads } from '../published-reads.js';
import { type EdgarServer, RATE_PAGE } from '../registers/edgar/edgar-server.js';
import { DAY, newestFilings, serveFilings, toServedFiling, unthrottledHttp } from './edgar-sample.js';

describe('ingest/hourly', () => {
  const filings = newestFilings(60);
  const question = {
    since: '2026-01-01',
    until: '9999',
    codes: ['P', 'S'] as const,
    minValue: 0,
    ticker: null,
    limit: 500,
  };

  let edgar: EdgarServer;
  let http: HttpClient;
  let folder: string;
  let store: Store;
  let clock: Date;

  beforeEach(async () => {
    edgar = await serveFilings(filings.slice(0, 50));
    http = unthrottledHttp();
    folder = mkdtempSync(join(tmpdir(), 'disclosed-hourly-'));
    store = openStore(join(folder, 'live.db'), 'write');
    clock = new Date(`${DAY}T12:00:00.000Z`);
  });

  afterEach(async () => {
    store.close();
    await http.close();
    await edgar.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (
    enabled = ['sec-form4'],
    readerVersion?: number,
    signal = new AbortController().signal,
    since = '2026-11-01',
    switchedOn = enabled,
  ) => {
    const registers = createRegisters({ sec: edgar.hosts, now: () => clock }).map((register) =>
      readerVersion === undefined ? register : { ...register, readerVersion },
    );
    return readHourly({
      store,
      registers,
      enabled: new Set(enabled),
      switchedOn: new Set(switchedOn),
      http: () => http,
      since,
      now: () => clock,
      nextRefreshAt: (finished) => new Date(finished.getTime() + 3_600_000).toISOString(),
      signal,
      progress: silentProgress,
      prices: { shown: 'sec-public', note: 'About prices.' },
      log: { info() {}, warn() {} },
    });
  };
  const later = (hours: number) => {
    clock = new Date(clock.getTime() + hours * 3_600_000);
  };
  const form4 = () => sourceStates(store).find((source) => source.source === 'sec-edgar-form4')!;

  describe('the hourly run', () => {
    it('fills an empty store, derives it, and says how fresh it is', async () => {
      const [outcome] = await run();
      expect(outcome).toMatchObject({ register: 'sec-form4', outcome: 'ok', records: 50, unread: 0 });
      expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 0, done: 50 });
      expect((await publishedReads(store).latestFilings(question)).length).toBeGreaterThan(10);
      expect(form4()).toMatchObject({ status: 'ok', lastReadAt: clock.toISOString() });
      expect(readGeneration(store)).toMatchObject({
        at: clock.toISOString(),
        nextRefreshAt: '2026-11-20T13:00:00.000Z',
      });
    });

    it('forgets runs of three months ago', async () => {
      for (const days of [100, 95]) {
        const now = new Date(clock.getTime() - days * 86_400_000);
        const counts = { documents: 0, records: 0, warnings: 0 };
        finishRun(store, startRun(store, 'sec-form4', now), { outcome: 'ok', ...counts, now });
      }
      await run();
      const begun = () => listRuns(store, 10).map(({ startedAt }) => startedAt.slice(0, 10));
      // The last successful run stays until another run succeeds.
      expect(begun()).toEqual([DAY, '2026-08-17']);
      later(1);
      await run();
      expect(begun()).toEqual([DAY, DAY]);
    });

    it('reads the filings of the next hour, and requests none of them twice', async () => {
      await run();
      edgar.filings.push(...filings.slice(50).map(toServedFiling));
      edgar.asked.length = 0;
      later(1);
      await run();
      const texts = edgar.asked.filter((path) => path.endsWith('.txt'));
      expect(texts).toHaveLength(10);
      expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 0, done: 60 });
    });

    it('publishes once when nothing is new, and during the run what is', async () => {
      const published = async () => {
        const before = generation(store);
        // Longer than rows wait to be shown, shorter than until everything is.
        edgar.instead = () => {
          clock = new Date(clock.getTime() + 3000);
          return undefined;
        };
        await run(['sec-form4', 'sec-form35']);
        return generation(store) - before;
      };
      await run(['sec-form4', 'sec-form35']);
      later(1);
      expect(await published()).toBe(1);
      edgar.filings.push(...filings.slice(50).map(toServedFiling));
      later(1);
      expect(await published()).toBeGreaterThan(1);
    });

    it('reads a failed register again after a quarter of an hour, three times, and then every hour', async () => {
      const minutes: number[] = [];
      const next = async () => {
        const begun = clock.getTime();
        await run();
        clock = new Date(readGeneration(store)?.nextRefreshAt as string);
        minutes.push((clock.getTime() - begun) / 60_000);
      };
      await next();
      edgar.instead = () => ({ status: 500, body: 'the machine is on fire' });
      for (let n = 0; n < 5; n += 1) await next();
      expect(minutes).toEqual([60, 15, 15, 15, 60, 60]);
      edgar.instead = () => undefined;
      await next();
      edgar.instead = () => ({ status: 500, body: 'again' });
      await next();
      expect(minutes.slice(6)).toEqual([60, 15]);
    });

    it('keeps its rows when the register fails, shows the reason, and recovers automatically', async () => {
      await run();
      const before = await publishedReads(store).latestFilings(question);
      edgar.instead = () => ({ status: 500, body: 'the machine is on fire' });
      later(1);
      const [failed] = await run();
      expect(failed).toMatchObject({ outcome: 'failed' });
      expect(form4()).toMatchObject({
        status: 'failing',
        lastReadAt: `${DAY}T12:00:00.000Z`,
        lastAttemptAt: clock.toISOString(),
      });
      expect(listRuns(store, 1)[0]).toMatchObject({
        outcome: 'failed',
        firstBytes: expect.stringContaining('on fire'),
      });
      expect(await publishedReads(store).latestFilings(question)).toEqual(before);
      edgar.instead = () => undefined;
      later(1);
      expect((await run())[0]).toMatchObject({ outcome: 'ok' });
      expect(form4()).toMatchObject({ status: 'ok', lastReadAt: clock.toISOString() });
    });

    it('stops sending requests at once when the SEC blocks, and loses no place in the queue', async () => {
      edgar.instead = (path) => (path.endsWith('.txt') ? { status: 403, body: RATE_PAGE } : undefined);
      const [blocked] = await run();
      expect(blocked).toMatchObject({ outcome: 'failed' });
      expect(edgar.asked.filter((path) => path.endsWith('.txt')).length).toBeLessThanOrEqual(8);
      expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 50, done: 0 });
    });

    it('ends what a kill left of a register that is switched off since, and leaves that of the others to their next run', async () => {
      startRun(store, 'sec-form4', clock);
      startRun(store, 'se-fi', clock);
      startRun(store, 'sec-companies', clock);
      await run(['sec-form4'], undefined, undefined, undefined, ['sec-form4', 'sec-companies']);
      const open = listRuns(store, 10).filter(({ finishedAt }) => finishedAt === null);
      expect(open.map(({ register }) => register)).toEqual(['sec-companies']);
      expect(listRuns(store, 10).find(({ register }) => register === 'se-fi')).toMatchObject({
        outcome: 'stopped',
        reason: 'The process ended before the run did.',
      });
    });

    describe('a pause that the publisher demands', () => {
      const next = () => readGeneration(store)?.nextRefreshAt;
      /** Each run is a new process, which remembers nothing. */
      const runAlone = async (enabled?: string[]) => {
        await http.close();
        const waiting = {
          now: () => clock.getTime(),
          wait: async (ms: number) => {
            clock = new Date(clock.getTime() + ms);
          },
        };
        http = createHttpClient({
          ...{ userAgent: 'test test@example.org', perSecond: 1000, retries: 0, clock: waiting },
          classifyResponse: classifyEdgarResponse,
        });
        edgar.asked.length = 0;
        return run(enabled);
      };
      beforeEach(async () => {
        const headers = { 'retry-after': '21600' };
        edgar.instead = () => ({ status: 429, headers, body: 'later' });
        expect(await runAlone()).toMatchObject([{ outcome: 'failed' }]);
        edgar.instead = () => undefined;
      });

      it('is kept by the next runs, without a new failure', async () => {
        const minute = (text: string) => text.slice(0, 16);
        expect(form4()).toMatchObject({ status: 'failing' });
        expect(minute(form4().nextAttemptAt!)).toBe(`${DAY}T18:00`);
        // Others are read every hour, and nothing is to be read again before the pause ends.
        expect(minute(next()!)).toBe(`${DAY}T13:00`);
        const runs = listRuns(store, 100).length;
        for (const enabled of [['sec-form4'], ['sec-form35']]) {
          later(1);
          expect(await runAlone(enabled)).toMatchObject([{ register: enabled[0], outcome: 'failed' }]);
          expect(edgar.asked).toEqual([]);
        }
        expect(listRuns(store, 100)).toHaveLength(runs);
        later(3.75);
        await runAlone();
        expect(edgar.asked).toEqual([]);
        expect(minute(next()!)).toBe(`${DAY}T18:00`);
        later(0.5);
        expect(await runAlone()).toMatchObject([{ outcome: 'ok' }]);
        expect(form4()).toMatchObject({ status: 'ok' });
      });

      it('does not last after a clock that was ahead, nor for another host', async () => {
        later(-48);
        expect(await runAlone()).toMatchObject([{ outcome: 'ok' }]);
        later(48);
        edgar.instead = () => ({ status: 429, body: 'later' });
        await runAlone();
        await edgar.close();
        edgar = await serveFilings(filings.slice(0, 50));
        await runAlone();
        expect(edgar.asked.length).toBeGreaterThan(0);
      });
    });

    it('keeps an unparseable document with its bytes, and parses it when the parser changes', async () => {
      const broken = edgar.filings[10]!;
      const text = broken.text!;
      broken.text = text.replace('</ownershipDocument>', '');
      await run();
      expect(listUnreadDocuments(store, 10)).toEqual([
        expect.objectContaining({ register: 'sec-form4', key: broken.accession }),
      ]);
      expect(queueCounts(store)['sec-form4']).toMatchObject({ done: 49, unread: 1 });
      edgar.asked.length = 0;
      later(1);
      await run(['sec-form4'], 999);
      // No request was sent: the stored bytes were parsed again, and are as broken as before.
      expect(edgar.asked.some((path) => path.includes(broken.accession))).toBe(false);
      expect(queueCounts(store)['sec-form4']).toMatchObject({ done: 49, unread: 1 });
    });

    describe('a text that is listed', () => {
      const first = () => edgar.filings[10]!;
      const count = () => queueCounts(store)['sec-form4'];

      it('is read when EDGAR serves it after it denied it', async () => {
        const { text } = first();
        first().text = null;
        // Older than any time in which a text may be late.
        clock = new Date(clock.getTime() + 20 * 24 * 3_600_000);
        await run();
        expect(count()).toMatchObject({ waiting: 1, done: 49, gone: 0 });
        first().text = text!;
        later(1);
        await run();
        expect(count()).toMatchObject({ waiting: 0, done: 50, gone: 0 });
        expect(listWarnings(store, { kind: 'document-gone' }, 10)).toEqual([]);
      });

      it('is a failure of EDGAR when it denies all of them', async () => {
        for (const filing of edgar.filings) filing.text = null;
        expect(await run()).toMatchObject([
          {
            outcome: 'failed',
            reason: expect.stringMatching(/^EDGAR does not have \S+, nor the documents before it$/),
          },
        ]);
        expect(count()).toMatchObject({ waiting: 50, gone: 0 });
      });

      it('is given up after a week of denials, with a warning', async () => {
        first().text = null;
        const began = clock.getTime();
        for (let n = 0; n < 100 && count()?.gone !== 1; n += 1) {
          await run();
          later(4);
        }
        expect(count()).toMatchObject({ waiting: 0, gone: 1 });
        expect((clock.getTime() - began) / 86_400_000).toBeGreaterThan(7);
        expect(edgar.asked.filter((path) => path.includes(`${first().accession}.txt`))).toHaveLength(24);
        expect(listWarnings(store, { kind: 'document-gone' }, 10)).toEqual([
          expect.objectContaining({
            detail: `EDGAR does not have ${first().accession}`,
            where: expect.stringContaining(first().accession),
          }),
        ]);
      }, 60_000);

      it('does not fail the register, nor is it requested forever, if it could not be read and is then denied', async () => {
        const odd = edgar.filings.slice(0, 12);
        for (const one of odd) one.text = one.text!.replace('</ownershipDocument>', '');
        await run();
        expect(count()).toMatchObject({ unread: 12 });
        for (const one of odd) one.text = null;
        edgar.asked.length = 0;
        for (let n = 0; n < 40; n += 1) {
          later(24);
          const [outcome] = await run();
          expect(outcome?.reason ?? '').not.toContain('documents before it');
        }
        const asked = edgar.asked.filter((path) => path.includes(`${odd[0]!.accession}.txt`));
        expect(asked.length).toBeGreaterThan(0);
        expect(asked.length).toBeLessThanOrEqual(10);
      }, 60_000);

      it('fails the register only the first time that it is denied', async () => {
        for (const one of edgar.filings.slice(0, 12)) one.text = null;
        const outcomes: string[] = [];
        for (let n = 0; n < 4; n += 1) {
          outcomes.push(...(await run()).map(({ outcome }) => outcome));
          later(24);
        }
        expect(outcomes).toEqual(['failed', 'ok', 'ok', 'ok']);
        expect(count()).toMatchObject({ waiting: 12, done: 38 });
      });

      it('has all its tries after days in which EDGAR was down', async () => {
        const text = first().text!;
        edgar.instead = (path) =>
          path.includes(`${first().accession}.txt`) ? { status: 500, body: 'down' } : undefined;
        for (let n = 0; n < 14; n += 1) {
          await run();
          later(24);
        }
        edgar.instead = () => undefined;
        first().text = null;
        await run();
        expect(count()).toMatchObject({ waiting: 1, gone: 0 });
        first().text = text.replace('</ownershipDocument>', '');
        later(24);
        await run();
        expect(count()).toMatchObject({ waiting: 0, unread: 1 });
        first().text = text;
        later(1);
        await run();
        expect(count()).toMatchObject({ done: 50, unread: 0 });
      });
    });

    it('writes unexpected content to the journal', async () => {
      const odd = edgar.filings[5]!;
      odd.text = odd.text!.replace('</issuer>', '<issuerMoonPhase>full</issuerMoonPhase></issuer>');
      await run();
      expect(listWarnings(store, {}, 10)).toEqual([
        expect.objectContaining({
          register: 'sec-form4',
          detail: expect.stringContaining('issuerMoonPhase'),
          where: expect.stringContaining(odd.accession),
        }),
      ]);
    });

    it('reads the ticker table first, so that symbols are those of the table', async () => {
      const [table] = sampleDocuments('sec-companies', DAY);
      edgar.tickerTable = { body: table!.bytes.toString(), etag: '"one"' };
      const outcomes = await run(['sec-companies', 'sec-form4']);
      expect(outcomes.map((one) => [one.register, one.outcome])).toEqual([
        ['sec-companies', 'ok'],
        ['sec-form4', 'ok'],
      ]);
      const symbols = new Set(
        (await publishedReads(store).latestFilings(question)).map((row) => row.issuerTicker),
      );
      expect([...symbols].every((symbol) => /^([A-Z]{1,5}([.-][A-Z])?)?$/.test(symbol))).toBe(true);
    });

    it('does not call a stop a failure, and resumes where it was', async () => {
      const stop = new AbortController();
      edgar.hear = ({ url }) => {
        if (url?.endsWith('.txt') && edgar.asked.filter((path) => path.endsWith('.txt')).length === 20)
          stop.abort();
      };
      expect((await run(['sec-form4'], undefined, stop.signal))[0]).toMatchObject({ outcome: 'stopped' });
      expect(form4().status).toBe('filling');
      edgar.hear = () => undefined;
      later(1);
      expect((await run())[0]).toMatchObject({ outcome: 'ok' });
      expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 0, done: 50 });
    });

    it('makes the digests at its end, with prices of the SEC and a note about them in the catalog', async () => {
      for (const document of sampleDocuments('prices-sec', DAY))
        edgar.failsFiles.set(document.key, {
          folder: '/files/data/fails-deliver-data',
          bytes: document.bytes,
        });
      edgar.filings.push(...newestFilings(250).slice(0, 190).map(toServedFiling));
      const outcomes = await run(['sec-form4', 'prices-sec'], undefined, undefined, '2026-08-20');
      expect(outcomes.map(({ register, outcome }) => [register, outcome])).toEqual([
        ['sec-form4', 'ok'],
        ['prices-sec', 'ok'],
      ]);
      const reads = publishedReads(store);
      expect((await reads.clusters()).length).toBeGreaterThanOrEqual(3);
      const streaks = await reads.streaks();
      expect(streaks.length).toBeGreaterThanOrEqual(5);
      expect(streaks.some(({ priceSeries }) => priceSeries.length > 5)).toBe(true);
      const prices = sourceStates(store).find(({ source }) => source === 'prices')!;
      expect(prices).toMatchObject({ status: 'ok', note: 'About prices.' });
      expect(prices.rows).toBeGreaterThan(500);
      edgar.asked.length = 0;
      later(1);
      await run(['prices-sec'], undefined, undefined, '2026-08-20');
      expect(edgar.asked).toEqual([]);
    });

    it('leaves out a register that is switched off, and says so', async () => {
      await run([]);
      expect(edgar.asked).toEqual([]);
      expect(form4()).toMatchObject({ status: 'off', lastReadAt: null });
    });
  });
});
