/** How Forms 3 and 5 are found and fetched, from a local EDGAR. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { createSecClient, weekdays } from '../../../../src/registers/edgar/edgar.js';
import { createSecForm35 } from '../../../../src/registers/form4/sec-form35/index.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, madeFiling, startEdgarServer } from '../../edgar/edgar-server.js';
import { waitingClock } from '../../http/waiting-clock.js';

describe('registers/form4/sec-form35/fetch', () => {
  /** Thursday noon in New York; Wednesday's index is there. */
  const NOW = '2026-10-08T16:00:00Z';
  const ZIP = Buffer.from(
    zipSync({ 'SUBMISSION.tsv': Buffer.from('invented'), 'NONDERIV_TRANS.tsv': Buffer.from('invented') }),
  );

  let server: EdgarServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  const run = (since = '2026-10-05') =>
    memory.run(
      createSecForm35(server.hosts, () => new Date(NOW)),
      http,
      { now: NOW, since },
    );
  const askedFor = (part: RegExp) => server.asked.filter((path) => part.test(path));
  const file = (number: number, moment: string, form: string) => {
    server.filings.push(madeFiling(number, moment, form));
  };
  const keys = () => [...memory.wanted.keys()].map((key) => Number(key.slice(-6))).sort((a, b) => a - b);

  beforeEach(async () => {
    server = await startEdgarServer();
    for (const day of weekdays('2026-10-01', '2026-10-07')) server.indexDays.add(day);
    const clock = waitingClock(Date.parse(NOW));
    http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 1 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  describe('Forms 3 and 5', () => {
    it('are found by their exact form in both feeds and the daily indexes, each once', async () => {
      file(1, '2026-10-05T18:00:00.000Z', '3');
      file(2, '2026-10-06T18:00:00.000Z', '5/A');
      file(3, '2026-10-08T14:00:00.000Z', '3/A');
      file(4, '2026-10-08T14:10:00.000Z', '5');
      for (const [at, form] of ['305B2', '4', '4/A', '3-K', '53', '1-A', '144', '13F-HR'].entries())
        file(20 + at, '2026-10-07T18:00:00.000Z', form);
      await run();
      expect(keys()).toEqual([1, 2, 3, 4]);
      expect(memory.twice).toEqual([]);
      expect(askedFor(/browse-edgar/).map((path) => /type=([^&]*)/.exec(path)?.[1])).toEqual(
        expect.arrayContaining(['3', '5']),
      );
    });

    it('have a mark for each feed, so that a quiet one does not hide the other', async () => {
      file(1, '2026-10-07T18:00:00.000Z', '3');
      file(2, '2026-10-02T18:00:00.000Z', '5');
      await run();
      expect(memory.cursors.get('feed-high-water-3')).toBe('2026-10-07T18:00:00.000Z');
      expect(memory.cursors.get('feed-high-water-5')).toBe('2026-10-02T18:00:00.000Z');
    });

    it('of past quarters come from the data sets, once', async () => {
      server.dataSets.set('2026q3', { folder: 'datastandardsinnovation', bytes: ZIP });
      await run('2026-07-01');
      await run('2026-07-01');
      expect([...memory.documents.values()].map(({ key, kind }) => [key, kind])).toEqual([
        ['2026q3', 'data-set'],
      ]);
      expect(memory.twice).toEqual([]);
    });
  });
});
