/** The open file: its statements, prepared once, and its errors. Opaque outside this folder. */

import type Database from 'better-sqlite3';

/** The file is missing, has another version, or would break one of the store's guarantees. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** Another process holds the folder. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError';
}

export class Store {
  readonly db: Database.Database;
  private readonly statements = new Map<string, Database.Statement<unknown[], unknown>>();
  private readonly rawStatements = new Map<string, Database.Statement<unknown[], unknown>>();

  /** Databases beside this one. */
  private readonly beside: Store[] = [];

  constructor(db: Database.Database) {
    this.db = db;
  }

  /** Closes `other` with this store. */
  closeWith(other: Store): void {
    this.beside.push(other);
  }

  /** The statement with this text, prepared at first use. `R` is the type of its rows. */
  sql<R = never>(text: string): Database.Statement<unknown[], R> {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.db.prepare<unknown[], unknown>(text);
      this.statements.set(text, statement);
    }
    // The caller states the type of the rows; SQLite cannot report it.
    return statement as Database.Statement<unknown[], R>;
  }

  /**
   * The same with rows as arrays, in the order of the columns: for results with many rows, where names are costly.
   */
  rows<R extends unknown[]>(text: string): Database.Statement<unknown[], R> {
    let statement = this.rawStatements.get(text);
    if (statement === undefined) {
      statement = this.db.prepare<unknown[], unknown>(text).raw(true);
      this.rawStatements.set(text, statement);
    }
    // The caller states the type of the rows; SQLite cannot report it.
    return statement as Database.Statement<unknown[], R>;
  }

  /** All of `work` or nothing. Takes the write lock at once, so that it never has to be acquired half-way. */
  transaction<T>(work: () => T): T {
    return this.db.transaction(work).immediate();
  }

  close(): void {
    for (const other of this.beside) other.close();
    this.statements.clear();
    this.rawStatements.clear();
    this.db.close();
  }
}

/** The code of an SQLite error, such as SQLITE_BUSY; '' for any other error. */
export function sqliteCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code).startsWith('SQLITE_') ? String(error.code) : '';
}

/** Whether the file could not be read or written: a full disk, a missing permission, a damaged file. */
export function isStorageError(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM|AUTH)/.test(sqliteCode(error));
}

/** Whether the file is not a complete database: recreating it helps, waiting does not. */
export function isCorruptDatabase(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(sqliteCode(error));
}

/** Whether the stored row already equals `row`. */
export function isUnchanged<R extends object>(stored: R | undefined, row: R): boolean {
  if (stored === undefined) return false;
  // `Object.keys` loses the type of the keys.
  return (Object.keys(row) as Array<keyof R>).every((column) => stored[column] === row[column]);
}

/** SQLite has no booleans. */
export function toInt(value: boolean): 0 | 1;
export function toInt(value: boolean | null): 0 | 1 | null;
export function toInt(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0;
}

/** The effect of a record on the store. */
export interface WriteEffect {
  changed: boolean;
  /** Change in the number of public rows. */
  rows: number;
}
