/** The documents that a register listed: which are queued, and which are completed. */

import type { QueuedDocument } from '../../records/crawl.js';
import type { Store } from '../database/store.js';
import { knownManagerFilings } from '../managers/filings.js';
import { MANAGERS_REGISTER } from '../managers/managers-database.js';
import { RETRY_WITH_METADATA, storeUnreadBytes } from './unread-documents.js';

/** The result for a document, or when to try it again. */
export type DocumentOutcome =
  /** `kind` of a document that no list named, such as one that was saved by hand; a list has no kind. */
  | { key: string; outcome: 'done'; kind?: string }
  | { key: string; outcome: 'gone' }
  | {
      key: string;
      outcome: 'unread';
      kind: string;
      url: string;
      metadata?: Record<string, string>;
      reason: string;
      bytes: Buffer;
      readerVersion: number;
      /** When to request it from the register again, as below; never if it is left out. */
      nextTryAt?: string | null;
    }
  | {
      key: string;
      outcome: 'retry';
      /** `failed`: it could not be fetched. `denied`: the register says that it has none. `unread`: it could not be parsed. */
      failure: Failure;
      reason: string;
      /** ISO 8601 UTC with milliseconds. */
      nextTryAt: string | null;
    };

type Failure = 'failed' | 'denied' | 'unread';

/** The reason of a document that waits begins with this if its last failure was of the kind. */
const REASON_PREFIX = { failed: '', denied: 'denied: ', unread: 'not parsed: ' } as const;

/** Form 4 documents have the accession number as their key, and may have come in a bulk file. */
const FORM4_REGISTER = 'sec-form4';

/**
 * Queues new keys. A queued document gets the higher priority and the newer metadata; a completed one does not
 * change. A document that was saved by hand and could not be read without a list is queued again when a list names
 * it.
 */
export function enqueue(store: Store, register: string, now: Date, documents: QueuedDocument[]): void {
  const insert =
    store.sql(`INSERT INTO document (register, "key", kind, url, metadata, priority, state, attempts, changed_at)
    VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?)
    ON CONFLICT (register, "key") DO UPDATE SET metadata = coalesce(excluded.metadata, document.metadata),
      priority = CASE WHEN excluded.priority > document.priority THEN excluded.priority ELSE document.priority END
    WHERE document.state = 'waiting'`);
  const addMetadata = store.sql(
    `UPDATE document SET metadata = ? WHERE register = ? AND "key" = ? AND kind = ? AND state = 'unread' AND metadata IS NULL`,
  );
  const retryUnread = store.sql(
    'UPDATE unread_document SET reader_version = ? WHERE register = ? AND "key" = ?',
  );
  for (const one of documents) {
    const metadata = serialiseMetadata(one.metadata);
    insert.run(register, one.key, one.kind, one.url, metadata, one.priority ?? 0, now.toISOString());
    if (metadata !== null && addMetadata.run(metadata, register, one.key, one.kind).changes > 0)
      retryUnread.run(RETRY_WITH_METADATA, register, one.key);
  }
}

/** What the store knows about a document before it is read; null if no list named it. */
export function findDocument(
  store: Store,
  register: string,
  key: string,
): { kind: string; metadata: Record<string, string> | null; isCompleted: boolean } | null {
  const row = store
    .sql<{ kind: string; metadata: string | null; state: string }>(
      'SELECT kind, metadata, state FROM document WHERE register = ? AND "key" = ?',
    )
    .get(register, key);
  if (row === undefined) return null;
  return {
    kind: row.kind,
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    isCompleted: row.state === 'done' || row.state === 'unread',
  };
}

export function completeDocuments(
  store: Store,
  register: string,
  now: Date,
  outcomes: DocumentOutcome[],
): void {
  const at = now.toISOString();
  for (const one of outcomes) {
    if (one.outcome === 'retry') {
      retryDocument(store, register, at, one);
      continue;
    }
    // A document that the register removed after it was fetched keeps its bytes.
    if (one.outcome === 'gone' && stopRetryingUnread(store, register, at, one.key)) continue;
    const unread = one.outcome === 'unread' ? one : null;
    store
      .sql(
        `INSERT INTO document (register, "key", kind, url, metadata, priority, state, attempts, reason, next_try_at, changed_at)
         VALUES (?, ?, ?, ?, ?, 0, ?, 1, ?, ?, ?)
         ON CONFLICT (register, "key") DO UPDATE SET state = excluded.state, reason = excluded.reason,
           kind = CASE WHEN excluded.kind = '' THEN document.kind ELSE excluded.kind END,
           url = CASE WHEN excluded.url = '' THEN document.url ELSE excluded.url END,
           metadata = coalesce(excluded.metadata, document.metadata),
           attempts = CASE WHEN excluded.state <> 'unread' OR ${lastFailureSql('document')} = 'unread' THEN document.attempts + 1 ELSE 1 END,
           next_try_at = excluded.next_try_at, changed_at = excluded.changed_at`,
      )
      .run(
        register,
        one.key,
        one.outcome === 'gone' ? '' : (one.kind ?? ''),
        unread?.url ?? '',
        serialiseMetadata(unread?.metadata),
        one.outcome,
        unread?.reason ?? null,
        unread?.nextTryAt ?? null,
        at,
      );
    store.sql('DELETE FROM unread_document WHERE register = ? AND "key" = ?').run(register, one.key);
    if (unread !== null) storeUnreadBytes(store, register, unread);
  }
}

/**
 * Counts failures of one kind in a row: a register that was down for days must not use up the tries of a document that
 * it denies, or answers with a maintenance page, when it is back.
 */
