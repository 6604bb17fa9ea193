/**
 * accounts.db: accounts, passkeys, sessions and keys in a SQLite file, separate from the data that can be fetched from
 * the registers again.
 */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Connection, SqlValue } from '../../database/database.js';
import { SqliteDatabase } from '../../database/sqlite-database.js';
import { migrate } from '../database/migrate.js';
import { StoreError, sqliteCode } from '../database/store.js';
import type { AccountsDatabase, LocalReads } from './accounts-database.js';
import { createDiskReserve, withDiskReserve, withDiskReserveOpening } from './disk-reserve.js';

/** How long a statement waits for another process, in milliseconds: short, because a server waits with it. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens `file` for reading and writing, creates it if it is missing (readable only by its owner) and migrates it.
 * Several processes may have it open at once. `:memory:` opens an empty one.
 * @throws StoreError if it is not an accounts database or has a newer version.
 */
export function openAccountsFile(file: string): AccountsFile {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', 0o600));
  }
  const database = withDiskReserveOpening(file, () => open(file));
  createDiskReserve(file);
  return database;
}

function open(file: string): AccountsFile {
  const db = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
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
  return new AccountsFile(db);
}

export class AccountsFile extends SqliteDatabase implements AccountsDatabase {
  readonly place = this.db.name;
  readonly local: LocalReads = {
    version: () => {
      // The pragma always gives one row with one number.
      const [[version]] = this.rowsNow('PRAGMA data_version') as [[number]];
      return version;
    },
    rows: (sql, values) => this.rowsNow(sql, values),
  };

  evenOnFullDisk<T>(work: () => Promise<T>): Promise<T> {
    return withDiskReserve(this.db.name, work);
  }

  transactionAtOnce<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.transaction(work, () => this.withoutBusyTimeout(() => this.db.exec('BEGIN IMMEDIATE')));
  }

  async runUnsynced(sql: string, values: readonly SqlValue[]): Promise<number> {
    while (this.transacting !== null) await this.transacting;
    this.db.pragma('synchronous = NORMAL');
    try {
      return this.runNow(sql, values);
    } finally {
      this.db.pragma('synchronous = FULL');
    }
  }

  /** Not while another connection is reading the log. */
  async purgeDeleted(): Promise<void> {
    while (this.transacting !== null) await this.transacting;
    this.withoutBusyTimeout(() => this.db.pragma('wal_checkpoint(TRUNCATE)'));
  }

  /** Runs `work` now or not at all: if another process holds the file, its statements fail at once. */
  private withoutBusyTimeout(work: () => void): void {
    this.db.pragma('busy_timeout = 0');
    try {
      work();
    } finally {
      this.db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }
}
