/** The operator's price files: what they may contain, and when they are read again. */

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPricesCsv } from '../../../../src/registers/prices/prices-csv/index.js';
import { parse, recognise } from '../../../../src/registers/prices/prices-csv/parse.js';
import type { Batch, Http } from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { firstProbe } from '../../http/probes.js';

function read(key: string, text: string) {
  const parsed = [...parse({ key, kind: 'price-file', url: 'u', retrievedAt: '', bytes: Buffer.from(text) })];
  return {
    records: parsed.flatMap(({ records }) => records),
    warnings: parsed.flatMap(({ warnings }) => warnings),
  };
}

describe('a price file', () => {
  it('gives closes and splits, its columns in any order', () => {
    const { records, warnings } = read(
      'all.csv',
      '\uFEFFClose,Date,Symbol,Split\r\n33.10,2026-11-19,abcd,\r\n8.31,2026-11-20,ABCD,4:1\r\n"1.5",2026-11-20,QQZ-A,1/10\r\n,2026-11-20,BRK.B,0.5\r\n2,2026-11-20,SAME,1:1\r\n',
    );
    expect(warnings).toEqual([]);
    expect(records).toEqual([
      {
        kind: 'closes',
        source: 'csv',
        rows: [
          { symbol: 'ABCD', date: '2026-11-19', close: 33.1, kind: 'close' },
          { symbol: 'ABCD', date: '2026-11-20', close: 8.31, kind: 'close' },
          { symbol: 'QQZ-A', date: '2026-11-20', close: 1.5, kind: 'close' },
          { symbol: 'SAME', date: '2026-11-20', close: 2, kind: 'close' },
        ],
      },
      {
        kind: 'splits',
        source: 'csv',
        rows: [
          { symbol: 'ABCD', date: '2026-11-20', numerator: 4, denominator: 1 },
          { symbol: 'QQZ-A', date: '2026-11-20', numerator: 1, denominator: 10 },
          { symbol: 'BRK.B', date: '2026-11-20', numerator: 0.5, denominator: 1 },
        ],
      },
    ]);
  });

  it('takes the symbol from its name where it has no such column', () => {
    expect(read('brk-b.csv', 'date,close\n2026-11-19,500\n').records).toEqual([
      {
        kind: 'closes',
        source: 'csv',
        rows: [{ symbol: 'BRK-B', date: '2026-11-19', close: 500, kind: 'close' }],
      },
    ]);
  });

  it('reports each row that it cannot read, and keeps the others', () => {
    const bad = [
      '2026-11-31,A,1,',
      '2026-11-20,A,0,',
      '2026-11-20,A,1e3,',
      '2026-11-20,,1,',
      '2026-11-20,A,,',
      '2026-11-20,A,1,4:0',
      '2026-11-20,A,"1,000",',
      '2026-11-20,A,1',
    ];
    const { records, warnings } = read(
      'x y z.csv',
      ['date,symbol,close,split', ...bad, '2026-11-20,A,1,'].join('\n'),
    );
    expect(warnings.map(({ kind }) => kind)).toEqual(bad.map(() => 'row-unreadable'));
    expect(warnings[0]).toMatchObject({ detail: '2026-11-31,A,1,', where: 'x y z.csv line 2' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ rows: [{ symbol: 'A', close: 1 }] });
  });

  it.each([
    ['date,close,volume\n', /unknown column: volume/],
    ['close\n1\n', /date and close/],
    ['date,symbol\n', /date and close/],
    ['date,close\n2026-11-19,1\n', /column symbol/],
  ])('is unread as a whole with the heading %j', (text, reason) => {
    expect(() => read('what is this.csv', text)).toThrow(reason);
  });

  it('is recognised among saved files', () => {
    const known = (text: string) => recognise({ name: '/x/ABCD.csv', bytes: Buffer.from(text) });
    expect(known('Date,Close\n')).toEqual({ key: 'ABCD.csv', kind: 'price-file', url: 'file:ABCD.csv' });
    expect(known('date,close,adjusted\n')).toBeNull();
  });
});

