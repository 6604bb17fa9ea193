/** The backups of a running service in `BACKUP_DIR`: when one is due, how many are kept, and how the last attempt ended. */

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.js';
import { HOUR_MS, MINUTE_MS } from '../dates.js';
import type { BackupsState } from '../publish/backups-state.js';
import { StoreBusyError } from '../store/database/open.js';
import { type MadeBackup, makeBackup, requireOutside } from './backup.js';
import { dataFolder, ensureStoreFolder, makeFolder } from './data-folder.js';

/** Every other file of the folder is left alone. The name begins with the moment, so the order of names is that of time. */
const NAME = /^disclosed-\d{8}T\d{6}Z\.tar\.gz$/;
const UNFINISHED = /^disclosed-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/;
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

/**
 * Makes a backup in `BACKUP_DIR`, checks it, and only then deletes the oldest beyond `BACKUP_KEEP`. Notes how it ended.
 * @throws the errors of `makeBackup`
 */
export async function makeScheduledBackup(
  config: Config,
  now: Date,
  signal: AbortSignal,
): Promise<MadeBackup> {
  const folder = resolve(config.backupDir);
  try {
    requireOutside(config, folder, 'BACKUP_DIR');
    makeFolder(folder);
    const made = await makeBackup(config, join(folder, nameAt(now)), signal);
    const { file, bytes } = made;
    writeState(config, { last: { file, at: now.toISOString(), bytes }, failure: null });
    removeOld(folder, config.backupKeep);
    return made;
  } catch (error) {
    // The one that runs notes how it ends.
    if (!signal.aborted && !(error instanceof StoreBusyError)) noteFailure(config, now, error);
    throw error;
  }
}

function noteFailure(config: Config, now: Date, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const last = backupsState(config)?.last ?? null;
  writeState(config, { last, failure: { at: now.toISOString(), reason } });
}

function removeOld(folder: string, kept: number): void {
  const names = readdirSync(folder).sort();
  const whole = names.filter((name) => NAME.test(name));
  const leftovers = names.filter((name) => UNFINISHED.test(name));
  for (const name of [...whole.slice(0, -kept), ...leftovers]) rmSync(join(folder, name), { force: true });
}

function nameAt(now: Date): string {
  return `disclosed-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar.gz`;
}

function stateFile(config: Config): string {
  return join(dataFolder(config), 'store', 'backups.json');
}

function readState(config: Config): BackupsState {
  try {
    // Only `writeState` writes the file.
    return JSON.parse(readFileSync(stateFile(config), 'utf8')) as BackupsState;
  } catch {
    // Missing, or cut off by a power failure: then the next refresh makes a backup.
    return { last: null, failure: null };
  }
}

function writeState(config: Config, state: BackupsState): void {
  ensureStoreFolder(config);
  const file = stateFile(config);
  writeFileSync(`${file}.next`, JSON.stringify(state));
  renameSync(`${file}.next`, file);
}
