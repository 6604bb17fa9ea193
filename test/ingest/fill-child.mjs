/** One fill against a local EDGAR, from the built code, in a process that the test can kill. */

const [, , storeFile, base, day, seconds] = process.argv;
const load = (path) => import(new URL(`../../dist/src/${path}`, import.meta.url));
const { readHourly } = await load('ingest/hourly.js');
const { silentProgress } = await load('ingest/progress.js');
const { createRegisters } = await load('registers/index.js');
const { createHttp } = await load('registers/polite-fetch.js');
const { openStore } = await load('store/open.js');

const clock = new Date(`${day}T12:00:00.000Z`);
const hosts = { www: base, data: base };
const http = createHttp({
  userAgent: 'disclosed-test test@example.org',
  perSecond: Number(seconds),
  retries: 0,
});
const store = openStore(storeFile, 'write');
const outcomes = await readHourly({
  store,
  registers: createRegisters({ sec: hosts, now: () => clock }),
  enabled: new Set(['sec-form4']),
  http: () => http,
  since: '2026-11-01',
  now: () => clock,
  nextRefreshAt: () => null,
  signal: new AbortController().signal,
  progress: silentProgress,
  log: { info() {}, warn() {} },
});
store.close();
await http.close();
process.exitCode = outcomes.every((one) => one.outcome === 'ok') ? 0 : 1;
