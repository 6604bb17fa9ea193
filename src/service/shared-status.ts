/** What a shared database says of the service: the newest generation, who writes, and the backup of the ledger. */

import type { SourceState } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import { servedDay } from './data-folder.js';
import { type BackupState, backupState, readCurrentTerm } from './ledger-backup.js';
import { openReadModel } from './read-model.js';

export interface SharedStatus {
  database: string;
  /** What `ROLE` says for this machine. */
  role: Config['role'];
  /** The newest generation that is served; null before the first. Moments are ISO 8601 UTC. */
  generation: { number: number; at: string | null; servedFrom: string; nextRefreshAt: string | null } | null;
  /** A newer one that all nodes will serve from this moment on; null while there is none. */
  announced: { number: number; servedFrom: string } | null;
  /** The node whose term began last. */
  writer: { node: string; epoch: number } | null;
  backup: BackupState | null;
  sources: SourceState[];
}

/** @throws DatabaseUnavailableError */
export async function sharedStatus(config: Config): Promise<SharedStatus> {
  const model = await openReadModel(config, servedDay(config));
  try {
    const newest = await model.newest();
    const open = newest === null ? null : await model.open();
    const served = open?.generation ?? null;
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
      writer: await readCurrentTerm(config),
      backup: await backupState(config),
      sources: (await open?.reads.sources()) ?? [],
    };
  } finally {
    await model.close();
  }
}

export function sharedLines(state: SharedStatus): string[] {
  const { generation, announced, writer, backup } = state;
  return [
    `Database ${state.database}, ROLE=${state.role} on this machine`,
    generation === null
      ? '  nothing was published yet'
      : `  generation ${generation.number}, data of ${generation.at ?? 'no run yet'}, served from ${generation.servedFrom}, next refresh ${generation.nextRefreshAt ?? 'not planned'}`,
    ...(announced === null
      ? []
      : [`  generation ${announced.number} is announced for ${announced.servedFrom}`]),
    writer === null
      ? '  no node has written yet'
      : `  last writer: ${writer.node}, term ${writer.epoch}, since ${new Date(writer.epoch).toISOString()}`,
    backup === null
      ? '  the ledger has no backup yet'
      : `  backup of the ledger: ${backup.parts} parts with ${Math.ceil(backup.storedBytes / 1e6)} MB, saved last at ${backup.savedAt}`,
  ];
}
