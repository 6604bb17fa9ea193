/** Opening the database of accounts. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import {
  addAccount,
  deleteAccount,
  deleteUnusedAccounts,
  listAccounts,
} from '../../../src/store/accounts/accounts.js';
import { addKey, listKeys, recordKeyUsage } from '../../../src/store/accounts/keys.js';
import { dataVersionReader, openAccounts } from '../../../src/store/accounts/open-accounts.js';
import { addSession, findSessionAccount } from '../../../src/store/accounts/sessions.js';
import { StoreError } from '../../../src/store/database/store.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  file = join(folder, 'deeper', 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const account = { id: 'a1', displayName: 'Ada', createdAt: '2026-11-20T12:00:00.000Z' };
const passkey = {
  id: 'p1',
  accountId: 'a1',
  publicKey: Buffer.from('key'),
  counter: 0,
  transports: ['internal'],
  createdAt: account.createdAt,
  lastUsedAt: null,
};

it('creates a missing file, readable only by its owner, and keeps its data', () => {
  const store = openAccounts(file);
  addAccount(store, account, Buffer.alloc(32, 1), passkey);
  store.close();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = openAccounts(file);
  expect(listAccounts(again)).toEqual([{ ...account, passkeys: 1, keys: 0 }]);
  again.close();
});

it('refuses and does not change a file of another program, of a newer version, or without a database', () => {
  openAccounts(file).close();
  const db = new Database(file);
  db.exec("INSERT INTO migration VALUES (99, '099-later.sql', '2030-01-01')");
  db.close();
  expect(() => openAccounts(file)).toThrow(StoreError);
  expect(() => openAccounts(file)).toThrow(/newer disclosed/);

  const foreign = join(folder, 'foreign.db');
  const theirs = new Database(foreign);
  theirs.exec('CREATE TABLE t (a)');
  theirs.close();
  expect(() => openAccounts(foreign)).toThrow(/another program/);

  const text = join(folder, 'text.db');
  writeFileSync(text, 'no database at all, but long enough to be read as one');
  expect(() => openAccounts(text)).toThrow(/is not a database/);
});

it('a connection notices the commits of another, but not its own', () => {
  const ours = openAccounts(file);
  const theirs = openAccounts(file);
  const changes = dataVersionReader(ours);
  const before = changes();
  addAccount(ours, account, Buffer.alloc(32, 1), passkey);
  expect(changes()).toBe(before);
  deleteAccount(theirs, 'a1');
  expect(changes()).not.toBe(before);
  ours.close();
  theirs.close();
});

it('an account is created with its first passkey or not at all', () => {
  const store = openAccounts(':memory:');
  addAccount(store, account, Buffer.alloc(32, 1), passkey);
  expect(() => addAccount(store, { ...account, id: 'a2' }, Buffer.alloc(32, 2), passkey)).toThrow();
  expect(listAccounts(store).map(({ id }) => id)).toEqual(['a1']);
  store.close();
});

it('deleting an account deletes its keys, but not those of the operator', () => {
  const store = openAccounts(':memory:');
  addAccount(store, account, Buffer.alloc(32, 1), passkey);
  const key = { prefix: 'dk_12345678', name: 'k', createdAt: account.createdAt };
  addKey(store, { ...key, hash: Buffer.alloc(32, 3), accountId: 'a1' });
  addKey(store, { ...key, hash: Buffer.alloc(32, 4), accountId: null });
  expect(listKeys(store, 'a1')).toHaveLength(1);
  expect(deleteAccount(store, 'a1')).toBe(true);
  expect(listKeys(store).map((one) => one.accountId)).toEqual([null]);
  expect(deleteAccount(store, 'a1')).toBe(false);
  store.close();
});

it('nothing of a deleted account stays in a file, not even the name, while others have it open', () => {
  const store = openAccounts(file);
  const serving = openAccounts(file);
  addAccount(store, { ...account, displayName: 'Ada Countess of Example' }, Buffer.alloc(32, 1), passkey);
  const traces = () =>
    [file, `${file}-wal`].filter((one) => readFileSync(one, 'latin1').includes('Countess of Example'));
  expect(traces()).not.toEqual([]);
  deleteAccount(store, 'a1');
  expect(traces()).toEqual([]);
  expect(listAccounts(serving)).toEqual([]);
  serving.close();
  store.close();
});

it('a file that is up to date opens while another process writes to it', () => {
  const writing = openAccounts(file);
  writing.db.exec('BEGIN IMMEDIATE');
  const store = openAccounts(file);
  expect(listAccounts(store)).toEqual([]);
  store.close();
  writing.db.exec('COMMIT');
  writing.close();
});

it('an account has at most twenty sessions, and ended ones are deleted', () => {
  const store = openAccounts(':memory:');
  addAccount(store, account, Buffer.alloc(32, 1), passkey);
  const session = (turn: number) => ({
    hash: Buffer.alloc(32, turn),
    accountId: 'a1',
    createdAt: `2026-11-20T12:00:${String(turn).padStart(2, '0')}.000Z`,
    expiresAt: '2026-11-21T12:00:00.000Z',
  });
  for (let turn = 1; turn <= 25; turn += 1) addSession(store, session(turn));
  const count = () => store.db.prepare('SELECT count(*) AS n FROM session').get();
  expect(count()).toEqual({ n: 20 });
  expect(findSessionAccount(store, Buffer.alloc(32, 5), '2026-11-20T13:00:00.000Z')).toBeNull();
  expect(findSessionAccount(store, Buffer.alloc(32, 25), '2026-11-20T13:00:00.000Z')).toEqual(account);
  addSession(store, { ...session(30), createdAt: '2026-11-22T12:00:00.000Z', expiresAt: '2026-11-23' });
  expect(count()).toEqual({ n: 1 });
  store.close();
});

it('an account is deleted if neither a passkey nor a key of it was used since; keys of the operator stay', () => {
  const store = openAccounts(file);
  const old = '2024-01-01T00:00:00.000Z';
  const recent = '2026-11-01T00:00:00.000Z';
  const add = (id: string, n: number, lastUsedAt: string | null = null) =>
    addAccount(store, { id, displayName: id, createdAt: old }, Buffer.alloc(32, n), {
      ...passkey,
      id: `p-${id}`,
      accountId: id,
      createdAt: old,
      lastUsedAt,
    });
  const key = (accountId: string | null, n: number) =>
    addKey(store, { hash: Buffer.alloc(32, n), prefix: 'dk_', name: 'k', accountId, createdAt: old });
  add('unused', 1);
  key('unused', 11);
  add('by-passkey', 2, recent);
  add('by-key', 3, old);
  recordKeyUsage(store, [{ id: key('by-key', 12), usedAt: recent, hour: recent, calls: 1 }]);
  add('by-session', 4);
  const session = { hash: Buffer.alloc(32, 9), accountId: 'by-session' };
  addSession(store, { ...session, createdAt: recent, expiresAt: recent });
  key(null, 13);
  expect(deleteUnusedAccounts(store, '2025-01-01T00:00:00.000Z')).toBe(1);
  expect(listAccounts(store).map(({ id }) => id)).toEqual(['by-key', 'by-passkey', 'by-session']);
  expect(listKeys(store).map(({ accountId }) => accountId)).toEqual(['by-key', null]);
  store.close();
});
