/** How a serving process follows the writes of another: complete generations, and when the next one is due. */

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import type { DataVersion } from '../../src/pipeline/data-version.js';
import { openServedStore } from '../../src/service/open-store.js';
import { storeWatcher } from '../../src/service/start.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store, setNextRefresh } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { inventedFiling } from '../bench/digest-year.js';

let folder: string;
let writer: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-open-'));
  writer = openStore(join(folder, 'store/live.db'), 'write');
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const config = () => readConfig({ DATA_DIR: folder, CONTACT: 'Jane Roe jane@example.org' });
let n = 0;
function write(): void {
  n += 1;
  const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
  writeBatch(writer, { register: 'sec-form4', now: at(12), records: [filing] });
}

it('cached answers stay while a run writes, and are dropped when its writes are complete', () => {
  bumpGeneration(writer, at(12), at(13).toISOString());
  const data = openServedStore(config());
  const before = data.dataVersion().generation;
  const seen = () => {
    data.poll();
    return data.dataVersion().generation - before;
  };
  write();
  expect(seen()).toBe(0);
  bumpGeneration(writer, at(13), at(14).toISOString());
  expect(seen()).toBe(1);
  expect(data.dataVersion()).toMatchObject({ at: at(13).toISOString(), nextRefreshAt: at(14).toISOString() });
  // A failed run is repeated sooner: the answers are the same, but they are valid for another time.
  setNextRefresh(writer, at(15).toISOString());
  expect(seen()).toBe(1);
  expect(data.dataVersion().nextRefreshAt).toBe(at(15).toISOString());
  data.close();
});

it('before the first complete generation every write counts', () => {
  const data = openServedStore(config());
  const before = data.dataVersion().generation;
  write();
  data.poll();
  expect(data.dataVersion().generation).toBe(before + 1);
  data.close();
});

it('an answer is not valid for any time before the first derivation, and for a minute while a source fills', () => {
  const facts = { publisher: 'SEC', homepage: 'https://example.org/', note: '' };
  describeSources(writer, [{ ...facts, source: 'sec-edgar-form4', registers: ['sec-form4'], state: 'on' }]);
  const data = openServedStore(config());
  const longest = () => {
    data.poll();
    return data.dataVersion().longestSeconds;
  };
  expect(longest()).toBe(0);
  const run = startRun(writer, 'sec-form4', at(12));
  write();
  expect(longest()).toBe(0);
  bumpGeneration(writer, at(13), at(14).toISOString());
  expect(longest()).toBe(60);
  finishRun(writer, run, { outcome: 'ok', documents: 1, records: 1, warnings: 0, now: at(14) });
  bumpGeneration(writer, at(14), at(15).toISOString());
  expect(longest()).toBeNull();
  data.close();
});

