import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import type { CusipSymbols } from '../../../src/records/cusip';
import { createSecHttp } from '../../../src/registers/edgar';
import type { PoliteHttp } from '../../../src/registers/polite-fetch';
import { Unreadable } from '../../../src/registers/register';
import { createSecCusip } from '../../../src/registers/sec-cusip/index';
import { parse, recognise } from '../../../src/registers/sec-cusip/parse';
import { type EdgarServer, startEdgarServer } from '../edgar-server';
import { RegisterMemory } from '../register-memory';

const HEADING = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
const file = (lines: string[], end = '\n') =>
  [
    HEADING,
    ...lines,
    `Trailer record count ${lines.length}`,
    `Trailer total quantity of shares ${lines.reduce((sum, line) => sum + Number(line.split('|')[3]), 0)}`,
    '',
  ].join(end);

const LINES = [
  '20260901|990001105|ACME|100|ACME SAMPLE CORP|12.50',
  '20260902|990001105|ACME|50|ACME SAMPLE CORP COM|12.60',
  '20260903|990001105|ACMX|7|ACME SAMPLE CORP|.',
  '20260902|G99000103|BRKB|1|BETA ROE LTD|0.21',
];

function read(bytes: Buffer | string) {
  const document = {
    key: 'cnsfails202609a',
    kind: 'fails-to-deliver',
    url: 'u',
    retrievedAt: '',
    bytes: Buffer.from(bytes),
  };
  const [parsed] = [...parse(document)];
  return { record: parsed!.records[0] as CusipSymbols, doubts: parsed!.doubts };
}

describe('a fails-to-deliver file', () => {
  const expected = {
    kind: 'cusip-symbols',
    file: 'cnsfails202609a',
    rows: [
      { cusip: '990001105', symbol: 'ACME', description: 'ACME SAMPLE CORP COM', lastDate: '2026-09-02' },
      { cusip: '990001105', symbol: 'ACMX', description: 'ACME SAMPLE CORP', lastDate: '2026-09-03' },
      { cusip: 'G99000103', symbol: 'BRKB', description: 'BETA ROE LTD', lastDate: '2026-09-02' },
    ],
  };

  it.each([
    ['as text', Buffer.from(file(LINES))],
    ['with CRLF', Buffer.from(file(LINES, '\r\n'))],
    ['zipped', Buffer.from(zipSync({ 'cnsfails202609a.txt': Buffer.from(file(LINES)) }))],
  ])('gives each pair of CUSIP and symbol with its latest date, %s', (_, bytes) => {
    expect(read(bytes)).toEqual({ record: expected, doubts: [] });
  });

  it('says which lines cannot be read, and keeps bars inside a description', () => {
    const { record, doubts } = read(
      file([
        ...LINES,
        'x|990001105|ACME|1|A|.',
        '20260902|12|ACME|1|A|.',
        '20260904|990002103|YHOO|1|YAHOO| INC|.',
      ]),
    );
    expect(doubts.map(({ kind, where }) => [kind, where])).toEqual([
      ['line-unreadable', 'cnsfails202609a line 6'],
      ['no-cusip-or-symbol', 'cnsfails202609a line 7'],
    ]);
    expect(record.rows.at(-1)!.description).toBe('YAHOO| INC');
  });

  it.each([
    ['without trailer', file(LINES).replace(/Trailer[\s\S]*/, '')],
    ['with a row less than stated', file(LINES).replace(`${LINES[0]}\n`, '')],
    ['with other shares than stated', file(LINES).replace('|100|', '|101|')],
    ['with another heading', file(LINES).replace('CUSIP', 'ISIN')],
    ['of two files', Buffer.from(zipSync({ a: Buffer.from('a'), b: Buffer.from('b') }))],
  ])('is not taken %s', (_, bytes) => {
    expect(() => read(bytes)).toThrow(Unreadable);
  });

  it('is recognised', () => {
    expect(recognise({ name: 'x/cnsfails202609a.txt', bytes: Buffer.from(file(LINES)) })).toMatchObject({
      key: 'cnsfails202609a',
    });
    expect(recognise({ name: 'x.txt', bytes: Buffer.from('CIK|Company') })).toBeNull();
  });
});

describe('the page of the files', () => {
  let server: EdgarServer;
  let http: PoliteHttp;
  let memory: RegisterMemory;
  const run = (now: string) => memory.run(createSecCusip(server.hosts), http, { now, since: '2026-01-01' });
  beforeEach(async () => {
    server = await startEdgarServer();
    for (const path of [
      '/files/data/fails-deliver-data/cnsfails202609a.zip',
      '/files/data/other/fails-deliver-data/cnsfails202608b.zip',
      '/files/data/fails-deliver-data/cnsfails202608b_0.zip',
      '/files/data/fails-deliver-data/cnsfails202410a.zip',
      '/files/data/fails-deliver-data/cnsfails202409b.zip',
    ])
      server.failsFiles.set(path, Buffer.from(file(LINES)));
    const clock = { now: () => Date.parse('2026-10-08T12:00:00Z'), wait: async () => undefined };
    http = createSecHttp({ contact: 'Test test@example.org', version: '0', clock, retries: 0 });
    memory = new RegisterMemory();
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  it('leads to the files of 24 months from both folders, the newest of a half month, once a day', async () => {
    await run('2026-10-08T12:00:00Z');
    await run('2026-10-08T18:00:00Z');
    expect([...memory.wanted.keys()]).toEqual(['cnsfails202609a', 'cnsfails202608b_0', 'cnsfails202410a']);
    expect(server.asked).toHaveLength(1);
    server.failsFiles.set('/files/data/fails-deliver-data/cnsfails202609b.zip', Buffer.from(file(LINES)));
    await run('2026-10-16T12:00:00Z');
    expect(memory.wanted.has('cnsfails202609b')).toBe(true);
    expect(memory.twice).toEqual([]);
  });

  it('is a failure when it links to nothing, or only elsewhere', async () => {
    server.failsFiles.clear();
    server.failsFiles.set('https://elsewhere.example/cnsfails202609a.zip', Buffer.from(''));
    await expect(run('2026-10-08T12:00:00Z')).rejects.toThrow(/links to no fails-to-deliver file/);
  });

  it('has its files fetched and read', async () => {
    await run('2026-10-08T12:00:00Z');
    const register = createSecCusip(server.hosts);
    const document = await register.retrieve!(http, memory.wanted.get('cnsfails202608b_0')!);
    for await (const { records } of register.parse(document)) expect(records).toHaveLength(1);
    expect(await register.probe(http, new Date())).toMatchObject({
      verdict: 'reachable',
      detail: '4 files, the latest cnsfails202609a',
    });
  });
});

const sample = join(__dirname, '../../../../shared/registers/sec/tickers/cnsfails202009a.zip');
(existsSync(sample) ? describe : describe.skip)('a real file (needs ../shared)', () => {
  it('reads to its trailer: 43,147 rows', () => {
    const { record, doubts } = read(readFileSync(sample));
    expect(doubts).toEqual([]);
    expect(record.rows.find(({ cusip }) => cusip === 'B38564108')).toMatchObject({ symbol: 'EURN' });
    expect(new Set(record.rows.map(({ cusip }) => cusip)).size).toBeGreaterThan(10_000);
  });
});
