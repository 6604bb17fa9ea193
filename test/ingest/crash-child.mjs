/**
 * One whole run as the service starts it (open, read, derive, publish, export), from the built code, with a message at each
 * step.
 */

const load = (path) => import(new URL(`../../dist/src/${path}`, import.meta.url));
const { ensureStoreFolder, liveStoreFile, readModelFile } = await load('service/data-folder.js');
const { prerenderExports } = await load('service/exports.js');
const { readConfig } = await load('config.js');
const { readHourly } = await load('ingest/hourly.js');
const { openSqliteWriter } = await load('read-model/sqlite/writer.js');
const { createRegisters } = await load('registers/index.js');
const { createHttpClient } = await load('registers/http/http-client.js');
const { acquireWriterLock, openStore } = await load('store/database/open.js');

const { folder, options, enabled, since, at, perSecond } = JSON.parse(process.argv[2]);
const say = (phase) => process.send?.(phase);
const clock = new Date(at);
const config = readConfig({
  DATA_DIR: folder,
  CONTACT: 'Jane Roe jane@example.org',
  AS_OF: at,
  BASE_URL: 'https://d.example',
});
const http = createHttpClient({ userAgent: 'disclosed-test test@example.org', perSecond, retries: 0 });
const release = acquireWriterLock(ensureStoreFolder(config));
say('migration');
const store = openStore(liveStoreFile(config), 'write');
const readModel = openSqliteWriter(readModelFile(liveStoreFile(config)));
say('reading');
const left = new Set(enabled);
const outcomes = await readHourly({
  store,
  readModel,
  registers: createRegisters({ ...options, now: () => clock }),
  enabled: new Set(enabled),
  http: () => http,
  since,
  now: () => clock,
  nextRefreshAt: () => null,
  signal: new AbortController().signal,
  progress: {
    step() {},
    done(register) {
      left.delete(register);
      if (left.size === 0) say('derivation');
    },
    close() {},
  },
  prices: { shown: 'sec-public', note: '' },
  log: { info() {}, warn() {} },
});
say('export');
await prerenderExports(config, { info() {} }, new AbortController().signal);
say('end');
await readModel.close();
store.close();
release();
await http.close();
const wrong = outcomes.filter(({ outcome }) => outcome !== 'ok');
for (const one of wrong) console.error(one);
process.exitCode = wrong.length === 0 ? 0 : 1;
process.disconnect?.();
