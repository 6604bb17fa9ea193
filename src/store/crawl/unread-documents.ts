/** The bytes of documents that could not be read, kept for a better reader. */

import { deflateSync, inflateSync } from 'node:zlib';
import type { Store } from '../database/store.js';

/** A document that a reader could not read, in the shape in which a register passes it to its parser. */
interface UnreadDocument {
  key: string;
  kind: string;
  url: string;
  metadata?: Record<string, string>;
  /** When it was kept, ISO 8601 UTC. */
  retrievedAt: string;
  bytes: Buffer;
  reason: string;
  readerVersion: number;
}

const MAX_WHOLE_BYTES = 4 * 1024 * 1024;
const KEPT_BYTES_OF_LARGER = 64 * 1024;
/** Older than any reader: a list supplied what an unread document lacked. */
export const RETRY_WITH_METADATA = 0;

/** Keeps the bytes, or only the beginning if there are too many. */
export function storeUnreadBytes(
  store: Store,
  register: string,
  { key, readerVersion, bytes }: { key: string; readerVersion: number; bytes: Buffer },
): void {
  const complete = bytes.length <= MAX_WHOLE_BYTES;
  const kept = complete ? bytes : bytes.subarray(0, KEPT_BYTES_OF_LARGER);
  store
    .sql(
      `INSERT INTO unread_document (register, "key", reader_version, size, is_complete, bytes)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(register, key, readerVersion, bytes.length, complete ? 1 : 0, deflateSync(kept));
}

/** Whether these are the bytes that this reader could not read before. */
export function isStoredUnread(
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

/**
 * Queues again the documents that a reader older than `readerVersion` could not read. Their bytes stay until they are
 * completed, so `unreadDocuments` still returns those that are whole. Returns the number of documents.
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
 * The documents that readers older than `readerVersion` could not read, one at a time; the store may be written
 * meanwhile. Documents that were too large to keep whole are left out: `requeueUnread` causes them to be fetched
 * again.
 */
export function* unreadDocuments(
  store: Store,
  register: string,
  readerVersion: number,
): Generator<UnreadDocument> {
  const next = store.sql<UnreadDocumentRow>(
    `SELECT u."key", d.kind, d.url, d.metadata, d.reason, d.changed_at, u.reader_version, u.bytes
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
      ...(row.metadata === null ? {} : { metadata: JSON.parse(row.metadata) }),
      retrievedAt: row.changed_at,
      bytes: inflateSync(row.bytes),
      reason: row.reason ?? '',
      readerVersion: row.reader_version,
    };
  }
}

interface UnreadDocumentRow {
  key: string;
  kind: string;
  url: string;
  metadata: string | null;
  reason: string | null;
  changed_at: string;
  reader_version: number;
  bytes: Buffer;
}

/** How many documents could not be read, by register. */
export function countUnread(store: Store): Map<string, number> {
  return new Map(
    store
      .rows<[register: string, documents: number]>(
        'SELECT register, count(*) FROM unread_document GROUP BY register',
      )
      .all(),
  );
}

/** A document that was listed only after it could not be read, in the shape of `unreadDocuments`. */
export function documentsWithNewMetadata(store: Store, register: string): Generator<UnreadDocument> {
  return unreadDocuments(store, register, RETRY_WITH_METADATA + 1);
}
