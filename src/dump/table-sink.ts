/** Where the rows of public tables go: one implementation for each format of a dump. */

import type { PublicValue } from './public-columns.js';
import type { PublicTable } from './public-tables.js';

/** What a format needs to know of a table. */
export type WrittenTable = Pick<PublicTable, 'name' | 'columns' | 'indexes'>;

/** Tables come one after another, and the rows of each in pieces. */
export interface TableSink {
  begin(table: WrittenTable): Promise<void>;
  write(rows: readonly PublicValue[][]): Promise<void>;
  /** The table that was begun is complete. */
  end(): Promise<void>;
  /** All tables are complete. */
  close(): Promise<void>;
}
