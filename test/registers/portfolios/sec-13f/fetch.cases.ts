/** The lists of a 13F filer and its reports, from a local EDGAR. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecClient } from '../../../../src/registers/edgar/edgar.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { createSec13F } from '../../../../src/registers/portfolios/sec-13f/index.js';
import { DocumentNotFoundError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, startEdgarServer } from '../../edgar/edgar-server.js';
import { firstProbe } from '../../http/probes.js';
import { written } from './written-report.js';

describe('registers/portfolios/sec-13f/fetch', () => {
  type Row = [accession: string, form: string, filedDate: string, reportDate: string];

  const columns = (rows: Row[]) => ({
    accessionNumber: rows.map((row) => row[0]),
    form: rows.map((row) => row[1]),
    filingDate: rows.map((row) => row[2]),
    reportDate: rows.map((row) => row[3]),
    acceptanceDateTime: rows.map(() => 'not to be trusted'),
  });
  const list = (cik: string, rows: Row[], files: unknown[] = []) =>
    JSON.stringify({ cik: cik.padStart(10, '0'), filings: { recent: columns(rows), files } });

  const ROWS: Row[] = [
    ['9990001000-26-000003', '13F-HR/A', '2026-09-01', '2026-06-30'],
    ['9990001000-26-000002', '13F-HR', '2026-08-14', '2026-06-30'],
    ['9990001000-26-000009', '13F-NT', '2026-08-14', '2026-06-30'],
    ['9990001000-26-000008', 'SC 13G', '2026-07-14', ''],
    ['9990001000-26-000001', '13F-HR', '2026-05-15', '2026-03-31'],
  ];
  const OLDER = 'CIK0009990001-submissions-001.json';

  let server: EdgarServer;
  let http: HttpClient;
  let memory: RegisterMemory;
  const register = (managers: string[], from?: string) =>
    createSec13F({ managers, from, hosts: server.hosts, now: () => new Date('2026-10-08T12:00:00Z') });
  const run = (managers: string[], from?: string) =>
    memory.run(register(managers, from), http, { now: '2026-10-08T12:00:00Z', since: '2025-10-08' });

  beforeEach(async () => {
    server = await startEdgarServer();
    server.submissionLists.set('CIK0009990001.json', list('9990001', ROWS));
    const clock = { now: () => Date.parse('2026-10-08T12:00:00Z'), wait: async () => undefined };
    http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 0 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  describe('the list of a manager', () => {
    it('queues reports with holdings once, and nothing else', async () => {
      await run(['9990001']);
      expect([...memory.wanted.keys()]).toEqual([
        '9990001000-26-000003',
        '9990001000-26-000002',
        '9990001000-26-000001',
      ]);
      expect(memory.wanted.get('9990001000-26-000002')).toEqual({
        key: '9990001000-26-000002',
        kind: 'submission',
        url: `${server.hosts.www}/Archives/edgar/data/9990001/9990001000-26-000002.txt`,
        metadata: { filedDate: '2026-08-14', reportDate: '2026-06-30' },
        priority: 20260814,
      });
      await run(['9990001']);
      expect(memory.twice).toEqual([]);
    });

    it('reads the older files once, again when they grew, and never those before the first requested day', async () => {
      const older = (name: string, filingTo: string, filingCount: number) => ({
        name,
        filingTo,
        filingCount,
      });
      const files = [
        older(OLDER, '2016-02-16', 1),
        older('CIK0009990001-submissions-002.json', '2009-01-01', 5),
      ];
      server.submissionLists.set('CIK0009990001.json', list('9990001', ROWS, files));
      const old: Row = ['9990001000-16-000001', '13F-HR', '2016-02-16', '2015-12-31'];
      const ancient: Row = ['9990001000-12-000001', '13F-HR', '2012-02-14', '2011-12-31'];
      server.submissionLists.set(OLDER, JSON.stringify(columns([old, ancient])));
      await run(['9990001']);
      expect(memory.wanted.has(old[0])).toBe(true);
      expect(memory.wanted.has(ancient[0])).toBe(false);
      await run(['9990001']);
      expect(server.asked.filter((path) => path.includes('submissions-00'))).toEqual([
        `/submissions/${OLDER}`,
      ]);
      files[0] = older(OLDER, '2016-02-16', 2);
      server.submissionLists.set('CIK0009990001.json', list('9990001', ROWS, files));
      await run(['9990001']);
      expect(server.asked.filter((path) => path.includes('submissions-00'))).toHaveLength(2);
    });

    it('reads the other managers when one fails, and fails at the end', async () => {
      await expect(run(['9990002', '9990001'])).rejects.toThrow(/EDGAR has no filer 9990002/);
      expect(memory.wanted.size).toBe(3);
    });

    it.each([
      ['a web page', '<html></html>'],
      ['the list of another filer', list('9990077', ROWS)],
      ['columns of different lengths', list('9990001', ROWS).replace('"13F-NT",', '')],
      ['no columns', JSON.stringify({ cik: '9990001', filings: { recent: {} } })],
      [
        'an older file elsewhere',
        list('9990001', ROWS, [{ name: '../x.json', filingTo: '2020-01-01', filingCount: 1 }]),
      ],
    ])('is rejected when it is %s', async (_, body) => {
      server.submissionLists.set('CIK0009990001.json', body);
      await expect(run(['9990001'])).rejects.toThrow();
      expect([...memory.wanted.keys()].filter((key) => !key.startsWith('9990001000'))).toEqual([]);
    });
  });

  describe('one report', () => {
    const wanted = (filedDate: string) => ({
      key: '9990001000-26-000001',
      kind: 'submission',
      url: `${server.hosts.www}/Archives/edgar/data/9990001/9990001000-26-000001.txt`,
      metadata: { filedDate },
    });
    const serve = (text: string | null) =>
      server.filings.push({
        accession: '9990001000-26-000001',
        form: '13F-HR',
        acceptedAt: '2026-08-14T20:15:02.000Z',
        parties: [],
        text,
      });

    it('is fetched as full text and parsed to a record', async () => {
      serve(written());
      const document = await register(['9990001']).download!(http, wanted('2026-08-14'));
      const steps = [];
      for await (const step of register(['9990001']).parse(document)) steps.push(step);
      expect(steps).toMatchObject([{ records: [{ kind: '13f', cik: '9990001' }], warnings: [] }]);
    });

    it('is denied when EDGAR does not have it', async () => {
      serve(null);
      await expect(register([]).download!(http, wanted('2026-08-14'))).rejects.toThrow(DocumentNotFoundError);
    });

    it('is rejected when another text is in its place', async () => {
      serve('<html>maintenance</html>');
      await expect(register([]).download!(http, wanted('2026-08-14'))).rejects.toThrow(/not the text/);
    });
  });

  it('reports from one request whether the register has the known shape', async () => {
    const probe = () => firstProbe(register(['9990001']), http, new Date());
    expect(await probe()).toMatchObject({
      verdict: 'reachable',
      detail: '5 filings of CIK 9990001, the newest of 2026-09-01',
    });
    server.submissionLists.set('CIK0009990001.json', '[]');
    expect(await probe()).toMatchObject({ verdict: 'unknown-shape' });
    server.submissionLists.clear();
    expect(await probe()).toMatchObject({ verdict: 'refused', status: 404 });
  });
});
