/** Copies of SQLite databases that others write to meanwhile, and the checks that each copy must pass. */

import Database from 'better-sqlite3';
import {
  type MigrationSet,
  migrations,
  rejectNewerVersion,
  schemaVersion,
} from '../store/database/migrate.js';
import { isCorruptDatabase } from '../store/database/open.js';
import { BackupError } from './backup-error.js';

/** How long a statement waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;
/** Pages that are copied before other work of this process gets its turn: 4 MB. */
const PAGES_AT_ONCE = 1024;

/**
 * Copies the state that the database at `source` has now to the new file `copy`, which needs no other file beside it.
 * @throws BackupError if that state is damaged, or an error of SQLite if the disk is full
 */
export async function copyDatabase(source: string, copy: string): Promise<void> {
  const db = new Database(source, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // Without a transaction SQLite would begin again whenever another process writes: during an import, forever.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    await db.backup(copy, { progress: () => PAGES_AT_ONCE });
  } catch (error) {
    if (isCorruptDatabase(error)) throw damaged(source, error);
    throw error;
  } finally {
    db.close();
  }
  makeWhole(copy);
}

/** Moves what is in the log of `file` into the file. It gets a log again when the program opens it. */
export function makeWhole(file: string): void {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/**
 * Reads every page of `file`, which no other process may have open. `name` is what messages call it.
 * @returns the number of its last migration
 * @throws BackupError if it is damaged, or not a database of this program
 * @throws StoreError in one line if a newer program wrote it
 */
export function requireSoundDatabase(file: string, set: MigrationSet, name: string): number {
  const db = new Database(file, { fileMustExist: true });
  try {
    const version = schemaVersion(db);
    if (version === null) throw new BackupError(`${name} is not a database of disclosed.`);
    rejectNewerVersion(version, migrations(set).length, name);
    // With `simple` the pragma gives its only value, a text.
    const found = db.pragma('quick_check(1)', { simple: true }) as string;
    if (found !== 'ok') throw damaged(name, found);
    return version;
  } catch (error) {
    if (isCorruptDatabase(error)) throw damaged(name, error);
    throw error;
  } finally {
    db.close();
  }
}

function damaged(name: string, cause: unknown): BackupError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BackupError(
    `${name} is damaged (${reason.split('\n')[0]}): see "A damaged store" in docs/operate.md.`,
    { cause },
  );
}
