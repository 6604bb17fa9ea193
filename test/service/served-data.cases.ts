/** How a serving process follows the publications of another: whole generations, and when the next one is due. */

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import { readConfig } from '../../src/config.js';
import { removeSqliteDatabase } from '../../src/database/sqlite-files.js';
import { DERIVATION_VERSION } from '../../src/derive/index.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { rederiveIfRulesChanged } from '../../src/ingest/derive/rule-changes.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { DataVersion } from '../../src/pipeline/data-version.js';
import { listRowsOf } from '../../src/read-model/list-rows.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { liveStoreFile, readModelFile } from '../../src/service/data-folder.js';
import { openServedData, type ServedData } from '../../src/service/served-data.js';
import { storeWatcher } from '../../src/service/start.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import {
  acquireWriterLock,
  bumpGeneration,
  openStore,
  type Store,
  setNextRefresh,
} from '../../src/store/database/open.js';
import { derivationVersion } from '../../src/store/derivation-version.js';
import { publicationIds } from '../../src/store/rows/unpublished.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { requireLastReadAt } from '../../tools/contract/answer.js';
import type { Reads } from '../../tools/contract/reads.js';
import { momentBetween, until } from '../until.js';

describe('service/served-data', () => {
  let folder: string;
  let file: string;
  let writer: Store;
  let readModel: SqliteReadModelWriter;
  let data: ServedData | null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-served-'));
    data = null;
    writer = openStore(liveStoreFile(config()), 'write');
    file = readModelFile(liveStoreFile(config()));
    readModel = openSqliteWriter(file);
  });
  afterEach(async () => {
    await data?.close();
    await readModel.close();
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  const config = (more: Record<string, string> = {}) =>
    readConfig({ DATA_DIR: folder, CONTACT: 'Jane Roe jane@example.org', ...more });
  const FACTS = { publisher: 'SEC', homepage: 'https://example.org/', note: '' };
  let n = 0;
  function write(): void {
    n += 1;
    const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
    writeBatch(writer, { register: 'sec-form4', now: at(12), records: [filing] });
  }
  /** What a run does at its end. */
  async function publish(hour: number, next: Date | null = at(hour + 1)): Promise<void> {
    deriveForm4(writer);
    bumpGeneration(writer, at(hour), next?.toISOString() ?? null);
    await publishGeneration(writer, readModel);
  }
  async function open(more: Record<string, string> = {}): Promise<ServedData> {
    data = await openServedData(config(more));
    return data;
  }
  const question = {
    since: '2026-01-01',
    until: at(23).toISOString(),
    codes: ['P'],
    minValue: 0,
    ticker: null,
    limit: 500,
  } as const;
  /** How many filings have rows. */
  async function countFilings(reads: Pick<ServedData['reads'], 'latestFilings'>): Promise<number> {
    const rows = (await reads.latestFilings(question)).rows();
    return new Set(rows.map(({ filingId }) => filingId.replace(/-\d+$/, ''))).size;
  }

  /** The schema, and a page of each table and of each index. */
  const FIRST_PAGES_BYTES = 256 * 1024;

  const sourceStatus = async ({ reads }: ServedData) => (await reads.sources()).map(({ status }) => status);
  const freshness = (served: ServedData) => requireLastReadAt(served.reads, 'sec-edgar-form4');
  const NOT_READY = { code: 'not_ready', headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } };

  describe('a publication', () => {
    it('gives back the disk that it took, once the generation before is closed, and tries until nothing needs it', async () => {
      await publish(12);
      const released: number[] = [];
      let answer = async () => true;
      const sound = SqliteReadModel.prototype.open;
      const opening = jest.spyOn(SqliteReadModel.prototype, 'open').mockImplementation(async function open(
        this: SqliteReadModel,
      ) {
        const opened = await sound.call(this);
        const releaseDisk = async () => {
          released.push(opened.generation.number);
          return answer();
        };
        return { ...opened, releaseDisk };
      });
      jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
      try {
        const served = await open();
        const { generation } = served.dataVersion();
        await jest.advanceTimersByTimeAsync(44_000);
        expect(released.splice(0)).toEqual([generation]);
        // An initial import publishes about every minute.
        for (const hour of [13, 14, 15]) {
          await publish(hour);
          await served.poll();
          await jest.advanceTimersByTimeAsync(39_000);
          expect(released).toEqual([]);
          await jest.advanceTimersByTimeAsync(5000);
          expect(released.splice(0)).toEqual([served.dataVersion().generation]);
        }
        // While another process still reads, on a full disk, then done.
        const answers = [async () => false, () => Promise.reject(new Error('disk full')), async () => true];
        answer = () => (answers.shift() as typeof answer)();
        await publish(16);
        await served.poll();
        await jest.advanceTimersByTimeAsync(600_000);
        expect(released.splice(0)).toEqual(Array(3).fill(generation + 4));
        // It is closed while disk is given back.
        let end = (_isDone: boolean) => {};
        answer = () =>
          new Promise<boolean>((resolve) => {
            end = resolve;
          });
        await publish(17);
        await served.poll();
        await jest.advanceTimersByTimeAsync(50_000);
        await served.close();
        data = null;
        end(false);
        await jest.advanceTimersByTimeAsync(600_000);
        expect(released).toEqual([generation + 5]);
      } finally {
        jest.useRealTimers();
        opening.mockRestore();
      }
    });

    it('changes what is served, and nothing that a run writes before it does', async () => {
      await publish(12);
      const served = await open();
      const before = served.dataVersion();
      expect(before).toMatchObject({ at: at(12).toISOString(), nextRefreshAt: at(13).toISOString() });
      write();
      deriveForm4(writer);
      bumpGeneration(writer, at(13), at(14).toISOString());
      await served.poll();
      expect(served.dataVersion()).toMatchObject({ id: before.id, at: at(12).toISOString() });
      expect(await countFilings(served.reads)).toBe(0);
      await publishGeneration(writer, readModel);
      await served.poll();
      expect(served.dataVersion()).toMatchObject({
        generation: before.generation + 1,
        at: at(13).toISOString(),
        nextRefreshAt: at(14).toISOString(),
      });
      expect(served.dataVersion().id).not.toBe(before.id);
      expect(await countFilings(served.reads)).toBe(1);
    });

    it('leaves the answers whole that began with the generation before', async () => {
      write();
      await publish(12);
      const served = await open();
      const versions = [served.dataVersion()];
      for (const hour of [13, 14]) {
        write();
        await publish(hour);
        await served.poll();
        versions.push(served.dataVersion());
      }
      const rows = versions.map((version) => countFilings(served.readsOf(version)));
      expect(await Promise.all(rows)).toEqual([1, 2, 3]);
      expect(await countFilings(served.reads)).toBe(3);
    });

    it('of the same state with another plan is seen: a failed run is repeated sooner', async () => {
      await publish(12);
      const served = await open();
      const before = served.dataVersion();
      setNextRefresh(writer, at(15).toISOString());
      await readModel.setNextRefresh(publicationIds(writer).published as string, at(15).toISOString());
      await served.poll();
      expect(served.dataVersion()).toMatchObject({ id: before.id, nextRefreshAt: at(15).toISOString() });
    });
  });

  describe('before anything is published', () => {
    it('every source was never read, and a question gets 503', async () => {
      const served = await open();
      // One register is only read if the operator names it.
      expect(new Set(await sourceStatus(served))).toEqual(new Set(['never-read', 'off']));
      await expect(freshness(served)).rejects.toMatchObject(NOT_READY);
      expect(served.dataVersion().longestSeconds).toBe(0);
    });

    it('a store of an earlier release gets 503 too, until it is published whole', async () => {
      describeSources(writer, [
        { ...FACTS, source: 'sec-edgar-form4', registers: ['sec-form4'], state: 'on' },
      ]);
      const run = startRun(writer, 'sec-form4', at(12));
      write();
      finishRun(writer, run, { outcome: 'ok', documents: 1, records: 1, warnings: 0, now: at(12) });
      deriveForm4(writer);
      bumpGeneration(writer, at(12), null);
      await readModel.close();
      removeSqliteDatabase(file);
      const served = await open();
      await expect(freshness(served)).rejects.toMatchObject(NOT_READY);
      expect(served.dataVersion()).toMatchObject({ longestSeconds: 0, nextRefreshAt: null });
      readModel = openSqliteWriter(file);
      expect(await publishGeneration(writer, readModel)).toEqual({ isWhole: true });
      await served.poll();
      expect((await freshness(served)).fetchedAt).toBe(at(12).toISOString());
      expect(await countFilings(served.reads)).toBe(1);
    });

    it('a start waits for the process that writes', async () => {
      const release = acquireWriterLock(dirname(file));
      const opening = openServedData(config());
      write();
      await publish(12);
      data = await opening;
      release();
      expect([data.dataVersion().at, await countFilings(data.reads)]).toEqual([at(12).toISOString(), 1]);
    });

    it('a store that no run will publish, because AS_OF is set, is published by the start', async () => {
      write();
      deriveForm4(writer);
      bumpGeneration(writer, at(12), at(13).toISOString());
      const served = await open({ AS_OF: '2026-11-19' });
      expect(served.dataVersion()).toMatchObject({ at: at(12).toISOString(), now: new Date('2026-11-19') });
      expect(await countFilings(served.reads)).toBe(1);
    });

    it('so is one that OFFLINE serves, also after a start that was to be followed by a run', async () => {
      write();
      deriveForm4(writer);
      bumpGeneration(writer, at(12), at(13).toISOString());
      const before = await open();
      expect(before.dataVersion().longestSeconds).toBe(0);
      await before.close();
      const said: string[] = [];
      const served = await openServedData(config({ OFFLINE: '1' }), {
        info: (_fields: object, message?: string) => said.push(message ?? ''),
      });
      expect(served.dataVersion().at).toBe(at(12).toISOString());
      expect(await countFilings(served.reads)).toBe(1);
      // A year of filings takes two minutes.
      expect(said).toEqual([expect.stringContaining('publishing what the ledger has')]);
      await served.close();
      data = await openServedData(config({ OFFLINE: '1' }), { info: () => said.push('again') });
      expect(said).toHaveLength(1);
    });

    it('after an upgrade its start also derives by the new rules, as of the last run', async () => {
      write();
      deriveForm4(writer);
      rederiveIfRulesChanged(writer);
      // The old rules made nothing of the filing.
      writer.sql('DELETE FROM form4_derived').run();
      writer.sql('UPDATE generation SET derivation_version = derivation_version - 1').run();
      bumpGeneration(writer, at(12), at(13).toISOString());
      const served = await open({ OFFLINE: '1' });
      expect(served.dataVersion().at).toBe(at(12).toISOString());
      expect(await countFilings(served.reads)).toBe(1);
      expect(derivationVersion(writer)).toBe(DERIVATION_VERSION);
    });

    it('also what an earlier start, which died while it derived, has left pending', async () => {
      write();
      deriveForm4(writer);
      writer.sql('DELETE FROM form4_derived').run();
      // Its number is noted first.
      rederiveIfRulesChanged(writer);
      bumpGeneration(writer, at(12), at(13).toISOString());
      expect(await countFilings((await open({ OFFLINE: '1' })).reads)).toBe(1);
    });

    it('OFFLINE publishes an empty ledger once, and does not wait for a process that writes', async () => {
      await (await open({ OFFLINE: '1' })).close();
      const { number } = (await readModel.newest())!;
      await (await open({ OFFLINE: '1' })).close();
      const release = acquireWriterLock(dirname(file));
      const served = await open({ OFFLINE: '1' });
      release();
      expect(served.following().generation).toBe(number);
    });
  });

  it('an answer is not valid for any time before the first derivation, and for a minute while a source fills', async () => {
    const served = await open();
    describeSources(writer, [{ ...FACTS, source: 'sec-edgar-form4', registers: ['sec-form4'], state: 'on' }]);
    const longest = async () => {
      await served.poll();
      return served.dataVersion().longestSeconds;
    };
    expect(await longest()).toBe(0);
    const run = startRun(writer, 'sec-form4', at(12));
    write();
    expect(await longest()).toBe(0);
    await publish(13);
    expect(await longest()).toBe(60);
    finishRun(writer, run, { outcome: 'ok', documents: 1, records: 1, warnings: 0, now: at(14) });
    await publish(14);
    expect(await longest()).toBeNull();
  });

  describe('a new generation', () => {
    it('is served when it is prepared, and not before', async () => {
      await publish(12);
      const served = await open();
      const before = served.dataVersion().generation;
      await publish(13);
      let done = () => {};
      const prepared: DataVersion[] = [];
      const begun = new Promise<void>((resolve) => {
        served.poll((next) => {
          prepared.push(next);
          resolve();
          return new Promise<void>((finish) => {
            done = finish;
          });
        });
      });
      await begun;
      // The next second comes before the first preparation has finished.
      const again = served.poll(async (next) => void prepared.push(next));
      expect(prepared).toMatchObject([{ generation: before + 1, at: at(13).toISOString() }]);
      expect(served.dataVersion()).toMatchObject({ generation: before, at: at(12).toISOString() });
      done();
      await again;
      expect(served.dataVersion()).toMatchObject({ generation: before + 1, at: at(13).toISOString() });
      // A failing preparation delays nothing.
      await publish(14);
      await expect(served.poll(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
      expect(served.dataVersion()).toMatchObject({ generation: before + 2, at: at(14).toISOString() });
      // A failed run changes when the next one begins: nothing to prepare.
      await readModel.setNextRefresh(publicationIds(writer).published as string, at(16).toISOString());
      await served.poll(async (next) => void prepared.push(next));
      expect([prepared.length, served.dataVersion().nextRefreshAt]).toEqual([1, at(16).toISOString()]);
    });

    it('prepared answers are those of the new generation', async () => {
      await publish(12);
      const served = await open();
      write();
      await publish(13);
      const counts: number[] = [];
      await served.poll(async (next) => {
        counts.push(await countFilings(served.readsOf(next)), await countFilings(served.reads));
      });
      expect(counts).toEqual([1, 0]);
    });

    describe('that is announced', () => {
      const LEAD_MS = 3_600_000;
      afterEach(() => {
        jest.restoreAllMocks();
      });
      const passed = (ms: number) => {
        const now = Date.now() + ms;
        jest.spyOn(Date, 'now').mockReturnValue(now);
      };
      beforeEach(async () => {
        await publish(12);
        await open();
        await readModel.close();
        readModel = openSqliteWriter(file, { leadMs: LEAD_MS });
        passed(0);
      });
      const servedHour = () => new Date((data as ServedData).dataVersion().at).getUTCHours();

      it('is served from that moment on, and not before, although it is prepared', async () => {
        await publish(13);
        await data?.poll(async () => undefined);
        passed(LEAD_MS - 1);
        expect(servedHour()).toBe(12);
        passed(1);
        // Without another look at the file.
        expect(servedHour()).toBe(13);
      });

      it('is served from that moment on, even if it is not prepared yet', async () => {
        await publish(13);
        let end = () => {};
        const preparing = data?.poll(
          () =>
            new Promise<void>((resolve) => {
              end = resolve;
            }),
        );
        await new Promise(setImmediate);
        expect(servedHour()).toBe(12);
        passed(LEAD_MS);
        expect(servedHour()).toBe(13);
        end();
        await preparing;
        expect(servedHour()).toBe(13);
      });

      it('keeps its moment when another follows it before that', async () => {
        await publish(13);
        await data?.poll();
        passed(1000);
        await publish(14);
        await data?.poll();
        expect(servedHour()).toBe(12);
        passed(LEAD_MS - 1000);
        expect(servedHour()).toBe(13);
        passed(1000);
        expect(servedHour()).toBe(14);
      });

      it('is prepared once', async () => {
        await publish(13);
        let prepared = 0;
        for (let look = 0; look < 3; look += 1)
          await data?.poll(async () => {
            prepared += 1;
          });
        expect(prepared).toBe(1);
      });
    });
  });

  it('a read model that was deleted while it is served, and made again, is taken up', async () => {
    write();
    await publish(12);
    const served = await open();
    const before = served.dataVersion();
    await readModel.close();
    removeSqliteDatabase(file);
    await served.poll();
    // No file took its place yet: the open generation is still served.
    expect(served.dataVersion()).toMatchObject({ id: before.id, at: at(12).toISOString() });
    expect(await countFilings(served.reads)).toBe(1);
    readModel = openSqliteWriter(file);
    write();
    await publish(14);
    await served.poll();
    expect(served.dataVersion()).toMatchObject({
      at: at(14).toISOString(),
      nextRefreshAt: at(15).toISOString(),
    });
    expect(served.dataVersion().id).not.toBe(before.id);
    // Whole, although the ledger has marks only for the second filing.
    expect(await countFilings(served.reads)).toBe(2);
    // And the process follows it like the first one.
    await publish(15);
    await served.poll();
    expect(served.dataVersion().at).toBe(at(15).toISOString());
  });

  it('a store and its read model that were deleted and made again repeat a number, and not an id', async () => {
    write();
    await publish(12);
    const served = await open();
    const before = served.dataVersion();
    await readModel.close();
    writer.close();
    rmSync(dirname(file), { recursive: true });
    writer = openStore(liveStoreFile(config()), 'write');
    readModel = openSqliteWriter(file);
    await publish(14);
    await served.poll();
    expect(served.dataVersion()).toMatchObject({ generation: before.generation, at: at(14).toISOString() });
    expect(served.dataVersion().id).not.toBe(before.id);
    expect(await countFilings(served.reads)).toBe(0);
  });

  it('a read model that cannot be read any more does not end the service: it is reported once', async () => {
    write();
    await publish(12);
    await readModel.close();
    const served = await open();
    expect(statSync(file).size).toBeGreaterThan(4096);
    truncateSync(file, 100);
    const told: string[] = [];
    const tell = (_details: object, message: string) => void told.push(message);
    const look = storeWatcher(() => served.poll(), { error: tell, info: tell }, served.storeFault);
    // By its code: in a test an error of the driver is one of another realm.
    await expect(served.poll()).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_/) });
    await look();
    await look();
    expect(told).toEqual(['the store cannot be read: it is tried again every second']);
  });

  it('a read model that is damaged while it is served is reported, and opened again when it is repaired', async () => {
    for (let filing = 0; filing < 1500; filing += 1) write();
    await publish(12);
    await readModel.close();
    const good = readFileSync(file);
    const served = await open();
    const version = served.dataVersion();
    // SQLite needs the first pages to open it at all.
    writeFileSync(file, Buffer.from(good).fill(0xaa, FIRST_PAGES_BYTES), { flag: 'r+' });
    for (const reads of [served.reads, served.readsOf(version)])
      await expect(countFilings(reads)).rejects.toMatchObject({
        code: 'not_ready',
        headers: { 'Retry-After': '60' },
      });
    expect(served.storeFault()).toMatch(/^SQLITE_/);
    await served.poll().catch(() => undefined);
    expect(served.storeFault()).toMatch(/^SQLITE_/);
    writeFileSync(file, good, { flag: 'r+' });
    await until(async () => {
      await served.poll().catch(() => undefined);
      return served.storeFault() === null;
    });
    expect(await served.reads.latestFilings(question)).toHaveLength(500);
    expect(served.dataVersion().id).toBe(version.id);
  });

  it('while a store is damaged no check reports it as readable again', async () => {
    const told: string[] = [];
    let damage: string | null = 'SQLITE_CORRUPT';
    let isTried = true;
    const tell = (_details: object, message: string) => void told.push(message);
    // Only some checks try the file itself; the others find nothing wrong.
    const look = storeWatcher(
      async () => {
        isTried = !isTried;
        if (damage !== null && !isTried) throw new Error(damage);
      },
      { error: tell, info: tell },
      () => damage,
    );
    for (let second = 0; second < 6; second += 1) await look();
    expect(told).toEqual(['the store cannot be read: it is tried again every second']);
    damage = null;
    await look();
    expect(told.at(-1)).toBe('the store can be read again');
  });

  it('a document that is not valid JSON any more is missing, and the service stays ready', async () => {
    const put = (name: string, json: string) =>
      readModel.database.runNow('INSERT OR REPLACE INTO document (name, json) VALUES (?, ?)', [name, json]);
    await publish(12);
    put('tracker/orchard', '{"slug":"orch\u0001');
    const served = await open();
    for (const reads of [served.reads, served.readsOf(served.dataVersion())])
      await expect(reads.tracker('orchard')).rejects.toMatchObject({ code: 'not_ready' });
    expect(served.storeFault()).toBeNull();
    expect(served.unreadable()).toMatchObject([{ table: 'document', rows: 1, first: 'tracker/orchard' }]);
  });

  it.each([
    [
      'a list',
      `UPDATE list_row SET json = '{"slug":"x\u0001"}' WHERE name <> ''`,
      (reads: Reads) => reads.trackers(),
    ],
    [
      'a list whose end is lost',
      `UPDATE list_row SET json = '{"slug":"x"' WHERE name <> ''`,
      (reads: Reads) => reads.trackers(),
    ],
    ['a list without its order', "DELETE FROM list_row WHERE name = ''", (reads: Reads) => reads.trackers()],
    [
      'a list that lost one that its order names',
      "DELETE FROM list_row WHERE name <> ''",
      (reads: Reads) => reads.trackers(),
    ],
    ['the feed', 'UPDATE filing SET packed = substr(packed, 1, 80)', (reads: Reads) => countFilings(reads)],
  ])('a damaged row of %s is not sent', async (_, damage, ask) => {
    write();
    await publish(12);
    readModel.database.runNow("DELETE FROM list_row WHERE list = 'trackers'");
    for (const row of listRowsOf('trackers', [['x', '/t', '{"slug":"x"}']]))
      readModel.database.runNow('INSERT INTO list_row (list, name, page, json) VALUES (?, ?, ?, ?)', row);
    readModel.database.runNow(damage);
    const served = await open();
    await expect(ask(served.reads)).rejects.toMatchObject({ code: 'not_ready', status: 503 });
    expect(served.storeFault()).toBeNull();
    expect(served.unreadable()).toHaveLength(1);
  });

  it('a damaged read model is made again by a start', async () => {
    write();
    await publish(12);
    await readModel.close();
    writeFileSync(file, 'no database at all, only a text that is long enough to have a header'.repeat(20));
    const served = await open();
    await expect(freshness(served)).rejects.toMatchObject(NOT_READY);
    readModel = openSqliteWriter(file);
    await publish(13);
    await served.poll();
    expect(await countFilings(served.reads)).toBe(1);
  });

  describe('earlier moments', () => {
    /** How many one invented filing has. */
    const ROWS = 2;

    async function threeGenerations(): Promise<Date[]> {
      const moments: Date[] = [];
      for (const hour of [12, 13, 14]) {
        write();
        await publish(hour);
        // As after the first import.
        readModel.database.runNow('UPDATE generation SET is_filling = 0');
        readModel.database.runNow('UPDATE kept_generation SET is_filling = 0');
        moments.push(await momentBetween());
      }
      return moments;
    }

    async function rowsAt(served: ServedData, moment: Date): Promise<number> {
      const found = await served.replay(moment);
      if ('keptSince' in found) throw new Error(`nothing is kept of ${moment.toISOString()}`);
      return (await found.reads.latestFilings(question)).length;
    }

    it('are answered by the generation that was the newest then', async () => {
      const moments = await threeGenerations();
      const served = await open();
      for (const [at, moment] of moments.entries())
        expect(await rowsAt(served, moment)).toBe(ROWS * (at + 1));
      const [first, second] = await Promise.all(moments.slice(0, 2).map((moment) => served.replay(moment)));
      if (first === undefined || second === undefined || 'keptSince' in first || 'keptSince' in second)
        throw new Error('both are kept');
      expect(first.version).toMatchObject({
        now: moments[0],
        at: at(12).toISOString(),
        longestSeconds: null,
      });
      expect(first.version.generation).toBeLessThan(second.version.generation);
      // Whatever is published meanwhile.
      write();
      await publish(15);
      expect((await first.reads.latestFilings(question)).length).toBe(ROWS);
    });

    it('before the first generation give its moment', async () => {
      await threeGenerations();
      const served = await open();
      const found = await served.replay(new Date('2020-01-01T00:00:00.000Z'));
      const [[since = ''] = []] = readModel.database.rowsNow<[string]>(
        'SELECT min(serve_from) FROM kept_generation',
      );
      expect(found).toEqual({ keptSince: since });
    });

    it('with AS_OF answer everything, whatever is published after it', async () => {
      const [, second = new Date()] = await threeGenerations();
      const served = await open({ AS_OF: second.toISOString() });
      expect([
        served.isReplay(),
        served.dataVersion().now,
        (await served.reads.latestFilings(question)).length,
      ]).toEqual([true, second, 2 * ROWS]);
      write();
      await publish(15);
      await served.poll();
      expect((await served.reads.latestFilings(question)).length).toBe(2 * ROWS);
      expect(served.dataVersion().at).toBe(at(13).toISOString());
    });

    it('with an AS_OF before the history are those of the newest generation, and said to be', async () => {
      await threeGenerations();
      const served = await open({ AS_OF: '2026-11-20T12:00:00Z' });
      expect(served.isReplay()).toBe(false);
      expect((await served.reads.latestFilings(question)).length).toBe(3 * ROWS);
    });
  });
});
