/**
 * Real answers of the registers, as public projects recorded them: served by a local server to the fetchers
 * themselves. Most cannot be fetched again, so only the maintainers have them.
 */

import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHousePtr } from '../../src/registers/congress/house-ptr/index.js';
import { parse as parseSenate } from '../../src/registers/congress/senate-ptr/parse.js';
import { parseSearchResponse } from '../../src/registers/congress/senate-ptr/search-response.js';
import { createSecClient, edgarAddresses, fileOrNull } from '../../src/registers/edgar/edgar.js';
import { downloadSubmission } from '../../src/registers/edgar/edgar-submission.js';
import { readMasterIndex } from '../../src/registers/edgar/indexes.js';
import { readLatestFilings } from '../../src/registers/edgar/latest-filings.js';
import { DEFAULTS as NSM, NsmClient } from '../../src/registers/europe/uk-nsm/fetch.js';
import { FORM_4 } from '../../src/registers/form4/sec-form4/vocabulary.js';
import {
  createHttpClient,
  type HttpClient,
  SourcePausedError,
} from '../../src/registers/http/http-client.js';
import { indexAddress } from '../../src/registers/portfolios/oge-278t/addresses.js';
import { createOge278T, createOgeClient } from '../../src/registers/portfolios/oge-278t/index.js';
import { parseIndexResponse } from '../../src/registers/portfolios/oge-278t/index-response.js';
import { createSec13F } from '../../src/registers/portfolios/sec-13f/index.js';
import { readSubmissions } from '../../src/registers/portfolios/sec-13f/submissions-list.js';
import { failsFiles } from '../../src/registers/prices/prices-sec/fails-page.js';
import { readFailsPage } from '../../src/registers/prices/prices-sec/fetch.js';
import { createPricesTiingo, createTiingoClient } from '../../src/registers/prices/prices-tiingo/index.js';
import {
  DocumentNotFoundError,
  ParseError,
  type QueuedDocument,
  SourceError,
} from '../../src/registers/register.js';
import { samplePath } from '../samples/folder.js';
import { describeNeeds } from '../samples/needs.js';
import { RegisterMemory } from './crawl-state.js';
import { contextAt } from './http/plain-http.js';

