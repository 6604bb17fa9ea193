/** Makes the first generation of the live read model file, for a service that starts before anything was published. */

import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.js';
import { publishGeneration, publishNothingYet } from '../ingest/publication.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import { KNOWN_REGISTERS } from '../registers/known-registers.js';
import { describeSources } from '../store/crawl/run-journal.js';
import { acquireWriterLock, generationOf, openStore, StoreBusyError } from '../store/database/open.js';
import { ensureStoreFolder, liveStoreFile } from './data-folder.js';
import { enabledRegisters } from './enabled-registers.js';
import { resolvePriceSettings } from './price-settings.js';
import { openLiveWriter } from './read-model.js';

/** How often a start looks whether the process that writes has published something. */
const LOOK_MS = 200;

/**
 * Makes sure that there is a generation. Before the first one, the catalog lists every source as never read: unknown is
 * not empty. A store of an earlier release is published by its next run; with `AS_OF` there is none, so it is done here.
 */
export async function makeFirstGeneration(config: Config, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    let release: () => void;
    try {
      release = acquireWriterLock(ensureStoreFolder(config));
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error;
      await setTimeout(LOOK_MS);
      continue;
    }
    const store = openStore(liveStoreFile(config), 'write');
    const writer = await openLiveWriter(config, null);
    try {
      const { note } = resolvePriceSettings(config);
      describeSources(store, sourceDescriptions(KNOWN_REGISTERS, enabledRegisters(config), note));
      const isEmpty = generationOf(store).at === null;
      if (isEmpty || config.asOf !== null) await publishGeneration(store, writer);
      else await publishNothingYet(store, writer);
    } finally {
      await writer.close();
      store.close();
      release();
    }
  }
}
