/** `disclosed restore FILE`: puts what is in a backup into an empty data folder. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { restoreBackup } from '../service/restore.js';
import { stoppable } from '../service/stoppable.js';

/** @returns 0 */
export async function restore(config: Config, log: Logger, file: string): Promise<number> {
  const { manifest, places } = await stoppable((signal) => restoreBackup(config, file, signal));
  const { at, program, generation } = manifest;
  log.info(
    { at, program, generation: generation?.number ?? null, places },
    'the backup is restored: the next start publishes it',
  );
  return 0;
}
