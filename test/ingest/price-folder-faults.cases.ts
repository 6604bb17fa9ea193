/** The operator's own price files have no server that fails; they fail on the disk. */

import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { createHttpClients, createRegisters } from '../../src/registers/index.js';
import { listRuns, listWarnings, sourceStates } from '../../src/store/crawl/run-journal.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { closesOf } from '../../src/store/prices/prices.js';

describe('ingest/price-folder-faults', () => {
  const GOOD = 'date,symbol,close,split\n2026-11-17,ABCD,10,\n2026-11-18,ABCD,11,\n';
  const NEWER = `${GOOD}2026-11-19,ABCD,12,\n`;

  let folder: string;
  let store: Store;
  let hour = 0;
  const prices = () => join(folder, 'prices');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-price-faults-'));
    mkdirSync(prices());
    store = openStore(join(folder, 'live.db'), 'write');
    hour = 0;
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The file from the next hour on. */
  function put(bytes: string | Buffer, name = 'all.csv'): void {
    writeFileSync(join(prices(), name), bytes);
    utimesSync(join(prices(), name), new Date(), new Date(Date.UTC(2026, 10, 20, hour)));
  }

  async function run() {
    hour += 1;
    const now = () => new Date(Date.UTC(2026, 10, 20, hour));
    const doors = createHttpClients({
      contact: 'Jane Roe jane@example.org',
      version: '1',
      secRequestsPerSecond: 5,
    });
    const [outcome] = await readHourly({
      store,
      registers: createRegisters({ pricesDir: prices(), now }),
      enabled: new Set(['prices-csv']),
      http: (register) => doors.forRegister(register),
      since: '2026-01-01',
      now,
      nextRefreshAt: () => null,
      signal: new AbortController().signal,
      progress: silentProgress,
      log: { info() {}, warn() {} },
    });
    await doors.close();
    return outcome!;
  }
  const closes = () => closesOf(store, 'csv', 'ABCD').map(({ date, close }) => `ABCD ${date} ${close}`);
  const shown = (at: number) =>
    listWarnings(store, {}, 10).some(({ lastSeenAt }) => Date.parse(lastSeenAt) >= at);

  describe('price files', () => {
    it.each<[string, () => void]>([
      ['are gone with their folder', () => rmSync(prices(), { recursive: true })],
      ['lead nowhere', () => symlinkSync('/nowhere/at/all.csv', join(prices(), 'more.csv'))],
      [
        'are a file of 500 MB',
        () => {
          put('', 'more.csv');
          truncateSync(join(prices(), 'more.csv'), 500 * 1024 * 1024);
        },
      ],
      ['are empty', () => put('')],
      ['are a web page', () => put('<!DOCTYPE html><html><body>Sign in</body></html>')],
      ['are packed', () => put(gzipSync(NEWER))],
      ['are in another encoding', () => put(Buffer.from(NEWER, 'utf16le'))],
      ['are cut in a line', () => put(NEWER.slice(0, -12))],
      ['are cut in a quote', () => put(`${GOOD}"2026-11-19,ABCD`)],
    ])('that %s lose nothing, are reported, and are read when they are complete', async (_, harm) => {
      put(GOOD);
      expect((await run()).outcome).toBe('ok');
      expect(closes()).toEqual(['ABCD 2026-11-17 10', 'ABCD 2026-11-18 11']);
      harm();
      const before = Date.UTC(2026, 10, 20, hour + 1);
      const { outcome, unread, reason } = await run();
      expect(closes()).toEqual(['ABCD 2026-11-17 10', 'ABCD 2026-11-18 11']);
      expect({ seen: outcome === 'failed' || unread > 0 || shown(before) }).toEqual({ seen: true });
      if (outcome === 'failed') {
        expect(reason).not.toBe('');
        expect(listRuns(store, 1)[0]).toMatchObject({ outcome: 'failed', reason });
        expect(sourceStates(store).find(({ source }) => source === 'prices')).toMatchObject({
          status: 'failing',
          lastReadAt: '2026-11-20T01:00:00.000Z',
        });
      }
      rmSync(prices(), { recursive: true, force: true });
      mkdirSync(prices());
      put(NEWER);
      expect(await run()).toMatchObject({ outcome: 'ok', unread: 0 });
      expect(closes()).toEqual(['ABCD 2026-11-17 10', 'ABCD 2026-11-18 11', 'ABCD 2026-11-19 12']);
    });

    it('that say everything twice, or backwards, give the same', async () => {
      put(GOOD);
      await run();
      const [heading = '', ...lines] = NEWER.trim().split('\n');
      put(`${[heading, ...lines.reverse(), ...lines].join('\n')}\n`);
      expect(await run()).toMatchObject({ outcome: 'ok', unread: 0 });
      expect(closes()).toEqual(['ABCD 2026-11-17 10', 'ABCD 2026-11-18 11', 'ABCD 2026-11-19 12']);
    });
  });
});
