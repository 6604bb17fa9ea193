/** One writer among several nodes: the lock, its loss, and the refusal of what an older term sends. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/database/postgres-database.js';
import { FencedError, requireTerm, tryBeginTerm, type WriterTerm } from '../../src/database/writer-term.js';
import { startWriterRole, type WriterRole } from '../../src/service/writer-role.js';
import { POSTGRES_MISSING, programs, startPostgres, type TestPostgres } from '../services/postgres.js';
import { until } from '../until.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;

/** Several times as long as the pause between two looks. */
const HUNG_MS = 4000;
const LOCKS =
  "FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const UNTIL_NO_LOCK = `until [ "$("$PSQL" -X -A -t -c "SELECT count(*) ${LOCKS}" "$URL")" = 0 ]; do sleep 0.1; done`;

suite(`the writer of a PostgreSQL database ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let url: string;
  const opened: PostgresDatabase[] = [];
  const roles: WriterRole[] = [];
  const terms: WriterTerm[] = [];
  /** How often a node tried to become the writer and could not. */
  const refused = new Map<string, number>();

  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
  });
  afterAll(() => servers.close());
  beforeEach(async () => {
    url = await servers.database();
  });
  afterEach(async () => {
    for (const role of roles.splice(0)) await role.stop();
    for (const term of terms.splice(0)) await term.end();
    for (const database of opened.splice(0)) await database.close();
    refused.clear();
  });

  function database(): PostgresDatabase {
    const one = openPostgresDatabase(url, { statementTimeoutMs: 20_000 });
    opened.push(one);
    return one;
  }
  async function begin(node: string): Promise<WriterTerm | null> {
    const term = await tryBeginTerm(database(), node);
    if (term !== null) terms.push(term);
    return term;
  }

  /** A node that notes when it works. */
  function startNode(name: string, events: string[]): void {
    const role = startWriterRole({
      async begin() {
        const term = await tryBeginTerm(database(), name);
        if (term === null) refused.set(name, (refused.get(name) ?? 0) + 1);
        return term;
      },
      async work(_epoch, signal) {
        events.push(`${name} begins`);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        events.push(`${name} ends`);
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      tryMs: 100,
    });
    roles.push(role);
  }
  /** Ends the connection that holds the lock, as a network does. */
  const cutWriter = () => database().rows(`SELECT pg_terminate_backend(pid) ${LOCKS}`);

  it('is one node at a time, and each term has a greater number', async () => {
    const first = (await begin('one'))!;
    expect(await begin('two')).toBeNull();
    await first.end();
    const second = (await begin('two'))!;
    expect(second.epoch).toBeGreaterThan(first.epoch);
    expect(await database().rows('SELECT epoch, node FROM writer_term')).toEqual([[second.epoch, 'two']]);
  });

  it('loses the lock when it hangs, although its machine keeps the connection', async () => {
    const term = (await tryBeginTerm(database(), 'one', HUNG_MS))!;
    terms.push(term);
    // It looks every second that it still has the lock, so its connection is never silent for that long.
    const clock = database();
    const age = `SELECT CAST(now() - to_timestamp(?::bigint / 1000.0) > interval '${HUNG_MS + 500} ms' AS integer)`;
    await until(async () => (await clock.rows<[number]>(age, [term.epoch]))[0]?.[0] === 1);
    expect(await begin('two')).toBeNull();
    // Nothing of this process runs meanwhile, as after SIGSTOP.
    execFileSync('bash', ['-c', UNTIL_NO_LOCK], {
      env: { ...process.env, URL: url, PSQL: join(programs(), 'psql') },
    });
    const second = (await begin('two'))!;
    expect(second.epoch).toBeGreaterThan(term.epoch);
    expect(await term.lost).toBeInstanceOf(Error);
  });

  it('is one of many nodes that ask at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => begin(`node ${i}`)));
    expect(all.filter((term) => term !== null)).toHaveLength(1);
  });

  it('hears that its connection was cut, and nothing that it sends later is taken', async () => {
    const first = (await begin('one'))!;
    await cutWriter();
    expect((await first.lost).message).toMatch(/not available/);
    const second = (await begin('two'))!;
    const connection = database();
    await expect(requireTerm(connection, first.epoch)).rejects.toThrow(FencedError);
    await requireTerm(connection, second.epoch);
  });

  it('hears that another node began a term although it holds the lock', async () => {
    const first = (await begin('one'))!;
    await database().run('UPDATE writer_term SET epoch = epoch + 1');
    expect(await first.lost).toBeInstanceOf(FencedError);
  });

  it('keeps a new term from beginning before a transaction of the old one has ended', async () => {
    const first = (await begin('one'))!;
    const order: string[] = [];
    let next: Promise<unknown> = Promise.resolve();
    await database().transaction(async (connection) => {
      await requireTerm(connection, first.epoch);
      await cutWriter();
      await first.lost;
      next = begin('two').then(() => order.push('new term'));
      const blocked = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      const admin = database();
      await until(async () => (await admin.rows(`SELECT pid ${blocked}`)).length > 0);
      order.push('old transaction');
    });
    await next;
    expect(order).toEqual(['old transaction', 'new term']);
  });

  it('is replaced by another node when it stops, and when its connection is cut', async () => {
    const events: string[] = [];
    startNode('one', events);
    await until(() => events.length === 1);
    startNode('two', events);
    await until(() => (refused.get('two') ?? 0) > 2);
    expect(events).toEqual(['one begins']);
    await roles[0]!.stop();
    await until(() => events.length === 3);
    expect(events).toEqual(['one begins', 'one ends', 'two begins']);
    expect(roles.map((role) => role.epoch() !== null)).toEqual([false, true]);
    await cutWriter();
    // Only the second node is left: it begins again.
    await until(() => events.length === 5);
    expect(events.slice(3)).toEqual(['two ends', 'two begins']);
  });

  it('gives others the chance when its work fails', async () => {
    const events: string[] = [];
    const role = startWriterRole({
      begin: () => tryBeginTerm(database(), 'one'),
      async work() {
        events.push('one fails');
        throw new Error('a damaged backup');
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      tryMs: 20,
      afterFaultMs: 60_000,
    });
    roles.push(role);
    await until(() => events.length === 1);
    startNode('two', events);
    await until(() => events.length === 2);
    expect(events).toEqual(['one fails', 'two begins']);
  });

  it('gives a greater number on a standby that became the primary without knowing the last term', async () => {
    const first = (await begin('one'))!;
    // What an asynchronous standby may have missed.
    await database().run('UPDATE writer_term SET epoch = 5');
    await servers.caughtUp();
    await servers.primary.kill();
    expect(await first.lost).toBeInstanceOf(Error);
    await servers.standbys[0]!.promote();
    const second = (await begin('two'))!;
    expect(second.epoch).toBeGreaterThan(first.epoch);
  });
});
