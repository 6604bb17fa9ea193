/** The backups of a running service in `BACKUP_DIR`: makes the next one, and deletes the oldest. */

import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.js';
import { StoreBusyError } from '../store/database/open.js';
import { type MadeBackup, makeBackup } from './backup.js';
import { backupsState, writeBackupsState } from './backups-state.js';
import { makeFolder, requireOutside } from './data-folder.js';

/** Every other file of the folder is left alone. The name begins with the moment, so the order of names is that of time. */
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
  const folder = resolve(config.backupDir);
  try {
    requireOutside(config, folder, 'BACKUP_DIR');
    makeFolder(folder);
    const made = await makeBackup(config, join(folder, nameAt(now)), signal);
    const { file, bytes } = made;
    writeBackupsState(config, { last: { file, at: now.toISOString(), bytes }, failure: null });
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
  try {
    writeBackupsState(config, { last, failure: { at: now.toISOString(), reason } });
  } catch {
    // The disk is full, for example. The error of the backup says more, and is reported.
  }
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
