/** Fields of section 4 under a label in the issuer's own words: the letters of the form identify them. */

import { type HtmlCell, linesOf } from '../../formats/html.js';
import { type FormLabel, normaliseLabel } from './labels.js';

type LetteredField = 'instrument' | 'nature' | 'prices' | 'aggregated' | 'date' | 'place';

const FIELDS: Array<[letter: string, field: LetteredField, words: RegExp]> = [
  ['a', 'instrument', /instrument|securit|isin|shares/],
  ['b', 'nature', /nature|transaction/],
  ['c', 'prices', /price|volume|quantity|number/],
  ['d', 'aggregated', /aggregat|total|volume|price/],
  ['e', 'date', /date/],
  ['f', 'place', /place|venue|market|exchange/],
];

/** Follows the letters of one section 4. */
export class LetteredFields {
  private next = -1;

  /** Records a row whose label is known. */
  noteRow(label: FormLabel, row: HtmlCell[]): void {
    const at = FIELDS.findIndex(([letter, field]) => field === label && letter === letterOf(row));
    this.next = label === 'transaction' ? 0 : at >= 0 ? at + 1 : -1;
  }

  /**
   * The field of a row whose label is not known: the next one of the form, matched by its letter and by at
   * least one word.
   */
  fieldOf(row: HtmlCell[]): LetteredField | null {
    const letter = letterOf(row);
    if (letter === null) return null;
    const expected = FIELDS[this.next];
    this.next = -1;
    const text = linesOf(row[1]?.blocks ?? []).join(' ');
    if (expected?.[0] !== letter || row.length < 3 || text.length > 120 || /\d/.test(text)) return null;
    return expected[2].test(normaliseLabel(text)) ? expected[1] : null;
  }
}

function letterOf(row: HtmlCell[]): string | null {
  return /^\W*([a-h])\W*$/i.exec(linesOf(row[0]?.blocks ?? []).join(' '))?.[1]?.toLowerCase() ?? null;
}
