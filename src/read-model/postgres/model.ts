/**
 * Reads generations from PostgreSQL. The primary says which there are. Questions go to a standby if there is one that has
 * the generation, else to the primary; each is sent again when its connection is lost. Long because all of it depends on which
 * servers answer, and on what they were last seen to have.
 */

import { setTimeout } from 'node:timers/promises';
import type { SqlValue } from '../../database/database.js';
import {
  DatabaseUnavailableError,
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresSession,
} from '../../database/postgres-database.js';
import { type Generation, GenerationGoneError, type OpenGeneration, type ReadModel } from '../generation.js';
import { createMemoised, type Memoised } from '../memoised.js';
import type { GenerationTables } from '../question.js';
import { createReads } from '../reads.js';
import { wholeTables } from '../table-scan.js';
import type { TableName } from '../tables.js';
import { UnreadableRows } from '../unreadable-rows.js';
import {
  announcedGenerations,
  answerable,
  GENERATIONS,
  KEPT_GENERATIONS,
  replayedGeneration,
  type StoredGeneration,
  toGeneration,
} from './generations.js';
import { versionsOf, viewsOf } from './schema.js';
import { postgresSearch, type SearchLimits } from './search.js';

/** Connections of one process to the standby, and to the primary when there is no other way. */
const CONNECTIONS = { near: 6, search: 3, primary: 3, announcements: 1 };
const ATTEMPTS = 3;
const STATEMENT_TIMEOUT_MS = 15_000;
const LOOK_TIMEOUT_MS = 2000;
/** A primary that has not answered for this long is not waited for: the standby says what it knows. */
const PRIMARY_WAIT_MS = 500;
/** How long a primary that could not be reached is left alone. */
const PRIMARY_RETRY_MS = 1000;
/**
 * Which generations there are is certain for this long. A generation is announced two seconds before it is served, and the one after it
 * is not published earlier.
 */
const CERTAIN_MS = 1000;

/** A standby has every generation that is older than this. */
const STANDBY_LAG_MS = 3_600_000;
/** A connection forgets which generations it has checked when it has checked so many. */
const PREPARED_IDS_MAX = 100;
/** Each earlier generation that is open holds results in memory. */
const PAST_MAX = 4;

/** There is no generation that could be opened. */
class NothingPublishedError extends Error {
  override name = 'NothingPublishedError';
}

export interface PostgresModelOptions {
  /** Connections at most to the server that answers questions. Default: 6. */
  connections?: number;
  applicationName?: string;
  search?: SearchLimits;
}

interface SqlQuestion {
  sql: string;
  values: readonly SqlValue[];
}

interface PreparedFor {
  tables: string;
  usesBitmaps: boolean;
  ids: Set<string>;
}

export class PostgresReadModel implements ReadModel {
  private readonly near: PostgresDatabase;
  /** The same server for questions to the index of trigrams, whose plans need what other plans must not use. */
  private readonly search: PostgresDatabase;
  private readonly primary: PostgresDatabase;
  /** The primary too, for the announcements of generations: they do not wait for questions. */
  private readonly announcements: PostgresDatabase;
  /** What each connection was prepared for; a connection is to one server. */
  private readonly prepared = new WeakMap<PostgresSession, PreparedFor>();
  private seen: StoredGeneration[] = [];
  private lookedAt = Date.now();
  /** The question to the primary that is not answered yet. */
  private asking: { since: number; answer: Promise<StoredGeneration[] | null> } | null = null;
  private primaryFailedAt = 0;
  private wasOpened = false;
  /** Earlier generations by id; the one that was used last is the last. */
  private readonly opened = new Map<string, OpenGeneration>();

