/** The open data of a process that answers: the store of its mode, reloaded as other processes write to it. */

import { statSync } from 'node:fs';
import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import { type DataState, type DataVersion, DataVersionSource } from '../pipeline/data-version.js';
import { describeSources, sourceStates } from '../store/crawl/run-journal.js';
import {
  acquireWriterLock,
  dataVersion,
  openStore,
  readGeneration,
  type Store,
  StoreError,
  StoreHandle,
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

/** While a source is being filled, an answer is valid until the next checkpoint at most. */
const FILLING_MAX_AGE_SECONDS = 60;
/** How long until a store that cannot be read is tried again. */
const REOPEN_INTERVAL_MS = 2000;

export interface ServedStore {
  mode: 'live' | 'sample';
  reads: Reads;
  /** Its generation changes whenever an answer may have changed. */
  dataVersion(): DataVersion;
  /** Why the store cannot be read, such as SQLITE_CORRUPT; null while it can. */
  storeFault(): string | null;
  /**
   * Checks whether the store changed, and opens a file that replaced it; cheap enough to run every second. Changes are
   * served at once, or when `prepare` has finished with them.
   * @throws Error of a store that cannot be read at this moment: the open store stays, and the next check tries again.
   */
  poll(prepare?: (next: DataVersion) => Promise<void>): Promise<void>;
  close(): void;
}

/** Opens the live store (created empty when missing) or the sample of the served day, which must exist. */
export function openServedStore(config: Config): ServedStore {
  const followed = new FollowedStore(config);
  return {
    mode: followed.mode,
    reads: restrictReads(config, followed.reads),
    dataVersion: followed.version.current,
    storeFault: followed.faults.code,
    poll: (prepare) => followed.poll(prepare),
    close: () => followed.close(),
  };
}

/** The open store, and its last known state. */
class FollowedStore {
  readonly mode: 'live' | 'sample';
  readonly reads: Reads;
  readonly version: DataVersionSource;
  readonly faults = createStoreFaultMonitor();
  private readonly handle: StoreHandle;
  private file: string;
  private identity: string | null;
  /** The day of the served sample. */
  private day: string;
  private state: DataState;
  /** SQLite's own number for the content of the file. */
  private seenVersion = -1;
  private seenGeneration = -1;
  private retriedAt = 0;
  private preparing: Promise<void> | null = null;

  constructor(private readonly config: Config) {
    this.mode = modeOf(config);
    this.day = servedDay(config);
    this.handle = new StoreHandle(open(config, this.day));
    this.handle.onFault = (error, again) => this.faults.recordFault(error, again);
    this.reads = createReads(this.handle);
    this.file = this.mode === 'live' ? liveStoreFile(config) : sampleStoreFile(config, this.day);
    this.identity = fileIdentity(this.file);
    const nothing = { at: servedMoment(config).toISOString(), nextRefreshAt: null, longestSeconds: 0 };
    this.state = { generation: 0, ...nothing };
    this.state = this.readChange() ?? this.state;
    this.version = new DataVersionSource(this.state, config.asOf);
  }

  async poll(prepare?: (next: DataVersion) => Promise<void>): Promise<void> {
    if (this.preparing !== null) return this.preparing;
    if (this.faults.code() !== null) await this.retryAfterFault();
    this.takeUpOtherFile();
    const next = this.readChangeOrReopen();
    if (next === null) return;
    if (prepare === undefined || next.generation === this.state.generation) {
      this.adopt(next);
      return;
    }
    this.preparing = prepare(this.version.at(next)).finally(() => {
      this.preparing = null;
      this.adopt(next);
    });
    return this.preparing;
  }

  close(): void {
    this.handle.current.close();
  }

  private adopt(next: DataState): void {
    this.state = next;
    this.version.advance(next);
  }

  private takeUpOtherFile(): void {
    const day = servedDay(this.config);
    if (this.mode === 'sample' && day !== this.day && this.reopen(sampleStoreFile(this.config, day)))
      this.day = day;
    // A store that was deleted and read again, or restored: SQLite would continue with the file that it opened.
    const found = fileIdentity(this.file);
    if (found !== null && found !== this.identity) this.reopen(this.file);
  }

  /** The state of the store now; null when it is the same as before. */
  private readChange(): DataState | null {
    const store = this.handle.current;
    const seen = dataVersion(store);
    if (seen === this.seenVersion) return null;
    const found = readGeneration(store);
    this.seenVersion = seen;
    // A run writes for seconds before its work is complete: until then the cached answers stay good. While nothing was
    // complete yet, every write counts.
    const isChanged = found === null || found.generation !== this.seenGeneration;
    const generation = this.state.generation + (isChanged ? 1 : 0);
    if (found === null) return { ...this.state, generation };
    this.seenGeneration = found.generation;
    const isFirstFill = this.mode === 'live' && isFilling(store);
    return {
      generation,
      at: found.at,
      nextRefreshAt: found.nextRefreshAt,
      longestSeconds: isFirstFill ? FILLING_MAX_AGE_SECONDS : null,
    };
  }

  private readChangeOrReopen(): DataState | null {
    try {
      return this.readChange();
    } catch (error) {
      // Its cached pages can be out of date after the file was repaired; another opening reads them again.
      this.faults.recordFault(error, async () => dataVersion(this.handle.current));
      if (!this.reopen(this.file)) throw error;
      return this.readChange();
    }
  }

  /** A damaged file is reopened from time to time: SQLite keeps pages that it read before the file was repaired. */
  private async retryAfterFault(): Promise<void> {
    if (Date.now() - this.retriedAt < REOPEN_INTERVAL_MS) return;
    this.retriedAt = Date.now();
    if (this.reopen(this.file)) await this.faults.retry();
  }

  /** Serves `path` from now on, once there is a complete store. */
  private reopen(path: string): boolean {
    const found = fileIdentity(path);
    const next = tryOpen(path);
    if (next === null) return false;
    const before = this.handle.current;
    this.handle.current = next;
    this.file = path;
    this.identity = found;
    this.seenVersion = -1;
    this.seenGeneration = -1;
    before.close();
    return true;
  }
}

/** Whether the initial import of a source is running: its answers grow with every minute. */
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

/** Identifies the file, so that another file under the same name is noticed; null if there is no file. */
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
