/** The tables of accounts: a file or PostgreSQL, what is deleted with what, and what is bounded. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import {
  addAccount,
  deleteAccount,
  deleteUnusedAccounts,
  listAccounts,
  redeemRecoveryCode,
} from '../../../src/store/accounts/accounts.js';
import type { AccountsDatabase } from '../../../src/store/accounts/accounts-database.js';
import { openAccountsFile } from '../../../src/store/accounts/accounts-file.js';
import { addChallenge, takeChallenge } from '../../../src/store/accounts/challenges.js';
import { addKey, listKeys, recordKeyUsage } from '../../../src/store/accounts/keys.js';
import { addAnotherPasskey, listPasskeys, removePasskey } from '../../../src/store/accounts/passkeys.js';
import { addSession, findSessionAccount } from '../../../src/store/accounts/sessions.js';
import { StoreError } from '../../../src/store/database/store.js';
import { type AccountsEngine, describeEngines, rowsOf } from '../../accounts/engines.js';

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
const hash = (n: number) => Buffer.alloc(32, n);

/** An account with one passkey. */
function add(
  database: AccountsDatabase,
  more: Partial<typeof account> = {},
  n = 1,
  key: Partial<Omit<typeof passkey, 'lastUsedAt'>> & { lastUsedAt?: string | null } = {},
): Promise<void> {
  return database.transaction((connection) =>
    addAccount(connection, { ...account, ...more }, hash(n), { ...passkey, ...key }),
  );
}

describe('accounts.db', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'accounts-'));
    file = join(folder, 'deeper', 'accounts.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates a missing file, readable only by its owner, and keeps its data', async () => {
    const database = openAccountsFile(file);
    await add(database);
    await database.close();
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = openAccountsFile(file);
    expect(await listAccounts(again)).toEqual([{ ...account, passkeys: 1, keys: 0 }]);
    await again.close();
  });

  it('refuses and does not change a file of another program, of a newer version, or without a database', async () => {
    await openAccountsFile(file).close();
    const db = new Database(file);
    db.exec("INSERT INTO migration VALUES (99, '099-later.sql', '2030-01-01')");
    db.close();
    expect(() => openAccountsFile(file)).toThrow(StoreError);
    expect(() => openAccountsFile(file)).toThrow(/newer disclosed/);

    const foreign = join(folder, 'foreign.db');
    const theirs = new Database(foreign);
    theirs.exec('CREATE TABLE t (a)');
    theirs.close();
    expect(() => openAccountsFile(foreign)).toThrow(/another program/);

    const text = join(folder, 'text.db');
    writeFileSync(text, 'no database at all, but long enough to be read as one');
    expect(() => openAccountsFile(text)).toThrow(/is not a database/);
  });

  it('a connection notices the commits of another, but not its own', async () => {
    const ours = openAccountsFile(file);
    const theirs = openAccountsFile(file);
    const before = ours.local.version();
    await add(ours);
    expect(ours.local.version()).toBe(before);
    await deleteAccount(theirs, 'a1');
    expect(ours.local.version()).not.toBe(before);
    await Promise.all([ours.close(), theirs.close()]);
  });

  it('nothing of a deleted account stays in a file, not even the name, while others have it open', async () => {
    const database = openAccountsFile(file);
    const serving = openAccountsFile(file);
    await add(database, { displayName: 'Ada Countess of Example' });
    const traces = () =>
      [file, `${file}-wal`].filter((one) => readFileSync(one, 'latin1').includes('Countess of Example'));
    expect(traces()).not.toEqual([]);
    await deleteAccount(database, 'a1');
    expect(traces()).toEqual([]);
    expect(await listAccounts(serving)).toEqual([]);
    await Promise.all([serving.close(), database.close()]);
  });

  it('a file that is up to date opens while another process writes to it', async () => {
    const writing = openAccountsFile(file);
    writing.db.exec('BEGIN IMMEDIATE');
    const database = openAccountsFile(file);
    expect(await listAccounts(database)).toEqual([]);
    await database.close();
    writing.db.exec('COMMIT');
    await writing.close();
  });

  it('a challenge is stored without waiting for the disk, everything else with it', async () => {
    const database = openAccountsFile(file);
    const level = () => database.db.pragma('synchronous', { simple: true });
    const seen: unknown[] = [];
    const runNow = database.runNow.bind(database);
    database.runNow = (sql, values) => {
      seen.push(level());
      return runNow(sql, values);
    };
    await database.runUnsynced('DELETE FROM challenge', []);
    await database.run('DELETE FROM session');
    // 1 is NORMAL, 2 is FULL.
    expect(seen).toEqual([1, 2]);
    expect(level()).toBe(2);
    await database.close();
  });
});

