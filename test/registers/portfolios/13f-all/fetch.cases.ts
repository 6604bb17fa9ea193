/** How the data sets and single reports of all managers are found and fetched, from a local EDGAR. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecClient, weekdays } from '../../../../src/registers/edgar/edgar.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { oldestPeriod } from '../../../../src/registers/portfolios/13f-all/fetch.js';
import { createManagers13F } from '../../../../src/registers/portfolios/13f-all/index.js';
import { SourceError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, madeFiling, startEdgarServer } from '../../edgar/edgar-server.js';
import { waitingClock } from '../../http/waiting-clock.js';
import { filingTables, holding, writtenSet } from './written-set.js';

describe('registers/portfolios/13f-all/fetch', () => {
  /** Thursday noon in New York; Wednesday's index is there. */
  const NOW = '2026-10-08T16:00:00Z';
  const A = '0009100001-26-000001';
  const NEW = '/files/datastandardsinnovation/data/form-13f-data-sets/01jun2026-31aug2026_form13f.zip';
  const OLD = '/files/structureddata/data/form-13f-data-sets/01mar2026-31may2026_form13f.zip';
  const OLDEST = '/files/structureddata/data/form-13f-data-sets/2013q2_form13f.zip';
  const SET = writtenSet(filingTables(A, [holding(A)]));

  let server: EdgarServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  let links: string[];
  let bodies: Map<string, Buffer | string>;
  const run = (quarters: number | null = 3, steps?: number) =>
    memory.run(createManagers13F({ quarters, hosts: server.hosts, now: () => new Date(NOW) }), http, {
      now: NOW,
      since: '2026-01-01',
      ...(steps === undefined ? {} : { steps }),
    });
  const askedFor = (part: RegExp) => server.asked.filter((path) => part.test(path));

  beforeEach(async () => {
    server = await startEdgarServer();
    for (const day of weekdays('2026-08-03', '2026-10-07')) server.indexDays.add(day);
    server.quarterlyUpTo = '2026-10-07';
    links = [OLDEST, OLD, NEW];
    bodies = new Map([
      [OLDEST, SET],
      [OLD, SET],
      [NEW, SET],
    ]);
    server.instead = (path) => {
      const body = bodies.get(path);
      if (body !== undefined) return { status: 200, body };
      if (!path.endsWith('/form-13f-data-sets')) return undefined;
      return { status: 200, body: links.map((link) => `<a class="x" href="${link}">zip</a>`).join('\n') };
    };
    const clock = waitingClock(Date.parse(NOW));
    http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 1 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  describe('the reports of all managers', () => {
    it('come from the sets of the kept quarters, newest first, from both folders, each once', async () => {
      await run();
      expect(askedFor(/\.zip$/)).toEqual([NEW, OLD]);
      await run();
      expect(askedFor(/\.zip$/)).toEqual([NEW, OLD]);
      await run(null);
      expect(askedFor(/\.zip$/)).toEqual([NEW, OLD, OLDEST]);
    });

    it('come one by one after the last set, by their exact forms', async () => {
      for (const [number, form] of ['13F-HR', '13F-HR/A', '13F-NT', '13F-CTR', '13F-E'].entries())
        server.filings.push(madeFiling(number + 1, '2026-09-21T18:00:00.000Z', form));
      server.feedFrom = '2026-10-01';
      await run();
      expect([...memory.wanted.keys()].map((key) => Number(key.slice(-6))).sort()).toEqual([1, 2, 3]);
      expect(askedFor(/browse-edgar/)[0]).toContain('type=13F&');
    });

    it('are not requested one by one while a set is missing', async () => {
      bodies.delete(OLD);
      await expect(run()).rejects.toThrow(SourceError);
      expect(askedFor(/\.zip$/)).toContain(NEW);
      expect(askedFor(/browse-edgar|\.idx$/)).toEqual([]);
    });

    it('are an error where the page links to no set, or a link gives something else', async () => {
      bodies.set(NEW, '<html>sign in</html>');
      await expect(run()).rejects.toThrow('is not a data set');
      links = [];
      await expect(run()).rejects.toThrow('links to no data set of Form 13F');
    });

    it('never leave the host of the SEC', async () => {
      links = [NEW, `https://elsewhere.example${OLD}`];
      await run();
      expect(askedFor(/\.zip$/)).toEqual([NEW]);
    });

    it('begin with the oldest quarter that is kept', () => {
      expect(oldestPeriod(new Date('2026-10-08'), 1)).toBe('2026-09-30');
      expect(oldestPeriod(new Date('2026-10-08'), 8)).toBe('2024-12-31');
      expect(oldestPeriod(new Date('2026-01-01'), 2)).toBe('2025-09-30');
      expect(oldestPeriod(new Date('2026-10-08'), 80)).toBe('2013-03-31');
      expect(oldestPeriod(new Date('2026-10-08'), null)).toBe('2013-03-31');
    });
  });
});
