/** Delimited text to cells: the one home of the CSV reader. */

import { parse } from 'csv-parse/sync';

export interface CsvRow {
  /** Line of the file on which the row ends, counted from 1. */
  line: number;
  cells: string[];
}

export interface CsvTable {
  header: string[];
  rows: CsvRow[];
  /** True where a quote is never closed: the lines were then read one by one, quotes taken as letters. */
  quotesBroken: boolean;
}

/**
 * Reads `text` whose first row is the header. Cells may be quoted, a quote inside doubled; a quote inside an
 * unquoted cell is a letter. Rows of another length than the header are given as they stand: the caller judges.
 */
export function readCsv(text: string, delimiter: string): CsvTable {
  try {
    return { ...read(text, delimiter, '"'), quotesBroken: false };
  } catch {
    return { ...read(text, delimiter, null), quotesBroken: true };
  }
}

function read(text: string, delimiter: string, quote: string | null): { header: string[]; rows: CsvRow[] } {
  const found = parse(text, {
    delimiter,
    quote,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as unknown as Array<{ record: string[]; info: { lines: number } }>;
  const [header, ...rows] = found.map(({ record, info }) => ({ line: info.lines, cells: record }));
  return { header: header?.cells ?? [], rows };
}
