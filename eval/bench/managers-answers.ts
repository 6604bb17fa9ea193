/** Questions about holders and managers, each of them new, to the read model in SQLite and in PostgreSQL. */

import { join } from 'node:path';
import { openPostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm } from '../../src/database/writer-term.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { ReadModel } from '../../src/read-model/generation.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { openPostgresWriter } from '../../src/read-model/postgres/writer.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openStore } from '../../src/store/database/open.js';
import { startPostgres } from '../../test/services/postgres.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import getHolders from '../../tools/get-holders.js';
import getManager from '../../tools/get-manager.js';
import type { Result } from './managers-section.js';
import { benchCik, benchCusip } from './managers-sets.js';

interface Asked {
  folder: string;
  now: Date;
  managers: number;
  securities: number;
  add(result: Result): void;
}

const QUESTIONS = 400;

export async function answerFromSqlite(asked: Asked): Promise<void> {
  const model = new SqliteReadModel(join(asked.folder, 'live.read-model.db'));
  await answerFrom(model, 'SQLite', asked);
  await model.close();
}

/** A separate server with the settings of tests: 32 MB of shared buffers. */
export async function answerFromPostgres(asked: Asked): Promise<void> {
  const servers = await startPostgres();
  try {
    const url = await servers.database('managers');
    const database = openPostgresDatabase(url);
    const term = await tryBeginTerm(database, 'the bench');
    if (term === null) throw new Error('another writer is there');
    const ledger = openStore(join(asked.folder, 'live.db'), 'write');
    const writer = await openPostgresWriter(url, { epoch: term.epoch, program: 'bench', leadMs: 0 });
    const began = performance.now();
    await publishGeneration(ledger, writer);
    const published = ((performance.now() - began) / 1000).toFixed(1);
    await writer.close();
    ledger.close();
    await term.end();
    const [size] = await database.rows<[size: string]>(
      'SELECT pg_database_size(current_database()) AS size',
      [],
    );
    await database.close();
    const mebibytes = Math.round(Number(size?.[0] ?? 0) / 2 ** 20);
    asked.add({ what: 'Publishing to PostgreSQL', measured: `${published} s, ${mebibytes} MiB of disk` });
    const model = new PostgresReadModel(url);
    await answerFrom(model, 'PostgreSQL', asked);
    await model.close();
  } finally {
    await servers.close();
  }
}

async function answerFrom(
  model: ReadModel,
  engine: string,
  { now, managers, securities, add }: Asked,
): Promise<void> {
  const { reads, close } = await model.open();
  const context: ToolContext = {
    reads,
    now,
    baseUrl: 'http://localhost',
    endpoints: [],
    acceptsSerialized: true,
    rateLimits: { keyless: 60, withKey: 600, windowSeconds: 3600 },
  };
  const ask = async (name: string, question: (at: number) => Promise<unknown>) => {
    const [times, processor]: [number[], number[]] = [[], []];
    for (let at = 0; at < QUESTIONS; at += 1) {
      const [began, used] = [performance.now(), process.cpuUsage()];
      await question(at);
      times.push(performance.now() - began);
      const { user, system } = process.cpuUsage(used);
      processor.push((user + system) / 1000);
    }
    add({
      what: `${engine}: ${name}, p50 and p99`,
      measured: `${share(times, 0.5)} and ${share(times, 0.99)} ms; ${share(processor, 0.99)} ms of processor time`,
    });
  };
  const holders = (security: number, more: object = {}) =>
    getHolders.run(getHolders.input.parse({ security: benchCusip(security), ...more }), context);
  const manager = (number: number, more: object = {}) =>
    getManager.run(getManager.input.parse({ cik: benchCik(number), ...more }), context);
  const spread = (at: number, of: number) => Math.floor((at * 7919) % of);
  await ask('`get_holders` of any security', (at) => holders(spread(at, securities)));
  await ask('`get_holders` of the 400 most held', (at) => holders(at));
  await ask('`get_holders`, exits of the 400 most held', (at) =>
    holders(at, { change: 'exit', sort: 'change' }),
  );
  await ask('`get_manager` of any manager', (at) => manager(spread(at, managers)));
  await ask('`get_manager`, changes', (at) => manager(spread(at * 3 + 1, managers), { list: 'changes' }));
  await ask('`get_manager`, history of a position', (at) =>
    manager(spread(at * 5 + 2, managers), { list: 'history', position: benchCusip(at % 50) }),
  );
  await close();
}

/** Milliseconds that this share of the questions took at most. */
function share(times: readonly number[], of: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * of)]!.toFixed(1);
}
