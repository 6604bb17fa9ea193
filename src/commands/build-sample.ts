/** Makes the sample store of a day: invented documents, read by the same parsers through the same writes. */

import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { deriveDigests } from '../ingest/derive-digests.js';
import { derivePending } from '../ingest/derive-pending.js';
import { importDocuments } from '../ingest/import-documents.js';
import { describeAll } from '../ingest/sources.js';
import { createRegisters } from '../registers/index.js';
import { sampleDocuments } from '../sample/index.js';
import { describeSources } from '../store/journal.js';
import { bumpGeneration, holdWriterLock, openStore, StoreError } from '../store/open.js';
import { removeOldSamples, sampleStore, storeFolder } from './data-folder.js';

/** Price registers that have no sample: the one of the SEC stands for prices. */
const NOT_SAMPLED = ['prices-csv', 'prices-tiingo'];
const PRICE_NOTE = 'Invented closes, in the form of the fails-to-deliver files of the SEC.';

/** Does nothing when the sample of `day` is there. The file gets its name only when it is whole. */
export async function buildSample(config: Config, day: string): Promise<void> {
  const file = sampleStore(config, day);
  if (isThere(file)) return;
  const release = holdWriterLock(storeFolder(config));
  try {
    if (isThere(file)) return;
    const building = join(dirname(file), `building-sample-${day}.db`);
    for (const end of ['', '-wal', '-shm']) rmSync(building + end, { force: true });
    const at = new Date(`${day}T00:00:00.000Z`);
    const registers = createRegisters();
    const store = openStore(building, 'write');
    const enabled = new Set(registers.map(({ card }) => card.id).filter((id) => !NOT_SAMPLED.includes(id)));
    describeSources(store, describeAll(registers, enabled, PRICE_NOTE));
    for (const register of registers) {
      const documents = sampleDocuments(register.card.id, day);
      if (documents.length > 0) await importDocuments(store, register, documents, () => at);
    }
    derivePending(store);
    deriveDigests(store, at, 'sec-public');
    bumpGeneration(store, at, new Date(at.getTime() + 86_400_000).toISOString());
    store.close();
    renameSync(building, file);
    removeOldSamples(config, day);
  } finally {
    release();
  }
}

/** A sample that another version of this program made is made anew. */
function isThere(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    openStore(file, 'read').close();
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
