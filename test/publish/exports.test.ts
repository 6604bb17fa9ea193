/** Static exports: only what changed is written, the list tells the truth, and an address is never a path. */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { exportPath, readExport } from '../../src/publish/export-file.js';
import { updateList } from '../../src/publish/export-list.js';
import { type Exported, type ExportOptions, readIndex, writeExports } from '../../src/publish/exports.js';
import { endpointsOf } from '../../src/transports/http/rest.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import { tools } from '../../tools/index.js';
import { inventedFilings, memoryReads, NOW } from '../bench/memory-reads.js';
import { BASE_URL, startService } from '../transports/service.js';
import { get, open } from '../transports/wire.js';
import { EVIL } from './pages/hostile-answers.js';

const form4 = tools.filter((tool) => ['/v1/filings', '/v1/insiders/{id}'].includes(tool.path));
const SLUGS = ['adeyemi-bola', 'hartmann-jose', 'quill-marina-t'];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'disclosed-exports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function options(filings: FilingFacts[], asOf: string, more: Partial<ExportOptions> = {}): ExportOptions {
  const rateLimits = { keyless: 60, withKey: 600, windowSeconds: 3600 };
  const context = {
    reads: memoryReads(filings),
    now: NOW,
    baseUrl: BASE_URL,
    endpoints: endpointsOf(tools),
    rateLimits,
  };
  return {
    root,
    tools: form4,
    context,
    sourcePrefix: 'sample:',
    names: { insiders: SLUGS, tickers: ['BRKW', 'OSWN'] },
    asOf,
    ...more,
  };
}

/** Handles of this process on a file, where the system tells. */
function openOn(path: string): number {
  if (!existsSync('/proc/self/fd')) return 0;
  const behind = (fd: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  };
  return readdirSync('/proc/self/fd').filter((fd) => behind(fd) === path).length;
}

const EARLY = '2026-11-20T12:00:00.000Z';
const LATE = '2026-11-20T13:00:00.000Z';
const rows = inventedFilings(9);

test('a run writes only the entities that changed, and takes away those that are gone', async () => {
  expect(await writeExports(options(rows, EARLY))).toEqual({ written: 5, unchanged: 0, removed: 0 });
  expect(await writeExports(options(rows, LATE))).toEqual({ written: 0, unchanged: 5, removed: 0 });
  const changed = rows.map((row, index) => (index === 0 ? { ...row, shares: 999 } : row));
  expect(await writeExports(options(changed, LATE))).toEqual({ written: 2, unchanged: 3, removed: 0 });
  const people = await readIndex(root, 'insiders');
  expect(people.map(({ name, as_of }) => [name, as_of])).toEqual([
    ['adeyemi-bola', EARLY],
    ['hartmann-jose', EARLY],
    ['quill-marina-t', LATE],
  ]);
  expect(
    await writeExports(
      options(changed, LATE, { names: { insiders: SLUGS.slice(1), tickers: ['BRKW', 'OSWN'] } }),
    ),
  ).toEqual({ written: 0, unchanged: 4, removed: 1 });
  expect(await readExport(exportPath(root, 'insiders', 'adeyemi-bola'))).toBeNull();
});

test('where it is known who changed, nobody else is asked about, and the list keeps them', async () => {
  await writeExports(options(rows, EARLY));
  const changed = rows.map((row, index) => (index === 0 ? { ...row, shares: 999 } : row));
  const asked: string[] = [];
  const follow = options(changed, LATE, {
    touched: { insiders: ['quill-marina-t'] },
    tools: form4.slice(1),
  });
  const { reads } = follow.context;
  follow.context.reads = {
    ...reads,
    insider: (question) => {
      asked.push(question.slug);
      return reads.insider(question);
    },
  };
  expect(await writeExports(follow)).toEqual({ written: 1, unchanged: 0, removed: 0 });
  expect(asked).toEqual(['quill-marina-t']);
  const list = await readIndex(root, 'insiders');
  expect(list.map(({ name, as_of }) => [name, as_of])).toEqual([
    ['adeyemi-bola', EARLY],
    ['hartmann-jose', EARLY],
    ['quill-marina-t', LATE],
  ]);
  const nobody = options(changed, LATE, { touched: { insiders: [] }, tools: form4.slice(1) });
  expect(await writeExports(nobody)).toEqual({ written: 0, unchanged: 0, removed: 0 });
  expect(await readIndex(root, 'insiders')).toEqual(list);
});

