/** Publishing into PostgreSQL: whole or not at all, by one writer, while earlier generations answer. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/database/postgres-database.js';
import { FencedError, tryBeginTerm, type WriterTerm } from '../../src/database/writer-term.js';
import { type OpenGeneration, PublicationRefusedError } from '../../src/read-model/generation.js';
import { NOT_ANNOUNCED, ReadModelVersionError } from '../../src/read-model/postgres/generations.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { openPostgresWriter, type PostgresReadModelWriter } from '../../src/read-model/postgres/writer.js';
import { READ_MODEL_VERSION, type ScopeRows } from '../../src/read-model/tables.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { until } from '../until.js';
import { next, nobody, people, person } from './invented-generation.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
const HOUR_MS = 3_600_000;
const namesOf = async ({ reads }: OpenGeneration, q = 'vesper') =>
  (await reads.searchInsiders({ q, limit: 100 })).map((hit) => hit?.name);

suite(`publishing into PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let name = '';
  let made = 0;
  let admin: PostgresDatabase;
  let model: PostgresReadModel;
  let term: WriterTerm;
  let writer: PostgresReadModelWriter;

  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
  });
  afterAll(() => servers.close());
  beforeEach(async () => {
    made += 1;
    name = `published_${made}`;
    await servers.database(name);
    await servers.caughtUp();
    admin = openPostgresDatabase(primary());
    model = new PostgresReadModel(primary());
    term = await begin();
    writer = await open(term.epoch);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await writer.close();
    await term.end();
    await model.close();
    await admin.close();
  });

  const primary = () => servers.url(name, [servers.primary]);
  const open = (epoch: number, leadMs = 0) =>
    openPostgresWriter(primary(), { epoch, program: 'test', leadMs, historyDays: 0 });
  async function begin(): Promise<WriterTerm> {
    const begun = await tryBeginTerm(admin, 'a test');
    if (begun === null) throw new Error('another writer is there');
    return begun;
  }
  /** Another process becomes the writer. The one before it is returned, to be closed. */
  async function beginNextTerm(): Promise<PostgresReadModelWriter> {
    const old = writer;
    await term.end();
    term = await begin();
    writer = await open(term.epoch);
    return old;
  }
  async function publish(number: number, changes: Iterable<ScopeRows>, isWhole = false): Promise<void> {
    const id = (await writer.newest())?.id ?? null;
    await writer.publish(next(number), { id, isWhole: isWhole || id === null }, changes);
  }

  it('answers each generation from its own rows, and keeps those of the last three', async () => {
    await publish(1, people(person('1', 'Vesper Alma'), person('2', 'Vesper Basil')));
    const first = await model.open();
    await publish(2, [...people(person('1', 'Vesper Alma'), person('3', 'Vesper Cora')), nobody('2')]);
    await model.newest();
    const second = await model.open();
    expect(await namesOf(first)).toEqual(['Vesper Alma', 'Vesper Basil']);
    expect(await namesOf(second)).toEqual(['Vesper Alma', 'Vesper Cora']);
    expect(await second.reads.countInsiders({ q: 'ves' })).toBe(2);
    expect(await second.reads.countInsiders({ q: 'bas' })).toBe(0);
    for (const number of [3, 4, 5]) await publish(number, []);
    await model.newest();
    await expect(namesOf(first)).rejects.toThrow('no longer in the database');
    expect(await namesOf(await model.open())).toEqual(['Vesper Alma', 'Vesper Cora']);
  });

  it('gives no half answer of a generation whose rows were removed since the last look', async () => {
    await publish(1, people(person('1', 'Vesper Alma'), person('2', 'Vesper Basil')));
    const first = await model.open();
    expect(await namesOf(first)).toEqual(['Vesper Alma', 'Vesper Basil']);
    await publish(2, [nobody('2')]);
    for (const number of [3, 4, 5]) await publish(number, []);
    // As long as a process that was suspended for a while, and writers wait two seconds between generations.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1100);
    // Another question than before: its answer is not in memory.
    await expect(namesOf(first, 'basil')).rejects.toThrow('no longer in the database');
  });

  it('changes nothing about rows that are equal', async () => {
    await publish(1, people(person('1', 'Vesper Alma'), person('2', 'Vesper Basil')));
    await publish(2, people(person('1', 'Vesper Alma'), person('2', 'Vesper Basil', { lots: '[1]' })));
    const [[tables]] = (await admin.rows('SELECT tables FROM disclosed.generation LIMIT 1')) as [[string]];
    const rows = await admin.rows(`SELECT cik, valid_from FROM ${tables}.insider ORDER BY cik, valid_from`);
    expect(rows).toEqual([
      ['1', 1],
      ['2', 1],
      ['2', 2],
    ]);
  });

  it('publishes everything beside the generations that answer, and removes their tables later', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const first = await model.open();
    await (await beginNextTerm()).close();
    await publish(2, people(person('2', 'Vesper Basil')), true);
    const second = await model.open();
    expect(await namesOf(first)).toEqual(['Vesper Alma']);
    expect(await namesOf(second)).toEqual(['Vesper Basil']);
    expect(await namesOf(first)).toEqual(['Vesper Alma']);
    for (const number of [3, 4, 5]) await publish(number, []);
    const schemas = await admin.rows("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'disclosed_%'");
    // The tables, and the views over them.
    expect(schemas).toEqual([[2]]);
  });

  it('refuses a change that was made from another generation, and keeps nothing of it', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    for (const id of [null, 'generation 0'])
      await expect(
        writer.publish(next(2), { id, isWhole: false }, people(person('2', 'Vesper Basil'))),
      ).rejects.toThrow(PublicationRefusedError);
    function* failing(): Generator<ScopeRows> {
      yield* people(person('2', 'Vesper Basil'));
      throw new Error('the ledger cannot be read');
    }
    await expect(publish(2, failing())).rejects.toThrow('cannot be read');
    expect((await model.newest())?.number).toBe(1);
    expect(await namesOf(await model.open())).toEqual(['Vesper Alma']);
  });

  it('does not replace what another process published in the same term', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    await expect(publish(2, people(person('2', 'Vesper Basil')), true)).rejects.toThrow(
      PublicationRefusedError,
    );
    expect(await namesOf(await model.open())).toEqual(['Vesper Alma']);
  });

  it('lets exactly one of two writers publish', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const old = await beginNextTerm();
    const base = { id: 'generation 1', isWhole: false };
    await expect(old.publish(next(2), base, people(person('2', 'Vesper Basil')))).rejects.toThrow(
      FencedError,
    );
    await publish(2, people(person('3', 'Vesper Cora')));
    expect(await namesOf(await model.open())).toEqual(['Vesper Alma', 'Vesper Cora']);
    await old.close();
  });

  it('ends an older writer that hangs in the middle of a publication', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const old = writer;
    let resume: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const stuck = openPostgresDatabase(primary(), {
      applicationName: `disclosed publication ${term.epoch}`,
    });
    const [[tables]] = (await admin.rows('SELECT tables FROM disclosed.generation LIMIT 1')) as [[string]];
    let tellChanged: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => {
      tellChanged = resolve;
    });
    const held = stuck
      .transaction(async (session) => {
        await session.run(`UPDATE ${tables}.insider SET valid_to = 2`);
        tellChanged();
        await hanging;
        await session.rows('SELECT 1');
      })
      .catch((error: Error) => error);
    await changed;
    await beginNextTerm();
    await publish(2, people(person('1', 'Vesper Alma', { lots: '[2]' })));
    resume();
    expect(await held).toBeInstanceOf(Error);
    expect((await model.newest())?.number).toBe(2);
    await stuck.close();
    await old.close();
  });

  it('announces the moment from which a generation is served', async () => {
    const early = await open(term.epoch, HOUR_MS);
    await publish(1, people(person('1', 'Vesper Alma')));
    const before = Date.now();
    await early.publish(next(2), { id: 'generation 1', isWhole: false }, []);
    const newest = await model.newest();
    expect(newest?.number).toBe(2);
    expect(Date.parse(newest?.serveFrom ?? '')).toBeGreaterThanOrEqual(before + HOUR_MS);
    // A node that starts serves what the others serve.
    expect((await model.open()).generation.number).toBe(1);
    expect((await model.open()).generation.number).toBe(2);
    await early.close();
  });

  it('announces a generation when its commit is confirmed, however long a standby takes', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const standby = openPostgresDatabase(servers.url(name, servers.standbys), { target: 'prefer-standby' });
    await waitForStandbys(true);
    const slow = await open(term.epoch, 2000);
    try {
      await standby.rows('SELECT pg_wal_replay_pause()');
      const publishing = slow.publish(next(2), { id: 'generation 1', isWhole: false }, []);
      const waits = "SELECT pid FROM pg_stat_activity WHERE datname = ? AND wait_event = 'SyncRep'";
      await until(async () => (await admin.rows(waits, [name])).length > 0);
      expect((await model.newest())?.number).toBe(1);
      const resumedAt = Date.now();
      await standby.rows('SELECT pg_wal_replay_resume()');
      await publishing;
      const newest = await model.newest();
      expect(newest?.number).toBe(2);
      expect(Date.parse(newest?.serveFrom ?? '')).toBeGreaterThanOrEqual(resumedAt + 2000);
    } finally {
      await standby.rows('SELECT pg_wal_replay_resume()');
      await waitForStandbys(false);
      await slow.close();
      await standby.close();
    }
  });

  /** Whether a commit waits until every standby shows it. */
  async function waitForStandbys(waits: boolean): Promise<void> {
    const value = waits ? "= 'ANY 1 (*)'" : "= ''";
    for (const statement of [
      `ALTER DATABASE ${name} SET synchronous_commit = ${waits ? 'remote_apply' : 'on'}`,
      `ALTER SYSTEM SET synchronous_standby_names ${value}`,
      'SELECT pg_reload_conf()',
    ])
      await admin.withSession((session) => session.script(statement), 1);
    // A new connection has the setting when all processes of the server have it; the checkpointer makes it hold for all commits.
    await until(async () => {
      const late = openPostgresDatabase(primary());
      const [found] = await late.rows<[string]>("SELECT current_setting('synchronous_standby_names')");
      await late.close();
      return (found?.[0] !== '') === waits;
    });
    await admin.withSession((session) => session.script('CHECKPOINT'), 1);
  }

  /** Holds a lock on a table until it is released. */
  async function hold(table: string, mode: string): Promise<() => Promise<void>> {
    let release: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      release = resolve;
    });
    let tellHeld: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      tellHeld = resolve;
    });
    const holding = admin.transaction(async (session) => {
      await session.script(`LOCK TABLE disclosed.${table} IN ${mode} MODE`);
      tellHeld();
      await isOver;
    });
    await held;
    return () => {
      release();
      return holding;
    };
  }

  it.each([
    ['once', false],
    ['again while it looks whose term it is', true],
  ])('says to a writer whose session was ended %s that another one took its place', async (_, isAgain) => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const [old, { epoch }] = [writer, term];
    // The publication waits for this lock until its session is ended.
    const release = await hold('generation', 'ROW EXCLUSIVE');
    const base = { id: 'generation 1', isWhole: false };
    const refused = old
      .publish(next(2), base, people(person('2', 'Vesper Basil')))
      .catch((error: Error) => error);
    await until(async () => (await waitingSessions(epoch)).length > 0);
    await term.end();
    term = await begin();
    const releaseTerm = isAgain ? await hold('writer_term', 'ACCESS EXCLUSIVE') : async () => undefined;
    const [first] = await waitingSessions(epoch);
    await endSessions(epoch);
    if (isAgain) {
      await until(async () => (await waitingSessions(epoch)).some((pid) => pid !== first));
      await endSessions(epoch);
    }
    await releaseTerm();
    expect(await refused).toBeInstanceOf(FencedError);
    await release();
    writer = await open(term.epoch);
    await old.close();
  });

  /** What a new writer does to those of earlier terms. */
  const endSessions = (epoch: number) =>
    admin.rows(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND application_name LIKE ?',
      [name, `%${epoch}`],
    );
  /** Those of a writer that wait for a lock. */
  async function waitingSessions(epoch: number): Promise<number[]> {
    const found = await admin.rows<[number]>(
      "SELECT pid FROM pg_stat_activity WHERE datname = ? AND application_name LIKE ? AND wait_event_type = 'Lock'",
      [name, `%${epoch}`],
    );
    return found.flat();
  }

  it('serves nothing that a lost writer did not announce, until the next writer announces it', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    await publish(2, people(person('2', 'Vesper Basil')));
    // As it was between the two transactions of that writer.
    await admin.run('UPDATE disclosed.generation SET serve_from = ? WHERE number = 2', [NOT_ANNOUNCED]);
    expect((await model.newest())?.number).toBe(1);
    expect(await namesOf(await model.open())).toEqual(['Vesper Alma']);
    const successor = await open(term.epoch, 0);
    expect((await model.newest())?.number).toBe(2);
    expect(await namesOf(await model.open())).toEqual(['Vesper Alma', 'Vesper Basil']);
    await successor.close();
  });

  it('knows an announcement in time although its standby is behind, and then answers from the primary', async () => {
    const both = new PostgresReadModel(servers.url(name, [servers.primary, ...servers.standbys]));
    const standby = openPostgresDatabase(servers.url(name, servers.standbys), { target: 'prefer-standby' });
    await publish(1, people(person('1', 'Vesper Alma')));
    const early = await open(term.epoch, HOUR_MS);
    try {
      expect(await namesOf(await both.open())).toEqual(['Vesper Alma']);
      await standby.rows('SELECT pg_wal_replay_pause()');
      await early.publish(
        next(2),
        { id: 'generation 1', isWhole: false },
        people(person('2', 'Vesper Basil')),
      );
      const newest = await both.newest();
      expect(newest?.number).toBe(2);
      expect(Date.parse(newest?.serveFrom ?? '')).toBeGreaterThan(Date.now());
      expect(both.server).toBe(servers.standbys[0]!.host);
      expect(await namesOf(await both.open())).toEqual(['Vesper Alma', 'Vesper Basil']);
    } finally {
      await standby.rows('SELECT pg_wal_replay_resume()');
      await early.close();
      await standby.close();
      await both.close();
    }
  });

  it('replaces what another version of the program wrote; a reader refuses it with one line', async () => {
    await publish(7, people(person('1', 'Vesper Alma')));
    await admin.run('UPDATE disclosed.generation SET format = 99');
    await expect(model.newest()).rejects.toThrow(ReadModelVersionError);
    await expect(model.newest()).rejects.toThrow(/^[^\n]+format 99[^\n]+$/);
    expect([await writer.newest(), await writer.lastNumber()]).toEqual([null, 7]);
    await publish(8, people(person('2', 'Vesper Basil')));
    expect(await namesOf(await model.open())).toEqual(['Vesper Basil']);
  });

  it('says of what an older program wrote that the writer is replaced first', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    await admin.run('UPDATE disclosed.generation SET format = 1');
    await expect(model.newest()).rejects.toThrow(/format 1, .* replace the writer by this version first/);
  });

  it('continues to answer from what it has while a newer program publishes what it cannot read', async () => {
    await publish(1, people(person('1', 'Vesper Alma')));
    const held = await model.open();
    for (const number of [2, 3, 4]) {
      const old = await beginNextTerm();
      // A generation of another version does not count as a base.
      const id = (await writer.newest())?.id ?? null;
      await writer.publish(next(number), { id, isWhole: true }, people(person('2', 'Vesper Basil')));
      await admin.run(`UPDATE disclosed.generation SET format = ${READ_MODEL_VERSION + 2} WHERE number > 1`);
      await old.close();
      // Three before the newest are kept.
      expect((await model.newest())?.number).toBe(1);
      expect(await namesOf(held)).toEqual(['Vesper Alma']);
    }
    await admin.run('DELETE FROM disclosed.generation WHERE number = 1');
    await expect(model.newest()).rejects.toThrow(/update disclosed on this node/);
    await expect(namesOf(held)).rejects.toThrow('no longer in the database');
  });

  it('reads from the primary while the standby is behind or away', async () => {
    const both = new PostgresReadModel(servers.url(name, [servers.primary, ...servers.standbys]));
    await publish(1, people(person('1', 'Vesper Alma')));
    await until(async () => (await both.newest())?.number === 1);
    expect(await namesOf(await both.open())).toEqual(['Vesper Alma']);
    expect(both.server).toBe(servers.standbys[0]!.host);
    const standby = openPostgresDatabase(servers.url(name, servers.standbys), { target: 'prefer-standby' });
    await standby.rows('SELECT pg_wal_replay_pause()').catch(() => undefined);
    await publish(2, people(person('2', 'Vesper Basil')));
    await standby.close();
    const opened = await model.open();
    expect(opened.generation.number).toBe(2);
    await servers.standbys[0]!.kill();
    await both.newest();
    expect(await namesOf(await both.open())).toEqual(['Vesper Alma', 'Vesper Basil']);
    expect(both.server).toBe(servers.primary.host);
    await servers.standbys[0]!.start();
    await both.close();
  });
});
