/** The data of a process that answers: the newest generation of the read model, taken up as soon as it is published. */

import { setTimeout } from 'node:timers/promises';
import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { publishGeneration, publishNothingYet } from '../ingest/publication.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import type { DataState, DataVersion } from '../pipeline/data-version.js';
import type { Generation, OpenGeneration, ReadModel } from '../read-model/generation.js';
import { SqliteReadModel } from '../read-model/sqlite/model.js';
import { openSqliteWriter } from '../read-model/sqlite/writer.js';
import { describeSources } from '../store/crawl/run-journal.js';
import {
  acquireWriterLock,
  generationOf,
  isCorruptDatabase,
  openStore,
  StoreBusyError,
} from '../store/database/open.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import {
  ensureStoreFolder,
  liveStoreFile,
  modeOf,
  readModelFile,
  sampleStoreFile,
  servedDay,
  servedMoment,
} from './data-folder.js';
import { resolvePriceSettings } from './price-settings.js';
import { restrictReads } from './restricted-reads.js';
import { createStoreFaultMonitor } from './store-fault-monitor.js';

/** While a source is being filled, an answer is valid until the next checkpoint at most. */
const FILLING_MAX_AGE_SECONDS = 60;
/** How long until a read model that cannot be read is tried again. */
const REOPEN_INTERVAL_MS = 2000;
/** An answer that began before the switch may take this long. */
const CLOSE_AFTER_MS = 40_000;

