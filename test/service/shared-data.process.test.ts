/** Nodes that share a PostgreSQL: a ledger that is safe before it is published, and readers that follow and go through an outage. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import { type Config, readConfig } from '../../src/config.js';
import { openPostgresDatabase } from '../../src/database/postgres-database.js';
import { FencedError } from '../../src/database/writer-term.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { ReadModelWriter } from '../../src/read-model/generation.js';
import {
  beginWriterTerm,
  openWritableLedger,
  takeOverLedger,
  type WritableLedger,
} from '../../src/service/ledger-backup.js';
import { openLiveWriter } from '../../src/service/read-model.js';
import { openServedData, type ServedData } from '../../src/service/served-data.js';
import { sharedLines, sharedStatus } from '../../src/service/shared-status.js';
import { bumpGeneration, StoreBusyError } from '../../src/store/database/open.js';
import { publicationIds } from '../../src/store/rows/unpublished.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { until } from '../until.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
const quiet = { info: () => undefined, warn: () => undefined };
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const question = {
  since: '2026-01-01',
  until: at(23).toISOString(),
  codes: ['P'],
  minValue: 0,
  ticker: null,
  limit: 500,
} as const;

suite(`nodes of one database ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let folder: string;
  let url: string;
  let n = 0;
  const open: Array<{ close(): Promise<void> }> = [];
  beforeAll(async () => {
    servers = await startPostgres();
  });
  afterAll(() => servers.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-shared-'));
    url = await servers.database();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const one of open.splice(0).reverse()) await one.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const config = (node: string, more: Record<string, string> = {}): Config =>
    readConfig({
      DATABASE_URL: url,
      CONTACT: 'Jane Roe jane@example.org',
      DATA_DIR: join(folder, node),
      ...more,
    });
  async function writerOn(
    node: string,
    more: Record<string, string> = {},
  ): Promise<{ ledger: WritableLedger; model: ReadModelWriter }> {
    const ledger = await openWritableLedger(config(node, more), quiet);
    open.push(ledger);
    const model = await openLiveWriter(config(node), ledger.epoch);
    open.push(model);
    return { ledger, model };
  }
  async function closeAll(): Promise<void> {
    for (const one of open.splice(0).reverse()) await one.close();
  }
  /** What a run writes and derives. */
  function write({ store }: WritableLedger, hour: number): void {
    n += 1;
    const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
    writeBatch(store, { register: 'sec-form4', now: at(hour), records: [filing] });
    deriveForm4(store);
    bumpGeneration(store, at(hour), at(hour + 1).toISOString());
  }
  const publish = ({ ledger, model }: { ledger: WritableLedger; model: ReadModelWriter }) =>
    publishGeneration(ledger.store, model, ledger.save);
  async function reader(): Promise<ServedData> {
    const data = await openServedData(config('none', { ROLE: 'reader' }));
    open.push(data);
    return data;
  }
  /** Until the newest generation is served. */
  async function served(data: ServedData, { model }: { model: ReadModelWriter }): Promise<ServedData> {
    const newest = await model.newest();
    const from = Date.parse(newest?.serveFrom ?? '');
    await until(() => Date.now() >= from);
    await data.poll();
    expect(data.dataVersion().id).toBe(newest?.id);
    return data;
  }
  const slugs = async (data: ServedData) =>
    [...new Set((await data.reads.latestFilings(question)).rows().map(({ ownerSlug }) => ownerSlug))].sort();

  it('publish nothing that the backup does not have, and continue when the save succeeds', async () => {
    const writer = await writerOn('one');
    write(writer.ledger, 12);
    await publish(writer);
    const before = await writer.model.newest();
    write(writer.ledger, 13);
    const failing = async () => {
      throw new Error('the backup is full');
    };
    await expect(publishGeneration(writer.ledger.store, writer.model, failing)).rejects.toThrow('full');
    expect(await writer.model.newest()).toEqual(before);
    expect(await publish(writer)).toEqual({ isWhole: false });
    expect((await writer.model.newest())?.number).toBeGreaterThan(before?.number ?? 0);
  });

  it('publish the saved state, although more is written while it is saved', async () => {
    const writer = await writerOn('one');
    write(writer.ledger, 12);
    await publishGeneration(writer.ledger.store, writer.model, async (taken) => {
      await writer.ledger.save?.(taken);
      write(writer.ledger, 13);
    });
    const data = await served(await reader(), writer);
    expect(await slugs(data)).toHaveLength(1);
    expect(await publish(writer)).toEqual({ isWhole: false });
  });

  it.each(['before the publication', 'after it'] as const)(
    'continue on another machine that takes over %s, with the same slugs',
    async (moment) => {
      const first = await writerOn('one');
      write(first.ledger, 12);
      await publish(first);
      write(first.ledger, 13);
      // The machine is lost at this moment.
      const lost = new Error('lost');
      if (moment === 'after it') {
        const { model } = first;
        const interrupted: ReadModelWriter = Object.assign(Object.create(model), {
          async publish(...given: Parameters<ReadModelWriter['publish']>) {
            await model.publish(...given);
            throw lost;
          },
        });
        await expect(publishGeneration(first.ledger.store, interrupted, first.ledger.save)).rejects.toBe(
          lost,
        );
      } else {
        const save = async (taken: () => void) => {
          await first.ledger.save?.(taken);
          throw lost;
        };
        await expect(publishGeneration(first.ledger.store, first.model, save)).rejects.toBe(lost);
      }
      await closeAll();
      const second = await writerOn('two');
      expect(publicationIds(second.ledger.store).publishing).not.toBeNull();
      write(second.ledger, 14);
      expect(await publish(second)).toEqual({ isWhole: false });
      const data = await served(await reader(), second);
      expect(await slugs(data)).toHaveLength(3);
    },
  );

  it('refuse a writer that was replaced, which then begins with the ledger of its successor', async () => {
    const first = await writerOn('one');
    write(first.ledger, 12);
    await publish(first);
    const term = await takeOver(first);
    open.push({ close: () => term.end() });
    write(first.ledger, 13);
    await expect(publish(first)).rejects.toThrow(FencedError);
    await takeOverLedger(config('two'), term.epoch, quiet);
    await expect(openWritableLedger(config('three'), quiet)).rejects.toThrow(StoreBusyError);
    // The folder of the service that is the writer, as `import` uses it.
    const second = await writerOn('two');
    expect(second.ledger.epoch).toBe(term.epoch);
    write(second.ledger, 14);
    await publish(second);
    const data = await served(await reader(), second);
    // What the first wrote last was never published, and is read again.
    expect(await slugs(data)).toHaveLength(2);
    expect(await sharedStatus(config('two'))).toMatchObject({
      primaryFailure: null,
      writer: { epoch: term.epoch, isWriting: true },
      generation: { number: data.dataVersion().generation },
      backup: { parts: expect.any(Number) },
    });
    await closeAll();
    const ended = await sharedStatus(config('two'));
    expect(ended.writer).toMatchObject({ epoch: term.epoch, isWriting: false });
    expect(sharedLines(ended).join('\n')).toMatch(
      /no node is the writer now; the last one was .*backup of the ledger in the database: saved last at /s,
    );
  });

  it('refuse a writer without backup and ledger, which would publish that there is nothing', async () => {
    const shared = { LEDGER_BACKUP: join(folder, 'share') };
    const first = await writerOn('one', shared);
    write(first.ledger, 12);
    await publish(first);
    const before = await first.model.newest();
    await closeAll();
    const unmounted = { LEDGER_BACKUP: join(folder, 'not-mounted') };
    await expect(writerOn('two', unmounted)).rejects.toThrow(
      /Generation \d+ was published from a ledger that is neither in the folder .*not-mounted nor on this node/,
    );
    expect(await newestOf('two')).toEqual(before);
    // The ledger that the newest generation was made from may move its backup.
    const moved = await writerOn('one', unmounted);
    write(moved.ledger, 13);
    expect(await publish(moved)).toEqual({ isWhole: false });
  });

  it('refuse an older backup while a newer ledger was published, until the operator allows it', async () => {
    const share = { LEDGER_BACKUP: join(folder, 'share') };
    const first = await writerOn('one', share);
    write(first.ledger, 12);
    await publish(first);
    await closeAll();
    cpSync(join(folder, 'share'), join(folder, 'old'), { recursive: true });
    const again = await writerOn('one', share);
    write(again.ledger, 13);
    await publish(again);
    const before = await again.model.newest();
    await closeAll();
    const old = { LEDGER_BACKUP: join(folder, 'old') };
    await expect(writerOn('two', old)).rejects.toThrow(/neither in the folder .*old nor on this node/);
    expect(existsSync(join(folder, 'two', 'store', 'live.db'))).toBe(false);
    expect(await newestOf('two')).toEqual(before);
    const consent = join(folder, 'two', 'store', 'continue-from-older-ledger');
    writeFileSync(consent, '');
    const second = await writerOn('two', old);
    expect(existsSync(consent)).toBe(false);
    write(second.ledger, 14);
    expect(await publish(second)).toEqual({ isWhole: true });
    expect((await second.model.newest())?.number).toBeGreaterThan(before?.number ?? 0);
    await closeAll();
    // Its ledger is the one of the newest generation now; the first one has fallen behind.
    await expect(writerOn('one', share)).rejects.toThrow('neither in the folder');
    const third = await writerOn('three', old);
    expect(publicationIds(third.ledger.store).publishing).toBe((await third.model.newest())?.id);
  });

  it('continue from a backup that is ahead of a standby which became the primary', async () => {
    const share = { LEDGER_BACKUP: join(folder, 'share') };
    const first = await writerOn('one', share);
    for (const hour of [12, 13]) {
      write(first.ledger, hour);
      await publish(first);
    }
    await closeAll();
    const admin = openPostgresDatabase(url);
    await admin.run(
      'DELETE FROM disclosed.generation WHERE number = (SELECT max(number) FROM disclosed.generation)',
    );
    await admin.close();
    const second = await writerOn('two', share);
    write(second.ledger, 14);
    await publish(second);
    expect(await slugs(await served(await reader(), second))).toHaveLength(3);
  });

  it('refuse a writer without the ledger also when another version made the tables', async () => {
    const first = await writerOn('one', { LEDGER_BACKUP: join(folder, 'share') });
    write(first.ledger, 12);
    await publish(first);
    await closeAll();
    const admin = openPostgresDatabase(url);
    await admin.run('UPDATE disclosed.generation SET format = format - 1');
    await admin.close();
    const empty = { LEDGER_BACKUP: join(folder, 'empty') };
    await expect(writerOn('two', empty)).rejects.toThrow('neither in the folder');
    const second = await writerOn('one', empty);
    write(second.ledger, 13);
    expect(await publish(second)).toEqual({ isWhole: true });
  });

  it('refuse a folder whose mount is lost, and begin a new backup where the operator wants one', async () => {
    const share = join(folder, 'share');
    const first = await writerOn('one', { LEDGER_BACKUP: share });
    write(first.ledger, 12);
    await publish(first);
    await closeAll();
    renameSync(share, `${share}.away`);
    mkdirSync(share);
    const place = join(folder, 'one', 'store', 'ledger-backup-place');
    const attempt = writerOn('one', { LEDGER_BACKUP: share });
    await expect(attempt).rejects.toThrow(/There is nothing in the folder .*share, where this node saved/);
    await expect(attempt).rejects.toThrow(`If a new backup shall begin there, delete ${place}.`);
    await expect(writerOn('two', { LEDGER_BACKUP: share })).rejects.toThrow('neither in the folder');
    expect(readdirSync(share)).toEqual([]);
    rmSync(place);
    const begun = await writerOn('one', { LEDGER_BACKUP: share });
    write(begun.ledger, 13);
    expect(await publish(begun)).toEqual({ isWhole: false });
    await closeAll();
    const second = await writerOn('two', { LEDGER_BACKUP: share });
    write(second.ledger, 14);
    expect(await publish(second)).toEqual({ isWhole: false });
  });

  async function newestOf(node: string) {
    // It only reads; the number of the term is checked when something is published.
    const model = await openLiveWriter(config(node), 0);
    open.push(model);
    return model.newest();
  }

  /** Another node becomes the writer although the first does not notice that it lost the lock. */
  async function takeOver(first: { ledger: WritableLedger }) {
    const { openPostgresDatabase } = await import('../../src/database/postgres-database.js');
    const admin = openPostgresDatabase(url);
    await admin.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'disclosed writer'",
    );
    await admin.close();
    await first.ledger.lost;
    let term: Awaited<ReturnType<typeof beginWriterTerm>> = null;
    await until(async () => {
      term = await beginWriterTerm(config('two'));
      return term !== null;
    });
    return term!;
  }

  it('switch all at the announced moment, and not before', async () => {
    const writer = await writerOn('one');
    write(writer.ledger, 12);
    await publish(writer);
    const nodes = [await reader(), await reader()];
    const before = nodes.map((data) => data.dataVersion().id);
    write(writer.ledger, 13);
    await publish(writer);
    const newest = await writer.model.newest();
    const from = Date.parse(newest?.serveFrom ?? '');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(from - 1000);
    await Promise.all(nodes.map((data) => data.poll()));
    const ids = () => nodes.map((data) => data.dataVersion().id);
    expect(ids()).toEqual(before);
    clock.mockReturnValue(from - 1);
    expect(ids()).toEqual(before);
    clock.mockReturnValue(from);
    expect(ids()).toEqual([newest?.id, newest?.id]);
  });

  it('ask before they answer after they were suspended', async () => {
    const writer = await writerOn('one');
    write(writer.ledger, 12);
    await publish(writer);
    const clock = jest.spyOn(Date, 'now');
    const data = await reader();
    clock.mockReturnValue(Date.now());
    await data.poll();
    expect(data.isBehind()).toBe(false);
    write(writer.ledger, 13);
    await publish(writer);
    const newest = await writer.model.newest();
    clock.mockReturnValue(Date.parse(newest?.serveFrom ?? ''));
    expect(data.isBehind()).toBe(true);
    await until(async () => {
      await data.catchUp();
      return !data.isBehind();
    });
    expect(data.dataVersion().id).toBe(newest?.id);
  });

  it('say 503 while rows may not be read, and recover', async () => {
    const writer = await writerOn('one');
    write(writer.ledger, 12);
    await publish(writer);
    const data = await reader();
    const database = openPostgresDatabase(url);
    open.push(database);
    const [[tables]] = (await database.rows('SELECT tables FROM disclosed.generation')) as [[string]];
    await database.run(`ALTER SCHEMA ${tables} RENAME TO away`);
    await expect(slugs(data)).rejects.toMatchObject({ code: 'not_ready', status: 503 });
    expect(data.storeFault()).toBe('42P01');
    await database.run(`ALTER SCHEMA away RENAME TO ${tables}`);
    await data.poll();
    expect(data.storeFault()).toBeNull();
    expect(await slugs(data)).toHaveLength(1);
  });

  it('say 503 while the database is away, and recover; also a node that started meanwhile', async () => {
    const writer = await writerOn('one');
    write(writer.ledger, 12);
    await publish(writer);
    const data = await reader();
    const version = data.dataVersion();
    const expected = await slugs(data);
    await closeAllExcept(data);
    await servers.primary.kill();
    await expect(data.poll()).rejects.toThrow();
    const away = { code: 'not_ready', status: 503, headers: { 'Retry-After': '5' } };
    await expect(data.reads.sources()).rejects.toMatchObject(away);
    expect(data.dataVersion()).toMatchObject({ id: version.id, longestSeconds: 5 });
    expect(data.following().failure).not.toBeNull();
    expect(data.isBehind()).toBe(false);
    const late = await reader();
    await expect(late.reads.sources()).rejects.toMatchObject(away);
    await servers.primary.start();
    for (const node of [data, late]) {
      await pollUntilWell(node);
      expect(await slugs(node)).toEqual(expected);
      expect(node.following()).toMatchObject({ failure: null, lagSeconds: 0 });
    }
  });

  async function closeAllExcept(data: ServedData): Promise<void> {
    open.splice(open.indexOf(data), 1);
    await closeAll();
    open.push(data);
  }
  const pollUntilWell = (data: ServedData) =>
    until(() =>
      data.poll().then(
        () => true,
        () => false,
      ),
    );
});
