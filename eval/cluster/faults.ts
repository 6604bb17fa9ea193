/** What a service of several nodes does without its database, with two writers at once, and with one caller on all nodes. */

import { cpSync } from 'node:fs';
import { isReady, reportOf, startCluster } from './cluster.js';
import { until } from './node-process.js';
import { type Answer, ask } from './traffic.js';

const FILINGS = 10;
const KNOWN = '/v1/filings?limit=500';
const NEW = '/v1/filings?limit=20&min_value=';

export interface Outage {
  before: Answer;
  /** The known question and a new one while no server of PostgreSQL runs. */
  known: Answer;
  unknown: Answer;
  /** The new one once they run again. */
  after: Answer;
  /** The known one when a generation has been published after that. */
  next: Answer;
}

/** Every server of PostgreSQL is killed, and started again. No process of the service is touched. */
export async function loseDatabase(): Promise<Outage> {
  const cluster = await startCluster();
  try {
    await cluster.importUntilDone('a', cluster.batch(FILINGS));
    const reader = await cluster.node('reader', 'none');
    await isReady(reader);
    const before = await ask(reader.port, KNOWN);
    const servers = [...cluster.postgres.standbys, cluster.postgres.primary];
    for (const server of servers) await server.kill();
    await until(async () => ((await reportOf(reader))?.httpStatus === 503 ? true : null), 'the outage');
    const known = await ask(reader.port, KNOWN);
    const unknown = await ask(reader.port, `${NEW}1`);
    for (const server of servers.reverse()) await server.start();
    await isReady(reader);
    const after = await ask(reader.port, `${NEW}1`);
    const batch = cluster.batch(FILINGS);
    await cluster.importUntilDone('a', batch);
    const next = await until(async () => {
      const answer = await ask(reader.port, KNOWN);
      return answer.hash === before.hash ? null : answer;
    }, 'the new generation');
    return { before, known, unknown, after, next };
  } finally {
    await cluster.close();
  }
}

export interface ForcedWriters {
  /** Exit codes of the two imports. */
  codes: Array<number | null>;
  outputs: string[];
  /** How many generations were added. */
  published: number;
  /** Which of the two batches a reader shows whole. */
  shown: boolean[];
}

/**
 * Two machines with the same ledger import different filings at once, each believing that it is the writer: in the same
 * term, or the second one in an earlier term.
 */
export async function forceTwoWriters(isEarlier: boolean): Promise<ForcedWriters> {
  const cluster = await startCluster({ standbys: 0 });
  try {
    await cluster.importUntilDone('a', cluster.batch(FILINGS));
    cpSync(cluster.dataFolder('a'), cluster.dataFolder('b'), { recursive: true });
    const database = cluster.connect();
    const numberOf = async (sql: string) => Number((await database.rows<[number]>(sql))[0]?.[0]);
    const newest = 'SELECT max(number) FROM disclosed.generation';
    const epoch = await numberOf('SELECT epoch FROM disclosed.writer_term');
    const base = await numberOf(newest);
    const batches = [cluster.batch(FILINGS), cluster.batch(FILINGS)];
    const epochs = [epoch, isEarlier ? epoch - 1 : epoch];
    const ended = await Promise.all(
      batches.map(
        (batch, n) =>
          cluster.startImport(n === 0 ? 'a' : 'b', batch, { DISCLOSED_WRITER_EPOCH: String(epochs[n]) })
            .finished,
      ),
    );
    const published = (await numberOf(newest)) - base;
    const reader = await cluster.node('reader', 'none');
    await until(
      async () => ((await reportOf(reader))?.generation === base + published ? true : null),
      'the newest generation',
    );
    const totals = await Promise.all(
      batches.map(async ({ ticker }) => {
        const response = await fetch(`http://127.0.0.1:${reader.port}/v1/filings?ticker=${ticker}`);
        // The program's own answer.
        const { meta } = (await response.json()) as { meta: { total?: number; count: number } };
        return meta.total ?? meta.count;
      }),
    );
    return {
      codes: ended.map(({ code }) => code),
      outputs: ended.map(({ output }) => output),
      published,
      shown: totals.map((total) => total === FILINGS),
    };
  } finally {
    await cluster.close();
  }
}

/** How many of `calls` requests at once, from one address, `nodes` nodes with a limit of `limit` answer. */
export async function burst(nodes: number, calls: number, limit: number): Promise<Map<number, number>> {
  const cluster = await startCluster({ standbys: 0 });
  try {
    await cluster.importUntilDone('a', cluster.batch(FILINGS));
    const settings = { REDIS_URL: cluster.redis.url, RATE_LIMIT_KEYLESS: String(limit) };
    const readers = await Promise.all(
      Array.from({ length: nodes }, () => cluster.node('reader', 'none', settings)),
    );
    await Promise.all(readers.map(isReady));
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, n) => ask(readers[n % nodes]?.port ?? 0, KNOWN)),
    );
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    return counts;
  } finally {
    await cluster.close();
  }
}
