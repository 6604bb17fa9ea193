/** Documents that a register named: which wait, which are settled, and the bytes of those nobody could read. */

import { deflateSync, inflateSync } from 'node:zlib';
import type { Wanted } from '../records/journal.js';
import type { Store } from './store.js';

/** How a document ended, or when to try it again. */
export type Settled =
  | { key: string; outcome: 'done' | 'gone' }
  | {
      key: string;
      outcome: 'unread';
      kind: string;
      url: string;
      facts?: Record<string, string>;
      reason: string;
      bytes: Buffer;
      readerVersion: number;
      /** When to ask the register for it again, as below; never where it is left out. */
      nextTryAt?: string | null;
    }
  /** `nextTryAt` is ISO 8601 UTC with milliseconds. */
  | { key: string; outcome: 'retry'; reason: string; nextTryAt: string | null };

/** A document that a reader could not read, in the shape in which a register hands it to its parser. */
export interface UnreadDocument {
  key: string;
  kind: string;
  url: string;
  facts?: Record<string, string>;
  /** When it was kept, ISO 8601 UTC. */
  retrievedAt: string;
  bytes: Buffer;
  reason: string;
  readerVersion: number;
}

const KEPT_WHOLE = 4 * 1024 * 1024;
const KEPT_OF_LARGER = 64 * 1024;
/** Form 4 documents have the accession number as their key, and may have come in a bulk file. */
const FORM4_REGISTER = 'sec-form4';

/** New keys wait. What waits already takes the higher priority and the newer facts; what is settled stays so. */
export function enqueue(store: Store, register: string, now: Date, wanted: Wanted[]): void {
  const insert =
    store.sql(`INSERT INTO document (register, "key", kind, url, facts, priority, state, attempts, changed_at)
    VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?)
    ON CONFLICT (register, "key") DO UPDATE SET facts = coalesce(excluded.facts, document.facts),
      priority = CASE WHEN excluded.priority > document.priority THEN excluded.priority ELSE document.priority END
    WHERE document.state = 'waiting'`);
  for (const one of wanted)
    insert.run(register, one.key, one.kind, one.url, facts(one.facts), one.priority ?? 0, now.toISOString());
}

export function settle(store: Store, register: string, now: Date, settled: Settled[]): void {
  const at = now.toISOString();
  for (const one of settled) {
    if (one.outcome === 'retry') {
      store
        .sql(
          `UPDATE document SET attempts = attempts + 1, next_try_at = ?,
             reason = CASE WHEN state = 'unread' THEN reason ELSE ? END, changed_at = ?
           WHERE register = ? AND "key" = ? AND state IN ('waiting', 'unread')`,
        )
        .run(one.nextTryAt, one.reason, at, register, one.key);
      continue;
    }
    // What the register no longer has, but gave once, keeps its bytes.
    if (one.outcome === 'gone' && letUnreadRest(store, register, at, one.key)) continue;
    const unread = one.outcome === 'unread' ? one : null;
    store
      .sql(
        `INSERT INTO document (register, "key", kind, url, facts, priority, state, attempts, reason, next_try_at, changed_at)
         VALUES (?, ?, ?, ?, ?, 0, ?, 1, ?, ?, ?)
         ON CONFLICT (register, "key") DO UPDATE SET state = excluded.state, reason = excluded.reason,
           kind = CASE WHEN excluded.kind = '' THEN document.kind ELSE excluded.kind END,
           url = CASE WHEN excluded.url = '' THEN document.url ELSE excluded.url END,
           facts = coalesce(excluded.facts, document.facts), attempts = document.attempts + 1, next_try_at = excluded.next_try_at, changed_at = excluded.changed_at`,
      )
      .run(
        register,
        one.key,
        unread?.kind ?? '',
        unread?.url ?? '',
        facts(unread?.facts),
        one.outcome,
        unread?.reason ?? null,
        unread?.nextTryAt ?? null,
        at,
      );
    store.sql('DELETE FROM unread_document WHERE register = ? AND "key" = ?').run(register, one.key);
    if (unread !== null) keepBytes(store, register, unread);
  }
}

/** False when the document is not one that nobody could read. */
function letUnreadRest(store: Store, register: string, at: string, key: string): boolean {
  const rest = store.sql(
    `UPDATE document SET attempts = attempts + 1, next_try_at = NULL, changed_at = ?
     WHERE register = ? AND "key" = ? AND state = 'unread'`,
  );
  return rest.run(at, register, key).changes > 0;
}

const facts = (known: Record<string, string> | undefined) =>
  known === undefined ? null : JSON.stringify(known);

