/** Two tables of a dump that describe the others, in every format: a reader of any of them finds what a column means. */

import type { PublicColumn, PublicValue } from './public-columns.js';
import { PUBLIC_TABLES } from './public-tables.js';
import type { WrittenTable } from './table-sink.js';

const text = (name: string, description: string): PublicColumn => ({ name, type: 'text', description });
const count = (name: string, description: string): PublicColumn => ({ name, type: 'integer', description });

const TABLES: WrittenTable = {
  name: 'dump_tables',
  columns: [
    text('table', 'Name of the table'),
    text('description', 'What a row is'),
    count('rows', 'Number of rows'),
  ],
  indexes: [],
};

const COLUMNS: WrittenTable = {
  name: 'dump_columns',
  columns: [
    text('table', 'Name of the table'),
    count('position', 'Place in the table, from 0'),
    text('column', 'Name of the column'),
    text('type', 'text, integer, real, boolean, or json for a list or an object as JSON text'),
    text('description', 'What it means'),
  ],
  indexes: [],
};

/** @param written how many rows each public table has */
export function describingTables(
  written: ReadonlyArray<{ name: string; rows: number }>,
): ReadonlyArray<{ table: WrittenTable; rows: PublicValue[][] }> {
  const rowsOf = new Map(written.map(({ name, rows }) => [name, rows]));
  return [
    {
      table: TABLES,
      rows: PUBLIC_TABLES.map(({ name, description }) => [name, description, rowsOf.get(name) ?? 0]),
    },
    {
      table: COLUMNS,
      rows: PUBLIC_TABLES.flatMap(({ name, columns }) =>
        columns.map((one, at) => [name, at, one.name, one.type, one.description]),
      ),
    },
  ];
}
