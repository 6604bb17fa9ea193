/** A publication that fails while registers are being read: PostgreSQL, or the folder of the ledger's backup, is away for a time. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import type { HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import { listRuns, sourceStates } from '../../src/store/crawl/run-journal.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import type { EdgarServer } from '../registers/edgar/edgar-server.js';
import { DAY, newestFilings, serveFilings, unthrottledHttp } from './edgar-sample.js';

describe('ingest/not-published', () => {
  const AWAY = 'The database at 10.0.0.5:5432 is not available: No space left on device.';

  let edgar: EdgarServer;
  let http: HttpClient;
  let folder: string;
  let store: Store;
  let clock: number;
  let warned: string[];

  beforeEach(async () => {
    edgar = await serveFilings(newestFilings(30));
    http = unthrottledHttp();
    folder = mkdtempSync(join(tmpdir(), 'disclosed-not-published-'));
    store = openStore(join(folder, 'live.db'), 'write');
    clock = Date.parse(`${DAY}T12:00:00.000Z`);
    warned = [];
  });
  afterEach(async () => {
    store.close();
    await http.close();
    await edgar.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** `secondsPerRequest` decides whether a checkpoint is due while documents are read, or only when all were read. */
  async function run(secondsPerRequest: number, isAway: (save: number) => boolean) {
    edgar.hear = () => {
      clock += secondsPerRequest * 1000;
    };
    const readModel = openSqliteWriter(join(folder, 'live.read-model.db'));
    let saves = 0;
    try {
      return await readHourly({
        store,
        readModel,
        async saveLedger(taken) {
          saves += 1;
          if (isAway(saves)) throw new Error(AWAY);
          taken();
        },
        registers: createRegisters({ sec: edgar.hosts, now: () => new Date(clock) }),
        enabled: new Set(['sec-form4']),
        http: () => http,
        since: '2026-11-01',
        now: () => new Date(clock),
        nextRefreshAt: () => null,
        signal: new AbortController().signal,
        progress: silentProgress,
        log: { info() {}, warn: (_fields, message) => warned.push(message) },
      });
    } finally {
      await readModel.close();
    }
  }

  describe('a publication that fails', () => {
    it('when a register was read is made up for by the next one', async () => {
      // The first save is that of the empty ledger.
      const [outcome] = await run(0.5, (save) => save === 2);
      expect(outcome).toMatchObject({ register: 'sec-form4', outcome: 'ok' });
      expect(warned).toEqual(['what was read could not be published: the next checkpoint tries again']);
    });

    it('at the end of the run ends it with the reason', async () => {
      await expect(run(0.5, (save) => save > 1)).rejects.toThrow(AWAY);
    });

    it('while documents are read is not called a fault of the program, and readers do not see the servers', async () => {
      const [outcome] = await run(30, (save) => save === 2);
      expect(outcome).toMatchObject({ outcome: 'failed', reason: `not published: ${AWAY}` });
      expect(listRuns(store, 1)[0]?.reason).toBe(`not published: ${AWAY}`);
      expect(sourceStates(store).find(({ source }) => source === 'sec-edgar-form4')).toMatchObject({
        status: 'failing',
        failure: expect.stringContaining('what was read is stored and could not be published yet'),
      });
    });
  });
});
