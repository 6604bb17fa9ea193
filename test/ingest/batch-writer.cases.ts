/** A document of many records is written in pieces: pieces that the store cannot write must not count as read. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { readRegister } from '../../src/ingest/read-register.js';
import { createRegisters } from '../../src/registers/index.js';
import {
  type Http,
  ParseTimeoutError,
  type RawDocument,
  type Register,
} from '../../src/registers/register.js';
import { queueCounts, readCursor } from '../../src/store/crawl/queue.js';
import { openStore, type Store } from '../../src/store/database/open.js';

describe('ingest/batch-writer', () => {
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
    const form4 = createRegisters().find(({ metadata }) => metadata.id === 'sec-form4') as Register;
    return {
      ...form4,
      download: undefined,
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
          yield { records: [filing], warnings: [] };
        }
      },
    };
  }

  /** Reads a register to its end, and counts the rows that are shown meanwhile. */
  async function read(register = bulk(), now = () => NOW) {
    shown = 0;
    const reading = readRegister(register, {
      store,
      http: { request: () => Promise.reject(new Error('nobody is asked')) } satisfies Http,
      since: '2026-01-01',
      now,
      signal: new AbortController().signal,
      progress: silentProgress,
      checkpoint: () => {
        shown += 1;
      },
      listsDue: null,
    });
    for (;;) {
      const step = await reading.next();
      if (step.done === true) return step.value;
    }
  }
  let shown = 0;
  const stored = () =>
    store.sql<{ filings: number }>('SELECT count(*) AS filings FROM form4_filing').get()?.filings;

  it('reads a bulk file again after the disk was too full for one of its pieces', async () => {
    const pages = Number(store.db.pragma('page_count', { simple: true }));
    // Room for the records of a run, but not for two thousand filings.
    store.db.pragma(`max_page_count = ${pages + 40}`);
    await expect(read()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(readCursor(store, 'sec-form4', 'bulk')).toBeNull();
    expect(queueCounts(store)['sec-form4']).toBeUndefined();
    store.db.pragma('max_page_count = 1000000');
    expect(await read()).toMatchObject({ outcome: 'ok', records: FILINGS });
    // In pieces of two thousand, and at its end.
    expect(shown).toBe(3);
    expect(stored()).toBe(FILINGS);
    expect(readCursor(store, 'sec-form4', 'bulk')).toBe('read');
  });

  it('requests a document that took too long again, at growing intervals, and marks it as unread only after the last one', async () => {
    let asked = 0;
    const listed = { key: 'slow', kind: 'submission', url: 'https://x.example/slow' };
    const slow: Register = {
      ...bulk(),
      async *fetch() {
        yield { toFetch: [listed] };
      },
      download: async (): Promise<RawDocument> => {
        asked += 1;
        return { ...listed, bytes: Buffer.from('slow'), retrievedAt: NOW.toISOString() };
      },
      // biome-ignore lint/correctness/useYield: a reader that gives nothing
      *parse() {
        throw new ParseTimeoutError('not read within 60 s');
      },
    };
    let hours = 0;
    const hoursAfter = (more: number) => {
      hours += more;
      return read(slow, () => new Date(NOW.getTime() + hours * 3_600_000));
    };
    expect(await hoursAfter(0)).toMatchObject({ outcome: 'ok', unread: 0 });
    expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 1, unread: 0 });
    await hoursAfter(0.9);
    expect(asked).toBe(1);
    await hoursAfter(0.2);
    expect(asked).toBe(2);
    for (const gap of [4, 16, 64]) await hoursAfter(gap);
    expect(asked).toBe(5);
    expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 1, unread: 0 });
    expect(await hoursAfter(256)).toMatchObject({ unread: 1 });
    expect(queueCounts(store)['sec-form4']).toMatchObject({ waiting: 0, unread: 1 });
  });
});
