/**
 * Finds the notification forms of an announcement and their fields, by the text of the labels and never by
 * the number of a column: forms have three to six columns, spacer cells and row spans, and some are not
 * tables at all. Longer than 300 lines: one reader follows the state of a form through all of its rows.
 */

import { itemAt, required } from '../../../collections.js';
import { type HtmlBlock, type HtmlCell, linesOf } from '../../formats/html.js';
import { namesOnlyCurrency } from './amounts.js';
import { appendRow, type FormField, fieldText, hasText } from './field-text.js';
import { isPriceHeader, letterBefore, rowsOf, textOf, withoutLetter } from './form-rows.js';
import { type HeadFields, keepHead, StrayFields } from './head-fields.js';
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
import { leadingNumber } from './numbered-items.js';

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

export interface NotificationForm extends HeadFields {
  transactions: FormTransaction[];
}

interface AnnouncementForms {
  forms: NotificationForm[];
  /** All lines outside the forms. */
  narrative: string[];
  /** Fields of section 4 for which no form was open. */
  unplaced: string[];
}

/** Splits an announcement into its forms and the rest. A form without a section 4 is not counted. */
export function findForms(blocks: HtmlBlock[]): AnnouncementForms {
  const reader = new FormReader();
  for (const row of rowsOf(blocks)) reader.read(row);
  reader.finish();
  return {
    forms: reader.forms.filter((form) => form.transactions.some((t) => t.nature ?? t.prices ?? t.trailing)),
    narrative: reader.narrative,
    unplaced: reader.unplaced,
  };
}

const LETTERED: ReadonlySet<FormLabel | null> = new Set(['person', 'reason', 'transaction']);

