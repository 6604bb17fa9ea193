/** A fails-to-deliver file in, its pairs of CUSIP and symbol out. No network, no clock. */

import type { CusipSymbol } from '../../records/cusip.js';
import { BadZip, looksLikeZip, unzipMember, zipMembers } from '../formats/zip.js';
import { type Doubt, type Parsed, type RawDocument, Unreadable } from '../register.js';

export const READER_VERSION = 1;

const HEADING = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
const COLUMNS = HEADING.split('|').length;
/** The largest file so far has 66,000 rows and 4.1 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the whole file before it gives anything: the two trailer lines say how many rows and shares there are, and a
 * file that was cut must not pass for a whole one.
 * @throws Unreadable for another heading, a missing trailer, or a sum that differs.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const lines = textOf(document.bytes).split(/\r?\n/);
  const heading = lines[0]?.replace(/^\uFEFF/, '').trim();
  if (heading !== HEADING) throw new Unreadable(`another heading: ${(heading ?? '').slice(0, 200)}`);
  const doubts: Doubt[] = [];
  const pairs = new Map<string, CusipSymbol>();
  const stated: { rows: number | null; shares: number | null } = { rows: null, shares: null };
  let rows = 0;
  let shares = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const trailer = /^Trailer (record count|total quantity of shares)\s+(\d+)\s*$/.exec(line);
    if (trailer !== null) {
      stated[trailer[1] === 'record count' ? 'rows' : 'shares'] = Number(trailer[2]);
      continue;
    }
    rows += 1;
    const where = `${document.key} line ${index + 1}`;
    // Descriptions of 2004 to 2009 hold a bar where an exclamation mark stood: the fields are counted from both ends.
    const fields = line.split('|');
    const [date, cusip, symbol, quantity] = fields.map((field) => field.trim());
    const lastDate = dayOf(date ?? '');
    if (fields.length < COLUMNS || lastDate === null || !/^\d+$/.test(quantity ?? '')) {
      doubts.push({ kind: 'line-unreadable', detail: line.slice(0, 200), where });
      continue;
    }
    shares += Number(quantity);
    if (!/^[A-Z0-9]{9}$/.test(cusip!) || symbol === '') {
      doubts.push({ kind: 'no-cusip-or-symbol', detail: `${cusip} ${symbol}`, where });
      continue;
    }
    const key = `${cusip} ${symbol}`;
    const before = pairs.get(key);
    if (before !== undefined && before.lastDate >= lastDate) continue;
    const description = fields.slice(4, -1).join('|').trim();
    pairs.set(key, { cusip: cusip!, symbol: symbol!, description, lastDate });
  }
  if (stated.rows === null || stated.shares === null) throw new Unreadable('the trailer lines are missing');
  if (stated.rows !== rows)
    throw new Unreadable(`the trailer says ${stated.rows} rows and there are ${rows}`);
  if (stated.shares !== shares && !doubts.some(({ kind }) => kind === 'line-unreadable'))
    throw new Unreadable(`the trailer says ${stated.shares} shares and there are ${shares}`);
  yield {
    records: [{ kind: 'cusip-symbols', file: document.key, rows: [...pairs.values()] }],
    doubts,
  };
}

/** One text file in a zip, or the text itself. Latin-1, because nothing promises ASCII. */
function textOf(bytes: Buffer): string {
  if (!looksLikeZip(bytes)) return bytes.toString('latin1');
  try {
    const files = zipMembers(bytes).filter(({ name }) => !name.endsWith('/'));
    const [only, ...others] = files;
    if (only === undefined || others.length > 0)
      throw new Unreadable(`one file was expected in the archive, and ${files.length} are there`);
    return unzipMember(bytes, only.name, MAX_BYTES).toString('latin1');
  } catch (error) {
    if (error instanceof BadZip) throw new Unreadable(error.message);
    throw error;
  }
}

function dayOf(text: string): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (found === null) return null;
  const day = `${found[1]}-${found[2]}-${found[3]}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
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