test('a register that was never read, and a run that was stopped, leave what is there', async () => {
  await writeExports(options(rows, EARLY));
  const unread = options(rows, LATE);
  unread.context.reads.sources = async () => [];
  expect(await writeExports(unread)).toEqual({ written: 0, unchanged: 0, removed: 0 });
  const stop = new AbortController();
  stop.abort();
  await writeExports(options([], LATE, { signal: stop.signal }));
  expect(await readIndex(root, 'insiders')).toHaveLength(3);
});

test('a file that lacks rows says how many there are', async () => {
  const full = options(rows, EARLY, { tools: form4 });
  const { reads } = full.context;
  // As many rows as the endpoint gives, of which the store has more.
  full.context.reads = {
    ...reads,
    latestFilings: async () => Array.from({ length: 500 }, () => rows[0]!),
    filingTotals: async () => ({ rows: 743, purchases: 0, sales: 0 }),
  };
  await writeExports(full);
  const service = await startService({ reads: memoryReads(rows), pages: { exportsRoot: root } });
  try {
    const ticker = JSON.parse((await service.ask('/data/tickers/BRKW.json')).text);
    expect([ticker.data.length, ticker.total, ticker.truncated]).toEqual([500, 743, true]);
    const person = JSON.parse((await service.ask('/data/insiders/quill-marina-t.json')).text);
    expect('total' in person).toBe(false);
  } finally {
    await service.close();
  }
});

test('while a register is read for the first time, what has no file yet is not said to be none', async () => {
  const filling = memoryReads(rows);
  const { sources, tracker } = filling;
  filling.sources = async () =>
    (await sources()).map((one) => ({
      ...one,
      isWhole: false,
      registers: one.registers.map((register) => ({ ...register, lastReadAt: null, isWhole: false })),
    }));
  const given = options(rows, EARLY, { tools });
  given.context.reads = {
    ...filling,
    trackerNames: async () => [{ slug: 'made-up', name: 'N', archetype: 'hedge_fund' }],
  };
  given.context.reads.tracker = async () =>
    ({
      identity: { archetype: 'hedge_fund' },
      snapshot: null,
      filingHistory: [],
      ogeTransactions: null,
    }) as never;
  await writeExports(given);
  // What can be answered has its files, and the fund waits for its reports.
  expect(await readIndex(root, 'insiders')).toHaveLength(3);
  expect(await readIndex(root, 'trackers')).toEqual([]);
  const service = await startService({ reads: { ...filling, tracker }, pages: { exportsRoot: root } });
  try {
    for (const path of ['/data/trackers/made-up.json', '/data/insiders/nobody-yet.json'])
      expect([path, (await service.ask(path)).status]).toEqual([path, 503]);
    expect((await service.ask('/data/insiders/quill-marina-t.json')).status).toBe(200);
  } finally {
    await service.close();
  }
});

test('data is that of the endpoint, and the list has the size and hash of every file', async () => {
  await writeExports(options(rows, EARLY));
  const service = await startService({ reads: memoryReads(rows), pages: { exportsRoot: root } });
  try {
    const { text, headers, status } = await service.ask('/data/insiders/quill-marina-t.json');
    expect([status, headers['access-control-allow-origin'], headers['x-ratelimit-limit']]).toEqual([
      200,
      '*',
      undefined,
    ]);
    const file = JSON.parse(text);
    expect(Object.keys(file)).toEqual(['source', 'license', 'source_license', 'as_of', 'terms', 'data']);
    expect([file.source, file.as_of]).toEqual(['sample:sec-edgar-form4', EARLY]);
    expect(file.terms).toMatch(/^SAMPLE: .*invented/);
    expect(file.data).toEqual(JSON.parse((await service.ask('/v1/insiders/quill-marina-t')).text).data);
    const ticker = JSON.parse((await service.ask('/data/tickers/BRKW.json')).text);
    expect(ticker.data).toEqual(
      JSON.parse((await service.ask('/v1/filings?ticker=BRKW&since=2025-11-20&limit=500')).text).data,
    );
    const list = JSON.parse((await service.ask('/data/insiders/index.json')).text) as {
      files: Exported[];
      as_of: string;
    };
    expect([list.as_of, list.files.length]).toEqual([EARLY, 3]);
    for (const one of list.files) {
      const { bytes } = await service.ask(`/data/insiders/${one.name}.json`);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
        one.bytes,
        one.sha256,
      ]);
    }
    const packed = await service.ask('/data/tickers/BRKW.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const again = await service.ask('/data/tickers/BRKW.json', {
      headers: { 'if-none-match': String(packed.headers.etag), 'accept-encoding': 'gzip' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  } finally {
    await service.close();
  }
});

