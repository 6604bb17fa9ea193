/**
 * Reads generations from a SQLite file. An open generation holds a read transaction: every question sees the same
 * state, whatever the writer publishes meanwhile.
 */

import type { SqliteDatabase } from '../../database/sqlite-database.js';
import type { Generation, OpenGeneration, ReadModel } from '../generation.js';
import { createMemoised, type Memoised } from '../memoised.js';
import type { GenerationTables, NewestTables } from '../question.js';
import { createReads } from '../reads.js';
import { wholeTables } from '../table-scan.js';
import { UnreadableRows } from '../unreadable-rows.js';
import { fileIdentity, openForReading, storedGeneration } from './file.js';
import { SqlitePast } from './past.js';
import { versionsOf } from './schema.js';
import { sqliteSearch } from './search-index.js';
import { checkpointLog, isLogLong } from './write-ahead-log.js';

/** There is no generation that could be opened. */
export class NoGenerationError extends Error {
  override name = 'NoGenerationError';
}

export class SqliteReadModel implements ReadModel {
  /** Sees every publication; the connections of open generations do not. */
  private watcher: SqliteDatabase | null = null;
  private identity: string | null = null;
  private seen: { version: number; generation: Generation | null } | null = null;
  private opened: SqlitePast | null = null;
  /** The generation that was opened last, until it is closed. */
  private newestOpen: Omit<NewestTables, 'ended'> | null = null;

  constructor(
    private readonly file: string,
    private readonly searchBroadFrom?: number,
  ) {}

  async newest(): Promise<Generation | null> {
    const watcher = this.watch();
    if (watcher === null) return null;
    // SQLite's own number for the content of the file.
    const version = watcher.db.pragma('data_version', { simple: true }) as number;
    if (this.seen?.version !== version) this.seen = { version, generation: storedGeneration(watcher) };
    return this.seen.generation;
  }

  async open(): Promise<OpenGeneration> {
    // A file that it sees for the first time makes it forget what is open.
    this.watch();
    const database = openForReading(this.file);
    if (database === null)
      throw new NoGenerationError(
        `${this.file} does not exist yet. Start with "disclosed serve", which makes it.`,
      );
    try {
      const { tables, ...open } = openGeneration(database, this.file);
      this.newestOpen = { number: open.generation.number, tables };
      const close = () => {
        if (this.newestOpen?.tables === tables) this.newestOpen = null;
        return open.close();
      };
      return { ...open, close };
    } catch (error) {
      database.db.close();
      throw error;
    }
  }

  async past(moment: string): Promise<OpenGeneration | null> {
    return this.openPast()?.at(moment) ?? null;
  }

  async firstKept(): Promise<Generation | null> {
    return this.openPast()?.first() ?? null;
  }

  async close(): Promise<void> {
    this.forget();
  }

  /** Drops the connections, for example because they may hold pages of a damaged file. */
  forget(): void {
    const { watcher, opened } = this;
    this.watcher = null;
    this.seen = null;
    this.opened = null;
    this.newestOpen = null;
    // Afterwards: with a damaged file they may fail.
    watcher?.db.close();
    opened?.close();
  }

  /** Null while there is no file. */
  private openPast(): SqlitePast | null {
    if (this.watch() === null) return null;
    if (this.opened === null) {
      const database = openForReading(this.file);
      this.opened =
        database === null ? null : new SqlitePast(database, () => this.newestOpen, this.searchBroadFrom);
    }
    return this.opened;
  }

  private watch(): SqliteDatabase | null {
    const identity = fileIdentity(this.file);
    // The file was deleted and made again: SQLite would continue with the one that it opened.
    if (identity !== this.identity) this.forget();
    this.identity = identity;
    this.watcher ??= openForReading(this.file);
    return this.watcher;
  }
}

function openGeneration(
  database: SqliteDatabase,
  file: string,
): OpenGeneration & { tables: GenerationTables } {
  const generation = beginReading(database);
  if (generation === null) throw new NoGenerationError('No generation has been published yet.');
  const memoised = createMemoised();
  const tables = generationTables(database, memoised);
  return {
    generation,
    tables,
    reads: createReads(tables),
    whole: wholeTables(tables),
    unreadable: tables.unreadable,
    release() {
      memoised.forget();
      database.db.pragma('shrink_memory');
    },
    async releaseDisk() {
      if (!isLogLong(file)) return true;
      // First from the end of the log, where the plan of the next refresh may have been written meanwhile, so that all
      // of the log can be copied; then from the file alone, so that nothing needs the log any more.
      return (
        readAgain(database, file, generation) &&
        (await checkpointLog(file, 'PASSIVE')) &&
        readAgain(database, file, generation) &&
        (await checkpointLog(file, 'TRUNCATE'))
      );
    },
    async close() {
      database.db.close();
    },
  };
}

/** Begins the transaction in which questions are answered. */
function beginReading(database: SqliteDatabase): Generation | null {
  database.db.exec('BEGIN');
  return storedGeneration(database);
}

/** Lets `database` read the newest state of `file`. False, and nothing is changed, if that is another generation. */
function readAgain(database: SqliteDatabase, file: string, { id }: Generation): boolean {
  // It was closed during the checkpoint.
  if (!database.db.open) return false;
  const again = openForReading(file);
  if (again === null) return false;
  let isTaken = false;
  try {
    if (beginReading(again)?.id === id) {
      database.reconnect(again.db);
      isTaken = true;
    }
    return isTaken;
  } finally {
    if (!isTaken) again.db.close();
  }
}

/** The tables as the transaction of `database` sees them. */
export function generationTables(
  database: SqliteDatabase,
  memoised: Memoised = createMemoised(),
): GenerationTables {
  return {
    current: '',
    currentValues: [],
    isPast: false,
    rows: async <R extends unknown[]>(sql: string, values: readonly (string | number | Buffer | null)[]) =>
      database.rowsNow<R>(sql, values),
    memoised,
    unreadable: new UnreadableRows(),
    search: sqliteSearch(database, memoised),
    history: { last: Number.MAX_SAFE_INTEGER, versionsOf, generations: 'kept_generation' },
  };
}
