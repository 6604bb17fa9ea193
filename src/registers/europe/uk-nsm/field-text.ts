/** A field of the form, and its text. */

import { type HtmlCell, linesOf } from '../../formats/html.js';

/** The cells next to a label, row by row; following rows without their own label are included. */
export interface FormField {
  /** The label as written: it may name a unit. */
  label: string;
  rows: HtmlCell[][];
}

export function fieldLines(field: FormField | null): string[] {
  return field === null ? [] : field.rows.flatMap((row) => row.flatMap((cell) => linesOf(cell.blocks)));
}

export function fieldText(field: FormField | null): string {
  return fieldLines(field).join(' ');
}

export function hasText(field: FormField | null): boolean {
  return field?.rows.some((row) => row.some((cell) => linesOf(cell.blocks).length > 0)) === true;
}

export function appendRow(field: FormField, values: HtmlCell[]): FormField {
  if (values.length > 0) field.rows.push(values);
  return field;
}
