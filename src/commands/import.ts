/** `disclosed import REGISTER PATH…`: saved documents into the live store. */

import type { Config } from '../config.js';
import { deriveMarkets } from '../ingest/derive-markets.js';
import { derivePending } from '../ingest/derive-pending.js';
import { importDocuments } from '../ingest/import-documents.js';
import { describeAll } from '../ingest/sources.js';
import { createRegisters } from '../registers/index.js';
import type { RawDocument } from '../registers/register.js';
import { describeSources } from '../store/journal.js';
import { bumpGeneration, holdWriterLock, openStore } from '../store/open.js';
import { liveStore, storeFolder } from './data-folder.js';
import { registerNamed, savedDocuments } from './documents.js';
import { enabledRegisters } from './ingest.js';

/** Prints what was read as one JSON line. @returns 1 when a document could not be read or was not recognised. */
export async function importSaved(config: Config, id: string, paths: string[]): Promise<number> {
  const registers = createRegisters({ ukNsmIndex: config.ukNsmIndex });
  const register = registerNamed(id, registers);
  const strangers: string[] = [];
  const now = () => new Date();
  const release = holdWriterLock(storeFolder(config));
  const store = openStore(liveStore(config), 'write');
  try {
    describeSources(store, describeAll(registers, enabledRegisters(config, registers)));
    const known = function* (): Generator<RawDocument> {
      for (const one of savedDocuments(register, paths, now().toISOString())) {
        if ('path' in one) strangers.push(one.path);
        else yield one;
      }
    };
    const counts = await importDocuments(store, register, known(), now);
    derivePending(store);
    deriveMarkets(store, now());
    bumpGeneration(store, now(), null);
    console.log(JSON.stringify({ register: id, ...counts, notRecognised: strangers }));
    return counts.unread + strangers.length > 0 ? 1 : 0;
  } finally {
    store.close();
    release();
  }
}
