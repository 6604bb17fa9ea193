/** One CSV file of the operator in, closes and split events out. */

import { required } from '../../../collections.js';
import { isCalendarDate } from '../../../dates.js';
import type { Closes, Splits } from '../../../records/prices/price.js';
import { MAX_COLUMNS, readCsv } from '../../formats/csv.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { chunksOfBytes } from './chunks.js';

export const READER_VERSION = 2;

const COLUMNS = ['date', 'symbol', 'close', 'split'];
const SYMBOL = /^[A-Z0-9]{1,12}(?:[./ -][A-Z0-9]{1,6}){0,2}$/;
const ROWS_PER_RECORD = 10_000;

/**
 * Columns `date` (YYYY-MM-DD), `close` (USD, raw), and as wanted `symbol` and `split`, in any order. Without the column
 * `symbol` the name of the file is the symbol. A row may give a close, a split, or both. `facts.linesBefore` counts the
 * lines of the file between the heading and a piece that was cut out of it.
 * @throws Unreadable for a heading that lacks what is needed or has an unknown column.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const before = Number(document.metadata?.linesBefore ?? 0);
  for (const { bytes, linesBefore } of chunksOfBytes(document.bytes))
    yield* parsePiece(document.key, bytes, before + linesBefore);
}

/** Whether the heading of the file is understood. */
export function isPriceFile({ key, bytes }: RawDocument): boolean {
  const end = bytes.indexOf('\n');
  try {
    headingOf(key, readCsv(bytes.toString('utf8', 0, end < 0 ? bytes.length : end), ','));
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/** Finds the columns; gives the symbol of the file where it has no column of symbols. */
function headingOf(key: string, { header, isTooWide }: ReturnType<typeof readCsv>) {
  if (isTooWide) throw new ParseError(`more than ${MAX_COLUMNS} columns`);
  const names = header.map((name) => name.trim().toLowerCase());
  const place = (name: string) => names.indexOf(name);
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  if (unknown.length > 0)
    throw new ParseError(`unknown column: ${unknown.join(', ')}. There are: ${COLUMNS.join(', ')}`);
  if (place('date') < 0 || (place('close') < 0 && place('split') < 0))
    throw new ParseError('the columns date and close (or split) are needed');
  const ofFile = symbolOf(key);
  if (place('symbol') < 0 && ofFile === null)
    throw new ParseError(`without a column symbol the file must be named after one, such as ABCD.csv`);
  return { place, ofFile };
}

function* parsePiece(key: string, bytes: Buffer, linesBefore: number): Generator<Parsed> {
  const table = readCsv(bytes.toString('utf8'), ',');
  const { header, rows, quotesBroken } = table;
  const { place, ofFile } = headingOf(key, table);
  const warnings: Warning[] = [];
  if (quotesBroken) warnings.push({ kind: 'quotes-broken', detail: 'a quote is never closed', where: key });
  const closes: Closes['rows'] = [];
  const splits: Splits['rows'] = [];
  for (const { line, cells } of rows) {
    const where = `${key} line ${line + linesBefore}`;
    const cell = (name: string) => (cells[place(name)] ?? '').trim();
    const symbol = place('symbol') < 0 ? required(ofFile, 'ofFile') : cell('symbol').toUpperCase();
    const date = cell('date');
    const close = place('close') < 0 || cell('close') === '' ? null : numberOf(cell('close'));
    const split = place('split') < 0 || cell('split') === '' ? null : ratioOf(cell('split'));
    const wrong =
      cells.length !== header.length ||
      !SYMBOL.test(symbol) ||
      !isCalendarDate(date) ||
      close === 'wrong' ||
      split === 'wrong';
    if (wrong || (close === null && split === null)) {
      warnings.push({ kind: 'row-unreadable', detail: cells.join(',').slice(0, 200), where });
      continue;
    }
    if (close !== null) closes.push({ symbol, date, close, kind: 'close' });
    if (split !== null && split.numerator !== split.denominator) splits.push({ symbol, date, ...split });
  }
  for (let start = 0; start < closes.length; start += ROWS_PER_RECORD)
    yield {
      records: [{ kind: 'closes', source: 'csv', rows: closes.slice(start, start + ROWS_PER_RECORD) }],
      warnings: [],
    };
  yield { records: splits.length === 0 ? [] : [{ kind: 'splits', source: 'csv', rows: splits }], warnings };
}

function numberOf(text: string): number | 'wrong' {
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : 'wrong';
}

/** `4:1`, `4/1`, `1:10`, or the factor alone: new shares for one old share. */
function ratioOf(text: string): { numerator: number; denominator: number } | 'wrong' {
  const [first, second = '1', ...more] = text.split(/\s*[:/]\s*/);
  const numerator = numberOf(first ?? '');
  const denominator = numberOf(second);
  if (more.length > 0 || numerator === 'wrong' || denominator === 'wrong') return 'wrong';
  return { numerator, denominator };
}

function symbolOf(name: string): string | null {
  const symbol = name.replace(/\.csv$/i, '').toUpperCase();
  return SYMBOL.test(symbol) && !symbol.includes(' ') ? symbol : null;
}

/** A saved file whose heading has a date and a close or a split. */
export function recognise(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  const [heading = ''] = file.bytes
    .toString('utf8', 0, 300)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const names = heading
    .toLowerCase()
    .split(',')
    .map((column) => column.trim().replaceAll('"', ''));
  if (!names.includes('date') || !(names.includes('close') || names.includes('split'))) return null;
  return names.every((column) => COLUMNS.includes(column))
    ? { key: name, kind: 'price-file', url: `file:${name}` }
    : null;
}
