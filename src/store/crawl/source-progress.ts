/** How many documents of the registers are read. */

import type { Store } from '../database/store.js';

interface SourceProgress {
  /** Fetched documents, including those that could not be read; null if the register listed none. */
  documents: number | null;
  waiting: number;
}

/**
 * The number of fetched documents for each register that lists documents; lists have no kind, and are not counted. It
 * scans every document.
 */
export function fetchedDocuments(store: Store): ReadonlyMap<string, number> {
  const rows = store
    .rows<[register: string, documents: number]>(
      `SELECT register, sum(state IN ('done', 'unread')) FROM document WHERE kind <> '' GROUP BY register`,
    )
    .all();
  return new Map(rows);
}

/** Progress of several registers together; queued documents have an index. */
export function progressOf(
  store: Store,
  registers: readonly string[],
  fetched: ReadonlyMap<string, number>,
): SourceProgress {
  const named = registers.filter((register) => fetched.has(register));
  return {
    documents: named.length === 0 ? null : named.reduce((sum, one) => sum + (fetched.get(one) ?? 0), 0),
    waiting: registers.reduce((sum, register) => sum + countWaitingDocuments(store, register), 0),
  };
}

function countWaitingDocuments(store: Store, register: string): number {
  // One row: an aggregate.
  const [count] = store
    .rows<[count: number]>(`SELECT count(*) FROM document WHERE register = ? AND state = 'waiting'`)
    .get(register) as [number];
  return count;
}
