/** Exports of a store: what a refresh writes, and the tree for an operator, from one state of the data. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import { readConfig } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import { createRegisters } from '../../src/registers/index.js';
import { ensureStoreFolder, liveStoreFile, readModelFile } from '../../src/service/data-folder.js';
import { exportsFolder, exportTree, prerenderExports } from '../../src/service/exports.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store, StoreBusyError } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';

describe('service/exports', () => {
  const NOW = new Date('2026-11-20T12:00:00.000Z');
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-since-'));
    ensureStoreFolder(config());
    store = openStore(liveStoreFile(config()), 'write');
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

  async function write(filings: Form4Filing[], at = NOW): Promise<void> {
    writeBatch(store, { register: 'sec-form4', now: NOW, records: filings });
    deriveForm4(store);
    bumpGeneration(store, at);
    const readModel = openSqliteWriter(readModelFile(liveStoreFile(config())));
    await publishGeneration(store, readModel);
    await readModel.close();
  }

  const logged: object[] = [];
  const log = { info: (details: object) => void logged.push(details) };
  const tree = () => join(folder, 'tree');
  const asOf = (path: string) => JSON.parse(readFileSync(join(tree(), 'data', path), 'utf8')).as_of as string;
  const foldersIn = (path: string) => readdirSync(path).sort();

  const first = [
    filing(0, 1),
    filing(1, 2),
    filing(2, 5001, { with: 3 }),
    filing(3, 4, { with: 3 }),
    filing(4, 9),
  ];
  /** Another lot of one issuer, a new name of an owner who filed with others, and a new person. */
  const later = [filing(5, 1), filing(6, 3, { named: 'Renamed Example' }), filing(7, 77)];

  it('a tree has every person and symbol, and a second run writes only what changed', async () => {
    await write(first);
    expect(await exportTree(config(), tree(), never)).toEqual({ written: 10, unchanged: 0, removed: 0 });
    expect(foldersIn(tree())).toEqual(['data', 'index.json']);
    expect(foldersIn(join(tree(), 'data'))).toEqual(['congress', 'insiders', 'tickers', 'trackers']);
    await write(later);
    const counts = await exportTree(config(), tree(), never);
    expect(counts).toMatchObject({ removed: 0 });
    expect(counts.written).toBeGreaterThan(3);
    expect(counts.unchanged).toBeGreaterThan(3);
    expect(await exportTree(config(), tree(), never)).toMatchObject({ written: 0, removed: 0 });
  });

  it('the rows of symbols follow BASE_URL; files of people contain no address of this service', async () => {
    await write(first);
    await exportTree(config(), tree(), never);
    const counts = await exportTree(config({ BASE_URL: 'https://other.example' }), tree(), never);
    expect([counts.written, counts.unchanged]).toEqual([4, 6]);
  });

  it('a folder with other files is refused, and so is one that another run writes to', async () => {
    await write(first);
    const running = exportTree(config(), tree(), never);
    // It holds the lock once it has made the folder.
    while (!existsSync(join(tree(), 'writer.lock'))) await new Promise((resolve) => setImmediate(resolve));
    await expect(exportTree(config(), tree(), never)).rejects.toThrow(StoreBusyError);
    expect((await running).written).toBe(10);
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'thesis.doc'), 'years of work');
    await expect(exportTree(config(), other, never)).rejects.toThrow(`${other} holds other files.`);
    expect(foldersIn(other)).toEqual(['thesis.doc']);
  });

  it('a folder that cannot be made ends the command', async () => {
    await write(first);
    // Node's own recursive mkdir would never return here.
    const place = '/proc/disclosed';
    await expect(exportTree(config(), place, never)).rejects.toThrow(`${place} cannot be used: `);
  });

  it('a tree shows one state of the data while a refresh writes', async () => {
    await write(first, new Date('2026-11-20T11:00:00.000Z'));
    const running = exportTree(config(), tree(), never);
    while (!existsSync(join(tree(), 'index.json'))) await new Promise((resolve) => setImmediate(resolve));
    await write(later);
    expect((await running).written).toBe(10);
    expect(new Set(foldersIn(join(tree(), 'data/insiders')).map((name) => asOf(`insiders/${name}`)))).toEqual(
      new Set(['2026-11-20T11:00:00.000Z']),
    );
    expect((await exportTree(config(), tree(), never)).written).toBeGreaterThan(3);
  });

  it('a stopped run keeps what the one before wrote', async () => {
    await write(first);
    await exportTree(config(), tree(), never);
    await write(later);
    const stop = new AbortController();
    stop.abort();
    expect(await exportTree(config(), tree(), stop.signal)).toEqual({ written: 0, unchanged: 0, removed: 0 });
    expect((await exportTree(config(), tree(), never)).unchanged).toBeGreaterThan(3);
  });

  it('a refresh writes members and trackers only, and removes the files of an earlier version part by part', async () => {
    await write(first);
    const root = exportsFolder(config());
    const hex = Array.from({ length: 100 }, (_, n) => n.toString(16).padStart(2, '0'));
    for (const name of hex) {
      mkdirSync(join(root, name), { recursive: true });
      writeFileSync(join(root, name, 'f'.repeat(62)), 'old');
    }
    writeFileSync(join(root, 'state.json'), '{}');
    await prerenderExports(config(), log, never);
    expect(logged).toContainEqual({ removed: 64, left: 37 });
    await prerenderExports(config(), log, never);
    expect(foldersIn(root)).toEqual(['data', 'index.json', 'writer.lock']);
    expect(foldersIn(join(root, 'data'))).toEqual(['congress', 'trackers']);
  });
});
