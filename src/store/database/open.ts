/** Opens the store, keeps it to one writer, and reports when its data changed. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { removeFilesBeside } from '../../database/sqlite-files.js';
import { migrate, requireCurrentVersion } from './migrate.js';
import { isCorruptDatabase, Store, StoreBusyError, StoreError, sqliteCode } from './store.js';

export type { Store } from './store.js';
export { isCorruptDatabase, isStorageError, StoreBusyError, StoreError } from './store.js';

/** How long a statement waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;
const LOCK_FILE = 'writer.lock';

/**
 * Opens `file`. `write` creates it, including its folder, and migrates it; `read` changes nothing. `:memory:` opens
 * an empty store that exists as long as it is open.
 * @throws StoreError if the file is missing, has another version, or is not a store.
 */
export function openStore(file: string, mode: 'write' | 'read'): Store {
  if (mode === 'read' && !existsSync(file))
    throw new StoreError(`${file} does not exist yet. Start with "disclosed serve", which makes it.`);
  if (mode === 'write' && file !== ':memory:') prepareFolder(file);
  const db = new Database(file, { readonly: mode === 'read', timeout: BUSY_TIMEOUT_MS });
  try {
    if (mode === 'write') {
      // With WAL, NORMAL loses at most the last commits on a power failure, never the file; a killed process loses
      // nothing. A lost commit includes its queue and cursors, so its documents are simply read again.
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = NORMAL');
      db.pragma('journal_size_limit = 67108864');
      // Checkpoints after every 4 MB cost an initial import more than all its writes.
      db.pragma('wal_autocheckpoint = 16384');
      db.pragma('cache_size = -65536');
      migrate(db, file, new Date());
    } else {
      // The operating system caches the file anyway: a second copy of much of it only costs memory.
      db.pragma('cache_size = -4096');
      requireCurrentVersion(db, file);
    }
  } catch (error) {
    db.close();
    if (sqliteCode(error) === 'SQLITE_NOTADB')
      throw new StoreError(`${file} is not a database. Put a backup in its place, or delete it.`);
    throw error;
  }
  return new Store(db);
}

/**
 * Creates the folder of `file`. If only the file was deleted, its log is deleted too: it belongs to a store that is
 * gone, and a service that still has it open keeps SQLite from noticing that.
 */
function prepareFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) return;
  removeFilesBeside(file);
}

/**
 * Closes a store that was written as a separate file: everything is in `file` afterwards, and checked.
 * @throws an error of SQLite if the disk has no room for it, or StoreError if the file is not complete.
 */
export function closeAndVerify(store: Store, file: string): void {
  let isWritten = false;
  try {
    // Closing would do it too, but does not report a full disk.
    const [moved] = store.db.pragma('wal_checkpoint(TRUNCATE)') as Array<{ busy: number }>;
    isWritten = moved?.busy === 0;
  } finally {
    store.close();
  }
  if (!isWritten || !isIntact(file)) throw new StoreError(`${file} could not be written in full.`);
}

/**
 * Whether `file` is a store of this version whose every page can be read: for small files, because it reads all of
 * it.
 */
export function isIntact(file: string): boolean {
  try {
    const store = openStore(file, 'read');
    try {
      return store.db.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof StoreError || isCorruptDatabase(error)) return false;
    throw error;
  }
}

/** Kept here, because a lock without a reference would be collected, and so released. */
const heldLocks = new Set<Database.Database>();

/**
 * Makes this process the only writer of `folder` until the returned function is called or the process ends, however
 * it ends: the operating system releases the lock.
 * @throws StoreBusyError if another process (or an earlier call) holds it.
 */
export function acquireWriterLock(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new Database(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (sqliteCode(error).startsWith('SQLITE_BUSY'))
      throw new StoreBusyError(
        `Another disclosed process already writes to ${folder}, perhaps the hourly run of the service. Wait until it has ended, or stop it.`,
      );
    throw error;
  }
  heldLocks.add(lock);
  return () => {
    if (heldLocks.delete(lock)) lock.close();
  };
}

/** Whether some process is the writer of `folder`; also true if this one may not find out. */
export function isBeingWritten(folder: string): boolean {
  const file = join(folder, LOCK_FILE);
  if (!existsSync(file)) return false;
  let lock: Database.Database | null = null;
  try {
    lock = new Database(file, { readonly: true, timeout: 0 });
    // A moment's shared lock, which a writer does not grant.
    lock.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch {
    return true;
  } finally {
    lock?.close();
  }
}

/** Changes when another process (another connection) has committed since the last call. */
export function dataVersion(store: Store): number {
  // With `simple` the pragma gives its only value, a number.
  return store.db.pragma('data_version', { simple: true }) as number;
}

interface GenerationRow {
  number: number;
  at: string | null;
  next_refresh_at: string | null;
}

/** How often the data changed as a whole; 0 before the first time. */
export function generation(store: Store): number {
  return generationRow(store).number;
}

/**
 * Starts a new generation of the data at `now`. `nextRefreshAt` is set with it unless it is left out. Returns the new
 * number.
 */
export function bumpGeneration(store: Store, now: Date, nextRefreshAt?: string | null): number {
  return store.transaction(() => {
    store.sql('UPDATE generation SET number = number + 1, at = ? WHERE id = 1').run(now.toISOString());
    if (nextRefreshAt !== undefined) setNextRefresh(store, nextRefreshAt);
    return generation(store);
  });
}

/** The number of the present generation, when its data was complete, and when the next refresh is planned. */
export function generationOf(store: Store): {
  number: number;
  at: string | null;
  nextRefreshAt: string | null;
} {
  const { number, at, next_refresh_at: nextRefreshAt } = generationRow(store);
  return { number, at, nextRefreshAt };
}

/**
 * The present state of an open store, whatever is written to it meanwhile; close it soon, because the log of the file
 * grows until then.
 */
export function openSnapshot(store: Store): Store {
  const db = new Database(store.db.name, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma('cache_size = -4096');
  db.exec('BEGIN');
  // The transaction begins with its first read.
  db.prepare('SELECT 1 FROM generation').get();
  return new Store(db);
}

/** Null before the first generation. Moments are ISO 8601 UTC. */
export function readGeneration(
  store: Store,
): { generation: number; at: string; nextRefreshAt: string | null } | null {
  const row = generationRow(store);
  return row.at === null ? null : { generation: row.number, at: row.at, nextRefreshAt: row.next_refresh_at };
}

/**
 * When the next refresh begins, ISO 8601 UTC, so that responses can state how long they are valid; null if none is
 * planned.
 */
export function setNextRefresh(store: Store, at: string | null): void {
  store.sql('UPDATE generation SET next_refresh_at = ? WHERE id = 1').run(at);
}

function generationRow(store: Store): GenerationRow {
  // The first migration inserts this row.
  return store
    .sql<GenerationRow>('SELECT number, at, next_refresh_at FROM generation WHERE id = 1')
    .get() as GenerationRow;
}
