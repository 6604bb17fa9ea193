/** Writes the rows of a generation to PostgreSQL: all of them into new tables, or those of the scopes that changed. */

import type { SqlValue } from '../../database/database.js';
import type { PostgresSession } from '../../database/postgres-database.js';
import { searchText } from '../search-text.js';
import type { TableDigests } from '../table-digests.js';
import { quoted, type Row, type ScopeRows, TABLES, type TableName } from '../tables.js';
import {
  columnDefinitions,
  indexStatements,
  POSTGRES_TABLE_NAMES,
  POSTGRES_TABLES,
  type PostgresTable,
  type PostgresTableName,
  STILL_VALID,
  tableStatements,
  VERSION_COLUMNS,
  viewStatements,
} from './schema.js';
import { arrayText, indexNumbers, PartCounts } from './search-grams.js';

/** Rows are sent when about this many characters of one table have come together. */
const BATCH_CHARACTERS = 2 ** 20;
/** Memory for making an index of many rows. */
const INDEX_MEMORY = '256MB';

/** Makes the tables in the empty schema `tables`, the first of the current `search_path`, and fills them. `digests` gets every row. */
export async function writeAll(
  session: PostgresSession,
  tables: string,
  generation: number,
  changes: Iterable<ScopeRows>,
  digests: TableDigests,
): Promise<void> {
  await session.script(tableStatements());
  await session.script(viewStatements(tables));
  const counts = new PartCounts();
  const batches = new Batches((table, rows) =>
    session.copy(table, [...columnNames(table), ...VERSION_COLUMNS], rows, true),
  );
  const add = (table: PostgresTableName, row: Row) => batches.add(table, [...row, generation, STILL_VALID]);
  for (const { table, rows } of changes)
    for (const row of rows) {
      await add(table, row);
      digests.add(table, row);
      if (table !== 'insider') continue;
      const search = searchRow(row);
      counts.add(search.text, 1);
      await add('insider_search', search.row);
    }
  for (const count of counts.owners) await add('search_part', count);
  await batches.flush();
  await session.script(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
  for (const statement of indexStatements()) await session.script(statement);
  await session.script(`ANALYZE ${POSTGRES_TABLE_NAMES.join(', ')}`);
}

/**
 * Writes what changed into the tables of the current `search_path`: ends the rows of the scopes that are gone or differ,
 * adds new ones, and leaves equal ones. `digests` follows the rows.
 * @returns how many rows of each table were ended or added
 */
export async function writeChanges(
  session: PostgresSession,
  generation: number,
  changes: Iterable<ScopeRows>,
  digests: TableDigests,
): Promise<Map<PostgresTableName, number>> {
  const changed = new Map<PostgresTableName, number>();
  const transfer = new Transfer(session);
  for (const { table, scope, rows } of changes) {
    await transfer.add(table, scope, rows);
    if (table === 'insider')
      await transfer.add(
        'insider_search',
        scope,
        rows.map((row) => searchRow(row).row),
      );
  }
  for (const table of await transfer.finish())
    changed.set(table, await replaceRows(session, table, generation, digests));
  if (changed.get('insider_search') !== undefined)
    changed.set('search_part', await updateParts(session, generation));
  return changed;
}

/** Brings scopes and rows into temporary tables: `scope_of_TABLE` and `new_TABLE`. */
class Transfer {
  private readonly known = new Set<PostgresTableName>();
  private readonly scopes = new Batches((table, rows) =>
    this.session.copy(`scope_of_${table}`, POSTGRES_TABLES[table].scope.map(quoted), rows),
  );
  private readonly rows = new Batches((table, rows) =>
    this.session.copy(`new_${table}`, columnNames(table), rows),
  );

  constructor(private readonly session: PostgresSession) {}

  async add(table: PostgresTableName, scope: readonly SqlValue[], rows: readonly Row[]): Promise<void> {
    if (!this.known.has(table)) {
      this.known.add(table);
      await this.session.script(temporaryTables(POSTGRES_TABLES[table]));
    }
    if (scope.length > 0) await this.scopes.add(table, scope);
    for (const row of rows) await this.rows.add(table, row);
  }

  /** @returns the tables that have scopes */
  async finish(): Promise<PostgresTableName[]> {
    await this.scopes.flush();
    await this.rows.flush();
    for (const table of this.known) {
      const { scope } = POSTGRES_TABLES[table];
      await this.session.script(`ANALYZE new_${table}${scope.length > 0 ? `, scope_of_${table}` : ''}`);
    }
    return [...this.known];
  }
}

/** Collects the rows of several tables that come mixed, and sends them table by table. */
class Batches {
  private readonly waiting = new Map<PostgresTableName, { rows: Row[]; characters: number }>();

  constructor(private readonly send: (table: PostgresTableName, rows: readonly Row[]) => Promise<void>) {}

  async add(table: PostgresTableName, row: Row): Promise<void> {
    let batch = this.waiting.get(table);
    if (batch === undefined) {
      batch = { rows: [], characters: 0 };
      this.waiting.set(table, batch);
    }
    batch.rows.push(row);
    for (const value of row) batch.characters += typeof value === 'string' ? value.length : 8;
    if (batch.characters < BATCH_CHARACTERS) return;
    this.waiting.delete(table);
    await this.send(table, batch.rows);
  }

  async flush(): Promise<void> {
    for (const [table, { rows }] of this.waiting) await this.send(table, rows);
    this.waiting.clear();
  }
}

function temporaryTables(table: PostgresTable): string {
  const { name, columns, scope } = table;
  const make = (temporary: string, definitions: string) =>
    `CREATE TEMPORARY TABLE ${temporary} (${definitions}) ON COMMIT DROP`;
  const scopeColumns = Object.fromEntries(scope.map((column) => [column, columns[column] ?? 'text']));
  return [
    make(`new_${name}`, columnDefinitions(table)),
    ...(scope.length === 0
      ? []
      : [make(`scope_of_${name}`, columnDefinitions({ ...table, columns: scopeColumns }))]),
  ].join(';\n');
}

/** `digests` follows the tables of the description. @returns how many rows were ended or added */
async function replaceRows(
  session: PostgresSession,
  table: PostgresTableName,
  generation: number,
  digests?: TableDigests,
): Promise<number> {
  const { name, columns, key, scope } = POSTGRES_TABLES[table];
  const all = Object.keys(columns).map(quoted);
  const isRow = (list: readonly string[], alias: string) =>
    list.map((column) => `t.${column} = ${alias}.${column}`).join(' AND ');
  const own = key.map(quoted);
  const rest = all.filter((column) => !own.includes(column));
  const isEqual = [
    isRow(own, 'r'),
    ...rest.map((column) => `t.${column} IS NOT DISTINCT FROM r.${column}`),
  ].join(' AND ');
  const from = scope.length === 0 ? '' : `FROM scope_of_${name} s`;
  const inScope = scope.length === 0 ? '' : `AND ${isRow(scope.map(quoted), 's')}`;
  const returned = all.map((column) => `t.${column}`).join(', ');
  const ended = await session.rows<SqlValue[]>(
    `UPDATE ${name} t SET valid_to = ? ${from} WHERE t.valid_to = ${STILL_VALID} ${inScope}
       AND NOT EXISTS (SELECT 1 FROM new_${name} r WHERE ${isEqual}) RETURNING ${returned}`,
    [generation],
  );
  const added = await session.rows<SqlValue[]>(
    `INSERT INTO ${name} AS t (${[...all, ...VERSION_COLUMNS].join(', ')})
     SELECT ${all.map((column) => `r.${column}`).join(', ')}, ?::integer, ${STILL_VALID} FROM new_${name} r
     WHERE NOT EXISTS (SELECT 1 FROM ${name} t WHERE ${isRow(own, 'r')} AND t.valid_to = ${STILL_VALID})
     RETURNING ${returned}`,
    [generation],
  );
  if (digests !== undefined && isDescribed(table)) {
    for (const row of ended) digests.remove(table, row);
    for (const row of added) digests.add(table, row);
  }
  return ended.length + added.length;
}

/** Whether the table is one of every engine, and not only of this one. */
function isDescribed(table: PostgresTableName): table is TableName {
  return table in TABLES;
}

/** Counts again the parts of the search texts that changed. */
async function updateParts(session: PostgresSession, generation: number): Promise<number> {
  const counts = new PartCounts();
  const texts = await session.rows<[text: string, isNew: number]>(
    `SELECT t.search_text, t.valid_to = ${STILL_VALID} FROM insider_search t JOIN scope_of_insider_search s ON s.cik = t.cik
     WHERE t.valid_to = ? OR (t.valid_from = ? AND t.valid_to = ${STILL_VALID})`,
    [generation, generation],
  );
  for (const [text, isNew] of texts) counts.add(text, isNew === 1 ? 1 : -1);
  const different = [...counts.owners].filter(([, owners]) => owners !== 0);
  if (different.length === 0) return 0;
  await session.script(temporaryTables(POSTGRES_TABLES.search_part));
  await session.script(
    'CREATE TEMPORARY TABLE part_change (part TEXT COLLATE "C", owners BIGINT) ON COMMIT DROP',
  );
  await session.copy('part_change', ['part', 'owners'], different);
  await session.copy(
    'scope_of_search_part',
    ['part'],
    different.map(([part]) => [part]),
  );
  await session.script(
    `ANALYZE part_change, scope_of_search_part;
     INSERT INTO new_search_part SELECT c.part, c.owners + coalesce(p.owners, 0) FROM part_change c
       LEFT JOIN search_part p ON p.part = c.part AND p.valid_to = ${STILL_VALID}
       WHERE c.owners + coalesce(p.owners, 0) > 0`,
  );
  return replaceRows(session, 'search_part', generation);
}

/** The row of `insider_search` for a row of `insider`. */
function searchRow(insider: Row): { row: Row; text: string } {
  const [cik, slug, name, lastSeen] = SEARCH_COLUMNS.map((place) => insider[place]) as [
    string,
    string,
    string,
    string,
  ];
  const text = searchText({ slug, name });
  return { row: [cik, slug, lastSeen, text, arrayText(indexNumbers(text))], text };
}

const INSIDER_COLUMNS = Object.keys(TABLES.insider.columns);
const SEARCH_COLUMNS = ['cik', 'slug', 'name', 'last_seen'].map((column) => INSIDER_COLUMNS.indexOf(column));

function columnNames(table: PostgresTableName | TableName): string[] {
  return Object.keys(POSTGRES_TABLES[table].columns).map(quoted);
}
