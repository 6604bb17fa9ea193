/** A SQLite file as a `Database`: statements are prepared once while they are used, and transactions wait for each other. */

import type Sqlite from 'better-sqlite3';
import type { Connection, Database, SqlValue } from './database.js';

/** Questions with lists of different lengths are different statements, and each takes tens of kilobytes. */
export const STATEMENTS_MAX = 500;

export class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  /** The one that was used last is the last. */
  private readonly statements = new Map<string, Sqlite.Statement<unknown[], unknown>>();
  /** Ends when the open transaction does; null while there is none. */
  protected transacting: Promise<unknown> | null = null;
  private readonly inside: Connection;

  /** `connection` is closed with this database. */
  constructor(private connection: Sqlite.Database) {
    this.inside = {
      engine: 'sqlite',
      rows: async <R extends unknown[]>(sql: string, values: readonly SqlValue[] = []) =>
        this.rowsNow<R>(sql, values),
      run: async (sql, values = []) => this.runNow(sql, values),
    };
  }

  get db(): Sqlite.Database {
    return this.connection;
  }

  /** Continues with `connection`, which sees the same rows. The one before it is closed. */
  reconnect(connection: Sqlite.Database): void {
    // First: it fails while rows are read one by one.
    this.connection.close();
    this.connection = connection;
    this.statements.clear();
  }

  async rows<R extends unknown[]>(sql: string, values: readonly SqlValue[] = []): Promise<R[]> {
    while (this.transacting !== null) await this.transacting;
    return this.rowsNow<R>(sql, values);
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    while (this.transacting !== null) await this.transacting;
    return this.runNow(sql, values);
  }

  /** The same as `rows`, at once; for code that belongs to SQLite alone. */
  rowsNow<R extends unknown[]>(sql: string, values: readonly SqlValue[] = []): R[] {
    // The caller states the type of the rows; SQLite cannot report it.
    return this.prepared(sql).all(...values) as R[];
  }

  /** The same as `rowsNow`, row by row: the caller may stop early. */
  iterate<R extends unknown[]>(sql: string, values: readonly SqlValue[] = []): IterableIterator<R> {
    // The caller states the type of the rows; SQLite cannot report it.
    return this.prepared(sql).iterate(...values) as IterableIterator<R>;
  }

  /** The same as `run`, at once; for code that belongs to SQLite alone. */
  runNow(sql: string, values: readonly SqlValue[] = []): number {
    return this.prepared(sql).run(...values).changes;
  }

  async transaction<T>(
    work: (connection: Connection) => Promise<T>,
    // The write lock at once, so that it never has to be acquired half-way.
    begin: () => void = () => this.db.exec('BEGIN IMMEDIATE'),
  ): Promise<T> {
    while (this.transacting !== null) await this.transacting;
    const result = this.transact(work, begin);
    // Those who wait only need to know that it is over.
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    this.transacting = over;
    try {
      return await result;
    } finally {
      if (this.transacting === over) this.transacting = null;
    }
  }

  async close(): Promise<void> {
    this.statements.clear();
    this.db.close();
  }

  private async transact<T>(work: (connection: Connection) => Promise<T>, begin: () => void): Promise<T> {
    begin();
    try {
      const result = await work(this.inside);
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk ends the transaction on its own.
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  private prepared(sql: string): Sqlite.Statement<unknown[], unknown> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare<unknown[], unknown>(sql);
      if (statement.reader) statement.raw(true);
      const [oldest] = this.statements.keys();
      if (this.statements.size >= STATEMENTS_MAX && oldest !== undefined) this.statements.delete(oldest);
    } else this.statements.delete(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
