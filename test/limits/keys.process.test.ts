/** API keys: how they look, how they are kept and how they are checked, on both databases. */

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bearerToken, Keys } from '../../src/limits/keys.js';
import type { AccountsDatabase } from '../../src/store/accounts/accounts-database.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { type AccountsEngine, describeEngines, rowsOf } from '../accounts/engines.js';
import { POSTGRES_MISSING, startPostgres } from '../services/postgres.js';
import { until } from '../until.js';

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

/** Until the next look at the database: timers end in the order of their moments, and one of five milliseconds began before. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describeEngines('issued keys', issuedKeys);

function issuedKeys(engine: AccountsEngine): void {
  let connect: () => Promise<AccountsDatabase>;
  let database: AccountsDatabase;
  let keys: Keys;
  let at: number;
  const now = () => at;
  const issue = async (by = keys) => (await by.issue('laptop', null))!;
  beforeEach(async () => {
    connect = engine.create();
    database = await connect();
    at = Date.parse('2026-11-20T12:34:56.000Z');
    keys = new Keys(database, { now });
    await keys.follow();
  });
  afterEach(async () => {
    await keys.close();
    await database.close();
  });
  /** Another process with the same database. */
  async function another(): Promise<{ theirs: Keys; close(): Promise<void> }> {
    const other = await connect();
    const theirs = new Keys(other, { now });
    await theirs.follow();
    const close = async () => {
      await theirs.close();
      await other.close();
    };
    return { theirs, close };
  }

  it('a key is dk_ and 43 characters; only its hash and its beginning are kept', async () => {
    const { id, prefix, key } = await issue();
    expect(key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength(11);
    expect(keys.verify(key)?.id).toBe(String(id));
    const [row] = await rowsOf(database, 'SELECT hash, id, prefix, name FROM api_key');
    expect(row?.[0]).toEqual(createHash('sha256').update(key).digest());
    expect(JSON.stringify(row)).not.toContain(key.slice(11));
    expect(await keys.find(key)).toBe(id);
  });

  it.each([
    '',
    'dk_',
    `dk_${'A'.repeat(43)}`,
    `dk_${'A'.repeat(44)}`,
    `xx_${'A'.repeat(43)}`,
    'A'.repeat(500),
  ])('%j is not a key', async (token) => {
    await issue();
    expect(keys.verify(token)).toBeNull();
    expect(await keys.find(token)).toBeNull();
  });

  it('a key with one changed character is not a key, even while the right one is cached', async () => {
    const { key } = await issue();
    keys.verify(key);
    for (const place of [3, 20, 45]) {
      const changed = key.slice(0, place) + (key[place] === 'A' ? 'B' : 'A') + key.slice(place + 1);
      expect(keys.verify(changed)).toBeNull();
    }
  });

  it('a revoked key is refused at once, and its id is never given again', async () => {
    const { id, key } = await issue();
    keys.verify(key);
    expect(await keys.revoke(id)).toBe(true);
    expect(keys.verify(key)).toBeNull();
    expect(await keys.revoke(id)).toBe(false);
    expect((await issue()).id).toBeGreaterThan(id);
  });

  it('the next look at the database notices a key that another process revokes, and one that it makes', async () => {
    // Each second in PostgreSQL, every few milliseconds in a file.
    let looks = 0;
    const other = await connect();
    const watched: AccountsDatabase = Object.create(other, {
      rows: {
        value: (sql: string, values: []) => {
          looks += 1;
          return other.rows(sql, values);
        },
      },
    });
    const ours = new Keys(watched, { now });
    await ours.follow();
    const mine = await issue();
    await until(() => ours.verify(mine.key) !== null);
    looks = 0;
    await keys.revoke(mine.id);
    await until(() => ours.verify(mine.key) === null);
    // One may have been under way.
    expect(looks).toBeLessThanOrEqual(2);
    const again = await issue();
    looks = 0;
    await until(() => ours.verify(again.key)?.id === String(again.id));
    expect(looks).toBeLessThanOrEqual(2);
    await ours.close();
    await other.close();
  });

  it('a key that the operator deletes with SQL is refused too, and so are those of a deleted account', async () => {
    const [operators, theirs] = [await issue(), (await another()).theirs];
    await database.run(
      "INSERT INTO account (id, display_name, recovery_hash, created_at) VALUES ('a1', '', ?, 'x')",
      [Buffer.alloc(32)],
    );
    const owned = (await keys.issue('owned', 'a1'))!;
    await until(() => theirs.verify(owned.key) !== null);
    await database.run('DELETE FROM account');
    await until(() => theirs.verify(owned.key) === null);
    expect(theirs.verify(operators.key)).not.toBeNull();
    await database.run('DELETE FROM api_key');
    await until(() => theirs.verify(operators.key) === null);
    await theirs.close();
  });

  it('another history of the same length is noticed: all keys are read again', async () => {
    const { theirs, close } = await another();
    const [first, second] = [await issue(), await issue()];
    await until(() => theirs.verify(second.key) !== null);
    // As after a standby took over that had not yet heard of the last change, and another change was made there.
    await database.run('DELETE FROM api_key WHERE id = ?', [first.id]);
    await database.run('DELETE FROM key_change WHERE number > 1');
    await database.run('INSERT INTO key_change VALUES (2, ?, ?)', [Buffer.from('another'), first.id]);
    await until(() => theirs.verify(first.key) === null);
    expect(theirs.verify(second.key)).not.toBeNull();
    await close();
  });

  it('more changes than are kept are followed as well', async () => {
    const { key } = await issue();
    const { theirs, close } = await another();
    await database.transaction(async (connection) => {
      for (let n = 0; n < 1100; n += 1)
        await connection.run(
          "INSERT INTO api_key (hash, prefix, name, created_at) VALUES (?, 'dk_', 'many', 'x')",
          [createHash('sha256').update(String(n)).digest()],
        );
      await connection.run("DELETE FROM api_key WHERE name = 'laptop'");
    });
    expect(await rowsOf(database, 'SELECT count(*) FROM key_change')).toEqual([[1000]]);
    await until(() => theirs.verify(key) === null);
    expect(theirs.held.count).toBe(1100);
    await close();
  });

  it('a key is checked without reading a row or writing one', async () => {
    const { key } = await issue();
    // A missing table cannot be read, so the answers come from memory.
    await database.run('ALTER TABLE api_key RENAME TO elsewhere');
    for (let turn = 0; turn < 100; turn += 1) expect(keys.verify(key)).not.toBeNull();
    await database.run('ALTER TABLE elsewhere RENAME TO api_key');
    expect(await rowsOf(database, 'SELECT last_used_at, calls FROM api_key')).toEqual([[null, 0]]);
  });

  it('use adds up within the hour over several processes and starts at zero in the next', async () => {
    const { key } = await issue();
    const { theirs, close } = await another();
    for (let turn = 0; turn < 5; turn += 1) keys.verify(key);
    for (let turn = 0; turn < 2; turn += 1) theirs.verify(key);
    await theirs.close();
    expect(await keys.list()).toMatchObject([{ lastUsedAt: '2026-11-20T12:34:56.000Z', callsThisHour: 7 }]);
    at += 60_000;
    await settle();
    keys.verify(key);
    expect(await keys.list()).toMatchObject([{ lastUsedAt: '2026-11-20T12:35:56.000Z', callsThisHour: 8 }]);
    at += 3_600_000;
    expect(await keys.list()).toMatchObject([{ callsThisHour: 0 }]);
    await settle();
    keys.verify(key);
    expect(await keys.list()).toMatchObject([{ lastUsedAt: '2026-11-20T13:35:56.000Z', callsThisHour: 1 }]);
    await close();
  });

  it('use is written when the keys are closed', async () => {
    const { key } = await issue();
    keys.verify(key);
    await keys.close();
    expect(await new Keys(database, { now }).list()).toMatchObject([{ callsThisHour: 1 }]);
  });

  it('use that cannot be written is kept for the next time', async () => {
    const { key } = await issue();
    const heard: unknown[] = [];
    const ours = new Keys(database, { now, failed: (error) => heard.push(error) });
    await ours.follow();
    ours.verify(key);
    await database.run('ALTER TABLE api_key RENAME TO elsewhere');
    await ours.flush();
    expect(heard).toHaveLength(1);
    expect(String(heard[0])).not.toContain(key.slice(11));
    await database.run('ALTER TABLE elsewhere RENAME TO api_key');
    expect(await ours.list()).toMatchObject([{ callsThisHour: 1 }]);
    await ours.close();
  });

  it('use that cannot be written for long takes one entry for each key', async () => {
    const { key } = await issue();
    const writes: string[] = [];
    let isFull = true;
    const watched: AccountsDatabase = Object.create(database, {
      transactionAtOnce: {
        value: async (work: Parameters<AccountsDatabase['transactionAtOnce']>[0]) => {
          if (isFull) throw new Error('full');
          return database.transactionAtOnce((connection) =>
            work({
              engine: connection.engine,
              rows: (sql, values) => connection.rows(sql, values),
              run: (sql, values) => {
                writes.push(sql);
                return connection.run(sql, values);
              },
            }),
          );
        },
      },
    });
    const ours = new Keys(watched, { now });
    await ours.follow();
    for (let turn = 0; turn < 5; turn += 1) {
      ours.verify(key);
      await ours.flush();
    }
    isFull = false;
    await ours.flush();
    expect(writes).toHaveLength(1);
    expect(await keys.list()).toMatchObject([{ callsThisHour: 5 }]);
    await ours.close();
  });

  it('100,000 keys take six megabytes, and each is found', async () => {
    const hashes = Array.from({ length: 100_000 }, (_, n) => createHash('sha256').update(`${n}`).digest());
    await database.transaction(async (connection) => {
      for (let from = 0; from < hashes.length; from += 1000) {
        const some = hashes.slice(from, from + 1000);
        await connection.run(
          `INSERT INTO api_key (hash, prefix, name, created_at) VALUES ${some.map(() => "(?, 'dk_', 'k', 'x')").join(', ')}`,
          some,
        );
      }
    });
    const { key } = await issue();
    const ours = new Keys(database, { now });
    await ours.follow();
    expect(ours.held.count).toBe(100_001);
    expect(ours.held.bytes).toBeLessThan(7 * 1024 * 1024);
    expect(ours.verify(key)).not.toBeNull();
    await ours.close();
  });
}