describeEngines('the tables of accounts', tables);

function tables(engine: AccountsEngine): void {
  let connect: () => Promise<AccountsDatabase>;
  let database: AccountsDatabase;
  beforeEach(async () => {
    connect = engine.create();
    database = await connect();
  });
  afterEach(() => database.close());

  it('a newer version is refused in one line, and two processes may create the tables at once', async () => {
    const fresh = engine.create();
    const both = await Promise.all([fresh(), fresh(), fresh()]);
    await Promise.all(both.map((one) => one.close()));
    const table = engine.name === 'SQLite' ? 'migration' : 'account_migration';
    const values = [99, 'later', '2030-01-01'];
    await database.run(`INSERT INTO ${table} (number, name, applied_at) VALUES (?, ?, ?)`, values);
    await expect(connect()).rejects.toThrow(/^[^\n]* has version 99, written by a newer disclosed[^\n]*$/);
    await database.run(`DELETE FROM ${table} WHERE number = 99`);
  });

  it('an account is created with its first passkey or not at all', async () => {
    await add(database);
    // An error of SQLite may be one of another realm in a test, so it is only caught.
    const isAdded = await add(database, { id: 'a2' }, 2).then(
      () => true,
      () => false,
    );
    expect(isAdded).toBe(false);
    expect((await listAccounts(database)).map(({ id }) => id)).toEqual(['a1']);
  });

  it('deleting an account deletes its keys, but not those of the operator', async () => {
    await add(database);
    const key = { prefix: 'dk_12345678', name: 'k', createdAt: account.createdAt };
    await addKey(database, { ...key, hash: hash(3), accountId: 'a1' });
    await addKey(database, { ...key, hash: hash(4), accountId: null });
    expect(await addKey(database, { ...key, hash: hash(5), accountId: 'nobody' })).toBeNull();
    expect(await listKeys(database, 'a1')).toHaveLength(1);
    expect(await deleteAccount(database, 'a1')).toBe(true);
    expect((await listKeys(database)).map((one) => one.accountId)).toEqual([null]);
    expect(await deleteAccount(database, 'a1')).toBe(false);
  });

  it('an account has at most twenty sessions, and ended ones are deleted', async () => {
    await add(database);
    const session = (turn: number) => ({
      hash: hash(turn),
      accountId: 'a1',
      createdAt: `2026-11-20T12:00:${String(turn).padStart(2, '0')}.000Z`,
      expiresAt: '2026-11-21T12:00:00.000Z',
    });
    for (let turn = 1; turn <= 25; turn += 1) await addSession(database, session(turn));
    const count = () => rowsOf(database, 'SELECT count(*) FROM session');
    expect(await count()).toEqual([[20]]);
    expect(await findSessionAccount(database, hash(5), '2026-11-20T13:00:00.000Z')).toBeNull();
    expect(await findSessionAccount(database, hash(25), '2026-11-20T13:00:00.000Z')).toEqual(account);
    await addSession(database, {
      ...session(30),
      createdAt: '2026-11-22T12:00:00.000Z',
      expiresAt: '2026-11-23',
    });
    expect(await count()).toEqual([[1]]);
  });

  it('an account is deleted if neither a passkey nor a key of it was used since; keys of the operator stay', async () => {
    const old = '2024-01-01T00:00:00.000Z';
    const recent = '2026-11-01T00:00:00.000Z';
    const make = (id: string, n: number, lastUsedAt: string | null = null) =>
      add(database, { id, displayName: id, createdAt: old }, n, {
        id: `p-${id}`,
        accountId: id,
        createdAt: old,
        lastUsedAt,
      });
    const key = (accountId: string | null, n: number) =>
      addKey(database, { hash: hash(n), prefix: 'dk_', name: 'k', accountId, createdAt: old });
    await make('unused', 1);
    await key('unused', 11);
    await make('by-passkey', 2, recent);
    await make('by-key', 3, old);
    const id = (await key('by-key', 12))!;
    await recordKeyUsage(database, [{ id, usedAt: recent, hour: recent, calls: 1 }]);
    await make('by-session', 4);
    const session = { hash: hash(9), accountId: 'by-session' };
    await addSession(database, { ...session, createdAt: recent, expiresAt: recent });
    await key(null, 13);
    expect(await deleteUnusedAccounts(database, '2025-01-01T00:00:00.000Z')).toBe(1);
    expect((await listAccounts(database)).map((one) => one.id)).toEqual([
      'by-key',
      'by-passkey',
      'by-session',
    ]);
    expect((await listKeys(database)).map(({ accountId }) => accountId)).toEqual(['by-key', null]);
  });

  it('many changes at once exceed no limit: keys, passkeys, the last passkey, a recovery code', async () => {
    // In one process, one connection to a file would wait for the other forever.
    const other = engine.name === 'SQLite' ? database : await connect();
    const both = [database, other];
    await add(database);
    const key = (n: number) => ({
      hash: hash(n),
      prefix: 'dk_',
      name: 'k',
      accountId: 'a1',
      createdAt: account.createdAt,
    });
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => addKey(both[n % 2]!, key(n + 20), 5)),
    );
    expect(made.filter((id) => id !== null)).toHaveLength(5);
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        addAnotherPasskey(both[n % 2]!, { ...passkey, id: `p${n + 2}` }, 4),
      ),
    );
    expect(added.filter((isAdded) => isAdded)).toHaveLength(3);
    const ids = (await listPasskeys(database, 'a1')).map(({ id }) => id);
    const removed = await Promise.all(
      ids.map((id, n) => both[n % 2]!.transaction((connection) => removePasskey(connection, id, 'a1'))),
    );
    expect(removed.filter((isRemoved) => isRemoved)).toHaveLength(3);
    expect(await listPasskeys(database, 'a1')).toHaveLength(1);
    const redeemed = await Promise.all(
      [...both, ...both].map((one, n) =>
        one.transaction((connection) => redeemRecoveryCode(connection, hash(1), hash(40 + n))),
      ),
    );
    expect(redeemed.filter((found) => found !== null)).toEqual([account]);
    if (other !== database) await other.close();
  });

  it('use of the same keys is added up while it is written twice at once in another order', async () => {
    const others =
      engine.name === 'SQLite' ? [database, database] : await Promise.all([connect(), connect()]);
    const key = { prefix: 'dk_', name: 'k', accountId: null, createdAt: account.createdAt };
    const ids: number[] = [];
    for (let n = 0; n < 30; n += 1) ids.push((await addKey(database, { ...key, hash: hash(n) }))!);
    const hour = '2026-11-20T12:00:00.000Z';
    const use = (order: number[]) => order.map((id) => ({ id, usedAt: hour, hour, calls: 2 }));
    const write = async (one: AccountsDatabase, order: number[]) => {
      for (let turn = 0; turn < 10; turn += 1) await recordKeyUsage(one, use(order));
    };
    await Promise.all([write(others[0]!, ids), write(others[1]!, [...ids].reverse())]);
    expect(new Set((await listKeys(database)).map(({ calls }) => calls))).toEqual(new Set([40]));
    for (const one of others) if (one !== database) await one.close();
  });

  it('of many who take a challenge one gets it; beyond the limit the oldest is deleted, and the expired ones', async () => {
    const other = await connect();
    const challenge = (n: number) => ({
      hash: hash(n),
      browser: hash(100),
      kind: 'sign-up',
      accountId: 'a9',
      displayName: 'Ada',
      expiresAt: `2026-11-20T12:05:${String(n).padStart(2, '0')}.000Z`,
    });
    const now = '2026-11-20T12:00:00.000Z';
    await addChallenge(database, challenge(1), now);
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, n) => takeChallenge(n % 2 === 0 ? database : other, hash(1))),
    );
    expect(taken.filter((one) => one !== null)).toEqual([challenge(1)]);
    for (let n = 1; n <= 6; n += 1) await addChallenge(database, challenge(n), now, 4);
    const left = () => rowsOf(database, 'SELECT expires_at FROM challenge ORDER BY expires_at');
    expect(await left()).toEqual([3, 4, 5, 6].map((n) => [challenge(n).expiresAt]));
    await addChallenge(database, challenge(9), challenge(5).expiresAt, 4);
    expect(await left()).toEqual([6, 9].map((n) => [challenge(n).expiresAt]));
    await other.close();
  });
}
