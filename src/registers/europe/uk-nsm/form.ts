/**
 * Finds the notification forms of an announcement and their fields, by the text of the labels and never by the
 * number of a column: forms have three to six columns, spacer cells, row spans, and some are no tables at all.
 */

import { itemAt, required } from '../../../collections.js';
import { type HtmlBlock, type HtmlCell, type HtmlTable, linesOf } from '../../formats/html.js';
import type { FormField } from './field-text.js';
import {
  canNumber,
  type FormLabel,
  isEnumerator,
  isFigureLabel,
  isLoneEnumerator,
  labelOf,
  normaliseLabel,
} from './labels.js';
import { LetteredFields } from './lettered-fields.js';
import { NameParts } from './name-parts.js';

/** One section 4: an instrument, its nature, lots, date and place. */
export interface FormTransaction {
  instrument: FormField | null;
  nature: FormField | null;
  prices: FormField | null;
  aggregated: FormField | null;
  date: FormField | null;
  place: FormField | null;
  /** A price and volume table after the form, for a form whose own cell is empty. */
  trailing: FormField | null;
}

export interface NotificationForm {
  name: FormField | null;
  position: FormField | null;
  initial: FormField | null;
  issuerName: FormField | null;
  lei: FormField | null;
  transactions: FormTransaction[];
}

interface AnnouncementForms {
  forms: NotificationForm[];
  /** All lines outside the forms. */
  narrative: string[];
}

/** Splits an announcement into its forms and the rest. Forms without a section 4 are no forms. */
export function findForms(blocks: HtmlBlock[]): AnnouncementForms {
  const reader = new FormReader();
  for (const row of flatten(blocks)) reader.read(row);
  reader.finish();
  return {
    forms: reader.forms.filter((form) => form.transactions.some((t) => t.nature ?? t.prices ?? t.trailing)),
    narrative: reader.narrative,
  };
}

class FormReader {
  forms: NotificationForm[] = [];
  narrative: string[] = [];
  private form: NotificationForm | null = null;
  private section: FormLabel | null = null;
  private field: FormField | null = null;
  private fieldLabel: FormLabel | null = null;
  private parts = new NameParts();
  private letters = new LetteredFields();
  /** An enumerator in a row of its own: of the label that follows, else a value. */
  private enumerator: HtmlCell[] | null = null;

  read(row: HtmlCell[]): void {
    const filled = row.filter((cell) => cell.blocks.length > 0);
    if (filled.length === 0) return;
    const own = filled.length > 1 && isEnumerator(itemAt(filled, 0)) ? filled.slice(1) : filled;
    const found = labelOf(itemAt(own, 0), own.length);
    const mark = this.enumerator;
    this.enumerator = null;
    if (mark !== null && !(found !== null && canNumber(itemAt(mark, 0), found.label)))
      this.unlabelled(mark, mark);
    if (filled.length === 1 && found === null && isLoneEnumerator(itemAt(filled, 0))) {
      this.enumerator = filled;
      return;
    }
    if (this.section === 'person' && this.parts.take(own)) return;
    if (found !== null) {
      this.letters.noteRow(found.label, filled);
      this.labelled(found.label, found.text, own.length > 1 ? own.slice(1) : found.rest, filled);
      return;
    }
    const field = this.section === 'transaction' ? this.letters.fieldOf(filled) : null;
    if (field === null) this.unlabelled(row, filled);
    else this.labelled(field, linesOf(itemAt(own, 0).blocks).join(' '), own.slice(1), filled);
  }

  finish(): void {
    this.finishName();
    this.field = null;
  }

  /** A name given in parts takes the place of an empty one. */
  private finishName(): void {
    const whole = this.parts.field();
    if (this.form !== null && whole !== null && !hasText(this.form.name)) this.form.name = whole;
    this.parts = new NameParts();
  }

  private newForm(): void {
    this.finishName();
    this.form = { name: null, position: null, initial: null, issuerName: null, lei: null, transactions: [] };
    this.forms.push(this.form);
    this.enterSection('person');
  }

