/** Pieces of text on a page, put together to lines, and the labels in small capitals that divide the form. */

import type { PdfItem, PdfPage } from '../formats/pdf.js';

/** Pieces on one base line, from left to right. */
export interface Line {
  y: number;
  items: PdfItem[];
}

/** Base lines of one printed line differ by rounding only; the next line is at least 10 points below. */
const SAME_LINE = 2;

/** The lines of a page from top to bottom, whatever the order in which they were painted. */
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

/** The pieces as one text: a blank where a gap stands between two of them, none where they touch. */
export function joined(items: PdfItem[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const apart = item.x - end > 0.15 * item.height;
    text += text !== '' && apart && !text.endsWith(' ') ? ` ${item.text}` : item.text;
    end = item.x + item.width;
  }
  return text.trim();
}

/** Labels of reports of 2017 and before, which print them readably in odd case (`FIlINg STATuS:`). */
const SPELLED: ReadonlyArray<readonly [RegExp, string]> = [
  [/^filing status\s*:/i, 'F S'],
  [/^subholding of\s*:/i, 'S O'],
  [/^description\s*:/i, 'D'],
  [/^comments\s*:/i, 'C'],
  [/^location\s*:/i, 'L'],
];

/**
 * The label at the beginning of a line, as its initials (`F S` of "Filing Status"), and what follows it. The small
 * capitals of a label come as U+0000, which no data holds. Null for a line without a label.
 * @param spelled whether the report prints its labels readably; elsewhere a readable one is what the filer typed
 */
export function labelOf(text: string, spelled = true): { initials: string; value: string } | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const label = text.slice(0, colon);
  if (label.includes('\0')) return { initials: initialsOf(label), value: text.slice(colon + 1).trim() };
  const known = spelled ? SPELLED.find(([pattern]) => pattern.test(text)) : undefined;
  return known === undefined ? null : { initials: known[1], value: text.slice(colon + 1).trim() };
}

/** `I V D` of the heading "Investment Vehicle Details" in small capitals; null for a line that is no heading. */
export function headingOf(text: string): string | null {
  if (text.includes(':')) return null;
  if (/^investment vehicle details$/i.test(text)) return 'I V D';
  if (/^comments$/i.test(text)) return 'C';
  if (/^initial public offerings$/i.test(text)) return 'I P O';
  return text.includes('\0') ? initialsOf(text) : null;
}

/** First letters of the words; a word all in small capitals ("and") has none. */
function initialsOf(label: string): string {
  return label
    .split(' ')
    .filter((word) => word !== '' && !word.startsWith('\0'))
    .map((word) => word[0])
    .join(' ');
}
