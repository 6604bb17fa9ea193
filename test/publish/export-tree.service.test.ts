/** The tree of exports: only what changed is written, the index is right, and a name is never a path. */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  isTreeFolder,
  readTree,
  type TreeFile,
  type TreeOptions,
  treePath,
  writeTree,
} from '../../src/publish/export-tree.js';
import { endpointsOf } from '../../src/transports/http/rest.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import { tools } from '../../tools/index.js';
import { inventedFilings, inventedReads, NOW } from '../invented-reads.js';
import { BASE_URL } from '../transports/service.js';

const EARLY = '2026-11-20T12:00:00.000Z';
const LATE = '2026-11-20T13:00:00.000Z';
const rows = inventedFilings(9);
const changed = rows.map((row, index) => (index === 0 ? { ...row, shares: 999 } : row));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'disclosed-tree-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function options(filings: FilingFacts[], asOf: string, more: Partial<Reads> = {}): TreeOptions {
  const rateLimits = { keyless: 60, withKey: 600, windowSeconds: 3600 };
  const reads = Object.assign(inventedReads(filings), more);
  return {
    root,
    folders: ['insiders', 'tickers'],
    tools,
    context: { reads, now: NOW, baseUrl: BASE_URL, endpoints: endpointsOf(tools), rateLimits },
    sourcePrefix: 'sample:',
    asOf,
  };
}

async function index(): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  for await (const file of readTree(root)) files.push(file);
  return files;
}

