/** The read model as a SQLite schema. */

import { quoted, READ_MODEL_VERSION, TABLES, type Table } from '../tables.js';
import { SEARCH_SCHEMA } from './search-index.js';

const TYPES = { text: 'TEXT', integer: 'INTEGER', real: 'REAL' } as const;

/** The statements that make an empty read model. */
export function sqliteSchema(): string {
  return [
    ...Object.values(TABLES).flatMap(tableStatements),
    `CREATE TABLE generation (
       one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL, id TEXT NOT NULL, at TEXT,
       next_refresh_at TEXT, serve_from TEXT NOT NULL, is_filling INTEGER NOT NULL);`,
    SEARCH_SCHEMA,
    `PRAGMA user_version = ${READ_MODEL_VERSION};`,
  ].join('\n');
}

function tableStatements({ name, columns, key, indexes }: Table): string[] {
  const definitions = Object.entries(columns).map(([column, type]) => {
    // A type is one of TYPES, with or without the mark.
    const plain = TYPES[type.replace('?', '') as keyof typeof TYPES];
    return `${quoted(column)} ${plain}${type.endsWith('?') ? '' : ' NOT NULL'}`;
  });
  const primary = `PRIMARY KEY (${key.map(quoted).join(', ')})`;
  return [
    `CREATE TABLE ${name} (${[...definitions, primary].join(', ')});`,
    ...Object.entries(indexes).map(
      ([suffix, list]) => `CREATE INDEX ${name}_${suffix} ON ${name} (${list.map(quoted).join(', ')});`,
    ),
  ];
}