  /** `url` is `DATABASE_URL`. Does not connect yet. @throws Error if the URL is wrong */
  constructor(
    url: string,
    private readonly options: PostgresModelOptions = {},
  ) {
    const { connections = CONNECTIONS.near, applicationName = 'disclosed answers' } = options;
    const more = { applicationName, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    this.near = openPostgresDatabase(url, { ...more, target: 'prefer-standby', connections });
    this.search = openPostgresDatabase(url, {
      ...more,
      target: 'prefer-standby',
      connections: CONNECTIONS.search,
    });
    this.primary = openPostgresDatabase(url, { ...more, connections: CONNECTIONS.primary });
    this.announcements = openPostgresDatabase(url, {
      applicationName,
      statementTimeoutMs: LOOK_TIMEOUT_MS,
      connections: CONNECTIONS.announcements,
    });
  }

  /** The server that answers questions, `HOST:PORT`; null while there is none. */
  get server(): string | null {
    return this.near.server;
  }

  /** @throws DatabaseUnavailableError, ReadModelVersionError */
  async newest(): Promise<Generation | null> {
    const [newest] = answerable(await this.look());
    return newest === undefined ? null : toGeneration(newest);
  }

  /** The first time, a generation that is served already: one that is only announced follows at its moment. */
  async open(): Promise<OpenGeneration> {
    const stored = answerable(await this.look());
    const now = new Date().toISOString();
    const served = this.wasOpened ? undefined : stored.find(({ serveFrom }) => serveFrom <= now);
    const chosen = served ?? stored[0];
    if (chosen === undefined) throw new NothingPublishedError('The database has no generation yet.');
    this.wasOpened = true;
    const memoised = createMemoised();
    const tables = this.tablesOf(chosen, memoised);
    return {
      generation: toGeneration(chosen),
      reads: createReads(tables),
      whole: wholeTables(tables),
      unreadable: tables.unreadable,
      release: () => memoised.forget(),
      // Nothing is held for a generation.
      close: async () => undefined,
    };
  }

  async past(moment: string): Promise<OpenGeneration | null> {
    const isRecent = Date.now() - Date.parse(moment) < STANDBY_LAG_MS;
    const found = await replayedGeneration(isRecent ? this.primary : this.near, moment);
    return found === null ? null : this.openPast(found);
  }

  async firstKept(): Promise<Generation | null> {
    const found = await replayedGeneration(this.near, null);
    return found === null ? null : toGeneration(found);
  }

  async close(): Promise<void> {
    const databases = [this.near, this.search, this.primary, this.announcements];
    await Promise.all(databases.map((database) => database.close()));
  }

  private openPast(stored: StoredGeneration): OpenGeneration {
    const { id, tables } = stored;
    const known = this.opened.get(id);
    this.opened.delete(id);
    const all = { ...stored, schema: tables, tables: `${viewsOf(tables)}, ${tables}` };
    const ofThen = this.tablesOf(all, createMemoised(), (near, question) =>
      this.askPast(near, all, question),
    );
    const open = known ?? {
      generation: toGeneration(stored),
      reads: createReads(ofThen),
      whole: wholeTables(ofThen),
      unreadable: ofThen.unreadable,
      // Nothing is held for it but results in memory.
      close: async () => undefined,
    };
    this.opened.set(id, open);
    const [oldest] = this.opened.keys();
    if (this.opened.size > PAST_MAX && oldest !== undefined) this.opened.delete(oldest);
    return open;
  }

  /** @throws GenerationGoneError for rows that may have been removed meanwhile */
  private async askPast<R extends unknown[]>(
    near: PostgresDatabase,
    generation: StoredGeneration,
    question: SqlQuestion,
  ): Promise<R[]> {
    const found = await this.askNearFirst<R>(near, generation, question);
    const kept = await this.askNearFirst(near, generation, {
      sql: `SELECT 1 FROM ${GENERATIONS} WHERE id = ?`,
      values: [generation.id],
    });
    if (kept.length === 0)
      throw new GenerationGoneError(`Generation ${generation.number} is no longer kept.`);
    return found;
  }

  /** The tables as they were when this generation was published. */
  private tablesOf(
    generation: StoredGeneration & { schema?: string },
    memoised: Memoised,
    askPast?: <R extends unknown[]>(near: PostgresDatabase, question: SqlQuestion) => Promise<R[]>,
  ): GenerationTables {
    const { number, schema = generation.tables } = generation;
    const ask =
      askPast ??
      (<R extends unknown[]>(near: PostgresDatabase, question: SqlQuestion) =>
        this.ask<R>(near, generation, question));
    const rows =
      (near: PostgresDatabase) =>
      <R extends unknown[]>(sql: string, values: readonly SqlValue[]) =>
        ask<R>(near, { sql, values: values.map(withoutNul) });
    const tables = {
      current: ' AND valid_from <= ? AND valid_to > ?',
      currentValues: [number, number],
      isPast: askPast !== undefined,
      rows: rows(this.near),
      memoised,
      unreadable: new UnreadableRows(),
      history: {
        last: number,
        versionsOf: (table: TableName) => versionsOf(schema, table),
        // Rows of other tables were compared with none of these.
        generations: `(SELECT * FROM ${GENERATIONS} WHERE tables = '${schema}') AS kept`,
      },
    };
    return {
      ...tables,
      search: postgresSearch({ ...tables, gramRows: rows(this.search) }, this.options.search),
    };
  }

  /**
   * Newest first, from the primary, because a standby may be behind: a node that saw an announcement late would serve
   * an older generation than the others. A primary that lacks what was seen has lost it: a standby without the last
   * changes was promoted.
   */
  private async look(): Promise<StoredGeneration[]> {
    const startedAt = Date.now();
    const stored = (await this.fromPrimary()) ?? (await this.fromNear());
    this.seen = stored;
    this.lookedAt = startedAt;
    return stored;
  }

  /** Null while the primary cannot be reached. */
  private async fromPrimary(): Promise<StoredGeneration[] | null> {
    if (this.asking === null) {
      if (Date.now() - this.primaryFailedAt < PRIMARY_RETRY_MS) return null;
      this.asking = { since: Date.now(), answer: this.askPrimary() };
    }
    // One that hangs is waited for once, not by every look.
    const left = this.asking.since + PRIMARY_WAIT_MS - Date.now();
    if (left <= 0) return null;
    const late = new AbortController();
    const waited = setTimeout(left, null, { signal: late.signal }).catch(() => null);
    try {
      return await Promise.race([this.asking.answer, waited]);
    } finally {
      late.abort();
    }
  }

  private askPrimary(): Promise<StoredGeneration[] | null> {
    const answer = announcedGenerations(this.announcements)
      .catch((error) => {
        if (!(error instanceof DatabaseUnavailableError)) throw error;
        this.primaryFailedAt = Date.now();
        return null;
      })
      .finally(() => {
        this.asking = null;
      });
    // The looks that wait see the error.
    answer.catch(() => undefined);
    return answer;
  }

  /** What the standby has, unless this process has already seen more. */
  private async fromNear(): Promise<StoredGeneration[]> {
    const stored = await announcedGenerations(this.near);
    return (stored[0]?.number ?? -1) < (this.seen[0]?.number ?? -1) ? this.seen : stored;
  }

  private async ask<R extends unknown[]>(
    near: PostgresDatabase,
    generation: StoredGeneration,
    question: SqlQuestion,
  ): Promise<R[]> {
    this.requireKept(generation);
    const found = await this.askNearFirst<R>(near, generation, question);
    // Afterwards: rows that are removed while a question is answered, or the process suspended, are missing in its answer.
    if (!this.isCertainlyKept(generation)) await this.look();
    this.requireKept(generation);
    return found;
  }

  private requireKept(generation: StoredGeneration): void {
    const oldest = this.seen.at(-1);
    if (oldest !== undefined && generation.number < oldest.number) throw goneError(generation);
  }

  /** The next publication may remove the oldest generation at any moment, and no other one. */
  private isCertainlyKept({ number }: StoredGeneration): boolean {
    const oldest = this.seen[KEPT_GENERATIONS];
    return Date.now() - this.lookedAt < CERTAIN_MS && (oldest === undefined || number > oldest.number);
  }

  private async askNearFirst<R extends unknown[]>(
    near: PostgresDatabase,
    generation: StoredGeneration,
    question: SqlQuestion,
  ): Promise<R[]> {
    const usesBitmaps = near === this.search;
    const work = (session: PostgresSession) => this.askOn<R>(session, generation, question, usesBitmaps);
    try {
      const found = await near.withSession(work, ATTEMPTS);
      if (found !== null) return found;
    } catch (error) {
      // Without any server the primary cannot be reached either.
      if (!(error instanceof DatabaseUnavailableError) || near.server === null) throw error;
    }
    const found = await this.primary.withSession(work, ATTEMPTS);
    if (found === null) throw goneError(generation);
    return found;
  }

  /** Null if the server of this connection does not have the generation. */
  private async askOn<R extends unknown[]>(
    session: PostgresSession,
    { id, tables }: StoredGeneration,
    { sql, values }: SqlQuestion,
    usesBitmaps: boolean,
  ): Promise<R[] | null> {
    const state = this.prepared.get(session);
    if (state?.tables !== tables || state.usesBitmaps !== usesBitmaps || !state.ids.has(id)) {
      const rows = await session.rows(PREPARE, [tables, usesBitmaps ? 'on' : 'off', id]);
      if (rows.length === 0) return null;
      const isSame = state?.tables === tables && state.ids.size < PREPARED_IDS_MAX;
      const ids = isSame ? state.ids : new Set<string>();
      this.prepared.set(session, { tables, usesBitmaps, ids: ids.add(id) });
    }
    return session.rows<R>(sql, values);
  }
}

/**
 * Checks that the server has the generation, and sets up the connection: each statement is planned once, and its plan
 * reads an index in the order of the answer, whatever the first values were.
 */
const PREPARE = `SELECT set_config('search_path', ?, false), set_config('jit', 'off', false),
    set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
    set_config('enable_bitmapscan', ?, false), set_config('max_parallel_workers_per_gather', '0', false)
  FROM ${GENERATIONS} WHERE id = ?`;

function goneError({ number }: StoredGeneration): DatabaseUnavailableError {
  return new DatabaseUnavailableError(`Generation ${number} is no longer in the database.`);
}

/** PostgreSQL refuses a NUL. No stored text has a control character, so another one finds the same: nothing. */
function withoutNul(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value;
}
