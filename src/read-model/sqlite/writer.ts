/** Publishes generations into a SQLite file: one transaction each, and only the rows that changed. */

import type { SqlValue } from '../../database/database.js';
import type { SqliteDatabase } from '../../database/sqlite-database.js';
import {
  DamagedReadModelError,
  type Generation,
  type PublicationBase,
  PublicationRefusedError,
  type ReadModelWriter,
} from '../generation.js';
import type { SearchSubject } from '../search-text.js';
import { quoted, type Row, type ScopeRows, TABLES, type Table, type TableName } from '../tables.js';
import { isDamaged, openForWriting, removeReadModel, storedGeneration } from './file.js';
import { DROP_INDEX_STATEMENTS, INDEX_STATEMENTS } from './schema.js';
import {
  clearSearchIndex,
  type GramCounts,
  indexInsider,
  optimiseSearchIndex,
  unindexInsider,
  writeGramCounts,
} from './search-index.js';

/** After this many people a whole search index is read in half the time of many partial ones. */
const OPTIMISE_FROM = 10_000;

export interface SqliteWriterOptions {
  /** How long after its publication a generation is served: several workers need time to prepare for it. */
  leadMs?: number;
}

/** `file` may be `:memory:`. */
export function openSqliteWriter(file: string, options: SqliteWriterOptions = {}): SqliteReadModelWriter {
  return new SqliteReadModelWriter(openForWriting(file), options);
}

export class SqliteReadModelWriter implements ReadModelWriter {
  readonly takesChangesAtOnce = true;
  private readonly statements = new Map<TableName, TableStatements>();

  constructor(
    public database: SqliteDatabase,
    private readonly options: SqliteWriterOptions = {},
  ) {}

  async newest(): Promise<Generation | null> {
    return storedGeneration(this.database);
  }

  async lastNumber(): Promise<number | null> {
    return storedGeneration(this.database)?.number ?? null;
  }

