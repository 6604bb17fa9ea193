/** The rows of an announcement in document order, and what a row says before its label is looked up. */

import { itemAt } from '../../../collections.js';
import { type HtmlBlock, type HtmlCell, type HtmlTable, linesOf } from '../../formats/html.js';
import { isEnumerator, labelOf, normaliseLabel } from './labels.js';
import { leadingNumber } from './numbered-items.js';

/** All rows in document order. A table that only holds a form, or a part of one, is opened. */
export function* rowsOf(blocks: HtmlBlock[]): Generator<HtmlCell[]> {
  for (const block of blocks) {
    if (block.kind === 'line') {
      yield [{ blocks: [block], colspan: 1, rowspan: 1 }];
      continue;
    }
    for (const row of block.rows) {
      if (row.some((cell) => cell.blocks.some((b) => b.kind === 'table' && holdsForm(b))))
        for (const cell of row) yield* rowsOf(cell.blocks);
      else yield row;
    }
  }
}

const holdsFormCache = new WeakMap<HtmlTable, boolean>();

function holdsForm(table: HtmlTable): boolean {
  const known = holdsFormCache.get(table);
  if (known !== undefined) return known;
  const isHeading = table.rows.some((row) => {
    const filled = row.filter((cell) => cell.blocks.length > 0);
    if (filled.length === 0) return false;
    const own = filled.length > 1 && isEnumerator(itemAt(filled, 0)) ? filled.slice(1) : filled;
    const label = labelOf(itemAt(own, 0), own.length)?.label;
    // The others are headings of price tables too: `Date of transaction | Number of shares | Price`.
    if (label !== undefined && ['person', 'reason', 'issuer', 'transaction', 'instrument'].includes(label))
      return true;
    return row.some((cell) => cell.blocks.some((b) => b.kind === 'table' && holdsForm(b)));
  });
  holdsFormCache.set(table, isHeading);
  return isHeading;
}

/** A row that holds nothing but the headings of a price and volume table. */
export function isPriceHeader(cells: HtmlCell[]): boolean {
  const texts = cells.map((cell) => normaliseLabel(linesOf(cell.blocks).join(' ').slice(0, 100)));
  return (
    texts.some((t) => /^prices?(?:per|pence|gbp|paid|in|$)/.test(t)) &&
    texts.some((t) => /^volumes?$|^(?:no|number)of(?:ordinary)?shares$|^quantity$/.test(t)) &&
    texts.every((t) => /^(?:price|volume|no|number|quantity|date|total|nature|transaction)/.test(t))
  );
}

/** The letter at the beginning of a row, in a separate cell or before the label. */
export function letterBefore(row: HtmlCell[]): string | null {
  const first = `${linesOf(itemAt(row, 0).blocks)[0] ?? ''} `;
  return /^\W*([a-h])\W/i.exec(first)?.[1]?.toLowerCase() ?? null;
}

/** `d) Currency: GBP` as `Currency: GBP`. */
export function withoutLetter(cell: HtmlCell): HtmlCell {
  const [first, ...others] = cell.blocks;
  if (first?.kind !== 'line') return cell;
  return { ...cell, blocks: [{ ...first, text: leadingNumber(first.text).rest }, ...others] };
}

export function textOf(cells: HtmlCell[]): string {
  return cells.flatMap((cell) => linesOf(cell.blocks)).join(' ');
}
