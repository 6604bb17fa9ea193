/** The columns of the table of transactions, taken from the header row that every page of it repeats. */

import type { PdfItem } from '../formats/pdf.js';
import type { Line } from './lines.js';

export const COLUMNS = ['id', 'owner', 'asset', 'type', 'date', 'notified', 'amount', 'gains'] as const;
export type Column = (typeof COLUMNS)[number];

/** Left edges in points, in the order of COLUMNS. They move when the ID column is filled. */
export type Edges = Record<Column, number>;

/** First line of the header; `Type`, `Date`, `Gains >` and `$200?` follow below. */
const TITLES = ['ID', 'Owner', 'Asset', 'Transaction', 'Date', 'Notification', 'Amount', 'Cap.'];
const BELOW = new Set(['type', 'date', 'gains >', 'gains > $200?', '$200?', 'cap.']);
/** The three lines of a header span 23 points; the first row stands 40 points and more below the first of them. */
const HEADER_HEIGHT = 30;
/** Header and body text start within 2 points of each other. */
const TOLERANCE = 3;

/** The edges when this is the first line of a header; otherwise null. */
export function edgesOf(line: Line): Edges | null {
  if (line.items.length !== TITLES.length) return null;
  // In any case: reports of 2017 and before print some capitals small.
  if (line.items.some((item, place) => item.text.trim().toLowerCase() !== TITLES[place]!.toLowerCase()))
    return null;
  return Object.fromEntries(COLUMNS.map((column, place) => [column, line.items[place]!.x])) as Edges;
}

/** True for the second and third line of a header whose first line stands at `headerY`. */
export function isRestOfHeader(line: Line, headerY: number): boolean {
  return (
    line.y - headerY < HEADER_HEIGHT && line.items.every((item) => BELOW.has(item.text.trim().toLowerCase()))
  );
}

/** The column in which a piece starts; null for one that starts left of all. */
export function columnOf(item: PdfItem, edges: Edges): Column | null {
  return COLUMNS.findLast((column) => item.x >= edges[column] - TOLERANCE) ?? null;
}

/** True when a piece starts at the left edge of a column. */
export function startsAt(item: PdfItem, edges: Edges, column: Column): boolean {
  return Math.abs(item.x - edges[column]) <= TOLERANCE;
}
