/** Measures how the service grows with its readers: cgroup quotas stand for small machines. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, missingForWrk } from '../bench/http-wrk.js';
import { nginxMissing, startNginx } from '../services/nginx.js';
import { isReady, startCluster } from './cluster.js';
import type { NodeProcess } from './node-process.js';

const CPU = '/sys/fs/cgroup/cpu';
const PERIOD_US = 20_000;
/** Each reader gets this part of one core: so little that PostgreSQL, nginx and wrk on the rest are not the limit. */
const SHARE = 0.1;
const SECONDS = 5;
const ROUNDS = 3;
const FILINGS = 500;
const READERS = [2, 4];

/** Why nothing can be measured here; null if it can. */
export function scaleMissing(): string | null {
  if (!existsSync(join(CPU, 'cpu.cfs_quota_us')) || process.getuid?.() !== 0)
    return 'cgroup quotas need root and the cpu controller of cgroup v1';
  return nginxMissing ?? missingForWrk();
}

export interface Scale {
  /** Answers a second with two and with four readers: medians. */
  cold: [two: number, four: number];
  cached: [two: number, four: number];
  /** From the start of a reader to its first `ready`, in seconds, without a quota. */
  readySeconds: number;
  /** The import of 500 filings, and the time in which its publication was open in PostgreSQL, in seconds. */
  importSeconds: number;
  publicationSeconds: number;
}

export async function measureScale(print: (line: string) => void): Promise<Scale> {
  const cluster = await startCluster();
  const groups: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-scale-'));
  try {
    await cluster.importUntilDone('a', cluster.batch(FILINGS));
    const publication = watchPublication(cluster.connect());
    const imported = await cluster.importUntilDone('a', cluster.batch(FILINGS));
    const publicationSeconds = await publication();
    const started = performance.now();
    const readers = [await readerOf(cluster)];
    const readySeconds = (performance.now() - started) / 1000;
    while (readers.length < Math.max(...READERS)) readers.push(await readerOf(cluster));
    for (const { pid } of readers) groups.push(limitProcess(pid, groups.length));
    const proxies = await Promise.all(
      READERS.map((count) => startNginx(readers.slice(0, count).map(({ port }) => port))),
    );
    const rates = { cold: new Map<number, number[]>(), cached: new Map<number, number[]>() };
    try {
      for (let round = 0; round < ROUNDS; round++)
        for (const kind of ['cold', 'cached'] as const)
          for (const [n, { port }] of proxies.entries()) {
            const rate = await load(
              kind === 'cold'
                ? { method: 'GET', path: '/v1/filings?limit=10&min_value=', headers: {}, changes: 'path' }
                : { method: 'GET', path: '/v1/filings?limit=10', headers: {} },
              { port, seconds: SECONDS, folder },
            );
            const count = READERS[n] ?? 0;
            rates[kind].set(count, [...(rates[kind].get(count) ?? []), rate]);
            print(`${kind}, ${count} readers: ${rate.toFixed(0)} answers a second`);
          }
    } finally {
      for (const proxy of proxies) await proxy.close();
    }
    const pair = (kind: 'cold' | 'cached'): [number, number] => [
      median(rates[kind].get(2) ?? []),
      median(rates[kind].get(4) ?? []),
    ];
    return {
      cold: pair('cold'),
      cached: pair('cached'),
      readySeconds,
      importSeconds: imported.milliseconds / 1000,
      publicationSeconds,
    };
  } finally {
    await cluster.close();
    for (const group of groups) rmdirSync(group);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readerOf(cluster: Awaited<ReturnType<typeof startCluster>>): Promise<NodeProcess> {
  const reader = await cluster.node('reader', 'none');
  await isReady(reader);
  return reader;
}

/** Gives a process its share of core 0. @returns the folder of its group */
function limitProcess(pid: number, n: number): string {
  const group = join(CPU, `disclosed-${process.pid}-${n}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(SHARE * PERIOD_US));
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  spawn('taskset', ['-a', '-p', '-c', '0', String(pid)], { stdio: 'ignore' });
  return group;
}

/** Begins to look for a publication in PostgreSQL. The result says for how long one was open, in seconds. */
function watchPublication(
  database: ReturnType<Awaited<ReturnType<typeof startCluster>>['connect']>,
): () => Promise<number> {
  let isRunning = true;
  let first: number | null = null;
  let last = 0;
  const watching = (async () => {
    while (isRunning) {
      const rows = await database.rows(
        `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'disclosed publication%' AND xact_start IS NOT NULL`,
      );
      if (rows.length === 0) continue;
      last = performance.now();
      first ??= last;
    }
  })();
  return async () => {
    isRunning = false;
    await watching;
    return first === null ? 0 : (last - first) / 1000;
  };
}

function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
