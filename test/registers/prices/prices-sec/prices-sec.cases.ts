/** Fails-to-deliver files: what is read of them, what a damaged one yields, and which of them are fetched. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import type { Closes } from '../../../../src/records/prices/price.js';
import { createSecClient } from '../../../../src/registers/edgar/edgar.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { failsFiles } from '../../../../src/registers/prices/prices-sec/fails-page.js';
import { createPricesSec } from '../../../../src/registers/prices/prices-sec/index.js';
import { parse, recognise } from '../../../../src/registers/prices/prices-sec/parse.js';
import { type Parsed, ParseError } from '../../../../src/registers/register.js';
import { samplePath } from '../../../samples/folder.js';
import { describeNeeds } from '../../../samples/needs.js';
import { RegisterMemory } from '../../crawl-state.js';
import { type EdgarServer, startEdgarServer } from '../../edgar/edgar-server.js';
import { firstProbe } from '../../http/probes.js';

describe('registers/prices/prices-sec/prices-sec', () => {
  const HEADING = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
  const ROWS = [
    '20260908|990000110|SMPL|100|SAMPLE MINING CORP COM|8.90',
    '20260908|990000120|BRKQ|7|BRACKWATER TOOL CO CL B|.05',
    '20260909|990000110|SMPL|50|SAMPLE MINING CORP COM|.',
    '20260910|990000110|SMPL|3|SAMPLE MINING CORP COM|12',
  ];

  function written(rows: string[], more: { end?: string; count?: number; shares?: number } = {}): string {
    const { end = '\n', count = rows.length } = more;
    const shares = more.shares ?? rows.reduce((sum, row) => sum + Number(row.split('|')[3]), 0);
    const trailer = [`Trailer record count ${count}`, `Trailer total quantity of shares ${shares}`];
    return [HEADING, ...rows, ...trailer].join(end) + end;
  }

  function read(bytes: Buffer | string): {
    rows: Closes['rows'];
    warnings: Parsed['warnings'];
    records: number;
  } {
    const parsed = [
      ...parse({ key: 'k', kind: 'fails-to-deliver', url: 'u', retrievedAt: '', bytes: Buffer.from(bytes) }),
    ];
    const records = parsed
      .flatMap(({ records: own }) => own)
      .filter((record): record is Closes => record.kind === 'closes');
    return {
      rows: records.flatMap(({ rows }) => rows),
      warnings: parsed.flatMap(({ warnings }) => warnings),
      records: records.length,
    };
  }

  const CLOSES = [
    { symbol: 'SMPL', date: '2026-09-08', close: 8.9, kind: 'settlement-reference' },
    { symbol: 'BRKQ', date: '2026-09-08', close: 0.05, kind: 'settlement-reference' },
    { symbol: 'SMPL', date: '2026-09-10', close: 12, kind: 'settlement-reference' },
  ];

  describe('a fails-to-deliver file', () => {
    it.each([
      ['line feeds', '\n'],
      ['carriage returns', '\r\n'],
    ])('gives its prices with %s; a full stop is not a price', (_, end) => {
      expect(read(written(ROWS, { end }))).toEqual({ rows: CLOSES, warnings: [], records: 1 });
    });

    it('reports which symbol a CUSIP had last, whether or not it had a price', () => {
      const text = written([
        '20260908|990000110|SMPL|1|SAMPLE MINING|1.00',
        '20260910|990000110|SMPL|1|SAMPLE MINING CORP COM|.',
        '20260909|990000110|OLDS|1|SAMPLE MINING|1.00',
        '20260909|12|SHRT|1|SHORT CUSIP|1.00',
      ]);
      const parsed = [
        ...parse({ key: 'k', kind: 'fails-to-deliver', url: 'u', retrievedAt: '', bytes: Buffer.from(text) }),
      ];
      const pairs = parsed.flatMap(({ records }) => records).filter(({ kind }) => kind === 'cusip-symbols');
      expect(pairs).toEqual([
        {
          kind: 'cusip-symbols',
          file: 'k',
          rows: [
            {
              cusip: '990000110',
              symbol: 'SMPL',
              description: 'SAMPLE MINING CORP COM',
              lastDate: '2026-09-10',
            },
            { cusip: '990000110', symbol: 'OLDS', description: 'SAMPLE MINING', lastDate: '2026-09-09' },
          ],
        },
      ]);
      expect(parsed.flatMap(({ warnings }) => warnings).map(({ kind }) => kind)).toEqual([
        'no-cusip-or-symbol',
      ]);
    });

    it('is read from its archive', () => {
      const zip = zipSync({ 'cnsfails202609a.txt': Buffer.from(written(ROWS)) });
      expect(read(Buffer.from(zip)).rows).toEqual(CLOSES);
      const two = zipSync({ 'a.txt': Buffer.from('a'), 'b.txt': Buffer.from('b') });
      expect(() => read(Buffer.from(two))).toThrow(/one file was expected in the archive, and 2 are there/);
      expect(() => read(Buffer.from(zip.slice(0, zip.length - 30)))).toThrow(ParseError);
    });

    it('is rejected when rows or shares differ from the trailer, or there is none', () => {
      expect(() => read(written(ROWS, { count: 5 }))).toThrow('the trailer says 5 rows and there are 4');
      expect(() => read(written(ROWS, { shares: 161 }))).toThrow(
        'the trailer says 161 shares and there are 160',
      );
      expect(() => read([HEADING, ...ROWS].join('\n'))).toThrow('the trailer lines are missing');
      expect(() => read(written(ROWS).replace('PRICE', 'VALUE'))).toThrow(/another heading/);
      expect(() => read('<html>')).toThrow(ParseError);
    });

    it('keeps a description with a bar, and reports lines and prices that it cannot read', () => {
      const odd = [
        '20040908|990000130|ODD|1|ODD| ENTMT INC|3.10',
        '20260931|990000110|SMPL|1|NO SUCH DAY|1.00',
        '20260908|990000140|CALL|1|CALLED AWAY|N/A',
        '20260908|1|SHORT',
      ];
      const { rows, warnings } = read(written(odd, { shares: 3 }));
      expect(rows).toEqual([{ symbol: 'ODD', date: '2004-09-08', close: 3.1, kind: 'settlement-reference' }]);
      expect(warnings).toEqual([
        { kind: 'line-unreadable', detail: odd[1], where: 'k line 3' },
        { kind: 'price-unreadable', detail: 'N/A', where: 'k line 4' },
        { kind: 'line-unreadable', detail: odd[3], where: 'k line 5' },
      ]);
    });

    it('uses neither of two prices under one symbol on one day', () => {
      const { rows, warnings } = read(
        written([ROWS[0]!, '20260908|990000999|SMPL|1|SAMPLE NEW CUSIP|35.60', ROWS[3]!]),
      );
      expect(rows.map(({ date }) => date)).toEqual(['2026-09-10']);
      expect(warnings).toEqual([{ kind: 'price-twice', detail: 'SMPL 2026-09-08', where: 'k' }]);
    });

    it('yields records of bounded size', () => {
      const many = Array.from({ length: 25_000 }, (_, i) => `20260908|990000110|S${i}|1|X|1.00`);
      expect(read(written(many))).toMatchObject({ records: 3 });
    });

    it('is recognised among saved files', () => {
      expect(recognise({ name: 'x/cnsfails202609a.txt', bytes: Buffer.from(written(ROWS)) })).toMatchObject({
        key: 'cnsfails202609a',
        kind: 'fails-to-deliver',
      });
      expect(recognise({ name: 'x.csv', bytes: Buffer.from('date,close\n') })).toBeNull();
    });
  });

  describe('the page', () => {
    const onHost = (link: string) => (link.startsWith('http') ? null : `https://www.sec.gov${link}`);

    it('lists files in both folders, takes the one posted again, and no foreign address', () => {
      const files = failsFiles(
        `<a href="/files/data/fails-deliver-data/cnsfails202609a.zip">x</a>
       <a href='/files/data/other/fails-deliver-data/cnsfails202308b.zip'>x</a>
       <a HREF="/files/data/fails-deliver-data/cnsfails202308b_0.zip">x</a>
       <a href="https://elsewhere.example/cnsfails202610a.zip">x</a>
       <a href="/files/data/fails-deliver-data/readme.txt">x</a>`,
        onHost,
      );
      expect(files).toEqual([
        {
          key: 'cnsfails202308b_0',
          url: 'https://www.sec.gov/files/data/fails-deliver-data/cnsfails202308b_0.zip',
          from: '2023-08-13',
          until: '2023-08-31',
        },
        expect.objectContaining({ key: 'cnsfails202609a', from: '2026-09-01', until: '2026-09-17' }),
      ]);
    });
  });

  describe('the crawl', () => {
    let server: EdgarServer;
    let http: HttpClient;
    let memory: RegisterMemory;
    const register = () => createPricesSec(server.hosts, () => new Date('2026-10-08T12:00:00Z'));
    const run = (now: string, since = '2026-08-20') => memory.run(register(), http, { now, since });
    const put = (name: string, folder = '/files/data/fails-deliver-data') =>
      server.failsFiles.set(name, {
        folder,
        bytes: Buffer.from(zipSync({ 'x.txt': Buffer.from(written(ROWS)) })),
      });
    beforeEach(async () => {
      server = await startEdgarServer();
      const clock = { now: () => Date.parse('2026-10-08T12:00:00Z'), wait: async () => undefined };
      http = createSecClient({ contact: 'Test test@example.org', version: '0', clock, retries: 0 });
      memory = new RegisterMemory();
    });
    afterEach(async () => {
      await http.close();
      await server.close();
    });

    it('queues the files of 24 months once, checks the page once a day, and finds the next one', async () => {
      for (const name of ['cnsfails202409b', 'cnsfails202609a']) put(name);
      put('cnsfails202410a', '/files/data/other/fails-deliver-data');
      await run('2026-10-08T12:00:00Z');
      expect([...memory.wanted.keys()]).toEqual(['cnsfails202410a', 'cnsfails202609a']);
      await run('2026-10-08T18:00:00Z');
      expect(server.asked).toHaveLength(1);
      put('cnsfails202609b');
      await run('2026-10-09T12:00:00Z');
      expect([...memory.wanted.keys()]).toHaveLength(3);
      expect(memory.twice).toEqual([]);
      // An operator who sets an earlier day need not wait for the next day.
      await run('2026-10-09T13:00:00Z', '2024-09-20');
      expect([...memory.wanted.keys()]).toHaveLength(4);
    });

    it('downloads a file, and distinguishes a missing one from a refusal', async () => {
      put('cnsfails202609a');
      await run('2026-10-08T12:00:00Z');
      const wanted = memory.wanted.get('cnsfails202609a')!;
      const document = await register().download!(http, wanted);
      const [closes, symbols] = [...parse(document)].flatMap(({ records }) => records);
      expect(closes).toEqual({ kind: 'closes', source: 'sec-public', rows: CLOSES });
      expect(symbols).toMatchObject({ kind: 'cusip-symbols', file: 'cnsfails202609a' });
      server.failsFiles.clear();
      await expect(register().download!(http, wanted)).rejects.toThrow(/is not there/);
      server.instead = () => ({ status: 403, body: 'go away' });
      await expect(register().download!(http, wanted)).rejects.toThrow(/answered 403/);
    });

    it('treats a page without links as a failure', async () => {
      await expect(run('2026-10-08T12:00:00Z')).rejects.toThrow(/links to no fails-to-deliver file/);
      expect(await firstProbe(register(), http, new Date())).toMatchObject({ verdict: 'unknown-shape' });
      put('cnsfails202609a');
      expect(await firstProbe(register(), http, new Date())).toMatchObject({
        verdict: 'reachable',
        detail: '1 files, the latest cnsfails202609a',
      });
    });
  });

  const archive = 'sec/tickers/cnsfails202009a.zip';
  describeNeeds(archive)('a real file', () => {
    it('reads without a warning: 42,685 prices', () => {
      const { rows, warnings } = read(readFileSync(samplePath(archive)));
      expect(warnings).toEqual([]);
      expect(rows).toHaveLength(42_685);
      expect(rows.find(({ symbol, date }) => symbol === 'SPY' && date === '2020-09-08')).toEqual({
        symbol: 'SPY',
        date: '2020-09-08',
        close: 342.57,
        kind: 'settlement-reference',
      });
    });
  });
});
