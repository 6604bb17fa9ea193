/** What the accounts need of their database beyond SQL, on SQLite and on PostgreSQL. */

import type { Connection, Database, SqlValue } from '../../database/database.js';

export type { Connection } from '../../database/database.js';

export interface AccountsDatabase extends Database {
  /** The file, or the servers without the password: for messages. */
  readonly place: string;
  /** The same data without waiting; null if it is in another process. */
  readonly local: LocalReads | null;
  /** Runs `work`, which revokes something, even on a full disk; all or nothing each time. */
  evenOnFullDisk<T>(work: () => Promise<T>): Promise<T>;
  /** Like `transaction`, but fails instead of waiting for another process. */
  transactionAtOnce<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Like `run`, for what a power failure may undo. */
  runUnsynced(sql: string, values: readonly SqlValue[]): Promise<number>;
  /** Removes deleted data from the write-ahead log, as far as the program can. */
  purgeDeleted(): Promise<void>;
}

export interface LocalReads {
  /** A number that changes when another connection has committed since the last call. */
  version(): number;
  rows<R extends unknown[]>(sql: string, values: readonly SqlValue[]): R[];
}

/**
 * Until the transaction ends, no other one changes what belongs to this account: what is counted in it stays so. False
 * if there is no such account.
 */
export async function lockAccount(connection: Connection, id: string): Promise<boolean> {
  // A transaction of SQLite holds the whole file.
  const lock = connection.engine === 'postgres' ? 'FOR NO KEY UPDATE' : '';
  return (await connection.rows(`SELECT 1 FROM account WHERE id = ? ${lock}`, [id])).length > 0;
}
