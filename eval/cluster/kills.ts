/** Kills of one part of a service after another, at random moments, and what must hold after each of them. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from './batches.js';
import { type Cluster, isReady, reportOf, startCluster } from './cluster.js';
import { type NodeProcess, until } from './node-process.js';
import { type Answer, startTraffic, type Traffic } from './traffic.js';

export const VICTIMS = ['reader', 'run', 'publication', 'primary', 'standby', 'redis'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface KillsResult {
  victim: Victim;
  times: number;
  /** Longest time until another node had published after the writer was killed, in seconds; null for other victims. */
  takeoverSeconds: number | null;
  /** Longest time until a killed node was ready again, in seconds. */
  readySeconds: number;
  answers: number;
  /** What did not hold, in words. */
  faults: string[];
}

const FILINGS = 10;
const PER_SECOND = 40;
/** A run takes about this long; a publication is a part of it. */
const RUN_MS = 2500;
const PUBLICATION_MS = 120;
/** A kill of something that only answers comes at any moment of this time. */
const QUIET_MS = 1500;
/** The 5xx of a server that was not killed. */
const SERVER_FAULT = 500;

/** Kills `victim` `times` times. The same `random` gives the same moments. */
export async function killAgainAndAgain(
  victim: Victim,
  times: number,
  random: () => number,
): Promise<KillsResult> {
  const result: KillsResult = {
    victim,
    times,
    takeoverSeconds: null,
    readySeconds: 0,
    answers: 0,
    faults: [],
  };
  // A primary that was killed does not come back: each time is a new service.
  if (victim === 'primary')
    for (let time = 0; time < times; time++) await killInOne(victim, 1, random, result);
  else await killInOne(victim, times, random, result);
  return result;
}

async function killInOne(
  victim: Victim,
  times: number,
  random: () => number,
  result: KillsResult,
): Promise<void> {
  const service = await Service.start(random, result);
  try {
    for (let time = 0; time < times; time++) {
      await service.kill(victim);
      await service.checkRows();
    }
  } finally {
    await service.end();
  }
}

/** Two readers under load, two machines that may write, and what was published so far. */
class Service {
  private readonly batches: Batch[] = [];
  /** Each row as it was first shown: it stays the same. */
  private readonly rows = new Map<string, string>();
  private readonly writers = new Map<string, NodeProcess>();
  private readers: NodeProcess[] = [];
  private traffic: Traffic | null = null;
  /** Ports of readers that were killed, and when: their connections fail. */
  private readonly killed: Array<{ port: number; at: number }> = [];

  private constructor(
    private readonly cluster: Cluster,
    private readonly random: () => number,
    private readonly result: KillsResult,
  ) {}

  static async start(random: () => number, result: KillsResult): Promise<Service> {
    const cluster = await startCluster();
    const service = new Service(cluster, random, result);
    for (const folder of ['a', 'b']) service.writers.set(folder, await service.startWriter(folder));
    await service.publish();
    service.readers = [await service.startReader(), await service.startReader()];
    service.traffic = startTraffic({
      ports: () => service.readers.filter((node) => node.isAlive()).map(({ port }) => port),
      // Every third one is new, so that it needs the database.
      paths: (n) => (n % 3 === 0 ? `/v1/filings?limit=20&min_value=${n}` : '/v1/filings?limit=500'),
      perSecond: PER_SECOND,
    });
    await service.checkRows();
    return service;
  }

  kill(victim: Victim): Promise<void> {
    switch (victim) {
      case 'reader':
        return this.killReader();
      case 'run':
        return this.killWriter(() => sleep(this.random() * RUN_MS));
      case 'publication':
        return this.killWriter((isOver) => this.publicationBegins(isOver));
      case 'primary':
        return this.killPrimary();
      case 'standby':
        return this.killStandby();
      case 'redis':
        return this.killRedis();
    }
  }

  /** Every filing is there once, and the rows that were shown before are unchanged. */
  async checkRows(): Promise<void> {
    const readers = this.readers.filter((one) => one.isAlive());
    const [reader] = readers;
    const newest = this.batches.at(-1);
    if (reader === undefined || newest === undefined) throw new Error('nothing was published');
    // A row that comes late is not lost: `publishUnderLoad` checks that no node is behind the others.
    for (const node of readers)
      await until(async () => ((await rowsOf(node, newest)).size > 0 ? true : null), newest.ticker);
    for (const batch of this.batches)
      for (const node of readers) {
        const rows = await rowsOf(node, batch);
        const missing = batch.ids.filter((id) => !rows.has(id));
        if (missing.length > 0) this.fault(`${batch.ticker}: ${missing.length} rows are lost`);
        for (const [id, text] of rows) {
          if (!batch.ids.includes(id)) this.fault(`${batch.ticker}: ${id} was never filed`);
          const before = this.rows.get(id) ?? text;
          this.rows.set(id, before);
          if (before !== text) this.fault(`${id} changed from ${before} to ${text}`);
        }
      }
    const [all] = await jsonOf(reader, '/v1/filings?limit=1');
    const filed = this.batches.reduce((sum, { ids }) => sum + ids.length, 0);
    // The rows of the history that the local register holds come with another run.
    if (all !== undefined && all < filed) this.fault(`${all} rows of ${filed}`);
  }

  async end(): Promise<void> {
    await this.traffic?.stop();
    for (const answer of this.traffic?.answers ?? []) this.judge(answer);
    this.result.answers += this.traffic?.answers.length ?? 0;
    await this.cluster.close();
  }

  private judge({ port, status, path, started, ended, text }: Answer): void {
    if (status >= SERVER_FAULT) this.fault(`${status} for ${path}: ${text}`);
    const isOfKilled = this.killed.some((one) => one.port === port && ended >= one.at - 1);
    if (status === 0 && !isOfKilled) this.fault(`no answer for ${path}: ${text} (${ended - started} ms)`);
  }