  async publish(
    next: Omit<Generation, 'serveFrom'>,
    base: PublicationBase,
    changes: Iterable<ScopeRows>,
  ): Promise<void> {
    try {
      this.publishNow(next, base, changes);
    } catch (error) {
      // better-sqlite3 throws errors with a code. The rows come from another database, which may be the damaged one.
      const isCorrupt = /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));
      if (!isCorrupt || !isDamaged(this.database)) throw error;
      await this.replaceFile();
      throw new DamagedReadModelError('The read model was damaged, and is made again.', { cause: error });
    }
  }

  /** Everything in the file can be published again. Readers notice another file under the same name. */
  private async replaceFile(): Promise<void> {
    const file = this.database.db.name;
    await this.database.close();
    removeReadModel(file);
    this.database = openForWriting(file);
  }

  private publishNow(
    next: Omit<Generation, 'serveFrom'>,
    { id, isWhole }: PublicationBase,
    changes: Iterable<ScopeRows>,
  ): void {
    const { database } = this;
    // At once, without a pause in which another statement of this connection could run.
    database.db
      .transaction(() => {
        const newest = storedGeneration(database);
        if ((newest?.id ?? null) !== id)
          throw new PublicationRefusedError(
            `Generation ${next.number} was made from ${id ?? 'none'}, and the newest is ${newest?.id ?? 'none'}.`,
          );
        if (isWhole) this.clear();
        let people = 0;
        const counts: GramCounts = new Map();
        // Indexed after all changes, because a person may get the rank that another one had.
        const changed: RankedSubject[] = [];
        for (const change of changes) {
          const added = this.replace(change, isWhole, counts);
          if (change.table !== 'insider') continue;
          people += added.length;
          if (isWhole) this.index(added.map(searchColumns), counts);
          else changed.push(...added.map(searchColumns));
        }
        if (isWhole) database.db.exec(INDEX_STATEMENTS);
        this.index(changed, counts);
        writeGramCounts(database, counts);
        if (people >= OPTIMISE_FROM) optimiseSearchIndex(database);
        this.writeGeneration(next);
      })
      .immediate();
  }

  async setNextRefresh(id: string, at: string | null): Promise<void> {
    this.database.runNow('UPDATE generation SET next_refresh_at = ? WHERE id = ?', [at, id]);
  }

  async close(): Promise<void> {
    await this.database.close();
  }

  private writeGeneration({ number, id, at, nextRefreshAt, isFilling }: Omit<Generation, 'serveFrom'>): void {
    const serveFrom = new Date(Date.now() + (this.options.leadMs ?? 0)).toISOString();
    this.database.runNow(
      `INSERT OR REPLACE INTO generation (one, number, id, at, next_refresh_at, serve_from, is_filling)
       VALUES (1, ?, ?, ?, ?, ?, ?)`,
      [number, id, at, nextRefreshAt, serveFrom, isFilling ? 1 : 0],
    );
  }

  /** Without rows and without indexes. */
  private clear(): void {
    this.database.db.exec(DROP_INDEX_STATEMENTS);
    for (const name of Object.keys(TABLES)) this.database.runNow(`DELETE FROM ${name}`);
    clearSearchIndex(this.database);
  }

  /**
   * Writes what differs. `isNew`: nothing of the scope is stored yet.
   * @returns the rows that were written
   */
  private replace({ table, scope, rows }: ScopeRows, isNew: boolean, counts: GramCounts): readonly Row[] {
    const { database } = this;
    const { select, insert, remove, keyOf } = this.statementsOf(table);
    if (isNew) {
      for (const row of rows) database.runNow(insert, row);
      return rows;
    }
    const stored = new Map<string, Row>();
    for (const row of database.rowsNow<SqlValue[]>(select, scope)) stored.set(keyOf(row).join('\0'), row);
    const added: Row[] = [];
    for (const row of rows) {
      const key = keyOf(row).join('\0');
      const before = stored.get(key);
      if (before?.every((value, index) => value === row[index])) stored.delete(key);
      else added.push(row);
    }
    for (const row of stored.values()) {
      database.runNow(remove, keyOf(row));
      if (table === 'insider') this.unindex(row, counts);
    }
    for (const row of added) database.runNow(insert, row);
    return added;
  }

  /** The index takes ascending ranks much faster. */
  private index(people: RankedSubject[], counts: GramCounts): void {
    people.sort((a, b) => a.rank - b.rank);
    for (const { slug, name, rank } of people) indexInsider(this.database, { slug, name }, rank, counts);
  }

  private unindex(row: Row, counts: GramCounts): void {
    const { slug, name, rank } = searchColumns(row);
    unindexInsider(this.database, { slug, name }, rank, counts);
  }

  private statementsOf(name: TableName): TableStatements {
    let statements = this.statements.get(name);
    if (statements === undefined) {
      statements = tableStatements(TABLES[name]);
      this.statements.set(name, statements);
    }
    return statements;
  }
}

interface TableStatements {
  select: string;
  insert: string;
  remove: string;
  keyOf: (row: Row) => SqlValue[];
}

function tableStatements({ name, columns, key, scope }: Table): TableStatements {
  const names = Object.keys(columns);
  const places = key.map((column) => names.indexOf(column));
  const equals = (list: readonly string[]) => list.map((column) => `${quoted(column)} = ?`).join(' AND ');
  return {
    select: `SELECT ${names.map(quoted).join(', ')} FROM ${name}${scope.length === 0 ? '' : ` WHERE ${equals(scope)}`}`,
    insert: `INSERT INTO ${name} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    remove: `DELETE FROM ${name} WHERE ${equals(key)}`,
    // A key consists of columns of its table.
    keyOf: (row) => places.map((place) => row[place] as SqlValue),
  };
}

const INSIDER_COLUMNS = Object.keys(TABLES.insider.columns);
const [SLUG, NAME, RANK] = ['slug', 'name', 'search_rank'].map((column) =>
  INSIDER_COLUMNS.indexOf(column),
) as [number, number, number];

interface RankedSubject extends SearchSubject {
  rank: number;
}

function searchColumns(row: Row): RankedSubject {
  // The types of these columns in the description of the table.
  return { slug: row[SLUG] as string, name: row[NAME] as string, rank: row[RANK] as number };
}
