/** How Schedules 13D and 13G are found and fetched, from a local EDGAR. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { submission13 } from '../../../../data/sample/make/schedule-text.js';
import { createSecClient, weekdays } from '../../../../src/registers/edgar/edgar.js';
import { createSec13DG } from '../../../../src/registers/holders/sec-13dg/index.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { DocumentNotFoundError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import {
  type EdgarServer,
  RATE_PAGE,
  type ServedFiling,
  startEdgarServer,
} from '../../edgar/edgar-server.js';
import { waitingClock } from '../../http/waiting-clock.js';
import { ACME, draft, FUND } from './written-schedule.js';

describe('registers/holders/sec-13dg/fetch', () => {
  /** Thursday noon in New York; Wednesday's index is there. */
  const NOW = '2026-10-08T16:00:00Z';

  let server: EdgarServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  const register = () => createSec13DG(server.hosts, () => new Date(NOW));
  const run = (since = '2026-10-05') => memory.run(register(), http, { now: NOW, since });
  const numbers = () => [...memory.wanted.keys()].map((key) => Number(key.slice(-6))).sort((a, b) => a - b);

  function file(number: number, form: string, day: string, over: Partial<ServedFiling> = {}): void {
    const accession = `0009990101-26-${String(number).padStart(6, '0')}`;
    server.filings.push({
      accession,
      form,
      acceptedAt: `${day}T20:15:02.000Z`,
      parties: [
        { ...ACME, role: 'Issuer' },
        { ...FUND, role: 'Filer' },
      ],
      text: submission13(draft({ form, accession, filed: day })),
      ...over,
    });
  }

  beforeEach(async () => {
    server = await startEdgarServer();
    for (const day of weekdays('2026-07-01', '2026-10-07')) server.indexDays.add(day);
    const clock = waitingClock(Date.parse(NOW));
    http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 1 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  it('takes the exact names, old and new, each filing once', async () => {
    file(1, 'SCHEDULE 13D', '2026-10-07');
    file(2, 'SCHEDULE 13G/A', '2026-10-06');
    file(3, 'SC 13D/A', '2026-10-06');
    file(4, 'SCHEDULE 13E3', '2026-10-07');
    file(5, 'SC 13E3', '2026-10-06');
    file(6, '4', '2026-10-07');
    await run();
    expect(numbers()).toEqual([1, 2, 3]);
    expect(memory.twice).toEqual([]);
    // The feed is queried by a prefix; the old names are only in the indexes.
    expect(server.asked.some((path) => path.includes('type=SCHEDULE%2013&'))).toBe(true);
    expect(memory.wanted.get('0009990101-26-000001')?.metadata).toMatchObject({
      form: 'SCHEDULE 13D',
      filedAt: '2026-10-07T20:15:02.000Z',
    });
  });

  it('lists past quarters from their indexes, newest first, and requests them once', async () => {
    file(1, 'SCHEDULE 13G', '2026-08-14');
    file(2, 'SC 13G', '2026-05-15');
    file(3, 'SCHEDULE 13G', '2026-04-01');
    server.feedFrom = '2026-10-01T00:00:00.000Z';
    server.quarterlyUpTo = '2026-10-07';
    await run('2026-05-01');
    // The third was filed before the day that is wanted.
    expect(numbers()).toEqual([1, 2]);
    const quarters = () => server.asked.filter((path) => path.includes('full-index'));
    expect(quarters()).toEqual([
      '/Archives/edgar/full-index/2026/QTR3/master.idx',
      '/Archives/edgar/full-index/2026/QTR2/master.idx',
    ]);
    server.asked.length = 0;
    await run('2026-05-01');
    expect(quarters()).toEqual([]);
    expect(memory.twice).toEqual([]);
  });

  it('downloads the text of a submission, which the parser reads', async () => {
    file(1, 'SCHEDULE 13D', '2026-10-07');
    await run();
    const [queued] = [...memory.wanted.values()];
    const document = await register().download!(http, queued!);
    const [parsed] = [
      ...(register().parse(document) as Iterable<{ records: unknown[]; warnings: unknown[] }>),
    ];
    expect(parsed).toMatchObject({
      warnings: [],
      records: [{ kind: 'schedule-13', accession: '0009990101-26-000001', filedDate: '2026-10-07' }],
    });
  });

  it('says that a text is missing only when EDGAR has it at neither address', async () => {
    file(1, 'SCHEDULE 13D', '2026-09-01', { text: null });
    const queued = (number: number, filedAt: string) => ({
      key: `0009990101-26-${String(number).padStart(6, '0')}`,
      kind: 'submission',
      url: `${server.hosts.www}/Archives/edgar/data/9990001/x.txt`,
      metadata: { filedAt },
    });
    await expect(register().download!(http, queued(1, '2026-09-01T20:00:00.000Z'))).rejects.toThrow(
      DocumentNotFoundError,
    );
  });

  it('stops at the page with which the SEC blocks an address', async () => {
    server.instead = () => ({ status: 403, body: RATE_PAGE });
    await expect(run()).rejects.toThrow(/the SEC blocks this address/);
    expect(server.asked).toHaveLength(1);
  });

  it('says to the operator whether feed, index and a filing have the known shape', async () => {
    file(1, 'SCHEDULE 13D', '2026-10-07');
    const found = [];
    for await (const { what, verdict, detail } of register().probe(http, new Date(NOW)))
      found.push([what, verdict, detail]);
    expect(found.map(([what, verdict]) => [what, verdict])).toEqual([
      ['latest-filings feed', 'reachable'],
      ['daily index', 'reachable'],
      ['text of a filing', 'reachable'],
    ]);
    expect(found[1]?.[2]).toBe('2 lines of 2026-10-07, 1 Schedules 13D and 13G');
  });
});