describe('a file of keys', () => {
  it('that fails makes no key valid, and the operator gets the error', async () => {
    const database = openAccountsFile(':memory:');
    const heard: unknown[] = [];
    const keys = new Keys(database, { failed: (error) => heard.push(error) });
    await keys.follow();
    const { key } = (await keys.issue('laptop', null))!;
    await database.close();
    expect(keys.verify(key)).toBeNull();
    expect(heard).toHaveLength(1);
    expect(String(heard[0])).not.toContain(key.slice(11));
  });
});

describeEngines('a database that another process holds', (engine) => {
  it('keeps keys valid, and use is written after it', async () => {
    const connect = engine.create();
    const [database, other] = [await connect(), await connect()];
    const keys = new Keys(database);
    await keys.follow();
    const { key } = (await keys.issue('laptop', null))!;
    let flushed: Promise<void> | null = null;
    await other.transaction(async (connection) => {
      await connection.run('UPDATE api_key SET calls = 0');
      expect(keys.verify(key)).not.toBeNull();
      flushed = keys.flush();
      await settle();
      expect(keys.verify(key)).not.toBeNull();
    });
    await flushed;
    expect(await keys.list()).toMatchObject([{ callsThisHour: 2 }]);
    await keys.close();
    await Promise.all([database.close(), other.close()]);
  });
});

