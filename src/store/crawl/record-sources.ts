/** From which document each record was read: the bytes as they were downloaded, by their SHA-256. */

import { createHash } from 'node:crypto';
import type { RegisterRecord } from '../../records/index.js';
import type { Store } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';

/** A document that was read, and the records that it gave. */
export interface ReadSource {
  document: SourceFacts;
  records: readonly RegisterRecord[];
}

interface SourceFacts {
  key: string;
  url: string;
  sha256: Buffer;
  bytes: number;
  /** ISO 8601 UTC. */
  retrievedAt: string;
}

export function sourceFacts(document: {
  key: string;
  url: string;
  bytes: Buffer;
  retrievedAt: string;
}): SourceFacts {
  const { key, url, bytes, retrievedAt } = document;
  const sha256 = createHash('sha256').update(bytes).digest();
  return { key, url, sha256, bytes: bytes.length, retrievedAt };
}

/**
 * The ids under which a record is public. None for a record that no row shows alone, and for the rows of a list that
 * its register changes all the time (BaFin, Finansinspektionen): they have no separate document.
 */
function recordIds(record: RegisterRecord): string[] {
  switch (record.kind) {
    case 'form4':
    case 'schedule-13':
    case 'form144':
    case '13f':
      return [record.accession];
    case 'stock-act-report':
    case 'oge-278t-report':
      return [record.documentId];
    case 'pdmr':
      return [record.filingId];
    case 'pdmr-notification':
      return record.rows.map(({ filingId }) => filingId);
    default:
      return [];
  }
}

/**
 * Call it in the transaction of the records. Only `changed` ones get the document: another one that says the same, or that
 * was not taken because a more exact one is stored, is not what the row was read from.
 */
export function writeSources(
  store: Store,
  register: string,
  sources: readonly ReadSource[],
  changed: ReadonlySet<RegisterRecord>,
): void {
  const insert = store.sql(
    `INSERT INTO source_document (register, "key", url, sha256, bytes, retrieved_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (register, "key", sha256) DO NOTHING`,
  );
  const find = store.sql<{ id: number }>(
    'SELECT id FROM source_document WHERE register = ? AND "key" = ? AND sha256 = ?',
  );
  const link = store.sql(
    `INSERT INTO record_source (record, register, document_id) VALUES (?, ?, ?)
     ON CONFLICT (record, register) DO UPDATE SET document_id = excluded.document_id
     WHERE record_source.document_id <> excluded.document_id`,
  );
  for (const { document, records } of sources) {
    const ids = records.filter((record) => changed.has(record)).flatMap(recordIds);
    if (ids.length === 0) continue;
    const { key, url, sha256, bytes, retrievedAt } = document;
    insert.run(register, key, url, sha256, bytes, retrievedAt);
    // It was inserted just now, or before.
    const { id } = find.get(register, key, sha256) as { id: number };
    for (const record of ids)
      if (link.run(record, register, id).changes > 0) markUnpublished(store, 'source', record);
  }
}