test('what is not made yet is not said to be missing, and what is unknown is', async () => {
  const service = await startService({ reads: memoryReads(rows), pages: { exportsRoot: root } });
  try {
    const early = await service.ask('/data/insiders/quill-marina-t.json');
    expect([early.status, early.headers['retry-after'], JSON.parse(early.text).error.code]).toEqual([
      503,
      '60',
      'not_ready',
    ]);
    await writeExports(options(rows, EARLY));
    expect((await service.ask('/data/insiders/quill-marina-t.json')).status).toBe(200);
    const unknown = await service.ask('/data/insiders/nobody.json');
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.text).error.message).toContain('/data/insiders/index.json');
    const posted = await service.ask('/data/insiders/quill-marina-t.json', { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  } finally {
    await service.close();
  }
});

test('a source that was switched off is not served from older files, and the next run removes them', async () => {
  await writeExports(options(rows, EARLY));
  const reads = memoryReads(rows);
  const sources = await reads.sources();
  reads.sources = async () =>
    sources.map((one) => (one.source === 'sec-edgar-form4' ? { ...one, status: 'off' } : one));
  const service = await startService({ reads, pages: { exportsRoot: root } });
  try {
    const answered = await service.ask('/data/insiders/quill-marina-t.json');
    expect([answered.status, answered.text.includes('switched off')]).toEqual([503, true]);
    const off = options(rows, LATE);
    off.context.reads.sources = reads.sources;
    expect(await writeExports(off)).toEqual({ written: 0, unchanged: 0, removed: 5 });
    const left = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(left).toEqual([]);
  } finally {
    await service.close();
  }
});

test('many who ask for one large list at once are given one reading of it', async () => {
  await writeExports(options(rows, EARLY));
  const service = await startService({ reads: memoryReads(rows), pages: { exportsRoot: root } });
  try {
    const all = await Promise.all(Array.from({ length: 50 }, () => service.ask('/data/insiders/index.json')));
    expect(new Set(all.map(({ status, text }) => status + text)).size).toBe(1);
  } finally {
    await service.close();
  }
});

test.each(Object.entries(EVIL))(
  'a filed name that is hostile (%s) comes out as it went in, as data',
  async (_kind, text) => {
    const hostile = rows.map((row) => ({ ...row, issuerName: text, ownerTitle: text }));
    await writeExports(options(hostile, EARLY));
    const service = await startService({ reads: memoryReads(hostile), pages: { exportsRoot: root } });
    try {
      const { status, headers, text: body } = await service.ask('/data/tickers/BRKW.json');
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        'application/json; charset=utf-8',
        'nosniff',
      ]);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['set-cookie']).toBeUndefined();
      for (const row of JSON.parse(body).data) expect([row.issuerName, row.ownerTitle]).toEqual([text, text]);
      expect(service.logged).toEqual([]);
    } finally {
      await service.close();
    }
  },
);

test('no address reaches the disk as a path', async () => {
  await writeExports(options(rows, EARLY));
  mkdirSync(join(root, 'insiders'));
  writeFileSync(join(root, 'insiders', 'loose.json'), 'secret');
  writeFileSync(join(root, 'loose.json'), 'secret');
  const service = await startService({ pages: { exportsRoot: root } });
  try {
    const paths = [
      'insiders/loose',
      'insiders/..%2Floose',
      'insiders/%2e%2e%2floose',
      'loose',
      'insiders/',
      'insiders/quill-marina-t%00',
      `insiders/${'a'.repeat(161)}`,
      'other/quill-marina-t',
      'insiders/..',
      '__proto__/x',
    ];
    for (const path of paths) {
      const answered = await service.ask(`/data/${path}.json`);
      expect([path, answered.status, answered.text.includes('secret')]).toEqual([path, 404, false]);
    }
    expect(service.logged).toEqual([]);
  } finally {
    await service.close();
  }
});

