/** A whole service for the acceptance tests: PostgreSQL, Redis, a local EDGAR, and nodes that a test starts and kills. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/database/postgres-database.js';
import { addDays } from '../../src/dates.js';
import { quarterDays, quarterName, quarterOf, quarters } from '../../src/registers/edgar/edgar.js';
import { type EdgarServer, startEdgarServer } from '../../test/registers/edgar/edgar-server.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../../test/services/postgres.js';
import { type RedisServer, redisMissing, startRedis } from '../../test/services/redis.js';
import { inventedDataSet } from '../bench/data-set.js';
import { type Batch, writeBatch } from './batches.js';
import {
  type CommandProcess,
  type Finished,
  type NodeProcess,
  startCommand,
  startNode,
  until,
} from './node-process.js';

/** Why no service of several nodes can be tested here; null if it can. */
export const clusterMissing: string | null = POSTGRES_MISSING ?? redisMissing;

/** The address in every answer, so that all nodes give the same bytes. */
export const BASE_URL = 'https://disclosed.example';
/** An exit code: another process or node writes. */
const EXIT_BUSY = 75;
const DATABASE = 'service';

/** What `/readyz` says about a node. */
export interface NodeReport {
  httpStatus: number;
  writing: boolean;
  generation: number;
}

export interface Cluster {
  postgres: TestPostgres;
  redis: RedisServer;
  /** The primary, for what a test reads itself. */
  connect(): PostgresDatabase;
  /** A node with that role; `more` are further settings. `folder` names its machine. */
  node(role: 'reader' | 'writer' | 'auto', folder: string, more?: NodeJS.ProcessEnv): Promise<NodeProcess>;
  batch(size: number): Batch;
  /** Starts an import on the machine of `folder`. */
  startImport(folder: string, batch: Batch, more?: NodeJS.ProcessEnv): CommandProcess;
  /** Imports until it succeeds: another process may write, or PostgreSQL be away. `folder` may change meanwhile. */
  importUntilDone(folder: string | (() => Promise<string>), batch: Batch): Promise<Finished>;
  dataFolder(folder: string): string;
  close(): Promise<void>;
}

export async function startCluster({ standbys = 1 }: { standbys?: number } = {}): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), 'disclosed-cluster-'));
  const [postgres, redis, edgar] = await Promise.all([
    startPostgres({ standbys }),
    startRedis(),
    startQuietEdgar(),
  ]);
  const url = await postgres.database(DATABASE);
  const nodes: NodeProcess[] = [];
  const open: PostgresDatabase[] = [];
  let batches = 0;
  const port = Number(new URL(edgar.hosts.www).port);
  const dataFolder = (folder: string) => join(root, folder);
  const settings = (folder: string, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    LOCAL_HOSTS: JSON.stringify({ 'www.sec.gov': port, 'data.sec.gov': port }),
    DATA_DIR: dataFolder(folder),
    DATABASE_URL: url,
    CONTACT: 'Ida Invented ida@example.org',
    REGISTERS: 'sec-form4',
    PRICES: 'off',
    BASE_URL,
    ACCOUNTS: 'off',
    RATE_LIMIT_KEYLESS: 'off',
    SEC_REQUESTS_PER_SECOND: '8',
    ...more,
  });
  const startImport = (folder: string, batch: Batch, more: NodeJS.ProcessEnv = {}) =>
    startCommand(['import', 'sec-form4', batch.folder], settings(folder, more));
  return {
    postgres,
    redis,
    dataFolder,
    connect() {
      const database = openPostgresDatabase(url, { connections: 2, applicationName: 'test' });
      open.push(database);
      return database;
    },
    async node(role, folder, more = {}) {
      const node = await startNode(settings(folder, { ROLE: role, ...more }));
      nodes.push(node);
      return node;
    },
    batch(size) {
      batches += 1;
      return writeBatch(join(root, 'batches'), batches, size);
    },
    startImport,
    async importUntilDone(folder, batch) {
      let last = '';
      return until(async () => {
        const finished = await startImport(typeof folder === 'string' ? folder : await folder(), batch)
          .finished;
        if (finished.code === 0) return finished;
        if (finished.code !== EXIT_BUSY && !/database|primary|Another node/i.test(finished.output))
          throw new Error(`the import ended with ${finished.code}: ${finished.output}`);
        last = finished.output;
        return null;
      }, 'an import that succeeds').catch((error) => {
        // The last attempt says why.
        throw new Error(`${error}: ${last}`);
      });
    },
    async close() {
      for (const node of nodes) if (node.isAlive()) await node.kill();
      for (const database of open) await database.close();
      await Promise.all([postgres.close(), redis.close(), edgar.close()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What a node says about itself; null if it does not answer. */
export async function reportOf(node: NodeProcess): Promise<NodeReport | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${node.port}/readyz`);
    // The program's own answer.
    const body = (await response.json()) as { writing?: boolean; generation?: number };
    return {
      httpStatus: response.status,
      writing: body.writing === true,
      generation: body.generation ?? 0,
    };
  } catch {
    return null;
  }
}

/** Waits until the node is ready, as a proxy in front of it does. */
export async function isReady(node: NodeProcess): Promise<void> {
  await until(async () => ((await reportOf(node))?.httpStatus === 200 ? true : null), 'a node that is ready');
}

/** An EDGAR with a small history and no new filings: these come from batches. */
async function startQuietEdgar(): Promise<EdgarServer> {
  const edgar = await startEdgarServer();
  const today = new Date().toISOString().slice(0, 10);
  const running = quarterDays(quarterOf(today)).first;
  for (let day = running; day <= today; day = addDays(day, 1)) edgar.indexDays.add(day);
  for (const quarter of quarters(addDays(today, -400), addDays(running, -1)))
    edgar.dataSets.set(quarterName(quarter), {
      folder: 'structureddata',
      bytes: inventedDataSet(20, quarter),
    });
  edgar.linksOnPage = true;
  return edgar;
}
