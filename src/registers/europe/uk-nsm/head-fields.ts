/** Sections 1 to 3 of a form: the person, the reason and the issuer. */

import type { HtmlCell } from '../../formats/html.js';
import { appendRow, type FormField, hasText } from './field-text.js';
import { textOf } from './form-rows.js';
import type { FormLabel } from './labels.js';

export interface HeadFields {
  name: FormField | null;
  position: FormField | null;
  initial: FormField | null;
  issuerName: FormField | null;
  lei: FormField | null;
}

export function emptyHead(): HeadFields {
  return { name: null, position: null, initial: null, issuerName: null, lei: null };
}

/**
 * Keeps a field of sections 1 to 3.
 *
 * @returns the field that the rows below belong to; null for a label of section 4
 */
export function keepHead(
  head: HeadFields,
  label: FormLabel,
  field: FormField,
  isIssuer: boolean,
): FormField | null {
  const values = field.rows[0] ?? [];
  if (label === 'name') {
    if (isIssuer) {
      if (!hasText(head.issuerName)) head.issuerName = field;
    } else if (head.name === null) head.name = field;
    else return appendRow(head.name, values);
    return field;
  }
  if (label !== 'position' && label !== 'initial' && label !== 'lei') return null;
  if (head[label] === null) head[label] = field;
  else if (label === 'position' && head.position !== null) return appendRow(head.position, values);
  return field;
}

/** Fields of sections 1 to 3 outside of them: those of the next form, if its headings are not known. */
export class StrayFields {
  private head: HeadFields | null = null;
  private last: FormField | null = null;
  /** A position was given: a name below it is the issuer's. */
  private isBelowPosition = false;
  /** A name or a position was given; an LEI is also at the foot of announcements. */
  areGiven = false;

  add(label: FormLabel, text: string, values: HtmlCell[]): void {
    const field: FormField = { label: text, rows: values.length > 0 ? [values] : [] };
    const head = this.head ?? emptyHead();
    // Below a position without a name, it is not known whose name follows.
    const isOpen = label === 'name' && this.isBelowPosition && head.name === null;
    const kept = isOpen ? field : keepHead(head, label, field, this.isBelowPosition);
    if (kept === null) return;
    this.head = head;
    this.last = kept;
    if (label === 'name' || label === 'position') this.areGiven = true;
    if (label === 'position' || label === 'initial') this.isBelowPosition = true;
  }

  /** A row below: a value, the heading of section 2 or 3, or text that separates the fields from the form. */
  addRow(row: HtmlCell[]): void {
    if (this.last?.rows.length === 0) this.last.rows.push(row);
    else if (this.head !== null && !/^\W*[23]\b/.test(textOf(row))) this.head = emptyHead();
    this.last = null;
  }

  /** The fields, which then belong to the form. */
  take(): HeadFields {
    const head = this.head ?? emptyHead();
    this.clear();
    return head;
  }

  clear(): void {
    this.head = null;
    this.last = null;
    this.isBelowPosition = false;
    this.areGiven = false;
  }
}