  private labelled(label: FormLabel, text: string, values: HtmlCell[], all: HtmlCell[]): void {
    if (label === 'person') {
      this.newForm();
      return;
    }
    // A form without the heading of section 1 begins with this label.
    const natural = label === 'name' && /^names?of(?:the)?(?:natural|legal)/.test(normaliseLabel(text));
    if (natural && this.section !== 'person') this.newForm();
    if (label === 'end') this.enterSection(null);
    // Outside a section these words are narrative: a table of contacts has names and positions too.
    const outside =
      this.section === null &&
      ['name', 'first-name', 'last-name', 'position', 'initial', 'lei', 'code', 'more'].includes(label);
    if (this.form === null || label === 'end' || outside) {
      this.addNarrative(all);
      return;
    }
    if (label === 'reason' || label === 'issuer' || label === 'transaction') {
      this.enterSection(label);
      if (label === 'transaction') this.newTransaction({});
      return;
    }
    const person = label === 'first-name' || label === 'last-name';
    // `Volume and price` without a letter, below section 4d, is a part of it.
    const lettered = /^\W*[a-h]\W/i.test(`${linesOf(itemAt(all, 0).blocks)[0] ?? ''} `);
    const part = label === 'prices' && this.fieldLabel === 'aggregated' && all.length > 1 && !lettered;
    if (part || person || (label === 'name' && this.section === 'transaction')) {
      this.unlabelled(all, all);
      return;
    }
    if (label === 'name' && this.section === 'person' && this.parts.take(values)) return;
    const field: FormField = { label: text, rows: values.length > 0 ? [values] : [] };
    this.field = field;
    this.fieldLabel = label;
    const form = this.form;
    if (label === 'name') {
      const entity = /(?:entity|issuer)$/.test(normaliseLabel(text)) && hasText(form.name);
      if (this.section === 'issuer' || entity) form.issuerName ??= field;
      else if (form.name === null) form.name = field;
      else this.field = appendRow(form.name, values);
    } else if (label === 'position' || label === 'initial' || label === 'lei') {
      if (form[label] === null) form[label] = field;
      else if (label === 'position') this.field = appendRow(required(form.position, 'position'), values);
    } else if (label === 'code') {
      const current = form.transactions.at(-1);
      if (current?.instrument) this.field = appendRow(current.instrument, values);
      else this.transactionField('instrument', field);
    } else if (label !== 'more') this.transactionField(label, field);
  }

  /** A field of section 4. A field that comes again means that the section is repeated, heading or not. */
  private transactionField(label: keyof FormTransaction, field: FormField): void {
    const form = required(this.form, 'form');
    this.section = 'transaction';
    let current = form.transactions.at(-1);
    if (current === undefined) current = this.newTransaction({});
    if (label === 'aggregated' && current.aggregated !== null) {
      this.field = appendRow(current.aggregated, [labelCell(field.label), ...(field.rows[0] ?? [])]);
      return;
    }
    const repeats =
      (label === 'instrument' && (current.nature ?? current.prices) !== null) ||
      (label === 'nature' && current.prices !== null) ||
      (label === 'prices' && hasText(current.prices));
    if (repeats) {
      const { instrument, nature } = current;
      if (label === 'instrument') current = this.newTransaction({});
      else if (label === 'nature') current = this.newTransaction({ instrument });
      else current = this.newTransaction({ instrument, nature });
    }
    if (label === 'aggregated' && field.rows[0]) field.rows[0] = [labelCell(field.label), ...field.rows[0]];
    if (current[label] === null || repeats) current[label] = field;
    else this.field = appendRow(required(current[label], 'label'), field.rows[0] ?? []);
  }

  private newTransaction(known: Partial<FormTransaction>): FormTransaction {
    const empty = { instrument: null, nature: null, prices: null, aggregated: null, date: null, place: null };
    const made: FormTransaction = { ...empty, trailing: null, ...known };
    const list = required(this.form, 'form').transactions;
    const last = list.at(-1);
    if (last !== undefined && Object.values(last).every((v) => v === null)) list.pop();
    list.push(made);
    return made;
  }

