/** First and last names in separate fields, as in some issuers' forms and in the form of the FCA's portal. */

import { type HtmlCell, linesOf } from '../../formats/html.js';
import type { FormField } from './field-text.js';
import { labelOf } from './labels.js';

type NamePart = 'first-name' | 'last-name';

/** Collects the parts of one person's name, from rows of pairs or from headings with the values below. */
export class NameParts {
  private names: Record<NamePart, string[]> = { 'first-name': [], 'last-name': [] };
  private waiting: NamePart[] = [];

  /** Takes a row if it holds such a label, or the values of labels above; otherwise returns false. */
  take(cells: HtmlCell[]): boolean {
    const labels = cells.map((cell) => labelOf(cell, 1));
    const own = labels.some((found) => isPart(found?.label));
    if (!own && (this.waiting.length === 0 || cells.length < this.waiting.length || labels.some(Boolean)))
      return false;
    cells.forEach((cell, i) => {
      const found = labels[i];
      if (found && isPart(found.label)) {
        this.waiting.push(found.label);
        for (const rest of found.rest) this.value(rest);
      } else if (!found) this.value(cell);
    });
    return true;
  }

  /** The whole name as a field; null when no part was given. */
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

function isPart(label: string | undefined): label is NamePart {
  return label === 'first-name' || label === 'last-name';
}
