/** The numbered migrations: compares those of the package with those of the file, and applies the rest. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { packageRoot } from '../../package-root.js';
import { StoreError } from './store.js';

interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** A folder of migrations: of the registers' data, or of accounts and keys in a file or in PostgreSQL. */
export type MigrationSet = 'migrations' | 'migrations-accounts' | 'migrations-accounts-postgres';

/** In numerical order, starting at 1 without gaps. */
export function migrations(set: MigrationSet): Migration[] {
  const folder = join(packageRoot(), 'src/store', set);
  const files = readdirSync(folder).filter((file) => /^\d{3}-.*\.sql$/.test(file));
  return files.sort().map((name, index) => {
    const number = Number(name.slice(0, 3));
    if (number !== index + 1) throw new StoreError(`Migration ${index + 1} is missing in ${folder}.`);
    return { number, name, sql: readFileSync(join(folder, name), 'utf8') };
  });
}

/** Migrates the file to the newest version, each step in a separate transaction; it may have nothing to do. */
export function migrate(
  db: Database.Database,
  file: string,
  now: Date,
  set: MigrationSet = 'migrations',
): void {
  const available = migrations(set);
  if (schemaVersion(db) === null)
    db.transaction(() => {
      // Checked inside the transaction, as below: another process may be creating the same file.
      if (schemaVersion(db) !== null) return;
      rejectForeignDatabase(db, file);
      db.exec(
        'CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
      );
    }).immediate();
  const version = schemaVersion(db) ?? 0;
  rejectNewerVersion(version, available.length, file);
  // No lock if there is nothing to do: another process may be writing.
  if (version === available.length) return;
  for (const migration of available) {
    db.transaction(() => {
      // Checked inside the transaction: another process may have applied it meanwhile.
      if ((schemaVersion(db) ?? 0) >= migration.number) return;
      db.exec(migration.sql);
      db.prepare('INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?)').run(
        migration.number,
        migration.name,
        now.toISOString(),
      );
    }).immediate();
  }
}

/** @throws StoreError unless the file has exactly the version that this code reads. */
export function requireCurrentVersion(db: Database.Database, file: string): void {
  const newest = migrations('migrations').length;
  const version = schemaVersion(db);
  if (version === null) throw new StoreError(`${file} is not a store of disclosed.`);
  rejectNewerVersion(version, newest, file);
  if (version < newest)
    throw new StoreError(
      `${file} has version ${version} and this program reads version ${newest}. Run "disclosed ingest" once to bring it up to date.`,
    );
}

/** @throws StoreError in one line if `file` was written by a newer program */
export function rejectNewerVersion(version: number, newest: number, file: string): void {
  if (version > newest)
    throw new StoreError(
      `${file} has version ${version}, written by a newer disclosed; this program knows version ${newest}. Update disclosed.`,
    );
}

function rejectForeignDatabase(db: Database.Database, file: string): void {
  // One row: an aggregate.
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_master').get() as { tables: number };
  if (tables > 0)
    throw new StoreError(`${file} is a database of another program. Choose another data folder.`);
}

/** The number of the last migration; null for a file without migrations. */
export function schemaVersion(db: Database.Database): number | null {
  const table = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migration'").get();
  if (table === undefined) return null;
  // One row: an aggregate.
  const row = db.prepare('SELECT max(number) AS version FROM migration').get() as { version: number | null };
  return row.version ?? 0;
}