test('a reader never sees half a file, and no half is left over', async () => {
  await writeExports(options(rows, EARLY));
  const path = exportPath(root, 'tickers', 'BRKW');
  const runs = Array.from({ length: 6 }, (_, index) => rows.map((row) => ({ ...row, shares: index + 1 })));
  let writing = true;
  const reader = (async () => {
    let read = 0;
    while (writing) {
      const found = await readExport(path);
      expect(createHash('sha256').update(found!.body).digest('hex')).toBe(found!.sha256);
      read += 1;
    }
    return read;
  })();
  for (const run of runs) await writeExports(options(run, LATE));
  writing = false;
  expect(await reader).toBeGreaterThan(0);
  const files = readdirSync(root, { recursive: true }).map((name) => join(root, String(name)));
  expect(files.filter((file) => statSync(file).isFile())).toHaveLength(7);
});

test('a file that the disk damaged is never sent, and is written anew', async () => {
  await writeExports(options(rows, EARLY));
  const paths = ['BRKW', 'OSWN'].map((name) => exportPath(root, 'tickers', name));
  truncateSync(paths[0]!, statSync(paths[0]!).size - 5);
  writeFileSync(paths[1]!, '\0'.repeat(256));
  const service = await startService({ reads: memoryReads(rows), pages: { exportsRoot: root } });
  try {
    const asked = () =>
      Promise.all(['BRKW', 'OSWN'].map((name) => service.ask(`/data/tickers/${name}.json`)));
    expect((await asked()).map(({ status }) => status)).toEqual([500, 500]);
    expect(await writeExports(options(rows, LATE))).toEqual({ written: 2, unchanged: 3, removed: 0 });
    expect((await asked()).map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    await service.close();
  }
});

test('what a killed process left half written goes, what another one is writing stays', async () => {
  const building = join(root, 'building');
  mkdirSync(building, { recursive: true });
  writeFileSync(join(building, '1'), 'half');
  writeFileSync(join(building, '2'), 'half');
  utimesSync(join(building, '1'), new Date(), new Date(Date.now() - 3_600_000));
  await writeExports(options(rows, EARLY));
  expect(readdirSync(building)).toEqual(['2']);
});

test('a list too long to be held is sent as it is read, packed or plain, and a name in it is changed in its place', async () => {
  await writeExports(options(rows, EARLY));
  const path = exportPath(root, 'insiders', 'index');
  const row = (name: string, bytes: number) => ({ name, bytes, sha256: 'f'.repeat(64), as_of: EARLY });
  const names = Array.from({ length: 12_000 }, (_, n) => `person-${String(n).padStart(5, '0')}`);
  const head = () => ({ source: 'sample:x', license: 'x', as_of: LATE, terms: 'x' });
  const other = async () => true;
  await updateList({ path, names, look: async (name) => row(name, 1), other, head });
  await updateList({
    path,
    names: ['aaa', 'person-00007', 'person-11999', 'zzz'],
    look: async (name) => (name === 'person-11999' ? null : row(name, 2)),
    other,
    head,
  });
  const service = await startService({ reads: memoryReads(rows), pages: { exportsRoot: root } });
  try {
    const list = '/data/insiders/index.json';
    const plain = await service.ask(list, { headers: { 'accept-encoding': 'identity' } });
    const { files } = JSON.parse(plain.text) as { files: Exported[] };
    // Three people of the first run, 12,000 of the second, two more and one less of the third.
    expect(files).toHaveLength(12_004);
    expect(files.map(({ name }) => name)).toEqual(files.map(({ name }) => name).sort());
    expect(files.filter(({ bytes }) => bytes === 2).map(({ name }) => name)).toEqual([
      'aaa',
      'person-00007',
      'zzz',
    ]);
    for (const accept of ['gzip', 'gzip, br']) {
      const packed = await service.ask(list, { headers: { 'accept-encoding': accept } });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
      expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    }
    const held = { 'if-none-match': String(plain.headers.etag) };
    expect((await service.ask(list, { headers: held })).status).toBe(304);
    expect(await service.ask(list, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    // Callers who go half-way, and one who goes at once.
    for (const accept of ['gzip', 'identity'])
      for (const wanted of ['HTTP/1.1 200', '']) {
        const wire = await open(service.port);
        wire.socket.once('data', () => wire.socket.pause());
        wire.send(get(list, `Accept-Encoding: ${accept}\r\n`));
        if (wanted !== '') await wire.heard(wanted);
        wire.socket.destroy();
        await wire.closed;
      }
    expect((await service.ask(list)).status).toBe(200);
    while (openOn(path) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    await service.close();
  }
});