class FormReader {
  forms: NotificationForm[] = [];
  narrative: string[] = [];
  unplaced: string[] = [];
  private form: NotificationForm | null = null;
  /** The headings of sections 1 to 3 that the form has had. */
  private headings = new Set<FormLabel>();
  private strays = new StrayFields();
  private section: FormLabel | null = null;
  private field: FormField | null = null;
  private fieldLabel: FormLabel | null = null;
  private parts = new NameParts();
  private letters = new LetteredFields();
  /** An enumerator in a separate row: it belongs to the label that follows, otherwise it is a value. */
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
    // `Date of transaction | Number of shares | Price` heads a table of lots: it is not the date of the form.
    if (found !== null && !isPriceHeader(filled)) {
      this.letters.noteRow(found.label, filled);
      this.labelled(found.label, found.text, own.length > 1 ? own.slice(1) : found.rest, filled);
      return;
    }
    const field = LETTERED.has(this.section) ? this.letters.fieldOf(filled) : null;
    if (field === null) this.unlabelled(row, filled);
    else this.labelled(field, linesOf(itemAt(own, 0).blocks).join(' '), own.slice(1), filled);
  }

  finish(): void {
    this.finishName();
    this.field = null;
  }

  /** A name given in parts replaces an empty one. */
  private finishName(): void {
    const whole = this.parts.field();
    if (this.form !== null && whole !== null && !hasText(this.form.name)) this.form.name = whole;
    this.parts = new NameParts();
  }

  private takesParts(values: HtmlCell[]): boolean {
    return values.some((cell) => this.parts.takeCell(cell)) || this.parts.take(values);
  }

  private newForm(): void {
    this.finishName();
    const head = this.strays.take();
    this.form = { ...head, transactions: [] };
    this.forms.push(this.form);
    this.headings = new Set(head.name === null ? [] : ['person']);
  }

  /**
   * Headings of section 1 are worded in many ways. Without a known one, a form begins where section 2 or 3 comes
   * again after a section 4, or after a name or position outside the sections.
   */
  private enterHead(label: 'person' | 'reason' | 'issuer'): void {
    if (label !== 'person') this.strays.endContact();
    const filed = this.isFiled();
    const had = this.headings.has(label);
    const again = label === 'person' ? filed || had : filed && (had || this.strays.areGiven);
    if (label === 'person') this.strays.clear();
    if (this.form === null || again) this.newForm();
    this.headings.add(label);
    this.enterSection(label);
  }

  /** The form has a section 4 with content. */
  private isFiled(): boolean {
    return this.form?.transactions.some((t) => (t.nature ?? t.prices) !== null) === true;
  }

  private labelled(label: FormLabel, text: string, values: HtmlCell[], all: HtmlCell[]): void {
    // A form without the heading of section 1 begins with this label.
    const natural = label === 'name' && /^names?of(?:the)?(?:natural|legal)/.test(normaliseLabel(text));
    if (natural && this.section !== 'person') this.enterHead('person');
    if (label === 'person' || label === 'reason' || label === 'issuer') {
      this.enterHead(label);
      return;
    }
    if (label === 'end') this.enterSection(null);
    const letter = letterBefore(all);
    if (this.endsSection4(label, text, letter)) this.enterSection(null);
    if (this.form === null || label === 'end' || this.isOutside(label)) {
      this.addNarrative(all);
      if (label === 'end') this.strays.end(textOf(all));
      else this.strays.add(label, text, values);
      if (label === 'nature' || label === 'prices') this.unplaced.push(textOf(all));
      return;
    }
    const begins = ['transaction', 'instrument', 'nature', 'prices'].includes(label);
    if (begins && this.strays.areGiven && this.isFiled()) this.newForm();
    if (label === 'transaction') {
      this.enterSection(label);
      this.newTransaction({});
      return;
    }
    const person = label === 'first-name' || label === 'last-name';
    // `Volume and price` without a letter, below section 4d, is part of it.
    const part = label === 'prices' && this.fieldLabel === 'aggregated' && all.length > 1 && letter === null;
    if (part || person || (label === 'name' && this.section === 'transaction')) {
      this.unlabelled(all, all);
      return;
    }
    if (label === 'name' && this.section === 'person' && this.takesParts(values)) return;
    const field: FormField = { label: text, rows: values.length > 0 ? [values] : [] };
    this.field = field;
    this.fieldLabel = label;
    this.keep(this.form, label, field, letter);
  }

  private keep(form: NotificationForm, label: FormLabel, field: FormField, letter: string | null): void {
    const head = keepHead(form, label, field, label === 'name' && this.isIssuerName(form, field.label));
    if (head !== null) this.field = head;
    else if (label === 'code') {
      const current = form.transactions.at(-1);
      if (current?.instrument) this.field = appendRow(current.instrument, field.rows[0] ?? []);
      else this.transactionField('instrument', field, letter);
    } else if (isTransactionField(label)) this.transactionField(label, field, letter);
  }

  /**
   * A name with letter a), which is the instrument's, or a position below section 4 belongs to another form whose
   * headings are not known.
   */
  private endsSection4(label: FormLabel, text: string, letter: string | null): boolean {
    const insideTable = this.fieldLabel === 'prices' || this.fieldLabel === 'aggregated';
    if (this.section !== 'transaction' || insideTable || !this.isFiled()) return false;
    // `Status: settled` may be a row of section 4.
    const isPosition = label === 'position' && normaliseLabel(text).startsWith('position');
    return isPosition || (label === 'name' && letter === 'a');
  }

  /** Outside a section these words are narrative: a table of contacts also has names and positions. */
  private isOutside(label: FormLabel): boolean {
    if (this.section !== null) return false;
    const given = label === 'date' || label === 'place' ? this.form?.transactions.at(-1)?.[label] : null;
    const words = ['name', 'first-name', 'last-name', 'position', 'initial', 'lei', 'code', 'more'];
    return words.includes(label) || hasText(given ?? null);
  }

  /** The headings of sections 2 and 3 may be unknown too: a name below the person's position is the issuer's. */
  private isIssuerName(form: NotificationForm, label: string): boolean {
    const entity = /(?:entity|issuer)$/.test(normaliseLabel(label)) && hasText(form.name);
    const below = this.section === 'reason' && (this.headings.has('person') || form.position !== null);
    return this.section === 'issuer' || entity || below || form.initial !== null;
  }

  /** A field of section 4. A repeated field means that the section is repeated, with or without a heading. */
  private transactionField(label: TransactionField, field: FormField, letter: string | null = null): void {
    const form = required(this.form, 'form');
    this.section = 'transaction';
    let current = form.transactions.at(-1);
    if (current === undefined) current = this.newTransaction({});
    if (label === 'aggregated' && current.aggregated !== null) {
      this.field = appendRow(current.aggregated, [labelCell(field.label), ...(field.rows[0] ?? [])]);
      return;
    }
    // `Currency | GBP` above the prices is their unit.
    if (label === 'prices' && current.prices !== null && namesOnlyCurrency(fieldText(current.prices))) {
      field.rows.unshift(...current.prices.rows);
      current.prices = field;
      return;
    }
    const repeats =
      (label === 'instrument' && !isLateInstrument(current, letter)) ||
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
    if (this.field === null || this.section === null || this.isOtherField(filled)) {
      this.strays.addRow(filled);
      if (this.section !== 'transaction') this.field = null;
      this.addNarrative(filled);
      return;
    }
    // `Currency`, `Price(s)` and `Volume(s)` in separate rows, in place of the form's single label.
    const before = current !== undefined && current.prices === null && !insideTable;
    const own = filled.find((cell) => !isEnumerator(cell));
    if (before && own !== undefined && isFigureLabel(own)) {
      this.field = { label: '', rows: [] };
      this.fieldLabel = 'prices';
      this.transactionField('prices', this.field);
      this.field.rows.push(
        filled.filter((cell) => !isEnumerator(cell) || cell !== filled[0]).map(withoutLetter),
      );
      return;
    }
    // The place is the last field: text after a filled one is narrative again.
    const closed = this.fieldLabel === 'place' || this.fieldLabel === 'more';
    const heading = filled.length > 1 && /^\W*1\W*$/.test(textOf(filled.slice(0, 1)));
    if (closed && (this.field.rows.length > 0 || heading)) {
      this.enterSection(null);
      this.strays.addRow(filled);
      this.addNarrative(filled);
    } else this.field.rows.push(row);
  }

  /**
   * `b) Address`, below a filled field of sections 1 to 3, is a field that the form does not know, unless the
   * field numbers its values: `1. Ada Bramble`, `2. Ben Cole`.
   */
  private isOtherField(filled: HtmlCell[]): boolean {
    if (this.section === 'transaction' || !hasText(this.field)) return false;
    const numbered = required(this.field, 'field').rows.some(
      (row) => leadingNumber(textOf(row)).number !== null || row.some(isEnumerator),
    );
    const lettered = filled.length === 1 && /^\(?[a-h]\)\s/.test(textOf(filled));
    return !numbered && (lettered || isEnumerator(itemAt(filled, 0)));
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

type TransactionField = Exclude<keyof FormTransaction, 'trailing'>;

function isTransactionField(label: FormLabel): label is TransactionField {
  return ['instrument', 'nature', 'prices', 'aggregated', 'date', 'place'].includes(label);
}

/** Some forms give the instrument after the prices; with letter a), or after the date, it begins another section 4. */
function isLateInstrument(current: FormTransaction, letter: string | null): boolean {
  if ((current.nature ?? current.prices) === null) return true;
  return letter !== 'a' && (current.instrument ?? current.date ?? current.place) === null;
}

function labelCell(text: string): HtmlCell {
  return { blocks: [{ kind: 'line', text: text || '-' }], colspan: 1, rowspan: 1 };
}