  private unlabelled(row: HtmlCell[], filled: HtmlCell[]): void {
    const current = this.form?.transactions.at(-1);
    const insideTable = this.fieldLabel === 'prices' || this.fieldLabel === 'aggregated';
    if (current !== undefined && !insideTable && isPriceHeader(filled)) {
      this.field = { label: '', rows: [row] };
      this.fieldLabel = 'prices';
      current.trailing ??= this.field;
      return;
    }
    if (this.field === null || this.section === null) {
      this.addNarrative(filled);
      return;
    }
    // `Currency`, `Price(s)` and `Volume(s)` in rows of their own, in place of the one label of the form.
    const before = current !== undefined && current.prices === null && !insideTable;
    const own = filled.find((cell) => !isEnumerator(cell));
    if (before && own !== undefined && isFigureLabel(own)) {
      this.field = { label: '', rows: [] };
      this.fieldLabel = 'prices';
      this.transactionField('prices', this.field);
      this.field.rows.push(filled.filter((cell) => !isEnumerator(cell) || cell !== filled[0]));
      return;
    }
    // The place is the last field: what follows a filled one is narrative again.
    const closed = this.fieldLabel === 'place' || this.fieldLabel === 'more';
    if (closed && this.field.rows.length > 0) {
      this.enterSection(null);
      this.addNarrative(filled);
    } else this.field.rows.push(row);
  }

  private enterSection(section: FormLabel | null): void {
    this.section = section;
    this.field = null;
    this.fieldLabel = null;
  }

  private addNarrative(cells: HtmlCell[]): void {
    for (const cell of cells) for (const line of linesOf(cell.blocks)) this.narrative.push(line);
  }
}

/** All rows in document order. A table that only holds a form, or a part of one, is opened. */
function* flatten(blocks: HtmlBlock[]): Generator<HtmlCell[]> {
  for (const block of blocks) {
    if (block.kind === 'line') {
      yield [{ blocks: [block], colspan: 1, rowspan: 1 }];
      continue;
    }
    for (const row of block.rows) {
      if (row.some((cell) => cell.blocks.some((b) => b.kind === 'table' && holdsForm(b))))
        for (const cell of row) yield* flatten(cell.blocks);
      else yield row;
    }
  }
}

const holdsFormCache = new WeakMap<HtmlTable, boolean>();

function holdsForm(table: HtmlTable): boolean {
  const known = holdsFormCache.get(table);
  if (known !== undefined) return known;
  const answer = table.rows.some((row) => {
    const filled = row.filter((cell) => cell.blocks.length > 0);
    if (filled.length === 0) return false;
    const own = filled.length > 1 && isEnumerator(itemAt(filled, 0)) ? filled.slice(1) : filled;
    const label = labelOf(itemAt(own, 0), own.length)?.label;
    // The others are headings of price tables too: `Date of transaction | Number of shares | Price`.
    if (label !== undefined && ['person', 'reason', 'issuer', 'transaction', 'instrument'].includes(label))
      return true;
    return row.some((cell) => cell.blocks.some((b) => b.kind === 'table' && holdsForm(b)));
  });
  holdsFormCache.set(table, answer);
  return answer;
}

/** A row that holds nothing but the headings of a price and volume table. */
function isPriceHeader(cells: HtmlCell[]): boolean {
  const texts = cells.map((cell) => normaliseLabel(linesOf(cell.blocks).join(' ').slice(0, 100)));
  return (
    texts.some((t) => /^prices?(?:per|pence|gbp|paid|in|$)/.test(t)) &&
    texts.some((t) => /^volumes?$|^(?:no|number)of(?:ordinary)?shares$|^quantity$/.test(t)) &&
    texts.every((t) => /^(?:price|volume|no|number|quantity|date|total|nature|transaction)/.test(t))
  );
}

function hasText(field: FormField | null): boolean {
  return field?.rows.some((row) => row.some((cell) => linesOf(cell.blocks).length > 0)) === true;
}

function appendRow(field: FormField, values: HtmlCell[]): FormField {
  if (values.length > 0) field.rows.push(values);
  return field;
}

function labelCell(text: string): HtmlCell {
  return { blocks: [{ kind: 'line', text: text || '-' }], colspan: 1, rowspan: 1 };
}