/** Every file but the index, by its path below the root. */
function filesOnDisk(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.json')
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

it('a run writes only the files that changed, and removes those that are gone', async () => {
  expect(await writeTree(options(rows, EARLY))).toEqual({ written: 5, unchanged: 0, removed: 0 });
  expect(await writeTree(options(rows, LATE))).toEqual({ written: 0, unchanged: 5, removed: 0 });
  expect(await writeTree(options(changed, LATE))).toEqual({ written: 2, unchanged: 3, removed: 0 });
  expect((await index()).map(({ name, as_of }) => [name, as_of])).toEqual([
    ['adeyemi-bola', EARLY],
    ['hartmann-jose', EARLY],
    ['quill-marina-t', LATE],
    ['BRKW', LATE],
    ['OSWN', EARLY],
  ]);
  const fewer = changed.filter((row) => row.ownerSlug !== 'adeyemi-bola');
  expect(await writeTree(options(fewer, LATE))).toEqual({ written: 0, unchanged: 3, removed: 2 });
  expect(filesOnDisk()).toEqual([
    'data/insiders/hartmann-jose.json',
    'data/insiders/quill-marina-t.json',
    'data/tickers/BRKW.json',
  ]);
});

it('the index has the path, the size, the hash and the moment of every file', async () => {
  await writeTree(options(rows, EARLY));
  const text = readFileSync(join(root, 'index.json'), 'utf8');
  const { files, as_of, terms } = JSON.parse(text);
  expect([as_of, terms.startsWith('SAMPLE: ')]).toEqual([EARLY, true]);
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual(filesOnDisk());
  for (const { path, bytes, sha256, as_of } of files) {
    const content = readFileSync(join(root, path));
    expect([bytes, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
    expect(JSON.parse(content.toString()).as_of).toBe(as_of);
  }
});

it('a symbol with a slash is one file name, and other names are left out', async () => {
  const symbols = ['ACME/B', '../../escape', 'BRK.B', 'index', ''];
  const odd = symbols.map((issuerTicker, at) => ({ ...rows[at]!, issuerTicker }));
  await writeTree({ ...options(odd, EARLY), folders: ['tickers'] });
  expect(filesOnDisk()).toEqual(['data/tickers/ACME%2FB.json', 'data/tickers/BRK.B.json']);
  expect((await index()).map(({ name }) => name)).toEqual(['ACME/B', 'BRK.B']);
});

it('an edited index cannot point to a file outside the tree', async () => {
  await writeTree(options(rows, EARLY));
  const victim = join(root, '..', `${root.split('/').at(-1)}-victim.json`);
  writeFileSync(victim, 'keep');
  const text = readFileSync(join(root, 'index.json'), 'utf8');
  const line = (path: string) => `{"path":"${path}","bytes":1,"sha256":"","as_of":""},\n`;
  const name = victim.split('/').at(-1);
  const evil = line(`data/insiders/../../../${name}`) + line(`data/insiders/..%2F..%2F..%2F${name}`);
  writeFileSync(join(root, 'index.json'), text.replace('"files":[\n', `"files":[\n${evil}`));
  expect(await writeTree(options(rows, LATE))).toEqual({ written: 0, unchanged: 5, removed: 0 });
  expect(existsSync(victim)).toBe(true);
  rmSync(victim);
});

it('a damaged line of the index costs nothing but writing its file again', async () => {
  const file = join(root, 'index.json');
  await writeTree(options(rows, EARLY));
  const whole = readFileSync(file, 'utf8');
  const [head, , , ...rest] = whole.split('\n');
  const damaged = ['{"path":"data/insiders/quill', '{"path":"data/insiders/%E0%A4%A.json","bytes":1},'];
  writeFileSync(file, [head, ...damaged, ...rest].join('\n'));
  expect(await writeTree(options(rows, EARLY))).toEqual({ written: 2, unchanged: 3, removed: 0 });
  expect(readFileSync(file, 'utf8')).toBe(whole);
});

it('a file that is damaged or missing is written again, a file that the index does not name stays', async () => {
  await writeTree(options(rows, EARLY));
  truncateSync(treePath(root, 'tickers', 'BRKW'), 10);
  rmSync(treePath(root, 'tickers', 'OSWN'));
  writeFileSync(join(root, 'data', 'tickers', 'mine.json'), 'mine');
  expect(await writeTree(options(rows, LATE))).toEqual({ written: 2, unchanged: 3, removed: 0 });
  expect(JSON.parse(readFileSync(treePath(root, 'tickers', 'OSWN'), 'utf8')).as_of).toBe(LATE);
  expect(filesOnDisk()).toContain('data/tickers/mine.json');
});

it('a source that was never read, and a run that is stopped, leave what is there', async () => {
  await writeTree(options(rows, EARLY));
  const states = await inventedReads(rows).sources();
  const never = async () => states.map((state) => ({ ...state, status: 'never-read' as const }));
  expect(await writeTree(options([], LATE, { sources: never }))).toMatchObject({ written: 0, removed: 0 });
  expect(await index()).toHaveLength(5);
  const stop = new AbortController();
  stop.abort();
  expect(await writeTree({ ...options([], LATE), signal: stop.signal })).toMatchObject({ written: 0 });
  const stopped = await writeTree({ ...options(changed, LATE), signal: stop.signal });
  expect(stopped).toEqual({ written: 0, unchanged: 0, removed: 0 });
});

it('during the initial import of a source, entities without an answer keep their files', async () => {
  await writeTree(options(rows, EARLY));
  const states = await inventedReads(rows).sources();
  const filling = async () =>
    states.map((state) => ({
      ...state,
      status: 'filling' as const,
      lastReadAt: null,
      isWhole: false,
      registers: state.registers.map((register) => ({ ...register, lastReadAt: null, isWhole: false })),
    }));
  await writeTree(options(changed, LATE, { sources: filling }));
  expect(await index()).toHaveLength(5);
  expect(filesOnDisk()).toHaveLength(5);
});

it('a source that is switched off loses its files', async () => {
  await writeTree(options(rows, EARLY));
  const states = await inventedReads(rows).sources();
  const sources = async () => states.map((state) => ({ ...state, status: 'off' as const }));
  expect(await writeTree(options(rows, LATE, { sources }))).toEqual({ written: 0, unchanged: 0, removed: 5 });
  expect(filesOnDisk()).toEqual([]);
});

it('a reader never sees half a file, and nothing unfinished is left', async () => {
  await writeTree(options(rows, EARLY));
  let isWriting = true;
  const reader = (async () => {
    let read = 0;
    for (; isWriting; read += 1) {
      JSON.parse(readFileSync(treePath(root, 'tickers', 'BRKW'), 'utf8'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return read;
  })();
  for (let shares = 1; shares < 7; shares += 1)
    await writeTree(options(rows.map((row) => ({ ...row, shares })), LATE)); // biome-ignore format: short
  isWriting = false;
  expect(await reader).toBeGreaterThan(0);
  expect(filesOnDisk()).toHaveLength(5);
});

it('only a folder that is missing, empty or written by this program is accepted', async () => {
  expect(await isTreeFolder(join(root, 'missing'))).toBe(true);
  expect(await isTreeFolder(root)).toBe(true);
  mkdirSync(join(root, 'folder', 'index.json'), { recursive: true });
  expect(await isTreeFolder(join(root, 'folder'))).toBe(false);
  rmSync(join(root, 'folder'), { recursive: true });
  writeFileSync(join(root, 'writer.lock'), '');
  expect(await isTreeFolder(root)).toBe(true);
  writeFileSync(join(root, 'index.json'), '{"name":"something else"}');
  expect(await isTreeFolder(root)).toBe(false);
  const ours = join(root, 'ours');
  mkdirSync(ours);
  await writeTree({ ...options(rows, EARLY), root: ours });
  expect(await isTreeFolder(ours)).toBe(true);
  await expect(isTreeFolder(join(root, 'index.json'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('thousands of names are read page by page, in order', async () => {
  const names = Array.from({ length: 2500 }, (_, n) => `person-${String(n).padStart(5, '0')}`);
  const exportNames: Reads['exportNames'] = async ({ from, limit }) => {
    expect(limit).toBeLessThan(2000);
    return names.filter((name) => name >= from).slice(0, limit);
  };
  const { insider } = inventedReads(rows);
  const anybody: Reads['insider'] = (question) => insider({ ...question, slug: 'quill-marina-t' });
  const given = {
    ...options(rows, EARLY, { exportNames, insider: anybody }),
    folders: ['insiders' as const],
  };
  expect(await writeTree(given)).toEqual({ written: 2500, unchanged: 0, removed: 0 });
  expect((await index()).map(({ name }) => name)).toEqual(names);
  names.splice(1000, 2);
  expect(await writeTree(given)).toEqual({ written: 0, unchanged: 2498, removed: 2 });
});
