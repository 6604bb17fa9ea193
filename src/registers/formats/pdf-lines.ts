/** Joins the pieces of text on a PDF page into lines. */

import type { PdfItem, PdfPage } from './pdf.js';

/** Pieces on one base line, from left to right. */
export interface PdfLine {
  y: number;
  items: PdfItem[];
}

/** Base lines of one printed line differ by rounding only; the next line is at least 10 points below. */
const SAME_LINE = 2;

/** The lines of a page from top to bottom, in any painting order. */
export function pdfLinesOf(page: PdfPage): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const item of [...page.items].sort((one, other) => one.y - other.y)) {
    const line = lines.at(-1);
    if (line !== undefined && item.y - line.y < SAME_LINE) line.items.push(item);
    else lines.push({ y: item.y, items: [item] });
  }
  for (const line of lines) line.items.sort((one, other) => one.x - other.x);
  return lines;
}

/** The pieces as one text: a blank where there is a gap between two of them, none where they touch. */
export function joinItems(items: readonly PdfItem[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const apart = item.x - end > 0.15 * item.height;
    text += text !== '' && apart && !text.endsWith(' ') ? ` ${item.text}` : item.text;
    end = item.x + item.width;
  }
  return text.trim();
}
