/** Questions in SQL: they read the dump and nothing else, and none can write, wait forever or fill the memory. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { SQL_LIMITS, SqlBusyError, SqlRunner } from '../../src/dump/sql-runner.js';

let folder: string;
let runner: SqlRunner;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-sql-'));
  const db = new Database(join(folder, 'dump.db'));
  db.exec(
    "CREATE TABLE trades (id INTEGER, name TEXT); INSERT INTO trades VALUES (1, 'A'), (2, NULL), (3, 'C')",
  );
  db.close();
  runner = new SqlRunner(join(folder, 'dump.db'), {
    ...SQL_LIMITS,
    milliseconds: 60_000,
    rows: 100,
    bytes: 10_000,
    waiting: 3,
  });
});
afterAll(() => {
  runner.close();
  rmSync(folder, { recursive: true, force: true });
});

it('answers a question with its columns', async () => {
  expect(await runner.ask('SELECT id, name FROM trades ORDER BY id')).toEqual({
    columns: ['id', 'name'],
    rows: [
      [1, 'A'],
      [2, null],
      [3, 'C'],
    ],
    isCut: false,
  });
  expect(
    (await runner.ask("-- a comment\nWITH one AS (SELECT x'00ff' AS b) SELECT b FROM one")).rows,
  ).toEqual([["x'00ff'"]]);
  expect((await runner.ask('EXPLAIN QUERY PLAN SELECT * FROM trades')).rows).toHaveLength(1);
});

it.each([
  'INSERT INTO trades VALUES (4, 4)',
  'WITH x AS (SELECT 4) INSERT INTO trades SELECT 4, 4 FROM x',
  'UPDATE trades SET id = 1',
  'DROP TABLE trades',
  'CREATE TABLE more (id)',
  'PRAGMA query_only = OFF',
  'PRAGMA table_info(trades)',
  'SELECT * FROM pragma_database_list',
  'BEGIN',
  'VACUUM',
  'SELECT 1; DELETE FROM trades',
  'SELECT * FROM nothing',
  "SELECT load_extension('/tmp/x.so')",
  "SELECT readfile('/etc/passwd')",
  '',
  `SELECT '${'x'.repeat(5000)}'`,
])('refuses %s', async (sql) => {
  expect((await runner.ask(sql)).error).toMatch(/\w/);
  expect((await runner.ask('SELECT count(*) FROM trades')).rows).toEqual([[3]]);
});

it('reaches no other file', async () => {
  const other = join(folder, 'other.db');
  expect((await runner.ask(`ATTACH '${other}' AS other`)).error).toMatch(/begins with SELECT/);
  expect((await runner.ask(`SELECT 1; ATTACH '${other}' AS other`)).error).toMatch(/\w/);
  expect((await runner.ask(`VACUUM INTO '${other}'`)).error).toMatch(/\w/);
  expect(existsSync(other)).toBe(false);
});

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)';

it('cuts an answer at its bounds, and says so', async () => {
  const rows = await runner.ask(`${ENDLESS} SELECT x FROM n`);
  expect([rows.rows!.length, rows.isCut]).toEqual([100, true]);
  expect((await runner.ask(`${ENDLESS} SELECT x FROM n`, 7)).rows).toHaveLength(7);
  const bytes = await runner.ask(`${ENDLESS} SELECT hex(zeroblob(2000)) FROM n`);
  expect([bytes.rows!.length, bytes.isCut]).toEqual([2, true]);
});

const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux.each([
  // Each is far below the longest text that SQLite makes.
  'SELECT length(randomblob(400000000))',
  "SELECT length(printf('%.*c', 400000000, 'x'))",
  `${ENDLESS} SELECT length(group_concat(hex(zeroblob(100000)))) FROM (SELECT x FROM n LIMIT 2500)`,
  `${ENDLESS} SELECT max(b) FROM (SELECT zeroblob(1000000) AS b FROM (SELECT x FROM n LIMIT 400) ORDER BY b, x LIMIT -1 OFFSET 1)`,
])('fails when it needs more memory than it may use, and answers the next question: %s', async (sql) => {
  expect((await runner.ask(sql)).error).toMatch(/memory/);
  expect((await runner.ask('SELECT 1')).rows).toEqual([[1]]);
});

it('is ended when it takes too long', async () => {
  const hasty = new SqlRunner(join(folder, 'dump.db'), { ...SQL_LIMITS, milliseconds: 2000 });
  expect((await hasty.ask(`${ENDLESS} SELECT count(*) FROM n`)).error).toMatch(/longer than 2 seconds/);
  hasty.close();
});

it('lets a question end that runs when another dump takes the place of the file', async () => {
  await runner.ask('SELECT 1');
  const running = runner.ask(`${ENDLESS} SELECT count(*) FROM (SELECT x FROM n LIMIT 300000)`);
  await setImmediate();
  runner.restart();
  expect(await running).toEqual({ columns: ['count(*)'], rows: [[300_000]], isCut: false });
  expect((await runner.ask('SELECT 2')).rows).toEqual([[2]]);
});

it('gives numbers that JavaScript or JSON does not have as text, and never another number', async () => {
  const { rows } = await runner.ask('SELECT 9007199254740993, -9007199254740993, 9007199254740991, 9e999');
  expect(rows).toEqual([['9007199254740993', '-9007199254740993', 9007199254740991, 'Infinity']]);
});

it('takes only as many at a time as may wait', async () => {
  const asked = Array.from({ length: 5 }, () => runner.ask('SELECT 1'));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(ends[4]).toMatchObject({ reason: expect.any(SqlBusyError) });
});

it('ends its process when no question comes, and starts another one for the next', async () => {
  const idle = new SqlRunner(join(folder, 'dump.db'), {
    ...SQL_LIMITS,
    milliseconds: 60_000,
    idleMilliseconds: 100,
  });
  const running = () => (idle as unknown as { child: ChildProcess | null }).child;
  const count = async () => (await idle.ask('SELECT count(*) FROM trades')).rows;
  expect(await count()).toEqual([[3]]);
  const child = running() as ChildProcess;
  await once(child, 'exit');
  expect(running()).toBeNull();
  expect(await count()).toEqual([[3]]);
  expect(running()?.pid).not.toBe(child.pid);
  idle.close();
});
