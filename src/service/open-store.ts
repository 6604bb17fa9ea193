/** What a process that answers has open: the store of its mode, followed as other processes write to it. */

import { statSync } from 'node:fs';
import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import { describeSources, sourceStates } from '../store/crawl/run-journal.js';
import {
  acquireWriterLock,
  dataVersion,
  openStore,
  readGeneration,
  type Store,
  StoreError,
} from '../store/database/open.js';
import { createReads } from '../store/read/index.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import {
  ensureStoreFolder,
  liveStoreFile,
  modeOf,
  sampleStoreFile,
  servedDay,
  servedMoment,
} from './data-folder.js';
import { restrictReads } from './restricted-reads.js';
import { createStoreFaultMonitor } from './store-fault-monitor.js';

export interface StoreVersion {
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
const FILLING_MAX_AGE_SECONDS = 60;

export interface ServedStore {
  mode: 'live' | 'sample';
  reads: Reads;
  dataVersion(): StoreVersion;
  /** Why the store cannot be read, such as SQLITE_CORRUPT; null while it can. */
  storeFault(): string | null;
  /**
   * Looks whether the store changed, and takes up a file that was put in its place; cheap enough for every second. What
   * changed is served at once, or when `prepare` is done with it.
   * @throws Error of a store that cannot be read at this moment: what is open stays, and the next look tries again.
   */
  poll(prepare?: (next: StoreVersion) => Promise<void>): Promise<void>;
  close(): void;
}

/** How long until a store that cannot be read is tried again. */
const REOPEN_INTERVAL_MS = 2000;

/** Opens the live store (made empty when missing) or the sample of `today`, which must be there. */
export function openServedStore(config: Config): ServedStore {
  // Long: closures over the one store that is open and what was last seen of it.
  const mode = modeOf(config);
  let day = servedDay(config);
  let store = open(config, day);
  let reads = createReads(store);
  let file = mode === 'live' ? liveStoreFile(config) : sampleStoreFile(config, day);
  let identity = fileIdentity(file);
  let version = -1;
  let knownGeneration = -1;
  let versionCount = 0;
  let current: Omit<StoreVersion, 'generation' | 'now'> = {
    at: servedMoment(config).toISOString(),
    nextRefreshAt: null,
    longestSeconds: 0,
  };
  /** What the store says now; null where it says nothing else than before. */
  const readChange = () => {
    const seen = dataVersion(store);
    if (seen === version) return null;
    const generation = readGeneration(store);
    version = seen;
    // A run writes for seconds before what it wrote is a whole: until then the answers at hand stay good. While
    // nothing was whole yet, every write counts.
    const changed = generation === null || generation.generation !== knownGeneration;
    return {
      known: generation?.generation ?? knownGeneration,
      count: changed ? versionCount + 1 : versionCount,
      current:
        generation === null
          ? current
          : {
              at: generation.at,
              nextRefreshAt: generation.nextRefreshAt,
              longestSeconds: mode === 'live' && isFilling(store) ? FILLING_MAX_AGE_SECONDS : null,
            },
    };
  };
  const adopt = (next: NonNullable<ReturnType<typeof readChange>>) => {
    ({ known: knownGeneration, count: versionCount, current } = next);
  };
  const readChangeOrReopen = () => {
    try {
      return readChange();
    } catch (error) {
      // Its pages can be out of date with a file that was mended under them; another opening reads them anew.
      faults.recordFault(error, async () => dataVersion(store));
      if (!reopen(file)) throw error;
      return readChange();
    }
  };
  const faults = createStoreFaultMonitor();
  let retriedAt = 0;
  /** A damaged file is opened again now and then: SQLite keeps pages that it read before somebody mended them. */
  const retryAfterFault = async () => {
    if (Date.now() - retriedAt < REOPEN_INTERVAL_MS) return;
    retriedAt = Date.now();
    if (reopen(file)) await faults.retry();
  };
  /** Serves `path` from now on, once there is a whole store. */
  const reopen = (path: string): boolean => {
    const found = fileIdentity(path);
    const next = tryOpen(path);
    if (next === null) return false;
    const before = store;
    store = next;
    reads = createReads(store);
    file = path;
    identity = found;
    version = -1;
    knownGeneration = -1;
    before.close();
    return true;
  };
  const watched = faults.guard(() => reads);
  let preparing: Promise<void> | null = null;
  adopt(readChange() ?? { known: knownGeneration, count: versionCount, current });
  return {
    mode,
    reads: restrictReads(config, () => watched),
    storeFault: faults.code,
    dataVersion: () => ({ generation: versionCount, ...current, now: servedMoment(config) }),
    async poll(prepare) {
      if (preparing !== null) return preparing;
      if (faults.code() !== null) await retryAfterFault();
      const now = servedDay(config);
      if (mode === 'sample' && now !== day && reopen(sampleStoreFile(config, now))) day = now;
      // A store that was deleted and read anew, or restored: SQLite would go on with the file that it opened.
      const found = fileIdentity(file);
      if (found !== null && found !== identity) reopen(file);
      const next = readChangeOrReopen();
      if (next === null) return;
      if (prepare === undefined || next.count === versionCount) return adopt(next);
      preparing = prepare({ generation: next.count, ...next.current, now: servedMoment(config) }).finally(
        () => {
          preparing = null;
          adopt(next);
        },
      );
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
  if (modeOf(config) === 'sample') return openStore(sampleStoreFile(config, day), 'read');
  const file = liveStoreFile(config);
  const ready = tryOpen(file);
  if (ready !== null) return ready;
  // Missing, or older than this version: a writer makes it or migrates it first.
  const release = acquireWriterLock(ensureStoreFolder(config));
  try {
    const store = openStore(file, 'write');
    // Unknown is not empty: even before the first run the catalog lists every source as never read.
    const registers = configuredRegisters(config);
    describeSources(store, sourceDescriptions(registers, enabledRegisters(config, registers)));
    store.close();
  } finally {
    release();
  }
  return openStore(file, 'read');
}

/** Another one for another file under the same name; null where there is none. */
function fileIdentity(file: string): string | null {
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
