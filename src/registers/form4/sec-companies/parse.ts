/**
 * Parses the ticker table into one record of all companies, and a frame of share counts into one record of
 * counts.
 */

import { required } from '../../../collections.js';
import type { CompanyTickers } from '../../../records/form4/company.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { parseShares, parseSharesFrame } from './shares-frame.js';
import { parseTickerTable } from './ticker-table.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 1;

const COLUMNS = ['cik', 'name', 'ticker', 'exchange'] as const;
/** The exchanges named so far; 176 rows of 2025 have none. */
const EXCHANGES = new Set(['Nasdaq', 'NYSE', 'OTC', 'CBOE']);

/**
 * Parses either kind of document.
 *
 * @throws ParseError for anything else.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  yield* document.kind === 'shares-frame' ? parseShares(document) : parseTickers(document);
}

/**
 * Reads the table by its own column names and keeps its order: the common share of an issuer comes first. A
 * row that cannot be read is left out with a warning; a new column or exchange is kept with one.
 *
 * @throws ParseError when a column is missing or no row can be read.
 */
function* parseTickers(document: RawDocument): Generator<Parsed> {
  const table = parseTickerTable(document.bytes);
  if (table === null) throw new ParseError('not a table of company tickers');
  const place = Object.fromEntries(table.fields.map((field, index) => [field, index]));
  const missing = COLUMNS.filter((column) => place[column] === undefined);
  if (missing.length > 0) throw new ParseError(`the table has no column ${missing.join(', ')}`);
  const warnings: Warning[] = table.fields
    // `includes` has a type for the names of COLUMNS only, and returns false for another one.
    .filter((field) => !(COLUMNS as readonly string[]).includes(field))
    .map((field) => ({ kind: 'unknown-column', detail: field, where: document.key }));
  const companies: CompanyTickers['companies'] = [];
  const seen = new Set<string>();
  for (const [index, row] of table.data.entries()) {
    const where = `${document.key} row ${index + 1}`;
    const [cik, name, ticker, exchange] = COLUMNS.map((column) => row[required(place[column], 'column')]);
    const company = readRow(cik, name, ticker, exchange);
    if (company === null) {
      warnings.push({ kind: 'row-unreadable', detail: JSON.stringify(row).slice(0, 300), where });
      continue;
    }
    if (company.exchange !== null && !EXCHANGES.has(company.exchange))
      warnings.push({ kind: 'unknown-exchange', detail: company.exchange, where });
    if (seen.has(company.ticker)) warnings.push({ kind: 'ticker-twice', detail: company.ticker, where });
    seen.add(company.ticker);
    companies.push(company);
  }
  if (companies.length === 0) throw new ParseError('no row of the table can be read');
  yield { records: [{ kind: 'company-tickers', companies }], warnings };
}

function readRow(cik: unknown, name: unknown, ticker: unknown, exchange: unknown) {
  const number =
    typeof cik === 'number' ? cik : typeof cik === 'string' && /^\d{1,10}$/.test(cik) ? Number(cik) : 0;
  if (!Number.isSafeInteger(number) || number <= 0 || number > 9_999_999_999) return null;
  if (typeof name !== 'string' || typeof ticker !== 'string' || ticker.trim() === '') return null;
  if (exchange !== null && typeof exchange !== 'string') return null;
  return {
    cik: String(number),
    name: name.trim(),
    ticker: ticker.trim(),
    exchange: exchange?.trim() || null,
  };
}

/** A saved company_tickers_exchange.json, or a saved frame of share counts. */
export function recognise(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  // The beginning is enough to recognise it; the whole of a large foreign file need not be read.
  const beginning = file.bytes.toString('utf8', 0, 400);
  if (/"tag"\s*:\s*"EntityCommonStockSharesOutstanding"/.test(beginning)) {
    const frame = parseSharesFrame(file.bytes);
    return frame === null ? null : { key: frame.name, kind: 'shares-frame', url: `file:${name}` };
  }
  if (!/^\s*\{\s*"fields"\s*:\s*\[[^\]]*"ticker"/.test(beginning)) return null;
  return { key: name, kind: 'ticker-table', url: `file:${name}` };
}
