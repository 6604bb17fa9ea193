/** Rows as CSV (RFC 4180) that a spreadsheet opens without running anything. */

import type { Cell, RowList } from './answer-lists.js';

/** A spreadsheet reads a cell that begins with one of these as a formula. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Unknown values are empty. */
export function toCsv({ columns, rows }: Pick<RowList, 'columns' | 'rows'>): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

export function csvCell(value: Cell): string {
  if (value === null) return '';
  // A number is not a formula, and neither is a negative one.
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
