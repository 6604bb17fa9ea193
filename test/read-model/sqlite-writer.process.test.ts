/** Publishing into a SQLite file: whole or not at all, only what differs, and only from the newest generation. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { removeSqliteDatabase } from '../../src/database/sqlite-files.js';
import { packageRoot } from '../../src/package-root.js';
import { DamagedReadModelError, PublicationRefusedError } from '../../src/read-model/generation.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { READ_MODEL_VERSION, type ScopeRows } from '../../src/read-model/tables.js';
import { documents, next, nobody, people, person } from './invented-generation.js';

let folder: string;
let file: string;
let writer: SqliteReadModelWriter;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-publishing-'));
  file = join(folder, 'read-model.db');
  writer = openSqliteWriter(file);
});
afterEach(async () => {
  await writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const publish = (number: number, changes: Iterable<ScopeRows>, isWhole = number === 1) =>
  writer.publish(next(number), { id: number === 1 ? null : `generation ${number - 1}`, isWhole }, changes);
const totalChanges = () => writer.database.rowsNow<[number]>('SELECT total_changes()')[0]?.[0] as number;
/** How many rows `work` inserts, updates and deletes. */
async function countChanges(work: () => Promise<void>): Promise<number> {
  const before = totalChanges();
  await work();
  return totalChanges() - before;
}
const slugs = () => writer.database.rowsNow('SELECT slug FROM insider ORDER BY slug').flat();
const texts = () => writer.database.rowsNow('SELECT name, json FROM document ORDER BY name');
/** What the newest generation finds. */
async function found(q: string): Promise<string[]> {
  const model = new SqliteReadModel(file);
  const { reads, close } = await model.open();
  const hits = await reads.searchInsiders({ q, limit: 100 });
  expect(await reads.countInsiders({ q })).toBe(hits.length);
  await close();
  await model.close();
  return hits.flatMap((hit) => hit?.slug ?? []);
}

describe('a publication', () => {
  it('writes nothing but the generation if nothing differs', async () => {
    const everything = () => [
      ...people(person('1', 'Vesper Alma'), person('2', 'Orme Basil')),
      documents({ a: '1' }),
    ];
    await publish(1, everything());
    // The row of the generation is replaced, which counts as a deletion and an insertion at most.
    expect(await countChanges(() => publish(2, everything()))).toBeLessThanOrEqual(2);
    expect((await writer.newest())?.number).toBe(2);
  });

  it('writes one row for one that differs, however many the scope has', async () => {
    const all = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`document ${n}`, 'same']));
    await publish(1, [documents(all)]);
    const idle = await countChanges(() => publish(2, [documents(all)]));
    const changed = await countChanges(() => publish(3, [documents({ ...all, 'document 7': 'other' })]));
    // Kept for the past, deleted and inserted, and the sum of the table.
    expect(changed - idle).toBe(4);
    expect(texts()).toHaveLength(50);
    expect(texts()).toContainEqual(['document 7', 'other']);
  });

  it('removes the rows of a scope that are gone, and leaves other scopes alone', async () => {
    await publish(1, [
      ...people(person('1', 'Vesper Alma'), person('2', 'Orme Basil')),
      documents({ a: '1', b: '2' }),
    ]);
    await publish(2, [nobody('1'), documents({ b: '2' })]);
    expect(slugs()).toEqual(['orme-basil-2']);
    expect(texts()).toEqual([['b', '2']]);
  });

  it('of everything replaces everything', async () => {
    await publish(1, [...people(person('1', 'Vesper Alma')), documents({ a: '1' })]);
    await publish(2, people(person('2', 'Orme Basil')), true);
    expect([slugs(), texts()]).toEqual([['orme-basil-2'], []]);
    expect(await found('vesper')).toEqual([]);
    expect(await found('orme')).toEqual(['orme-basil-2']);
  });

  it('is refused if another one was published since, and changes nothing', async () => {
    await publish(1, [documents({ a: '1' })]);
    const other = openSqliteWriter(file);
    await other.publish(next(2, { id: 'of another writer' }), { id: 'generation 1', isWhole: false }, [
      documents({ a: '2' }),
    ]);
    await other.close();
    for (const isWhole of [false, true])
      await expect(
        writer.publish(next(2), { id: 'generation 1', isWhole }, [documents({ a: 'mine' })]),
      ).rejects.toThrow(PublicationRefusedError);
    await expect(
      writer.publish(next(1), { id: null, isWhole: true }, [documents({ a: 'mine' })]),
    ).rejects.toThrow(PublicationRefusedError);
    expect([texts(), (await writer.newest())?.id]).toEqual([[['a', '2']], 'of another writer']);
  });

  it('that fails in the middle leaves the generation before', async () => {
    await publish(1, [...people(person('1', 'Vesper Alma')), documents({ a: '1' })]);
    function* failing(): Generator<ScopeRows> {
      yield* people(person('1', 'Vesper Renamed'), person('2', 'Orme Basil'));
      yield documents({});
      throw new Error('the ledger cannot be read');
    }
    for (const isWhole of [false, true])
      await expect(publish(2, failing(), isWhole)).rejects.toThrow('the ledger cannot be read');
    expect([(await writer.newest())?.number, slugs(), texts()]).toEqual([1, ['vesper-alma-1'], [['a', '1']]]);
    expect(await found('vesper')).toEqual(['vesper-alma-1']);
    expect(await found('renamed')).toEqual([]);
    // And the next one is made from it.
    await publish(2, people(person('2', 'Orme Basil')));
    expect(slugs()).toEqual(['orme-basil-2', 'vesper-alma-1']);
  });
});

