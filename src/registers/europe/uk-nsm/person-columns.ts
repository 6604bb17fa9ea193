/**
 * A form with one column for each person: each column is read as a separate form, or its figures are unknown.
 */

import { itemAt, required } from '../../../collections.js';
import { type HtmlCell, linesOf } from '../../formats/html.js';
import type { FormField } from './field-text.js';
import type { FormTransaction, NotificationForm } from './form.js';
import { normaliseLabel } from './labels.js';
import { readLots } from './lots.js';

export interface PersonalForm extends NotificationForm {
  /** Several persons are side by side but the lots below them are not: it is unknown whose they are. */
  isUnpaired?: true;
}

export function formsByPerson(filed: NotificationForm): PersonalForm[] {
  const names = filed.name?.rows.length === 1 ? filledOf(itemAt(filed.name.rows, 0)).filter(isName) : [];
  if (names.length < 2) return [filed];
  // The columns repeat the issuer.
  const [initial, issuerName, lei] = [filed.initial, filed.issuerName, filed.lei].map(onceIfAlike);
  const form = { ...filed, initial: initial ?? null, issuerName: issuerName ?? null, lei: lei ?? null };
  if (names.every((cell) => !/\s/.test(textOf(cell)))) {
    // First and last name in separate cells.
    return [{ ...form, name: oneCell(required(form.name, 'name'), names.map(textOf).join(' ')) }];
  }
  const parts = names.map((_, at) => partOf(form, at, names.length));
  const whole = parts.every((part) => part?.transactions.every(hasLots));
  if (whole)
    return parts.map((part, at) => ({
      ...required(part, 'part'),
      name: oneCell(required(form.name, 'name'), textOf(itemAt(names, at))),
    }));
  return [
    { ...form, name: oneCell(required(form.name, 'name'), names.map(textOf).join('; ')), isUnpaired: true },
  ];
}

/**
 * The form of the person in column `at`, or null when a field has neither one cell nor one for each person.
 */
function partOf(form: NotificationForm, at: number, people: number): NotificationForm | null {
  let fits = true;
  const own = (field: FormField | null, shared: boolean): FormField | null => {
    if (field === null) return null;
    const rows = field.rows.map(filledOf).filter((row) => row.length > 0);
    const apart = rows.length > 0 && rows.every((row) => row.length === people);
    if (!apart && (!shared || rows.some((row) => row.length > 1))) fits = false;
    return apart ? { ...field, rows: rows.map((row) => [itemAt(row, at)]) } : field;
  };
  const transactions = form.transactions.map(
    (t): FormTransaction => ({
      ...t,
      nature: own(t.nature, true),
      instrument: own(t.instrument, true),
      prices: own(t.prices, false),
      aggregated: null,
      date: own(t.date, true),
      place: own(t.place, true),
    }),
  );
  const part = { ...form, position: own(form.position, false), transactions };
  return fits ? part : null;
}

/** One cell of each row, if the others say the same. */
function onceIfAlike(field: FormField | null): FormField | null {
  if (field === null) return null;
  const rows = field.rows.map(filledOf);
  const alike = rows.every((row) => new Set(row.map(textOf)).size < 2);
  return alike ? { ...field, rows: rows.map((row) => row.slice(0, 1)) } : field;
}

function hasLots(transaction: FormTransaction): boolean {
  const lots = transaction.prices === null ? [] : readLots(transaction.prices, { volume: null, price: null });
  return lots.length > 0 && lots.every((lot) => lot.volume !== null && (lot.price !== null || lot.isNil));
}

function filledOf(row: HtmlCell[]): HtmlCell[] {
  return row.filter((cell) => cell.blocks.length > 0);
}

function isName(cell: HtmlCell): boolean {
  const said = textOf(cell);
  return /\p{L}{2}/u.test(said) && normaliseLabel(said) !== 'name';
}

function textOf(cell: HtmlCell): string {
  return linesOf(cell.blocks).join(' ');
}

function oneCell(field: FormField, value: string): FormField {
  return { ...field, rows: [[{ blocks: [{ kind: 'line', text: value }], colspan: 1, rowspan: 1 }]] };
}
