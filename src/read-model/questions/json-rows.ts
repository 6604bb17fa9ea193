/** How rows are read that are sent as the JSON that they are stored as. */

import type { SqlValue } from '../../database/database.js';
import { parseSound, soundObject } from '../sound-json.js';
import type { TableName } from '../tables.js';
import type { RowReader } from '../unreadable-rows.js';

/** The JSON, and what names the row. */
export type JsonAndKey = [json: string, ...key: SqlValue[]];

/** For rows that are sent as they are stored. */
export function jsonRow(table: TableName): RowReader<JsonAndKey, string> {
  return { table, keyOf, read: ([json]) => soundObject(json) };
}

/** For rows whose fields are needed. */
export function parsedRow<T>(table: TableName): RowReader<JsonAndKey, T> {
  // Every text was written by the store as the JSON of this type.
  return { table, keyOf, read: ([json]) => parseSound<T>(json) };
}

function keyOf([, ...key]: JsonAndKey): string {
  return key.join(' ');
}
