/**
 * Errata: figures of single rows that the operator shows with another value, or not at all. They are put into a record before it is
 * stored, so that every row, sum and list is made from what is shown. The rule is one for all registers.
 */

import { isCalendarDate } from '../dates.js';
import { roundCents } from '../decimal.js';
import { type ErratumField, erratumPlace, filedRow, type RecordRow } from './erratum-fields.js';
import type { RegisterRecord } from './index.js';

/** One line of the file. */
export interface ErratumLine {
  register: string;
  /** The public id of the row. */
  row: string;
  /** As the public row calls it. */
  field: string;
  /** What the document says; '' for nothing. */
  filed: string;
  /** Null: nothing is shown. */
  shown: string | null;
  reason: string;
  /** What shows that the figure is wrong: an address, or the id of a document. */
  document: string;
  /** When the operator decided it, YYYY-MM-DD. */
  day: string;
}

export const ERRATA_COLUMNS = [
  'register',
  'row',
  'field',
  'filed',
  'shown',
  'reason',
  'document',
  'day',
] as const;
/** In the column `shown`. */
const WITHHELD = 'withheld';

/** The lines of a file. @throws Error that names the line and what is wrong with it */
export function readErrata(file: string): ErratumLine[] {
  const [head = '', ...lines] = file.split(/\r?\n/);
  if (head !== ERRATA_COLUMNS.join('\t'))
    throw new Error(`the first line must be ${ERRATA_COLUMNS.join(', ')}, with tabs between them`);
  const seen = new Set<string>();
  return lines.flatMap((text, at) => {
    if (text.trim() === '') return [];
    const fail = (what: string): never => {
      throw new Error(`line ${at + 2}: ${what}`);
    };
    const cells = text.split('\t').map((cell) => cell.trim());
    if (cells.length !== ERRATA_COLUMNS.length)
      fail(`it has ${cells.length} cells with tabs between them, and ${ERRATA_COLUMNS.length} are needed`);
    // As many as there are columns.
    const [register, row, field, filed, shown, reason, document, day] = cells as Cells;
    for (const [name, value] of Object.entries({ register, row, field, shown, reason, document }))
      if (value === '') fail(`${name} is empty`);
    if (!isCalendarDate(day)) fail('day must be a date as YYYY-MM-DD');
    const key = keyOf({ register, row, field });
    if (seen.has(key)) fail('an earlier line has the same field of the same row');
    seen.add(key);
    return { register, row, field, filed, shown: shown === WITHHELD ? null : shown, reason, document, day };
  });
}

type Cells = [string, string, string, string, string, string, string, string];

/** What a line is about. */
export const keyOf = ({ register, row, field }: Pick<ErratumLine, 'register' | 'row' | 'field'>): string =>
  `${register}\t${row}\t${field}`;

/** What became of a line. Where the row is not in the record, nothing is said of it. */
export interface ErratumOutcome {
  line: ErratumLine;
  /** `changed`: the document says something else than the line. */
  state: 'applied' | 'changed' | 'unknown-field' | 'unusable-value';
  /** What the document says now, as text. */
  found: string;
  /** The row as filed, JSON. */
  asFiled: string;
}

/** The record as it is shown, and what became of the lines about it. The record itself stays as it is. */
export function applyErrata<R extends RegisterRecord>(
  record: R,
  lines: readonly ErratumLine[],
): { record: R; outcomes: ErratumOutcome[] } {
  const about = lines.filter(({ row }) => filedRow(record, row) !== undefined);
  if (about.length === 0) return { record, outcomes: [] };
  const shown = copyOf(record);
  const outcomes = about.map((line): ErratumOutcome => {
    // `about` has only lines whose rows are in the record.
    const asFiled = JSON.stringify(filedRow(record, line.row));
    const filed = erratumPlace(record, JSON.parse(asFiled) as RecordRow, line.field);
    if (filed === null) return { line, state: 'unknown-field', found: '', asFiled };
    const found = textOf(filed.holder[filed.field.name]);
    if (!isSame(filed.field, found, line.filed)) return { line, state: 'changed', found, asFiled };
    const value = shownValue(filed.field, line.shown);
    if (value === undefined) return { line, state: 'unusable-value', found, asFiled };
    const row = filedRow(shown, line.row) as RecordRow;
    const place = erratumPlace(shown, row, line.field);
    if (place !== null) put(place.holder, place.field, value);
    return { line, state: 'applied', found, asFiled };
  });
  return { record: shown, outcomes };
}

