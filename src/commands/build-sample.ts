/** Makes the sample store of a day: invented documents, read by the same parsers through the same writes. */

import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { deriveMarkets } from '../ingest/derive-markets.js';
import { derivePending } from '../ingest/derive-pending.js';
import { importDocuments } from '../ingest/import-documents.js';
import { describeAll } from '../ingest/sources.js';
import { createRegisters } from '../registers/index.js';
import { sampleDocuments } from '../sample/index.js';
import { describeSources } from '../store/journal.js';
import { bumpGeneration, holdWriterLock, openStore } from '../store/open.js';
import { removeOldSamples, sampleStore, storeFolder } from './data-folder.js';

/** Does nothing when the sample of `day` is there. The file gets its name only when it is whole. */
export async function buildSample(config: Config, day: string): Promise<void> {
  const file = sampleStore(config, day);
  if (existsSync(file)) return;
  const release = holdWriterLock(storeFolder(config));
  try {
    if (existsSync(file)) return;
    const building = join(dirname(file), `building-sample-${day}.db`);
    for (const end of ['', '-wal', '-shm']) rmSync(building + end, { force: true });
    const at = new Date(`${day}T00:00:00.000Z`);
    const registers = createRegisters({ ukNsmIndex: config.ukNsmIndex });
    const store = openStore(building, 'write');
    describeSources(store, describeAll(registers, new Set(registers.map((register) => register.card.id))));
    for (const register of registers) {
      const documents = sampleDocuments(register.card.id, day);
      if (documents.length > 0) await importDocuments(store, register, documents, () => at);
    }
    derivePending(store);
    deriveMarkets(store, at);
    bumpGeneration(store, at, new Date(at.getTime() + 86_400_000).toISOString());
    store.close();
    renameSync(building, file);
    removeOldSamples(config, day);
  } finally {
    release();
  }
}
