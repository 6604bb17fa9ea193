/** First and last names in separate fields, as in some issuers' forms and in the form of the FCA's portal. */

import { itemAt } from '../../../collections.js';
import { type HtmlCell, linesOf } from '../../formats/html.js';
import type { FormField } from './field-text.js';
import { labelOf } from './labels.js';

type NamePart = 'first-name' | 'middle-name' | 'last-name' | 'title';
type PersonParts = Record<NamePart, string[]>;

/** Collects the parts of persons' names, from rows of pairs or from headings with the values below. */
export class NameParts {
  private people: PersonParts[] = [emptyParts()];
  private waiting: NamePart[] = [];
  /** The headings of columns: each row below them is one person. */
  private heads: NamePart[] = [];

  /** Takes the rows of a cell that gives names in parts, as lines or as a table; otherwise returns false. */
  takeCell(cell: HtmlCell): boolean {
    const rows = cell.blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows : [[{ blocks: [block], colspan: 1, rowspan: 1 }]],
    );
    const filled = rows.map((row) => row.filter((own) => own.blocks.length > 0));
    if (rows.length < 2 || !filled.flat().some((own) => partOf(own)?.label === 'last-name')) return false;
    const before = { people: structuredClone(this.people), waiting: [...this.waiting], heads: this.heads };
    // A person without a title leaves the first cell empty.
    const taken = rows.every((row, i) => {
      const own = itemAt(filled, i);
      return own.length === 0 || this.take(row.length === this.heads.length ? row : own);
    });
    // A row that is not a part would be lost, perhaps with another person.
    if (!taken) Object.assign(this, before);
    return taken;
  }

  /** Takes a row if it holds such a label, or the values of labels above; otherwise returns false. */
  take(cells: HtmlCell[]): boolean {
    const parts = cells.map(partOf);
    const others = cells.map((cell, i) => (parts[i] ? null : labelOf(cell, 1)));
    const own = parts.some(Boolean);
    if (!own && !others.some(Boolean) && this.waiting.length === 0) this.nextPerson(cells);
    if (!own && (this.waiting.length === 0 || cells.length < this.waiting.length || others.some(Boolean))) {
      this.heads = [];
      return false;
    }
    cells.forEach((cell, i) => {
      const found = parts[i];
      if (found) {
        this.waiting.push(found.label);
        for (const rest of found.rest) this.value(rest);
      } else if (!others[i]) this.value(cell);
    });
    if (own) this.heads = this.waiting.length > 1 ? [...this.waiting] : [];
    return true;
  }

  /** The whole names as a field with a row for each person, without titles; null when no part was given. */
  field(): FormField | null {
    const names = this.people
      .map((parts) => [...parts['first-name'], ...parts['middle-name'], ...parts['last-name']].join(' '))
      .filter((text) => text !== '');
    if (names.length === 0) return null;
    const cellOf = (text: string): HtmlCell => ({ blocks: [{ kind: 'line', text }], colspan: 1, rowspan: 1 });
    return { label: '', rows: names.map((text) => [cellOf(text)]) };
  }

  /** One more row of values below the headings of columns. */
  private nextPerson(cells: HtmlCell[]): void {
    if (this.heads.length === 0 || cells.length !== this.heads.length) return;
    // `Tel: …`, `Address | 1 High Street`
    if (cells.some((cell) => /[\d@:]/.test(linesOf(cell.blocks).join(' ')))) return;
    this.people.push(emptyParts());
    this.waiting = [...this.heads];
  }

  private value(cell: HtmlCell): void {
    const part = this.waiting.shift();
    const text = linesOf(cell.blocks).join(' ');
    if (part !== undefined && /\p{L}/u.test(text)) this.people.at(-1)?.[part].push(text);
  }
}

function emptyParts(): PersonParts {
  return { 'first-name': [], 'middle-name': [], 'last-name': [], title: [] };
}

/** The label of a part, and the value after it in the same cell. */
function partOf(cell: HtmlCell): { label: NamePart; rest: HtmlCell[] } | null {
  const found = labelOf(cell, 1);
  if (found?.label === 'first-name' || found?.label === 'last-name')
    return { label: found.label, rest: found.rest };
  const [only, ...others] = cell.blocks;
  const text = only?.kind === 'line' && found === null && others.length === 0 ? only.text : '';
  const match = /^(title|(?:middle|other) names?(?:\(s\))?)\s*(?::\s*(.*))?$/i.exec(text);
  if (match === null) return null;
  const value = match[2] ?? '';
  return {
    label: /^title/i.test(text) ? 'title' : 'middle-name',
    rest: value === '' ? [] : [{ blocks: [{ kind: 'line', text: value }], colspan: 1, rowspan: 1 }],
  };
}
