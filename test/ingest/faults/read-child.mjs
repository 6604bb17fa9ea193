/** Reads registers into a store on request, from the built code, and reports its highest memory use. */

const load = (path) => import(new URL(`../../../dist/src/${path}`, import.meta.url));
const { readHourly } = await load('ingest/hourly.js');
const { silentProgress } = await load('ingest/progress.js');
const { createRegisters, createHttpClients } = await load('registers/index.js');
const { openStore } = await load('store/database/open.js');

process.on('message', async ({ store: file, options, enabled, since, at, timeoutMs, prices }) => {
  const clock = new Date(at);
  // Waiting takes no time here; every run creates its own clients, as a separate process would.
  let passed = 0;
  const clients = createHttpClients({
    contact: 'Jane Roe jane@example.org',
    version: '1.0.0',
    secRequestsPerSecond: 8,
    retryPolicy: {
      clock: {
        now: () => clock.getTime() + passed,
        wait: async (ms) => {
          passed += ms;
        },
      },
      random: () => 0,
      retries: 1,
      timeoutMs,
    },
  });
  const store = openStore(file, 'write');
  const answer = { outcomes: [], fault: '', peak: 0, waited: 0 };
  try {
    const registers = createRegisters({ ...options, now: () => clock });
    answer.outcomes = await readHourly({
      store,
      registers,
      enabled: new Set(enabled),
      switchedOn: new Set(registers.map(({ metadata }) => metadata.id)),
      http: (register) => clients.forRegister(register),
      since,
      now: () => clock,
      nextRefreshAt: () => null,
      signal: new AbortController().signal,
      progress: silentProgress,
      prices: { shown: prices, note: '' },
      log: { info() {}, warn() {} },
    });
  } catch (error) {
    answer.fault = String(error?.stack ?? error);
  } finally {
    store.close();
    await clients.close();
  }
  answer.waited = passed;
  answer.peak = process.resourceUsage().maxRSS * 1024;
  process.send(answer);
});
process.send('ready');
