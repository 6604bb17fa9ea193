/**
 * Opens accounts.db: accounts, passkeys, sessions and keys, separate from the data that can be fetched from the
 * registers again.
 */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from '../database/migrate.js';
import { Store, StoreError, sqliteCode } from '../database/store.js';
import { createDiskReserve, withDiskReserveOf } from './disk-reserve.js';

export type { Store } from '../database/store.js';

/** How long a statement waits for another process, in milliseconds: short, because a server waits with it. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens `file` for reading and writing, creates it if it is missing (readable only by its owner) and migrates it.
 * Several processes may have it open at once. `:memory:` opens an empty one.
 * @throws StoreError if it is not an accounts database or has a newer version.
 */
export function openAccounts(file: string): Store {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', 0o600));
  }
  const store = withDiskReserveOf(file, () => open(file));
  createDiskReserve(file);
  return store;
}

function open(file: string): Store {
  const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma('journal_mode = WAL');
    // A revocation must survive a power failure, so every commit reaches the disk.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('secure_delete = ON');
    migrate(db, file, new Date(), 'migrations-accounts');
  } catch (error) {
    db.close();
    if (sqliteCode(error) === 'SQLITE_NOTADB') throw new StoreError(`${file} is not a database.`);
    throw error;
  }
  return new Store(db);
}

/**
 * Returns a function whose number changes when another process (another connection) has committed since its last
 * call.
 */
export function dataVersionReader(store: Store): () => number {
  const statement = store.db.prepare<unknown[], number>('PRAGMA data_version').pluck();
  // The pragma always gives one row.
  return () => statement.get() as number;
}

/** Runs `work` now or not at all: if another process holds the file, its statements fail at once. */
export function withoutBusyTimeout(store: Store, work: () => void): void {
  store.db.pragma('busy_timeout = 0');
  try {
    work();
  } finally {
    store.db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Removes deleted data from the write-ahead log too, unless another connection is reading it. */
export function truncateWriteAheadLog(store: Store): void {
  withoutBusyTimeout(store, () => store.db.pragma('wal_checkpoint(TRUNCATE)'));
}
