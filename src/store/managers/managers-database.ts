/**
 * The store of the 13F reports of all managers: a separate SQLite file beside the ledger (docs/adr/0018), because its
 * millions of positions would make every backup and every refresh of the ledger slow. All of it can be read again from
 * the SEC. Filings of a data set count only when all of the set was read.
 */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { removeSqliteDatabase } from '../../database/sqlite-files.js';
import { Store } from '../database/store.js';

/** Raised when the tables change: the file is then made again, from the SEC. */
export const MANAGERS_VERSION = 1;
export const MANAGERS_REGISTER = '13f-all';
const LOST = 'What it read was lost with its store: it is read again.';

export const MANAGERS_SCHEMA = `
CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);
CREATE TABLE data_set (name TEXT PRIMARY KEY, is_complete INTEGER NOT NULL);
CREATE TABLE filing (
  accession TEXT PRIMARY KEY,
  data_set TEXT, -- NULL for a submission that was read on its own
  cik TEXT NOT NULL,
  period_end TEXT NOT NULL,
  header TEXT NOT NULL, -- JSON: the record without its table
  packed BLOB NOT NULL -- see packed-positions.ts
);
CREATE INDEX filing_by_period ON filing (period_end, cik);
CREATE INDEX filing_by_data_set ON filing (data_set, period_end);
-- Ticker and CIK of the issuer are derived; '' where they are not certain.
CREATE TABLE security (
  key TEXT PRIMARY KEY, name TEXT NOT NULL, title_of_class TEXT NOT NULL, ticker TEXT NOT NULL DEFAULT '',
  cik TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
-- Quarters whose filings changed since they were derived.
CREATE TABLE changed_period (period_end TEXT PRIMARY KEY) WITHOUT ROWID;
-- What is derived of a quarter. All of it is replaced together.
CREATE TABLE quarter (period_end TEXT PRIMARY KEY, facts TEXT NOT NULL, filers BLOB NOT NULL);
CREATE TABLE portfolio (period_end TEXT NOT NULL, cik TEXT NOT NULL, facts TEXT NOT NULL, packed BLOB NOT NULL);
CREATE UNIQUE INDEX portfolio_key ON portfolio (period_end, cik);
CREATE TABLE holding_list (
  period_end TEXT NOT NULL, key TEXT NOT NULL, facts TEXT NOT NULL, price REAL, packed BLOB NOT NULL);
CREATE UNIQUE INDEX holding_list_key ON holding_list (period_end, key);
PRAGMA user_version = ${MANAGERS_VERSION};
`;

const opened = new WeakMap<Store, Store>();

/** The file beside a ledger, such as `live.managers.db` beside `live.db`. */
export function managersFile(ledgerFile: string): string {
  return ledgerFile === ':memory:' ? ledgerFile : ledgerFile.replace(/(?:\.db)?$/, '.managers.db');
}

/** The reports of all managers that belong to a ledger; null if none was read. For processes that write nothing. */
export function managersIfAny(ledger: Store): Store | null {
  const known = opened.get(ledger);
  if (known !== undefined) return known;
  const file = managersFile(ledger.db.name);
  if (ledger.db.name === ':memory:' || !existsSync(file)) return null;
  return ledger.db.readonly ? remember(ledger, openReadOnly(file)) : managersOf(ledger);
}

/** The same, created if it does not exist. Its loss is noticed: the register then reads all data sets again. */
export function managersOf(ledger: Store): Store {
  const known = opened.get(ledger);
  if (known !== undefined) return known;
  const managers = openForWriting(managersFile(ledger.db.name));
  const { id } = managers.sql<{ id: string }>('SELECT id FROM identity').get() as { id: string };
  const { id: expected } = ledger.sql<{ id: string | null }>('SELECT id FROM manager_store').get() as {
    id: string | null;
  };
  if (expected !== id) forgetReads(ledger, id);
  return remember(ledger, managers);
}

/**
 * For a read model that is made again: if nothing of the reports is left, as after a restore, it will have none of them. That is unknown
 * and not empty, so the ledger then says that the register was not read yet.
 */
export function forgetLostManagers(ledger: Store): void {
  const managers = managersIfAny(ledger);
  const known = ledger.sql<{ id: string | null }>('SELECT id FROM manager_store').get();
  if (managers === null && (known?.id ?? null) === null) return;
  if (managers?.sql('SELECT 1 FROM quarter LIMIT 1').get() !== undefined) return;
  ledger.transaction(() => {
    if (managers === null) forgetReads(ledger, null);
    ledger
      .sql(`UPDATE run SET outcome = 'stopped', reason = ? WHERE register = ? AND outcome = 'ok'`)
      .run(LOST, MANAGERS_REGISTER);
  });
}

function remember(ledger: Store, managers: Store): Store {
  opened.set(ledger, managers);
  ledger.closeWith(managers);
  return managers;
}

/** The ledger belongs to another file: what it says of data sets and filings that were read is not true of this one. */
function forgetReads(ledger: Store, id: string | null): void {
  ledger.transaction(() => {
    ledger.sql('DELETE FROM register_cursor WHERE register = ?').run(MANAGERS_REGISTER);
    ledger.sql('DELETE FROM document WHERE register = ?').run(MANAGERS_REGISTER);
    ledger.sql('DELETE FROM unread_document WHERE register = ?').run(MANAGERS_REGISTER);
    ledger.sql('DELETE FROM warning WHERE register = ?').run(MANAGERS_REGISTER);
    ledger.sql('DELETE FROM register_state WHERE register = ?').run(MANAGERS_REGISTER);
    ledger.sql('UPDATE manager_store SET id = ?').run(id);
  });
}

function openForWriting(file: string): Store {
  let db = new Database(file, { timeout: 10_000 });
  const version = db.pragma('user_version', { simple: true });
  if (version !== MANAGERS_VERSION && version !== 0) {
    db.close();
    removeSqliteDatabase(file);
    db = new Database(file, { timeout: 10_000 });
  }
  try {
    // Rows of ten kilobytes and more.
    db.pragma('page_size = 16384');
    db.pragma('journal_mode = WAL');
    // A power failure loses at most the last commits; the identity in the ledger shows if it lost more.
    db.pragma('synchronous = NORMAL');
    db.pragma('journal_size_limit = 67108864');
    db.pragma('wal_autocheckpoint = 4096');
    db.pragma('cache_size = -32768');
    if (db.pragma('user_version', { simple: true }) !== MANAGERS_VERSION)
      db.transaction(() => {
        db.exec(MANAGERS_SCHEMA);
        db.prepare('INSERT INTO identity (one, id) VALUES (1, ?)').run(randomUUID());
      }).immediate();
    return new Store(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function openReadOnly(file: string): Store {
  const db = new Database(file, { readonly: true, timeout: 10_000 });
  db.pragma('cache_size = -4096');
  // A publication reads for some time: what is derived meanwhile belongs to the next one.
  db.exec('BEGIN');
  return new Store(db);
}
