/**
 * The indexes of a table that gets very many rows in one publication are dropped, and made again after the last of them.
 * Rows that are added one by one at random places leave a third of each page of an index empty.
 */

import type { SqliteDatabase } from '../../database/sqlite-database.js';
import { TABLES, type TableName } from '../tables.js';
import { lateIndexStatements } from './schema.js';

/** Fewer rows are added one by one in a second. */
const MANY_ROWS = 20_000;
/** The part of a table that is worth making its indexes again: from sorted rows it is several times faster. */
const LARGE_PART = 1 / 4;

/** For one publication. */
export class LateIndexes {
  private readonly added = new Map<TableName, number>();
  private readonly late = new Set<TableName>();

  constructor(private readonly database: SqliteDatabase) {}

  /** After `added` rows were written to a table that has `rows` with them. */
  note(table: TableName, added: number, rows: number): void {
    const all = (this.added.get(table) ?? 0) + added;
    this.added.set(table, all);
    if (all < MANY_ROWS || all < rows * LARGE_PART || this.late.has(table)) return;
    const { key, scope } = TABLES[table];
    // Otherwise the writer finds the rows of a scope by one of these indexes.
    if (scope.some((column, at) => key[at] !== column)) return;
    this.database.db.exec(lateIndexStatements(table).drop);
    this.late.add(table);
  }

  /** After all rows. */
  make(): void {
    for (const table of this.late) this.database.db.exec(lateIndexStatements(table).make);
  }
}
