/** The rows of the short lists: how the writer keeps them with their order, and a question reads them. */

import type { GenerationTables } from './question.js';
import { damagedRow, soundObject } from './sound-json.js';
import type { Row } from './tables.js';

export type ListName = 'clusters' | 'streaks' | 'trackers' | 'members' | 'clusters-more' | 'streaks-more';

/** An entry of a list: what names it there, its page, and the JSON that is sent. */
export type ListEntry = readonly [name: string, page: string, json: string];

/** The row that has the order. */
const ORDER = '';

/** The rows of `TABLES.list_row` for a list in its order; none for an empty one. */
export function listRowsOf(list: ListName, entries: readonly ListEntry[]): Row[] {
  if (entries.length === 0) return [];
  const names = entries.map(([name]) => name);
  return [[list, ORDER, '', JSON.stringify({ names })], ...entries.map((entry) => [list, ...entry])];
}

/** @throws SyntaxError if a stored row is damaged */
export async function readListRows(tables: GenerationTables, list: ListName): Promise<ListEntry[]> {
  const rows = await tables.rows<[name: string, page: string, json: string]>(
    `SELECT name, page, json FROM list_row WHERE list = ? ${tables.current}`,
    [list, ...tables.currentValues],
  );
  if (rows.length === 0) return [];
  const byName = new Map(rows.map((row) => [row[0], row] as const));
  return namesIn(byName.get(ORDER)?.[2] ?? '').map((name) => {
    const row = byName.get(name);
    if (row === undefined) throw damagedRow();
    return row;
  });
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

function namesIn(order: string): string[] {
  // What `listRowsOf` wrote, or damaged.
  const { names } = JSON.parse(soundObject(order)) as { names?: string[] };
  if (names === undefined) throw damagedRow();
  return names;
}
