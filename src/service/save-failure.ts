/** Why this node could not save its ledger, or not take over the backup: noted beside the ledger, for `disclosed status`. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { FencedError } from '../database/writer-term.js';
import { LedgerBackupError } from '../ledger-backup/backup-destination.js';
import { StoreBusyError } from '../store/database/open.js';
import { liveStoreFile } from './data-folder.js';

export interface SaveFailure {
  /** ISO 8601 UTC. */
  at: string;
  reason: string;
}

/** Runs `work`, and notes why it failed. @throws LedgerBackupError in place of an error of the disk */
export async function notingFailure<T>(config: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = inWords(config, error);
    // Another writer saves, or will.
    if (!(known instanceof FencedError || known instanceof StoreBusyError)) note(config, known);
    throw known;
  }
}

/** The last failure of this node; null if none was noted after `savedAt`, the moment of the last save. */
export function saveFailure(config: Config, savedAt: string | null): SaveFailure | null {
  try {
    // Only `note` writes the file.
    const failure = JSON.parse(readFileSync(failureFile(config), 'utf8')) as SaveFailure;
    return savedAt === null || failure.at > savedAt ? failure : null;
  } catch {
    // Missing, or cut off by a power failure.
    return null;
  }
}

/** An error of the disk, such as ENOSPC, does not say which one. That of the backup was put in words already. */
function inWords(config: Config, error: unknown): unknown {
  // Every field is optional, so any error fits.
  const { syscall, message } = error as { syscall?: string; message?: string };
  if (typeof syscall !== 'string') return error;
  const folder = dirname(liveStoreFile(config));
  return new LedgerBackupError(`The ledger in ${folder} cannot be prepared for its backup: ${message}`, {
    cause: error,
  });
}

function note(config: Config, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const file = failureFile(config);
  try {
    writeFileSync(`${file}.next`, JSON.stringify({ at: new Date().toISOString(), reason }));
    renameSync(`${file}.next`, file);
  } catch {
    // The disk is full, for example. The error of the save says more, and is reported.
  }
}

function failureFile(config: Config): string {
  return join(dirname(liveStoreFile(config)), 'ledger-backup-failure.json');
}
