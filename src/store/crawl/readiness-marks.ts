/**
 * Whether a register can serve answers. Three marks of ingestion are stored among its cursors, with a leading point
 * in their names, which no cursor of a register has: when its lists were read, that rows were derived since, and that
 * all of it was read.
 */

import type { Store } from '../database/store.js';
import { readCursor } from './queue.js';

/** Registers that only support others: alone they answer no request. */
export const SUPPORTING_REGISTERS: ReadonlySet<string> = new Set(['sec-companies', 'congress-members']);

const LISTED_AT_CURSOR = '.listed-at';
const SHOWN_CURSOR = '.shown';
const WHOLE_CURSOR = '.whole';

export interface ReadinessMarks {
  /** When its lists were last read successfully, ISO 8601 UTC; null before the first time. */
  listedAt: string | null;
  /** Whether rows were derived since the lists were first read. */
  isShown: boolean;
  /** Whether it was read completely at least once, and everything was derived since. */
  isWhole: boolean;
}

export function readinessMarks(store: Store, register: string): ReadinessMarks {
  return {
    listedAt: readCursor(store, register, LISTED_AT_CURSOR),
    isShown: readCursor(store, register, SHOWN_CURSOR) !== null,
    isWhole: readCursor(store, register, WHOLE_CURSOR) !== null,
  };
}

/**
 * Records that the lists were read at `at`. A part of them (`isAll` false) counts only before the first complete
 * read: it is the basis of the rows of an initial import.
 */
export function markListed(store: Store, register: string, at: Date, isAll: boolean): void {
  const update = isAll ? 'DO UPDATE SET value = excluded.value' : 'DO NOTHING';
  store
    .sql(
      `INSERT INTO register_cursor (register, name, value) VALUES (?, ?, ?) ON CONFLICT (register, name) ${update}`,
    )
    .run(register, LISTED_AT_CURSOR, at.toISOString());
}

/**
 * Called when all pending rows were derived: the listed or imported documents can be served. `withDigests` says that
 * digests and portfolios were derived too: a register whose read succeeded is complete then.
 */
export function markShown(store: Store, withDigests: boolean): void {
  store.transaction(() => {
    store
      .sql(
        `INSERT INTO register_cursor (register, name, value)
         SELECT register, ?, '' FROM register_cursor WHERE name = ?
         UNION SELECT register, ?, '' FROM register_state WHERE stored_rows > 0
         ON CONFLICT (register, name) DO NOTHING`,
      )
      .run(SHOWN_CURSOR, LISTED_AT_CURSOR, SHOWN_CURSOR);
    if (!withDigests) return;
    store
      .sql(
        `INSERT INTO register_cursor (register, name, value)
         SELECT c.register, ?, '' FROM register_cursor c
         WHERE c.name = ? AND EXISTS (SELECT 1 FROM run r WHERE r.register = c.register AND r.outcome = 'ok')
         ON CONFLICT (register, name) DO NOTHING`,
      )
      .run(WHOLE_CURSOR, LISTED_AT_CURSOR);
  });
}
