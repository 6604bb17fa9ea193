/** API keys: how they look, how they are kept and how they are checked. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bearerToken, createKeys, type Keys } from '../../src/limits/keys.js';
import { openAccounts, type Store } from '../../src/store/accounts/open-accounts.js';

it.each([
  [undefined, null],
  ['', null],
  ['Bearer dk_abc', 'dk_abc'],
  ['bearer   dk_abc ', 'dk_abc'],
  ['Bearer', ''],
  ['Bearer two words', ''],
  ['Basic dXNlcjpwYXNz', ''],
  [`Bearer ${'x'.repeat(600)}`, ''],
])('of %j the token is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});

/** Until the next look at the store. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('issued keys', () => {
  let folder: string;
  let store: Store;
  let keys: Keys;
  let at: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
    store = openAccounts(join(folder, 'accounts.db'));
    at = Date.parse('2026-11-20T12:34:56.000Z');
    keys = createKeys(store, { now: () => at });
  });
  afterEach(() => {
    keys.close();
    if (store.db.open) store.close();
    rmSync(folder, { recursive: true });
  });

  it('a key is dk_ and 43 characters; only its hash and its beginning are kept', () => {
    const { id, prefix, key } = keys.issue('laptop', null);
    expect(key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength(11);
    expect(keys.verify(key)?.id).toBe(String(id));
    const row = store.db.prepare('SELECT * FROM api_key').get() as { hash: Buffer };
    expect(row.hash.equals(createHash('sha256').update(key).digest())).toBe(true);
    expect(JSON.stringify(row)).not.toContain(key.slice(11));
    expect(keys.find(key)).toBe(id);
  });

  it.each([
    '',
    'dk_',
    `dk_${'A'.repeat(43)}`,
    `dk_${'A'.repeat(44)}`,
    `xx_${'A'.repeat(43)}`,
    'A'.repeat(500),
  ])('%j is not a key', (token) => {
    keys.issue('laptop', null);
    expect(keys.verify(token)).toBeNull();
    expect(keys.find(token)).toBeNull();
  });

  it('a key with one changed character is not a key, even while the right one is cached', () => {
    const { key } = keys.issue('laptop', null);
    keys.verify(key);
    for (const place of [3, 20, 45]) {
      const changed = key.slice(0, place) + (key[place] === 'A' ? 'B' : 'A') + key.slice(place + 1);
      expect(keys.verify(changed)).toBeNull();
    }
  });

  it('a revoked key is refused at once, and its id is never given again', () => {
    const { id, key } = keys.issue('laptop', null);
    keys.verify(key);
    expect(keys.revoke(id)).toBe(true);
    expect(keys.verify(key)).toBeNull();
    expect(keys.revoke(id)).toBe(false);
    expect(keys.issue('next', null).id).toBeGreaterThan(id);
  });

  it('a key that another process revokes is refused', async () => {
    const { id, key } = keys.issue('laptop', null);
    const other = openAccounts(join(folder, 'accounts.db'));
    const theirs = createKeys(other);
    for (let turn = 0; turn < 3; turn += 1) expect(keys.verify(key)).not.toBeNull();
    theirs.revoke(id);
    await settle();
    expect(keys.verify(key)).toBeNull();
    const again = theirs.issue('again', null);
    expect(keys.verify(again.key)?.id).toBe(String(again.id));
    other.close();
  });

  it('a known key is checked without reading a row or writing one', () => {
    const { key } = keys.issue('laptop', null);
    keys.verify(key);
    const before = store.db.prepare('SELECT total_changes() AS n').get();
    // A missing table cannot be read, so the answers come from memory.
    store.db.exec('ALTER TABLE api_key RENAME TO elsewhere');
    for (let turn = 0; turn < 100; turn += 1) expect(keys.verify(key)).not.toBeNull();
    store.db.exec('ALTER TABLE elsewhere RENAME TO api_key');
    expect(store.db.prepare('SELECT total_changes() AS n').get()).toEqual(before);
    expect(store.db.prepare('SELECT last_used_at, calls FROM api_key').get()).toEqual({
      last_used_at: null,
      calls: 0,
    });
  });

  it('use adds up within the hour over several processes and starts at zero in the next', async () => {
    const { key } = keys.issue('laptop', null);
    const other = openAccounts(join(folder, 'accounts.db'));
    const theirs = createKeys(other, { now: () => at });
    for (let turn = 0; turn < 5; turn += 1) keys.verify(key);
    for (let turn = 0; turn < 2; turn += 1) theirs.verify(key);
    theirs.close();
    expect(keys.list()).toMatchObject([{ lastUsedAt: '2026-11-20T12:34:56.000Z', callsThisHour: 7 }]);
    at += 60_000;
    await settle();
    keys.verify(key);
    expect(keys.list()).toMatchObject([{ lastUsedAt: '2026-11-20T12:35:56.000Z', callsThisHour: 8 }]);
    at += 3_600_000;
    expect(keys.list()).toMatchObject([{ callsThisHour: 0 }]);
    await settle();
    keys.verify(key);
    expect(keys.list()).toMatchObject([{ lastUsedAt: '2026-11-20T13:35:56.000Z', callsThisHour: 1 }]);
    other.close();
  });

  it('use is written when the keys are closed', () => {
    const { key } = keys.issue('laptop', null);
    keys.verify(key);
    keys.close();
    expect(createKeys(store, { now: () => at }).list()).toMatchObject([{ callsThisHour: 1 }]);
  });

  it('while the store fails no key is valid, and the operator gets the error', () => {
    const { key } = keys.issue('laptop', null);
    const heard: unknown[] = [];
    const failing = createKeys(store, { failed: (error) => heard.push(error) });
    store.close();
    expect(failing.verify(key)).toBeNull();
    expect(heard).toHaveLength(1);
    expect(String(heard[0])).not.toContain(key.slice(11));
  });

  it('use that cannot be written is kept for the next time', () => {
    const { key } = keys.issue('laptop', null);
    const heard: unknown[] = [];
    const ours = createKeys(store, { now: () => at, failed: (error) => heard.push(error) });
    ours.verify(key);
    store.db.exec('ALTER TABLE api_key RENAME TO elsewhere');
    ours.flush();
    expect(heard).toHaveLength(1);
    store.db.exec('ALTER TABLE elsewhere RENAME TO api_key');
    expect(ours.list()).toMatchObject([{ callsThisHour: 1 }]);
  });

  it('use that cannot be written for long takes one entry for each key', async () => {
    const { key } = keys.issue('laptop', null);
    const ours = createKeys(store, { now: () => at });
    store.db.exec('ALTER TABLE api_key RENAME TO elsewhere');
    store.db.exec('CREATE TABLE api_key AS SELECT * FROM elsewhere');
    store.db.exec("CREATE TRIGGER full BEFORE UPDATE ON api_key BEGIN SELECT RAISE(ABORT, 'full'); END");
    for (let turn = 0; turn < 5; turn += 1) {
      ours.verify(key);
      ours.flush();
    }
    store.db.exec('DROP TABLE api_key; ALTER TABLE elsewhere RENAME TO api_key');
    store.db.exec('CREATE TABLE writes (calls INTEGER)');
    store.db.exec(
      'CREATE TRIGGER count AFTER UPDATE ON api_key BEGIN INSERT INTO writes VALUES (new.calls); END',
    );
    ours.flush();
    expect(store.db.prepare('SELECT calls FROM writes').all()).toEqual([{ calls: 5 }]);
    ours.close();
  });

  it('keys work while another process locks the file, and use is written after it', () => {
    const { key } = keys.issue('laptop', null);
    const other = openAccounts(join(folder, 'accounts.db'));
    other.db.exec('BEGIN IMMEDIATE');
    expect(keys.verify(key)).not.toBeNull();
    keys.flush();
    expect(keys.verify(key)).not.toBeNull();
    other.db.exec('COMMIT');
    other.close();
    expect(keys.list()).toMatchObject([{ callsThisHour: 2 }]);
  });
});
