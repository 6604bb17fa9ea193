/** Makes the first generation of the live read model file, for a service that starts before anything was published. */

import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { ShownPrices } from '../ingest/derive/digests.js';
import { deriveEverything } from '../ingest/derive/everything.js';
import { publishGeneration, publishNothingYet } from '../ingest/publication.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import { KNOWN_REGISTERS } from '../registers/known-registers.js';
import { markShown } from '../store/crawl/readiness-marks.js';
import { describeSources } from '../store/crawl/run-journal.js';
import {
  acquireWriterLock,
  generationOf,
  openStore,
  type Store,
  StoreBusyError,
} from '../store/database/open.js';
import { curatedLiveTrackers } from './curated-trackers.js';
import { ensureStoreFolder, isNeverRefreshed, liveStoreFile } from './data-folder.js';
import { enabledRegisters } from './enabled-registers.js';
import { curatedErrata } from './errata.js';
import { memberOverrides } from './member-overrides.js';
import { resolvePriceSettings } from './price-settings.js';
import { openLiveWriter } from './read-model.js';

/** How often a start looks whether the process that writes has published something. */
const LOOK_MS = 200;

/**
 * Makes sure that there is a generation. Before the first one, the catalog lists every source as never read: unknown is
 * not empty. A ledger of an earlier release, or of a backup, is published by its next run; where there is none (`AS_OF`, `OFFLINE`), it is
 * done here.
 */
export async function makeFirstGeneration(
  config: Config,
  isThere: () => Promise<boolean>,
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  for (;;) {
    let release: () => void;
    try {
      release = acquireWriterLock(ensureStoreFolder(config));
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error;
      if (await isThere()) return;
      await setTimeout(LOOK_MS);
      continue;
    }
    try {
      return await publishFirst(config, log);
    } finally {
      release();
    }
  }
}

/** For the process that has the lock. */
async function publishFirst(config: Config, log?: Pick<Logger, 'info'>): Promise<void> {
  const store = openStore(liveStoreFile(config), 'write');
  const writer = await openLiveWriter(config, null);
  try {
    const isEmpty = generationOf(store).at === null;
    // Another process was faster, or the ledger has no more than what was published.
    if ((isEmpty || !isNeverRefreshed(config)) && (await writer.newest()) !== null) return;
    const { note, shown } = resolvePriceSettings(config);
    describeSources(store, sourceDescriptions(KNOWN_REGISTERS, enabledRegisters(config), note));
    if (!isEmpty && isNeverRefreshed(config)) {
      log?.info({}, 'publishing what the ledger has, because no run will: seconds to some minutes');
      await deriveAll(config, store, shown);
    }
    if (isEmpty || isNeverRefreshed(config)) await publishGeneration(store, writer);
    else await publishNothingYet(store, writer);
  } finally {
    await writer.close();
    store.close();
  }
}

/**
 * After an upgrade no run will do it, so the figures of the old rules would stay; also what a start or a run that died has left pending.
 * As of the last run, because nothing was read since.
 */
async function deriveAll(config: Config, store: Store, shown: ShownPrices): Promise<void> {
  const at = generationOf(store).at;
  await deriveEverything(store, {
    now: at === null ? new Date() : new Date(at),
    overrides: memberOverrides(config),
    trackers: curatedLiveTrackers(),
    errata: curatedErrata(config),
    shown,
    managerQuarters: config.managerQuarters,
  });
  markShown(store, true);
}
