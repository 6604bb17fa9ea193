/**
 * The data of a process that answers: the newest generation of the read model, taken up as soon as it is published. Long
 * because a file and a shared database are followed with the same state.
 */

import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { invalidParameter } from '../../tools/contract/errors.js';
import { AS_OF } from '../../tools/contract/parameters.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { Config } from '../config.js';
import { DatabaseUnavailableError } from '../database/unavailable.js';
import { DAY_MS } from '../dates.js';
import type { DataState, DataVersion } from '../pipeline/data-version.js';
import type { Replay } from '../pipeline/replay.js';
import {
  type Generation,
  GenerationGoneError,
  type OpenGeneration,
  type ReadModel,
} from '../read-model/generation.js';
import type { UnreadableCount } from '../read-model/unreadable-rows.js';
import { isCorruptDatabase } from '../store/database/open.js';
import { ClosingGenerations } from './closing-generations.js';
import { isNeverRefreshed, modeOf, servedDay, servedMoment } from './data-folder.js';
import { DatabaseContact } from './database-contact.js';
import { mapReads, readFrom } from './mapped-reads.js';
import { databaseAwayError, noGeneration, nothingPublishedError } from './no-generation.js';
import { isShared, openReadModel } from './read-model.js';
import { restrictReads } from './restricted-reads.js';
import { createStoreFaultMonitor } from './store-fault-monitor.js';

/** While a source is being filled, an answer is valid until the next checkpoint at most. */
const FILLING_MAX_AGE_SECONDS = 60;
/** How long until a read model that cannot be read is tried again. */
const REOPEN_INTERVAL_MS = 2000;
/** How long a request waits for a node that has to query the newest generation first. */
const CATCH_UP_MS = 1000;
/** The preparation for a generation is complete this long before it is served. */
const PREPARED_BEFORE_MS = 100;
/** A node that starts waits this long for an announced generation. */
const FIRST_WAIT_MS = 3000;
/** While the database is away, an answer may be outdated at any moment: clients keep it this long. */
const AWAY_MAX_AGE_SECONDS = 5;

export interface ServedData {
  mode: 'live' | 'sample';
  /** Answers from the generation that is served at the moment of each question. */
  reads: Reads;
  /** Answers from the generation of `version`. */
  readsOf(version: DataVersion): Reads;
  /** What answered at earlier moments. */
  replay: Replay;
  /** Its id changes whenever an answer may have changed. */
  dataVersion(): DataVersion;
  /** Whether an earlier generation answers all questions: that of `AS_OF`. */
  isReplay(): boolean;
  /** Why the data cannot be read, such as SQLITE_CORRUPT; null while it can. */
  storeFault(): string | null;
  /** The rows that questions to the served generation could not read. */
  unreadable(): UnreadableCount[];
  /**
   * Checks whether a generation was published; cheap enough to run every quarter of a second. It is served from its
   * announced moment on; in a file, if that has passed, when `prepare` has finished with it.
   * @throws Error of a read model that cannot be read at this moment: the next check tries again.
   */
  poll(prepare?: Prepare): Promise<void>;
  /** With a shared database: whether this node must query the newest generation before it answers (`catchUp`). */
  isBehind(): boolean;
  /** Queries the newest generation, and waits a second for it at most. Never fails. */
  catchUp(): Promise<void>;
  /** How far this process follows what is published. */
  following(): Following;
  close(): Promise<void>;
}

/** Prepares for a generation before it is served, for `milliseconds` at most if they are given. */
export type Prepare = (next: DataVersion, milliseconds?: number) => Promise<void>;

export interface Following {
  /** The number of the generation that is served; 0 before the first. */
  generation: number;
  /** For how long it has not been the newest one that should be served, or may not have been. */
  lagSeconds: number;
  /** Why the database cannot be queried, and since when (milliseconds); null while it can. */
  failure: { error: Error; since: number } | null;
}

/**
 * Opens the read model of the live data (prepared when missing) or of the sample of the served day, which must exist.
 * @param log says that it is prepared, where that can take minutes
 */
export async function openServedData(config: Config, log?: Pick<Logger, 'info'>): Promise<ServedData> {
  const followed = new FollowedReadModel(config, await openReadModel(config, servedDay(config)));
  await followed.start(log);
  return {
    mode: followed.mode,
    reads: followed.reads,
    readsOf: (version) => followed.readsOf(version),
    dataVersion: () => followed.dataVersion(),
    replay: (moment) => followed.replay(moment),
    isReplay: () => followed.isPinned,
    storeFault: followed.faults.code,
    unreadable: () => followed.unreadable(),
    poll: (prepare) => followed.poll(prepare),
    isBehind: () => followed.isBehind(),
    catchUp: () => followed.catchUp(),
    following: () => followed.following(),
    close: () => followed.close(),
  };
}

