/** The labels and headings in small capitals that structure the form. */

import type { PdfLine } from '../../formats/pdf-lines.js';

/**
 * Labels of the layout before May 2022, where they are readable, in odd letter case and in pieces (`FIlINg
 * STaTuS:`).
 */
const SPELLED_LABELS: ReadonlyMap<string, string> = new Map([
  ['filingstatus', 'F S'],
  ['subholdingof', 'S O'],
  ['description', 'D'],
  ['comments', 'C'],
  ['location', 'L'],
]);

/** Headings of the same layout. The list of vehicles had another name. */
const HEADINGS: ReadonlyMap<string, string> = new Map([
  ['assetclassdetails', 'I V D'],
  ['investmentvehicledetails', 'I V D'],
  ['comments', 'C'],
  ['initialpublicofferings', 'I P O'],
  ['certificationandsignature', 'C S'],
]);

/** A capital and several lost small letters: text of the filer can lack a single character too, anywhere. */
const LOST_SMALL_CAPITALS = /^[A-Z]\0{2}/;

/** Headings are set in 12 points, everything in and below the table in less than 10. */
const HEADING_HEIGHT = 11;

/**
 * The label at the beginning of a line, as its initials (`F S` of "Filing Status"), and what follows it. The
 * small capitals of a label are extracted as U+0000. Null for a line without a label.
 *
 * @param spelled whether this line begins with readable small capitals; otherwise a readable label was typed
 * by the filer
 */
export function labelOf(text: string, spelled = true): { initials: string; value: string } | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const label = text.slice(0, colon);
  const value = text.slice(colon + 1).trim();
  if (LOST_SMALL_CAPITALS.test(label) || (spelled && label.includes('\0')))
    return { initials: initialsOf(label), value };
  return spelled
    ? { initials: SPELLED_LABELS.get(withoutSpaces(label)) ?? withoutSpaces(label), value }
    : null;
}

/** True for a line that begins with a capital and continues in smaller letters: readable small capitals. */
export function isInSmallCapitals({ items: [first, second] }: PdfLine): boolean {
  if (first === undefined || second === undefined) return false;
  return /^[A-Za-z]$/.test(first.text.trim()) && second.height < 0.9 * first.height;
}

/**
 * `I V D` of the heading "Investment Vehicle Details" in small capitals; null for a line that is not a
 * heading.
 */
export function headingOf(text: string): string | null {
  if (text.includes(':')) return null;
  return LOST_SMALL_CAPITALS.test(text) ? initialsOf(text) : (HEADINGS.get(withoutSpaces(text)) ?? null);
}

/** True for a line in the font size of a heading: the filer may have typed the same words. */
export function hasHeadingSize({ items }: PdfLine): boolean {
  return items.some(({ height }) => height >= HEADING_HEIGHT);
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/** First letters of the words; a word entirely in small capitals ("and") has none. */
function initialsOf(label: string): string {
  return label
    .split(' ')
    .filter((word) => word !== '' && !word.startsWith('\0'))
    .map((word) => word[0])
    .join(' ');
}
