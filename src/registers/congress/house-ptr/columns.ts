/** The columns of the table of transactions, taken from the header row that every page of it repeats. */

import type { PdfItem } from '../../formats/pdf.js';
import type { PdfLine } from '../../formats/pdf-lines.js';

export const COLUMNS = ['id', 'owner', 'asset', 'type', 'date', 'notified', 'amount', 'gains'] as const;
export type PtrColumn = (typeof COLUMNS)[number];

/** Left edges in points, in the order of COLUMNS. They move when the ID column is filled. */
export type PtrColumnEdges = Record<PtrColumn, number>;

/** First line of the header; `Type`, `Date`, `Gains >` and `$200?` follow below. Before August 2018 without `Cap.`. */
const TITLES = ['id', 'owner', 'asset', 'transaction', 'date', 'notification', 'amount', 'cap.'];
const LOWER_HEADER_TEXTS = new Set(['type', 'date', 'gains >', 'gains > $200?', '$200?', 'cap.']);
/** The three lines of a header span 23 points; the first row starts 33 points and more below the first of them. */
const HEADER_HEIGHT = 30;
/** Header and body text start within 2 points of each other. */
const TOLERANCE = 3;
/** Width of the column of owners on every form seen. */
const OWNER_WIDTH = 39;
/** The start of a word inside a joined piece is an estimate. */
const JOINED_TOLERANCE = 7;

/** The edges when this is the first line of a header; otherwise null. */
export function columnEdges(line: PdfLine): PtrColumnEdges | null {
  const titles = line.items.flatMap(wordsOf);
  if (titles.length !== TITLES.length && titles.length !== TITLES.length - 1) return null;
  // Case-insensitive: the layout before May 2022 gives some capitals as lower case.
  if (titles.some(({ text }, place) => text.toLowerCase() !== TITLES[place])) return null;
  // Object.fromEntries loses the types of the keys, which are those of COLUMNS.
  const edges = Object.fromEntries(
    COLUMNS.map((column, place) => [column, titles[place]?.x ?? Number.POSITIVE_INFINITY]),
  ) as PtrColumnEdges;
  // `Owner Asset` is one piece in that layout.
  const isJoined = line.items.some(({ text }) => /owner\s+asset/i.test(text));
  return isJoined ? { ...edges, asset: edges.owner + OWNER_WIDTH } : edges;
}

/** True for the second and third line of a header whose first line is at `headerY`. */
export function isRestOfHeader(line: PdfLine, headerY: number): boolean {
  return (
    line.y - headerY < HEADER_HEIGHT &&
    line.items.every((item) => LOWER_HEADER_TEXTS.has(item.text.trim().toLowerCase()))
  );
}

/** The column in which a piece starts; null for one that starts left of all. */
export function columnOf(item: PdfItem, edges: PtrColumnEdges): PtrColumn | null {
  return COLUMNS.findLast((column) => item.x >= edges[column] - TOLERANCE) ?? null;
}

/** True when a piece starts at the left edge of a column. */
export function startsAt(item: PdfItem, edges: PtrColumnEdges, column: PtrColumn): boolean {
  return Math.abs(item.x - edges[column]) <= TOLERANCE;
}

/**
 * The pieces of one cell each. pdf.js joins neighbouring cells that are less than 6 points apart (both dates,
 * an ID with the owner, an asset that fills its column with the type): a piece that crosses an edge is
 * divided at the word that begins there. A piece that crosses it without such a word is left whole.
 */
export function splitAtColumns(items: readonly PdfItem[], edges: PtrColumnEdges): PdfItem[] {
  return items.flatMap((item) => {
    const words = wordsOf(item);
    const pieces: PdfItem[] = [];
    for (const word of words) {
      const end = item.x + item.width;
      const column = COLUMNS.find(
        (one) =>
          edges[one] > (pieces.at(-1)?.x ?? Number.POSITIVE_INFINITY) + TOLERANCE &&
          end > edges[one] + 1 &&
          Math.abs(word.x - edges[one]) <= JOINED_TOLERANCE,
      );
      const piece = pieces.at(-1);
      if (piece === undefined) pieces.push({ ...item, text: word.text });
      else if (column === undefined) piece.text += ` ${word.text}`;
      else {
        piece.width = edges[column] - piece.x;
        pieces.push({ ...item, text: word.text, x: edges[column], width: end - edges[column] });
      }
    }
    // The piece unchanged: its blanks are part of what was filed.
    return pieces.length > 1 ? pieces : [item];
  });
}

/** The words of a piece, each with the place at which it begins, estimated from common letter widths. */
function wordsOf(item: PdfItem): PdfItem[] {
  const whole = widthOf(item.text);
  return [...item.text.matchAll(/\S+/g)].map((found) => ({
    ...item,
    text: found[0],
    x: item.x + (item.width * widthOf(item.text.slice(0, found.index))) / whole,
    width: (item.width * widthOf(found[0])) / whole,
  }));
}

/** Relative to the size of the font, as in most fonts with serifs. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (letter === ' ') width += 0.25;
    else if (/[MW@%]/.test(letter)) width += 0.9;
    else if (/[A-Z0-9&mw$?#]/.test(letter)) width += 0.63;
    else if (/[a-eghknopq-suvx-z]/.test(letter)) width += 0.52;
    else width += 0.34;
  }
  return width;
}

/**
 * Boxes and radio buttons appear as letters of their symbol font, one piece each: `g f e d c`, and `b` when
 * ticked.
 */
const BOX_LETTER = /^[b-gi-n]$/i;

/** True for a piece of the box `Cap. Gains > $200?` in its column. */
export function isBoxLetter(item: PdfItem, edges: PtrColumnEdges): boolean {
  return columnOf(item, edges) === 'gains' && BOX_LETTER.test(item.text.trim());
}
