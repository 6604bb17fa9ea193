/** What the read model and the accounts need of a database. SQLite and PostgreSQL run the same SQL text. */

export type SqlValue = string | number | Buffer | null;

export interface Connection {
  readonly engine: 'sqlite' | 'postgres';
  /** All rows as arrays, in the order of the columns. `?` stands for a value. Whole numbers of any size come as numbers. */
  rows<R extends unknown[]>(sql: string, values?: readonly SqlValue[]): Promise<R[]>;
  /** @returns how many rows changed */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
}

export interface Database extends Connection {
  /**
   * All of `work` or nothing. `work` uses only the connection that it is given. In one SQLite file, transactions and
   * other statements wait for each other.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
