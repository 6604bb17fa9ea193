/**
 * A fails-to-deliver file in; out come its price column (settlement date, symbol, close of the day before) and its
 * pairs of CUSIP and symbol.
 */

import { itemAt } from '../../../collections.js';
import { isCalendarDate } from '../../../dates.js';
import type { CusipSymbol } from '../../../records/portfolios/cusip.js';
import type { Closes } from '../../../records/prices/price.js';
import { looksLikeZip, unzipMember, ZipError, zipMembers } from '../../formats/zip.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';

export const READER_VERSION = 2;

const HEADING = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
const COLUMNS = HEADING.split('|').length;
/** The largest file so far has 66,000 rows and 4.1 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Rows of one record. */
const ROWS_PER_RECORD = 10_000;
const NO_PRICE = '.';

type CloseRow = Closes['rows'][number];

/**
 * Reads the whole file before it gives anything: the two trailer lines say how many rows and shares there are, and a
 * file that was cut must not pass for a whole one. `date` stays the settlement date as filed.
 * @throws Unreadable for another heading, a missing trailer, or a sum that differs.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  // Long: the trailer is checked against counts that the one pass over the lines keeps.
  const lines = textOf(document.bytes).split(/\r?\n/);
  const heading = lines[0]?.replace(/^\uFEFF/, '').trim();
  if (heading !== HEADING) throw new ParseError(`another heading: ${(heading ?? '').slice(0, 200)}`);
  const warnings: Warning[] = [];
  const prices = new Map<string, CloseRow>();
  const twice = new Set<string>();
  const pairs = new Map<string, CusipSymbol>();
  let count = 0;
  let shares = 0;
  let saidCount: number | null = null;
  let saidShares: number | null = null;
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const trailer = /^Trailer (record count|total quantity of shares)\s+(\d+)\s*$/.exec(line);
    if (trailer !== null) {
      if (trailer[1] === 'record count') saidCount = Number(trailer[2]);
      else saidShares = Number(trailer[2]);
      continue;
    }
    count += 1;
    const where = `${document.key} line ${index + 1}`;
    const fields = line.split('|');
    // Descriptions of 2004 to 2009 hold a bar where an exclamation mark stood: the fields are counted from both ends.
    const [date, cusip = '', symbol = '', quantity] = fields.map((field) => field.trim());
    const price = itemAt(fields, -1).trim();
    const day = dayOf(date ?? '');
    if (fields.length < COLUMNS || day === null || !/^\d+$/.test(quantity ?? '')) {
      warnings.push({ kind: 'line-unreadable', detail: line.slice(0, 200), where });
      continue;
    }
    shares += Number(quantity);
    if (!/^[A-Z0-9]{9}$/.test(cusip) || symbol === '')
      warnings.push({ kind: 'no-cusip-or-symbol', detail: `${cusip} ${symbol}`, where });
    else {
      const pair = `${cusip} ${symbol}`;
      if ((pairs.get(pair)?.lastDate ?? '') < day) {
        const description = fields.slice(4, -1).join('|').trim();
        pairs.set(pair, { cusip, symbol, description, lastDate: day });
      }
    }
    if (price === NO_PRICE || price === '') continue;
    if (!/^(?:\d+\.?\d*|\.\d+)$/.test(price)) {
      warnings.push({ kind: 'price-unreadable', detail: price.slice(0, 40), where });
      continue;
    }
    const close = Number(price);
    if (close <= 0 || symbol === '') continue;
    const key = `${symbol} ${day}`;
    const known = prices.get(key);
    if (known === undefined) prices.set(key, { symbol, date: day, close, kind: 'settlement-reference' });
    else if (known.close !== close) twice.add(key);
  }
  if (saidCount === null || saidShares === null) throw new ParseError('the trailer lines are missing');
  if (saidCount !== count) throw new ParseError(`the trailer says ${saidCount} rows and there are ${count}`);
  if (saidShares !== shares && !warnings.some(({ kind }) => kind === 'line-unreadable'))
    throw new ParseError(`the trailer says ${saidShares} shares and there are ${shares}`);
  // Two securities under one symbol on one day, with two prices: nobody can say whose is whose.
  for (const key of twice) {
    prices.delete(key);
    warnings.push({ kind: 'price-twice', detail: key, where: document.key });
  }
  const rows = [...prices.values()];
  for (let start = 0; start < rows.length; start += ROWS_PER_RECORD)
    yield {
      records: [{ kind: 'closes', source: 'sec-public', rows: rows.slice(start, start + ROWS_PER_RECORD) }],
      warnings: [],
    };
  yield { records: [{ kind: 'cusip-symbols', file: document.key, rows: [...pairs.values()] }], warnings };
}

/** One text file in a zip, or the text itself. Latin-1, because nothing promises ASCII. */
function textOf(bytes: Buffer): string {
  if (!looksLikeZip(bytes)) return bytes.toString('latin1');
  try {
    const files = zipMembers(bytes).filter(({ name }) => !name.endsWith('/'));
    const [only, ...others] = files;
    if (only === undefined || others.length > 0)
      throw new ParseError(`one file was expected in the archive, and ${files.length} are there`);
    return unzipMember(bytes, only.name, MAX_BYTES).toString('latin1');
  } catch (error) {
    if (error instanceof ZipError) throw new ParseError(error.message);
    throw error;
  }
}

function dayOf(text: string): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  if (found === null) return null;
  const day = `${found[1]}-${found[2]}-${found[3]}`;
  return isCalendarDate(day) ? day : null;
}

/** A saved fails-to-deliver file, zipped or not. */
export function recognise(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  const isText = file.bytes.toString('latin1', 0, HEADING.length + 1).includes(HEADING);
  if (!isText && !(looksLikeZip(file.bytes) && /^cnsfails\d{6}[ab](?:_\d+)?\.zip$/i.test(name))) return null;
  return { key: name.replace(/\.(?:zip|txt)$/i, ''), kind: 'fails-to-deliver', url: `file:${name}` };
}
