/** Share counts: five frames a week, what they hold, and what is left out of them with a warning. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecClient } from '../../../../src/registers/edgar/edgar.js';
import { createSecCompanies } from '../../../../src/registers/form4/sec-companies/index.js';
import { parse, recognise } from '../../../../src/registers/form4/sec-companies/parse.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { ParseError } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, madeFrame, startEdgarServer } from '../../edgar/edgar-server.js';

describe('registers/form4/sec-companies/shares', () => {
  const fact = (cik: number, end: string, val: unknown, more = {}) => ({
    accn: '0009990001-26-000007',
    cik,
    entityName: 'Sample',
    loc: 'US-DE',
    end,
    val,
    ...more,
  });

  function read(text: string) {
    const bytes = Buffer.from(text);
    const [parsed, ...rest] = [
      ...parse({ key: 'CY2026Q3I d', kind: 'shares-frame', url: 'u', retrievedAt: '', bytes }),
    ];
    const record = parsed?.records[0];
    if (record?.kind !== 'shares-outstanding' || rest.length > 0)
      throw new Error('one frame gives one record');
    return { ...record, warnings: parsed!.warnings.map(({ kind, detail }) => `${kind} ${detail}`) };
  }

  describe('a frame of share counts', () => {
    it('gives each company once, with its latest count', () => {
      const { frame, rows, warnings } = read(
        madeFrame('CY2026Q3I', [
          fact(9990001, '2026-07-31', 2000),
          fact(9990001, '2026-08-31', 2500.5),
          fact(9990002, '2026-08-05', 1),
        ]),
      );
      expect(frame).toBe('CY2026Q3I');
      expect(rows).toEqual([
        { cik: '9990001', end: '2026-08-31', shares: 2500.5, accession: '0009990001-26-000007' },
        { cik: '9990002', end: '2026-08-05', shares: 1, accession: '0009990001-26-000007' },
      ]);
      expect(warnings).toEqual([]);
    });

    it('leaves out invalid counts, and reports them', () => {
      const { rows, warnings } = read(
        madeFrame(
          'CY2026Q3I',
          [
            fact(9990001, '2026-08-31', 0),
            fact(9990002, '2026-08-31', -5),
            fact(9990003, '2026-02-31', 5),
            fact(9990004, '2026-08-31', '5'),
            fact(9990005, '2026-08-31', 5, { accn: 'x' }),
            fact(9990006, '2026-08-31', 5),
          ],
          9,
        ),
      );
      expect(rows.map(({ cik }) => cik)).toEqual(['9990006']);
      expect(warnings.map((warning) => warning.split(' ')[0])).toEqual([
        'frame-count',
        'shares-not-positive',
        'shares-not-positive',
        'fact-unreadable',
        'fact-unreadable',
        'fact-unreadable',
      ]);
      expect(warnings[1]).toBe('shares-not-positive CIK 9990001: 0');
    });

    it.each([
      ['{"units":{"shares":{}}}'],
      [madeFrame('CY2026Q3I', [])],
      [madeFrame('CY2026Q3', [fact(1, '2026-08-31', 1)])],
      [madeFrame('CY2026Q3I').replace('EntityCommonStockSharesOutstanding', 'EntityPublicFloat')],
      ['{'],
    ])('cannot be read from %s', (text) => {
      expect(() => read(text)).toThrow(ParseError);
    });

    it('is recognised among saved files', () => {
      const file = { name: '/tmp/x.json', bytes: Buffer.from(madeFrame('CY2026Q3I')) };
      expect(recognise(file)).toMatchObject({ key: 'CY2026Q3I', kind: 'shares-frame' });
    });
  });

  describe('the weekly run', () => {
    let server: EdgarServer;
    let http: HttpClient;
    let memory: RegisterMemory;
    const run = (now: string) =>
      memory.run(createSecCompanies(server.hosts), http, { now, since: '2026-01-01' });
    const frames = () => server.asked.flatMap((path) => /CY\d{4}Q\dI/.exec(path)?.[0] ?? []);
    beforeEach(async () => {
      server = await startEdgarServer();
      server.tickerTable = {
        body: JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data: [[1, 'S', 'S', null]] }),
        etag: '"1"',
      };
      const clock = { now: () => Date.parse('2026-10-08T12:00:00Z'), wait: async () => undefined };
      http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 0 });
      memory = new RegisterMemory();
    });
    afterEach(async () => {
      await http.close();
      await server.close();
    });

    it('takes the last five quarters, once a week', async () => {
      await run('2026-10-08T12:00:00Z');
      expect(frames()).toEqual(['CY2025Q4I', 'CY2026Q1I', 'CY2026Q2I', 'CY2026Q3I', 'CY2026Q4I']);
      await run('2026-10-14T12:00:00Z');
      expect(frames()).toHaveLength(5);
      await run('2026-10-15T12:00:00Z');
      expect(frames()).toHaveLength(10);
      // As a run under a wrong clock left it.
      memory.cursors.set('shares-read-on', '2027-08-01');
      await run('2026-10-16T12:00:00Z');
      expect(frames()).toHaveLength(15);
      expect(memory.cursors.get('shares-read-on')).toBe('2026-10-16');
    });

    it('accepts a missing frame for a quarter without filings yet, and reports an older gap', async () => {
      const there = ['CY2025Q4I', 'CY2026Q2I', 'CY2026Q3I'];
      server.frames = new Map(there.map((name) => [name, madeFrame(name)]));
      await run('2026-10-08T12:00:00Z');
      expect([...memory.documents.keys()].filter((key) => key.startsWith('CY'))).toEqual(
        there.map((name) => `${name} 2026-10-08`),
      );
      expect(memory.warnings).toEqual(['frame-missing']);
    });

    it('fails, and tries again the next hour, when there are no frames at all or one is invalid', async () => {
      server.frames = new Map();
      await expect(run('2026-10-08T12:00:00Z')).rejects.toThrow(/none of the last five frames/);
      server.frames = new Map([['CY2025Q4I', '<html>closed</html>']]);
      await expect(run('2026-10-08T13:00:00Z')).rejects.toThrow(/is not an XBRL frame/);
      server.frames = null;
      await run('2026-10-08T14:00:00Z');
      expect([...memory.documents.keys()].filter((key) => key.startsWith('CY'))).toHaveLength(5);
    });
  });
});
