/** The store of the reports of all managers: whole sets, whole quarters, and what happens when the file is lost. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveManagers } from '../../src/ingest/derive/managers.js';
import { rederiveIfRulesChanged } from '../../src/ingest/derive/rule-changes.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import type { ManagerDataSet } from '../../src/records/portfolios/manager-filing.js';
import { filterSeen, readCursor } from '../../src/store/crawl/queue.js';
import { markListed, markShown } from '../../src/store/crawl/readiness-marks.js';
import {
  describeSources,
  finishRun,
  listRuns,
  sourceStates,
  startRun,
} from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { managersFile, managersOf } from '../../src/store/managers/managers-database.js';
import { allRows, changedRows } from '../../src/store/rows/changes.js';
import { unpublishedKeys } from '../../src/store/rows/unpublished.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { type InventedPosition, managerFiling } from '../invented/managers.js';

describe('ingest/managers', () => {
  const NOW = new Date('2026-10-08T12:00:00.000Z');
  const ACME = '990001109';
  const A = '0009100001-26-000001';
  const SET = '01jun2026-31aug2026';
  let folder: string;
  let ledger: Store;
  const file = () => join(folder, 'live.db');
  const open = () => {
    ledger = openStore(file(), 'write');
  };
  const write = (...records: Parameters<typeof writeBatch>[1]['records'] extends infer R ? R[] : never) =>
    writeBatch(ledger, { register: '13f-all', now: NOW, records: records.flat() as never });
  const derive = (quarters: number | null = null) => deriveManagers(ledger, { now: NOW, quarters });
  const complete: ManagerDataSet = {
    kind: 'manager-data-set',
    name: SET,
    filings: 1,
    rows: 1,
    securities: [],
  };
  const ofSet = (rows: InventedPosition[], accession = A, facts = {}) =>
    managerFiling(accession, rows, { dataSet: SET, securities: [], ...facts });
  const rowsOf = (table: string) =>
    [...allRows(ledger)].filter((one) => one.table === table).flatMap(({ rows }) => rows);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'managers-'));
    open();
  });
  afterEach(() => {
    ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('the store of the reports of all managers', () => {
    it('is not made where nothing is read', async () => {
      expect(await derive()).toEqual([]);
      expect(existsSync(managersFile(file()))).toBe(false);
      expect(rowsOf('manager')).toEqual([]);
    });

    it('shows nothing of a data set before its last row was read', async () => {
      write([ofSet([[ACME, 100, 10]])]);
      expect(await derive()).toEqual([]);
      expect(filterSeen(ledger, '13f-all', [A])).toEqual(new Set());
      write([complete]);
      expect(filterSeen(ledger, '13f-all', [A])).toEqual(new Set([A]));
      expect(await derive()).toEqual(['2026-06-30']);
      expect(rowsOf('manager')).toHaveLength(1);
      // Nothing changed since.
      expect(await derive()).toEqual([]);
    });

    it('writes what it has again without a change, and prefers the document to the row of a set', async () => {
      expect(write([ofSet([[ACME, 100, 10]]), complete]).changed).toBe(2);
      expect(write([ofSet([[ACME, 100, 10]]), complete]).changed).toBe(0);
      expect(write([managerFiling(A, [[ACME, 300, 30]])]).changed).toBe(1);
      expect(write([ofSet([[ACME, 100, 10]])]).changed).toBe(0);
      await derive();
      const { total } = managersOf(ledger)
        .sql<{ total: number }>("SELECT json_extract(facts, '$.totalUsd') AS total FROM portfolio")
        .get() as { total: number };
      expect(total).toBe(300);
    });

    it('derives a changed quarter and the next one, and publishes only these', async () => {
      const quarter = (at: number, periodEnd: string) =>
        managerFiling(`0009100001-26-00000${at}`, [[ACME, 100 * at, 10 * at]], { periodEnd });
      write([quarter(1, '2025-12-31'), quarter(2, '2026-03-31'), quarter(3, '2026-06-30')]);
      expect(await derive()).toEqual(['2025-12-31', '2026-03-31', '2026-06-30']);
      ledger.sql('DELETE FROM unpublished').run();
      write([
        managerFiling('0009100001-26-000009', [['990002107', 1, 1]], { periodEnd: '2026-03-31', cik: '5' }),
      ]);
      expect(await derive()).toEqual(['2026-03-31', '2026-06-30']);
      expect(unpublishedKeys(ledger, 'manager_quarter')).toEqual(['2026-03-31', '2026-06-30']);
      const published = [...changedRows(ledger)].filter(({ table }) => table === 'manager_quarter');
      expect(published.map(({ scope }) => scope)).toEqual([['2026-03-31'], ['2026-06-30']]);
    });

    it('derives every quarter again after an upgrade with other rules', async () => {
      const quarter = (at: number, periodEnd: string) =>
        managerFiling(`0009100001-26-00000${at}`, [[ACME, 100 * at, 10 * at]], { periodEnd });
      write([quarter(1, '2026-03-31'), quarter(2, '2026-06-30')]);
      expect(rederiveIfRulesChanged(ledger)).toBe(2);
      await derive();
      expect(rederiveIfRulesChanged(ledger)).toBe(0);
      expect(await derive()).toEqual([]);
      ledger.sql('UPDATE generation SET derivation_version = derivation_version - 1').run();
      expect(rederiveIfRulesChanged(ledger)).toBe(2);
      expect(await derive()).toEqual(['2026-03-31', '2026-06-30']);
    });

    it('keeps the newest quarters, and removes older ones for readers too', async () => {
      for (const [at, periodEnd] of ['2025-12-31', '2026-03-31', '2026-06-30'].entries())
        write([managerFiling(`0009100001-26-00000${at}`, [[ACME, 100, 10]], { periodEnd })]);
      await derive();
      ledger.sql('DELETE FROM unpublished').run();
      await derive(2);
      expect(unpublishedKeys(ledger, 'manager_quarter')).toEqual(['2025-12-31']);
      const removed = [...changedRows(ledger)].filter(({ scope }) => scope[0] === '2025-12-31');
      expect(removed.length).toBeGreaterThan(40);
      expect(removed.flatMap(({ rows }) => rows)).toEqual([]);
    });

    it('does not derive mistyped quarters', async () => {
      write([
        managerFiling(A, [[ACME, 1, 1]], { periodEnd: '2026-12-31' }),
        managerFiling('0009100001-26-000002', [[ACME, 1, 1]], { periodEnd: '2026-06-03' }),
      ]);
      expect(await derive()).toEqual([]);
      const early = { periodEnd: '2026-09-30', filedDate: '2026-08-10' };
      write([managerFiling('0009100001-26-000003', [[ACME, 1, 1]], early)]);
      write([
        managerFiling('0009100002-26-000001', [[ACME, 9, 3]], {
          ...early,
          cik: '5',
          filedDate: '2026-10-05',
        }),
      ]);
      await derive();
      const found = managersOf(ledger).sql<{ cik: string }>('SELECT cik FROM portfolio').all();
      expect(found).toEqual([{ cik: '5' }]);
    });

    it('is read again when the file is lost', async () => {
      write([ofSet([[ACME, 100, 10]]), complete]);
      writeBatch(ledger, { register: '13f-all', now: NOW, cursors: { [`data-set-${SET}`]: 'read' } });
      ledger.close();
      open();
      managersOf(ledger);
      expect(readCursor(ledger, '13f-all', `data-set-${SET}`)).toBe('read');
      ledger.close();
      rmSync(managersFile(file()));
      open();
      managersOf(ledger);
      expect(readCursor(ledger, '13f-all', `data-set-${SET}`)).toBeNull();
      expect(filterSeen(ledger, '13f-all', [A])).toEqual(new Set());
    });

    describe('whose file is lost', () => {
      const state = () => sourceStates(ledger)[0];
      const readModel = (name: string) => openSqliteWriter(join(folder, name));
      const publish = async (name: string) => {
        bumpGeneration(ledger, NOW);
        const writer = readModel(name);
        await publishGeneration(ledger, writer);
        await writer.close();
      };
      beforeEach(async () => {
        const on = { publisher: 'SEC', homepage: '', state: 'on' as const, note: '' };
        describeSources(ledger, [{ source: 'sec-edgar-13f', registers: ['13f-all'], ...on }]);
        const id = startRun(ledger, '13f-all', NOW);
        markListed(ledger, '13f-all', NOW, true);
        write([ofSet([[ACME, 100, 10]]), complete]);
        finishRun(ledger, id, { outcome: 'ok', documents: 1, records: 2, warnings: 0, now: NOW });
        await derive();
        markShown(ledger, true);
        await publish('first.db');
        ledger.close();
        rmSync(managersFile(file()));
        open();
        expect(state()).toMatchObject({ status: 'ok', isWhole: true, lastReadAt: NOW.toISOString() });
      });

      it('is not read yet for a read model that is made again, as after a restore: unknown is not empty', async () => {
        await publish('again.db');
        expect(state()).toMatchObject({ status: 'filling', isWhole: false, lastReadAt: null, rows: 0 });
        expect(listRuns(ledger, 9)).toMatchObject([
          { outcome: 'stopped', reason: expect.stringMatching(/lost/) },
        ]);
      });

      it('is not read yet either when a run has begun to read it again before', async () => {
        managersOf(ledger);
        await publish('again.db');
        expect(state()).toMatchObject({ isWhole: false, lastReadAt: null });
      });

      it('is still served from a read model that has what was published', async () => {
        managersOf(ledger);
        await publish('first.db');
        expect(state()).toMatchObject({ status: 'ok', isWhole: true, lastReadAt: NOW.toISOString() });
      });
    });
  });
});
