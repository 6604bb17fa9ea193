/** Saved register documents into a store: by the same parser and the same writes as a live run. */

import type { RawDocument, Register } from '../registers/register.js';
import { finishRun, startRun } from '../store/crawl/journal.js';
import { offeredAgain } from '../store/crawl/unread-documents.js';
import type { Store } from '../store/database/open.js';
import { type Counts, Writer } from './writer.js';

export interface Imported extends Counts {
  /** Records that the store did not have, or had otherwise. */
  changed: number;
  /** Documents that could not be read, and why. */
  reasons: Array<{ key: string; reason: string }>;
}

/** As `importAndTell`, where the counts are enough. */
export async function importDocuments(...given: Parameters<typeof importAndTell>): Promise<Counts> {
  const { documents, records, doubts, unread } = await importAndTell(...given);
  return { documents, records, doubts, unread };
}

/**
 * Reads `documents` by the register's own parser. `imported` is what an operator saved: it is kept like any other,
 * but the register itself was not asked. The caller derives afterwards.
 */
export async function importAndTell(
  store: Store,
  register: Register,
  documents: Iterable<RawDocument> | AsyncIterable<RawDocument>,
  now: () => Date,
  outcome: 'ok' | 'imported' = 'ok',
): Promise<Imported> {
  const run = startRun(store, register.card.id, now());
  const writer = new Writer(store, register, now);
  let ended: 'ok' | 'imported' | 'stopped' = 'stopped';
  try {
    for await (const document of documents) {
      await writer.document(document);
      writer.writeWanted();
    }
    writer.flush();
    // A list can come after what it names.
    for (const document of offeredAgain(store, register.card.id)) await writer.document(document);
    writer.listed();
    ended = outcome;
  } finally {
    finishRun(store, run, { outcome: ended, ...writer.counts, reason: '', firstBytes: '', now: now() });
  }
  const reasons = [...writer.unread].map(([key, reason]) => ({ key, reason }));
  return { ...writer.counts, changed: writer.changed, reasons };
}
