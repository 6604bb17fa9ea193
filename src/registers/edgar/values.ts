/**
 * How single values are spelt in ownership documents, notices and data sets. Null is an empty value, undefined an
 * invalid one.
 */

import { itemAt } from '../../collections.js';
import { isCalendarDate } from '../../dates.js';

/** Collapses white space; null when nothing is left. */
export function tidy(text: string | null | undefined): string | null {
  return text ? collapseSpaces(text).trim() || null : null;
}

/** White space, unless it is one plain space: most texts have no other, and then nothing is replaced. */
const UNEVEN_SPACE = /\s(?:\s+|(?<! ))/g;

/** Each run of white space becomes one space. */
export function collapseSpaces(text: string): string {
  return text.replace(UNEVEN_SPACE, ' ');
}

const SPELLINGS = new Map<string, boolean>([
  ['1', true],
  ['true', true],
  ['y', true],
  ['yes', true],
  ['0', false],
  ['false', false],
  ['n', false],
  ['no', false],
]);

/** `1`, `0`, `true`, `false` in any case (both styles occur in one filing); undefined for another word. */
export function readBoolean(text: string | null): boolean | null | undefined {
  return text === null ? null : SPELLINGS.get(text.toLowerCase());
}

/** A decimal number as the forms allow it: no exponent, no thousands mark, none below zero. Undefined for anything else. */
export function readNumber(text: string | null): number | null | undefined {
  if (text === null) return null;
  const number = /^\+?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** `2026-09-10`, also followed by a zone, as XML Schema allows. Undefined when there is no such day. */
export function readDate(text: string | null): string | null | undefined {
  if (text === null) return null;
  const date = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1];
  return date !== undefined && isCalendarDate(date) ? date : undefined;
}

/** `12/31/2024`, as notices and schedules write it, also without leading zeros; and `2024-12-31`. Undefined when there is no such day. */
export function readAmericanDate(text: string | null): string | null | undefined {
  if (text === null) return null;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (american === null) return readDate(text);
  const [, month, day, year] = american;
  return readDate(`${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`);
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** `31-JUL-2024` of the data sets to `2024-07-31`. Undefined when there is no such day. */
export function readDataSetDate(text: string | null): string | null | undefined {
  if (text === null) return null;
  const parts = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/.exec(text.toUpperCase());
  if (!parts) return readDate(text);
  const month = MONTHS.indexOf(itemAt(parts, 2)) + 1;
  const date = `${parts[3]}-${String(month).padStart(2, '0')}-${itemAt(parts, 1).padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}

/** Ten digits with leading zeros to the plain number; undefined when it is not a CIK. */
export function readCik(text: string | null): string | null | undefined {
  if (text === null) return null;
  return /^0{0,10}[1-9]\d{0,9}$/.test(text) ? text.replace(/^0+/, '') : undefined;
}
