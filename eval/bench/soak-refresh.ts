/**
 * One refresh (fetch, parse, write, derive, export) from a local register server, in a
 * separate process: node soak-refresh.js BASE MOMENT. Works on the live store of DATA_DIR.
 */

import pino from 'pino';
import { readConfig } from '../../src/config.js';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import { classifyEdgarResponse } from '../../src/registers/edgar/edgar.js';
import { createHttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import type { Register } from '../../src/registers/register.js';
import { sampleTrackers } from '../../src/service/curated-trackers.js';
import { ensureStoreFolder, liveStoreFile, readModelFile } from '../../src/service/data-folder.js';
import { prerenderExports } from '../../src/service/exports.js';
import { acquireWriterLock, openStore } from '../../src/store/database/open.js';

const trackers = sampleTrackers();

const [, , base = '', moment = ''] = process.argv;
const config = readConfig(process.env);
const clock = new Date(moment);
const signal = new AbortController().signal;
const http = createHttpClient({
  userAgent: 'disclosed-soak soak@example.org',
  perSecond: 1000,
  classifyResponse: classifyEdgarResponse,
  retries: 0,
});
// The others have nothing new, but must be enabled: switched off they would have no answers either.
const registers = createRegisters({ sec: { www: base, data: base }, now: () => clock })
  .filter(({ metadata }) => metadata.source !== 'prices')
  .map((register) => (register.metadata.id === 'sec-form4' ? register : silent(register)));
const release = acquireWriterLock(ensureStoreFolder(config));
const store = openStore(liveStoreFile(config), 'write');
const readModel = openSqliteWriter(readModelFile(liveStoreFile(config)));
try {
  const outcomes = await readHourly({
    store,
    readModel,
    registers,
    enabled: new Set(registers.map(({ metadata }) => metadata.id)),
    http: () => http,
    since: '2026-11-18',
    now: () => clock,
    nextRefreshAt: () => new Date(clock.getTime() + 3_600_000).toISOString(),
    signal,
    progress: silentProgress,
    trackers,
    prices: { shown: 'sec-public', note: '' },
    log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
  });
  await prerenderExports(config, pino({ level: 'warn' }), signal);
  process.exitCode = outcomes.every(({ outcome }) => outcome === 'ok') ? 0 : 1;
} finally {
  await readModel.close();
  store.close();
  release();
  await http.close();
}

function silent(register: Register): Register {
  const expectedRecords = { ...register.metadata.expectedRecords, min: 0 };
  return { ...register, metadata: { ...register.metadata, expectedRecords }, fetch: async function* () {} };
}
