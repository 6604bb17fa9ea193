/**
 * Answers from earlier generations: their rows that the newest still has, and those that it has no more. One connection
 * serves all of them, because what an earlier generation had never changes; no transaction is held.
 */

import type { SqlValue } from '../../database/database.js';
import type { SqliteDatabase } from '../../database/sqlite-database.js';
import { type Generation, GenerationGoneError, type OpenGeneration } from '../generation.js';
import { createMemoised } from '../memoised.js';
import type { GenerationTables, NewestTables } from '../question.js';
import { createReads } from '../reads.js';
import { wholeTables } from '../table-scan.js';
import { UnreadableRows } from '../unreadable-rows.js';
import { pastName, VIEW_STATEMENTS, versionsOf } from './schema.js';
import { type KnownWords, pastSearch, readKnownWords } from './search-past.js';

/** Each holds results that are computed once for a generation: up to some tens of megabytes. */
const OPEN_MAX = 4;

type KeptColumns = [number: number, id: string, at: string | null, serveFrom: string, isFilling: number];

const KEPT_COLUMNS = 'number, id, at, serve_from, is_filling';

export class SqlitePast {
  /** By number; the one that was used last is the last. */
  private readonly opened = new Map<number, OpenGeneration>();
  private words: KnownWords | null = null;

  /** Takes the connection over: its tables are hidden behind all their versions. `newest` gives the newest generation, if it is open. */
  constructor(
    private readonly database: SqliteDatabase,
    private readonly newest: () => Omit<NewestTables, 'ended'> | null,
    private readonly searchBroadFrom?: number,
  ) {
    database.db.exec(VIEW_STATEMENTS);
  }

  /** The generation that answered at `moment`, ISO 8601 UTC; null if none of that time is kept. */
  at(moment: string): OpenGeneration | null {
    const generation = this.kept('WHERE serve_from <= ? ORDER BY number DESC', [moment]);
    return generation === null ? null : this.open(generation);
  }

  first(): Generation | null {
    return this.kept('ORDER BY number');
  }

  close(): void {
    this.opened.clear();
    this.database.db.close();
  }

  private kept(rest: string, values: readonly SqlValue[] = []): Generation | null {
    const [row] = this.database.rowsNow<KeptColumns>(
      `SELECT ${KEPT_COLUMNS} FROM kept_generation ${rest} LIMIT 1`,
      values,
    );
    if (row === undefined) return null;
    const [number, id, at, serveFrom, isFilling] = row;
    return { number, id, at, nextRefreshAt: null, serveFrom, isFilling: isFilling === 1 };
  }

  private open(generation: Generation): OpenGeneration {
    const { number, id } = generation;
    const known = this.opened.get(number);
    this.opened.delete(number);
    // A number may come again in another ledger; an id does not.
    const open = known?.generation.id === id ? known : this.openNew(generation);
    this.opened.set(number, open);
    const [oldest] = this.opened.keys();
    if (this.opened.size > OPEN_MAX && oldest !== undefined) this.opened.delete(oldest);
    return open;
  }

  private openNew(generation: Generation): OpenGeneration {
    const tables = this.tablesOf(generation);
    // Nothing is held for it but results in memory.
    return {
      generation,
      reads: createReads(tables),
      whole: wholeTables(tables),
      unreadable: tables.unreadable,
      close: async () => undefined,
    };
  }

  private tablesOf({ number, id }: Generation): GenerationTables {
    const requireKept = () => {
      // Afterwards: rows that are removed while a question is answered are missing in its answer.
      if (this.kept('WHERE id = ?', [id]) === null)
        throw new GenerationGoneError(`Generation ${number} is no longer kept.`);
    };
    const checked = async <T>(answer: Promise<T>): Promise<T> => {
      const given = await answer;
      requireKept();
      return given;
    };
    const search = pastSearch(this.database, number, () => this.knownWords(number), this.searchBroadFrom);
    return {
      current: ' AND valid_from <= ? AND valid_to > ?',
      currentValues: [number, number],
      isPast: true,
      rows: async <R extends unknown[]>(sql: string, values: readonly SqlValue[]) => {
        const rows = this.database.rowsNow<R>(sql, values);
        requireKept();
        return rows;
      },
      memoised: createMemoised(),
      unreadable: new UnreadableRows(),
      newest: () => {
        const newest = this.newest();
        return newest === null ? null : { ...newest, ended: pastName };
      },
      history: { last: number, versionsOf, generations: 'kept_generation' },
      search: {
        hits: (q, limit) => checked(search.hits(q, limit)),
        count: (q) => checked(search.count(q)),
        near: (q, limit) => checked(search.near(q, limit)),
      },
    };
  }

  /** Those of a later generation know all words of an earlier one. */
  private knownWords(generation: number): KnownWords {
    if (this.words === null || this.words.until < generation) this.words = readKnownWords(this.database);
    return this.words;
  }
}
