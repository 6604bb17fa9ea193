/** The backups of a running service in `BACKUP_DIR`: makes the next one, and deletes the oldest. */

import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareText } from '../collections.js';
import type { Config } from '../config.js';
import { StoreBusyError } from '../store/database/open.js';
import { type MadeBackup, makeBackup } from './backup.js';
import { backupsState, writeBackupsState } from './backups-state.js';
import { makeBackupFolder } from './data-folder.js';

/** Every other file of the folder is left alone. */
const NAME = /^disclosed-\d{8}T\d{6}Z\.tar\.gz$/;
const UNFINISHED = /^disclosed-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/;

/**
 * Makes a backup in `BACKUP_DIR`, checks it, and only then deletes the oldest beyond `BACKUP_KEEP`. Notes how it ended.
 * @throws the errors of `makeBackup`
 */
export async function makeScheduledBackup(
  config: Config,
  now: Date,
  signal: AbortSignal,
): Promise<MadeBackup> {
  try {
    const folder = makeBackupFolder(config);
    const made = await makeBackup(config, join(folder, nameAt(now)), signal);
    const { file, bytes } = made;
    writeBackupsState(config, { last: { file, at: now.toISOString(), bytes }, failure: null });
    removeOld(folder, file, config.backupKeep);
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
  try {
    writeBackupsState(config, { last, failure: { at: now.toISOString(), reason } });
  } catch {
    // The disk is full, for example. The error of the backup says more, and is reported.
  }
}

/** Whatever the clock says, the one just made (`file`) is kept: names may be of a clock that was ahead. */
function removeOld(folder: string, file: string, kept: number): void {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const others = paths.filter((path) => NAME.test(basename(path)) && path !== file);
  const newestFirst = others
    .map((path) => ({ path, writtenAt: statSync(path).mtimeMs }))
    .sort((a, b) => b.writtenAt - a.writtenAt || compareText(b.path, a.path));
  const old = newestFirst.slice(kept - 1).map(({ path }) => path);
  const leftovers = paths.filter((path) => UNFINISHED.test(basename(path)));
  for (const path of [...old, ...leftovers]) rmSync(path, { force: true });
}

function nameAt(now: Date): string {
  return `disclosed-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar.gz`;
}