function keepBytes(
  store: Store,
  register: string,
  { key, readerVersion, bytes }: Extract<Settled, { outcome: 'unread' }>,
): void {
  const complete = bytes.length <= KEPT_WHOLE;
  const kept = complete ? bytes : bytes.subarray(0, KEPT_OF_LARGER);
  store
    .sql(
      `INSERT INTO unread_document (register, "key", reader_version, size, is_complete, bytes)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(register, key, readerVersion, bytes.length, complete ? 1 : 0, deflateSync(kept));
}

/**
 * The next documents to fetch: highest priority first, then the greatest key (the newest accession number); after
 * them those that came once and could not be read, since what came may not have been the document.
 * Those that asked to be tried later are left out until `now` has reached that moment.
 */
export function nextWanted(
  store: Store,
  register: string,
  limit: number,
  now: Date,
): Array<Wanted & { attempts: number }> {
  const waiting = store
    .sql<DocumentRow>(
      `SELECT "key", kind, url, facts, priority, attempts FROM document
       WHERE register = ? AND state = 'waiting' AND (next_try_at IS NULL OR next_try_at <= ?)
       ORDER BY priority DESC, "key" DESC LIMIT ?`,
    )
    .all(register, now.toISOString(), limit);
  const room = limit - waiting.length;
  // Few are unread, and their bytes have a table of their own: it leads the search.
  const unread =
    room === 0
      ? []
      : store
          .sql<DocumentRow>(
            `SELECT d."key", d.kind, d.url, d.facts, d.priority, d.attempts
             FROM unread_document u CROSS JOIN document d ON d.register = u.register AND d."key" = u."key"
             WHERE u.register = ? AND d.state = 'unread' AND d.next_try_at <= ?
             ORDER BY d."key" DESC LIMIT ?`,
          )
          .all(register, now.toISOString(), room);
  return [...waiting, ...unread].map(({ facts, ...row }) =>
    facts === null ? row : { ...row, facts: JSON.parse(facts) },
  );
}

/** Whether these are the bytes that this reader could not read before. */
export function isKeptUnread(
  store: Store,
  register: string,
  document: { key: string; bytes: Buffer; readerVersion: number },
): boolean {
  const row = store
    .sql<{ bytes: Buffer }>(
      `SELECT bytes FROM unread_document
       WHERE register = ? AND "key" = ? AND reader_version = ? AND size = ? AND is_complete = 1`,
    )
    .get(register, document.key, document.readerVersion, document.bytes.length);
  return row !== undefined && inflateSync(row.bytes).equals(document.bytes);
}

interface DocumentRow {
  key: string;
  kind: string;
  url: string;
  facts: string | null;
  priority: number;
  attempts: number;
}

/**
 * Which of `keys` need not be asked for: queued or settled before. A Form 4 counts as well when a bulk file
 * brought the document itself, but not when only the rounded data set is there.
 */
export function known(store: Store, register: string, keys: string[]): Set<string> {
  const listed = store.sql('SELECT 1 FROM document WHERE register = ? AND "key" = ?');
  const filed = store.sql(`SELECT 1 FROM form4_filing WHERE accession = ? AND "precision" = 'xml'`);
  return new Set(
    keys.filter(
      (key) =>
        listed.get(register, key) !== undefined ||
        (register === FORM4_REGISTER && filed.get(key) !== undefined),
    ),
  );
}

/** What the register's fetch left behind under this name, or null. */
export function cursor(store: Store, register: string, name: string): string | null {
  const row = store
    .sql<{ value: string }>('SELECT value FROM register_cursor WHERE register = ? AND name = ?')
    .get(register, name);
  return row?.value ?? null;
}

export function writeCursors(store: Store, register: string, cursors: Record<string, string>): void {
  const upsert = store.sql(
    `INSERT INTO register_cursor (register, name, value) VALUES (?, ?, ?)
     ON CONFLICT (register, name) DO UPDATE SET value = excluded.value`,
  );
  for (const [name, value] of Object.entries(cursors)) upsert.run(register, name, value);
}

/**
 * Documents that a reader older than `readerVersion` could not read wait again. Their bytes stay until they
 * are settled, so `unreadDocuments` still offers those that are whole. Gives how many.
 */
export function requeueUnread(store: Store, register: string, readerVersion: number): number {
  return store
    .sql(
      `UPDATE document SET state = 'waiting', attempts = 0, next_try_at = NULL
       WHERE register = ? AND state = 'unread' AND "key" IN
         (SELECT "key" FROM unread_document WHERE register = ? AND reader_version < ?)`,
    )
    .run(register, register, readerVersion).changes;
}

/**
 * What readers older than `readerVersion` could not read, one at a time; the store may be written meanwhile.
 * Documents that were too large to keep whole are left out: `requeueUnread` has them fetched again.
 */
export function* unreadDocuments(
  store: Store,
  register: string,
  readerVersion: number,
): Generator<UnreadDocument> {
  const next = store.sql<UnreadRow>(
    `SELECT u."key", d.kind, d.url, d.facts, d.reason, d.changed_at, u.reader_version, u.bytes
     FROM unread_document u JOIN document d ON d.register = u.register AND d."key" = u."key"
     WHERE u.register = ? AND u.reader_version < ? AND u.is_complete = 1 AND u."key" > ? ORDER BY u."key" LIMIT 1`,
  );
  let after = '';
  for (;;) {
    const row = next.get(register, readerVersion, after);
    if (row === undefined) return;
    after = row.key;
    yield {
      key: row.key,
      kind: row.kind,
      url: row.url,
      ...(row.facts === null ? {} : { facts: JSON.parse(row.facts) }),
      retrievedAt: row.changed_at,
      bytes: inflateSync(row.bytes),
      reason: row.reason ?? '',
      readerVersion: row.reader_version,
    };
  }
}

interface UnreadRow {
  key: string;
  kind: string;
  url: string;
  facts: string | null;
  reason: string | null;
  changed_at: string;
  reader_version: number;
  bytes: Buffer;
}

export type QueueCounts = Record<'waiting' | 'done' | 'unread' | 'gone', number>;

/** How many documents stand in which state, by register. */
export function queueCounts(store: Store): Record<string, QueueCounts> {
  const counts: Record<string, QueueCounts> = {};
  const rows = store.sql<{ register: string; state: keyof QueueCounts; documents: number }>(
    'SELECT register, state, count(*) AS documents FROM document GROUP BY register, state',
  );
  for (const row of rows.all()) {
    counts[row.register] ??= { waiting: 0, done: 0, unread: 0, gone: 0 };
    (counts[row.register] as QueueCounts)[row.state] = row.documents;
  }
  return counts;
}
