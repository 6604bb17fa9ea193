/** First and last names in separate fields, as in some issuers' forms and in the form of the FCA's portal. */

import { type HtmlCell, linesOf } from '../../formats/html.js';
import type { FormField } from './field-text.js';
import { labelOf } from './labels.js';

type NamePart = 'first-name' | 'last-name' | 'title';

/** Collects the parts of one person's name, from rows of pairs or from headings with the values below. */
export class NameParts {
  private names: Record<NamePart, string[]> = { 'first-name': [], 'last-name': [], title: [] };
  private waiting: NamePart[] = [];

  /** Takes the rows of a cell that gives the name in parts, as lines or as a table; otherwise returns false. */
  takeCell(cell: HtmlCell): boolean {
    const rows = cell.blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows : [[{ blocks: [block], colspan: 1, rowspan: 1 }]],
    );
    const filled = rows.map((row) => row.filter((own) => own.blocks.length > 0));
    if (rows.length < 2 || !filled.flat().some((own) => partOf(own)?.label === 'last-name')) return false;
    for (const row of filled) this.take(row);
    return true;
  }

  /** Takes a row if it holds such a label, or the values of labels above; otherwise returns false. */
  take(cells: HtmlCell[]): boolean {
    const parts = cells.map(partOf);
    const others = cells.map((cell, i) => (parts[i] ? null : labelOf(cell, 1)));
    const own = parts.some(Boolean);
    if (!own && (this.waiting.length === 0 || cells.length < this.waiting.length || others.some(Boolean)))
      return false;
    cells.forEach((cell, i) => {
      const found = parts[i];
      if (found) {
        this.waiting.push(found.label);
        for (const rest of found.rest) this.value(rest);
      } else if (!others[i]) this.value(cell);
    });
    return true;
  }

  /** The whole name as a field, without the title; null when no part was given. */
  field(): FormField | null {
    const text = [...this.names['first-name'], ...this.names['last-name']].join(' ');
    if (text === '') return null;
    return { label: '', rows: [[{ blocks: [{ kind: 'line', text }], colspan: 1, rowspan: 1 }]] };
  }

  private value(cell: HtmlCell): void {
    const part = this.waiting.shift();
    const text = linesOf(cell.blocks).join(' ');
    if (part !== undefined && /\p{L}/u.test(text)) this.names[part].push(text);
  }
}

/** The label of a part, and the value after it in the same cell. */
function partOf(cell: HtmlCell): { label: NamePart; rest: HtmlCell[] } | null {
  const found = labelOf(cell, 1);
  if (found?.label === 'first-name' || found?.label === 'last-name')
    return { label: found.label, rest: found.rest };
  const [only, ...others] = cell.blocks;
  const title = only?.kind === 'line' ? /^title\s*:\s*(.*)$/i.exec(only.text) : null;
  if (found !== null || title === null || others.length > 0) return null;
  const text = title[1] ?? '';
  return {
    label: 'title',
    rest: text === '' ? [] : [{ blocks: [{ kind: 'line', text }], colspan: 1, rowspan: 1 }],
  };
}
