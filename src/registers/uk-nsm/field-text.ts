/** The text of a field of the form. */

import { linesOf } from '../formats/html.js';
import type { FormField } from './form.js';

export function lines(field: FormField | null): string[] {
  return field === null ? [] : field.rows.flatMap((row) => row.flatMap((cell) => linesOf(cell.blocks)));
}

export function text(field: FormField | null): string {
  return lines(field).join(' ');
}
