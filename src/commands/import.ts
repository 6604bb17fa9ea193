/** `disclosed import REGISTER PATH…`: saved documents into the live store. */

import type { Config } from '../config.js';
import { followRules } from '../ingest/changed-rules.js';
import { deriveCongress } from '../ingest/derive-congress.js';
import { deriveDigests } from '../ingest/derive-digests.js';
import { deriveMarkets } from '../ingest/derive-markets.js';
import { derivePending } from '../ingest/derive-pending.js';
import { deriveTrackers } from '../ingest/derive-trackers.js';
import { importDocuments } from '../ingest/import-documents.js';
import { describeAll } from '../ingest/sources.js';
import type { RawDocument } from '../registers/register.js';
import { describeSources } from '../store/journal.js';
import { bumpGeneration, holdWriterLock, openStore } from '../store/open.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { curatedTrackers } from './curated-trackers.js';
import { liveStore, modeOf, storeFolder } from './data-folder.js';
import { registerNamed, savedDocuments } from './documents.js';
import { memberOverrides } from './member-overrides.js';
import { priceChoice } from './price-choice.js';

/** Prints what was read as one JSON line. @returns 1 when a document could not be read or was not recognised. */
export async function importSaved(config: Config, id: string, paths: string[]): Promise<number> {
  const prices = priceChoice(config);
  const overrides = memberOverrides(config);
  const trackers = curatedTrackers(config);
  const registers = configuredRegisters(config);
  const register = registerNamed(id, registers);
  const strangers: string[] = [];
  const now = () => new Date();
  const release = holdWriterLock(storeFolder(config));
  const store = openStore(liveStore(config), 'write');
  try {
    describeSources(store, describeAll(registers, enabledRegisters(config, registers), prices.note));
    const known = function* (): Generator<RawDocument> {
      for (const one of savedDocuments(register, paths, now().toISOString())) {
        if ('path' in one) strangers.push(one.why === undefined ? one.path : `${one.path}: ${one.why}`);
        else yield one;
      }
    };
    const counts = await importDocuments(store, register, known(), now, 'imported');
    followRules(store);
    derivePending(store);
    deriveCongress(store, { now: now(), overrides });
    deriveDigests(store, now(), prices.shown);
    deriveTrackers(store, now(), trackers, prices.shown);
    deriveMarkets(store, now());
    bumpGeneration(store, now(), null);
    console.log(JSON.stringify({ register: id, ...counts, notRecognised: strangers }));
    if (modeOf(config) === 'sample')
      console.error(
        'The documents are in the live store, which is served once CONTACT is set; without it the sample is.',
      );
    return counts.unread + strangers.length > 0 ? 1 : 0;
  } finally {
    store.close();
    release();
  }
}