export interface ServedData {
  mode: 'live' | 'sample';
  /** Answers from the generation that is served at the moment of each question. */
  reads: Reads;
  /** Answers from the generation of `version`. */
  readsOf(version: DataVersion): Reads;
  /** Its id changes whenever an answer may have changed. */
  dataVersion(): DataVersion;
  /** Why the data cannot be read, such as SQLITE_CORRUPT; null while it can. */
  storeFault(): string | null;
  /**
   * Checks whether a generation was published; cheap enough to run every second. It is served from its announced moment
   * on; if that has passed, when `prepare` has finished with it.
   * @throws Error of a read model that cannot be read at this moment: the next check tries again.
   */
  poll(prepare?: (next: DataVersion) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the read model of the live data (prepared when missing) or of the sample of the served day, which must exist. */
export async function openServedData(config: Config): Promise<ServedData> {
  const followed = new FollowedReadModel(config);
  await followed.start();
  return {
    mode: followed.mode,
    reads: followed.reads,
    readsOf: (version) => followed.readsOf(version),
    dataVersion: () => followed.dataVersion(),
    storeFault: followed.faults.code,
    poll: (prepare) => followed.poll(prepare),
    close: () => followed.close(),
  };
}

/** A generation that is open, and the moment from which it is served (milliseconds). */
interface ServedGeneration {
  open: OpenGeneration;
  from: number;
  /** As the settings allow them. */
  allowed: Reads;
  /** The same; a fault of the read model is recorded. */
  reads: Reads;
}

/** The open generations: the one that is served, and those that were published and are not served yet. */
class FollowedReadModel {
  readonly mode: 'live' | 'sample';
  // `start` sets it.
  reads!: Reads;
  readonly faults = createStoreFaultMonitor();
  private model: ReadModel & { forget?(): void };
  /** The day of the served sample. */
  private day: string;
  // `start` sets it before the first question.
  private current!: ServedGeneration;
  /** In the order of their publication. */
  private readonly upcoming: ServedGeneration[] = [];
  /** Generations that were served before, until every answer that began with them is complete. */
  private readonly closing = new Map<ServedGeneration, NodeJS.Timeout>();
  private state!: DataState;
  private plannedAt: string | null = null;
  private retriedAt = 0;
  private polling: Promise<void> | null = null;

  constructor(private readonly config: Config) {
    this.mode = modeOf(config);
    this.day = servedDay(config);
    this.model = new SqliteReadModel(readModelFile(storeFile(config, this.day)));
  }

  async start(): Promise<void> {
    if (this.mode === 'live') await prepareLiveReadModel(this.config, this.model);
    this.take(this.served(await this.model.open(), 0));
    this.reads = mapReads(this.current.reads, (name, question) =>
      readFrom(this.serving().reads, name, question),
    );
  }

  readsOf({ id }: DataVersion): Reads {
    const current = this.serving();
    const known = [current, ...this.upcoming, ...this.closing.keys()];
    return (known.find(({ open }) => open.generation.id === id) ?? current).reads;
  }

  dataVersion(): DataVersion {
    this.serving();
    return this.versionAt(this.state);
  }

  poll(prepare?: (next: DataVersion) => Promise<void>): Promise<void> {
    this.polling ??= this.follow(prepare).finally(() => {
      this.polling = null;
    });
    return this.polling;
  }

  async close(): Promise<void> {
    for (const [{ open }, timer] of this.closing) {
      clearTimeout(timer);
      await open.close();
    }
    this.closing.clear();
    for (const { open } of this.upcoming.splice(0)) await open.close();
    await this.current.open.close();
    await this.model.close();
  }

  private async follow(prepare?: (next: DataVersion) => Promise<void>): Promise<void> {
    if (this.faults.code() !== null) await this.retryAfterFault();
    await this.takeUpNewSample();
    const newest = await this.newestOrFault();
    if (newest === null) return;
    if (newest.id === this.serving().open.generation.id) this.notePlan(newest);
    else if (newest.id !== this.upcoming.at(-1)?.open.generation.id) await this.takeUp(prepare);
  }

  /** Opens the newest generation, lets it be prepared, and serves it from its moment on. */
  private async takeUp(prepare?: (next: DataVersion) => Promise<void>): Promise<void> {
    const open = await this.model.open();
    const announced = Date.parse(open.generation.serveFrom);
    const isAnnounced = announced > Date.now();
    const next = this.served(open, isAnnounced ? announced : Number.POSITIVE_INFINITY);
    this.upcoming.push(next);
    try {
      await prepare?.(this.versionAt(stateOf(open.generation, this.config)));
    } finally {
      // Every process switches at the announced moment, prepared or not.
      if (!isAnnounced) next.from = 0;
    }
    this.serving();
  }

  /** The generation that is served now. */
  private serving(): ServedGeneration {
    if (this.upcoming.length > 0) {
      const due = this.upcoming.findLastIndex(({ from }) => from <= Date.now());
      for (const next of this.upcoming.splice(0, due + 1)) this.take(next);
    }
    return this.current;
  }

  private take(next: ServedGeneration): void {
    const before = this.current as ServedGeneration | undefined;
    this.current = next;
    this.state = stateOf(next.open.generation, this.config);
    this.plannedAt = this.state.nextRefreshAt;
    if (before !== undefined) this.closeLater(before);
  }

  private closeLater(before: ServedGeneration): void {
    const timer = globalThis.setTimeout(() => {
      this.closing.delete(before);
      void before.open.close();
    }, CLOSE_AFTER_MS);
    timer.unref();
    this.closing.set(before, timer);
  }

  /** The plan of the next refresh may change while a generation is served. */
  private notePlan({ nextRefreshAt }: Generation): void {
    if (nextRefreshAt === this.plannedAt) return;
    this.plannedAt = nextRefreshAt;
    this.state = { ...this.state, nextRefreshAt };
  }

  private versionAt(state: DataState): DataVersion {
    return { ...state, now: this.config.asOf ?? new Date() };
  }

  private async takeUpNewSample(): Promise<void> {
    const day = servedDay(this.config);
    if (this.mode === 'live' || day === this.day) return;
    const model = new SqliteReadModel(readModelFile(storeFile(this.config, day)));
    if ((await model.newest()) === null) return model.close();
    await this.model.close();
    this.model = model;
    this.day = day;
  }

  private async newestOrFault(): Promise<Generation | null> {
    try {
      return await this.model.newest();
    } catch (error) {
      this.model.forget?.();
      this.faults.recordFault(error, async () => this.model.newest());
      throw error;
    }
  }

  /** A damaged file is reopened from time to time: SQLite keeps pages that it read before the file was repaired. */
  private async retryAfterFault(): Promise<void> {
    if (Date.now() - this.retriedAt < REOPEN_INTERVAL_MS) return;
    this.retriedAt = Date.now();
    this.model.forget?.();
    const open = await this.model.open();
    for (const before of this.upcoming.splice(0)) this.closeLater(before);
    this.take(this.served(open, 0));
    await this.faults.retry();
  }

  private served(open: OpenGeneration, from: number): ServedGeneration {
    const allowed = restrictReads(this.config, open.reads);
    const reads = mapReads(allowed, async (name, question) => {
      try {
        return await readFrom(allowed, name, question);
      } catch (error) {
        // Again in the generation of that moment: this connection keeps the pages that it read.
        throw this.faults.recordFault(error, () => readFrom(this.serving().allowed, name, question));
      }
    });
    return { open, from, allowed, reads };
  }
}

// One name has one type of question and of answer; a list of names loses them.
type Read = (name: keyof Reads, question: never) => Promise<unknown>;

function readFrom(reads: Reads, name: keyof Reads, question: never): Promise<unknown> {
  return (reads[name] as (question: never) => Promise<unknown>)(question);
}

/** The questions of `example`, each answered by `read`. */
function mapReads(example: Reads, read: Read): Reads {
  const names = Object.keys(example) as Array<keyof Reads>;
  return Object.fromEntries(
    names.map((name) => [name, (question: never) => read(name, question)]),
  ) as unknown as Reads;
}

function storeFile(config: Config, day: string): string {
  return modeOf(config) === 'live' ? liveStoreFile(config) : sampleStoreFile(config, day);
}

function stateOf(generation: Generation, config: Config): DataState {
  const { number, id, at, nextRefreshAt, isFilling } = generation;
  const nothing = at === null;
  return {
    generation: number,
    id,
    at: at ?? servedMoment(config).toISOString(),
    nextRefreshAt,
    longestSeconds: nothing ? 0 : isFilling && modeOf(config) === 'live' ? FILLING_MAX_AGE_SECONDS : null,
  };
}

/** How often a start looks whether the process that writes has published something. */
const LOOK_MS = 200;

/**
 * Makes sure that there is a generation. Before the first one, the catalog lists every source as never read: unknown is
 * not empty. A store of an earlier release is published by its next run; with `AS_OF` there is none, so it is done here.
 */
async function prepareLiveReadModel(config: Config, model: ReadModel): Promise<void> {
  while (!(await hasGeneration(model))) {
    let release: () => void;
    try {
      release = acquireWriterLock(ensureStoreFolder(config));
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error;
      await setTimeout(LOOK_MS);
      continue;
    }
    const store = openStore(liveStoreFile(config), 'write');
    const writer = openSqliteWriter(readModelFile(liveStoreFile(config)));
    try {
      const registers = configuredRegisters(config);
      const { note } = resolvePriceSettings(config);
      describeSources(store, sourceDescriptions(registers, enabledRegisters(config, registers), note));
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

/** False also for a read model that is damaged: it is made again. */
async function hasGeneration(model: ReadModel): Promise<boolean> {
  try {
    return (await model.newest()) !== null;
  } catch (error) {
    if (isCorruptDatabase(error)) return false;
    throw error;
  }
}