/** A record with rows as they were filed. */
export function withoutErrata<R extends RegisterRecord>(
  record: R,
  rows: ReadonlyArray<{ row: string; asFiled: string }>,
): R {
  const filed = copyOf(record);
  for (const { row, asFiled } of rows) {
    const shown = filedRow(filed, row);
    if (shown === undefined) continue;
    for (const name of Object.keys(shown)) delete shown[name];
    Object.assign(shown, JSON.parse(asFiled));
  }
  return filed;
}

/** A record is what JSON can write. */
const copyOf = <R extends RegisterRecord>(record: R): R => JSON.parse(JSON.stringify(record)) as R;

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** `12.50` in the file is 12.5 of the record. */
function isSame({ kind }: ErratumField, found: string, filed: string): boolean {
  if (kind !== 'number' || found === '' || filed === '') return found === filed;
  return Number(found) === Number(filed);
}

/** Undefined for what such a field cannot be. */
function shownValue({ kind, withheld, words }: ErratumField, shown: string | null): unknown {
  if (shown === null) return withheld;
  if (kind === 'day') return isCalendarDate(shown) ? shown : undefined;
  if (kind === 'text') return words === undefined || words.includes(shown) ? shown : undefined;
  if (kind === 'bracket') return boundsOf(shown) === null ? undefined : shown;
  const figure = Number(shown);
  return Number.isFinite(figure) ? figure : undefined;
}

/** Puts the value there, and what follows from it. */
function put(holder: RecordRow, { name, kind, bounds }: ErratumField, value: unknown): void {
  const before = { ...holder };
  holder[name] = value;
  // What it names was about the figure as filed.
  const hasDoubtOf = (why: string) => why.startsWith('date-') === (kind === 'day');
  if (kind !== 'text' && Array.isArray(holder.implausible))
    holder.implausible = holder.implausible.filter((why: string) => !hasDoubtOf(why));
  if (kind === 'day' && 'isDateDoubtful' in holder) holder.isDateDoubtful = false;
  if (bounds !== undefined) putBounds(holder, bounds, boundsOf(textOf(value)));
  if (name === 'price' || name === 'volume') holder.totalValue = productOf(before, holder);
}

/**
 * The value of the new figures, where the one before was the product of price and number, in the unit of the price or a hundredth.
 * One that the register states beside a price alone stays.
 */
function productOf(before: RecordRow, { price, volume, totalValue }: RecordRow): unknown {
  const was = [before.price, before.volume, before.totalValue];
  if (typeof volume !== 'number' && before.volume === null) return totalValue;
  if (typeof price !== 'number' || typeof volume !== 'number' || !was.every((one) => typeof one === 'number'))
    return null;
  // All three are numbers.
  const [oldPrice, oldVolume, oldValue] = was as [number, number, number];
  const isUnit = (unit: number) => Math.abs(oldPrice * oldVolume * unit - oldValue) <= 0.01;
  const unit = [1, 0.01].find(isUnit);
  return unit === undefined ? null : roundCents(price * volume * unit);
}

type Bounds = [low: number, high: number | null];

/** The bounds of a bracket by its words, such as `$1,001 - $15,000`; null for other words. */
function boundsOf(label: string): Bounds | null {
  const [, first, second] = label.split('$').map((part) => Number.parseFloat(part.replaceAll(',', '')));
  if (first === undefined || Number.isNaN(first) || Number.isNaN(second ?? 0)) return null;
  // As the forms count: an open bracket begins one dollar above its threshold.
  return label.toLowerCase().includes('over ') ? [first + 1, null] : [first, second ?? first];
}

/** A withheld bracket has no bounds; where the register always states one, the lower one is 0, and the row is in no sum. */
function putBounds(
  holder: RecordRow,
  [low, high, middle]: NonNullable<ErratumField['bounds']>,
  bounds: Bounds | null,
): void {
  const [min, max] = bounds ?? [null, null];
  holder[low] = min ?? (middle === undefined ? null : 0);
  holder[high] = max;
  if (middle !== undefined) holder[middle] = min === null || max === null ? null : (min + max) / 2;
}
