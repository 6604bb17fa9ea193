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
  private hasPerson = false;
  /** Below the heading of a contact. Its name and position do not begin a form. */
  private isContact = false;
  /** Below that heading are several names, and it is not known which one is the form's. */
  private isMixed = false;

  /** A name or a position was given; an LEI is also at the foot of announcements. */
  get areGiven(): boolean {
    return this.hasPerson && !this.isContact;
  }

  add(label: FormLabel, text: string, values: HtmlCell[]): void {
    const field: FormField = { label: text, rows: values.length > 0 ? [values] : [] };
    const head = this.head ?? emptyHead();
    if (label === 'name' && this.isContact && head.name !== null) this.isMixed = true;
    // A contact has no such field: a form has begun below it.
    if (label === 'initial') this.endContact();
    // Below a position without a name, it is not known whose name follows.
    const isOpen = label === 'name' && this.isBelowPosition && head.name === null;
    const kept = isOpen ? field : keepHead(head, label, field, this.isBelowPosition);
    if (kept === null) return;
    this.head = head;
    this.last = kept;
    if (label === 'name' || label === 'position') this.hasPerson = true;
    if (label === 'position' || label === 'initial') this.isBelowPosition = true;
  }

  /** A row below: a value, the heading of section 2 or 3, or text that separates the fields from the form. */
  addRow(row: HtmlCell[]): void {
    const text = textOf(row);
    if (this.last?.rows.length === 0) this.last.rows.push(row);
    else if (CONTACT.test(text)) this.beginContact();
    else if (/^\W*[23]\b/.test(text)) this.endContact();
    else if (this.isContact && FORM_HEADING.test(text)) this.clear();
    else if (this.head !== null) {
      this.head = emptyHead();
      this.isMixed = false;
    }
    this.last = null;
  }

  /** The fields below belong to a contact, until the number of a section or a field of a form comes. */
  private beginContact(): void {
    this.clear();
    this.isContact = true;
  }

  /** Section 2 or 3 comes: the fields are those of a form. */
  endContact(): void {
    this.isContact = false;
  }

  /** A line below the forms. */
  end(text: string): void {
    if (CONTACT.test(text)) this.beginContact();
    else if (!this.isContact) this.clear();
  }

  /** The fields, which then belong to the form. */
  take(): HeadFields {
    const isForm = !this.isContact && !this.isMixed;
    const head = isForm ? (this.head ?? emptyHead()) : emptyHead();
    this.clear();
    return head;
  }

  clear(): void {
    this.head = null;
    this.last = null;
    this.isBelowPosition = false;
    this.hasPerson = false;
    this.isContact = false;
    this.isMixed = false;
  }
}

/** `Enquiries`, `5 Contact`, `Person responsible for making the notification` */
const CONTACT =
  /^\W*(?:\d{1,2}\W+)?(?:(?:for )?(?:further|more) (?:information|details|enquiries)|(?:\w+ ){0,2}contacts?\b|enquir(?:y|ies)|(?:name of )?(?:the )?(?:(?:duly )?authorised )?(?:person|officer|official|individual)s? (?:responsible for|making|notifying|to contact)|notifying|company secretary)/i;
/** A heading of section 1 in other words: `1 Holder`, `Details of PCA`. */
const FORM_HEADING =
  /^\W*1(?:\W+\p{L}|\W*$)|\b(?:details of|PDMRs?|PCAs?|closely associated|discharging)\b/iu;
