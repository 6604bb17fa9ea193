/** What a shared database says of the service: the newest generation, who writes, and the backup of the ledger. */

import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Config } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import {
  DatabaseUnavailableError,
  openPostgresDatabase,
  type PostgresDatabase,
} from '../database/postgres-database.js';
import { currentTerm, isTermHeld } from '../database/writer-term.js';
import { servedDay } from './data-folder.js';
import { type BackupState, backupPlace, backupState } from './ledger-backup.js';
import { openReadModel } from './read-model.js';
import { type SaveFailure, saveFailure } from './save-failure.js';

export interface SharedStatus {
  database: string;
  /** Why no server takes changes; null while one does. Then everything here is from a standby, which may be behind. */
  primaryFailure: string | null;
  /** What `ROLE` says for this machine. */
  role: Config['role'];
  /** The newest generation that is served; null before the first. Moments are ISO 8601 UTC. */
  generation: { number: number; at: string | null; servedFrom: string; nextRefreshAt: string | null } | null;
  /** A newer one that all nodes will serve from this moment on; null while there is none. */
  announced: { number: number; servedFrom: string } | null;
  /** The node whose term began last. `isWriting` is null while the primary, which knows it, cannot be queried. */
  writer: { node: string; epoch: number; isWriting: boolean | null } | null;
  backup: BackupState | null;
  /** Why this node could not save the ledger after that; null if it could. */
  saveFailure: SaveFailure | null;
  /** Where the backup is, in words. */
  backupPlace: string;
  sources: SourceState[];
}

/** @throws DatabaseUnavailableError if no server can be queried, not even a standby */
export async function sharedStatus(config: Config): Promise<SharedStatus> {
  const model = await openReadModel(config, servedDay(config));
  try {
    const newest = await model.newest();
    const open = newest === null ? null : await model.open();
    const served = open?.generation ?? null;
    const saved = await writerAndBackup(config);
    return {
      database: maskedPostgresUrl(config.databaseUrl),
      role: config.role,
      generation:
        served === null
          ? null
          : {
              number: served.number,
              at: served.at,
              servedFrom: served.serveFrom,
              nextRefreshAt: served.nextRefreshAt,
            },
      announced:
        newest === null || newest.id === served?.id
          ? null
          : { number: newest.number, servedFrom: newest.serveFrom },
      ...saved,
      saveFailure: saveFailure(config, saved.backup?.savedAt ?? null),
      backupPlace: backupPlace(config),
      sources: (await open?.reads.sources()) ?? [],
    };
  } finally {
    await model.close();
  }
}

async function writerAndBackup(
  config: Config,
): Promise<Pick<SharedStatus, 'writer' | 'backup' | 'primaryFailure'>> {
  const ask = async (target: 'primary' | 'prefer-standby', primaryFailure: string | null) => {
    const database = openPostgresDatabase(config.databaseUrl, { connections: 1, target });
    try {
      const writer = await writerOf(database, primaryFailure === null);
      return { writer, backup: await backupState(config, database), primaryFailure };
    } finally {
      await database.close();
    }
  };
  try {
    return await ask('primary', null);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return ask('prefer-standby', error.message);
  }
}

async function writerOf(database: PostgresDatabase, isPrimary: boolean): Promise<SharedStatus['writer']> {
  const term = await currentTerm(database);
  return term === null ? null : { ...term, isWriting: isPrimary ? await isTermHeld(database) : null };
}

export function sharedLines(state: SharedStatus): string[] {
  const { generation, announced, writer, backup, primaryFailure, saveFailure: failure } = state;
  return [
    `Database ${state.database}, ROLE=${state.role} on this machine`,
    ...(primaryFailure === null
      ? []
      : [
          `  no primary, so nothing is published and keys cannot be changed: ${primaryFailure}`,
          '  what follows is from a standby, which may be behind',
        ]),
    generation === null
      ? '  nothing was published yet'
      : `  generation ${generation.number}, data of ${generation.at ?? 'no run yet'}, served from ${generation.servedFrom}, next refresh ${generation.nextRefreshAt ?? 'not planned'}`,
    ...(announced === null
      ? []
      : [`  generation ${announced.number} is announced for ${announced.servedFrom}`]),
    writer === null ? '  no node was the writer yet' : `  ${writerWords(writer)}`,
    backup === null
      ? `  the ledger has no backup yet in ${state.backupPlace}`
      : `  backup of the ledger in ${state.backupPlace}: saved last at ${backup.savedAt}, ${count(backup.parts, 'part')}, ${Math.ceil(backup.storedBytes / 1e6)} MB`,
    ...(failure === null
      ? []
      : [`  this node could not save it at ${failure.at}, so nothing is published: ${failure.reason}`]),
  ];
}

function writerWords({ node, epoch, isWriting }: NonNullable<SharedStatus['writer']>): string {
  const since = new Date(epoch).toISOString();
  if (isWriting === null) return `last writer: ${node}, from ${since}`;
  return isWriting
    ? `writer: ${node}, since ${since}`
    : `no node is the writer now; the last one was ${node}, from ${since}`;
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