function retryDocument(
  store: Store,
  register: string,
  at: string,
  { key, failure, reason, nextTryAt }: DocumentOutcome & { outcome: 'retry' },
): void {
  store
    .sql(
      `UPDATE document SET next_try_at = ?, changed_at = ?,
         attempts = CASE WHEN state = 'unread' AND ? = 'failed' THEN attempts
           WHEN state = 'unread' OR ${lastFailureSql('document')} = ? THEN attempts + 1 ELSE 1 END,
         reason = CASE WHEN state = 'unread' THEN reason ELSE ? END
       WHERE register = ? AND "key" = ? AND state IN ('waiting', 'unread')`,
    )
    .run(nextTryAt, at, failure, failure, REASON_PREFIX[failure] + reason, register, key);
}

/** The kind of the last failure of a document that is in the queue. */
function lastFailureSql(table: string): string {
  return `CASE WHEN ${table}.state = 'unread' OR ${table}.reason LIKE '${REASON_PREFIX.unread}%' THEN 'unread'
    WHEN ${table}.reason LIKE '${REASON_PREFIX.denied}%' THEN 'denied' ELSE 'failed' END`;
}

/** False for an unreadable document. */
function stopRetryingUnread(store: Store, register: string, at: string, key: string): boolean {
  const rest = store.sql(
    `UPDATE document SET attempts = attempts + 1, next_try_at = NULL, changed_at = ?
     WHERE register = ? AND "key" = ? AND state = 'unread'`,
  );
  return rest.run(at, register, key).changes > 0;
}

const serialiseMetadata = (metadata: Record<string, string> | undefined) =>
  metadata === undefined ? null : JSON.stringify(metadata);

/** A document to be fetched. `attempts` is the number of failures in a row of the same kind, `failure`. */
export type QueueEntry = QueuedDocument & { attempts: number; failure?: Failure };

/**
 * The next documents to fetch: highest priority first, then the greatest key (the newest accession number); after
 * them those that were fetched but could not be read, since the response may not have been the document. Documents
 * with a later retry time are left out until `now` has reached it.
 */
export function dequeue(store: Store, register: string, limit: number, now: Date): QueueEntry[] {
  const waiting = store
    .sql<DocumentRow>(
      `SELECT "key", kind, url, metadata, priority, attempts, ${lastFailureSql('document')} AS failure FROM document
       WHERE register = ? AND state = 'waiting' AND (next_try_at IS NULL OR next_try_at <= ?)
       ORDER BY priority DESC, "key" DESC LIMIT ?`,
    )
    .all(register, now.toISOString(), limit);
  const room = limit - waiting.length;
  // Few documents are unread, and their bytes are in a separate table: the query starts there.
  const unread =
    room === 0
      ? []
      : store
          .sql<DocumentRow>(
            `SELECT d."key", d.kind, d.url, d.metadata, d.priority, d.attempts, 'unread' AS failure
             FROM unread_document u CROSS JOIN document d ON d.register = u.register AND d."key" = u."key"
             WHERE u.register = ? AND d.state = 'unread' AND d.next_try_at <= ?
             ORDER BY d."key" DESC LIMIT ?`,
          )
          .all(register, now.toISOString(), room);
  return [...waiting, ...unread].map(({ metadata, failure, ...row }) => ({
    ...row,
    ...(row.attempts === 0 ? {} : { failure }),
    ...(metadata === null ? {} : { metadata: JSON.parse(metadata) }),
  }));
}

interface DocumentRow {
  key: string;
  kind: string;
  url: string;
  metadata: string | null;
  priority: number;
  attempts: number;
  failure: Failure;
}

/**
 * Which of `keys` need no request: queued or completed before. A Form 4 counts as well if a bulk file contained the
 * document, but not if only the rounded data set has it.
 */
export function filterSeen(store: Store, register: string, keys: string[]): Set<string> {
  const listed = store.sql('SELECT 1 FROM document WHERE register = ? AND "key" = ?');
  const filed = store.sql(`SELECT 1 FROM form4_filing WHERE accession = ? AND "precision" = 'xml'`);
  const inDataSets = register === MANAGERS_REGISTER ? knownManagerFilings(store, keys) : null;
  return new Set(
    keys.filter(
      (key) =>
        listed.get(register, key) !== undefined ||
        inDataSets?.has(key) === true ||
        (register === FORM4_REGISTER && filed.get(key) !== undefined),
    ),
  );
}

/** The cursor that the register's fetch stored under this name, or null. */
export function readCursor(store: Store, register: string, name: string): string | null {
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

/** How many documents of one register are queued, including those with a later retry time. */
export function countWaiting(store: Store, register: string): number {
  const row = store
    .sql<{ waiting: number }>(
      `SELECT count(*) AS waiting FROM document WHERE register = ? AND state = 'waiting'`,
    )
    .get(register);
  return row?.waiting ?? 0;
}

type QueueCounts = Record<'waiting' | 'done' | 'unread' | 'gone', number>;

/** The number of documents by register and state. */
export function queueCounts(store: Store): Record<string, QueueCounts> {
  const counts: Record<string, QueueCounts> = {};
  const rows = store.sql<{ register: string; state: keyof QueueCounts; documents: number }>(
    'SELECT register, state, count(*) AS documents FROM document GROUP BY register, state',
  );
  for (const row of rows.all()) {
    counts[row.register] ??= { waiting: 0, done: 0, unread: 0, gone: 0 };
    // The line above sets the counts of this register if they are missing.
    (counts[row.register] as QueueCounts)[row.state] = row.documents;
  }
  return counts;
}
