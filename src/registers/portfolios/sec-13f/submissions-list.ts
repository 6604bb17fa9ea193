/**
 * Parses the submissions API of one filer: parallel arrays of filings, and the names of the files with older
 * ones.
 */

import { itemAt } from '../../../collections.js';
import { parseJson } from '../../formats/json.js';
import { SourceError } from '../../register.js';

export interface ListedFiling {
  accession: string;
  form: string;
  /** YYYY-MM-DD. */
  filedDate: string;
  /** Last day of the quarter, YYYY-MM-DD; '' when the list gives none. */
  reportDate: string;
}

interface OlderFile {
  name: string;
  /** The latest filing date in it. */
  until: string;
  /** Grows when filings move into it. */
  count: number;
}

/**
 * The newest filings and the older files. `acceptanceDateTime` is not read: in 2026 it was seen with the
 * offset applied twice.
 *
 * @throws SourceError when the response has another shape or belongs to another filer.
 */
export function readSubmissions(
  bytes: Buffer,
  url: string,
  cik: string,
): { filings: ListedFiling[]; older: OlderFile[] } {
  const response = objectOf(json(bytes, url), url, bytes);
  if (String(response.cik ?? '').replace(/^0+/, '') !== cik)
    throw new SourceError(`${url} is about another filer: ${String(response.cik)}`, bytes);
  const filings = objectOf(response.filings, url, bytes);
  const files = filings.files ?? [];
  if (!Array.isArray(files)) throw new SourceError(`${url} has no list of older files`, bytes);
  return {
    filings: listed(objectOf(filings.recent, url, bytes), url, bytes),
    older: files.map((file) => {
      const { name, filingTo, filingCount } = objectOf(file, url, bytes);
      if (typeof name !== 'string' || typeof filingTo !== 'string' || typeof filingCount !== 'number')
        throw new SourceError(`${url} names an older file in an unknown way`, bytes);
      return { name, until: filingTo.slice(0, 10), count: filingCount };
    }),
  };
}

/** The filings of an older file: the same arrays, at the top. @throws SourceError for another shape. */
export function readOlder(bytes: Buffer, url: string): ListedFiling[] {
  return listed(objectOf(json(bytes, url), url, bytes), url, bytes);
}

function listed(table: Record<string, unknown>, url: string, bytes: Buffer): ListedFiling[] {
  const columns = ['accessionNumber', 'form', 'filingDate', 'reportDate'].map((name) => {
    const column = table[name];
    if (!Array.isArray(column) || !column.every((cell) => typeof cell === 'string'))
      throw new SourceError(`${url} has no column ${name}`, bytes);
    // Checked above: each cell is a text.
    return column as string[];
  });
  // The four names give four columns.
  const [accessions, forms, dates, periods] = columns as [string[], string[], string[], string[]];
  if (columns.some((column) => column.length !== accessions.length))
    throw new SourceError(`${url} has columns of different lengths`, bytes);
  return accessions.map((accession, i) => ({
    accession,
    form: itemAt(forms, i),
    filedDate: itemAt(dates, i),
    reportDate: itemAt(periods, i),
  }));
}

function json(bytes: Buffer, url: string): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw new SourceError(`${url} is not JSON`, bytes);
  }
}

function objectOf(value: unknown, url: string, bytes: Buffer): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SourceError(`${url} has another shape`, bytes);
  // Checked above to be an object.
  return value as Record<string, unknown>;
}
