/** A SQLite file as a database: rows, counts of changes, and transactions that wait for each other. */

import { expect, it, jest } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { SqliteDatabase, STATEMENTS_MAX } from '../../src/database/sqlite-database.js';

function openEmpty(): SqliteDatabase {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE item (name TEXT PRIMARY KEY, size INTEGER)');
  return new SqliteDatabase(db);
}

it('gives rows as arrays and counts what a statement changed', async () => {
  const database = openEmpty();
  expect(await database.run('INSERT INTO item VALUES (?, ?), (?, ?)', ['a', 1, 'b', null])).toBe(2);
  expect(await database.rows('SELECT name, size FROM item ORDER BY name')).toEqual([
    ['a', 1],
    ['b', null],
  ]);
  await database.close();
});

it('keeps nothing of a transaction that fails', async () => {
  const database = openEmpty();
  const failing = database.transaction(async (connection) => {
    await connection.run('INSERT INTO item VALUES (?, ?)', ['a', 1]);
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect(await database.rows('SELECT * FROM item')).toEqual([]);
  await database.close();
});

it('lets every other statement wait for an open transaction', async () => {
  const database = openEmpty();
  const order: string[] = [];
  const first = database.transaction(async (connection) => {
    await connection.run('INSERT INTO item VALUES (?, ?)', ['a', 1]);
    await new Promise((resolve) => setImmediate(resolve));
    order.push('first');
    throw new Error('stopped');
  });
  const second = database.transaction(async (connection) => {
    order.push('second');
    await connection.run('INSERT INTO item VALUES (?, ?)', ['b', 2]);
  });
  const read = database.rows('SELECT name FROM item');
  await expect(first).rejects.toThrow('stopped');
  await second;
  expect(order).toEqual(['first', 'second']);
  // It never sees the row of the transaction that was taken back.
  expect(await read).not.toContainEqual(['a']);
  expect(await database.rows('SELECT name FROM item')).toEqual([['b']]);
  await database.close();
});

it('keeps so many statements at most, those that were used last', async () => {
  const database = openEmpty();
  const prepare = jest.spyOn(database.db, 'prepare');
  const ask = (n: number) => database.rows(`SELECT name FROM item LIMIT ${n}`);
  await ask(0);
  for (let n = 1; n < STATEMENTS_MAX; n++) await ask(n);
  await ask(0);
  expect(prepare).toHaveBeenCalledTimes(STATEMENTS_MAX);
  // The one that was used longest ago leaves.
  await ask(STATEMENTS_MAX);
  await ask(0);
  expect(prepare).toHaveBeenCalledTimes(STATEMENTS_MAX + 1);
  await ask(1);
  expect(prepare).toHaveBeenCalledTimes(STATEMENTS_MAX + 2);
  await database.close();
});
