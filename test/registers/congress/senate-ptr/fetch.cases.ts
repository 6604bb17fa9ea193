/** The session with eFD, windows of the search, and how its responses are classified. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSenateClient } from '../../../../src/registers/congress/senate-ptr/client.js';
import { createSenatePtr } from '../../../../src/registers/congress/senate-ptr/index.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import {
  DocumentNotFoundError,
  ParseError,
  type QueuedDocument,
  SourceError,
} from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { firstProbe } from '../../http/probes.js';
import {
  AGREEMENT_PAGE,
  madeReport,
  SEARCH_FORM_PAGE,
  type SenateServer,
  startSenateServer,
  WALL_PAGE,
} from './server.js';

describe('registers/congress/senate-ptr/fetch', () => {
  const NOW = '2026-10-08T15:00:00.000Z';
  let efd: SenateServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  let waited: number[];

  beforeEach(async () => {
    efd = await startSenateServer();
    memory = new RegisterMemory();
    waited = [];
    let time = Date.parse(NOW);
    const clock = {
      now: () => time,
      wait: async (ms: number) => {
        waited.push(ms);
        time += ms;
      },
    };
    http = createSenateClient({
      contact: 'Jane Roe jane@example.org',
      version: '1.0.0',
      clock,
      random: () => 0,
    });
  });

  afterEach(async () => {
    await http.close();
    await efd.close();
  });

  const register = () => createSenatePtr(efd.base, () => new Date(NOW));
  const count = (question: string) => efd.asked.filter((one) => one === question).length;

  /** Runs `fetch` and parses the documents, as the hourly run does. */
  async function run(one = register(), since = '2026-08-01', now = NOW, steps?: number) {
    await memory.run(one, http, { now, since, steps });
    for (const document of memory.documents.values())
      for await (const { toFetch = [] } of one.parse(document))
        for (const want of toFetch) memory.wanted.set(want.key, want);
  }

  function wanted(number: number): QueuedDocument {
    const { id } = madeReport(number, '2026-10-01');
    return { key: id, kind: 'ptr', url: `https://efdsearch.senate.gov/search/view/ptr/${id}/` };
  }

  describe('the search', () => {
    it('accepts the agreement once and requests periodic transaction reports of sitting and former senators', async () => {
      efd.reports = [madeReport(1, '2026-10-01')];
      await run();
      expect(efd.asked).toEqual(['GET /search/home/', 'POST /search/home/', 'POST /search/report/data/']);
      expect(Object.fromEntries(efd.searches[0]!)).toMatchObject({
        report_types: '[11]',
        filer_types: '[1, 5]',
        submitted_start_date: '08/01/2026 00:00:00',
        submitted_end_date: '10/08/2026 23:59:59',
      });
      expect([...memory.wanted.keys()]).toEqual([madeReport(1, '').id]);
    });

    it('keeps two seconds between two requests', async () => {
      await run();
      expect(waited).toHaveLength(2);
      for (const ms of waited) expect(ms).toBeGreaterThan(1_900);
    });

    it('reads all pages of a window', async () => {
      efd.reports = Array.from({ length: 230 }, (_, index) => madeReport(index, '2026-09-15'));
      await run();
      expect(efd.searches.map((form) => form.get('start'))).toEqual(['0', '100', '200']);
      expect(memory.wanted.size).toBe(230);
    });

    it('comes back to the seven days before the newest report', async () => {
      efd.reports = [madeReport(1, '2026-10-01')];
      await run();
      await run(register(), '2026-08-01', '2026-10-09T15:00:00.000Z');
      expect(efd.searches.at(-1)!.get('submitted_start_date')).toBe('09/24/2026 00:00:00');
    });

    it('goes back year by year, and resumes where it was stopped', async () => {
      efd.reports = [madeReport(1, '2012-07-25'), madeReport(2, '2024-05-05'), madeReport(3, '2026-10-01')];
      await run(register(), '2023-06-01', NOW, 2);
      expect(memory.cursor('covered-from')).toBe('2026-01-01');
      await run(register(), '2023-06-01');
      expect(memory.cursor('covered-from')).toBe('2023-06-01');
      const starts = efd.searches.map((form) => form.get('submitted_start_date')!.slice(0, 10));
      expect(starts).toEqual([
        '07/10/2026',
        '01/01/2026',
        '09/24/2026',
        '01/01/2025',
        '01/01/2024',
        '06/01/2023',
      ]);
      expect(memory.wanted.size).toBe(2);
      await run(register(), '2001-01-01');
      expect(memory.cursor('covered-from')).toBe('2012-01-01');
      expect(memory.wanted.size).toBe(3);
    });

    it('does not move a cursor in the middle of a window', async () => {
      efd.reports = Array.from({ length: 150 }, (_, index) => madeReport(index, '2026-09-15'));
      await run(register(), '2026-08-01', NOW, 1);
      expect([...memory.cursors]).toEqual([]);
    });

    it('does not cover an earlier year of which only the first page was read', async () => {
      const earlier = Array.from({ length: 150 }, (_, index) => madeReport(index, '2025-03-03'));
      efd.reports = [...earlier, madeReport(999, '2026-10-01')];
      await run(register(), '2025-01-01', NOW, 3);
      expect(memory.wanted.size).toBe(101);
      expect(memory.cursor('covered-from')).toBe('2026-01-01');
      await run(register(), '2025-01-01');
      expect(memory.wanted.size).toBe(151);
      expect(memory.cursor('covered-from')).toBe('2025-01-01');
    });

    it('logs in again once when the session was lost, and continues', async () => {
      const one = register();
      await run(one);
      efd.agreed.clear();
      efd.reports = [madeReport(1, '2026-10-01')];
      await run(one, '2026-08-01', '2026-10-08T16:00:00.000Z');
      expect(memory.wanted.size).toBe(1);
      expect(count('POST /search/home/')).toBe(2);
    });

    it('logs in again once when the token is refused', async () => {
      efd.reports = [madeReport(1, '2026-10-01')];
      efd.instead = (question, nth) =>
        question === 'POST /search/report/data/' && nth === 1
          ? { status: 403, body: 'CSRF verification failed.' }
          : undefined;
      await run();
      expect(memory.wanted.size).toBe(1);
      expect(count('POST /search/home/')).toBe(2);
    });

    it.each([
      ['a wrong form (503)', { status: 503, body: 'Service Unavailable' }],
      ['the agreement, again and again', { status: 200, body: AGREEMENT_PAGE }],
      ['an error in JSON', { status: 200, body: '{"result":"error","data":[],"recordsTotal":0}' }],
      [
        'fewer rows than it counts',
        { status: 200, body: '{"draw":1,"recordsTotal":5,"recordsFiltered":5,"data":[],"result":"ok"}' },
      ],
    ])('treats %s as a failure, never as "nothing filed"', async (_what, body) => {
      efd.instead = (question) => (question === 'POST /search/report/data/' ? body : undefined);
      await expect(run()).rejects.toThrow(SourceError);
      expect(count('POST /search/report/data/')).toBeLessThanOrEqual(2);
      expect([...memory.cursors]).toEqual([]);
    });

    /** Alters every answer of the search. */
    const alter = (change: (rows: string[][], form: URLSearchParams) => string[][] | null) => {
      efd.alterSearch = (body, form) => {
        const answer = JSON.parse(body);
        const data = change(answer.data, form);
        const count = data === null ? 0 : answer.recordsTotal;
        return JSON.stringify({ ...answer, data: data ?? [], recordsTotal: count, recordsFiltered: count });
      };
    };

    it('lists every report although the order changes between two pages', async () => {
      efd.reports = Array.from({ length: 150 }, (_, index) => madeReport(index, '2026-09-15'));
      const all = [...efd.reports];
      let pages = 0;
      alter((rows) => {
        pages += 1;
        efd.reports = pages === 1 ? [...all].reverse() : all;
        return rows;
      });
      await run();
      expect(memory.wanted.size).toBe(150);
      expect(memory.cursor('covered-from')).toBe('2026-08-01');
      expect(efd.searches.map((form) => form.get('start'))).toEqual(['0', '100', '0', '100']);
    });

    it('lists every report although one is removed between two pages', async () => {
      const all = Array.from({ length: 150 }, (_, index) => madeReport(index, '2026-09-15'));
      efd.reports = all;
      alter((rows) => {
        efd.reports = all.slice(1);
        return rows;
      });
      await run();
      expect(all.slice(1).filter(({ id }) => !memory.wanted.has(id))).toEqual([]);
      expect(efd.searches.map((form) => form.get('start'))).toEqual(['0', '100', '0', '100']);
    });

    it('reads every page although eFD returns fewer rows than requested', async () => {
      efd.reports = Array.from({ length: 100 }, (_, index) => madeReport(index, '2026-09-15'));
      efd.alterSearch = (body) => {
        const answer = JSON.parse(body);
        return JSON.stringify({ ...answer, data: answer.data.slice(0, 40) });
      };
      await run();
      expect(memory.wanted.size).toBe(100);
      expect(efd.searches.map((form) => form.get('start'))).toEqual(['0', '40', '80']);
    });

    it('does not cover a window whose pages never list every row', async () => {
      efd.reports = Array.from({ length: 150 }, (_, index) => madeReport(index, '2026-09-15'));
      alter((rows, form) => (form.get('start') === '0' ? rows : rows.map(() => rows[0]!)));
      await expect(run()).rejects.toThrow('counts 150 rows for 2026-08-01 to 2026-10-08 and lists 101');
      expect(efd.searches).toHaveLength(6);
      expect([...memory.cursors]).toEqual([]);
    });

    it('does not believe that no report was filed in months', async () => {
      efd.reports = [madeReport(1, '2024-03-01'), madeReport(2, '2026-10-01')];
      alter(() => null);
      await expect(run(register(), '2024-01-01')).rejects.toThrow('finds no report from 2026-07-10');
      expect([...memory.cursors]).toEqual([]);
      alter((rows) => rows);
      await run(register(), '2024-01-01');
      expect(memory.wanted.size).toBe(2);
    });

    it('does not cover a window whose rows have another shape', async () => {
      efd.reports = [madeReport(1, '2026-09-15'), madeReport(2, '2026-10-01')];
      alter((rows) => rows.map((cells) => [...cells, 'a new column']));
      await expect(run()).rejects.toThrow('2 of 2 rows in the search of eFD have an unknown shape');
      expect([...memory.cursors]).toEqual([]);
      // One odd row may be alone on a page.
      efd.reports.pop();
      await run();
      expect(memory.cursor('covered-from')).not.toBeNull();
    });

    it('believes no page of which more than twenty rows cannot be read', async () => {
      efd.reports = Array.from({ length: 30 }, (_, index) => madeReport(index, '2026-09-15'));
      const broken = (count: number) =>
        alter((rows) => rows.map((cells, place) => (place < count ? [...cells, 'more'] : cells)));
      broken(21);
      await expect(run()).rejects.toThrow('21 of 30 rows in the search of eFD have an unknown shape');
      broken(20);
      await run();
      expect(memory.wanted.size).toBe(10);
    });

    it('is not stopped by a filing date in the future', async () => {
      efd.reports = [madeReport(1, '2026-10-01')];
      alter((rows) => rows.map((cells) => [...cells.slice(0, 4), '11/20/2062']));
      await run();
      expect(memory.cursor('newest-filed')).toBe('2026-10-08');
      // As an earlier version stored it: it has found nothing since.
      memory.cursors.set('newest-filed', '2062-11-20');
      memory.cursors.set('covered-from', '2026-03-01');
      alter((rows) => rows);
      efd.reports.push(madeReport(2, '2026-08-20'), madeReport(3, '2026-04-02'));
      await run(register(), '2026-03-01');
      expect(memory.wanted.size).toBe(3);
      expect(memory.cursor('newest-filed')).toBe('2026-10-01');
    });

    it('reports eFD as unreachable when it is blocked, and pauses for an hour', async () => {
      efd.instead = () => ({ status: 403, body: WALL_PAGE });
      await expect(run()).rejects.toThrow('register not reachable');
      await expect(run()).rejects.toThrow('register not reachable');
      expect(efd.asked).toEqual(['GET /search/home/']);
      expect([...memory.cursors]).toEqual([]);
    });

    it('reports an agreement that is not accepted', async () => {
      efd.instead = (question) =>
        question === 'POST /search/home/' ? { status: 200, body: AGREEMENT_PAGE } : undefined;
      await expect(run()).rejects.toThrow('did not accept the agreement');
    });

    it('stops between two windows when aborted', async () => {
      const stop = new AbortController();
      stop.abort();
      const steps = await memory.run(register(), http, {
        now: NOW,
        since: '2012-01-01',
        signal: stop.signal,
      });
      expect([steps, efd.asked]).toEqual([0, []]);
    });
  });

  describe('a report page', () => {
    it('is fetched with the session and keeps the facts of the search', async () => {
      efd.reports = [madeReport(1, '2026-10-01')];
      const one = register();
      const document = await one.download!(http, { ...wanted(1), metadata: { filed: '2026-10-01' } });
      expect(document).toMatchObject({
        key: wanted(1).key,
        kind: 'ptr',
        url: wanted(1).url,
        metadata: { filed: '2026-10-01' },
      });
      const [parsed] = [...(one.parse(document) as Iterable<{ records: unknown[] }>)];
      expect(parsed!.records).toMatchObject([
        { readability: 'read', sourceLink: wanted(1).url, trades: [{ ticker: 'ZQRA' }] },
      ]);
    });

    it('shares one session with pages that are requested at the same time', async () => {
      efd.reports = [1, 2, 3].map((number) => madeReport(number, '2026-10-01'));
      const one = register();
      await Promise.all([1, 2, 3].map((number) => one.download!(http, wanted(number))));
      efd.agreed.clear();
      await Promise.all([1, 2, 3].map((number) => one.download!(http, wanted(number))));
      expect(count('POST /search/home/')).toBe(2);
    });

    it('that turns out to be the search form is requested once more in a new session, then left', async () => {
      efd.instead = (question) =>
        question.startsWith('GET /search/view/') ? { status: 200, body: SEARCH_FORM_PAGE } : undefined;
      await expect(register().download!(http, wanted(1))).rejects.toThrow('in a new session too');
      expect(efd.asked.filter((one) => one.startsWith('GET /search/view/'))).toHaveLength(2);
      expect(count('POST /search/home/')).toBe(2);
    });

    it('that leads back to the agreement is requested in a new session', async () => {
      efd.reports = [madeReport(1, '2026-10-01')];
      efd.instead = (question, nth) =>
        question.startsWith('GET /search/view/') && nth === 1
          ? { status: 302, headers: { location: '/search/home/' } }
          : undefined;
      expect((await register().download!(http, wanted(1))).kind).toBe('ptr');
    });

    it('in an unknown form is kept for a later parser', async () => {
      const body =
        '<html><head><title>eFD: A new design</title></head><body><b>Periodic Transaction Report</b></body></html>';
      efd.instead = (question) =>
        question.startsWith('GET /search/view/') ? { status: 200, body } : undefined;
      const one = register();
      const document = await one.download!(http, wanted(1));
      expect(() => [...(one.parse(document) as Iterable<unknown>)]).toThrow(ParseError);
    });

    it('replaced by a challenge is requested again, and does not count as unreadable', async () => {
      const body =
        '<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>';
      efd.instead = (question) =>
        question.startsWith('GET /search/view/') ? { status: 200, body } : undefined;
      const asked = register().download!(http, wanted(1));
      await expect(asked).rejects.toThrow(SourceError);
      await expect(asked).rejects.toThrow('a page titled "Just a moment..."');
    });

    it('that is larger than any report is rejected unread', async () => {
      const body = `<html><head><title>eFD: Print Periodic Transaction Report</title></head>${' '.repeat(4_200_000)}`;
      efd.instead = (question) =>
        question.startsWith('GET /search/view/') ? { status: 200, body } : undefined;
      await expect(register().download!(http, wanted(1))).rejects.toThrow('is larger than');
    });

    it('is denied when eFD does not have it', async () => {
      await expect(register().download!(http, wanted(404))).rejects.toThrow(DocumentNotFoundError);
    });

    it('behind the wall is a failure of the register, not of the report', async () => {
      efd.instead = (question) =>
        question.startsWith('GET /search/view/') ? { status: 403, body: WALL_PAGE } : undefined;
      const one = register();
      await expect(one.download!(http, wanted(1))).rejects.toThrow('register not reachable');
      await expect(one.download!(http, wanted(2))).rejects.toThrow('register not reachable');
      expect(efd.asked.filter((question) => question.startsWith('GET /search/view/'))).toHaveLength(1);
    });
  });

  describe('the probe', () => {
    it('distinguishes an agreement from a block and from something else', async () => {
      const probe = () => firstProbe(register(), http, new Date(NOW));
      expect(await probe()).toMatchObject({ verdict: 'reachable', status: 200 });
      efd.instead = () => ({ status: 200, body: '<html><body>Maintenance</body></html>' });
      expect(await probe()).toMatchObject({ verdict: 'unknown-shape' });
      efd.instead = () => ({ status: 403, body: WALL_PAGE });
      expect(await probe()).toMatchObject({
        verdict: 'refused',
        firstBytes: expect.stringContaining('Access Denied'),
      });
    });
  });
});
