/** What is copied of a write-ahead log: everything up to the last commit, and nothing else. */

import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { copyCommittedFrames } from '../../src/ledger-backup/wal-frames.js';

const FRAME = 24 + 4096;
let folder: string;
let db: Database.Database;
let wal: string;
let copy: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-wal-'));
  db = new Database(join(folder, 'a.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT)');
  wal = join(folder, 'a.db-wal');
  copy = join(folder, 'copy');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (count: number) =>
  db.transaction(() => {
    for (let i = 0; i < count; i++) db.prepare('INSERT INTO item (text) VALUES (?)').run('x'.repeat(3000));
  })();

it('copies a log of many frames whole', () => {
  for (let i = 0; i < 30; i++) insert(40);
  const size = statSync(wal).size;
  // More than are read at a time.
  expect(size).toBeGreaterThan(600 * FRAME);
  expect(copyCommittedFrames(wal, copy)).toBe(size);
  expect(readFileSync(copy).equals(readFileSync(wal))).toBe(true);
});

it('copies nothing of a missing log, an empty one, and a file that is not a log', () => {
  expect(copyCommittedFrames(join(folder, 'none'), copy)).toBe(0);
  writeFileSync(join(folder, 'empty'), '');
  expect(copyCommittedFrames(join(folder, 'empty'), copy)).toBe(0);
  writeFileSync(join(folder, 'text'), 'x'.repeat(10_000));
  expect(copyCommittedFrames(join(folder, 'text'), copy)).toBe(0);
});

it('leaves out a transaction that was not committed', () => {
  insert(3);
  const committed = statSync(wal).size;
  db.pragma('cache_size = 10');
  db.exec('BEGIN');
  for (let i = 0; i < 200; i++) db.prepare('INSERT INTO item (text) VALUES (?)').run('y'.repeat(3000));
  // The pages that do not fit into the cache are in the log already.
  expect(statSync(wal).size).toBeGreaterThan(committed);
  expect(copyCommittedFrames(wal, copy)).toBe(committed);
  db.exec('ROLLBACK');
});

it('leaves out what an earlier, longer log left behind', () => {
  insert(200);
  const reader = new Database(join(folder, 'a.db'));
  db.pragma('wal_checkpoint(FULL)');
  const before = statSync(wal).size;
  insert(1);
  expect(statSync(wal).size).toBe(before);
  const copied = copyCommittedFrames(wal, copy);
  reader.close();
  expect(copied).toBeGreaterThan(0);
  expect(copied).toBeLessThan(10 * FRAME);
});

it.each([
  ['in its page', 24 + 100],
  ['in its header', 4],
  ['in its salt', 9],
])('ends before a frame that is damaged %s', (_name, offset) => {
  insert(1);
  const good = statSync(wal).size;
  insert(1);
  const bytes = readFileSync(wal);
  bytes[good + offset]! ^= 1;
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, bytes);
  expect(copyCommittedFrames(damaged, copy)).toBe(good);
});

it('ends before a frame that was cut off', () => {
  insert(1);
  const good = statSync(wal).size;
  copyFileSync(wal, join(folder, 'cut'));
  appendFileSync(join(folder, 'cut'), readFileSync(wal).subarray(32, 32 + 2000));
  expect(copyCommittedFrames(join(folder, 'cut'), copy)).toBe(good);
});

it('reads logs of both byte orders', () => {
  insert(5);
  const bytes = readFileSync(wal);
  const big = join(folder, 'big');
  writeFileSync(big, asBigEndian(bytes));
  expect(copyCommittedFrames(big, copy)).toBe(bytes.length);
});

/** The same log as a machine with the other byte order writes it. */
function asBigEndian(log: Buffer): Buffer {
  const bytes = Buffer.from(log);
  let [one, two] = [0, 0];
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i += 8) {
      one = (one + bytes.readUInt32BE(i) + two) >>> 0;
      two = (two + bytes.readUInt32BE(i + 4) + one) >>> 0;
    }
  };
  const store = (at: number) => {
    bytes.writeUInt32BE(one, at);
    bytes.writeUInt32BE(two, at + 4);
  };
  bytes.writeUInt32BE(0x377f0683, 0);
  add(0, 24);
  store(24);
  for (let at = 32; at < bytes.length; at += FRAME) {
    add(at, at + 8);
    add(at + 24, at + FRAME);
    store(at + 16);
  }
  return bytes;
}
