/** The read model as a PostgreSQL schema. Each whole publication gets a separate schema. */

import { quoted, TABLES, type Table, type TableName } from '../tables.js';

/** `valid_to` of a row that no generation has ended. */
export const STILL_VALID = 2_147_483_647;

/** Every row counts for the generations from `valid_from` on that are older than `valid_to`. */
export const VERSION_COLUMNS = ['valid_from', 'valid_to'] as const;

/** Tables that only this engine has: the search for people. See search.ts. */
const SEARCH_TABLES = {
  insider_search: {
    name: 'insider_search',
    columns: { cik: 'text', slug: 'text', last_seen: 'text', search_text: 'text', grams: 'grams' },
    key: ['cik'],
    scope: ['cik'],
    indexes: { by_seen: ['last_seen DESC', 'slug'] },
  },
  search_part: {
    name: 'search_part',
    columns: { part: 'text', owners: 'integer' },
    key: ['part'],
    scope: ['part'],
    indexes: {},
  },
} as const;

/** The parts of a description that this engine needs. */
export interface PostgresTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly scope: readonly string[];
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

export type PostgresTableName = TableName | keyof typeof SEARCH_TABLES;

export const POSTGRES_TABLES: Readonly<Record<PostgresTableName, PostgresTable>> = {
  ...(TABLES satisfies Readonly<Record<TableName, Table>>),
  ...SEARCH_TABLES,
};

export const POSTGRES_TABLE_NAMES = Object.keys(POSTGRES_TABLES) as PostgresTableName[];

const TYPES: Readonly<Record<string, string>> = {
  text: 'TEXT COLLATE "C"',
  integer: 'BIGINT',
  real: 'DOUBLE PRECISION',
  grams: 'INTEGER[]',
};

/** `"row" BIGINT NOT NULL, …` without the generations. */
export function columnDefinitions({ columns }: PostgresTable): string {
  return Object.entries(columns)
    .map(([column, type]) => {
      const isOptional = type.endsWith('?');
      return `${quoted(column)} ${TYPES[isOptional ? type.slice(0, -1) : type]}${isOptional ? '' : ' NOT NULL'}`;
    })
    .join(', ');
}

/** The table of the rows that no generation has that answers at present. */
export const pastName = (table: string): string => `past_${table}`;

/** The schema of views over all rows, beside the schema of the tables. */
export const viewsOf = (tables: string): string => `${tables}_all`;

/** Empty tables of the current `search_path`, without indexes: they are made after the first rows. */
export function tableStatements(): string {
  const tables = Object.values(POSTGRES_TABLES).flatMap((table) =>
    [table.name, pastName(table.name)].map((name) => tableStatement(table, name)),
  );
  // The sums of the newest generation, for the writer alone: see table-digests.ts.
  const sums =
    'CREATE TABLE table_sum (name TEXT COLLATE "C" PRIMARY KEY, "rows" BIGINT NOT NULL, "sum" BYTEA NOT NULL)';
  return [...tables, sums].join(';\n');
}

function tableStatement(table: PostgresTable, name: string): string {
  return `CREATE TABLE ${name} (${columnDefinitions(table)}, valid_from INTEGER NOT NULL, valid_to INTEGER NOT NULL)
    WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)`;
}

/** All rows of a table that are or were, for a FROM. @param tables the schema of the tables */
export const versionsOf = (tables: string, table: string): string =>
  `${viewsOf(tables)}.${table} AS versions`;

/** Views with the names of the tables: the texts of the questions stay the same. */
export function viewStatements(tables: string): string {
  const views = Object.values(POSTGRES_TABLES).map(({ name, columns }) => {
    const list = [...Object.keys(columns).map(quoted), ...VERSION_COLUMNS].join(', ');
    const from = (table: string) => `SELECT ${list} FROM ${tables}.${table}`;
    return `CREATE VIEW ${viewsOf(tables)}.${name} AS ${from(name)} UNION ALL ${from(pastName(name))}`;
  });
  return [`CREATE SCHEMA ${viewsOf(tables)}`, ...views].join(';\n');
}

/** The indexes answer counts without the rows: they have the generations too. */
export function indexStatements(): string[] {
  const all = Object.values(POSTGRES_TABLES).flatMap((table) =>
    [table.name, pastName(table.name)].map((name) => ({ ...table, name })),
  );
  const statements = all.flatMap(({ name, key, indexes }) => [
    `ALTER TABLE ${name} ADD PRIMARY KEY (${[...key.map(quoted), 'valid_from'].join(', ')}) INCLUDE (valid_to)`,
    ...Object.entries(indexes).map(
      ([suffix, list]) =>
        `CREATE INDEX ${name}_${suffix} ON ${name} (${list.map(quoted).join(', ')}) INCLUDE (valid_from, valid_to)`,
    ),
    `CREATE INDEX ${name}_ended ON ${name} (valid_to) WHERE valid_to < ${STILL_VALID}`,
  ]);
  // Without a list of pending entries, which every question would have to read.
  for (const name of ['insider_search', pastName('insider_search')])
    statements.push(`CREATE INDEX ${name}_by_gram ON ${name} USING gin (grams) WITH (fastupdate = off)`);
  return statements;
}
