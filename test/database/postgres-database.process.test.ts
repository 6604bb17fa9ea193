/** PostgreSQL as a database: values, transactions, COPY, and servers that go away. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError, openPostgresDatabase } from '../../src/database/postgres-database.js';
import { STATEMENTS_MAX } from '../../src/database/postgres-session.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { until } from '../until.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;

suite(`PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let name: string;

  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
    const url = await servers.database();
    await servers.caughtUp();
    name = new URL(url.replace(/,[^/]*/, '')).pathname.slice(1);
  });
  afterAll(() => servers.close());

  const open = (options: Parameters<typeof openPostgresDatabase>[1] = {}) =>
    openPostgresDatabase(servers.url(name, [servers.primary, ...servers.standbys]), {
      schema: 'public',
      ...options,
    });

  /** A lock that keeps every query waiting which has `BEHIND_LOCK`, until it is given back. */
  const LOCK = 17;
  const BEHIND_LOCK = `pg_advisory_xact_lock_shared(${LOCK})`;
  async function lock() {
    const holder = open();
    const session = await holder.session();
    await session.rows(`SELECT pg_advisory_lock(${LOCK})`);
    return {
      waiting: (count: number) =>
        until(async () => {
          const sql =
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ?";
          return (await session.rows<[number]>(sql, [LOCK]))[0]?.[0] === count;
        }),
      async giveBack() {
        await session.close();
        await holder.close();
      },
    };
  }

  it('gives numbers, text, bytes and null as SQLite does', async () => {
    const database = open();
    await database.run(
      'CREATE TABLE value (id bigint, part numeric, ratio double precision, name text COLLATE "C", bytes bytea, flag integer)',
    );
    const text = '{"a": "ö\\n\\"?\\"\\t\\u0000 €𝄞"}\r\n\\N';
    const bytes = Buffer.from([0, 1, 92, 255]);
    expect(
      await database.run('INSERT INTO value VALUES (?, ?, ?, ?, ?, ?)', [
        2 ** 40,
        12.5,
        0.1,
        text,
        bytes,
        null,
      ]),
    ).toBe(1);
    const rows = await database.rows(
      `SELECT id, part, ratio, name, bytes, flag, id > 1, '?', count(*) OVER () FROM value WHERE name = ? -- why?`,
      [text],
    );
    expect(rows).toEqual([[2 ** 40, 12.5, 0.1, text, bytes, null, 1, '?', 1]]);
    expect(await database.run('DELETE FROM value')).toBe(1);
    await database.close();
  });

  it('keeps nothing of a transaction that fails, and says so when a failure was passed over', async () => {
    const database = open();
    await database.run('CREATE TABLE item (name text PRIMARY KEY)');
    const failing = database.transaction(async (connection) => {
      await connection.run('INSERT INTO item VALUES (?)', ['a']);
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    const passedOver = database.transaction(async (connection) => {
      await connection.run('INSERT INTO item VALUES (?)', ['b']);
      await connection.run('INSERT INTO item VALUES (?)', ['b']).catch(() => undefined);
    });
    await expect(passedOver).rejects.toThrow('rolled back');
    expect(await database.rows('SELECT * FROM item')).toEqual([]);
    await database.transaction(async (connection) => {
      await connection.run('INSERT INTO item VALUES (?)', ['c']);
      expect(await database.rows('SELECT * FROM item')).toEqual([]);
    });
    expect(await database.rows('SELECT * FROM item')).toEqual([['c']]);
    await database.close();
  });

  it('copies rows unchanged, and reports the row that the server refuses', async () => {
    const database = open();
    await database.run('CREATE TABLE copied (id integer PRIMARY KEY, name text, bytes bytea)');
    const rows = Array.from({ length: 5000 }, (_, i) => [
      i,
      i % 7 === 0 ? null : `${i}\t\\N \n\r "ö"`,
      Buffer.from([i % 256, 92]),
    ]);
    await database.transaction((connection) => connection.copy('copied', ['id', 'name', 'bytes'], rows));
    expect(await database.rows('SELECT id, name, bytes FROM copied ORDER BY id')).toEqual(rows);
    for (const wrong of [[[1, 'again', null]], [['x', 'no number', null]]]) {
      const refused = database.transaction((connection) =>
        connection.copy('copied', ['id', 'name', 'bytes'], wrong),
      );
      await expect(refused).rejects.toThrow(/duplicate key|invalid input syntax/);
    }
    expect(await database.rows('SELECT count(*) FROM copied')).toEqual([[5000]]);
    await database.close();
  });

  it('lets calls wait for a free connection, and gives up after a while', async () => {
    const database = open({ connections: 2 });
    const sums = await Promise.all(
      Array.from({ length: 40 }, (_, i) => database.rows<[number]>('SELECT CAST(? AS integer) + 1', [i])),
    );
    expect(sums.map(([row]) => row?.[0])).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    await database.close();
    const impatient = open({ connections: 2, waitMs: 300 });
    const held = await lock();
    const slow = [1, 2].map(() => impatient.rows(`SELECT 1 FROM ${BEHIND_LOCK}`));
    await held.waiting(2);
    await expect(impatient.rows('SELECT 1')).rejects.toThrow('All connections to the database are in use.');
    await held.giveBack();
    await Promise.all(slow);
    await impatient.close();
  });

  it('replaces a connection whose server process holds many prepared statements', async () => {
    const database = open({ connections: 1 });
    const pids = new Set<number>();
    let most = 0;
    for (let i = 0; i < STATEMENTS_MAX * 2 + 100; i++) {
      const rows = await database.rows<[number, number]>(
        `SELECT pg_backend_pid(), count(*), ${i} FROM pg_prepared_statements`,
      );
      pids.add(rows[0]?.[0] ?? 0);
      most = Math.max(most, rows[0]?.[1] ?? 0);
    }
    expect(pids.size).toBe(3);
    expect(most).toBe(STATEMENTS_MAX);
    await database.close();
  });

  it('keeps a connection with many prepared statements until its transaction ends', async () => {
    const database = open({ connections: 1 });
    await database.run('CREATE TABLE many (id integer)');
    const waiting: Array<Promise<unknown>> = [];
    await database.transaction(async (connection) => {
      for (let i = 0; i < STATEMENTS_MAX + 10; i++) await connection.run(`INSERT INTO many VALUES (${i})`);
      waiting.push(database.rows('SELECT count(*) FROM many'));
    });
    expect(await waiting[0]).toEqual([[STATEMENTS_MAX + 10]]);
    await database.close();
  });

  it('closes idle connections while nothing is requested, except one', async () => {
    const other = open();
    const count = (name: string) =>
      other.rows<[number]>('SELECT count(*) FROM pg_stat_activity WHERE application_name = ?', [name]);
    /** With four connections, until only one is left. */
    const useFour = async (applicationName: string) => {
      const database = open({ idleMs: 100, applicationName });
      const held = await lock();
      const four = [1, 2, 3, 4].map(() => database.rows(`SELECT 1 FROM ${BEHIND_LOCK}`));
      await held.waiting(4);
      expect(await count(applicationName)).toEqual([[4]]);
      await held.giveBack();
      await Promise.all(four);
      await until(async () => (await count(applicationName))[0]?.[0] === 1);
      return database;
    };
    const first = await useFour('idle');
    // Meanwhile the first was idle once more for as long as that.
    const second = await useFour('idle too');
    expect(await count('idle')).toEqual([[1]]);
    await Promise.all([first.close(), second.close(), other.close()]);
  });

  it('ends a statement that takes too long, and keeps the connection', async () => {
    const database = open({ connections: 1, statementTimeoutMs: 1000 });
    const [[before]] = (await database.rows('SELECT pg_backend_pid()')) as [[number]];
    await expect(database.rows('SELECT pg_sleep(60)')).rejects.toThrow(DatabaseUnavailableError);
    expect(await database.rows('SELECT pg_backend_pid()')).toEqual([[before]]);
    await database.close();
  });

  it('uses a standby when it may, and the primary for changes', async () => {
    const [questions, changes] = [open({ target: 'prefer-standby' }), open()];
    expect(await questions.rows('SELECT pg_is_in_recovery()')).toEqual([[1]]);
    expect(await changes.rows('SELECT pg_is_in_recovery()')).toEqual([[0]]);
    expect(questions.server).toBe(servers.standbys[0]?.host);
    await expect(questions.run('CREATE TABLE wrong (id integer)')).rejects.toThrow('read-only');
    await Promise.all([questions.close(), changes.close()]);
  });

  it('repeats a question on another connection when the server has closed the first', async () => {
    const [database, other] = [open({ connections: 1 }), open()];
    const [[pid]] = (await database.rows('SELECT pg_backend_pid()')) as [[number]];
    const held = await lock();
    const asked = database.rows(`SELECT 7 FROM ${BEHIND_LOCK}`);
    await held.waiting(1);
    await other.rows('SELECT pg_terminate_backend(?)', [pid]);
    await held.giveBack();
    expect(await asked).toEqual([[7]]);
    // A change is never sent twice.
    const [[next]] = (await database.rows('SELECT pg_backend_pid()')) as [[number]];
    const heldAgain = await lock();
    const changed = database.run(`WITH slow AS (SELECT ${BEHIND_LOCK}) SELECT * FROM slow`);
    changed.catch(() => undefined);
    await heldAgain.waiting(1);
    await other.rows('SELECT pg_terminate_backend(?)', [next]);
    await expect(changed).rejects.toThrow(DatabaseUnavailableError);
    await heldAgain.giveBack();
    await Promise.all([database.close(), other.close()]);
  });

  it('ends a transaction whose connection was lost', async () => {
    const [database, other] = [open(), open()];
    await database.run('CREATE TABLE half (id integer)');
    const working = database.transaction(async (connection) => {
      const [[pid]] = (await connection.rows('SELECT pg_backend_pid()')) as [[number]];
      await connection.run('INSERT INTO half VALUES (1)');
      await other.rows('SELECT pg_terminate_backend(?)', [pid]);
      await connection.lost;
      await connection.run('INSERT INTO half VALUES (2)');
    });
    await expect(working).rejects.toThrow(DatabaseUnavailableError);
    expect(await database.rows('SELECT * FROM half')).toEqual([]);
    await Promise.all([database.close(), other.close()]);
  });

  it('reports a lost connection to the holder of a lock', async () => {
    const [database, other] = [open(), open()];
    const session = await database.session();
    expect(await session.rows('SELECT pg_try_advisory_lock(42)')).toEqual([[1]]);
    expect(await other.rows('SELECT pg_try_advisory_lock(42)')).toEqual([[0]]);
    const [[pid]] = (await session.rows('SELECT pg_backend_pid()')) as [[number]];
    await other.rows('SELECT pg_terminate_backend(?)', [pid]);
    expect(await session.lost).toBeInstanceOf(DatabaseUnavailableError);
    expect(session.isEnded).toBe(true);
    await Promise.all([database.close(), other.close()]);
  });

  it('uses the primary when the standby is killed, and returns to the standby', async () => {
    const database = open({ target: 'prefer-standby', standbyCheckMs: 100 });
    const [standby] = servers.standbys;
    expect(await database.rows('SELECT pg_is_in_recovery()')).toEqual([[1]]);
    await standby?.kill();
    expect(await database.rows('SELECT pg_is_in_recovery()')).toEqual([[0]]);
    await standby?.start();
    await until(async () => (await database.rows<[number]>('SELECT pg_is_in_recovery()'))[0]?.[0] === 1);
    await database.close();
  });

  it('says which server is away, without the password, and recovers on its own', async () => {
    const { primary, standbys } = servers;
    const database = open();
    await database.run('CREATE TABLE kept (id integer)');
    await Promise.all([primary, ...standbys].map((node) => node.stop()));
    await expect(database.rows('SELECT 1')).rejects.toThrow(
      `The database at ${primary.host} is not available: it refused the connection.`,
    );
    const secret = openPostgresDatabase(`postgres://user:geheim@${primary.host}/${name}`);
    await expect(secret.rows('SELECT 1')).rejects.not.toThrow('geheim');
    await Promise.all([primary, ...standbys].map((node) => node.start()));
    expect(await database.rows('SELECT id FROM kept')).toEqual([]);
    await Promise.all([database.close(), secret.close()]);
  });

  it('is away while the file of sslrootcert cannot be read', async () => {
    const database = openPostgresDatabase(
      'postgres://127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/none.pem',
    );
    const failed = database.rows('SELECT 1');
    await expect(failed).rejects.toThrow(DatabaseUnavailableError);
    await expect(failed).rejects.toThrow('the file of sslrootcert cannot be read (ENOENT');
    await database.close();
  });

  it('finds the new primary after the old one was killed', async () => {
    const [standby] = servers.standbys;
    const database = open();
    await database.run('CREATE TABLE moved (id integer)');
    await servers.caughtUp();
    await servers.primary.kill();
    await expect(database.run('INSERT INTO moved VALUES (1)')).rejects.toThrow(DatabaseUnavailableError);
    await standby?.promote();
    expect(await database.run('INSERT INTO moved VALUES (2)')).toBe(1);
    expect(database.server).toBe(standby?.host);
    await database.close();
  });
});

it.each([
  ['at once', (socket: Socket) => socket.resetAndDestroy()],
  ['after the first message', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['during the first answer', (socket: Socket) => socket.once('data', () => socket.end('R'))],
])(
  'a server that is killed while a connection is made costs the call, not the process (%s)',
  async (_when, end) => {
    const server = createServer(end).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Listens on a port.
    const { port } = server.address() as AddressInfo;
    const database = openPostgresDatabase(`postgres://x@127.0.0.1:${port}/x?sslmode=disable`);
    for (let turn = 0; turn < 30; turn += 1)
      await expect(database.rows('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await database.close();
    server.close();
  },
);
