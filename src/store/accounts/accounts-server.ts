/** Accounts, passkeys, sessions and keys in PostgreSQL, for a service on several machines. */

import type { Connection, SqlValue } from '../../database/database.js';
import { maskedPostgresUrl } from '../../database/postgres-address.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresOptions,
  SCHEMA,
} from '../../database/postgres-database.js';
import { migrations, rejectNewerVersion } from '../database/migrate.js';
import type { AccountsDatabase } from './accounts-database.js';

/** Account pages and the changes of keys need few connections, and a visitor does not wait long. */
const OPTIONS = {
  connections: 4,
  waitMs: 2000,
  statementTimeoutMs: 5000,
  applicationName: 'disclosed accounts',
};
/** Held while migrations are applied. Any number that no other program uses. */
const MIGRATION_LOCK = 7_303_014_116;

/**
 * Connects to the primary of `url`, and brings the schema up to date. Several nodes may do so at once.
 * @throws StoreError if the schema is newer than this program
 * @throws DatabaseUnavailableError if there is no primary
 */
export async function openAccountsServer(
  url: string,
  options: PostgresOptions = {},
): Promise<AccountsDatabase> {
  const database = openPostgresDatabase(url, { ...OPTIONS, ...options });
  const place = maskedPostgresUrl(url);
  try {
    await migrateServer(database, options.schema ?? SCHEMA, place);
  } catch (error) {
    await database.close();
    throw error;
  }
  return new AccountsServer(database, place);
}

class AccountsServer implements AccountsDatabase {
  readonly engine = 'postgres';
  readonly local = null;

  constructor(
    private readonly database: PostgresDatabase,
    readonly place: string,
  ) {}

  rows<R extends unknown[]>(sql: string, values?: readonly SqlValue[]): Promise<R[]> {
    return this.database.rows(sql, values);
  }

  run(sql: string, values?: readonly SqlValue[]): Promise<number> {
    return this.database.run(sql, values);
  }

  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Room on the server's disk is its operator's concern. */
  evenOnFullDisk<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** No call waits for one of its locks longer than for another statement. */
  transactionAtOnce<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** The tables that may be lost are unlogged. */
  runUnsynced(sql: string, values: readonly SqlValue[]): Promise<number> {
    return this.database.run(sql, values);
  }

  /** PostgreSQL overwrites deleted rows when it vacuums. */
  async purgeDeleted(): Promise<void> {}
}

async function migrateServer(database: PostgresDatabase, schema: string, place: string): Promise<void> {
  const available = migrations('migrations-accounts-postgres');
  const version = await schemaVersion(database, schema);
  rejectNewerVersion(version, available.length, place);
  // No lock and no privileges are needed when there is nothing to do.
  if (version === available.length) return;
  await database.transaction(async (connection) => {
    await connection.rows('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    // Another node may have been faster.
    const found = await schemaVersion(connection, schema);
    rejectNewerVersion(found, available.length, place);
    const schemas = await connection.rows('SELECT 1 FROM pg_namespace WHERE nspname = ?', [schema]);
    if (schemas.length === 0) await connection.run(`CREATE SCHEMA "${schema}"`);
    if (found === 0)
      await connection.run(
        'CREATE TABLE IF NOT EXISTS account_migration (number integer PRIMARY KEY, name text NOT NULL, applied_at text NOT NULL)',
      );
    for (const { number, name, sql } of available.slice(found)) {
      await connection.script(sql);
      await connection.run('INSERT INTO account_migration (number, name, applied_at) VALUES (?, ?, ?)', [
        number,
        name,
        new Date().toISOString(),
      ]);
    }
  });
}

/** The number of the last migration; 0 for an empty database. */
async function schemaVersion(connection: Connection, schema: string): Promise<number> {
  const tables = await connection.rows(
    "SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = 'account_migration'",
    [schema],
  );
  if (tables.length === 0) return 0;
  const [row] = await connection.rows<[number | null]>('SELECT max(number) FROM account_migration');
  return row?.[0] ?? 0;
}
