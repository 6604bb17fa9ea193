/** The orders of the feed, and the condition for what comes behind a place in one. */

import type { ListPlace } from '../../../tools/contract/place.js';
import type { SqlValue } from '../../database/database.js';

/** A column or expression, and its direction. */
export type OrderColumn = readonly [column: string, direction: 'ASC' | 'DESC'];
export type Order = readonly OrderColumn[];

/** Newest filing first. Every order of the feed ends in it, so that it is total. */
export const FEED_ORDER: Order = [
  ['filed_at', 'DESC'],
  ['accession', 'ASC'],
  ['"row"', 'ASC'],
];

export function reversed(order: Order): Order {
  return order.map(([column, direction]) => [column, direction === 'ASC' ? 'DESC' : 'ASC']);
}

export function orderText(order: Order): string {
  return order.map(([column, direction]) => `${column} ${direction}`).join(', ');
}

/**
 * What rows are sorted by, to be selected as well: of an earlier generation rows come from two tables, and are merged by an
 * index only if the answer has these columns.
 */
export function orderColumns(order: Order): string {
  return order.map(([column]) => column).join(', ');
}

/** ` AND …`, or nothing without a place, which has a value for each column of the order. */
export function behindPlace(
  order: Order,
  place: ListPlace | undefined,
): { filter: string; values: SqlValue[] } {
  if (place === undefined) return { filter: '', values: [] };
  if (place.length !== order.length) throw new Error('a place has a value for each column of its order');
  const sign = ([, direction]: OrderColumn) => (direction === 'ASC' ? '>' : '<');
  let filter = '';
  let values: SqlValue[] = [];
  for (let at = order.length - 1; at >= 0; at -= 1) {
    // Both have the same length.
    const [column, value] = [order[at] as OrderColumn, place[at] as SqlValue];
    const [name] = column;
    filter =
      at === order.length - 1
        ? `${name} ${sign(column)} ?`
        : `(${name} ${sign(column)} ? OR (${name} = ? AND ${filter}))`;
    values = at === order.length - 1 ? [value] : [value, value, ...values];
  }
  // The first column alone, so that an index begins at the place.
  const [first] = order as [OrderColumn];
  return {
    filter: ` AND ${first[0]} ${sign(first)}= ? AND ${filter}`,
    values: [place[0] as SqlValue, ...values],
  };
}
