/** A table of AFM's pages: found by its title, read by the position of the heading of each column. */

import { itemAt } from '../../../collections.js';
import { elementsWhere, type HtmlElement, textOf } from '../../formats/html.js';
import { ParseError } from '../../register.js';

interface RegisterTable {
  /** For each row the cells of the wanted columns, in their order. */
  rows: string[][];
  /** Headings of other columns. */
  others: string[];
}

/**
 * The table under the heading `title`. Its narrow-screen headings may be shifted, so cells are read by the position under the
 * heading of their column.
 * @throws ParseError where there is none, or it lacks one of `columns`
 */
export function readRegisterTable(
  page: HtmlElement,
  title: string,
  columns: readonly string[],
): RegisterTable {
  const marked = elementsWhere(page, (element) => element.tag === 'h2' || element.tag === 'table');
  const heading = marked.findIndex((element) => element.tag === 'h2' && textOf(element) === title);
  const table = heading < 0 ? undefined : marked[heading + 1];
  if (table?.tag !== 'table') throw new ParseError(`no table under the heading ${title}`);
  const headings = elementsWhere(table, (element) => element.tag === 'th').map(textOf);
  const places = columns.map((name) => headings.indexOf(name));
  const others = headings.filter((name) => !columns.includes(name));
  if (places.includes(-1) || headings.length !== columns.length + others.length)
    throw new ParseError(`unknown columns of ${title.toLowerCase()}: ${headings.join(', ')}`);
  const rows = elementsWhere(table, (element) => element.tag === 'tr')
    .map((row) => elementsWhere(row, (element) => element.tag === 'td'))
    .filter((cells) => cells.length > 0)
    .map((cells) => {
      if (cells.length !== headings.length)
        throw new ParseError(
          `a row of ${title.toLowerCase()} with ${cells.length} cells: ${cells.map(textOf).join('|')}`,
        );
      const texts = cells.map((cell) => textOf(withoutMobileTitle(cell)));
      return places.map((place) => itemAt(texts, place));
    });
  return { rows, others };
}

export function hasClass(element: HtmlElement, name: string): boolean {
  return (element.attributes.class ?? '').split(/\s+/).includes(name);
}

/**
 * Each cell begins with a heading for narrow screens. It is removed as an element: its text could also be a
 * value.
 */
function withoutMobileTitle(cell: HtmlElement): HtmlElement {
  const children = cell.children.filter(
    (child) => child.kind === 'text' || !hasClass(child, 'cc-mobile-title'),
  );
  return { ...cell, children };
}