describe('the folder', () => {
  const http: Http = {
    request: async () => {
      throw new Error('no network');
    },
  };
  let folder: string;
  let memory: RegisterMemory;
  const run = () =>
    memory.run(createPricesCsv(folder), http, { now: '2026-11-20T12:00:00Z', since: '2026-01-01' });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-prices-'));
    memory = new RegisterMemory();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gives each CSV file once, and again when it changed', async () => {
    writeFileSync(join(folder, 'A.csv'), 'date,close\n2026-11-19,1\n');
    writeFileSync(join(folder, 'B.CSV'), 'date,close\n2026-11-19,2\n');
    writeFileSync(join(folder, 'notes.txt'), 'hello');
    expect(await run()).toBe(2);
    expect([...memory.documents.keys()]).toEqual(['A.csv', 'B.CSV']);
    expect(await run()).toBe(0);
    utimesSync(join(folder, 'A.csv'), new Date(), new Date('2026-11-21T00:00:00Z'));
    expect(await run()).toBe(1);
    expect(memory.twice).toEqual(['A.csv']);
  });

  it('gives a large file in pieces of whole lines, and marks it as read with the last one', async () => {
    const day = (index: number) => new Date(Date.UTC(1800, 0, 1 + index)).toISOString().slice(0, 10);
    const lines = Array.from(
      { length: 220_000 },
      (_, index) => `${day(index % 80_000)},S${index % 7},${index + 1}`,
    );
    lines[150_000] = 'not a row';
    writeFileSync(join(folder, 'large.csv'), `date,symbol,close\n${lines.join('\n')}`);
    const register = createPricesCsv(folder);
    const context = {
      now: new Date('2026-11-20T12:00:00Z'),
      since: '2026-01-01',
      crawlState: memory,
    } as never;
    const batches: Batch[] = [];
    const signal = new AbortController().signal;
    for await (const batch of register.fetch(http, {
      ...(context as object),
      signal,
      progress() {},
    } as never))
      batches.push(batch);
    const documents = batches.flatMap((batch) => batch.documents ?? []);
    expect(documents.length).toBeGreaterThan(1);
    for (const { key, bytes } of documents)
      expect([key, bytes.length < 4_200_000]).toEqual(['large.csv', true]);
    expect(batches.map((batch) => batch.cursors !== undefined)).toEqual(
      batches.map((_, index) => index === batches.length - 1),
    );
    const parsed = documents.flatMap((document) => [...parse(document)]);
    const closes = parsed.flatMap(({ records }) =>
      records.flatMap((one) => (one.kind === 'closes' ? one.rows : [])),
    );
    expect(closes.map(({ close }) => close)).toEqual(
      lines.flatMap((_, index) => (index === 150_000 ? [] : [index + 1])),
    );
    expect(parsed.flatMap(({ warnings }) => warnings)).toEqual([
      { kind: 'row-unreadable', detail: 'not a row', where: 'large.csv line 150002' },
    ]);
  });

  it('gives only the first piece of a large file with another heading', async () => {
    writeFileSync(join(folder, 'A.csv'), `date,open\n${'2026-11-19,1\n'.repeat(400_000)}`);
    expect(await run()).toBe(1);
    expect(() => [...parse(memory.documents.get('A.csv')!)]).toThrow(/unknown column: open/);
    expect(await run()).toBe(0);
  });

  it('is a failure with a line that is too long', async () => {
    writeFileSync(join(folder, 'A.csv'), Buffer.alloc(5_000_000));
    await expect(run()).rejects.toThrow(/A.csv cannot be read: a line of more than/);
  });

  it('is a failure if it does not exist', async () => {
    rmSync(folder, { recursive: true });
    await expect(run()).rejects.toThrow(/cannot be read: ENOENT/);
    const nowhere = createPricesCsv('');
    expect(() => nowhere.fetch(http, {} as never)).toThrow(/PRICES_DIR is not set/);
    expect(await firstProbe(createPricesCsv(folder), http, new Date())).toMatchObject({ verdict: 'refused' });
  });
});
