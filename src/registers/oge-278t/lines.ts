/** Pieces of text on a page, put together to lines. */

import type { PdfItem, PdfPage } from '../formats/pdf.js';

/** Pieces on one base line, from left to right. */
export interface Line {
  y: number;
  items: PdfItem[];
}

/** Base lines of one printed line differ by rounding only; the next line is 10 points below. */
const SAME_LINE = 2;

/** The lines of a page from top to bottom: iText paints headings first and tables after them. */
export function linesOf(page: PdfPage): Line[] {
  const lines: Line[] = [];
  for (const item of [...page.items].sort((one, other) => one.y - other.y)) {
    const line = lines.at(-1);
    if (line !== undefined && item.y - line.y < SAME_LINE) line.items.push(item);
    else lines.push({ y: item.y, items: [item] });
  }
  for (const line of lines) line.items.sort((one, other) => one.x - other.x);
  return lines;
}

/** The pieces as one text, single blanks between words. */
export function joined(items: readonly PdfItem[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const apart = item.x - end > 0.15 * item.height;
    text += text !== '' && apart ? ` ${item.text}` : item.text;
    end = item.x + item.width;
  }
  return tidy(text);
}

export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
