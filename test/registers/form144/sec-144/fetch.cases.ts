/** How notices of Form 144 are found and fetched, from a local EDGAR. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecClient, weekdays } from '../../../../src/registers/edgar/edgar.js';
import { createSec144 } from '../../../../src/registers/form144/sec-144/index.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { SourceError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, madeFiling, startEdgarServer } from '../../edgar/edgar-server.js';
import { firstProbe } from '../../http/probes.js';
import { waitingClock } from '../../http/waiting-clock.js';
import { noticeSubmission } from './written-notice.js';

describe('registers/form144/sec-144/fetch', () => {
  /** Thursday noon in New York; Wednesday's index is there. */
  const NOW = '2026-10-08T16:00:00Z';

  let server: EdgarServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  const register = () => createSec144(server.hosts, () => new Date(NOW));
  const run = (options: { since?: string; steps?: number } = {}) =>
    memory.run(register(), http, { now: NOW, since: '2026-10-05', ...options });
  const askedFor = (part: RegExp) => server.asked.filter((path) => part.test(path));
  const file = (number: number, day: string, form = '144') => {
    server.filings.push(madeFiling(number, `${day}T18:00:00.000Z`, form));
  };
  const keys = () => [...memory.wanted.keys()].map((key) => Number(key.slice(-6))).sort((a, b) => a - b);

  beforeEach(async () => {
    server = await startEdgarServer();
    for (const day of weekdays('2026-10-01', '2026-10-07')) server.indexDays.add(day);
    server.quarterlyUpTo = '2026-10-07';
    const clock = waitingClock(Date.parse(NOW));
    http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 1 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  describe('notices', () => {
    it('are found by their exact form in the feed and the daily indexes, each once', async () => {
      file(1, '2026-10-05');
      file(2, '2026-10-07', '144/A');
      file(3, '2026-10-07', '1-A');
      file(4, '2026-10-07', '144A');
      file(5, '2026-10-07', '4');
      server.feedFrom = '2026-10-06';
      await run();
      expect(keys()).toEqual([1, 2]);
      expect(memory.twice).toEqual([]);
      expect(askedFor(/browse-edgar/)[0]).toContain('type=144&');
      expect(memory.wanted.get('0009990001-26-000001')).toMatchObject({
        kind: 'submission',
        metadata: { form: '144', filedDate: '2026-10-05' },
      });
    });

    it('of past quarters come from the quarterly indexes, newest first, once', async () => {
      file(1, '2026-03-31');
      file(2, '2026-08-14');
      file(3, '2026-02-02');
      file(9, '2026-05-05', '10-Q');
      file(4, '2026-10-02');
      server.feedFrom = '2026-10-06';
      await run({ since: '2026-02-10' });
      expect(keys()).toEqual([1, 2, 4]);
      const quarters = () =>
        askedFor(/full-index/).map((path) => path.replace(/.*(\d{4}).QTR(\d).*/, '$1q$2'));
      expect(quarters()).toEqual(['2026q3', '2026q2', '2026q1']);
      await run({ since: '2026-02-10' });
      expect(quarters()).toHaveLength(3);
      // The operator sets an earlier day: the quarter that was listed in part is listed again.
      await run({ since: '2026-01-15' });
      expect([quarters().slice(3), keys()]).toEqual([['2026q1'], [1, 2, 3, 4]]);
    });

    it('before the form was filed as XML are not listed', async () => {
      file(1, '2023-04-12');
      file(2, '2023-04-13');
      for (const quarter of ['07', '10']) file(Number(quarter), `2023-${quarter}-03`);
      for (const [at, day] of weekdays('2024-01-02', '2026-09-30').entries())
        if (at % 40 === 0) file(100 + at, day);
      server.feedFrom = '2026-10-06';
      await run({ since: '2020-01-01' });
      expect(keys().slice(0, 3)).toEqual([2, 7, 10]);
    });

    it('are all found after an interruption at any step', async () => {
      for (const [at, day] of ['2026-07-01', '2026-09-30', '2026-10-01', '2026-10-07'].entries())
        file(at + 1, day);
      for (let steps = 0; steps < 8; steps += 1) await run({ since: '2026-07-01', steps });
      await run({ since: '2026-07-01' });
      expect(keys()).toEqual([1, 2, 3, 4]);
      expect(memory.twice).toEqual([]);
    });

    it('a missing quarterly index is an error and no empty result, and the other lists are read', async () => {
      file(1, '2026-10-07');
      server.quarterlyUpTo = null;
      await expect(run({ since: '2026-07-01' })).rejects.toThrow(SourceError);
      expect(keys()).toEqual([1]);
      expect(memory.cursors.has('covered-from')).toBe(false);
    });
  });

  describe('doctor', () => {
    it('requests the feed, an index and a notice', async () => {
      file(1, '2026-10-07');
      server.filings[0]!.text = noticeSubmission({ accession: '0009990001-26-000001' });
      const probes: string[] = [];
      for await (const { what, verdict } of register().probe(http, new Date(NOW)))
        probes.push(`${what}: ${verdict}`);
      expect(probes).toEqual([
        'latest-filings feed: reachable',
        'daily index: reachable',
        'text of a filing: reachable',
      ]);
      server.instead = () => ({ status: 500 });
      expect(await firstProbe(register(), http, new Date(NOW))).toMatchObject({ verdict: 'refused' });
    });
  });
});
