/** `disclosed export`: writes the static exports, those of the service or the whole tree. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { exportTree, prerenderExports } from '../service/exports.js';

/** @returns 0 when the files show the data of the store */
export async function exportFiles(config: Config, log: Logger, folder: string | undefined): Promise<number> {
  const stop = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stop.abort());
  if (folder === undefined) await prerenderExports(config, log, stop.signal);
  else log.info(await exportTree(config, folder, stop.signal), 'the exports are written');
  return stop.signal.aborted ? 1 : 0;
}
