/** Publishes generations into a SQLite file: one transaction each, and only the rows that changed. */

import type { KeptManifest } from '../../../tools/contract/reads/sources.js';
import type { SqlValue } from '../../database/database.js';
import type { SqliteDatabase } from '../../database/sqlite-database.js';
import { removeSqliteDatabase } from '../../database/sqlite-files.js';
import {
  DamagedReadModelError,
  type Generation,
  type PublicationBase,
  PublicationRefusedError,
  type ReadModelWriter,
  type Seal,
} from '../generation.js';
import type { SearchSubject } from '../search-text.js';
import { type StoredSum, TableDigests } from '../table-digests.js';
import { quoted, type Row, type ScopeRows, TABLES, type Table, type TableName } from '../tables.js';
import { isDamaged, openForWriting, storedGeneration } from './file.js';
import { keepGeneration, keepStatement, NOTHING_KEPT, trimHistory } from './history.js';
import { LateIndexes } from './late-indexes.js';
import { DROP_INDEX_STATEMENTS, INDEX_STATEMENTS } from './schema.js';
import {
  clearSearchIndex,
  type GramCounts,
  indexInsider,
  noteFormerName,
  optimiseSearchIndex,
  unindexInsider,
  writeGramCounts,
} from './search-index.js';

/** After this many people a whole search index is read in half the time of many partial ones. */
const OPTIMISE_FROM = 10_000;

export interface SqliteWriterOptions {
  /** How long after its publication a generation is served: several workers need time to prepare for it. */
  leadMs?: number;
  /** For how many days a generation can be replayed; 0 for never. Default: forever. */
  historyDays?: number;
  /** Signs each generation; without it none has a manifest. */
  seal?: Seal;
}

/** `file` may be `:memory:`. */
export function openSqliteWriter(file: string, options: SqliteWriterOptions = {}): SqliteReadModelWriter {
  return new SqliteReadModelWriter(openForWriting(file), options);
}

