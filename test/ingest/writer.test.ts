/** A document of many records is written in pieces: what the store cannot take must not count as read. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { silentProgress } from '../../src/ingest/progress.js';
import { readRegister } from '../../src/ingest/read-register.js';
import { createRegisters } from '../../src/registers/index.js';
import type { Http, Register } from '../../src/registers/register.js';
import { openStore, type Store } from '../../src/store/open.js';
import { cursor, queueCounts } from '../../src/store/queue.js';
import { inventedFiling } from '../bench/digest-year.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const FILINGS = 5000;
let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-writer-'));
  store = openStore(join(folder, 'live.db'), 'write');
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The register of Form 4, with one bulk file that holds everything. */
function bulk(): Register {
  const form4 = createRegisters().find(({ card }) => card.id === 'sec-form4') as Register;
  return {
    ...form4,
    retrieve: undefined,
    async *fetch() {
      const document = {
        key: 'bulk',
        kind: 'bulk',
        url: 'https://x.example/bulk',
        bytes: Buffer.from('bulk'),
      };
      yield { documents: [{ ...document, retrievedAt: NOW.toISOString() }], cursors: { bulk: 'read' } };
    },
    *parse() {
      for (let n = 0; n < FILINGS; n += 1) {
        const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
        yield { records: [filing], doubts: [] };
      }
    },
  };
}

const read = () =>
  readRegister(bulk(), {
    store,
    http: { request: () => Promise.reject(new Error('nobody is asked')) } satisfies Http,
    since: '2026-01-01',
    now: () => NOW,
    signal: new AbortController().signal,
    progress: silentProgress,
    checkpoint: () => undefined,
  });
const stored = () =>
  store.sql<{ filings: number }>('SELECT count(*) AS filings FROM form4_filing').get()?.filings;

test('a disk that is too full for a piece of a bulk file leaves the file to be read again', async () => {
  const pages = Number(store.db.pragma('page_count', { simple: true }));
  // Room for the notes of a run, and none for two thousand filings.
  store.db.pragma(`max_page_count = ${pages + 40}`);
  await expect(read()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(cursor(store, 'sec-form4', 'bulk')).toBeNull();
  expect(queueCounts(store)['sec-form4']).toBeUndefined();
  store.db.pragma('max_page_count = 1000000');
  expect(await read()).toMatchObject({ outcome: 'ok', records: FILINGS });
  expect(stored()).toBe(FILINGS);
  expect(cursor(store, 'sec-form4', 'bulk')).toBe('read');
});
