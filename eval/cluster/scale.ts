/** Measures how the service grows with its readers: control groups stand for small machines. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NginxServer, nginxMissing, startNginx } from '../../test/services/nginx.js';
import { load, missingForWrk, type WrkRequest } from '../bench/http-wrk.js';
import { type Cluster, isReady, startCluster } from './cluster.js';
import type { NodeProcess } from './node-process.js';
import { SmallMachine, smallMachinesMissing } from './small-machines.js';

/**
 * Each reader gets this part of core 0: so little that PostgreSQL, nginx and wrk, which share core 1, are not the limit. nginx
 * needs as much time for a cached answer as a reader does.
 */
const SHARE = { cold: 0.1, cached: 0.03 } as const;
/** So many that every reader always has requests: nginx gives them out in turn, and a slow turn keeps many waiting. */
const CONNECTIONS = 128;
const SECONDS = 5;
const ROUNDS = 3;
const WARM_SECONDS = 3;
const FILINGS = 500;
const READERS = [2, 4] as const;

/** Why nothing can be measured here; null if it can. */
export function scaleMissing(): string | null {
  return smallMachinesMissing() ?? nginxMissing ?? missingForWrk();
}

export type Kind = keyof typeof SHARE;

export interface Growth {
  /** Answers a second with two and with four readers: medians. */
  rates: [two: number, four: number];
  /** Part of their share that the readers used, at least: if it is far below 1, something else was the limit. */
  used: number;
  /** Answers of a reader in a second of its processor time, with two and with four readers: medians. */
  perSecond: [two: number, four: number];
}

export interface Scale {
  cold: Growth;
  cached: Growth;
  /** From the start of a reader to its first `ready`, in seconds, without a quota. */
  readySeconds: number;
  /** The import of 500 filings, and the time in which its publication was open in PostgreSQL, in seconds. */
  importSeconds: number;
  publicationSeconds: number;
}

export async function measureScale(print: (line: string) => void): Promise<Scale> {
  const cluster = await startCluster();
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-scale-'));
  const others = new SmallMachine(null, 1);
  try {
    await cluster.importUntilDone('a', cluster.batch(FILINGS));
    const publication = watchPublication(cluster.connect());
    const imported = await cluster.importUntilDone('a', cluster.batch(FILINGS));
    const publicationSeconds = await publication();
    const started = performance.now();
    const readers = [await readerOf(cluster)];
    const readySeconds = (performance.now() - started) / 1000;
    while (readers.length < Math.max(...READERS)) readers.push(await readerOf(cluster));
    // PostgreSQL, nginx, and this process, from which wrk is started.
    others.add([
      process.pid,
      ...cluster.postgres.standbys.concat(cluster.postgres.primary).map((server) => server.pid()),
    ]);
    const setup = { readers, others, folder, print };
    return {
      cold: await growthOf('cold', setup),
      cached: await growthOf('cached', setup),
      readySeconds,
      importSeconds: imported.milliseconds / 1000,
      publicationSeconds,
    };
  } finally {
    await cluster.close();
    others.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Setup {
  readers: readonly NodeProcess[];
  others: SmallMachine;
  folder: string;
  print: (line: string) => void;
}

const REQUESTS: Readonly<Record<Kind, WrkRequest>> = {
  cold: { method: 'GET', path: '/v1/filings?limit=10&min_value=', headers: {}, changes: 'path' },
  cached: { method: 'GET', path: '/v1/filings?limit=10', headers: {} },
};

async function growthOf(kind: Kind, { readers, others, folder, print }: Setup): Promise<Growth> {
  // With a part of a core, the compiler would need a minute for what a whole one does in seconds.
  for (const { port } of readers) await load(REQUESTS[kind], { port, seconds: WARM_SECONDS, folder });
  const machines = readers.map(({ pid }) => {
    const machine = new SmallMachine(SHARE[kind], 0);
    machine.add([pid]);
    return machine;
  });
  const proxies = await Promise.all(
    READERS.map((count) => startNginx(readers.slice(0, count).map(({ port }) => port))),
  );
  others.add(proxies.map(({ pid }) => pid));
  const found = READERS.map(() => ({
    rates: [] as number[],
    used: [] as number[],
    perSecond: [] as number[],
  }));
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [n, proxy] of proxies.entries()) {
        const count = READERS[n] ?? 0;
        const one = await measureOne(kind, proxy, { machines: machines.slice(0, count), others, folder });
        found[n]?.rates.push(one.rate);
        found[n]?.used.push(one.used);
        found[n]?.perSecond.push(one.perSecond);
        print(
          `${kind}, ${count} readers: ${one.rate.toFixed(0)} answers a second, ${one.perSecond.toFixed(0)} in a second of the readers' processor time; they used ${percent(one.used)} of their share, everything else ${percent(one.others)} of a core`,
        );
      }
  } finally {
    for (const proxy of proxies) await proxy.close();
    for (const machine of machines) machine.remove();
  }
  const pair = (figure: 'rates' | 'perSecond'): [number, number] => [
    median(found[0]?.[figure] ?? []),
    median(found[1]?.[figure] ?? []),
  ];
  return {
    rates: pair('rates'),
    used: Math.min(...found.map(({ used }) => median(used))),
    perSecond: pair('perSecond'),
  };
}

async function measureOne(
  kind: Kind,
  { port }: NginxServer,
  { machines, others, folder }: { machines: readonly SmallMachine[]; others: SmallMachine; folder: string },
): Promise<{ rate: number; used: number; perSecond: number; others: number }> {
  const used = () => machines.reduce((sum, machine) => sum + machine.usedSeconds(), 0);
  const [usedBefore, othersBefore, started] = [used(), others.usedSeconds(), performance.now()];
  const rate = await load(REQUESTS[kind], { port, seconds: SECONDS, folder, connections: CONNECTIONS });
  const seconds = (performance.now() - started) / 1000;
  const share = machines.reduce((sum, one) => sum + (one.share ?? 1), 0);
  const usedSeconds = used() - usedBefore;
  return {
    rate,
    used: usedSeconds / seconds / share,
    perSecond: (rate * seconds) / usedSeconds,
    others: (others.usedSeconds() - othersBefore) / seconds,
  };
}

const percent = (part: number) => `${Math.round(part * 100)} %`;

async function readerOf(cluster: Cluster): Promise<NodeProcess> {
  const reader = await cluster.node('reader', 'none');
  await isReady(reader);
  return reader;
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
