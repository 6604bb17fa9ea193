/** Reading generations from a SQLite file: each stays as it was opened, and newer ones are noticed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { removeSqliteDatabase } from '../../src/database/sqlite-files.js';
import { listRowsOf } from '../../src/read-model/list-rows.js';
import { generationTables, NoGenerationError, SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { documents, next, publishTotals } from './invented-generation.js';

describe('read-model/sqlite-model', () => {
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

  describe('the newest generation', () => {
    it('is null before the first, and seen as soon as it is published', async () => {
      expect(await model.newest()).toBeNull();
      await expect(model.open()).rejects.toThrow(NoGenerationError);
      await publish(1, {});
      expect(await model.newest()).toMatchObject({ number: 1, id: 'generation 1', isFilling: false });
      await publish(2, {});
      expect((await model.newest())?.number).toBe(2);
      await writer.setNextRefresh('generation 2', '2026-10-08T13:00:00.000Z');
      expect((await model.newest())?.nextRefreshAt).toBe('2026-10-08T13:00:00.000Z');
    });

    it('is null while there is no file, and that of the file that was made again', async () => {
      const none = new SqliteReadModel(join(folder, 'none.db'));
      expect(await none.newest()).toBeNull();
      await publish(7, {});
      expect((await model.newest())?.number).toBe(7);
      await writer.close();
      removeSqliteDatabase(file);
      expect(await model.newest()).toBeNull();
      writer = openSqliteWriter(file);
      await publish(1, {});
      expect((await model.newest())?.number).toBe(1);
      await none.close();
    });
  });

  it('an open generation answers the same whatever is published meanwhile', async () => {
    await publish(1, { clusters: 1, streaks: 1 });
    const first = await model.open();
    await publish(2, { clusters: 2, streaks: 2 });
    const second = await model.open();
    // Published whole: every row of the first one is gone from the file.
    await writer.publish(next(3), { id: 'generation 2', isWhole: true }, [documents({})]);
    const third = await model.open();
    const totals = async ({ reads }: typeof first) => (await reads.digestTotals()).clusters;
    expect(await Promise.all([first, second, third].map(totals))).toEqual([1, 2, null]);
    expect([first, second, third].map(({ generation }) => generation.number)).toEqual([1, 2, 3]);
    for (const one of [first, second, third]) await one.close();
  });

  it('the second form of a name, which few people have, is found by its index', () => {
    const plan = (condition: string) =>
      writer.database
        .rowsNow<[number, number, number, string]>(
          `EXPLAIN QUERY PLAN SELECT 1 FROM insider WHERE ${condition}`,
        )
        .map(([, , , detail]) => detail);
    expect(plan("words_split = 'neil o'")).toEqual([expect.stringContaining('INDEX insider_by_words_split')]);
    expect(plan("words_split = 'neil o' AND valid_from <= 3")).toEqual([
      expect.stringContaining('INDEX insider_by_words_split'),
    ]);
  });

  describe('a memoised value', () => {
    it('is computed once for a generation, and again for the next one', async () => {
      await publish(1, {});
      let computed = 0;
      const make = async () => {
        computed += 1;
        return computed;
      };
      const tables = generationTables(writer.database);
      expect(await Promise.all([tables.memoised('number', make), tables.memoised('number', make)])).toEqual([
        1, 1,
      ]);
      expect([await tables.memoised('number', make), computed]).toEqual([1, 1]);
      expect(await tables.memoised('another', async () => 'one')).toBe('one');
      expect([await generationTables(writer.database).memoised('number', make), computed]).toEqual([2, 2]);
    });

    it('that could not be computed is computed again', async () => {
      const tables = generationTables(writer.database);
      await expect(tables.memoised('number', () => Promise.reject(new Error('not now')))).rejects.toThrow(
        'not now',
      );
      expect(await tables.memoised('number', async () => 1)).toBe(1);
    });

    it('of an open generation stays with it: names come from its list', async () => {
      const list = (name: string) => ({
        table: 'list_row' as const,
        scope: ['trackers'],
        rows: listRowsOf('trackers', [
          ['x', '/trackers/x', JSON.stringify({ slug: 'x', name, archetype: 'congress' })],
        ]),
      });
      await writer.publish(next(1), { id: null, isWhole: true }, [list('One')]);
      const first = await model.open();
      await writer.publish(next(2), { id: 'generation 1', isWhole: false }, [list('Two')]);
      const second = await model.open();
      for (const _time of [1, 2]) {
        expect((await first.reads.trackerNames())[0]?.name).toBe('One');
        expect((await second.reads.trackerNames())[0]?.name).toBe('Two');
        // Reads it again.
        first.release?.();
      }
      await first.close();
      await second.close();
    });
  });
});
