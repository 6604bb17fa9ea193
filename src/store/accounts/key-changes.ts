/** Reads the hashes of all keys, and then only what has changed since. */

import type { SqlValue } from '../../database/database.js';

/** The next query for the database. Its rows are the answer. */
export type Inquiry = [sql: string, values: SqlValue[]];
/** A change of the keys: its number, and a random token that no other history of the keys has. */
interface KeyState {
  number: number;
  token: Buffer;
}
/** What holds the keys. */
export interface KeyHolder {
  set(hash: Buffer, id: number): void;
  /** Unknown ids are passed over. */
  remove(ids: ReadonlySet<number>): void;
}

/** Keys read at once. */
const PAGE = 5000;

export class KeyChanges<T extends KeyHolder> {
  private state: KeyState | null = null;

  /** `create` makes an empty holder; `held` is called with each one that has all keys. */
  constructor(
    private readonly create: () => T,
    private held: T = create(),
  ) {}

  get keys(): T {
    return this.held;
  }

  /** Whether the keys were read. */
  get isRead(): boolean {
    return this.state !== null;
  }

  /** One round, as questions that may be answered at once or later. @returns whether anything has changed */
  *follow(): Generator<Inquiry, boolean, unknown[][]> {
    if (this.state === null) return yield* this.readAll();
    const { number, token } = this.state;
    // The query below selects these columns.
    const rows = (yield [CHANGES, [number]]) as Array<[number, Buffer, number, Buffer | null]>;
    const [known, ...changes] = rows;
    // Another history: the database was restored, or lost its last changes when a standby took over.
    if (known === undefined || known[0] !== number || !known[1].equals(token)) return yield* this.readAll();
    const removed = new Set<number>();
    for (const [, , id, hash] of changes)
      if (hash === null) removed.add(id);
      else this.held.set(hash, id);
    if (removed.size > 0) this.held.remove(removed);
    const last = changes.at(-1);
    if (last !== undefined) this.state = { number: last[0], token: last[1] };
    return last !== undefined;
  }

  /** The changes that are made meanwhile are read again in the next round, without harm. */
  private *readAll(): Generator<Inquiry, boolean, unknown[][]> {
    const [head] = (yield [LAST_CHANGE, []]) as Array<[number, Buffer]>;
    const keys = this.create();
    let last = 0;
    for (;;) {
      // The query below selects these columns.
      const rows = (yield [KEYS, [last, PAGE]]) as Array<[number, Buffer]>;
      for (const [id, hash] of rows) keys.set(hash, id);
      last = rows.at(-1)?.[0] ?? last;
      if (rows.length < PAGE) break;
    }
    this.held = keys;
    this.state = head === undefined ? null : { number: head[0], token: head[1] };
    return true;
  }
}

const LAST_CHANGE = 'SELECT number, token FROM key_change ORDER BY number DESC LIMIT 1';
const CHANGES = `SELECT number, token, key_id, hash FROM key_change LEFT JOIN api_key ON api_key.id = key_id
  WHERE number >= ? ORDER BY number`;
const KEYS = 'SELECT id, hash FROM api_key WHERE id > ? ORDER BY id LIMIT ?';
