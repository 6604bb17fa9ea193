/**
 * The writer in a separate process, as in the service: `fill` makes the full-size store, `refresh` is one more
 * refresh with its exports. Prints one line of JSON with the measurements.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.js';
import { readHourly } from '../../../src/ingest/hourly.js';
import { openSqliteWriter } from '../../../src/read-model/sqlite/writer.js';
import { prerenderExports } from '../../../src/service/exports.js';
import { acquireWriterLock, openStore } from '../../../src/store/database/open.js';
import { ENABLED, hourRegisters, yearRegisters } from './registers.js';
import { DAY, volumeOf } from './synthetic-data.js';
import { trackers } from './trackers.js';

/** The measurements that the child prints at the end, in seconds and megabytes. */
export interface WriteResult {
  read: number;
  exported: number;
  counts: { written: number; unchanged: number; removed: number } | null;
  peak: number;
  /** Processor time of all of it: other work on the machine does not lengthen it. */
  processor: number;
}

const [, , what, folder = '', times = '1', round = '0', filings = '500'] = process.argv;
const config = readConfig(
  {},
  { DATA_DIR: folder, CONTACT: 'Example example@example.org', LOG_LEVEL: 'silent' },
);
const volume = volumeOf(Number(times));
const now = new Date();
const registers =
  what === 'fill' ? yearRegisters(volume, now) : hourRegisters(volume, Number(filings), Number(round), now);
const started = performance.now();
const release = acquireWriterLock(join(folder, 'store'));
const store = openStore(join(folder, 'store/live.db'), 'write');
const readModel = openSqliteWriter(join(folder, 'store/live.read-model.db'));
const outcomes = await readHourly({
  store,
  readModel,
  registers,
  enabled: ENABLED,
  http: () => ({ request: () => Promise.reject(new Error('nothing here has a network')) }),
  since: '2000-01-01',
  now: () => new Date(),
  nextRefreshAt: () => new Date(Date.now() + DAY).toISOString(),
  signal: new AbortController().signal,
  progress: { step: () => undefined, done: () => undefined, close: () => undefined },
  trackers: trackers(),
  prices: { shown: 'sec-public', note: '' },
  log: { info: told, warn: told },
});
const failed = outcomes.find(({ outcome }) => outcome !== 'ok');
if (failed !== undefined) throw new Error(`${failed.register}: ${failed.reason}`);
const read = performance.now();
const counts =
  process.env.BENCH_EXPORTS === 'off'
    ? null
    : await prerenderExports(config, { info: told }, new AbortController().signal);
const ended = performance.now();
await readModel.close();
store.close();
release();
const { user, system } = process.cpuUsage();
const wrote: WriteResult = {
  read: (read - started) / 1000,
  exported: (ended - read) / 1000,
  counts,
  peak: process.resourceUsage().maxRSS / 1024,
  processor: (user + system) / 1e6,
};
// A later run on the same folder reports it again.
if (what === 'fill') writeFileSync(join(folder, 'fill.json'), JSON.stringify(wrote));
console.log(JSON.stringify(wrote));

function told(fields: object, message: string): void {
  if (process.env.BENCH_TELL !== undefined)
    console.error(
      `${((performance.now() - started) / 1000).toFixed(1)} s  ${message} ${JSON.stringify(fields)}`,
    );
}