/** Null also for a read model that is damaged: it is made again. */
async function newestOf(model: ReadModel): Promise<Generation | null> {
  try {
    return await model.newest();
  } catch (error) {
    if (isCorruptDatabase(error)) return null;
    throw error;
  }
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
  /** For a database that several nodes read; null for a file. */
  private readonly contact: DatabaseContact | null;
  /** The day of the served sample. */
  private day: string;
  // `start` sets it before the first question.
  private current!: ServedGeneration;
  /** In the order of their publication. */
  private readonly upcoming: ServedGeneration[] = [];
  private readonly closing = new ClosingGenerations<ServedGeneration>(() => this.current.open);
  private state!: DataState;
  private plannedAt: string | null = null;
  private retriedAt = 0;
  private polling: Promise<void> | null = null;
  private isPreparing = false;
  /** Whether the generation of `AS_OF` answers, whatever is published. */
  isPinned = false;
  /** The moment from which the newest generation should be served, while it is not. */
  private dueSince: number | null = null;

  constructor(
    private readonly config: Config,
    private model: ReadModel & { forget?(): void },
  ) {
    this.mode = modeOf(config);
    this.day = servedDay(config);
    this.contact = isShared(config) ? new DatabaseContact() : null;
  }

  async start(log?: Pick<Logger, 'info'>): Promise<void> {
    if (this.contact !== null) this.take(this.served(await this.firstOfShared(this.contact), 0));
    else {
      const newest = this.mode === 'live' ? await newestOf(this.model) : undefined;
      // What a start published before its first run is not enough where no run follows: the ledger may have more.
      if (newest === null || (newest?.at === null && isNeverRefreshed(this.config))) {
        // Loaded here: a service that has data starts without the code that publishes.
        const { makeFirstGeneration } = await import('./first-generation.js');
        await makeFirstGeneration(this.config, async () => (await newestOf(this.model)) !== null, log);
      }
      const open = await this.openServed();
      await untilServed(open.generation);
      this.take(this.served(open, 0));
    }
    this.reads = mapReads(this.current.reads, (name, question) =>
      readFrom(this.serving().reads, name, question),
    );
  }

  unreadable(): UnreadableCount[] {
    return this.serving().open.unreadable.counts();
  }

  readsOf({ id }: DataVersion): Reads {
    const current = this.serving();
    const known = [current, ...this.upcoming, ...this.closing.all()];
    return (known.find(({ open }) => open.generation.id === id) ?? current).reads;
  }

  /** @throws the errors of questions: the database may be away, and a file damaged */
  async replay(moment: Date): ReturnType<Replay> {
    const open = await this.askModel(() => this.model.past(moment.toISOString()));
    if (open === null) {
      const first = await this.askModel(() => this.model.firstKept());
      return { keptSince: first?.serveFrom ?? null };
    }
    const { serveFrom } = open.generation;
    const version = { ...stateOf(open.generation, this.config), longestSeconds: null, now: moment };
    const allowed = restrictReads(this.config, open.reads);
    const reads = mapReads(allowed, (name, question) =>
      this.askModel(() => readFrom(allowed, name, question)),
    );
    return { version, reads, servedFrom: serveFrom };
  }

  dataVersion(): DataVersion {
    this.serving();
    const failure = this.contact?.failure ?? null;
    if (failure === null) return this.versionAt(this.state);
    return { ...this.state, longestSeconds: AWAY_MAX_AGE_SECONDS, now: this.momentWhileAway(failure.since) };
  }

  poll(prepare?: Prepare): Promise<void> {
    this.polling ??= this.follow(prepare).finally(() => {
      this.polling = null;
    });
    return this.polling;
  }

  isBehind(): boolean {
    return this.contact?.isBehind() === true;
  }

  async catchUp(): Promise<void> {
    const late = new AbortController();
    const polled = this.poll().catch(() => undefined);
    await Promise.race([
      polled,
      setTimeout(CATCH_UP_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  following(): Following {
    const now = Date.now();
    const { number } = this.serving().open.generation;
    const failure = this.contact?.failure ?? null;
    const unknownSince = failure === null ? now : (this.contact?.answeredAt ?? now);
    const due = this.dueSince ?? now;
    return { generation: number, lagSeconds: Math.max(0, now - Math.min(unknownSince, due)) / 1000, failure };
  }

  async close(): Promise<void> {
    await this.closing.close();
    for (const { open } of this.upcoming.splice(0)) await open.close();
    await this.current.open.close();
    await this.model.close();
  }

  /** With `AS_OF` the generation that answered then, whatever was published after it, if it is kept; else the newest. */
  private async openServed(): Promise<OpenGeneration> {
    const { asOf } = this.config;
    const past = asOf === null ? null : await this.model.past(asOf.toISOString());
    this.isPinned = past !== null;
    return past ?? this.model.open();
  }

  /** What the model says about earlier generations, whose errors are those of other questions. */
  private async askModel<T>(ask: () => Promise<T>): Promise<T> {
    if (this.contact?.failure?.error instanceof DatabaseUnavailableError) throw databaseAwayError();
    try {
      return await ask();
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw databaseAwayError();
      if (error instanceof GenerationGoneError) throw noLongerKept();
      throw this.faults.recordFault(error, async () => this.model.newest());
    }
  }

  private async follow(prepare?: Prepare): Promise<void> {
    if (this.faults.code() !== null) await this.retryAfterFault();
    await this.takeUpNewSample();
    const newest = await this.newestOrFault();
    if (newest === null || this.isPinned) return;
    if (newest.id === this.serving().open.generation.id) this.notePlan(newest);
    else if (newest.id !== this.upcoming.at(-1)?.open.generation.id && this.isLater(newest)) {
      this.dueSince = Date.parse(newest.serveFrom);
      await (this.contact === null ? this.takeUp(prepare) : this.takeUpShared(prepare));
    }
  }

  /** False for a database that lost its last generation when another server took over: its writer makes it again. */
  private isLater({ number }: Generation): boolean {
    return this.contact === null || number >= this.serving().open.generation.number;
  }

  /** Opens the newest generation, lets it be prepared, and serves it from its moment on. */
  private async takeUp(prepare?: Prepare): Promise<void> {
    const open = await this.openServed();
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

  /** All nodes switch at the announced moment: what is prepared until then does not keep this one from looking further. */
  private async takeUpShared(prepare?: Prepare): Promise<void> {
    const open = await this.openServed();
    const from = Date.parse(open.generation.serveFrom);
    this.upcoming.push(this.served(open, from));
    this.serving();
    const left = from - Date.now() - PREPARED_BEFORE_MS;
    if (left > 0 && !this.isPreparing) {
      this.isPreparing = true;
      void prepare?.(this.versionAt(stateOf(open.generation, this.config)), left)
        // Then the answers are made when they are requested.
        .catch(() => undefined)
        .finally(() => {
          this.isPreparing = false;
        });
    }
  }

  /**
   * The generation that a node of a shared database begins with. One that is announced and not served yet is waited
   * for; while there is none, every question says so.
   */
  private async firstOfShared(contact: DatabaseContact): Promise<OpenGeneration> {
    try {
      const open = await contact.ask(() => this.openServed());
      await untilServed(open.generation);
      return open;
    } catch {
      // The next poll reports it, if it lasts.
      return noGeneration(() => (contact.failure === null ? nothingPublishedError() : databaseAwayError()));
    }
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
    if (this.upcoming.length === 0) this.dueSince = null;
    if (before !== undefined) this.closing.add(before);
    else this.closing.releaseDiskLater();
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

  /** The day does not end while the database is away: the answers of the last one stay in memory, with their dates. */
  private momentWhileAway(since: number): Date {
    const now = this.config.asOf ?? new Date();
    return Math.floor(now.getTime() / DAY_MS) === Math.floor(since / DAY_MS) ? now : new Date(since);
  }

  private async takeUpNewSample(): Promise<void> {
    const day = servedDay(this.config);
    if (this.mode === 'live' || day === this.day) return;
    const model = await openReadModel(this.config, day);
    if ((await model.newest()) === null) return model.close();
    await this.model.close();
    this.model = model;
    this.day = day;
  }

  private async newestOrFault(): Promise<Generation | null> {
    if (this.contact !== null) return this.contact.ask(() => this.model.newest());
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
    if (this.contact !== null) {
      await this.faults.retry();
      return;
    }
    this.model.forget?.();
    const open = await this.openServed();
    for (const before of this.upcoming.splice(0)) this.closing.add(before);
    this.take(this.served(open, 0));
    await this.faults.retry();
  }

  private served(open: OpenGeneration, from: number): ServedGeneration {
    const allowed = restrictReads(this.config, open.reads);
    const reads = mapReads(allowed, async (name, question) => {
      // Not sent: a caller would wait for the network until the database is given up.
      if (this.contact?.failure?.error instanceof DatabaseUnavailableError) throw databaseAwayError();
      try {
        return await readFrom(allowed, name, question);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw databaseAwayError();
        // Again in the generation of that moment: this connection keeps the pages that it read.
        throw this.faults.recordFault(error, () => readFrom(this.serving().allowed, name, question));
      }
    });
    return { open, from, allowed, reads };
  }
}

/** It was removed while it answered. */
function noLongerKept(): Error {
  const message = `What this service knew at this ${AS_OF} is no longer kept. Give a later moment.`;
  return invalidParameter([{ path: AS_OF, message }]);
}

/** Waits for the announced moment: a process that starts must not serve it earlier than the others. */
async function untilServed({ serveFrom }: Generation): Promise<void> {
  const left = Date.parse(serveFrom) - Date.now();
  if (left > 0) await setTimeout(Math.min(left, FIRST_WAIT_MS));
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
