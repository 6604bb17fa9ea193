/**
 * The cost of a valid key for a cached REST answer, as a share of the same answer without a key. The keys are in a
 * real accounts.db; both cases are loaded in turn against one child process. Answers per second of the child's
 * processor time are meaningful even while the machine does other work; answers per second are not.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Keys } from '../../src/limits/keys.js';
import { RequestPipeline } from '../../src/pipeline/pipeline.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { endpointsOf } from '../../src/transports/http/rest.js';
import { createServer } from '../../src/transports/http/server.js';
import { McpHandler } from '../../src/transports/mcp/mcp-handler.js';
import { inventedReads, NOW, READ_AT } from '../../test/invented-reads.js';
import { tools } from '../../tools/index.js';
import { load } from './load.js';

const CONNECTIONS = 32;
const ROUNDS = 41;
/** Short, because the machine may do other work meanwhile. */
const SECONDS = 0.25;
/** Further headers that curl sends. */
const PLAIN = { 'user-agent': 'curl/8.14.1', accept: '*/*' };
const PATHS = { 'REST small': '/v1/filings?limit=1', 'REST big': '/v1/filings?limit=34&since=2026-01-01' };

/** Measures and prints one line for each size of answer. */
export async function run(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-bench-'));
  const child = fork(import.meta.filename, ['serve', folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const { port, key } = await new Promise<{ port: number; key: string }>((resolve, reject) => {
      child.once('message', (message) => resolve(message as { port: number; key: string }));
      child.once('exit', (code) => reject(new Error(`the server under load ended with ${code}`)));
    });
    print(`A key, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, median; 1.00 is keyless`);
    for (const [name, path] of Object.entries(PATHS)) {
      const measure = async (headers: Record<string, string>): Promise<KeyMeasurement> => {
        const [cpu, started] = [await processorTime(child), performance.now()];
        const rate = await load({
          port,
          method: 'GET',
          path,
          headers,
          connections: CONNECTIONS,
          seconds: SECONDS,
          status: 200,
        });
        const answered = (rate * (performance.now() - started)) / 1000;
        return { rate, perCpu: (answered * 1e6) / ((await processorTime(child)) - cpu) };
      };
      const keyed = { ...PLAIN, authorization: `Bearer ${key}` };
      await measure(PLAIN);
      await measure(keyed);
      const ratios: KeyMeasurement[] = [];
      const rates: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Before and after, so that other work on the machine affects both.
        const before = await measure(PLAIN);
        const one = await measure(keyed);
        const after = await measure(PLAIN);
        rates.push(one.rate);
        ratios.push({
          rate: (2 * one.rate) / (before.rate + after.rate),
          perCpu: (2 * one.perCpu) / (before.perCpu + after.perCpu),
        });
      }
      const [perCpu, rate] = [median(ratios.map((one) => one.perCpu)), median(ratios.map((one) => one.rate))];
      print(
        `${name.padEnd(14)} ${Math.round(median(rates))}/s with a key  processor ${perCpu.toFixed(3)}  rate ${rate.toFixed(3)}`,
      );
    }
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface KeyMeasurement {
  /** Answers per second. */
  rate: number;
  /** Answers per second of the child's processor time. */
  perCpu: number;
}

/** Processor time of the child so far, in microseconds. */
function processorTime(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (used) => resolve(used as number));
    child.send('processor time');
  });
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** The child: the service with one key. */
async function serve(folder: string): Promise<void> {
  const log = { error: console.error, warn: console.error, info: () => {} };
  const reads = inventedReads();
  const keys = new Keys(openAccountsFile(join(folder, 'accounts.db')));
  await keys.follow();
  const baseUrl = 'http://127.0.0.1:8787';
  const pipeline = new RequestPipeline({
    tools,
    readsOf: () => reads,
    dataVersion: () => ({ generation: 1, id: 'one', at: READ_AT, nextRefreshAt: null, now: NOW }),
    baseUrl,
    sourcePrefix: '',
    rateLimits: { keyless: 1e9, withKey: 1e9 },
    endpoints: endpointsOf(tools),
    cacheBytes: 64 * 1024 * 1024,
    log,
    keyRing: keys,
  });
  const mcp = new McpHandler({ pipeline, log });
  const port = await createServer({ pipeline, mcp, reads, baseUrl, trustProxy: [], log }).listen(
    0,
    '127.0.0.1',
  );
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.({ port, key: (await keys.issue('bench', null))?.key });
}

if (process.argv[2] === 'serve' && import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await serve(process.argv[3] as string);
