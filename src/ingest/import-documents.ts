/** Imports saved register documents into a store: with the same parser and the same writes as a live run. */

import type { RawDocument, Register } from '../registers/register.js';
import { finishRun, startRun } from '../store/crawl/run-journal.js';
import { documentsWithNewMetadata } from '../store/crawl/unread-documents.js';
import type { Store } from '../store/database/open.js';
import { BatchWriter, type DocumentCounts } from './batch-writer.js';

export interface ImportResult extends DocumentCounts {
  /** Records that are new to the store, or changed. */
  changed: number;
  /** Documents that could not be parsed, with the reasons. */
  reasons: Array<{ key: string; reason: string }>;
}

/** Like `importDocumentsWithReasons`, for callers that need only the counts. */
export async function importDocuments(
  ...given: Parameters<typeof importDocumentsWithReasons>
): Promise<DocumentCounts> {
  const { documents, records, warnings, unread } = await importDocumentsWithReasons(...given);
  return { documents, records, warnings, unread };
}

/**
 * Reads `documents` with the register's own parser. `imported` marks documents that an operator saved: they are stored
 * like any other, but the register was not contacted. The caller derives afterwards.
 */
export async function importDocumentsWithReasons(
  store: Store,
  register: Register,
  documents: Iterable<RawDocument> | AsyncIterable<RawDocument>,
  now: () => Date,
  outcome: 'ok' | 'imported' = 'ok',
): Promise<ImportResult> {
  const run = startRun(store, register.metadata.id, now());
  const writer = new BatchWriter(store, register, now);
  let ended: 'ok' | 'imported' | 'stopped' = 'stopped';
  try {
    for await (const document of documents) {
      await writer.addDocument(document);
      writer.flushQueued();
    }
    writer.flush();
    // A list can come after the documents that it names.
    for (const document of documentsWithNewMetadata(store, register.metadata.id))
      await writer.addDocument(document);
    writer.recordUnfetchedReports();
    ended = outcome;
  } finally {
    finishRun(store, run, { outcome: ended, ...writer.counts, reason: '', firstBytes: '', now: now() });
  }
  const reasons = [...writer.unread].map(([key, reason]) => ({ key, reason }));
  return { ...writer.counts, changed: writer.changedRecords, reasons };
}
