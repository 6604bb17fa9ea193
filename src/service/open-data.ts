/** What a process that answers has open: the store of its mode, followed as other processes write to it. */

import { statSync } from 'node:fs';
import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { describeAll } from '../ingest/sources.js';
import { describeSources, sourceStates } from '../store/crawl/journal.js';
import {
  dataVersion,
  holdWriterLock,
  openStore,
  readGeneration,
  type Store,
  StoreError,
} from '../store/database/open.js';
import { createReads } from '../store/read/index.js';
import { chosenReads } from './chosen-reads.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { watchDamage } from './damage.js';
import { liveStore, modeOf, moment, sampleStore, storeFolder, today } from './data-folder.js';

export interface Freshness {
  /** Changes whenever an answer may have changed. */
  generation: number;
  /** Moment of the data, ISO 8601 UTC. */
  at: string;
  nextRefreshAt: string | null;
  /** Longest time that an answer may be kept, in seconds; null for no bound of its own. */
  longestSeconds: number | null;
  now: Date;
}

/** While a source fills, an answer holds until the next checkpoint at most. */
const FILLING_SECONDS = 60;

export interface OpenData {
  mode: 'live' | 'sample';
  reads: Reads;
  freshness(): Freshness;
  /** Why the store cannot be read, such as SQLITE_CORRUPT; null while it can. */
  damage(): string | null;
  /**
   * Looks whether the store changed, and takes up a file that was put in its place; cheap enough for every second. What
   * changed is served at once, or when `prepare` is done with it.
   * @throws Error of a store that cannot be read at this moment: what is open stays, and the next look tries again.
   */
  follow(prepare?: (next: Freshness) => Promise<void>): Promise<void>;
  close(): void;
}

/** How long until a store that cannot be read is tried again. */
const LOOK_AGAIN_MS = 2000;

/** Opens the live store (made empty when missing) or the sample of `today`, which must be there. */
export function openData(config: Config): OpenData {
  const mode = modeOf(config);
  let day = today(config);
  let store = open(config, day);
  let reads = createReads(store);
  let file = mode === 'live' ? liveStore(config) : sampleStore(config, day);
  let identity = identityOf(file);
  let version = -1;
  let known = -1;
  let count = 0;
  let current: Omit<Freshness, 'generation' | 'now'> = {
    at: moment(config).toISOString(),
    nextRefreshAt: null,
    longestSeconds: 0,
  };
  /** What the store says now; null where it says nothing else than before. */
  const look = () => {
    const seen = dataVersion(store);
    if (seen === version) return null;
    const generation = readGeneration(store);
    version = seen;
    // A run writes for seconds before what it wrote is a whole: until then the answers at hand stay good. While
    // nothing was whole yet, every write counts.
    const changed = generation === null || generation.generation !== known;
    return {
      known: generation?.generation ?? known,
      count: changed ? count + 1 : count,
      current:
        generation === null
          ? current
          : {
              at: generation.at,
              nextRefreshAt: generation.nextRefreshAt,
              longestSeconds: mode === 'live' && isFilling(store) ? FILLING_SECONDS : null,
            },
    };
  };
  const adopt = (next: NonNullable<ReturnType<typeof look>>) => {
    ({ known, count, current } = next);
  };
  const lookAgain = () => {
    try {
      return look();
    } catch (error) {
      // Its pages can be out of date with a file that was mended under them; another opening reads them anew.
      damage.note(error, async () => dataVersion(store));
      if (!swap(file)) throw error;
      return look();
    }
  };
  const damage = watchDamage();
  let lookedAt = 0;
  /** A damaged file is opened again now and then: SQLite keeps pages that it read before somebody mended them. */
  const tryMended = async () => {
    if (Date.now() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    if (swap(file)) await damage.isMended();
  };
  /** Serves `path` from now on, once there is a whole store. */
  const swap = (path: string): boolean => {
    const found = identityOf(path);
    const next = tryOpen(path);
    if (next === null) return false;
    const before = store;
    store = next;
    reads = createReads(store);
    file = path;
    identity = found;
    version = -1;
    known = -1;
    before.close();
    return true;
  };
  const watched = damage.watch(() => reads);
  let preparing: Promise<void> | null = null;
  adopt(look() ?? { known, count, current });
  return {
    mode,
    reads: chosenReads(config, () => watched),
    damage: damage.code,
    freshness: () => ({ generation: count, ...current, now: moment(config) }),
    async follow(prepare) {
      if (preparing !== null) return preparing;
      if (damage.code() !== null) await tryMended();
      const now = today(config);
      if (mode === 'sample' && now !== day && swap(sampleStore(config, now))) day = now;
      // A store that was deleted and read anew, or restored: SQLite would go on with the file that it opened.
      const found = identityOf(file);
      if (found !== null && found !== identity) swap(file);
      const next = lookAgain();
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

/** Whether a source is still read for the first time: what it answers grows with every minute. */
function isFilling(store: Store): boolean {
  return sourceStates(store).some(({ status }) => status === 'filling' || status === 'never-read');
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

/** Another one for another file under the same name; null where there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}

function tryOpen(file: string): Store | null {
  try {
    return openStore(file, 'read');
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
