/** The rows of the short lists: how the writer keeps them with their order, and how they are put in order again. */

import { damagedRow, parseSound } from './sound-json.js';
import type { Row } from './tables.js';

export type ListName = 'clusters' | 'streaks' | 'trackers' | 'members' | 'clusters-more' | 'streaks-more';

/** A row of a list: what names it there, its page, and the JSON that is sent. */
export type NamedRow = readonly [name: string, page: string, json: string];

/** The row that has the order. */
const ORDER = '';

/** The rows of `TABLES.list_row` for a list in its order; none for an empty one. */
export function listRowsOf(list: ListName, entries: readonly NamedRow[]): Row[] {
  if (entries.length === 0) return [];
  const names = entries.map(([name]) => name);
  return [[list, ORDER, '', JSON.stringify({ names })], ...entries.map((entry) => [list, ...entry])];
}

/**
 * The entries of one list, from its rows in any order.
 * @throws SyntaxError if a stored row is damaged
 */
export function inListOrder(rows: readonly NamedRow[]): NamedRow[] {
  if (rows.length === 0) return [];
  const byName = new Map(rows.map((row) => [row[0], row] as const));
  return namesIn(byName.get(ORDER)?.[2] ?? '').map((name) => {
    const row = byName.get(name);
    if (row === undefined) throw damagedRow();
    return row;
  });
}

function namesIn(order: string): string[] {
  // What `listRowsOf` wrote, or damaged.
  const { names } = parseSound<{ names?: string[] }>(order);
  if (names === undefined) throw damagedRow();
  return names;
}