describe('the search index', () => {
  it('follows the people: new, renamed, and gone', async () => {
    await publish(1, people(person('1', 'Vesper Alma'), person('2', 'Orme Basil')));
    await publish(2, people(person('1', 'Quillon Alma'), person('3', 'Vesper Zed')));
    expect(await found('vesper')).toEqual(['vesper-zed-3']);
    expect(await found('quil')).toEqual(['quillon-alma-1']);
    await publish(3, [nobody('1'), nobody('3')]);
    for (const q of ['vesper', 'quillon', 've', 'q']) expect([q, await found(q)]).toEqual([q, []]);
    expect(await found('orm')).toEqual(['orme-basil-2']);
  });

  it.each(['before', 'after'])(
    'finds a person who gets the rank that another one left, published %s that one',
    async (order) => {
      await publish(1, people(person('5', 'Vesper Alma', { rank: 100 })));
      const taker = person(order === 'before' ? '1' : '9', 'Orme Basil', { rank: 100 });
      const leaver = person('5', 'Vesper Alma', { rank: 50 });
      await publish(2, order === 'before' ? people(taker, leaver) : people(leaver, taker));
      expect(await found('orme')).toHaveLength(1);
      expect(await found('vesper')).toHaveLength(1);
      // Two who change places.
      await publish(
        3,
        people(
          person('5', 'Vesper Alma', { rank: 100 }),
          person(taker[0] as string, 'Orme Basil', { rank: 50 }),
        ),
      );
      expect([await found('orme'), await found('vesper')].map(({ length }) => length)).toEqual([1, 1]);
    },
  );

  it('is not touched by a person whose other facts change', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    await publish(2, people(person('1', 'Vesper Alma', { lots: '[{"lots":1}]' })));
    expect(await found('vesper')).toEqual(['vesper-alma-1']);
    expect(await found('alma ves')).toEqual(['vesper-alma-1']);
  });
});

describe('the plan of the next refresh', () => {
  it('is changed for the generation that is named, and for no other', async () => {
    await publish(1, []);
    await writer.setNextRefresh('generation 1', '2026-10-08T13:00:00.000Z');
    expect((await writer.newest())?.nextRefreshAt).toBe('2026-10-08T13:00:00.000Z');
    await writer.setNextRefresh('another', '2026-10-08T14:00:00.000Z');
    expect((await writer.newest())?.nextRefreshAt).toBe('2026-10-08T13:00:00.000Z');
  });
});

describe('opening the file', () => {
  const tamper = async (sql: string) => {
    await writer.close();
    const db = new Sqlite(file);
    db.exec(sql);
    db.close();
    writer = openSqliteWriter(file);
  };

  it('keeps what was published', async () => {
    await publish(1, [documents({ a: '1' })]);
    await writer.close();
    writer = openSqliteWriter(file);
    expect([(await writer.newest())?.id, texts()]).toEqual(['generation 1', [['a', '1']]]);
  });

  it.each([
    ['of another version', `PRAGMA user_version = ${READ_MODEL_VERSION + 1}`],
    ['without its tables', 'DROP TABLE generation'],
  ])('replaces a file %s', async (_what, sql) => {
    await publish(1, [documents({ a: '1' })]);
    await tamper(sql);
    expect([await writer.newest(), texts()]).toEqual([null, []]);
    await publish(1, [documents({ a: '2' })]);
    expect(texts()).toEqual([['a', '2']]);
  });

  it('replaces a file that is not a database', async () => {
    await publish(1, []);
    await writer.close();
    writeFileSync(file, 'no database at all, only a text that is long enough to have a header'.repeat(20));
    writer = openSqliteWriter(file);
    expect(await writer.newest()).toBeNull();
  });
});

