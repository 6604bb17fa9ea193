/** The exports of a run that looks only at what was marked are those of a run that looks at everybody. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { exportStore, exportsFolder } from '../../src/commands/export.js';
import { readConfig } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import { createRegisters } from '../../src/registers/index.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store, StoreBusyError } from '../../src/store/database/open.js';
import { claimDirty, clearClaimedDirty, dirtyExports } from '../../src/store/exports/dirty-exports.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { inventedFiling } from '../bench/digest-year.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-since-'));
  store = openStore(join(folder, 'live.db'), 'write');
  describeSources(store, sourceDescriptions(createRegisters(), new Set(['sec-form4'])));
  finishRun(store, startRun(store, 'sec-form4', NOW), {
    outcome: 'ok',
    documents: 1,
    records: 1,
    warnings: 0,
    now: NOW,
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const config = (more: Record<string, string> = {}) =>
  readConfig({
    DATA_DIR: folder,
    CONTACT: 'Jane Roe jane@example.org',
    BASE_URL: 'https://disclosed.example',
    AS_OF: NOW.toISOString(),
    ...more,
  });
const never = new AbortController().signal;

/** Person `person` files about issuer `person % 5000`; `with` files on the same document. */
function filing(n: number, person: number, more: { with?: number; named?: string } = {}): Form4Filing {
  const made = inventedFiling({ n, person, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
  const other =
    more.with === undefined
      ? []
      : inventedFiling({ n, person: more.with, filedAt: made.filedAt, code: 'P' }).owners;
  const owners = [...made.owners, ...other];
  if (more.named !== undefined) owners[0] = { ...owners[0]!, name: more.named };
  return { ...made, owners };
}

function write(filings: Form4Filing[]): void {
  writeBatch(store, { register: 'sec-form4', now: NOW, records: filings });
  deriveForm4(store);
  bumpGeneration(store, NOW);
}

/** Every file of the exports but the note of what they were made of, by its place. */
function files(): Map<string, string> {
  const root = exportsFolder(config());
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name !== 'state.json')
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'base64')]),
  );
}

/** As a run does that looked at everybody. */
function forget(): void {
  for (const folder of ['insiders', 'tickers'] as const) {
    claimDirty(store, folder);
    clearClaimedDirty(store, folder);
  }
}

const first = [
  filing(0, 1),
  filing(1, 2),
  filing(2, 5001, { with: 3 }),
  filing(3, 4, { with: 3 }),
  filing(4, 9),
];
/** Another lot of one issuer, a new name of somebody who filed with others, and a new person. */
const later = [filing(5, 1), filing(6, 3, { named: 'Renamed Example' }), filing(7, 77)];

const span = { since: '2025-11-20', until: NOW.toISOString() };
const slugsOf = (...people: number[]) =>
  people.map(
    (person) =>
      store
        .sql<{ slug: string }>('SELECT slug FROM insider WHERE owner_cik = ?')
        .get(String(99_100_000 + person))?.slug,
  );

it('marked are those who filed, those who filed with somebody renamed, and the symbols, and nobody else', () => {
  write(first);
  forget();
  write(later);
  expect(dirtyExports(store, 'insiders', span, span).sort()).toEqual(slugsOf(1, 3, 77, 5001, 4).sort());
  expect(dirtyExports(store, 'tickers', span, span)).toHaveLength(3);
});

it('a new name or symbol of an issuer is marked for everybody who ever filed on it', () => {
  write(first);
  forget();
  const renamed = filing(5, 1);
  write([{ ...renamed, issuer: { ...renamed.issuer, name: 'Renamed Inc' } }]);
  expect(dirtyExports(store, 'insiders', span, span).sort()).toEqual(slugsOf(1, 5001, 3).sort());
});

it('time alone touches whose rows leave the window or come of age', () => {
  write(first);
  forget();
  const left = { since: '2026-11-12', until: NOW.toISOString() };
  expect(dirtyExports(store, 'insiders', span, left)).toHaveLength(6);
  expect(dirtyExports(store, 'insiders', { ...span, until: '2026-11-01T00:00:00.000Z' }, span)).toHaveLength(
    6,
  );
  expect(dirtyExports(store, 'tickers', span, left)).toHaveLength(4);
  expect(dirtyExports(store, 'insiders', span, { ...span, until: '2026-11-20T13:00:00.000Z' })).toEqual([]);
});

it('looking only at what was marked gives byte for byte what looking at everybody gives', async () => {
  write(first);
  await exportStore(config(), store, never, 'touched');
  write(later);
  const followed = await exportStore(config(), store, never, 'touched');
  expect(followed.written).toBeGreaterThan(3);
  expect(followed.written + followed.unchanged).toBeLessThan(12);
  const after = files();
  // Looked at whole, nothing is left to do but the list, which is the same.
  expect((await exportStore(config(), store, never)).written).toBe(0);
  expect(files()).toEqual(after);
  expect(await exportStore(config(), store, never, 'touched')).toMatchObject({ written: 0, unchanged: 0 });
});

it('what changes while a run looks at the files is looked at by the next one', async () => {
  write(first);
  await exportStore(config(), store, never, 'touched');
  write([filing(5, 1)]);
  const running = exportStore(config(), store, never, 'touched');
  // Before the run looked at anybody, and once more those whom it has on its list already.
  write([...later, filing(8, 1)]);
  await running;
  const followed = await exportStore(config(), store, never, 'touched');
  expect(followed.written + followed.unchanged).toBeGreaterThan(3);
  expect((await exportStore(config(), store, never)).written).toBe(0);
});

it('two runs at a time are refused, because the slower could put back what it read before', async () => {
  write(first);
  const running = exportStore(config(), store, never);
  await expect(exportStore(config(), store, never, 'touched')).rejects.toThrow(StoreBusyError);
  expect((await running).written).toBe(10);
  expect((await exportStore(config(), store, never, 'touched')).written).toBe(0);
});

it('a run with other settings that is cut short leaves nothing to trust for a run with the ones before', async () => {
  write(first);
  await exportStore(config(), store, never, 'touched');
  const stop = new AbortController();
  const other = exportStore(config({ BASE_URL: 'https://other.example' }), store, stop.signal, 'touched');
  stop.abort();
  await other;
  const counts = await exportStore(config(), store, never, 'touched');
  expect(counts.written + counts.unchanged).toBe(10);
});

it.each([
  ['with another address', { BASE_URL: 'https://other.example' }],
  ['on another day', { AS_OF: '2026-11-21T00:00:01.000Z' }],
  ['of another choice of registers', { REGISTERS: 'sec-form4' }],
])('an export %s looks at everybody', async (_what, settings) => {
  write(first);
  await exportStore(config(), store, never, 'touched');
  const counts = await exportStore(config(settings), store, never, 'touched');
  expect(counts.written + counts.unchanged).toBe(10);
});

it('what an import changed between two runs is found by the second', async () => {
  write(first);
  await exportStore(config(), store, never, 'touched');
  write([filing(8, 9)]);
  bumpGeneration(store, NOW);
  expect((await exportStore(config(), store, never, 'touched')).written).toBe(2);
});

it('a run that was stopped forgets no mark', async () => {
  write(first);
  await exportStore(config(), store, never, 'touched');
  write(later);
  const stopped = new AbortController();
  stopped.abort();
  expect((await exportStore(config(), store, stopped.signal, 'touched')).written).toBe(0);
  expect((await exportStore(config(), store, never, 'touched')).written).toBeGreaterThan(3);
});
