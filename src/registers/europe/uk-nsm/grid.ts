/** A price and volume cell laid out as rows of text, and the headings of its columns. */

import { itemAt } from '../../../collections.js';
import { type HtmlCell, linesOf } from '../../formats/html.js';
import { findAmounts } from './amounts.js';

/** `other` is a column that says nothing about the lot, such as the holding after it. */
export type ColumnRole = 'price' | 'volume' | 'date' | 'total' | 'unit' | 'other' | 'label';

/** A cell of the grid that a price cell yields once its nested tables are opened. */
export interface GridCell {
  lines: string[];
  /** Repeated from a cell above that spans several rows. */
  isRepeated: boolean;
  /** The rest of a cell that spans columns; it has no text. */
  isSpanRest?: true;
}

/** The cell as rows of text: nested tables opened, spans of columns and rows laid out. */
export function gridOf(rows: HtmlCell[][]): GridCell[][] {
  const grid: GridCell[][] = [];
  const walk = (some: HtmlCell[][]): void => {
    const carry: Array<{ cell: GridCell; left: number }> = [];
    for (const row of some) {
      if (row.some((cell) => cell.blocks.some((block) => block.kind === 'table'))) {
        for (const cell of row) {
          for (const block of cell.blocks) {
            if (block.kind === 'table') walk(block.rows);
            else grid.push([{ lines: [block.text], isRepeated: false }]);
          }
        }
        continue;
      }
      const laid: GridCell[] = [];
      const place = (): void => {
        for (let c = carry[laid.length]; c !== undefined && c.left > 0; c = carry[laid.length]) {
          c.left -= 1;
          laid.push({ ...c.cell, isRepeated: true });
        }
      };
      for (const cell of row) {
        place();
        const made = { lines: linesOf(cell.blocks), isRepeated: false };
        for (let i = 0; i < cell.colspan; i += 1) {
          if (cell.rowspan > 1) carry[laid.length] = { cell: made, left: cell.rowspan - 1 };
          laid.push(i === 0 ? made : { lines: [], isRepeated: false, isSpanRest: true });
        }
      }
      place();
      grid.push(laid);
    }
  };
  walk(rows);
  return grid;
}

/** What a cell is the heading of, and the text below the heading in the same cell. */
export function headerRole(lines: string[]): { role: ColumnRole | null; rest: string[] } {
  const first = lines[0] ?? '';
  const colon = /^([^:]{3,40}):\s*(\S.*)$/.exec(first);
  const heading = (colon?.[1] ?? first).replace(/^[-–•\s]+/, '');
  const rest = [...(colon ? [itemAt(colon, 2)] : []), ...lines.slice(1)];
  if (heading.length > 90 || findAmounts(heading).length > 0) return { role: null, rest: lines };
  const word = heading
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (HOLDING_HEADING.test(word) || RANGE_HEADING.test(word)) return { role: 'other', rest };
  if (/\b(?:consideration|proceeds|value|cost)\b/.test(word) && !/\b(?:per|unit|each)\b/.test(word))
    return { role: 'total', rest };
  if (/^(?:total|aggregated?) (?:(?:number|no|num) of|volume|quantity|(?:ordinary )?shares)\b/.test(word))
    return { role: 'volume', rest };
  if (/\b(?:total|aggregated?)\b/.test(word)) return { role: 'total', rest };
  if (/^(?:currency|unit)s?$/.test(word)) return { role: 'unit', rest };
  if (/^(?:dates?|transaction dates?|trade dates?|dates? of .*)$/.test(word)) return { role: 'date', rest };
  if (VOLUME_HEADING.test(word) && !/\bprices?\b/.test(word)) return { role: 'volume', rest };
  if (/\bprices?\b/.test(word) && !/\bvolumes?\b/.test(word)) return { role: 'price', rest };
  if (
    /^(?:cost|amount|consideration|value) (?:paid )?(?:per|of each|for each) (?:new )?(?:ordinary )?(?:share|unit|security)$/.test(
      word,
    )
  )
    return { role: 'price', rest };
  return { role: null, rest: lines };
}

const VOLUME_HEADING =
  /\bvolumes?\b|\bquantity\b|^(?:qty|vol)$|\b(?:no|number|num) of\b|^(?:amount )?of (?:ordinary )?(?:shares|securities|units)$|^(?:(?:(?:new|placing|subscription) )?(?:ordinary )?shares(?: of (?:p|pence) each)?|(?:share )?options)(?: (?:purchased|sold|acquired|bought|disposed of|exercised|subscribed(?: for)?))?(?: (?:following|after|on|upon|from|under) .*)?$|^(?:purchased|acquired|sold|disposed) (?:ordinary )?shares$/;
/** `Price range | Average price`, `Highest price | Lowest price`: none of the ends is the price of a lot. */
const RANGE_HEADING = /\bprices? ranges?\b|\brange of prices?\b|\b(?:high(?:est)?|low(?:est)?) prices?\b/;
/** `Number of shares held following the transaction` is not the volume of a lot. */
const HOLDING_HEADING =
  /\b(?:held|holdings?|shareholdings?|resulting|beneficial|interests?|remaining|outstanding|retained|balance|voting|percentage)\b|\b(?:following|after) (?:the |this |these |such )?(?:transactions?|sales?|purchases?|disposals?|acquisitions?|dealings?|notification)\b/;