export class SqliteReadModelWriter implements ReadModelWriter {
  readonly takesChangesAtOnce = true;
  private readonly statements = new Map<TableName, TableStatements>();
  /** The generation that is being published, and the last one before it that can be replayed. */
  private publishing = { number: 0, lastKept: NOTHING_KEPT };
  /** The sums of the publication that is being made. */
  private digests = new TableDigests();

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
    removeSqliteDatabase(file);
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
        const { historyDays = Number.POSITIVE_INFINITY } = this.options;
        this.publishing = {
          number: next.number,
          lastKept: trimHistory(database, { newest, next: next.number }, historyDays, Date.now()),
        };
        const isNew = isWhole && this.isNearlyEmpty();
        if (isNew) this.clear();
        this.digests = new TableDigests(isNew ? [] : this.storedSums());
        const written = isWhole && !isNew ? new WrittenScopes() : null;
        const indexes = new LateIndexes(database);
        let people = 0;
        const counts: GramCounts = new Map();
        // Indexed after all changes, because a person may get the rank that another one had.
        const changed: RankedSubject[] = [];
        for (const change of changes) {
          written?.add(change);
          const added = this.replace(change, isNew, counts);
          if (!isNew) indexes.note(change.table, added.length, this.digests.rowsOf(change.table));
          if (change.table !== 'insider') continue;
          people += added.length;
          if (isNew) this.index(added.map(searchColumns), counts);
          else changed.push(...added.map(searchColumns));
        }
        if (isNew) database.db.exec(INDEX_STATEMENTS);
        for (const gone of written?.missingIn(database) ?? []) this.replace(gone, false, counts);
        indexes.make();
        this.index(changed, counts);
        writeGramCounts(database, counts);
        if (people >= OPTIMISE_FROM) optimiseSearchIndex(database);
        this.writeProof(next);
        this.writeGeneration(next);
      })
      .immediate();
  }

  async manifestsAfter(number: number): Promise<KeptManifest[]> {
    return this.database
      .rowsNow<[number: number, sha256: string, json: string]>(
        'SELECT number, sha256, json FROM manifest WHERE number > ? ORDER BY number',
        [number],
      )
      .map(([of, sha256, json]) => ({ number: of, sha256, json }));
  }

  private storedSums(): StoredSum[] {
    return this.database.rowsNow<StoredSum>('SELECT name, "rows", "sum" FROM table_sum');
  }

  /** The sums of all tables, and the manifest that names them. */
  private writeProof(next: Omit<Generation, 'serveFrom'>): void {
    const { database, digests } = this;
    for (const sum of digests.toStore())
      database.runNow('INSERT OR REPLACE INTO table_sum (name, "rows", "sum") VALUES (?, ?, ?)', sum);
    const { seal } = this.options;
    if (seal === undefined) return;
    const [found] = database.rowsNow<[number: number, sha256: string, json: string]>(
      'SELECT number, sha256, json FROM manifest ORDER BY number DESC LIMIT 1',
    );
    const last = found === undefined ? null : { number: found[0], sha256: found[1], json: found[2] };
    // Published again from a restored ledger: what was signed of a generation is not signed a second time.
    if (last !== null && last.number >= next.number) return;
    const { number, sha256, json } = seal({ generation: next, tables: digests.list() }, last);
    database.runNow('INSERT INTO manifest (number, sha256, json, valid_from) VALUES (?, ?, ?, ?)', [
      number,
      sha256,
      json,
      number,
    ]);
  }

  async setNextRefresh(id: string, at: string | null): Promise<void> {
    this.database.runNow('UPDATE generation SET next_refresh_at = ? WHERE id = ?', [at, id]);
  }

  async close(): Promise<void> {
    await this.database.close();
  }

  private writeGeneration(next: Omit<Generation, 'serveFrom'>): void {
    const { number, id, at, nextRefreshAt, isFilling } = next;
    const serveFrom = new Date(Date.now() + (this.options.leadMs ?? 0)).toISOString();
    this.database.runNow(
      `INSERT OR REPLACE INTO generation (one, number, id, at, next_refresh_at, serve_from, is_filling)
       VALUES (1, ?, ?, ?, ?, ?, ?)`,
      [number, id, at, nextRefreshAt, serveFrom, isFilling ? 1 : 0],
    );
    if (this.options.historyDays !== 0) keepGeneration(this.database, next, serveFrom);
  }

  /** Whether there are no rows but documents and manifests, of which a service has some before it has read anything. */
  private isNearlyEmpty(): boolean {
    const others = Object.keys(TABLES).filter((name) => name !== 'document' && name !== 'manifest');
    return others.every((name) => this.database.rowsNow(`SELECT 1 FROM ${name} LIMIT 1`).length === 0);
  }

  /** Without rows and without indexes. */
  private clear(): void {
    // Before the indexes, by which it is found, go.
    this.replace({ table: 'document', scope: [], rows: [] }, false, new Map());
    this.database.db.exec('DELETE FROM manifest; DELETE FROM table_sum');
    this.database.db.exec(DROP_INDEX_STATEMENTS);
    clearSearchIndex(this.database);
  }

  /**
   * Writes what differs. `isNew`: nothing of the scope is stored yet.
   * @returns the rows that were written
   */
  private replace({ table, scope, rows }: ScopeRows, isNew: boolean, counts: GramCounts): readonly Row[] {
    const { database } = this;
    const { number } = this.publishing;
    const { select, insert, keyOf } = this.statementsOf(table);
    if (isNew) {
      for (const row of rows) {
        database.runNow(insert, [...row, number]);
        this.digests.add(table, row);
      }
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
      this.end(table, keyOf(row));
      this.digests.remove(table, row);
      if (table === 'insider') this.unindex(row, added, counts);
    }
    for (const row of added) {
      database.runNow(insert, [...row, number]);
      this.digests.add(table, row);
    }
    return added;
  }

  /** Takes a row out of the newest generation. */
  private end(table: TableName, key: readonly SqlValue[]): void {
    const { number, lastKept } = this.publishing;
    const { keep, remove } = this.statementsOf(table);
    if (lastKept !== NOTHING_KEPT) this.database.runNow(keep, [number, ...key, lastKept]);
    this.database.runNow(remove, key);
  }

  /** The index takes ascending ranks much faster. */
  private index(people: RankedSubject[], counts: GramCounts): void {
    people.sort((a, b) => a.rank - b.rank);
    for (const { slug, name, rank } of people) indexInsider(this.database, { slug, name }, rank, counts);
  }

  private unindex(row: Row, added: readonly Row[], counts: GramCounts): void {
    const { slug, name, rank } = searchColumns(row);
    const isSame = (one: SearchSubject) => one.slug === slug && one.name === name;
    // The scope of a person is the CIK.
    if (this.publishing.lastKept !== NOTHING_KEPT && !added.map(searchColumns).some(isSame))
      noteFormerName(this.database, row[CIK] as string);
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

/** Which scopes a whole publication has written: the rows of all others are gone. */
class WrittenScopes {
  private readonly scopes = new Map<TableName, Set<string>>();

  add({ table, scope }: ScopeRows): void {
    const known = this.scopes.get(table) ?? new Set();
    this.scopes.set(table, known.add(scope.join('\0')));
  }

  /** What the newest generation still has and was not written. */
  *missingIn(database: SqliteDatabase): Generator<ScopeRows> {
    // TABLES has an entry for each name.
    for (const table of Object.keys(TABLES) as TableName[]) {
      const known = this.scopes.get(table) ?? new Set();
      const { scope } = TABLES[table];
      const stored =
        scope.length === 0
          ? [[]]
          : database.rowsNow<SqlValue[]>(`SELECT DISTINCT ${scope.map(quoted).join(', ')} FROM ${table}`);
      for (const one of stored) if (!known.has(one.join('\0'))) yield { table, scope: one, rows: [] };
    }
  }
}

interface TableStatements {
  select: string;
  insert: string;
  keep: string;
  remove: string;
  keyOf: (row: Row) => SqlValue[];
}

function tableStatements(table: Table): TableStatements {
  const { name, columns, key, scope } = table;
  const names = Object.keys(columns);
  const places = key.map((column) => names.indexOf(column));
  const equals = (list: readonly string[]) => list.map((column) => `${quoted(column)} = ?`).join(' AND ');
  return {
    select: `SELECT ${names.map(quoted).join(', ')} FROM ${name}${scope.length === 0 ? '' : ` WHERE ${equals(scope)}`}`,
    insert: `INSERT INTO ${name} (${names.map(quoted).join(', ')}, valid_from) VALUES (${names.map(() => '?').join(', ')}, ?)`,
    keep: keepStatement(table),
    remove: `DELETE FROM ${name} WHERE ${equals(key)}`,
    // A key consists of columns of its table.
    keyOf: (row) => places.map((place) => row[place] as SqlValue),
  };
}

const INSIDER_COLUMNS = Object.keys(TABLES.insider.columns);
const [CIK, SLUG, NAME, RANK] = ['cik', 'slug', 'name', 'search_rank'].map((column) =>
  INSIDER_COLUMNS.indexOf(column),
) as [number, number, number, number];

interface RankedSubject extends SearchSubject {
  rank: number;
}

function searchColumns(row: Row): RankedSubject {
  // The types of these columns in the description of the table.
  return { slug: row[SLUG] as string, name: row[NAME] as string, rank: row[RANK] as number };
}