const postgres = POSTGRES_MISSING === null ? it : it.skip;
postgres(
  `while PostgreSQL is away its keys stay valid, and changes are followed once it is back ${POSTGRES_MISSING ?? ''}`,
  async () => {
    const { openAccountsServer } = await import('../../src/store/accounts/accounts-server.js');
    const servers = await startPostgres();
    const url = await servers.database();
    const [database, other] = [await openAccountsServer(url), await openAccountsServer(url)];
    const heard: unknown[] = [];
    const [ours, theirs] = [new Keys(database, { failed: (error) => heard.push(error) }), new Keys(other)];
    await Promise.all([ours.follow(), theirs.follow()]);
    const [kept, revoked] = [(await ours.issue('kept', null))!, (await ours.issue('revoked', null))!];
    await until(() => theirs.verify(revoked.key) !== null);
    await servers.primary.kill();
    // Longer than a poll.
    await until(() => heard.length > 0);
    expect(ours.verify(kept.key)).not.toBeNull();
    await expect(ours.revoke(revoked.id)).rejects.toThrow('not available');
    expect(ours.verify(revoked.key)).not.toBeNull();
    await servers.primary.start();
    await until(() =>
      theirs.revoke(revoked.id).then(
        () => true,
        () => false,
      ),
    );
    await until(() => ours.verify(revoked.key) === null);
    expect(ours.verify(kept.key)).not.toBeNull();
    // The use of the kept key was not lost.
    expect(await ours.list()).toMatchObject([{ id: kept.id, callsThisHour: 2 }]);
    await Promise.all([ours.close(), theirs.close()]);
    await Promise.all([database.close(), other.close()]);
    await servers.close();
  },
);
