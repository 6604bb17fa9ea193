/**
 * Stored rows that cannot be read: a list leaves them out, and they are counted. An answer of which nothing can be read is
 * an error, and so are figures that follow from such a row.
 */

import { UnavailableError } from '../../tools/contract/errors.js';
import type { TableName } from './tables.js';

/** A question that meets more of them is not answered: then it is the store that cannot be read, and not a row. */
const QUESTION_MAX = 1_000;
/** The rows of a table that are remembered, so that each counts once. */
const KEYS_MAX = 10_000;
const RETRY_SECONDS = 60;

/** A fault of the store. */
export class ManyDamagedRowsError extends Error {
  constructor() {
    super(`More than ${QUESTION_MAX} stored rows are damaged.`);
  }
}

/** The rows of one table that were found unreadable. */
export interface UnreadableCount {
  table: TableName;
  rows: number;
  /** The key of the first one. */
  first: string;
}

/** The unreadable rows that the questions to one generation have met, each once. */
export class UnreadableRows {
  private readonly keys = new Map<TableName, Set<string>>();

  note(table: TableName, key: string): void {
    const known = this.keys.get(table) ?? new Set();
    this.keys.set(table, known);
    if (known.size < KEYS_MAX) known.add(key);
  }

  counts(): UnreadableCount[] {
    return [...this.keys].map(([table, keys]) => {
      const [first = ''] = keys;
      return { table, rows: keys.size, first };
    });
  }
}

/** How the stored rows of a table are read. */
export interface RowReader<R, T> {
  table: TableName;
  /** Names the row among those of its table. */
  keyOf(row: R): string;
  /** @throws SyntaxError if the row is damaged */
  read(row: R): T;
  /** How many rows of an answer it is, as `limit` counts them; 1 if left out. */
  rowsIn?(row: R): number;
}

/** The rows that could be read, and how many rows of an answer could not. */
export interface ReadableRows<T> {
  rows: T[];
  unreadable: number;
}

/** Where unreadable rows are counted. */
interface Noting {
  readonly unreadable: UnreadableRows;
}

/**
 * Reads stored rows.
 * @throws ApiError `not_ready` if there are rows and none can be read
 * @throws ManyDamagedRowsError if very many cannot be read
 */
export function readableRows<R, T>(
  noting: Noting,
  stored: readonly R[],
  reader: RowReader<R, T>,
): ReadableRows<T> {
  return requireSome(readUpTo(noting, stored, reader, Number.POSITIVE_INFINITY));
}

/**
 * Reads stored rows of which none may be missing, because the answer has no place to say so.
 * @throws ApiError `not_ready` if one cannot be read
 */
export function allReadable<R, T>(noting: Noting, stored: readonly R[], reader: RowReader<R, T>): T[] {
  const { rows, unreadable } = readUpTo(noting, stored, reader, Number.POSITIVE_INFINITY);
  if (unreadable > 0) throw unreadableRecord();
  return rows;
}

/** A stored row that a search found. `key` names it among those of its table. */
export interface StoredHit<T> {
  table: TableName;
  key: string;
  /** @throws SyntaxError if the row is damaged */
  read(): T;
}

/**
 * Reads what a search found. A hit that cannot be read is null at its place, because the hits of a search are continued by
 * their number.
 * @throws ApiError `not_ready` if there are hits and none can be read
 */
export function readableHits<T>(noting: Noting, found: ReadonlyArray<StoredHit<T>>): Array<T | null> {
  const hits = found.map((hit) => {
    const reader = { table: hit.table, keyOf: () => hit.key, read: () => hit.read() };
    return readUpTo(noting, [hit], reader, 1).rows[0] ?? null;
  });
  if (hits.length > 0 && hits.every((hit) => hit === null)) throw unreadableRecord();
  return hits;
}

/**
 * The first `limit` rows that can be read: as long as some cannot, `ask` is called for more, so that a page is full and its
 * last row is a place to continue from.
 * @throws the errors of `readableRows`
 */
export async function firstReadable<R, T>(
  noting: Noting,
  limit: number,
  ask: (limit: number) => Promise<readonly R[]>,
  reader: RowReader<R, T>,
): Promise<ReadableRows<T>> {
  for (let asked = limit; ; ) {
    const stored = await ask(asked);
    const found = readUpTo(noting, stored, reader, limit);
    if (found.given >= limit || stored.length < asked) return requireSome(found);
    asked = limit + 2 * found.unreadable;
  }
}

/**
 * Reads what stands for one record, or what figures follow from.
 * @throws ApiError `not_ready` if it cannot be read
 */
export function readableRecord<T>(
  { unreadable }: Noting,
  { table, key }: { table: TableName; key: string },
  read: () => T,
): T {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    unreadable.note(table, key);
    throw unreadableRecord();
  }
}

function unreadableRecord(): UnavailableError {
  return new UnavailableError(
    'The stored row of this answer cannot be read, so nothing is known from it. The operator can repair it: the log and /metrics name its table.',
    RETRY_SECONDS,
  );
}

function readUpTo<R, T>(
  { unreadable: noted }: Noting,
  stored: readonly R[],
  { table, keyOf, read, rowsIn }: RowReader<R, T>,
  limit: number,
): ReadableRows<T> & { given: number } {
  const rows: T[] = [];
  let given = 0;
  let unreadable = 0;
  for (const row of stored) {
    if (given >= limit) break;
    try {
      rows.push(read(row));
      given += rowsIn?.(row) ?? 1;
    } catch (error) {
      if (!isDamage(error)) throw error;
      noted.note(table, keyOf(row));
      unreadable += rowsIn?.(row) ?? 1;
      if (unreadable > QUESTION_MAX) throw new ManyDamagedRowsError();
    }
  }
  return { rows, unreadable, given };
}

function requireSome<T>(found: ReadableRows<T>): ReadableRows<T> {
  if (found.rows.length === 0 && found.unreadable > 0) throw unreadableRecord();
  return found;
}

/** By its name: the parser may belong to another realm. Packed bytes that end too early are a RangeError. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && (error.name === 'SyntaxError' || error.name === 'RangeError');
}
