/** The four European registers through the hourly run, each on a local server: one fails, the others do not. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { status } from '../../src/commands/status.js';
import { readConfig } from '../../src/config.js';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { createHttpClient, type HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import { listRuns, listWarnings, sourceStates } from '../../src/store/crawl/run-journal.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import type { ApiError } from '../../tools/contract/errors.js';
import { EU_MARKETS, type EuCountry } from '../../tools/contract/markets/index.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import tool from '../../tools/get-eu-filings.js';
import { toolReads } from '../published-reads.js';
import * as bafinDocuments from '../registers/europe/de-bafin/documents.js';
import { type Portal, portal } from '../registers/europe/de-bafin/server.js';
import * as afmDocuments from '../registers/europe/nl-afm/documents.js';
import { type Afm, afm } from '../registers/europe/nl-afm/server.js';
import * as fiDocuments from '../registers/europe/se-fi/documents.js';
import { type Insyn, insynServer } from '../registers/europe/se-fi/server.js';
import { form, page } from '../registers/europe/uk-nsm/pages.js';
import { hit, type NsmServer, startNsm } from '../registers/europe/uk-nsm/server.js';

describe('ingest/europe', () => {
  /** A Wednesday, two in the afternoon in Berlin. */
  const DAY = '2026-09-23';
  const CHALLENGE = '<html><title>Just a moment...</title><body>Are you a robot?</body></html>';
  const MARKETS = ['de', 'uk', 'se', 'nl'] as const;

  let broken: Set<EuCountry>;
  let dealings: string[];
  let insynLines: string[];
  let entries: afmDocuments.Entry[];
  let bafin: Portal;
  let nsm: NsmServer;
  let fi: Insyn;
  let register: Afm;
  let folder: string;
  let store: Store;
  let clock: Date;
  let http: HttpClient;
  let slow: { market: EuCountry; until: Promise<void> } | null;

  beforeEach(async () => {
    broken = new Set();
    slow = null;
    dealings = Array.from({ length: 300 }, (_, i) => bafinDocuments.line({ total: `${i + 30}.000,00 EUR` }));
    insynLines = [
      fiDocuments.line({ published: '2026-09-22 09:00:00' }),
      fiDocuments.line({ published: '2026-09-21 09:00:00', volume: '15000,0' }),
    ];
    // Old enough that their pages are not requested; three are recent.
    entries = Array.from({ length: 3000 }, (_, i) => ({
      id: `20250102OLD${i}`,
      date: '1/2/2025 12:00:00 AM',
    }));
    entries.unshift(
      ...['A', 'B', 'C'].map((name) => ({ id: `20260918${name}`, date: '9/18/2026 12:00:00 AM' })),
    );
    bafin = await portal(() =>
      broken.has('de') ? Buffer.from(CHALLENGE) : bafinDocuments.dealings(...dealings),
    );
    fi = await insynServer(
      () => 0,
      (span) => {
        if (broken.has('se')) return { body: Buffer.from(CHALLENGE) };
        const [from, to] = span.split('..') as [string, string];
        const within = insynLines.filter((line) => line.slice(0, 10) >= from && line.slice(0, 10) <= to);
        // The other weeks have one row each: a week without rows is not a valid answer.
        const filler = [fiDocuments.line({ published: `${from} 08:00:00`, nature: 'Tilldelning' })];
        return { body: fiDocuments.insyn(...filler, ...within) };
      },
    );
    register = await afm(
      () => ({ body: broken.has('nl') ? Buffer.from(CHALLENGE) : afmDocuments.index(entries) }),
      () => ({ body: afmDocuments.detail({ rows: [afmDocuments.sale()], date: '18 sep 2026' }) }),
    );
    nsm = await startNsm();
    for (const [index, day] of ['2026-09-23', '2026-09-22', '2026-09-21', '2026-09-18'].entries()) {
      nsm.hits.push(hit(`u-${index}`, `${day}T07:00:00Z`));
      nsm.artefacts.set(`NSM/RNS/u-${index}.html`, {
        // The same announcement under four ids would count once.
        body: page(
          form({ name: ['Ada Bramble', 'Ben Cole', 'Cy Dunn', 'Di Elm'][index]!, date: '18 September 2026' }),
        ),
      });
    }
    clock = new Date(`${DAY}T12:00:00.000Z`);
    folder = mkdtempSync(join(tmpdir(), 'disclosed-eu-'));
    store = openStore(join(folder, 'store', 'live.db'), 'write');
    // A clock on which waiting takes no time: the pauses themselves are tested with the code that makes them.
    let passed = 0;
    http = createHttpClient({
      userAgent: 'disclosed-test test@example.org',
      perSecond: 1000,
      retries: 0,
      clock: {
        now: () => clock.getTime() + passed,
        wait: async (ms) => {
          passed += ms;
        },
      },
    });
  });

  afterEach(async () => {
    store.close();
    await http.close();
    await Promise.all([bafin.close(), nsm.close(), fi.close(), register.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (enabled: EuCountry[] = [...MARKETS], more: Partial<Parameters<typeof readHourly>[0]> = {}) => {
    nsm.mood = broken.has('uk') ? { refusal: { status: 200, body: CHALLENGE } } : {};
    return readHourly({
      store,
      registers: createRegisters({
        bafin: bafin.url,
        fi: fi.url,
        afm: register.addresses,
        nsm: {
          searchUrl: `${nsm.url}/search`,
          artefacts: `${nsm.url}/artefacts/`,
          searchPauseMs: 0,
          artefactPauseMs: 0,
        },
        now: () => clock,
      }),
      enabled: new Set(enabled.map((market) => EU_MARKETS[market].register)),
      http: ({ metadata }) => ({
        request: async (url, request) => {
          if (slow !== null && metadata.id === EU_MARKETS[slow.market].register) await slow.until;
          return http.request(url, request);
        },
      }),
      since: '2026-09-18',
      now: () => clock,
      nextRefreshAt: () => null,
      signal: new AbortController().signal,
      progress: silentProgress,
      log: { info() {}, warn() {} },
      ...more,
    });
  };
  const later = (hours: number) => {
    clock = new Date(clock.getTime() + hours * 3_600_000);
  };
  const state = (market: EuCountry) =>
    sourceStates(store).find((one) => one.source === EU_MARKETS[market].source.id)!;
  async function ask(country: EuCountry) {
    const context = { reads: toolReads(store), now: clock, baseUrl: 'https://d.example' } as ToolContext;
    return tool.run(tool.input.parse({ country }), context);
  }
  const rows = async (country: EuCountry) => (await ask(country)).data as EuRowFacts[];

  describe('the European registers', () => {
    it('are read again every hour while one of them takes long', async () => {
      let end = () => {};
      slow = {
        market: 'uk',
        until: new Promise((resolve) => {
          end = resolve;
        }),
      };
      const fresh = Array.from({ length: 4 }, () => 0);
      const outcomes = await run(['uk', 'de'], {
        repeat: {
          everyMs: 3_600_000,
          wait: async (until, signal) => {
            // After the third read the clock stops: only the end is left.
            if (bafin.asked.length === 3)
              return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
            clock = until;
            dealings.push(bafinDocuments.line({ total: `${dealings.length + 100}.000,00 EUR` }));
          },
          done: async () => {
            fresh[bafin.asked.length] = (await rows('de')).length;
            if (bafin.asked.length === 3) end();
          },
        },
      });
      // The rows of the repeated read can be queried before the long import has ended.
      expect(fresh.slice(2)).toEqual([301, 302]);
      expect(outcomes.map(({ register: id, outcome }) => [id, outcome])).toEqual([
        ['de-bafin', 'ok'],
        ['uk-nsm', 'ok'],
      ]);
      expect(state('uk').status).toBe('ok');
    });

    it('are not called switched off by a run that reads one of them alone', async () => {
      await run();
      later(1);
      await run(['se'], { switchedOn: new Set(Object.values(EU_MARKETS).map(({ register }) => register)) });
      for (const market of MARKETS) expect([market, state(market).status]).toEqual([market, 'ok']);
      later(1);
      await run(['se']);
      expect(state('de').status).toBe('off');
    });

    it('are read in parallel, and each answers for itself', async () => {
      const outcomes = await run();
      expect(outcomes.map((one) => [one.register, one.outcome, one.reason])).toEqual(
        MARKETS.map((market) => [EU_MARKETS[market].register, 'ok', '']),
      );
      const counts = { de: 300, uk: 4, se: 2, nl: 3 };
      for (const market of MARKETS) {
        const answer = await ask(market);
        expect([market, answer.count]).toEqual([market, counts[market]]);
        expect(answer).toMatchObject({
          source: EU_MARKETS[market].source.id,
          fetchedAt: clock.toISOString(),
        });
        expect(tool.output.parse(answer.data)).toEqual(answer.data);
        expect(state(market)).toMatchObject({ status: 'ok', lastReadAt: clock.toISOString() });
      }
      expect(state('de').rows).toBe(300);
      expect(state('se').rows).toBe(16);
      expect(state('nl').rows).toBe(3);
    });

    it.each(MARKETS)(
      '%s fails alone with a challenge page, keeps what it had, and recovers',
      async (market) => {
        await run();
        const before = await rows(market);
        expect(before.length).toBeGreaterThan(0);
        broken.add(market);
        later(1);
        const outcomes = await run();
        for (const one of MARKETS)
          expect(outcomes.find((outcome) => outcome.register === EU_MARKETS[one].register)!.outcome).toBe(
            one === market ? 'failed' : 'ok',
          );
        expect(await rows(market)).toEqual(before);
        expect((await ask(market)).fetchedAt).toBe(`${DAY}T12:00:00.000Z`);
        expect(state(market)).toMatchObject({
          status: 'failing',
          lastReadAt: `${DAY}T12:00:00.000Z`,
          lastAttemptAt: clock.toISOString(),
          note: expect.stringMatching(/^The last attempt failed: \S/),
        });
        expect(listRuns(store, 4).find((one) => one.register === EU_MARKETS[market].register)).toMatchObject({
          outcome: 'failed',
          firstBytes: expect.stringContaining('Just a moment'),
        });
        for (const one of MARKETS.filter((other) => other !== market))
          expect(state(one)).toMatchObject({ status: 'ok', lastReadAt: clock.toISOString() });
        broken.clear();
        later(1);
        await run();
        expect(state(market)).toMatchObject({ status: 'ok', lastReadAt: clock.toISOString() });
      },
    );

    it.each(MARKETS)('%s is unknown and not empty while it was never read', async (market) => {
      broken.add(market);
      await run();
      const failed = (await ask(market).catch((cause) => cause)) as ApiError;
      expect([failed.code, failed.status]).toEqual(['not_ready', 503]);
      expect(failed.message).toContain(`${EU_MARKETS[market].source.id} has not been read yet`);
      expect(state(market)).toMatchObject({ status: 'failing', lastReadAt: null, rows: 0 });
    });

    it.each(MARKETS)('%s says that it is switched off, and gets no request', async (market) => {
      await run(MARKETS.filter((one) => one !== market));
      expect(((await ask(market).catch((cause) => cause)) as ApiError).message).toContain(
        'is switched off on this service',
      );
      expect(state(market)).toMatchObject({ status: 'off', lastReadAt: null, lastAttemptAt: null });
      const asked = { de: bafin.asked, uk: nsm.searches, se: fi.asked, nl: register.asked }[market];
      expect(asked).toEqual([]);
    });

    it('show the reason of a failure and the first bytes of what came in the status', async () => {
      broken.add('de');
      await run();
      const print = jest.spyOn(console, 'log').mockImplementation(() => {});
      try {
        const config = readConfig({ DATA_DIR: folder, CONTACT: 'a b@example.org' });
        expect(await status(config, { verbose: true })).toBe(1);
        // Lines are as wide as a terminal.
        const text = String(print.mock.calls[0]?.[0]).replace(/\s+/g, ' ');
        expect(text).toContain('BaFin answers something other than its export');
        expect(text).toContain('Just a moment');
      } finally {
        print.mockRestore();
      }
    });
  });

  describe('a run that gives too few rows', () => {
    it('is a failure and stores none of them (de)', async () => {
      await run();
      // Not less than half of before, which the register itself refuses.
      dealings = dealings.slice(0, 299);
      later(1);
      await run(['de']);
      expect(await rows('de')).toHaveLength(300);
      expect(state('de')).toMatchObject({
        status: 'failing',
        note: expect.stringContaining('It gave 299 rows where at least 300 are expected.'),
      });
      expect(listRuns(store, 1)[0]!.firstBytes).toContain('Emittent;BaFin-ID');
    });

    it('queues no page of such an index (nl)', async () => {
      entries = entries.slice(0, 2000);
      await run(['nl']);
      expect(register.asked).toHaveLength(1);
      expect(queueCounts(store)['nl-afm']).toBeUndefined();
      expect(state('nl')).toMatchObject({ status: 'failing', rows: 0 });
      entries.push(
        ...Array.from({ length: 1500 }, (_, i) => ({ id: `20250103N${i}`, date: '1/3/2025 12:00:00 AM' })),
      );
      later(1);
      await run(['nl']);
      expect(await rows('nl')).toHaveLength(3);
    });
  });

  describe('a register that lost many rows', () => {
    const lose = { de: () => void dealings.splice(0, 60), nl: () => void entries.splice(-600) };

    it.each(['de', 'nl'] as const)(
      'is believed after three days, although each run failed (%s)',
      async (market) => {
        dealings.push(
          ...Array.from({ length: 100 }, (_, i) => bafinDocuments.line({ total: `${i}.500,00 EUR` })),
        );
        entries.push(...Array.from({ length: 700 }, (_, i) => ({ id: `20250103OLD${i}`, date: '1/3/2025' })));
        await run([market]);
        const before = (await rows(market)).length;
        lose[market]();
        for (const hours of [1, 24, 22]) {
          later(hours);
          expect(await run([market])).toMatchObject([
            { outcome: 'failed', reason: expect.stringMatching(/\d+/) },
          ]);
          expect(await rows(market)).toHaveLength(before);
          expect(state(market).status).toBe('failing');
        }
        later(24);
        expect(await run([market])).toMatchObject([{ outcome: 'ok', warnings: 1 }]);
        expect(listWarnings(store, {}, 10)).toMatchObject([{ kind: 'rows-withdrawn' }]);
        expect((await rows(market)).length).toBe(market === 'de' ? before - 60 : before);
        // The next loss is not believed at once.
        lose[market]();
        later(1);
        expect(await run([market])).toMatchObject([{ outcome: 'failed' }]);
      },
    );

    it('is not believed if its rows come back meanwhile (de)', async () => {
      dealings.push(
        ...Array.from({ length: 100 }, (_, i) => bafinDocuments.line({ total: `${i}.500,00 EUR` })),
      );
      const whole = [...dealings];
      await run(['de']);
      lose.de();
      await run(['de']);
      later(24);
      dealings = whole;
      expect(await run(['de'])).toMatchObject([{ outcome: 'ok', warnings: 0 }]);
      lose.de();
      later(60);
      expect(await run(['de'])).toMatchObject([{ outcome: 'failed' }]);
    });
  });

  describe('changes after publication', () => {
    it('de: a line that is gone from the export leaves the feed', async () => {
      dealings.push(bafinDocuments.line({ who: 'Vorher, Vera' }));
      await run(['de']);
      expect((await rows('de')).some((row) => row.pdmrName === 'Vorher, Vera')).toBe(true);
      dealings.pop();
      dealings.push(bafinDocuments.line({ who: 'Nachher, Nora', active: '23.09.2026 11:00:00' }));
      later(1);
      await run(['de']);
      const names = (await rows('de')).map((row) => row.pdmrName);
      expect(names).not.toContain('Vorher, Vera');
      expect(names[0]).toBe('Nachher, Nora');
      expect(state('de').rows).toBe(302);
    });

    it('se: a row that is revised or cancelled disappears, its correction appears', async () => {
      await run(['se']);
      expect(await rows('se')).toHaveLength(2);
      insynLines = [
        fiDocuments.line({ published: '2026-09-22 09:00:00', status: 'Reviderad' }),
        fiDocuments.line({ published: '2026-09-21 09:00:00', volume: '15000,0', status: 'Makulerad' }),
        fiDocuments.line({
          published: '2026-09-23 10:00:00',
          volume: '13000,0',
          correction: 'Ja',
          initial: '',
        }),
      ];
      later(1);
      await run(['se']);
      expect((await rows('se')).map((row) => row.publicationAt)).toEqual(['2026-09-23T08:00:00.000Z']);
    });

    describe('a row that becomes unreadable', () => {
      const kept = (market: EuCountry) =>
        listWarnings(store, { register: EU_MARKETS[market].register, kind: 'kept-in-doubt' }, 10).map(
          ({ count }) => count,
        );

      it.each([
        ['its price', { price: 'tolv' }],
        ['the letters of a name', { person: '\ufffdsa \ufffddman' }],
        ['its time of publication', { published: '2026-09-22 nio' }],
        ['its unit', { unit: 'Poster' }],
      ])('se: by %s stays as it was until it is gone', async (_, changes) => {
        await run(['se']);
        const before = await rows('se');
        expect(before).toHaveLength(2);
        const [first, second] = insynLines;
        insynLines = [fiDocuments.line({ published: '2026-09-22 09:00:00', ...changes }), second!];
        for (let hour = 0; hour < 2; hour++) {
          later(1);
          await run(['se']);
          expect(await rows('se')).toEqual(before);
          expect(kept('se')).toEqual([1]);
        }
        const another = fiDocuments.line({ published: '2026-09-22 11:00:00', nature: 'Tilldelning' });
        insynLines = [another, second!];
        later(1);
        await run(['se']);
        expect(await rows('se')).toEqual(before.slice(1));
        insynLines = [first!, second!];
        later(1);
        await run(['se']);
        expect(await rows('se')).toEqual(before);
      });

      it('se: keeps no other row that was withdrawn', async () => {
        await run(['se']);
        insynLines = [
          fiDocuments.line({ published: '2026-09-22 10:00:00', price: 'tolv' }),
          fiDocuments.line({ published: '2026-09-21 11:00:00', volume: '16000,0' }),
        ];
        later(1);
        await run(['se']);
        expect(await rows('se')).toMatchObject([{ volume: 16_000 }]);
        expect(kept('se')).toEqual([]);
      });

      it.each([
        ['its value', { total: 'viel' }],
        ['the letters of a name', { who: '\ufffdpfelb\ufffdck, Dr. J\ufffdrgen' }],
        ['a missing cell', { venue: 'Xetra;Xetra' }],
      ])('de: by %s stays as it was until it is gone', async (_, changes) => {
        // One row more than the minimum in its metadata.
        dealings.push(bafinDocuments.line({ total: '90.000,00 EUR', venue: 'Tradegate' }));
        await run(['de']);
        const before = (await rows('de')).length;
        const all = dealings;
        dealings = [bafinDocuments.line({ total: '30.000,00 EUR', ...changes }), ...all.slice(1)];
        later(1);
        await run(['de']);
        expect(await rows('de')).toHaveLength(before);
        expect(kept('de')).toEqual([1]);
        dealings = all.slice(1);
        later(1);
        await run(['de']);
        expect((await rows('de')).some((row) => 'totalValue' in row && row.totalValue === 30_000)).toBe(
          false,
        );
      });
    });

    it('nl: the initial import has the day of the trade, later ids the moment of first sight; a lost id leaves', async () => {
      await run(['nl']);
      expect((await rows('nl')).map((row) => row.publicationAt)).toEqual(
        Array(3).fill('2026-09-17T22:00:00.000Z'),
      );
      entries = [{ id: '20260918D', date: '9/18/2026 12:00:00 AM' }, ...entries.slice(1)];
      later(1);
      await run(['nl']);
      expect((await rows('nl')).map((row) => [row.filingId, row.publicationAt])).toEqual([
        ['20260918D#0', clock.toISOString()],
        ['20260918B#0', '2026-09-17T22:00:00.000Z'],
        ['20260918C#0', '2026-09-17T22:00:00.000Z'],
      ]);
      // The weekly second read of the pages moves no publication time.
      later(24 * 7);
      entries.push({ id: '20260918A', date: '9/18/2026 12:00:00 AM' });
      await run(['nl']);
      expect((await rows('nl')).map((row) => row.publicationAt)).toEqual([
        `${DAY}T13:00:00.000Z`,
        ...Array(3).fill('2026-09-17T22:00:00.000Z'),
      ]);
    });

    it('uk: a later version replaces the announcement', async () => {
      await run(['uk']);
      expect((await rows('uk'))[0]).toMatchObject({ filingId: 'u-0#0', issuerName: 'Quillford Mills plc' });
      nsm.hits[0] = hit('u-0', `${DAY}T07:00:00Z`, {
        seq_id: 'u-0-two',
        hist_seq: '2',
        download_link: 'NSM/RNS/u-0-two.html',
      });
      nsm.artefacts.set('NSM/RNS/u-0-two.html', {
        body: page(form({ date: '18 September 2026', name: 'Bea Corrected' })),
      });
      later(1);
      await run(['uk']);
      const answer = await rows('uk');
      expect(answer).toHaveLength(4);
      expect(answer[0]).toMatchObject({ filingId: 'u-0#0', pdmrName: 'Bea Corrected' });
    });
  });
});
