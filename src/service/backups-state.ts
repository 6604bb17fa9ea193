/** How the backups of a running service are: noted in one small file in `DATA_DIR`, which every process may read. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.js';
import { HOUR_MS, MINUTE_MS } from '../dates.js';
import type { BackupsState } from '../publish/backups-state.js';
import { dataFolder, ensureStoreFolder } from './data-folder.js';

/** The refresh that is a little early makes the backup: the one after it would be further off. */
const EARLY_MS = 30 * MINUTE_MS;

/** Null unless `BACKUP_DIR` is set. Reads one small file in `DATA_DIR`, and never the folder itself, which may be on a slow network. */
export function backupsState(config: Config): BackupsState | null {
  if (config.backupDir === '') return null;
  const state = readState(config);
  // Those of a folder that was set before do not count.
  const isHere = state.last !== null && dirname(state.last.file) === resolve(config.backupDir);
  return { last: isHere ? state.last : null, failure: state.failure };
}

/** Whether the service has to make one after the present refresh. After a failure it has to until one is complete. */
export function isBackupDue(config: Config, now: Date): boolean {
  const state = backupsState(config);
  if (state === null) return false;
  if (state.failure !== null || state.last === null) return true;
  const age = now.getTime() - Date.parse(state.last.at);
  // A moment in the future was noted while the clock was wrong.
  return age < 0 || age >= config.backupHours * HOUR_MS - EARLY_MS;
}

function stateFile(config: Config): string {
  return join(dataFolder(config), 'store', 'backups.json');
}

function readState(config: Config): BackupsState {
  try {
    // Only `writeBackupsState` writes the file.
    return JSON.parse(readFileSync(stateFile(config), 'utf8')) as BackupsState;
  } catch {
    // Missing, or cut off by a power failure: then the next refresh makes a backup.
    return { last: null, failure: null };
  }
}

export function writeBackupsState(config: Config, state: BackupsState): void {
  ensureStoreFolder(config);
  const file = stateFile(config);
  writeFileSync(`${file}.next`, JSON.stringify(state));
  renameSync(`${file}.next`, file);
}
