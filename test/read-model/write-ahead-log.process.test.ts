/** The write-ahead log of a read model while generations of many megabytes are published and read: it does not fill the disk. */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { LOG_KEPT_BYTES } from '../../src/read-model/sqlite/write-ahead-log.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { publishTotals } from './invented-generation.js';

describe('the write-ahead log', () => {
  let folder: string;
  let file: string;
  let writer: SqliteReadModelWriter;
  let model: SqliteReadModel;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-model-'));
    file = join(folder, 'read-model.db');
    writer = openSqliteWriter(file);
    model = new SqliteReadModel(file);
  });
  afterEach(async () => {
    await model.close();
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const publish = (number: number, totals: object) => publishTotals(writer, number, totals);

  const MEGABYTE = 1024 * 1024;
  const totals = (number: number) => ({ filler: String(number).repeat(24 * MEGABYTE) });
  const logBytes = () => statSync(`${file}-wal`).size;
  type Open = Awaited<ReturnType<SqliteReadModel['open']>>;
  const numberIn = async ({ reads }: Open) =>
    ((await reads.digestTotals()) as unknown as ReturnType<typeof totals>).filler[0];

  it('is reset while a reader follows every publication', async () => {
    let open: Open | null = null;
    for (let number = 1; number <= 9; number++) {
      await publish(number, totals(number));
      const before = open;
      open = await model.open();
      await before?.close();
      expect(await open.releaseDisk?.()).toBe(true);
      expect(await numberIn(open)).toBe(String(number));
    }
    // Two publications are in it at most; the others would be another 150 MB.
    expect(logBytes()).toBeLessThan(LOG_KEPT_BYTES + 60 * MEGABYTE);
    await open?.close();
  });

  it('is kept while a reader has an earlier generation open, and reset after that', async () => {
    await publish(1, totals(1));
    const earlier = await model.open();
    for (const number of [2, 3, 4]) await publish(number, totals(number));
    const open = await model.open();
    // The plan that a run writes at its end.
    await writer.setNextRefresh('generation 4', '2026-10-08T13:00:00.000Z');
    expect(await open.releaseDisk?.()).toBe(false);
    expect([await numberIn(earlier), await numberIn(open)]).toEqual(['1', '4']);
    await earlier.close();
    expect(logBytes()).toBeGreaterThan(LOG_KEPT_BYTES);
    expect(await open.releaseDisk?.()).toBe(true);
    // At once, and not with the next publication.
    expect(logBytes()).toBe(0);
    expect(await numberIn(open)).toBe('4');
    await publish(5, totals(5));
    expect(logBytes()).toBeLessThan(LOG_KEPT_BYTES + MEGABYTE);
    expect(await numberIn(open)).toBe('4');
    await open.close();
  });

  it('keeps its size while another process writes', async () => {
    await publish(1, totals(1));
    const earlier = await model.open();
    for (const number of [2, 3, 4]) await publish(number, totals(number));
    await earlier.close();
    const open = await model.open();
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const long = logBytes();
    expect(long).toBeGreaterThan(LOG_KEPT_BYTES);
    expect([await open.releaseDisk?.(), logBytes()]).toEqual([false, long]);
    other.exec('ROLLBACK');
    expect(await numberIn(open)).toBe('4');
    expect([await open.releaseDisk?.(), logBytes()]).toEqual([true, 0]);
    other.close();
    await open.close();
  });

  it('is left to the next generation once that is published', async () => {
    await publish(1, totals(1));
    const open = await model.open();
    for (const number of [2, 3, 4]) await publish(number, totals(number));
    expect(await open.releaseDisk?.()).toBe(false);
    expect(await numberIn(open)).toBe('1');
    await open.close();
    expect(await open.releaseDisk?.()).toBe(false);
  });
});