describe('registers/recorded', () => {
  const YEARLY_INDEX = 'congress/house/index/2026FD.zip';
  const file = (name: string) => readFileSync(samplePath('recorded', name));
  const json = (name: string) => JSON.parse(file(name).toString('utf8'));

  interface Answer {
    status: number;
    body: Buffer | string;
    headers?: Record<string, string>;
  }
  interface Asked {
    url: string;
    headers: IncomingHttpHeaders;
    body: string;
  }

  let answer: (url: string, asked: Asked) => Answer;
  let asked: Asked[];
  let base: string;
  let close: () => Promise<unknown>;
  let client: HttpClient | null;

  beforeEach(async () => {
    asked = [];
    client = null;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const one = { url: request.url ?? '/', headers: request.headers, body };
        asked.push(one);
        const { status, body: bytes, headers } = answer(one.url, one);
        response.writeHead(status, headers).end(status === 304 ? undefined : bytes);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
  });
  afterEach(async () => {
    await client?.close();
    await close();
  });

  /** Never waits, and sends each request once. */
  function patience() {
    let time = 0;
    const wait = async (ms: number) => {
      time += ms;
    };
    return { clock: { now: () => time, wait }, retries: 0, random: () => 0 };
  }
  const secClient = () => {
    client = createSecClient({
      contact: 'Ida ida@example.org',
      version: '1.0.0',
      perSecond: 8,
      ...patience(),
    });
    return client;
  };
  const secAddresses = () => edgarAddresses({ www: base, data: base });
  const tiingoClient = () => {
    client = createTiingoClient({ contact: 'Ida ida@example.org', version: '1.0.0', ...patience() });
    return client;
  };

  describeNeeds('recorded/house/headers.json', YEARLY_INDEX)('recorded answers', () => {
    describe('of the SEC', () => {
      it('the feed of Form 4 is read to its end, which is a 503, without a warning', async () => {
        const pages = new Map(
          [0, 2500, 5000].map((start, place) => [
            place * 100,
            file(`feed-type4-2025-12-12/start${start}.xml`),
          ]),
        );
        answer = (url) => {
          const page = pages.get(Number(new URL(url, base).searchParams.get('start')));
          return page === undefined
            ? { status: 503, body: file('feed-type4-2025-12-12/start5100.503.html') }
            : { status: 200, body: page, headers: { 'content-type': 'application/atom+xml' } };
        };
        const memory = new RegisterMemory();
        const context = { ...contextAt('2025-12-12T23:05:00.000Z'), crawlState: memory };
        const pass = {
          http: secClient(),
          context,
          addresses: secAddresses(),
          forms: FORM_4,
          listed: new Set<string>(),
        };
        for await (const batch of readLatestFilings(pass)) memory.store(batch);
        expect(memory.warnings).toEqual([]);
        expect(memory.wanted.size).toBeGreaterThan(50);
        // Where the next run begins: the newest acceptance on the first page.
        expect([...memory.cursors.values()]).toEqual([expect.stringMatching(/^2025-12-1[23]T/)]);
        // The last page is requested twice with the first between: in an outage the first would fail too.
        expect(asked.map(({ url }) => new URL(url, base).searchParams.get('start'))).toEqual([
          '0',
          '100',
          '200',
          '300',
          '0',
          '300',
        ]);
        expect(asked[0]!.headers).toMatchObject({ accept: '*/*', 'accept-language': 'en' });
      });

      it('the daily index names each of five filings once', async () => {
        answer = () => ({ status: 200, body: file('sec/index/master.20261001.trimmed.idx') });
        const addresses = secAddresses();
        const url = addresses.dailyIndex('2026-10-01');
        const bytes = fileOrNull(await secClient().request(url))!;
        const { filings, warnings, lines, lastFiled } = readMasterIndex(bytes, url, addresses, FORM_4);
        expect([filings.length, warnings.length, lines, lastFiled]).toEqual([5, 0, 16, '2026-10-01']);
      });

      it('a block page pauses all requests; a missing file and an unknown list do not', async () => {
        const url = `${base}/Archives/edgar/full-index/2027/QTR1/master.idx`;
        answer = () => ({ status: 403, body: file('sec/block/full-index-future-quarter.403.xml') });
        expect(fileOrNull(await secClient().request(url))).toBeNull();
        answer = () => ({ status: 404, body: file('sec/block/submissions-unknown-cik.404.xml') });
        expect(fileOrNull(await client!.request(url))).toBeNull();
        answer = () => ({ status: 403, body: file('sec/block/request-rate-threshold-2022.403.html') });
        await expect(client!.request(url)).rejects.toThrow(SourcePausedError);
        expect(client!.pausedUntil()!.getTime()).toBe(600_000 + 250);
        await expect(client!.request(url)).rejects.toThrow(/Likely causes: .* Ways out: .*import/);
      });

      it.each([403, 200])(
        'a refusal by the CDN is neither a document nor a missing one (%d)',
        async (status) => {
          answer = () => ({ status, body: file('sec/block/akamai-access-denied-2026.html') });
          const wanted: QueuedDocument = {
            key: '0001822293-26-000002',
            kind: 'submission',
            url: `${base}/Archives/edgar/data/1822293/0001822293-26-000002.txt`,
            metadata: { filedDate: '2026-10-01' },
          };
          const work = downloadSubmission(secAddresses(), secClient(), wanted, () => new Date('2026-10-20'));
          const failure = await work.catch((error: unknown) => error);
          expect(failure).toBeInstanceOf(SourceError);
          expect(failure).not.toBeInstanceOf(DocumentNotFoundError);
          expect(failure).not.toBeInstanceOf(SourcePausedError);
        },
      );

      it.each([
        ['CIK0001800903.2026-02-08', 1],
        ['CIK0001814722.2026-06-20', 27],
        ['CIK0001847577.2026-08-05', 124],
      ])('the list of submissions %s has %d filings and nothing older', async (name, count) => {
        const bytes = file(`sec/submissions/${name}.json`);
        answer = () => ({ status: 200, body: bytes, headers: { 'cache-control': 'no-store' } });
        const cik = String(Number(/CIK(\d+)/.exec(name)![1]));
        const { filings, older } = readSubmissions(bytes, name, cik);
        expect([filings.length, older]).toEqual([count, []]);
        const register = createSec13F({ managers: [cik], hosts: { www: base, data: base } });
        const memory = new RegisterMemory();
        await memory.run(register, secClient(), { now: '2026-08-06T00:00:00Z', since: '2025-01-01' });
        expect([memory.warnings, memory.wanted.size]).toEqual([[], 0]);
      });

      it('the fails page mixes two folders, and is rejected when it is cut off', () => {
        const page = file('sec/fails/listing-2026-10-02.trimmed.html');
        const files = failsFiles(page.toString('utf8'), edgarAddresses().onWww);
        expect(files).toHaveLength(10);
        const folders = new Set(files.map(({ url }) => url.replace(/[^/]*$/, '')));
        expect(folders.size).toBe(2);
        const whole = { status: 200, headers: {}, url: '', bytes: page };
        expect(() => readFailsPage(whole, edgarAddresses())).toThrow(/breaks off/);
        const closed = { ...whole, bytes: Buffer.concat([page, Buffer.from('</html>')]) };
        expect(readFailsPage(closed, edgarAddresses())).toEqual(files);
      });
    });

    describe('of OGE', () => {
      it('a search is sent as the recorded ones were, field by field', () => {
        const { requests } = json('oge/requests.json') as {
          requests: Array<{ answer: string; url: string }>;
        };
        const recorded = (name: string) => requests.find((one) => one.answer === name)!.url;
        const page = { start: 0, length: 25 };
        expect(indexAddress('v3', { ...page, surname: 'Trump' })).toBe(
          recorded('v3-surname-trump-2026-10-03.json'),
        );
        expect(indexAddress('v3', { ...page, surname: '' })).toBe(recorded('v3-newest-2026-10-03.json'));
      });

      it.each([
        // [file, to fetch, 278-T on request, all on request, other papers]
        ['oge/v3-newest-2026-10-03.json', 1, 13, 22, 2],
        ['oge/v3-surname-trump-2026-10-03.json', 19, 0, 4, 2],
        ['oge/v3-global-search-278-T-2026-10-03.json', 8, 0, 0, 0],
        ['oge/v3-type-and-level-2026-10.trimmed.json', 19, 0, 0, 0],
      ])('%s is read without a warning', (name, entries, requests, onRequest, others) => {
        const read = parseIndexResponse(file(name), name)!;
        expect(read.warnings).toEqual([]);
        expect([read.entries.length, read.requests.length, read.onRequest, read.others]).toEqual([
          entries,
          requests,
          onRequest,
          others,
        ]);
      });

      it('nineteen reports of the President are queued, one of them amended, and no other person’s', async () => {
        answer = (url) => {
          const start = new URL(url, base).searchParams.get('start');
          const body =
            start === '0'
              ? file('oge/v3-surname-trump-2026-10-03.json')
              : JSON.stringify({ draw: 1, recordsTotal: 16_733, recordsFiltered: 26, data: [] });
          return { status: 200, body, headers: { 'content-type': 'application/json;charset=UTF-8' } };
        };
        const register = createOge278T({ filers: ['Trump, Donald J'], origin: base });
        client = createOgeClient({ contact: 'Ida ida@example.org', version: '1.0.0', ...patience() });
        const memory = new RegisterMemory();
        await memory.run(register, client, { now: '2026-10-03T12:00:00Z', since: '2012-04-04' });
        const wanted: QueuedDocument[] = [];
        const warnings: unknown[] = [];
        for (const document of memory.documents.values())
          for await (const step of register.parse(document)) {
            wanted.push(...(step.toFetch ?? []));
            warnings.push(...step.warnings);
            expect(step.records).toEqual([]);
          }
        expect(warnings).toEqual([]);
        expect(wanted).toHaveLength(19);
        expect(wanted.filter(({ metadata }) => metadata?.amended !== undefined)).toMatchObject([
          {
            metadata: {
              amended: 'Amended 08/12/2025',
              fileName: 'Donald-J-Trump-08.12.2025-278T(2) AMENDED.pdf',
            },
          },
        ]);
        expect(new Set(wanted.map(({ metadata }) => metadata?.name))).toEqual(new Set(['Trump, Donald J']));
      });

      it('fifteen documents of one filer are found regardless of what was typed into their names', async () => {
        const name = 'oge/v3-type-and-level-2026-10.trimmed.json';
        const register = createOge278T({ filers: ['Kupor, Scott A'] });
        const saved = { name: 'v3.json', bytes: file(name) };
        const wanted: QueuedDocument[] = [];
        for await (const step of register.parse({
          ...register.recognise(saved)!,
          bytes: saved.bytes,
          retrievedAt: '',
        })) {
          wanted.push(...(step.toFetch ?? []));
          expect(step.warnings).toEqual([]);
        }
        expect(wanted).toHaveLength(15);
      });
    });

    describe('of the Senate', () => {
      it('forty-two rows of a search are all read', () => {
        const read = parseSearchResponse(file('senate/search-42-rows-2026-10-01.json'), 'search')!;
        expect([read.rows.length, read.total, read.warnings.length]).toEqual([42, 42, 0]);
        const count = (of: (row: (typeof read.rows)[number]) => boolean) => read.rows.filter(of).length;
        expect(count(({ kind }) => kind === 'paper')).toBe(2);
        expect([count((row) => row.amendment === 1), count((row) => row.amendment === 2)]).toEqual([12, 1]);
      });

      it('a truncated report is rejected, and its first rows are not used', async () => {
        const id = '6bf3b6f7-9e1b-499a-bd5a-990292ce2e72';
        const document = {
          key: id,
          kind: 'ptr',
          url: `https://efdsearch.senate.gov/search/view/ptr/${id}/`,
          retrievedAt: '2026-10-02T00:00:00.000Z',
          bytes: file('senate/report-6bf3b6f7.first-16000.html'),
        };
        const trades: unknown[] = [];
        const read = async () => {
          for await (const { records } of parseSenate(document))
            for (const record of records)
              if (record.kind === 'stock-act-report') trades.push(...record.trades);
        };
        await expect(read()).rejects.toThrow(ParseError);
        expect(trades).toEqual([]);
      });
    });

    it('the House: validators of the yearly zip are sent back in a conditional request', async () => {
      const [exchange] = (
        json('house/headers.json') as { exchanges: Array<{ responseHeaders: Record<string, string> }> }
      ).exchanges;
      const headers = exchange!.responseHeaders;
      const zip = readFileSync(samplePath(YEARLY_INDEX));
      answer = (url, { headers: sent }) => {
        if (!url.endsWith('/2026FD.zip')) return { status: 404, body: 'no' };
        if (sent['if-none-match'] === headers.ETag) return { status: 304, body: '' };
        const { 'Content-Length': _, ...rest } = headers;
        return { status: 200, body: zip, headers: rest };
      };
      const house = createHousePtr(base);
      client = createHttpClient({ userAgent: 'disclosed', perSecond: 1, ...patience() });
      const memory = new RegisterMemory();
      const when = { now: '2026-07-06T15:00:00Z', since: '2026-01-01' };
      expect(await memory.run(house, client, when)).toBe(1);
      expect([...memory.documents.keys()]).toEqual(['2026FD']);
      memory.documents.clear();
      expect(await memory.run(house, client, when)).toBe(0);
      expect(asked.filter(({ url }) => url.endsWith('/2026FD.zip')).at(-1)!.headers).toMatchObject({
        'if-none-match': headers.ETag,
        'if-modified-since': headers['Last-Modified'],
      });
    });

    it('the NSM: the query is the recorded one with a day in place of an LEI', async () => {
      const recorded = (json('nsm/query-by-lei-2026-09-28.json') as { body: unknown }).body as {
        criteriaObj: { criteria: Array<{ name: string; value: unknown }>; dateCriteria: unknown[] };
      } & Record<string, unknown>;
      answer = () => ({
        status: 200,
        body: JSON.stringify({ took: 40, hits: { total: { value: 0 }, hits: [] } }),
      });
      client = createHttpClient({ userAgent: 'disclosed', perSecond: 1, ...patience() });
      await new NsmClient({ ...NSM, searchUrl: `${base}/search` }).search(client, '2026-09-28', 0, 100);
      const sent = JSON.parse(asked[0]!.body) as typeof recorded;
      const { criteriaObj, ...page } = sent;
      const { criteriaObj: theirs, ...theirPage } = recorded;
      expect(page).toEqual(theirPage);
      const named = ({ criteria }: typeof theirs) => criteria.map(({ name }) => name).sort();
      expect(named(criteriaObj)).toEqual(named(theirs).filter((name) => name !== 'company_lei'));
      expect(criteriaObj.criteria.find(({ name }) => name === 'latest_flag')).toEqual(
        theirs.criteria.find(({ name }) => name === 'latest_flag'),
      );
      expect(asked[0]!.url).toBe('/search?index=nsm-search');
    });

    describe('of Tiingo', () => {
      const run = async (memory: RegisterMemory, symbols: string[], now = '2026-11-20T12:00:00Z') => {
        const context = { ...contextAt(now), crawlState: memory, symbols: () => symbols };
        asked.length = 0;
        for await (const batch of createPricesTiingo('secret', base).fetch(client ?? tiingoClient(), context))
          memory.store(batch);
        return asked.map(({ url }) => /daily\/([^/]+)/.exec(url)![1]);
      };

      it.each([
        ['tiingo/daily-GOOGL-latest-2018-04-13.json', ['2018-04-12']],
        ['tiingo/daily-GOOGL-range-2018-04-13.json', ['2015-01-02', '2015-01-05']],
      ])('%s gives its raw closes', async (name, days) => {
        answer = () => ({ status: 200, body: file(name) });
        const memory = new RegisterMemory();
        await run(memory, ['GOOGL']);
        const register = createPricesTiingo('secret', base);
        const rows: string[] = [];
        for (const document of memory.documents.values())
          for await (const { records, warnings } of register.parse(document)) {
            expect(warnings).toEqual([]);
            for (const record of records)
              if (record.kind === 'closes') rows.push(...record.rows.map(({ date }) => date));
          }
        expect(rows).toEqual(days);
        expect(asked[0]!.headers.authorization).toBe('Token secret');
      });

      it('when the quota of a month is used up, known symbols continue and new ones wait until it ends', async () => {
        const list = file('tiingo/daily-GOOGL-range-2018-04-13.json');
        const limit = file('tiingo/monthly-symbol-limit.200.txt');
        const memory = new RegisterMemory();
        answer = () => ({ status: 200, body: list });
        expect(await run(memory, ['MMM', 'ZZZ'], '2026-11-19T12:00:00Z')).toEqual(['MMM', 'ZZZ']);
        // Sorted by name the new ones would come first.
        answer = (url) => ({ status: 200, body: /MMM|ZZZ/.test(url) ? list : limit });
        expect(await run(memory, ['AAA', 'BBB', 'MMM', 'ZZZ'], '2026-11-20T12:00:00Z')).toEqual([
          'MMM',
          'ZZZ',
          'AAA',
        ]);
        expect(memory.warnings).toEqual(['monthly-symbol-limit']);
        expect(await run(memory, ['AAA', 'BBB', 'MMM', 'ZZZ'], '2026-11-24T12:00:00Z')).toEqual([
          'MMM',
          'ZZZ',
        ]);
        answer = () => ({ status: 200, body: list });
        expect(await run(memory, ['AAA', 'BBB', 'MMM', 'ZZZ'], '2026-12-01T12:00:00Z')).toEqual([
          'MMM',
          'ZZZ',
          'AAA',
          'BBB',
        ]);
      });

      it.each([
        [
          200,
          'monthly-symbol-limit',
          JSON.stringify({ detail: 'Error: You have run over your 500 symbol look up for this month.' }),
        ],
        [200, 'request-limit', 'tiingo/hourly-request-limit.json'],
        [429, 'request-limit', 'tiingo/hourly-request-limit.json'],
      ])('a limit as JSON with %d is reported as %s and fails no symbol', async (status, kind, body) => {
        answer = () => ({ status, body: body.startsWith('{') ? body : file(body) });
        const memory = new RegisterMemory();
        expect(await run(memory, ['AAA', 'BBB'])).toEqual(['AAA']);
        expect(memory.warnings).toEqual([kind]);
        expect([...memory.cursors.keys()].filter((name) => name.startsWith('through'))).toEqual([]);
      });
    });
  });
});
