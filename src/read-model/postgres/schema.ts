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

/** Empty tables of the current `search_path`, without indexes: they are made after the first rows. */
export function tableStatements(): string {
  return Object.values(POSTGRES_TABLES)
    .map(
      (table) =>
        `CREATE TABLE ${table.name} (${columnDefinitions(table)}, valid_from INTEGER NOT NULL, valid_to INTEGER NOT NULL)
           WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)`,
    )
    .join(';\n');
}

/** The indexes answer counts without the rows: they have the generations too. */
export function indexStatements(): string[] {
  const statements = Object.values(POSTGRES_TABLES).flatMap(({ name, key, indexes }) => [
    `ALTER TABLE ${name} ADD PRIMARY KEY (${[...key.map(quoted), 'valid_from'].join(', ')}) INCLUDE (valid_to)`,
    ...Object.entries(indexes).map(
      ([suffix, list]) =>
        `CREATE INDEX ${name}_${suffix} ON ${name} (${list.map(quoted).join(', ')}) INCLUDE (valid_from, valid_to)`,
    ),
    `CREATE INDEX ${name}_ended ON ${name} (valid_to) WHERE valid_to < ${STILL_VALID}`,
  ]);
  // Without a list of pending entries, which every question would have to read.
  statements.push(
    'CREATE INDEX insider_search_by_gram ON insider_search USING gin (grams) WITH (fastupdate = off)',
  );
  return statements;
}
