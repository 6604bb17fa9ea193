/** How many documents of the registers are read. */

import { readGeneration } from '../database/open.js';
import type { Store } from '../database/store.js';

interface SourceProgress {
  /** Fetched documents, including those that could not be read; null if the register listed none. */
  documents: number | null;
  waiting: number;
}

/**
 * The number of fetched documents for each register that lists documents; lists have no kind, and are not counted. It
 * scans every document, so it runs once for each version of the data.
 */
function fetchedDocuments(store: Store): Map<string, number> {
  const rows = store
    .rows<[register: string, documents: number]>(
      `SELECT register, sum(state IN ('done', 'unread')) FROM document WHERE kind <> '' GROUP BY register`,
    )
    .all();
  return new Map(rows);
}

const fetchedCache = new WeakMap<Store, { generation: number; counts: Map<string, number> }>();

/**
 * Progress of several registers together. An initial import completes documents every second, so fetched documents
 * are counted once for each version of the data that is shown; queued documents have an index.
 */
export function progressOf(store: Store, registers: readonly string[]): SourceProgress {
  const generation = readGeneration(store)?.generation ?? -1;
  let known = fetchedCache.get(store);
  if (known === undefined || known.generation !== generation || generation === -1 || !store.db.readonly) {
    known = { generation, counts: fetchedDocuments(store) };
    fetchedCache.set(store, known);
  }
  const { counts } = known;
  const named = registers.filter((register) => counts.has(register));
  return {
    documents: named.length === 0 ? null : named.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0),
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
