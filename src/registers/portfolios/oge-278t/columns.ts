/** The columns of the two tables, located by the header that each page repeats. */

import { itemAt } from '../../../collections.js';
import type { PdfItem } from '../../formats/pdf.js';
import type { PdfLine } from '../../formats/pdf-lines.js';

export const COLUMNS = ['number', 'description', 'type', 'date', 'notified', 'amount'] as const;
export type OgeColumn = (typeof COLUMNS)[number];
/** Left edges in points. */
export type OgeColumnEdges = Record<OgeColumn, number>;

const TITLES = ['#', 'DESCRIPTION', 'TYPE', 'DATE', 'NOTIFICATION', 'AMOUNT'];
/** Second and third line of the header, in the column of `NOTIFICATION`. */
const LOWER_HEADER_LINES = ['RECEIVED OVER', '30 DAYS AGO'];

export const ENDNOTE_COLUMNS = ['part', 'number', 'text'] as const;
type EndnoteColumn = (typeof ENDNOTE_COLUMNS)[number];
export type EndnoteEdges = Record<EndnoteColumn, number>;
const ENDNOTE_TITLES = ['PART', '#', 'ENDNOTE'];

/** How far from an edge a piece still belongs to its column. */
const TOLERANCE = 3;

/** Integrity prints each cell at its edge and each line level. Text recognised in a scan is never that even. */
const EVENNESS = 0.25;

/** True for two positions that are one place of the printed table. */
export const isEven = (one: number, other: number): boolean => Math.abs(one - other) <= EVENNESS;

/** The edges when this is the first line of the header of transactions; otherwise null. */
export function columnEdges(line: PdfLine): OgeColumnEdges | null {
  return hasTitles(line, TITLES) ? edges(line, COLUMNS) : null;
}

/** True for `line` as the second (`place` 0) or third (`place` 1) line of a header with these edges. */
export function isRestOfHeader(line: PdfLine, place: number, { notified }: OgeColumnEdges): boolean {
  const [item, ...more] = line.items;
  if (item === undefined || more.length > 0) return false;
  return item.text.trim() === LOWER_HEADER_LINES[place] && Math.abs(item.x - notified) <= TOLERANCE;
}

export const HEADER_LINES_BELOW = LOWER_HEADER_LINES.length;

export function endnoteEdgesOf(line: PdfLine): EndnoteEdges | null {
  return hasTitles(line, ENDNOTE_TITLES) ? edges(line, ENDNOTE_COLUMNS) : null;
}

/** The column in which a piece starts; null for one that starts left of all. */
export function columnOf<T extends string>(
  item: PdfItem,
  columns: readonly T[],
  edges: Record<T, number>,
): T | null {
  return columns.findLast((column) => item.x >= edges[column] - TOLERANCE) ?? null;
}

/** The mark is at the right of the description, next to any of its lines. */
export function isEndnoteMark(item: PdfItem, { description }: OgeColumnEdges): boolean {
  return item.text.trim() === 'See Endnote' && item.x > description + 20;
}

function hasTitles(line: PdfLine, titles: readonly string[]): boolean {
  if (line.items.length !== titles.length) return false;
  return line.items.every((item, place) => item.text.trim() === titles[place]);
}

function edges<T extends string>(line: PdfLine, columns: readonly T[]): Record<T, number> {
  // Object.fromEntries loses the types of the keys, which are those of `columns`.
  return Object.fromEntries(columns.map((column, place) => [column, itemAt(line.items, place).x])) as Record<
    T,
    number
  >;
}
