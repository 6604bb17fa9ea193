/** The exports of a run that knows what it touched are those of a run that looks at everybody. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { exportStore, exportsFolder } from '../../src/commands/export.js';
import { readConfig } from '../../src/config.js';
import { derivePending } from '../../src/ingest/derive-pending.js';
import { describeAll } from '../../src/ingest/sources.js';
import type { Form4Filing } from '../../src/records/form4.js';
import { createRegisters } from '../../src/registers/index.js';
import { describeSources, finishRun, startRun } from '../../src/store/journal.js';
import { bumpGeneration, generation, openStore, type Store } from '../../src/store/open.js';
import { type Touched, touchedSlugs } from '../../src/store/touched.js';
import { writeBatch } from '../../src/store/write.js';
import { inventedFiling } from '../bench/digest-year.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-since-'));
  store = openStore(join(folder, 'live.db'), 'write');
  describeSources(store, describeAll(createRegisters(), new Set(['sec-form4'])));
  finishRun(store, startRun(store, 'sec-form4', NOW), {
    outcome: 'ok',
    documents: 1,
    records: 1,
    doubts: 0,
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

function write(filings: Form4Filing[]): Touched {
  const touched: Touched = { issuers: new Set(), owners: new Set() };
  writeBatch(store, { register: 'sec-form4', now: NOW, records: filings });
  derivePending(store, touched);
  bumpGeneration(store, NOW);
  return touched;
}

/** Every file of the exports but the mark of their completion, by its place. */
function files(): Map<string, string> {
  const root = exportsFolder(config());
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name !== 'complete.json')
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'base64')]),
  );
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

test('whom a run touched are the owners of its issuers, and who filed with its owners', () => {
  write(first);
  const touched = write(later);
  const all = store.sql<{ slug: string; owner_cik: string }>('SELECT slug, owner_cik FROM insider').all();
  const slugOf = (person: number) => all.find((one) => one.owner_cik === String(99_100_000 + person))?.slug;
  const slugs = touchedSlugs(store, touched);
  // 1, 3 and 77 filed; 5001 and 4 filed with 3, and 5001 about the issuer of 1.
  for (const person of [1, 3, 77, 5001, 4])
    expect([person, slugs.has(slugOf(person)!)]).toEqual([person, true]);
  for (const person of [2, 9]) expect([person, slugs.has(slugOf(person)!)]).toEqual([person, false]);
});

test('following a run gives byte for byte what looking at everybody gives', async () => {
  write(first);
  await exportStore(config(), store, never);
  const before = generation(store);
  const touched = write(later);
  const followed = await exportStore(config(), store, never, { generation: before, touched });
  expect(followed.written).toBeGreaterThan(3);
  const after = files();
  // Looked at whole, nothing is left to do but the list, which is the same.
  expect((await exportStore(config(), store, never)).written).toBe(0);
  expect(files()).toEqual(after);
});

test.each([
  ['of another generation', 1, {}],
  ['with another address', 0, { BASE_URL: 'https://other.example' }],
  ['on another day', 0, { AS_OF: '2026-11-21T00:00:01.000Z' }],
])('an export %s looks at everybody', async (_what, missed, settings) => {
  write(first);
  await exportStore(config(), store, never);
  // Somebody changed whom the run did not touch, as an import in between would do.
  const before = generation(store) + missed;
  write([filing(8, 9)]);
  const nobody = { issuers: new Set<string>(), owners: new Set<string>() };
  const counts = await exportStore(config(settings), store, never, { generation: before, touched: nobody });
  expect(counts.written).toBeGreaterThan(1);
});

test('a run that was stopped leaves no mark that another could follow', async () => {
  write(first);
  const stopped = new AbortController();
  stopped.abort();
  await exportStore(config(), store, stopped.signal);
  const nobody = { issuers: new Set<string>(), owners: new Set<string>() };
  const counts = await exportStore(config(), store, never, {
    generation: generation(store),
    touched: nobody,
  });
  expect(counts.written).toBe(10);
});
