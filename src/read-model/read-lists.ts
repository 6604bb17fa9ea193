/** The short lists of a generation in their order. */

import { inListOrder, type ListName, type NamedRow } from './list-rows.js';
import type { GenerationTables } from './question.js';
import { readableRecord } from './unreadable-rows.js';

/** @throws ApiError `not_ready` if the order cannot be read, or names a row that is lost */
export async function readListRows(tables: GenerationTables, list: ListName): Promise<NamedRow[]> {
  const rows = await tables.rows<[name: string, page: string, json: string]>(
    `SELECT name, page, json FROM list_row WHERE list = ? ${tables.current}`,
    [list, ...tables.currentValues],
  );
  return readableRecord(tables, { table: 'list_row', key: `${list} in order` }, () => inListOrder(rows));
}

/** The place of each entry of a list and of those behind it, from 0. */
export async function readPlaces(
  tables: GenerationTables,
  lists: readonly ListName[],
): Promise<Map<string, number>> {
  const all: string[] = [];
  for (const list of lists) for (const [name] of await readListRows(tables, list)) all.push(name);
  return new Map(all.map((name, place) => [name, place] as const));
}