  private async killReader(): Promise<void> {
    const batch = this.nextBatch();
    const importing = this.cluster.importUntilDone(() => this.writingFolder(), batch);
    await sleep(this.random() * QUIET_MS);
    const [, other] = this.readers;
    const victim = this.readers[0];
    if (victim === undefined || other === undefined) throw new Error('there are two readers');
    this.killed.push({ port: victim.port, at: performance.now() });
    await victim.kill();
    const started = performance.now();
    this.readers = [other, await this.startReader()];
    this.noteReady(performance.now() - started);
    await importing;
    this.batches.push(batch);
  }

  /** A machine that writes is gone: its service and its run at the same moment. */
  private async killWriter(moment: (isOver: () => boolean) => Promise<unknown>): Promise<void> {
    const folder = await this.writingFolder();
    const batch = this.nextBatch();
    const importing = this.cluster.startImport(folder, batch);
    let isOver = false;
    void importing.finished.then(() => {
      isOver = true;
    });
    await moment(() => isOver);
    const victim = this.writers.get(folder);
    if (victim === undefined) throw new Error(`there is no writer ${folder}`);
    await Promise.all([importing.kill(), victim.kill()]);
    const killed = performance.now();
    const other = [...this.writers.keys()].find((name) => name !== folder) ?? '';
    await until(async () => ((await this.isWriting(other)) ? true : null), 'another writer');
    await this.cluster.importUntilDone(other, batch);
    const seconds = (performance.now() - killed) / 1000;
    this.result.takeoverSeconds = Math.max(this.result.takeoverSeconds ?? 0, seconds);
    this.batches.push(batch);
    this.writers.set(folder, await this.startWriter(folder));
  }

  /** The standby is promoted, as a failover does it. */
  private async killPrimary(): Promise<void> {
    const batch = this.nextBatch();
    const importing = this.cluster.startImport(await this.writingFolder(), batch);
    await sleep(this.random() * RUN_MS);
    const { primary, standbys } = this.cluster.postgres;
    await primary.kill();
    await standbys[0]?.promote();
    const killed = performance.now();
    await importing.finished;
    await this.publish(batch);
    const seconds = (performance.now() - killed) / 1000;
    this.result.takeoverSeconds = Math.max(this.result.takeoverSeconds ?? 0, seconds);
  }

  private async killStandby(): Promise<void> {
    const batch = this.nextBatch();
    const importing = this.cluster.importUntilDone(() => this.writingFolder(), batch);
    await sleep(this.random() * QUIET_MS);
    const [standby] = this.cluster.postgres.standbys;
    await standby?.kill();
    await sleep(this.random() * QUIET_MS);
    await importing;
    this.batches.push(batch);
    await standby?.start();
  }

  private async killRedis(): Promise<void> {
    await this.cluster.redis.kill();
    await sleep(this.random() * QUIET_MS);
    await this.publish();
    await this.cluster.redis.restart();
    await sleep(this.random() * QUIET_MS);
  }

  /** Waits until a publication is open in the database, or the run over, and a little longer. */
  private async publicationBegins(isOver: () => boolean): Promise<void> {
    const database = this.cluster.connect();
    await until(async () => {
      const rows = await database.rows(
        `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'disclosed publication%' AND xact_start IS NOT NULL`,
      );
      return rows.length > 0 || isOver() ? true : null;
    }, 'a publication');
    await database.close();
    await sleep(this.random() * PUBLICATION_MS);
  }

  /** After a failover the old writer may not have noticed yet that it is none. */
  private async publish(batch = this.nextBatch()): Promise<void> {
    await this.cluster.importUntilDone(() => this.writingFolder(), batch);
    this.batches.push(batch);
  }

  private nextBatch(): Batch {
    return this.cluster.batch(FILINGS);
  }

  /** The machine whose node holds the lock. */
  private writingFolder(): Promise<string> {
    return until(async () => {
      for (const folder of this.writers.keys()) if (await this.isWriting(folder)) return folder;
      return null;
    }, 'a writer');
  }

  private async isWriting(folder: string): Promise<boolean> {
    const node = this.writers.get(folder);
    return node?.isAlive() === true && (await reportOf(node))?.writing === true;
  }

  private startWriter(folder: string): Promise<NodeProcess> {
    return this.cluster.node('writer', folder);
  }

  private async startReader(): Promise<NodeProcess> {
    const node = await this.cluster.node('reader', 'none', {
      REDIS_URL: this.cluster.redis.url,
      // Without a limit no call would be counted.
      RATE_LIMIT_KEYLESS: '1000000',
    });
    await isReady(node);
    return node;
  }

  private noteReady(milliseconds: number): void {
    this.result.readySeconds = Math.max(this.result.readySeconds, milliseconds / 1000);
  }

  private fault(text: string): void {
    const { faults } = this.result;
    if (!faults.includes(text)) faults.push(text);
  }
}

/** The rows of one batch on one node, by id. */
async function rowsOf(node: NodeProcess, { ticker }: Batch): Promise<Map<string, string>> {
  const [, rows] = await jsonOf(node, `/v1/filings?ticker=${ticker}&limit=500`);
  return new Map(rows.map((row) => [row.filingId, JSON.stringify(row)]));
}

async function jsonOf(
  { port }: NodeProcess,
  path: string,
): Promise<[total: number | undefined, rows: Array<{ filingId: string }>]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  // The program's own answer.
  const { meta, data } = (await response.json()) as {
    meta: { total?: number };
    data: Array<{ filingId: string }> | null;
  };
  return [meta.total, data ?? []];
}

/** Numbers from 0 to 1 that depend only on `seed`. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
