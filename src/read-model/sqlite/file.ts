/** The file of the embedded read model: opened for writing or reading, and what generation it holds. */

import { existsSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { SqliteDatabase } from '../../database/sqlite-database.js';
import { removeSqliteDatabase } from '../../database/sqlite-files.js';
import type { Generation } from '../generation.js';
import { canAnswerFrom, READ_MODEL_VERSION } from '../tables.js';
import { sqliteSchema } from './schema.js';
import { defineShortTexts } from './short-texts.js';
import { LOG_KEPT_BYTES } from './write-ahead-log.js';

/** How long a statement waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens `file` for the writer. A file that is missing, damaged or of another version is replaced by an empty one:
 * everything in it can be published again.
 */
export function openForWriting(file: string): SqliteDatabase {
  if (file !== ':memory:' && !isUsable(file)) removeSqliteDatabase(file);
  const db = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // Rows of half a kilobyte waste little of a page. Only an empty file takes the size.
    db.pragma('page_size = 16384');
    db.pragma('journal_mode = WAL');
    // A power failure loses at most the last publications, never the file; the writer then publishes them again.
    db.pragma('synchronous = NORMAL');
    db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
    // Checkpoints after every 4 MB cost a first publication more than all its writes.
    db.pragma('wal_autocheckpoint = 4096');
    db.pragma('cache_size = -65536');
    defineShortTexts(db);
    if (db.pragma('user_version', { simple: true }) !== READ_MODEL_VERSION)
      db.transaction(() => db.exec(sqliteSchema())).immediate();
    return new SqliteDatabase(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens `file` for questions; null while there is none that this program can answer from. */
export function openForReading(file: string): SqliteDatabase | null {
  if (!existsSync(file)) return null;
  const db = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // The operating system caches the file anyway: a second copy of much of it only costs memory.
    db.pragma('cache_size = -4096');
    defineShortTexts(db);
    // With `simple` the pragma gives its only value, a number.
    if (canAnswerFrom(db.pragma('user_version', { simple: true }) as number)) return new SqliteDatabase(db);
    db.close();
    return null;
  } catch (error) {
    db.close();
    // A writer was killed while it made the file, before the file had its log. Nothing is in it, and a writer that
    // starts again replaces it.
    if (codeOf(error) === 'SQLITE_READONLY_ROLLBACK') return null;
    throw error;
  }
}

type GenerationColumns = [
  number: number,
  id: string,
  at: string | null,
  nextRefreshAt: string | null,
  serveFrom: string,
  isFilling: number,
];

/** The generation that the connection sees; null before the first. */
export function storedGeneration(database: SqliteDatabase): Generation | null {
  const [row] = database.rowsNow<GenerationColumns>(
    'SELECT number, id, at, next_refresh_at, serve_from, is_filling FROM generation WHERE one = 1',
  );
  if (row === undefined) return null;
  const [number, id, at, nextRefreshAt, serveFrom, isFilling] = row;
  return { number, id, at, nextRefreshAt, serveFrom, isFilling: isFilling === 1 };
}

/** Identifies the file, so that another file under the same name is noticed; null if there is no file. */
export function fileIdentity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}

/** Whether pages of the file cannot be read: an error may also come from another database. Reads the whole file. */
export function isDamaged({ db }: SqliteDatabase): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) !== 'ok';
  } catch {
    return true;
  }
}

/** False for a file of another version, and for one that is not a database or whose first pages are damaged. */
function isUsable(file: string): boolean {
  try {
    const database = openForReading(file);
    if (database === null) return false;
    try {
      storedGeneration(database);
      return database.db.pragma('user_version', { simple: true }) === READ_MODEL_VERSION;
    } finally {
      database.db.close();
    }
  } catch (error) {
    if (/^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(codeOf(error))) return false;
    throw error;
  }
}

/** better-sqlite3 throws errors with a code. */
function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}
