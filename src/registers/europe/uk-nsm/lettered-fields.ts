/** Fields under a label in the issuer's own words: the letters of the form identify them. */

import { type HtmlCell, linesOf } from '../../formats/html.js';
import { type FormLabel, normaliseLabel } from './labels.js';

type LetteredField =
  | 'name'
  | 'position'
  | 'instrument'
  | 'nature'
  | 'prices'
  | 'aggregated'
  | 'date'
  | 'place';

const FIELDS: Array<[letter: string, field: LetteredField, words: RegExp]> = [
  ['a', 'instrument', /instrument|securit|isin|shares/],
  ['b', 'nature', /nature|transaction/],
  ['c', 'prices', /price|volume|quantity|number/],
  ['d', 'aggregated', /aggregat|total|volume|price/],
  ['e', 'date', /date/],
  ['f', 'place', /place|venue|market|exchange/],
];

/** Field a) below the headings of sections 1 and 2. */
const FIRST_FIELDS: Partial<Record<FormLabel, [field: LetteredField, words: RegExp]>> = {
  person: ['name', /name/],
  reason: ['position', /position|status|role|title|occupation|capacity|relationship/],
};

/** Follows the letters of one section 4, and the first letter of sections 1 and 2. */
export class LetteredFields {
  private next = -1;
  private heading: FormLabel | null = null;

  /** Records a row whose label is known. */
  noteRow(label: FormLabel, row: HtmlCell[]): void {
    this.heading = label;
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
    const [at, field, words] = this.expected();
    this.next = -1;
    this.heading = null;
    const text = linesOf(row[1]?.blocks ?? []).join(' ');
    if (at !== letter || row.length < 3 || text.length > 120 || /\d/.test(text)) return null;
    return words?.test(normaliseLabel(text)) ? (field ?? null) : null;
  }

  private expected(): [letter?: string, field?: LetteredField, words?: RegExp] {
    const first = this.heading === null ? undefined : FIRST_FIELDS[this.heading];
    return first === undefined ? (FIELDS[this.next] ?? []) : ['a', ...first];
  }
}

function letterOf(row: HtmlCell[]): string | null {
  return /^\W*([a-h])\W*$/i.exec(linesOf(row[0]?.blocks ?? []).join(' '))?.[1]?.toLowerCase() ?? null;
}
