/**
 * The read model as a SQLite schema: the tables of the newest generation, and beside each one the rows that earlier
 * generations had and the newest has no more.
 */

import { quoted, READ_MODEL_VERSION, TABLES, type Table, type TableName } from '../tables.js';
import { SEARCH_SCHEMA } from './search-index.js';

const TYPES = { text: 'TEXT', integer: 'INTEGER', real: 'REAL' } as const;

/** `valid_to` of a row that no generation has ended. */
const STILL_VALID = 2_147_483_647;

/** The table of the rows that only earlier generations have. */
export const pastName = (table: string): string => `past_${table}`;

/** The statements that make an empty read model. */
export function sqliteSchema(): string {
  return [
    ...Object.values(TABLES).flatMap(tableStatements),
    INDEX_STATEMENTS,
    ...Object.values(TABLES).map(pastIndexes),
    `CREATE TABLE generation (
       one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL, id TEXT NOT NULL, at TEXT,
       next_refresh_at TEXT, serve_from TEXT NOT NULL, is_filling INTEGER NOT NULL);`,
    // The generations that can be replayed, with the newest one.
    `CREATE TABLE kept_generation (
       number INTEGER PRIMARY KEY, id TEXT NOT NULL, at TEXT, serve_from TEXT NOT NULL, is_filling INTEGER NOT NULL);
     CREATE INDEX kept_generation_by_time ON kept_generation (serve_from);`,
    // See table-digests.ts.
    'CREATE TABLE table_sum (name TEXT PRIMARY KEY, "rows" INTEGER NOT NULL, "sum" BLOB NOT NULL);',
    SEARCH_SCHEMA,
    `PRAGMA user_version = ${READ_MODEL_VERSION};`,
  ].join('\n');
}

/** A row counts from the generation `valid_from` on, until before `valid_to`. */
function tableStatements({ name, columns }: Table): string[] {
  const definitions = Object.entries(columns).map(([column, type]) => {
    // A type is one of TYPES, with or without the mark.
    const plain = TYPES[type.replace('?', '') as keyof typeof TYPES];
    return `${quoted(column)} ${plain}${type.endsWith('?') ? '' : ' NOT NULL'}`;
  });
  const all = `${definitions.join(', ')}, valid_from INTEGER NOT NULL DEFAULT 0`;
  return [
    `CREATE TABLE ${name} (${all});`,
    `CREATE TABLE ${pastName(name)} (${all}, valid_to INTEGER NOT NULL);`,
  ];
}

/** What groups are made of, beside what every engine has in the index. */
const OF_GROUPS = ['shares', 'lots', 'first_traded', 'packed'];

/**
 * What a search reads of each hit: the hits of a name, and the sums of one insider or issuer, are far apart in the table, and
 * each would be read from another page.
 */
const ALSO_IN_INDEX: Readonly<Record<string, readonly string[]>> = {
  insider_by_rank: ['slug', 'name', 'tickers', 'last_seen'],
  filing_sum_by_cik: OF_GROUPS,
  filing_sum_by_owner: OF_GROUPS,
};

const ALL_INDEXES = Object.values(TABLES)
  .flatMap(({ name, key, indexes }) => [
    { kind: 'UNIQUE INDEX', table: name, name: `${name}_key`, columns: key },
    ...Object.entries(indexes).map(([suffix, columns]) => ({
      kind: 'INDEX',
      table: name,
      name: `${name}_${suffix}`,
      // Questions about the past are answered from the index alone where those about the newest generation are.
      columns: [...columns, 'valid_from', ...(ALSO_IN_INDEX[`${name}_${suffix}`] ?? [])],
    })),
  ])
  .concat({
    kind: 'INDEX',
    table: TABLES.insider.name,
    name: 'insider_by_start',
    // Who changed after a generation: see search-past.ts.
    columns: ['valid_from'],
  });

type Index = (typeof ALL_INDEXES)[number];

/** Half a million people have no second form of their name. */
const ROWS_IN_INDEX: Readonly<Record<string, string>> = {
  insider_by_words_split: ' WHERE words_split IS NOT NULL',
};

const makeIndex = ({ kind, table, name, columns }: Index): string =>
  `CREATE ${kind} ${name} ON ${table} (${columns.map(quoted).join(', ')})${ROWS_IN_INDEX[name] ?? ''};`;
const dropIndex = ({ name }: Index): string => `DROP INDEX ${name};`;

/** Indexes that are made after very many rows take less time, and two thirds of the space. */
export const INDEX_STATEMENTS = ALL_INDEXES.map(makeIndex).join('\n');

export const DROP_INDEX_STATEMENTS = ALL_INDEXES.map(dropIndex).join('\n');

/** The same for the indexes of one table, without that of its key: the writer finds rows by it. */
export function lateIndexStatements(table: TableName): { drop: string; make: string } {
  const late = ALL_INDEXES.filter((index) => index.table === table && index.kind === 'INDEX');
  return { drop: late.map(dropIndex).join('\n'), make: late.map(makeIndex).join('\n') };
}

/** The same indexes over the rows of the past, and one to remove the oldest. */
function pastIndexes({ name, key, indexes }: Table): string {
  const table = pastName(name);
  return [
    ...Object.entries({ key, ...indexes }).map(
      ([suffix, columns]) =>
        `CREATE INDEX ${table}_${suffix} ON ${table} (${[...columns, 'valid_from', 'valid_to'].map(quoted).join(', ')});`,
    ),
    `CREATE INDEX ${table}_ended ON ${table} (valid_to);`,
  ].join('\n');
}

/** All rows of a table that are or were, for a FROM. */
export function versionsOf(table: TableName): string {
  return `(${allVersions(TABLES[table])}) AS versions`;
}

function allVersions(table: Table): string {
  const list = Object.keys(table.columns).map(quoted).join(', ');
  return `SELECT ${list}, valid_from, CAST(${STILL_VALID} AS INTEGER) AS valid_to FROM main.${table.name}
    UNION ALL ${pastRows(table)}`;
}

/** The rows that only earlier generations have, as they were. */
export function pastRows(table: Table): string {
  const { name, columns } = table;
  const list = Object.keys(columns).map((column) =>
    // The type must be that of the column: SQLite merges two tables by an index only if all types are the same.
    isShortened(table, column)
      ? `CAST(whole(${quoted(column)}) AS TEXT) AS ${quoted(column)}`
      : quoted(column),
  );
  return `SELECT ${list.join(', ')}, valid_from, valid_to FROM main.${pastName(name)}`;
}

/** Texts that no row is found or sorted by: see short-texts.ts. */
export function isShortened({ columns, key, indexes }: Table, column: string): boolean {
  const sought = [...key, ...Object.values(indexes).flat()].map((one) => one.replace(/ .*/, ''));
  return columns[column]?.startsWith('text') === true && !sought.includes(column);
}

/**
 * Views that hide the tables of a connection behind all their versions: the texts of the questions stay the same, and
 * their condition on `valid_from` and `valid_to` chooses the generation.
 */
export const VIEW_STATEMENTS = Object.values(TABLES)
  .map((table) => `CREATE TEMP VIEW ${table.name} AS ${allVersions(table)};`)
  .join('\n');
