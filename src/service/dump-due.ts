/** Whether it is time for a dump. Apart from the dump, so that a service without one starts without its code. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { HOUR_MS } from '../dates.js';
import { ownDumpFolder } from './data-folder.js';

/** A dump is made at most this often. */
const EVERY_MS = 24 * HOUR_MS;

export function isDumpDue(config: Config, now: Date): boolean {
  if (!config.dumps) return false;
  // The last file that is written.
  const made = statSync(join(ownDumpFolder(config), 'manifest.json'), { throwIfNoEntry: false });
  return made === undefined || now.getTime() - made.mtimeMs >= EVERY_MS;
}
