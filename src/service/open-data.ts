/** What a process that answers has open: the store of its mode, followed as other processes write to it. */

import { statSync } from 'node:fs';
import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { describeAll } from '../ingest/sources.js';
import { type DataState, type DataVersion, DataVersionSource } from '../pipeline/data-version.js';
import { describeSources, sourceStates } from '../store/crawl/journal.js';
import {
  dataVersion,
  holdWriterLock,
  openStore,
  readGeneration,
  type Store,
  StoreError,
  StoreHandle,
} from '../store/database/open.js';
import { createReads } from '../store/read/index.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { watchDamage } from './damage.js';
import { liveStore, modeOf, moment, sampleStore, storeFolder, today } from './data-folder.js';
import { restrictedReads } from './restricted-reads.js';

/** While a source fills, an answer holds until the next checkpoint at most. */
const FILLING_SECONDS = 60;
/** How long until a store that cannot be read is tried again. */
const TRY_AGAIN_MS = 2000;

export interface OpenData {
  mode: 'live' | 'sample';
  reads: Reads;
  /** Its generation changes whenever an answer may have changed. */
  dataVersion(): DataVersion;
  /** Why the store cannot be read, such as SQLITE_CORRUPT; null while it can. */
  damage(): string | null;
  /**
   * Looks whether the store changed, and takes up a file that was put in its place; cheap enough for every second. What
   * changed is served at once, or when `prepare` is done with it.
   * @throws Error of a store that cannot be read at this moment: what is open stays, and the next look tries again.
   */
  follow(prepare?: (next: DataVersion) => Promise<void>): Promise<void>;
  close(): void;
}

/** Opens the live store (made empty when missing) or the sample of `today`, which must be there. */
export function openData(config: Config): OpenData {
  const followed = new FollowedStore(config);
  return {
    mode: followed.mode,
    reads: restrictedReads(config, followed.reads),
    dataVersion: followed.version.current,
    damage: () => followed.damage.code(),
    follow: (prepare) => followed.follow(prepare),
    close: () => followed.close(),
  };
}

/** The open store, and what it said last. */
class FollowedStore {
  readonly mode: 'live' | 'sample';
  readonly reads: Reads;
  readonly version: DataVersionSource;
  readonly damage = watchDamage();
  private readonly handle: StoreHandle;
  private file: string;
  private identity: string | null;
  /** Of the sample that is served. */
  private day: string;
  private state: DataState;
  /** SQLite's own number for the content of the file. */
  private seenVersion = -1;
  private seenGeneration = -1;
  private triedAt = 0;
  private preparing: Promise<void> | null = null;

  constructor(private readonly config: Config) {
    this.mode = modeOf(config);
    this.day = today(config);
    this.handle = new StoreHandle(open(config, this.day));
    this.handle.onFault = (error, again) => this.damage.note(error, again);
    this.reads = createReads(this.handle);
    this.file = this.mode === 'live' ? liveStore(config) : sampleStore(config, this.day);
    this.identity = identityOf(this.file);
    const nothing = { at: moment(config).toISOString(), nextRefreshAt: null, longestSeconds: 0 };
    this.state = { generation: 0, ...nothing };
    this.state = this.look() ?? this.state;
    this.version = new DataVersionSource(this.state, config.asOf);
  }

  async follow(prepare?: (next: DataVersion) => Promise<void>): Promise<void> {
    if (this.preparing !== null) return this.preparing;
    if (this.damage.code() !== null) await this.tryMended();
    this.takeUpOtherFile();
    const next = this.lookAgain();
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
    const now = today(this.config);
    if (this.mode === 'sample' && now !== this.day && this.swap(sampleStore(this.config, now)))
      this.day = now;
    // A store that was deleted and read again, or restored: SQLite would go on with the file that it opened.
    const found = identityOf(this.file);
    if (found !== null && found !== this.identity) this.swap(this.file);
  }

  /** What the store says now; null when it says the same as before. */
  private look(): DataState | null {
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
      longestSeconds: isFirstFill ? FILLING_SECONDS : null,
    };
  }

  private lookAgain(): DataState | null {
    try {
      return this.look();
    } catch (error) {
      // Its pages can be out of date with a file that was mended under them; another opening reads them again.
      this.damage.note(error, async () => dataVersion(this.handle.current));
      if (!this.swap(this.file)) throw error;
      return this.look();
    }
  }

  /** A damaged file is opened again now and then: SQLite keeps pages that it read before the file was mended. */
  private async tryMended(): Promise<void> {
    if (Date.now() - this.triedAt < TRY_AGAIN_MS) return;
    this.triedAt = Date.now();
    if (this.swap(this.file)) await this.damage.isMended();
  }

  /** Serves `path` from now on, once there is a whole store. */
  private swap(path: string): boolean {
    const found = identityOf(path);
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