it('shows whole generations when the publishing process is killed at any moment', async () => {
  await writer.close();
  let last = 0;
  for (const [kill, patience] of [1, 4, 9, 15, 22, 31, 43, 60].entries()) {
    const child = spawn(
      process.execPath,
      [join(packageRoot(), 'dist/test/read-model/publishing-child.js'), file],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    // Some die in their first publication, the others after one at least.
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (said: Buffer) => {
        if (kill % 2 === 0 || said.includes('published')) resolve();
      });
    });
    await wait(patience);
    child.kill('SIGKILL');
    await once(child, 'exit');

    writer = openSqliteWriter(file);
    expect(writer.database.db.pragma('integrity_check', { simple: true })).toBe('ok');
    const number = (await writer.newest())?.number ?? 0;
    expect(number).toBeGreaterThanOrEqual(last);
    last = number;
    const word = `generation${number}`;
    const names = writer.database.rowsNow('SELECT DISTINCT name FROM insider').flat();
    expect([names, texts()]).toEqual(
      number === 0
        ? [[], []]
        : [
            [`Vesper ${word}`],
            [
              ['one', word],
              ['two', word],
            ],
          ],
    );
    if (number > 0) {
      expect(await found(word)).toHaveLength(40);
      // Those of every other generation are gone.
      expect(await found('vesper')).toHaveLength(40);
    }
    await writer.close();
  }
  expect(last).toBeGreaterThan(0);
  writer = openSqliteWriter(file);
});

describe('a file whose pages are damaged', () => {
  it('is replaced by an empty one when a publication meets them, and everything is published again', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const [root] = writer.database.rowsNow<[number]>(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'insider'",
    );
    await writer.close();
    const bytes = readFileSync(file);
    const start = ((root?.[0] ?? 0) - 1) * 16_384;
    writeFileSync(file, bytes.fill(0xab, start, start + 16_384));
    writer = openSqliteWriter(file);
    await expect(publish(2, people(person('1', 'Vesper Basil')))).rejects.toThrow(DamagedReadModelError);
    expect(await writer.newest()).toBeNull();
    await writer.publish(next(2), { id: null, isWhole: true }, people(person('1', 'Vesper Basil')));
    expect(slugs()).toHaveLength(1);
    expect(await found('basil')).toHaveLength(1);
  });

  it('stays if the rows came from the damaged database', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const damaged: Iterable<ScopeRows> = {
      [Symbol.iterator]: () => {
        throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
      },
    };
    await expect(publish(2, damaged)).rejects.toThrow('malformed');
    expect((await writer.newest())?.number).toBe(1);
  });
});

describe('a file whose writer was killed while it made it', () => {
  it('answers nothing, and is replaced by an empty one', async () => {
    await writer.close();
    removeSqliteDatabase(file);
    // The state that a kill leaves before the file has its log: pages are changed, and the journal says how they were.
    const made = join(folder, 'being-made.db');
    const db = new Sqlite(made);
    db.exec('CREATE TABLE t (text TEXT); BEGIN IMMEDIATE');
    db.pragma('cache_size = 1');
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    for (let row = 0; row < 100; row += 1) insert.run('x'.repeat(1000));
    for (const end of ['', '-journal']) copyFileSync(made + end, file + end);
    db.close();
    expect(() => new Sqlite(file, { readonly: true }).pragma('user_version')).toThrow('readonly');

    const reader = new SqliteReadModel(file);
    expect(await reader.newest()).toBeNull();
    writer = openSqliteWriter(file);
    expect(existsSync(`${file}-journal`)).toBe(false);
    await publish(1, people(person('1', 'Vesper Alma')));
    expect(slugs()).toHaveLength(1);
    expect((await reader.newest())?.number).toBe(1);
    await reader.close();
  });
});
