/** The SEC's table of tickers: parsing it and fetching it once a day. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CompanyTickers } from '../../../../src/records/form4/company.js';
import { createSecClient } from '../../../../src/registers/edgar/edgar.js';
import { createSecCompanies } from '../../../../src/registers/form4/sec-companies/index.js';
import { parse, recognise } from '../../../../src/registers/form4/sec-companies/parse.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { type Parsed, ParseError } from '../../../../src/registers/register.js';
import { samplePath } from '../../../samples/folder.js';
import { describeNeeds } from '../../../samples/needs.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, startEdgarServer } from '../../edgar/edgar-server.js';
import { firstProbe } from '../../http/probes.js';

describe('registers/form4/sec-companies/sec-companies', () => {
  const FIELDS = ['cik', 'name', 'ticker', 'exchange'];
  const table = (data: unknown, fields: unknown = FIELDS) => JSON.stringify({ fields, data });
  const ROWS = [
    [9990001, 'SAMPLE MINING CORP', 'SMPL', 'Nasdaq'],
    [9990001, 'SAMPLE MINING CORP', 'SMPL-PA', 'NYSE'],
    [9990002, "O'Roe Holdings & Co", 'OROE', null],
  ];

  function read(text: string): { companies: CompanyTickers['companies']; warnings: Parsed['warnings'] } {
    const document = { key: 'd', kind: 'ticker-table', url: 'u', retrievedAt: '', bytes: Buffer.from(text) };
    const [parsed, ...rest] = [...parse(document)];
    const record = parsed?.records[0];
    if (record?.kind !== 'company-tickers' || rest.length > 0) throw new Error('one table gives one record');
    return { companies: record.companies, warnings: parsed!.warnings };
  }

  describe('the ticker table', () => {
    it('gives all companies in the order of the file', () => {
      expect(read(table(ROWS))).toEqual({
        companies: [
          { cik: '9990001', name: 'SAMPLE MINING CORP', ticker: 'SMPL', exchange: 'Nasdaq' },
          { cik: '9990001', name: 'SAMPLE MINING CORP', ticker: 'SMPL-PA', exchange: 'NYSE' },
          { cik: '9990002', name: "O'Roe Holdings & Co", ticker: 'OROE', exchange: null },
        ],
        warnings: [],
      });
    });

    it('is read by the names of its columns', () => {
      const { companies, warnings } = read(
        table([['SMPL', 'CBOE', 'x', 9990001, 'SAMPLE']], ['ticker', 'exchange', 'sic', 'cik', 'name']),
      );
      expect(companies).toEqual([{ cik: '9990001', name: 'SAMPLE', ticker: 'SMPL', exchange: 'CBOE' }]);
      expect(warnings).toEqual([{ kind: 'unknown-column', detail: 'sic', where: 'd' }]);
    });

    it('reports unknown rows and words', () => {
      const { companies, warnings } = read(
        table([
          ...ROWS,
          [0, 'N', 'A', null],
          ['x', 'N', 'A', null],
          [5, 'N', '', null],
          [5, 'N', 'A', 7],
          [9990003, 'M', 'SMPL', 'IEX'],
        ]),
      );
      expect(companies).toHaveLength(4);
      expect(warnings.map(({ kind, where }) => [kind, where])).toEqual([
        ['row-unreadable', 'd row 4'],
        ['row-unreadable', 'd row 5'],
        ['row-unreadable', 'd row 6'],
        ['row-unreadable', 'd row 7'],
        ['unknown-exchange', 'd row 8'],
        ['ticker-twice', 'd row 8'],
      ]);
    });

    it.each([
      'no json',
      '<html></html>',
      'null',
      '[]',
      table([]),
      table({}),
      table([['a']], 'cik'),
      table(ROWS, ['cik', 'name', 'symbol', 'exchange']),
      table([[0, '', '', '']]),
    ])('cannot be read from %s', (text) => {
      expect(() => read(text)).toThrow(ParseError);
    });

    it('is recognised among saved files', () => {
      const file = (text: string) => ({
        name: '/tmp/company_tickers_exchange.json',
        bytes: Buffer.from(text),
      });
      expect(recognise(file(table(ROWS)))).toMatchObject({
        key: 'company_tickers_exchange.json',
        kind: 'ticker-table',
      });
      expect(recognise(file('{"0":{"cik_str":1,"ticker":"A","title":"B"}}'))).toBeNull();
    });
  });

  describe('the daily run', () => {
    let server: EdgarServer;
    let http: HttpClient;
    let memory: RegisterMemory;
    const asked = () => server.asked.filter((path) => path.includes('company_tickers'));
    const tables = () =>
      [...memory.documents].filter(([, { kind }]) => kind === 'ticker-table').map(([key]) => key);
    const run = (now: string) =>
      memory.run(createSecCompanies(server.hosts), http, { now, since: '2026-01-01' });
    beforeEach(async () => {
      server = await startEdgarServer();
      server.tickerTable = { body: table(ROWS), etag: '"1"' };
      const clock = { now: () => Date.parse('2026-10-08T12:00:00Z'), wait: async () => undefined };
      http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 0 });
      memory = new RegisterMemory();
    });
    afterEach(async () => {
      await http.close();
      await server.close();
    });

    it('sends one request a day, and reads the table only when it changed', async () => {
      await run('2026-10-08T12:00:00Z');
      await run('2026-10-08T20:00:00Z');
      expect(asked()).toHaveLength(1);
      expect(tables()).toEqual(['2026-10-08']);
      await run('2026-10-09T12:00:00Z');
      expect(asked()).toHaveLength(2);
      expect(tables()).toEqual(['2026-10-08']);
      server.tickerTable = { body: table([...ROWS, [9990003, 'NEW', 'NEW', 'OTC']]), etag: '"2"' };
      await run('2026-10-10T12:00:00Z');
      expect(tables()).toEqual(['2026-10-08', '2026-10-10']);
      expect(memory.documents.get('2026-10-10')?.bytes.toString()).toContain('NEW');
    });

    it.each([
      ['a web page', '<html>maintenance</html>'],
      ['a table cut to a third', table(ROWS.slice(0, 1))],
      ['half a file', table(ROWS).slice(0, 60)],
    ])('rejects %s and tries again the next hour', async (_, body) => {
      await run('2026-10-08T12:00:00Z');
      server.tickerTable = { body, etag: '"3"' };
      await expect(run('2026-10-09T12:00:00Z')).rejects.toThrow(/ticker table|rows, 3 the last time/);
      server.tickerTable = { body: table(ROWS.slice(0, 2)), etag: '"4"' };
      await run('2026-10-09T13:00:00Z');
      expect(tables()).toEqual(['2026-10-08', '2026-10-09']);
    });

    it('reports from one request whether the register has the known shape', async () => {
      const probe = () => firstProbe(createSecCompanies(server.hosts), http, new Date());
      expect(await probe()).toMatchObject({ verdict: 'reachable', detail: '3 tickers' });
      server.tickerTable = { body: '{"0":{}}', etag: '"5"' };
      expect(await probe()).toMatchObject({ verdict: 'unknown-shape', firstBytes: '{"0":{}}' });
      server.tickerTable = null;
      expect(await probe()).toMatchObject({ verdict: 'refused', status: 404 });
    });
  });

  const REAL_TABLE = 'sec/tickers/company_tickers_exchange.json';
  describeNeeds(REAL_TABLE)('a real table', () => {
    it('reads without a warning: 10,089 tickers of 7,878 companies, 176 without an exchange', () => {
      const { companies, warnings } = read(readFileSync(samplePath(REAL_TABLE), 'utf8'));
      expect(warnings).toEqual([]);
      expect(companies).toHaveLength(10_089);
      expect(new Set(companies.map(({ cik }) => cik)).size).toBe(7878);
      expect(companies.filter(({ exchange }) => exchange === null)).toHaveLength(176);
    });
  });
});