it('changes are served when they are prepared, and not before', async () => {
  bumpGeneration(writer, at(12), at(13).toISOString());
  const data = openServedStore(config());
  const before = data.dataVersion().generation;
  bumpGeneration(writer, at(13), at(14).toISOString());
  let done = () => {};
  const prepared: DataVersion[] = [];
  const prepare = (next: DataVersion) => {
    prepared.push(next);
    return new Promise<void>((resolve) => {
      done = resolve;
    });
  };
  const following = data.poll(prepare);
  // The next second comes before the first preparation has finished.
  const again = data.poll(prepare);
  expect(prepared).toMatchObject([{ generation: before + 1, at: at(13).toISOString() }]);
  expect(data.dataVersion()).toMatchObject({ generation: before, at: at(12).toISOString() });
  done();
  await Promise.all([following, again]);
  expect(data.dataVersion()).toMatchObject({ generation: before + 1, at: at(13).toISOString() });
  // A failing preparation delays nothing.
  bumpGeneration(writer, at(14), at(15).toISOString());
  await expect(data.poll(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(data.dataVersion()).toMatchObject({ generation: before + 2, at: at(14).toISOString() });
  // A failed run changes when the next one begins: nothing to prepare.
  setNextRefresh(writer, at(16).toISOString());
  await data.poll(prepare);
  expect([prepared.length, data.dataVersion().nextRefreshAt]).toEqual([1, at(16).toISOString()]);
  data.close();
});

it('a store that was deleted while it is served, and read again, is opened', async () => {
  write();
  bumpGeneration(writer, at(12), at(13).toISOString());
  const data = openServedStore(config());
  const before = data.dataVersion().generation;
  writer.close();
  rmSync(join(folder, 'store'), { recursive: true });
  await data.poll();
  // No file took its place yet: the open store is still served.
  expect(data.dataVersion()).toMatchObject({ generation: before, at: at(12).toISOString() });
  writer = openStore(join(folder, 'store/live.db'), 'write');
  bumpGeneration(writer, at(14), at(15).toISOString());
  await data.poll();
  expect(data.dataVersion()).toMatchObject({ at: at(14).toISOString(), nextRefreshAt: at(15).toISOString() });
  expect(data.dataVersion().generation).toBeGreaterThan(before);
  // And the process follows it like the first one.
  bumpGeneration(writer, at(15), at(16).toISOString());
  await data.poll();
  expect(data.dataVersion().at).toBe(at(15).toISOString());
  data.close();
});

it('a store that cannot be read any more does not end the service: it is reported once, and the open store is closed cleanly', async () => {
  write();
  bumpGeneration(writer, at(12), at(13).toISOString());
  writer.close();
  const file = join(folder, 'store/live.db');
  const data = openServedStore(config());
  expect(statSync(file).size).toBeGreaterThan(4096);
  truncateSync(file, 100);
  const told: string[] = [];
  const tell = (_details: object, message: string) => void told.push(message);
  const look = storeWatcher(() => data.poll(), { error: tell, info: tell }, data.storeFault);
  // By its code: in a test an error of the driver is one of another realm.
  await expect(data.poll()).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_/) });
  await look();
  await look();
  expect(told).toEqual(['the store cannot be read: it is tried again every second']);
  data.close();
});

it('a store that is damaged while it is served is reported, and opened again when it is repaired', async () => {
  for (let filing = 0; filing < 1500; filing += 1) write();
  deriveForm4(writer);
  bumpGeneration(writer, at(12), at(13).toISOString());
  writer.close();
  const file = join(folder, 'store/live.db');
  const good = readFileSync(file);
  const data = openServedStore(config());
  const ask = () =>
    data.reads.latestFilings({
      since: '2026-01-01',
      until: at(12).toISOString(),
      codes: ['P'],
      minValue: 0,
      ticker: null,
      limit: 500,
    });
  // The later half: SQLite needs the first pages to open it at all.
  writeFileSync(file, Buffer.from(good).fill(0xaa, good.length / 2), { flag: 'r+' });
  await expect(ask()).rejects.toMatchObject({ code: 'not_ready', headers: { 'Retry-After': '60' } });
  expect(data.storeFault()).toMatch(/^SQLITE_/);
  await data.poll().catch(() => undefined);
  expect(data.storeFault()).toMatch(/^SQLITE_/);
  writeFileSync(file, good, { flag: 'r+' });
  while (data.storeFault() !== null) {
    await data.poll().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await ask()).toHaveLength(500);
  data.close();
});

it('while a store is damaged no check reports it as readable again', async () => {
  const told: string[] = [];
  let damage: string | null = 'SQLITE_CORRUPT';
  let isTried = true;
  const tell = (_details: object, message: string) => void told.push(message);
  // Only some checks try the file itself; the others find nothing wrong.
  const look = storeWatcher(
    async () => {
      isTried = !isTried;
      if (damage !== null && !isTried) throw new Error(damage);
    },
    { error: tell, info: tell },
    () => damage,
  );
  for (let second = 0; second < 6; second += 1) await look();
  expect(told).toEqual(['the store cannot be read: it is tried again every second']);
  damage = null;
  await look();
  expect(told.at(-1)).toBe('the store can be read again');
});

it('a stored text that is not valid JSON any more is damage of the store, not a bug of the program', async () => {
  writer
    .sql('INSERT INTO tracker (slug, sort_order, list_row, detail) VALUES (?, ?, ?, ?)')
    .run('orchard', 0, '{"slug":"orch\u0001', '{}');
  bumpGeneration(writer, at(12), at(13).toISOString());
  const data = openServedStore(config());
  await expect(data.reads.trackers()).rejects.toMatchObject({ code: 'not_ready' });
  expect(data.storeFault()).toBe('a damaged row');
  writer.sql('DELETE FROM tracker').run();
  while (data.storeFault() !== null) {
    await data.poll();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  data.close();
});
