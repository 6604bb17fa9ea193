/** A generation as the questions see it. */

import type { SqlValue } from '../database/database.js';
import type { Memoised } from './memoised.js';
import type { InsiderSearch } from './search.js';
import type { TableName } from './tables.js';
import type { UnreadableRows } from './unreadable-rows.js';

/**
 * The questions append `current` to their conditions and `currentValues` to the values of those: PostgreSQL keeps the
 * rows of a few generations, a SQLite connection sees only one.
 */
export interface GenerationTables {
  readonly current: string;
  readonly currentValues: readonly SqlValue[];
  rows<R extends unknown[]>(sql: string, values: readonly SqlValue[]): Promise<R[]>;
  /** Whether this is an earlier generation: it has too few questions for keeping parts of its tables in memory. */
  readonly isPast: boolean;
  /** The result of `make`, computed once for the generation. */
  readonly memoised: Memoised;
  /** The rows that could not be read. */
  readonly unreadable: UnreadableRows;
  /** For an earlier generation: the newest one, if it is open. It may have parts of its tables in memory. */
  readonly newest?: () => NewestTables | null;
  readonly search: InsiderSearch;
  readonly history: GenerationHistory;
}

/** A `?` for each value, as `IN` takes them. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** The newest generation as an earlier one uses it. */
export interface NewestTables {
  number: number;
  tables: GenerationTables;
  /** The table of the rows that were there before it and are not in it, with `valid_from` and `valid_to`. */
  ended(table: TableName): string;
}

/** What can be read of how a generation came about. */
export interface GenerationHistory {
  /** The number of the generation: later ones are unknown to it. */
  readonly last: number;
  /** All rows of a table that are or were, for a FROM, with `valid_from` and `valid_to`. */
  versionsOf(table: TableName): string;
  /** The generations that can be replayed, for a FROM: `number`, `serve_from`, `is_filling`. */
  readonly generations: string;
}
