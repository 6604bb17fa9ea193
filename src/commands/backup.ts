/** `disclosed backup`: an archive of the ledger, the accounts and the keys, while the service runs. */

import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.js';
import { type MadeBackup, makeBackup } from '../service/backup.js';
import { makeScheduledBackup } from '../service/scheduled-backups.js';
import { stoppable } from '../service/stoppable.js';

/**
 * Without a file it is the next of those that the service makes in `BACKUP_DIR`.
 * @returns 0
 */
export async function backup(config: Config, log: Logger, file: string | undefined): Promise<number> {
  if (file === undefined && config.backupDir === '')
    throw new ConfigError(
      'Name the file of the backup, or set BACKUP_DIR to the folder in which the service makes them',
    );
  const made = await stoppable((signal) =>
    file === undefined ? makeScheduledBackup(config, new Date(), signal) : makeBackup(config, file, signal),
  );
  if (made.removed !== null) log.warn({ file: made.removed }, 'removed what a killed backup had left');
  log.info(factsOf(made), 'the backup is complete');
  return 0;
}

function factsOf({ file, at, bytes, manifest }: MadeBackup): object {
  const members = manifest.members.map(({ name, bytes: size }) => `${name} (${size} bytes)`);
  return { file, at, bytes, generation: manifest.generation?.number ?? null, members };
}
