/** The search of the National Storage Mechanism and its announcements, from a local server. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createUkNsm } from '../../../../src/registers/europe/uk-nsm/index.js';
import {
  type Batch,
  DocumentNotFoundError,
  type Parsed,
  ParseError,
  type Register,
  SourceError,
} from '../../../../src/registers/register.js';
import { firstProbe } from '../../http/probes.js';
import { form, page, rowsOf } from './pages.js';
import { hit, type NsmServer, startNsm } from './server.js';

describe('registers/europe/uk-nsm/fetch', () => {
  /** A Wednesday. The day before has hits; so has every business day of the window when `busy` filled it. */
  const NOW = new Date('2026-09-23T12:00:00Z');
  let nsm: NsmServer;
  let register: Register;
  let cursors: Map<string, string>;
  let known: Set<string>;

  beforeEach(async () => {
    nsm = await startNsm();
    register = registerOf();
    cursors = new Map();
    known = new Set();
  });
  afterEach(() => nsm.close());

  function registerOf(more: Parameters<typeof createUkNsm>[0] = {}): Register {
    const addresses = { searchUrl: `${nsm.url}/search`, artefacts: `${nsm.url}/artefacts/` };
    return createUkNsm({ ...addresses, searchPauseMs: 0, artefactPauseMs: 0, ...more });
  }

  /** One announcement on each weekday from `first` to `last`. */
  function busy(first: string, last: string): void {
    for (let t = Date.parse(`${first}T07:00:00Z`); t <= Date.parse(`${last}T23:00:00Z`); t += 86_400_000) {
      const day = new Date(t);
      if (![0, 6].includes(day.getUTCDay()))
        nsm.hits.push(hit(`day-${day.toISOString().slice(0, 10)}`, `${day.toISOString().slice(0, 19)}Z`));
    }
  }

  async function run(now = NOW, since = '2026-09-19'): Promise<Batch[]> {
    const batches: Batch[] = [];
    const crawlState = {
      cursor: (name: string) => cursors.get(name) ?? null,
      filterSeen: (keys: string[]) => new Set(keys.filter((key) => known.has(key))),
    };
    const context = {
      now,
      since,
      crawlState,
      signal: new AbortController().signal,
      progress: () => undefined,
    };
    for await (const batch of register.fetch(nsm.http, context)) {
      batches.push(batch);
      for (const [name, value] of Object.entries(batch.cursors ?? {})) cursors.set(name, value);
      for (const item of [...(batch.toFetch ?? []), ...(batch.documents ?? [])]) known.add(item.key);
    }
    return batches;
  }

  const wanted = (batches: Batch[]) => batches.flatMap((b) => b.toFetch ?? []);
  const days = () => nsm.searches.map((s) => JSON.stringify(s.body).match(/"from":"(\d{4}-\d\d-\d\d)/)?.[1]);

  describe('the search', () => {
    it('sends the same query as the web page: one day, the type, the newest version, no milliseconds', async () => {
      busy('2026-09-19', '2026-09-23');
      await run();
      expect(nsm.searches[0]).toMatchObject({
        index: 'nsm-search',
        headers: {
          origin: 'https://data.fca.org.uk',
          referer: 'https://data.fca.org.uk/',
          'content-type': 'application/json',
        },
        body: {
          from: 0,
          size: 100,
          sort: 'submitted_date',
          sortorder: 'desc',
          criteriaObj: {
            criteria: [
              { name: 'type_code', value: ['DSH'] },
              { name: 'latest_flag', value: 'Y' },
            ],
            dateCriteria: [
              { name: 'submitted_date', value: { from: '2026-09-23T00:00:00Z', to: '2026-09-23T23:59:59Z' } },
            ],
          },
        },
      });
    });

    it('yields the announcements of a day before it requests the previous day', async () => {
      busy('2026-09-19', '2026-09-23');
      const steps = (await run()).map((batch) =>
        batch.isPart === true ? 'part' : (batch.toFetch ?? []).map(({ key }) => key).join(' '),
      );
      const named = steps.filter((step) => step !== 'part' && step !== '');
      expect(named.length).toBeGreaterThan(2);
      for (const step of named) expect(steps[steps.indexOf(step) + 1]).toBe('part');
    });

    it('queues announcements with the facts of the hit', async () => {
      busy('2026-09-19', '2026-09-21');
      nsm.hits.push(
        hit('a-1', '2026-09-23T06:00:10Z', {
          publication_date: '2026-09-23T06:00:00Z',
          company: 'A PLC;B PLC;',
        }),
      );
      nsm.hits.push(
        hit('a-2', '2026-09-22T06:00:10Z', {
          seq_id: 'a-2-v2',
          hist_seq: '2',
          download_link: 'NSM/RNS/a-2-v2.html',
        }),
      );
      const found = wanted(await run());
      expect(found.find((w) => w.key === 'a-1')).toEqual({
        key: 'a-1',
        kind: 'announcement',
        url: `${nsm.url}/artefacts/NSM/RNS/a-1.html`,
        metadata: {
          disclosure_id: 'a-1',
          seq_id: 'a-1',
          hist_seq: '1',
          latest_flag: 'Y',
          lei: '213800QUILLFORD00001',
          company: 'A PLC;B PLC;',
          headline: 'Director/PDMR Shareholding',
          source: 'RNS',
          document_format: 'Plain text',
          download_link: 'NSM/RNS/a-1.html',
          submitted_date: '2026-09-23T06:00:10Z',
          publication_date: '2026-09-23T06:00:00Z',
        },
        priority: 202609230600,
      });
      // A new version is a separate document under the same disclosure.
      expect(found.find((w) => w.key === 'a-2-v2')).toMatchObject({
        url: `${nsm.url}/artefacts/NSM/RNS/a-2-v2.html`,
        metadata: { disclosure_id: 'a-2' },
      });
    });

    it('turns the pages of a busy day, one request at a time', async () => {
      busy('2026-09-19', '2026-09-22');
      for (let i = 0; i < 230; i += 1)
        nsm.hits.push(hit(`p-${i}`, `2026-09-23T07:${String(i % 60).padStart(2, '0')}:00Z`));
      const found = wanted(await run()).filter((w) => w.key.startsWith('p-'));
      expect(new Set(found.map((w) => w.key)).size).toBe(230);
      expect(found).toHaveLength(230);
      expect(nsm.searches.slice(0, 3).map((s) => s.body.from)).toEqual([0, 100, 200]);
      expect(nsm.busiest).toBe(1);
    });

    it('counts a PDF and a hit without a document as unread, and fetches neither', async () => {
      busy('2026-09-19', '2026-09-22');
      nsm.hits.push(
        hit('NI-1', '2026-09-23T09:15:00.123Z', {
          document_format: 'PDF',
          download_link: 'NSM/DirectUpload/NI-1/NI-1.pdf',
        }),
      );
      nsm.hits.push(hit('NI-2', '2026-09-23T09:16:00Z', { download_link: '' }));
      const batches = await run();
      const documents = batches.flatMap((b) => b.documents ?? []);
      expect(documents.map((d) => [d.key, d.kind])).toEqual([
        ['NI-2', 'odd-hit'],
        ['NI-1', 'pdf'],
      ]);
      expect(() => [...(register.parse(documents[1]!) as Iterable<unknown>)]).toThrow(new ParseError('pdf'));
      expect(() => [...(register.parse(documents[0]!) as Iterable<unknown>)]).toThrow(ParseError);
      expect(wanted(batches).map((w) => w.key)).not.toContain('NI-1');
    });

    it('leaves out test submissions, other types, and known ones', async () => {
      busy('2026-09-19', '2026-09-22');
      nsm.mood.unfiltered = true;
      nsm.hits.push(hit('t-1', '2026-09-23T07:00:00Z', { IsTestSubmission: true }));
      nsm.hits.push(hit('t-2', '2026-09-23T07:00:00Z', { type: 'Holding(s) in Company', type_code: 'HOL' }));
      nsm.hits.push(hit('t-3', '2026-09-23T07:00:00Z'), hit('t-4', '2026-09-23T07:00:00Z'));
      known.add('t-3');
      expect(
        wanted(await run())
          .filter((w) => w.key.startsWith('t-'))
          .map((w) => w.key),
      ).toEqual(['t-4']);
    });
  });

  describe('the window', () => {
    it('reads ninety days once a day and the last days hourly, never further back than the feed reaches', async () => {
      busy('2026-05-01', '2026-09-25');
      await run(NOW, '2026-05-04');
      expect(new Set(days()).size).toBe(91);
      expect([...days()].sort()[0]).toBe('2026-06-25');
      nsm.searches.length = 0;
      await run(new Date('2026-09-23T13:00:00Z'), '2026-05-04');
      expect(new Set(days())).toEqual(
        new Set(['2026-09-23', '2026-09-22', '2026-09-21', '2026-09-20', '2026-09-19']),
      );
      nsm.searches.length = 0;
      await run(new Date('2026-09-24T12:00:00Z'), '2026-05-04');
      expect(new Set(days()).size).toBe(91);
      expect([...days()].sort()[0]).toBe('2026-06-26');
    });

    it('resumes where it was interrupted', async () => {
      busy('2026-06-01', '2026-08-28');
      busy('2026-09-14', '2026-09-23');
      // 11 September is a Friday without a hit: the run ends there.
      await expect(run(NOW, '2026-09-01')).rejects.toThrow(/2026-09-11, a business day/);
      expect(cursors.get('window-reached')).toBe('2026-09-12');
      busy('2026-08-31', '2026-09-11');
      nsm.searches.length = 0;
      await run(NOW, '2026-09-01');
      expect(days().slice(5)).toEqual([
        '2026-09-11',
        '2026-09-10',
        '2026-09-09',
        '2026-09-08',
        '2026-09-07',
        '2026-09-06',
        '2026-09-05',
        '2026-09-04',
        '2026-09-03',
        '2026-09-02',
        '2026-09-01',
      ]);
      expect(cursors.get('window-read-at')).toBe('2026-09-23T12:00:00.000Z');
    });

    it('reads the days before an empty business day, and requests that day until it has hits', async () => {
      busy('2026-09-01', '2026-09-10');
      busy('2026-09-14', '2026-09-23');
      await expect(run(NOW, '2026-09-01')).rejects.toThrow(/no hits for 2026-09-11, a business day/);
      expect(cursors.get('window-read-at')).toBe('2026-09-23T12:00:00.000Z');
      expect(known.has('day-2026-09-01')).toBe(true);
      nsm.searches.length = 0;
      await expect(run(new Date('2026-09-23T13:00:00Z'), '2026-09-01')).rejects.toThrow(/2026-09-11/);
      expect(days().slice(5)).toEqual(['2026-09-11']);
      busy('2026-09-11', '2026-09-11');
      await run(new Date('2026-09-23T14:00:00Z'), '2026-09-01');
      expect(known.has('day-2026-09-11')).toBe(true);
      nsm.searches.length = 0;
      await run(new Date('2026-09-23T15:00:00Z'), '2026-09-01');
      expect(days()).toHaveLength(5);
    });

    it('takes a business day that stays empty for a week for a holiday, with a warning', async () => {
      busy('2026-09-01', '2026-09-10');
      busy('2026-09-14', '2026-09-30');
      const later = (day: number) => run(new Date(`2026-09-${day}T12:00:00Z`), '2026-09-01');
      for (const day of [23, 29]) await expect(later(day)).rejects.toThrow(/2026-09-11/);
      expect((await later(30)).flatMap(({ warnings = [] }) => warnings)).toEqual([
        expect.objectContaining({ kind: 'business-day-without-announcements', detail: '2026-09-11' }),
      ]);
    });

    it('reads the window although its last day is empty', async () => {
      busy('2026-09-02', '2026-09-23');
      await expect(run(NOW, '2026-09-01')).rejects.toThrow(/2026-09-01/);
      expect(cursors.get('window-read-at')).toBe('2026-09-23T12:00:00.000Z');
      await run(new Date('2026-09-30T12:00:00Z'), '2026-09-01').catch(() => undefined);
      expect(Object.keys(JSON.parse(cursors.get('empty-days')!))).toContain('2026-09-01');
    });

    it('is read although an earlier run had a clock that was ahead', async () => {
      busy('2026-09-01', '2026-09-23');
      cursors.set('window-read-at', '2027-05-01T12:00:00.000Z');
      await run(NOW, '2026-09-01');
      expect(days()).toHaveLength(23);
      expect(cursors.get('window-read-at')).toBe('2026-09-23T12:00:00.000Z');
    });

    it('accepts an empty weekend, bank holiday and early morning', async () => {
      busy('2026-08-26', '2026-08-28');
      busy('2026-09-01', '2026-09-01');
      // 31 August 2026 is the summer bank holiday; on 2 September nothing is out yet.
      await expect(run(new Date('2026-09-02T05:00:00Z'), '2026-08-27')).resolves.toBeDefined();
      busy('2026-12-24', '2026-12-24');
      busy('2026-12-29', '2026-12-30');
      await expect(run(new Date('2026-12-30T12:00:00Z'), '2026-12-24')).resolves.toBeDefined();
      busy('2026-04-02', '2026-04-02');
      busy('2026-04-07', '2026-04-07');
      await expect(run(new Date('2026-04-07T12:00:00Z'), '2026-04-02')).resolves.toBeDefined();
    });
  });

  describe('a search that does not answer', () => {
    const failure = async (): Promise<SourceError> => {
      const error: unknown = await run().catch((e: unknown) => e);
      expect(error).toBeInstanceOf(SourceError);
      return error as SourceError;
    };

    it('is a failure when a business day is empty', async () => {
      expect((await failure()).message).toMatch(/no hits for 2026-09-23, a business day/);
    });

    it('is a failure when it is a soft block, on a Sunday too', async () => {
      busy('2026-09-14', '2026-09-23');
      nsm.mood.softBlock = true;
      expect((await failure()).message).toMatch(/2 ms: a soft block/);
      const sunday = run(new Date('2026-09-20T12:00:00Z'), '2026-09-19').catch((e: Error) => e.message);
      expect(await sunday).toMatch(/2 ms: a soft block/);
    });

    it('names the setting when the index has been renamed, and works once it is set', async () => {
      busy('2026-09-19', '2026-09-23');
      nsm.mood.renamedTo = 'nsm-search-2027';
      const { message, firstBytes } = await failure();
      expect(message).toMatch(/UK_NSM_INDEX/);
      expect(firstBytes).toBe('{"message":"Invalid index"}');
      register = registerOf({ index: 'nsm-search-2027' });
      expect(wanted(await run())).toHaveLength(3);
    });

    it.each([
      ['a refusal', { status: 403, body: 'Forbidden by policy 17' }, /403/],
      ['a block page', { status: 200, body: 'Welcome to our website' }, /JSON/],
      ['another shape', { status: 200, body: '{"results":[]}' }, /another shape: no list of hits/],
      ['a broken query', { status: 404, body: '{"message":"Unable to search the data"}' }, /form of a time/],
      ['trouble', { status: 503, body: 'Service Unavailable' }, /503/],
    ])('is a failure with the first bytes on %s', async (_, refusal, message) => {
      nsm.mood.refusal = refusal;
      const error = await failure();
      expect(error.message).toMatch(message);
      expect(error.firstBytes).toBe(refusal.body);
    });

    it('is a failure when paging stops short or never ends, and when no hit is of the type', async () => {
      busy('2026-09-19', '2026-09-22');
      for (let i = 0; i < 150; i += 1) nsm.hits.push(hit(`p-${i}`, '2026-09-23T07:00:00Z'));
      nsm.mood.shortPages = true;
      expect((await failure()).message).toMatch(/100 of 150 hits/);
      nsm.mood = { samePage: true };
      expect((await failure()).message).toMatch(/10000 of 1e\+308 hits/);
      nsm.mood = { unfiltered: true };
      for (const h of nsm.hits) Object.assign(h, { type: 'Results', type_code: 'FR' });
      expect((await failure()).message).toMatch(/None of 1 hits for 2026-09-22/);
    });

    it('reports to a probe what it saw', async () => {
      busy('2026-09-19', '2026-09-22');
      expect(await firstProbe(register, nsm.http, NOW)).toMatchObject({
        verdict: 'reachable',
        status: 200,
        detail: '1 hits for 2026-09-22',
      });
      nsm.mood.softBlock = true;
      expect(await firstProbe(register, nsm.http, NOW)).toMatchObject({
        verdict: 'refused',
        detail: expect.stringMatching(/soft block/),
      });
      nsm.mood = { renamedTo: 'other' };
      expect(await firstProbe(register, nsm.http, NOW)).toMatchObject({
        verdict: 'unknown-shape',
        status: 400,
        detail: expect.stringMatching(/UK_NSM_INDEX/),
      });
      nsm.mood = { refusal: { status: 403, body: 'no' } };
      expect(await firstProbe(register, nsm.http, NOW)).toMatchObject({
        verdict: 'refused',
        status: 403,
        firstBytes: 'no',
      });
    });
  });

  describe('an announcement of the queue', () => {
    const entry = (link: string) => ({
      key: 'a-1',
      kind: 'announcement',
      url: `${nsm.url}/artefacts/${link}`,
      metadata: { disclosure_id: 'a-1', publication_date: '2026-09-23T06:00:00Z' },
    });

    it('is fetched and read', async () => {
      nsm.artefacts.set('NSM/RNS/a-1.html', { body: page(form()) });
      const document = await register.download!(nsm.http, entry('NSM/RNS/a-1.html'));
      expect(document).toMatchObject({
        key: 'a-1',
        kind: 'announcement',
        metadata: { disclosure_id: 'a-1', charset: 'utf-8' },
      });
      const [parsed] = [...(register.parse(document) as Iterable<Parsed>)];
      expect(rowsOf(parsed!).map((row) => row.filingId)).toEqual(['a-1#0']);
    });

    it('is unreadable when it turns out to be a PDF', async () => {
      nsm.artefacts.set('x', { body: '%PDF-1.7 ...', type: 'application/pdf' });
      const document = await register.download!(nsm.http, entry('x'));
      expect(() => [...(register.parse(document) as Iterable<unknown>)]).toThrow(new ParseError('pdf'));
    });

    it('is gone when it does not exist', async () => {
      await expect(register.download!(nsm.http, entry('none'))).rejects.toThrow(DocumentNotFoundError);
    });

    it.each([
      ['a text', 'Please try again later', 200],
      ['a challenge', '<html><head><title>Just a moment...</title></head><body></body></html>', 200],
      ['the shell of the web page', '<html><body><app-root></app-root></body></html>', 200],
      ['a refusal', '<html><body>no</body></html>', 403],
    ])('is a failure when the response is %s', async (_, body, status) => {
      nsm.artefacts.set('x', { body, status });
      const error: unknown = await register.download!(nsm.http, entry('x')).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(SourceError);
      expect((error as SourceError).firstBytes).toBe(body.slice(0, 300));
    });
  });

  describe('a saved file', () => {
    it('is recognised as an announcement, a search answer, or nothing', () => {
      const id = '11111111-2222-4333-8444-555555555501';
      expect(register.recognise({ name: `saved/${id}.html`, bytes: Buffer.from(page(form())) })).toEqual({
        key: id,
        kind: 'announcement',
        url: `${nsm.url}/artefacts/NSM/RNS/${id}.html`,
      });
      const answer = Buffer.from(
        JSON.stringify({
          hits: {
            hits: [
              { _source: hit('a-1', '2026-09-23T06:00:00Z') },
              { _source: hit('b', '2026-09-23T06:00:00Z', { document_format: 'PDF' }) },
            ],
          },
        }),
      );
      const found = register.recognise({ name: 'answer.json', bytes: answer });
      expect(found).toMatchObject({ kind: 'search-answer' });
      const [parsed] = [
        ...(register.parse({ ...found!, bytes: answer, retrievedAt: '' }) as Iterable<{
          toFetch: unknown[];
          warnings: unknown[];
        }>),
      ];
      expect(parsed!.toFetch).toMatchObject([{ key: 'a-1' }]);
      expect(parsed!.warnings).toMatchObject([{ kind: 'pdf', where: 'b' }]);
      for (const other of ['{"a":1}', '<html><body>Annual report</body></html>', '', 'a;b;c'])
        expect(register.recognise({ name: 'x.html', bytes: Buffer.from(other) })).toBeNull();
    });
  });
});
