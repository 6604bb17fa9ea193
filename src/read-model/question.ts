/** A generation as the questions see it. */

import type { SqlValue } from '../database/database.js';
import type { InsiderSearch } from './search.js';

/**
 * The questions append `current` to their conditions and `currentValues` to the values of those: PostgreSQL keeps the
 * rows of a few generations, a SQLite connection sees only one.
 */
export interface GenerationTables {
  readonly current: string;
  readonly currentValues: readonly SqlValue[];
  rows<R extends unknown[]>(sql: string, values: readonly SqlValue[]): Promise<R[]>;
  /** The result of `make`, computed once for the generation. */
  memoised<T>(name: string, make: () => Promise<T>): Promise<T>;
  readonly search: InsiderSearch;
}
