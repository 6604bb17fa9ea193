/** Parses Tiingo's daily prices of one symbol into raw closes and split events. */

import type { Closes, Splits } from '../../../records/prices/price.js';
import { parseJson } from '../../formats/json.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';

export const READER_VERSION = 1;

/**
 * Reads `close`, which Tiingo never adjusts, and `splitFactor`, which is 1 on days without a split.
 *
 * @throws ParseError when it is not a list of days, or when the symbol is unknown.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const symbol = document.metadata?.symbol;
  if (symbol === undefined) throw new ParseError('the response does not name its symbol');
  const days = daysOf(document.bytes);
  if (days === null) throw new ParseError('not a list of days');
  const warnings: Warning[] = [];
  const closes: Closes['rows'] = [];
  const splits: Splits['rows'] = [];
  for (const day of days) {
    // Any other value of JSON has none of these fields, so that they are undefined.
    const { date: moment, close, splitFactor } = (day ?? {}) as Record<string, unknown>;
    const date = typeof moment === 'string' ? (/^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(moment)?.[0] ?? null) : null;
    const readable =
      date !== null &&
      typeof close === 'number' &&
      close > 0 &&
      typeof splitFactor === 'number' &&
      splitFactor > 0;
    if (!readable) {
      warnings.push({
        kind: 'day-unreadable',
        detail: JSON.stringify(day).slice(0, 300),
        where: document.key,
      });
      continue;
    }
    closes.push({ symbol, date, close, kind: 'close' });
    if (splitFactor !== 1) splits.push({ symbol, date, numerator: splitFactor, denominator: 1 });
  }
  const records: Parsed['records'] = [];
  if (closes.length > 0) records.push({ kind: 'closes', source: 'tiingo', rows: closes });
  if (splits.length > 0) records.push({ kind: 'splits', source: 'tiingo', rows: splits });
  yield { records, warnings };
}

/** The list in a response; null when it is not one. */
export function daysOf(bytes: Buffer): unknown[] | null {
  try {
    const days: unknown = parseJson(bytes);
    return Array.isArray(days) ? days : null;
  } catch {
    return null;
  }
}

/** A saved response named after its symbol, such as `ABCD.json`. */
export function recognise(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  if (!/^\s*\[\s*\{[^}]*"splitFactor"/.test(file.bytes.toString('utf8', 0, 1000))) return null;
  const symbol = name.replace(/\.json$/i, '').toUpperCase();
  return { key: name, kind: 'daily-prices', url: `file:${name}`, metadata: { symbol } };
}
