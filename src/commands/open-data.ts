/** What a process that answers has open: the store of its mode, followed as other processes write to it. */

import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { describeAll } from '../ingest/sources.js';
import { describeSources } from '../store/journal.js';
import {
  dataVersion,
  holdWriterLock,
  openStore,
  readGeneration,
  type Store,
  StoreError,
} from '../store/open.js';
import { createReads } from '../store/read/index.js';
import { chosenReads } from './chosen-reads.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { liveStore, modeOf, moment, sampleStore, storeFolder, today } from './data-folder.js';

export interface Freshness {
  /** Changes whenever an answer may have changed. */
  generation: number;
  /** Moment of the data, ISO 8601 UTC. */
  at: string;
  nextRefreshAt: string | null;
  now: Date;
}

export interface OpenData {
  mode: 'live' | 'sample';
  reads: Reads;
  freshness(): Freshness;
  /**
   * Looks whether the store changed; cheap enough for every second. What changed is served at once, or when `prepare`
   * is done with it.
   */
  follow(prepare?: (next: Freshness) => Promise<void>): Promise<void>;
  close(): void;
}

/** Opens the live store (made empty when missing) or the sample of `today`, which must be there. */
export function openData(config: Config): OpenData {
  const mode = modeOf(config);
  let day = today(config);
  let store = open(config, day);
  let reads = createReads(store);
  let version = -1;
  let known = -1;
  let count = 0;
  let current = { at: moment(config).toISOString(), nextRefreshAt: null as string | null };
  /** What the store says now; null where it says nothing else than before. */
  const look = () => {
    const seen = dataVersion(store);
    if (seen === version) return null;
    version = seen;
    const generation = readGeneration(store);
    // A run writes for seconds before what it wrote is a whole: until then the answers at hand stay good. While
    // nothing was whole yet, every write counts.
    const changed = generation === null || generation.generation !== known;
    return {
      known: generation?.generation ?? known,
      count: changed ? count + 1 : count,
      current: generation === null ? current : { at: generation.at, nextRefreshAt: generation.nextRefreshAt },
    };
  };
  const adopt = (next: NonNullable<ReturnType<typeof look>>) => {
    ({ known, count, current } = next);
  };
  const swap = (next: Store, of: string) => {
    const before = store;
    store = next;
    reads = createReads(store);
    day = of;
    version = -1;
    known = -1;
    before.close();
  };
  let preparing: Promise<void> | null = null;
  adopt(look() ?? { known, count, current });
  return {
    mode,
    reads: chosenReads(config, () => reads),
    freshness: () => ({ generation: count, ...current, now: moment(config) }),
    async follow(prepare) {
      if (preparing !== null) return preparing;
      if (mode === 'sample' && today(config) !== day) {
        const next = tryOpen(sampleStore(config, today(config)));
        if (next !== null) swap(next, today(config));
      }
      const next = look();
      if (next === null) return;
      if (prepare === undefined || next.count === count) return adopt(next);
      preparing = prepare({ generation: next.count, ...next.current, now: moment(config) }).finally(() => {
        preparing = null;
        adopt(next);
      });
      return preparing;
    },
    close: () => store.close(),
  };
}

function open(config: Config, day: string): Store {
  if (modeOf(config) === 'sample') return openStore(sampleStore(config, day), 'read');
  const file = liveStore(config);
  const ready = tryOpen(file);
  if (ready !== null) return ready;
  // Missing, or older than this version: a writer makes it or migrates it first.
  const release = holdWriterLock(storeFolder(config));
  try {
    const store = openStore(file, 'write');
    // Unknown is not empty: even before the first run the catalog lists every source as never read.
    const registers = configuredRegisters(config);
    describeSources(store, describeAll(registers, enabledRegisters(config, registers)));
    store.close();
  } finally {
    release();
  }
  return openStore(file, 'read');
}

function tryOpen(file: string): Store | null {
  try {
    return openStore(file, 'read');
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
