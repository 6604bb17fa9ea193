/** The sample of some registers of the SEC in a store in memory, derived and shown. */

import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { deriveMajorHolders } from '../../src/ingest/derive/holders.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { markListed, markShown } from '../../src/store/crawl/readiness-marks.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import { emptyStore } from '../store/empty-store.js';

export async function sampleStore(read: readonly string[], day: string): Promise<Store> {
  const now = new Date(`${day}T12:00:00.000Z`);
  const store = emptyStore();
  const registers = createRegisters();
  describeSources(store, sourceDescriptions(registers, new Set(read)));
  for (const register of registers.filter(({ metadata }) => read.includes(metadata.id))) {
    await importDocuments(store, register, sampleDocuments(register.metadata.id, day), () => now);
    markListed(store, register.metadata.id, now, true);
  }
  deriveForm4(store);
  deriveMajorHolders(store);
  markShown(store, true);
  return store;
}
