/** How Form 4 filings are found and fetched, from a local EDGAR. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { createSecClient, weekdays } from '../../../../src/registers/edgar/edgar.js';
import { createSecForm4 } from '../../../../src/registers/form4/sec-form4/index.js';
import { type HttpClient, SourcePausedError } from '../../../../src/registers/http/http-client.js';
import { DocumentNotFoundError, SourceError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import {
  type EdgarServer,
  filedDate,
  madeFiling,
  RATE_PAGE,
  startEdgarServer,
  UNAVAILABLE_PAGE,
} from '../../edgar/edgar-server.js';
import { firstProbe } from '../../http/probes.js';
import { waitingClock } from '../../http/waiting-clock.js';
import { enveloped } from './written-filing.js';

describe('registers/form4/sec-form4/fetch', () => {
  /** Thursday noon in New York; Wednesday's index is there. */
  const NOW = '2026-10-08T16:00:00Z';
  const ZIP = Buffer.from(
    zipSync({ 'SUBMISSION.tsv': Buffer.from('invented'), 'NONDERIV_TRANS.tsv': Buffer.from('invented') }),
  );

  let server: EdgarServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  const at = (day: string, time = '15:00:00') => `${day}T${time}.000Z`;
  const register = () => createSecForm4(server.hosts, () => new Date(NOW));
  const run = (options: { now?: string; since?: string; steps?: number } = {}) =>
    memory.run(register(), http, { now: NOW, since: '2026-10-05', ...options });
  const askedFor = (part: RegExp) => server.asked.filter((path) => part.test(path));
  const days = () =>
    askedFor(/daily-index/).map((path) => path.replace(/.*master\.(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'));
  const form4Keys = () =>
    server.filings.filter(({ form }) => /^4(\/A)?$/.test(form)).map(({ accession }) => accession);

  beforeEach(async () => {
    server = await startEdgarServer();
    const clock = waitingClock(Date.parse(NOW));
    http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 1 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  /** As after an earlier, complete run: the feed read at nine, days confirmed up to `day`. */
  function readBefore(day = '2026-10-07', mark = at('2026-10-08', '13:00:00')): void {
    memory.cursors.set('covered-from', '2026-01-01').set('index-day', day).set('feed-high-water', mark);
  }

  describe('the latest-filings feed', () => {
    const fill = (count: number, day = '2026-10-07') => {
      for (let n = 1; n <= count; n += 1)
        server.filings.push(
          madeFiling(n, new Date(Date.parse(at(day, '20:00:00')) - n * 60_000).toISOString()),
        );
    };

    it('is read to its end, past other forms, with each filing once and its time', async () => {
      readBefore('2026-10-07', at('2026-10-01'));
      fill(120);
      for (let n = 500; n < 560; n += 1)
        server.filings.push(madeFiling(n, at('2026-10-07', '18:30:00'), '424B2'));
      server.filings.push(madeFiling(900, at('2026-10-08', '14:00:00'), '4/A'));
      await run();
      expect([...memory.wanted.keys()].sort()).toEqual(form4Keys().sort());
      expect(memory.twice).toEqual([]);
      expect(memory.wanted.get('0009990001-26-000900')).toMatchObject({
        url: `${server.hosts.www}/Archives/edgar/data/9990001/0009990001-26-000900.txt`,
        metadata: { form: '4/A', filedAt: '2026-10-08T14:00:00.000Z' },
      });
      expect(memory.cursors.get('feed-high-water')).toBe('2026-10-08T14:00:00.000Z');
    });

    it('loses nothing when filings arrive while it is paged through', async () => {
      readBefore('2026-10-07', at('2026-10-01'));
      fill(200);
      const before = form4Keys();
      let number = 300;
      server.hear = (request) => {
        if (!/browse-edgar.*start=[123]00/.test(request.url ?? '')) return;
        for (let n = 0; n < 15; n += 1)
          server.filings.push(madeFiling(number++, at('2026-10-08', '14:30:00')));
      };
      await run();
      for (const key of before) expect(memory.wanted.has(key)).toBe(true);
      server.hear = () => undefined;
      await run({ now: '2026-10-08T17:00:00Z' });
      expect([...memory.wanted.keys()].sort()).toEqual(form4Keys().sort());
      expect(memory.twice).toEqual([]);
    });

    it('is read no further than a known page behind the last mark', async () => {
      readBefore('2026-10-07', at('2026-10-01'));
      fill(600);
      await run();
      const pages = askedFor(/browse-edgar/).length;
      expect(pages).toBeGreaterThan(12);
      server.asked.length = 0;
      server.filings.push(madeFiling(901, at('2026-10-08', '15:59:00')));
      // Shown late: accepted before the last mark, and already two hundred entries down.
      server.filings.push(madeFiling(902, at('2026-10-07', '18:05:30')));
      await run({ now: '2026-10-08T17:00:00Z' });
      expect(memory.wanted.has('0009990001-26-000901')).toBe(true);
      expect(memory.wanted.has('0009990001-26-000902')).toBe(true);
      expect(askedFor(/browse-edgar/).length).toBeLessThan(6);
    });

    it('gets a warning when it has nothing, not even what it had some hours ago', async () => {
      readBefore();
      await run();
      expect(memory.warnings).toEqual(['feed-empty']);
      readBefore('2026-10-07', at('2026-10-05'));
      await run();
      expect(memory.warnings).toHaveLength(1);
    });

    it('is not taken to have ended when EDGAR is down', async () => {
      readBefore('2026-10-07', at('2026-10-01'));
      fill(150);
      server.instead = (path, count) =>
        /start=200/.test(path) || (/start=0&/.test(path) && count > 1)
          ? { status: 503, body: UNAVAILABLE_PAGE }
          : undefined;
      await expect(run()).rejects.toThrow(/start=0.* answered 503/);
      expect(memory.cursors.get('feed-high-water')).toBe(at('2026-10-01'));
      expect(memory.wanted.size).toBe(100);
      server.instead = () => undefined;
      await run();
      expect(memory.wanted.size).toBe(150);
    });

    it('is read further when one page failed only once', async () => {
      readBefore('2026-10-07', at('2026-10-01'));
      fill(150);
      server.instead = (path, count) =>
        /start=100&/.test(path) && count === 1 ? { status: 503, body: UNAVAILABLE_PAGE } : undefined;
      await run();
      expect(memory.wanted.size).toBe(150);
    });

    it('is a failure with its first bytes when it is a web page', async () => {
      readBefore();
      server.instead = (path) =>
        /browse-edgar/.test(path) ? { status: 200, body: '<html>Closed</html>' } : undefined;
      const error = await run().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(SourceError);
      expect(error.firstBytes).toBe('<html>Closed</html>');
    });

    it('does not keep the indexes from being read when it fails', async () => {
      readBefore('2026-10-06');
      server.filings.push(madeFiling(1, at('2026-10-07')));
      server.indexDays.add('2026-10-07');
      server.instead = (path) => (/browse-edgar/.test(path) ? { status: 200, body: '<html>' } : undefined);
      await expect(run()).rejects.toThrow(SourceError);
      expect(memory.wanted.size).toBe(1);
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
    });
  });

  describe('the daily indexes', () => {
    beforeEach(() => {
      server.feedFrom = '2027-01-01';
      for (const [n, day] of weekdays('2026-09-21', '2026-10-08').entries()) {
        server.filings.push(madeFiling(n + 1, at(day)));
        server.indexDays.add(day);
      }
    });

    it('are read for each day since the last confirmed one, and again for three before', async () => {
      readBefore('2026-10-05');
      await run();
      expect(days()).toEqual(['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07']);
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
      expect(memory.wanted.size).toBe(5);
      server.asked.length = 0;
      await run();
      expect(days()).toEqual([]);
    });

    it('are read for two weeks after a run whose clock was ahead', async () => {
      readBefore('2027-06-01');
      await run();
      expect(days().at(-1)).toBe('2026-10-07');
      expect(days()).toContain('2026-09-24');
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
    });

    it('are requested for today only after half past ten in the evening, New York time', async () => {
      readBefore('2026-10-07');
      await run({ now: '2026-10-09T02:29:00Z' });
      expect(days()).toEqual([]);
      await run({ now: '2026-10-09T02:30:00Z' });
      expect(days().at(-1)).toBe('2026-10-08');
      expect(memory.cursors.get('index-day')).toBe('2026-10-08');
    });

    it('pick up a filing that was added to a confirmed day', async () => {
      readBefore('2026-10-06');
      await run();
      server.filings.push(madeFiling(700, at('2026-10-05')));
      await run({ now: '2026-10-09T03:00:00Z' });
      expect(memory.wanted.has('0009990001-26-000700')).toBe(true);
    });

    it('may be missing on a holiday: the day waits for two days and is then confirmed', async () => {
      server.indexDays.delete('2026-10-07');
      readBefore('2026-10-06');
      await run();
      expect(memory.cursors.get('index-day')).toBe('2026-10-06');
      await run({ now: '2026-10-09T03:00:00Z' });
      expect(memory.wanted.has('0009990001-26-000014')).toBe(true);
      expect(memory.cursors.get('index-day')).toBe('2026-10-06');
      await run({ now: '2026-10-09T16:00:00Z' });
      expect(memory.cursors.get('index-day')).toBe('2026-10-08');
    });

    it('that are late are read when they appear', async () => {
      server.indexDays.delete('2026-10-07');
      readBefore('2026-10-06');
      await run();
      server.indexDays.add('2026-10-07');
      await run();
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
      expect(memory.wanted.has('0009990001-26-000013')).toBe(true);
    });

    it('that are missing a whole week are an outage, not a week of holidays', async () => {
      for (const day of weekdays('2026-09-29', '2026-10-07')) server.indexDays.delete(day);
      readBefore('2026-10-01');
      await expect(run()).rejects.toThrow(/5 weekdays/);
      expect(memory.cursors.get('index-day')! < '2026-10-06').toBe(true);
    });

    it('keep their cursor when EDGAR refuses in an unknown way', async () => {
      readBefore('2026-10-05');
      server.instead = (path) =>
        path.includes('20261007') ? { status: 403, body: '<html>firewall</html>' } : undefined;
      const error = await run().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(SourceError);
      expect(error.firstBytes).toBe('<html>firewall</html>');
      expect(memory.cursors.get('index-day')).toBe('2026-10-06');
    });

    it('end at a block page, after which no request goes out', async () => {
      readBefore('2026-10-05');
      server.instead = (path) => (path.includes('20261006') ? { status: 403, body: RATE_PAGE } : undefined);
      await expect(run()).rejects.toThrow(SourcePausedError);
      const asked = server.asked.length;
      await expect(run()).rejects.toThrow(SourcePausedError);
      expect(server.asked).toHaveLength(asked);
      expect(memory.cursors.get('index-day')).toBe('2026-10-05');
    });

    it('that were cut off are not confirmed', async () => {
      readBefore('2026-10-06');
      const cut = `CIK|Company Name|Form Type|Date Filed|File Name\n${'-'.repeat(40)}\n1|A|4|20261007|edgar/da`;
      server.instead = (path) => (path.includes('20261007') ? { status: 200, body: cut } : undefined);
      await expect(run()).rejects.toThrow(/middle of a line/);
      expect(memory.cursors.get('index-day')).toBe('2026-10-06');
    });

    it('report a line that cannot be read', async () => {
      readBefore('2026-10-06');
      const body = `CIK|Company Name|Form Type|Date Filed|File Name\n${'-'.repeat(40)}\nodd\n1|A|4|20261007|edgar/data/1/0009990001-26-000777.txt`;
      server.instead = (path) => (path.includes('20261007') ? { status: 200, body } : undefined);
      await run();
      expect(memory.warnings).toEqual(['feed-empty', 'index-line-unreadable']);
      expect(memory.wanted.has('0009990001-26-000777')).toBe(true);
    });
  });

  describe('a long gap', () => {
    beforeEach(() => {
      server.feedFrom = '2027-01-01';
      for (const [n, day] of weekdays('2026-04-01', '2026-10-08').entries()) {
        server.filings.push(madeFiling(n + 1, at(day)));
        server.indexDays.add(day);
      }
    });

    it('is repaired by quarterly indexes, and by daily ones for the rest', async () => {
      server.quarterlyUpTo = '2026-10-07';
      readBefore('2026-06-10');
      await run();
      expect(askedFor(/full-index/)).toEqual([
        '/Archives/edgar/full-index/2026/QTR2/master.idx',
        '/Archives/edgar/full-index/2026/QTR3/master.idx',
      ]);
      expect(days()).toEqual([
        '2026-06-08',
        '2026-06-09',
        '2026-06-10',
        ...weekdays('2026-10-01', '2026-10-07'),
      ]);
      const expected = server.filings.filter(
        (filing) => filedDate(filing) >= '2026-06-08' && filedDate(filing) <= '2026-10-07',
      );
      expect([...memory.wanted.keys()].sort()).toEqual(expected.map(({ accession }) => accession).sort());
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
    });

    it('falls back on daily indexes where the quarterly one is behind or missing', async () => {
      server.quarterlyUpTo = '2026-09-10';
      readBefore('2026-08-20');
      await run();
      expect(memory.wanted.size).toBe(weekdays('2026-08-18', '2026-10-07').length);
      server.quarterlyUpTo = null;
      memory = new RegisterMemory();
      readBefore('2026-08-20');
      await run();
      expect(memory.wanted.size).toBe(weekdays('2026-08-18', '2026-10-07').length);
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
    });
  });

  describe('the initial import', () => {
    const NEW = 'datastandardsinnovation';
    const OLD = 'structureddata';
    beforeEach(() => {
      server.feedFrom = at('2026-10-07');
      for (const [n, day] of weekdays('2026-01-02', '2026-10-08').entries()) {
        server.filings.push(madeFiling(n + 1, at(day)));
        if (day < '2026-10-08') server.indexDays.add(day);
      }
      server.quarterlyUpTo = '2026-10-07';
      server.dataSets.set('2026q1', { folder: OLD, bytes: ZIP }).set('2026q2', { folder: NEW, bytes: ZIP });
    });
    /** Listed one by one: three days before the third quarter, and all from there on. */
    const expectedKeys = () =>
      server.filings.filter((filing) => filedDate(filing) >= '2026-06-26').map(({ accession }) => accession);

    it('takes data sets from both folders and leaves the unpublished quarter to the indexes', async () => {
      await run({ since: '2026-02-10' });
      expect([...memory.documents.keys()]).toEqual(['2026q2', '2026q1']);
      expect(memory.documents.get('2026q1')).toMatchObject({
        kind: 'data-set',
        url: `${server.hosts.www}/files/${OLD}/data/insider-transactions-data-sets/2026q1_form345.zip`,
        bytes: ZIP,
      });
      expect([...memory.wanted.keys()].sort()).toEqual(expectedKeys().sort());
      expect(Object.fromEntries(memory.cursors)).toEqual({
        'feed-high-water': at('2026-10-08'),
        'quarter-2026q1': 'data-set',
        'quarter-2026q2': 'data-set',
        'covered-from': '2026-01-01',
        'index-day': '2026-10-07',
      });
      server.asked.length = 0;
      await run({ since: '2026-02-10' });
      expect(askedFor(/form345|data-sets|index/)).toEqual([]);
    });

    it('reads the last days before the running quarter: their evening filings are in no data set yet', async () => {
      server.dataSets.set('2026q3', { folder: NEW, bytes: ZIP });
      await run({ since: '2026-09-01' });
      expect([...memory.documents.keys()]).toEqual(['2026q3']);
      expect(days()).toEqual(weekdays('2026-09-28', '2026-10-07'));
    });

    it('follows the links of the page to an unknown folder', async () => {
      server.linksOnPage = true;
      server.dataSets.set('2026q2', { folder: 'moved-again', bytes: ZIP });
      await run({ since: '2026-04-01' });
      expect(memory.documents.get('2026q2')?.url).toContain('/files/moved-again/');
    });

    it('lists an old quarter without a data set from its quarterly index', async () => {
      server.dataSets.delete('2026q1');
      await run({ since: '2026-02-10' });
      expect(memory.cursors.get('quarter-2026q1')).toBe('index');
      const old = [...memory.wanted.values()].filter(
        ({ metadata }) => (metadata?.filedDate ?? '9') < '2026-04-01',
      );
      expect(old).toHaveLength(weekdays('2026-02-10', '2026-03-31').length);
    });

    it('downloads a data set of the queue from where EDGAR has it now', async () => {
      const queued = { key: '2026q2', kind: 'data-set', url: 'file:2026q2_form345.zip' };
      expect(await register().download!(http, queued)).toMatchObject({
        ...{ key: '2026q2', kind: 'data-set', bytes: ZIP },
        url: expect.stringContaining(`/files/${NEW}/`),
      });
      await expect(register().download!(http, { ...queued, key: '2020q1' })).rejects.toThrow(
        DocumentNotFoundError,
      );
      await expect(register().download!(http, { ...queued, key: 'my set' })).rejects.toThrow(
        /not a data set/,
      );
    });

    it.each([
      ['a web page', Buffer.from('<html>soon</html>')],
      ['an archive that breaks off', ZIP.subarray(0, ZIP.length / 2)],
      ['an archive of something else', Buffer.from(zipSync({ 'a.tsv': Buffer.from('a') }))],
    ])('rejects %s in place of a data set', async (_, bytes) => {
      server.dataSets.set('2026q2', { folder: NEW, bytes });
      await expect(run({ since: '2026-04-01' })).rejects.toThrow(/is not a data set/);
      expect(memory.cursors.has('quarter-2026q2')).toBe(false);
      expect(memory.cursors.has('index-day')).toBe(false);
    });

    it('needs no data set when the first day is in the running quarter', async () => {
      await run({ since: '2026-10-05' });
      expect(askedFor(/form345/)).toEqual([]);
      expect(memory.cursors.get('covered-from')).toBe('2026-10-05');
      for (const day of weekdays('2026-10-05', '2026-10-07')) expect(days()).toContain(day);
    });

    it('is extended when the operator sets an earlier first day', async () => {
      await run({ since: '2026-04-15' });
      expect([...memory.documents.keys()]).toEqual(['2026q2']);
      server.asked.length = 0;
      await run({ since: '2026-03-31' });
      expect([...memory.documents.keys()]).toEqual(['2026q2', '2026q1']);
      expect(askedFor(/2026q2/)).toEqual([]);
      expect(memory.cursors.get('covered-from')).toBe('2026-01-01');
      expect(memory.cursors.get('index-day')).toBe('2026-10-07');
    });

    it('ends with the same result wherever it is killed, without duplicates', async () => {
      const whole = new RegisterMemory();
      const options = { now: NOW, since: '2026-02-10' };
      const total = await whole.run(register(), http, options);
      expect(total).toBeGreaterThan(8);
      for (let steps = 0; steps < total; steps += 1) {
        const killed = new RegisterMemory();
        await killed.run(register(), http, { ...options, steps });
        await killed.run(register(), http, options);
        expect([...killed.wanted.keys()].sort()).toEqual([...whole.wanted.keys()].sort());
        expect([...killed.documents.keys()].sort()).toEqual([...whole.documents.keys()].sort());
        expect(Object.fromEntries(killed.cursors)).toEqual(Object.fromEntries(whole.cursors));
        expect(killed.twice).toEqual([]);
      }
    });

    it('stops between two steps without an error when aborted', async () => {
      const stop = new AbortController();
      stop.abort();
      await memory.run(register(), http, { now: NOW, since: '2026-02-10', signal: stop.signal });
      expect(server.asked).toEqual([]);
      expect(memory.cursors.size).toBe(0);
    });
  });

  describe('one submission', () => {
    const want = (
      key: string,
      facts?: Record<string, string>,
      path = `/Archives/edgar/data/9990001/${key}.txt`,
    ) => ({
      key,
      kind: 'submission',
      url: `https://www.sec.gov${path}`,
      metadata: facts,
    });
    const KEY = '0009990001-26-000001';

    it('is fetched with the facts of the list, from EDGAR and nowhere else', async () => {
      server.filings.push(madeFiling(1, at('2026-10-07')));
      const document = await register().download!(http, want(KEY, { form: '4' }));
      expect(document).toMatchObject({
        key: KEY,
        kind: 'submission',
        url: `${server.hosts.www}/Archives/edgar/data/9990001/${KEY}.txt`,
        retrievedAt: '2026-10-08T16:00:00.000Z',
        metadata: { form: '4' },
      });
      expect(document.bytes.toString()).toContain(`<SEC-DOCUMENT>${KEY}`);
    });

    it('is accepted in the envelope of mail too, as in texts from before about 2011', async () => {
      server.filings.push({
        ...madeFiling(1, at('2026-10-07')),
        text: enveloped(`<SEC-DOCUMENT>${KEY}.txt\n`),
      });
      const { bytes } = await register().download!(http, want(KEY));
      expect(bytes.toString()).toMatch(/^-----BEGIN/);
    });

    it('is denied when EDGAR has it at neither address', async () => {
      await expect(register().download!(http, want(KEY, { filedDate: '2026-09-01' }))).rejects.toThrow(
        DocumentNotFoundError,
      );
      expect(server.asked).toEqual([
        `/Archives/edgar/data/9990001/${KEY}.txt`,
        `/Archives/edgar/data/9990001/000999000126000001/${KEY}.txt`,
      ]);
    });

    it('is not denied when EDGAR refuses in another way, or returns a page or another filing', async () => {
      for (const answer of [
        { status: 403, body: '<html>firewall</html>' },
        { status: 500, body: 'oops' },
        { status: 200, body: '<html>maintenance</html>' },
        { status: 200, body: '<SEC-DOCUMENT>0009990001-26-000002.txt' },
      ]) {
        server.instead = () => answer;
        const error = await register().download!(http, want(KEY)).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(SourceError);
        expect(error).not.toBeInstanceOf(SourcePausedError);
      }
      server.instead = () => ({ status: 403, body: RATE_PAGE });
      await expect(register().download!(http, want(KEY))).rejects.toThrow(SourcePausedError);
    });

    it('is not requested from an address outside EDGAR', async () => {
      await expect(register().download!(http, want(KEY, {}, '/evil'))).rejects.toThrow(SourceError);
      expect(server.asked).toEqual([]);
    });
  });

  describe('the probe', () => {
    it('distinguishes a feed from a refusal and from another shape, and continues after a refusal of the feed', async () => {
      server.filings.push(madeFiling(1, at('2026-10-07')));
      const probe = () => firstProbe(register(), http, new Date(NOW));
      expect(await probe()).toMatchObject({ verdict: 'reachable', status: 200 });
      server.instead = () => ({ status: 200, body: '<html>Hello</html>' });
      expect(await probe()).toMatchObject({
        verdict: 'unknown-shape',
        status: 200,
        firstBytes: '<html>Hello</html>',
      });
      server.instead = () => ({ status: 404, body: 'no' });
      expect(await probe()).toMatchObject({ verdict: 'refused', status: 404, firstBytes: 'no' });
      server.instead = () => ({ status: 403, body: RATE_PAGE });
      expect(await probe()).toMatchObject({ verdict: 'refused', status: null, stop: true });
    });
  });
});
