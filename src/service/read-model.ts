/** The read model that the settings choose: a file beside the ledger, or PostgreSQL, whose driver is loaded only then. */

import { SERVICE_VERSION } from '../../tools/contract/rules.js';
import type { Config } from '../config.js';
import type { ReadModel, ReadModelWriter } from '../read-model/generation.js';
import { SqliteReadModel } from '../read-model/sqlite/model.js';
import { openSqliteWriter } from '../read-model/sqlite/writer.js';
import { knownWorkers, liveStoreFile, modeOf, readModelFile, sampleStoreFile } from './data-folder.js';
import { openSeal } from './signing-key.js';

/** How long before it is served a generation is announced to several workers, which look for one every second. */
const WORKERS_LEAD_MS = 2000;

/** Whether the live answers are in a database that several nodes read. The sample is always in a file. */
export function isShared(config: Config): boolean {
  return config.databaseUrl !== '' && modeOf(config) === 'live';
}

/** Whether this node writes nothing to `DATA_DIR`. */
export function isReader(config: Config): boolean {
  return isShared(config) && config.role === 'reader';
}

/** For questions: the live answers, or those of the sample of `day`, which must exist. */
export async function openReadModel(config: Config, day: string): Promise<ReadModel & { forget?(): void }> {
  if (isShared(config)) {
    const { PostgresReadModel } = await import('../read-model/postgres/model.js');
    return new PostgresReadModel(config.databaseUrl);
  }
  return new SqliteReadModel(
    readModelFile(modeOf(config) === 'live' ? liveStoreFile(config) : sampleStoreFile(config, day)),
  );
}

/** To publish the live ledger. `epoch` is the term of the writer; null without `DATABASE_URL`. */
export async function openLiveWriter(config: Config, epoch: number | null): Promise<ReadModelWriter> {
  const seal = openSeal(config, false);
  if (epoch === null) {
    // All workers switch at once, so that no caller gets an older generation after a newer one.
    const leadMs = knownWorkers(config) > 1 ? WORKERS_LEAD_MS : 0;
    const { historyDays } = config;
    return openSqliteWriter(readModelFile(liveStoreFile(config)), { leadMs, historyDays, seal });
  }
  const { openPostgresWriter } = await import('../read-model/postgres/writer.js');
  return openPostgresWriter(config.databaseUrl, {
    epoch,
    program: SERVICE_VERSION,
    historyDays: config.historyDays,
    seal,
  });
}
