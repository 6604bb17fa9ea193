/** Saved register documents into a store: by the same parser and the same writes as a live run. */

import type { RawDocument, Register } from '../registers/register.js';
import { finishRun, startRun } from '../store/journal.js';
import type { Store } from '../store/open.js';
import { type Counts, Writer } from './writer.js';

/** Reads `documents` as if `register` had just given them. The caller derives afterwards. */
export async function importDocuments(
  store: Store,
  register: Register,
  documents: Iterable<RawDocument> | AsyncIterable<RawDocument>,
  now: () => Date,
): Promise<Counts> {
  const run = startRun(store, register.card.id, now());
  const writer = new Writer(store, register, now);
  for await (const document of documents) await writer.document(document);
  writer.flush();
  finishRun(store, run, { outcome: 'ok', ...writer.counts, reason: '', firstBytes: '', now: now() });
  return writer.counts;
}
