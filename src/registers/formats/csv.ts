/** Splits delimited text into cells: the only CSV parser. */

import { parse } from 'csv-parse/sync';

export interface CsvRow {
  /** Line of the file on which the row ends, counted from 1. */
  line: number;
  cells: string[];
}

interface CsvTable {
  header: string[];
  rows: CsvRow[];
  /**
   * True where a quote is never closed, or only by one of a later line: those lines were then read one by one, with
   * quotes as ordinary characters.
   */
  quotesBroken: boolean;
  /** True where the heading has more columns than any register's: then nothing was read. */
  isTooWide: boolean;
}

/** Far more than any register has: a wider table cannot be that register's. */
export const MAX_COLUMNS = 200;

/**
 * Reads `text` whose first row is the header. Cells may be quoted, a quote inside doubled; a quote inside an
 * unquoted cell is an ordinary character. Rows of another length than the header are returned unchanged: the
 * caller judges.
 */
export function readCsv(text: string, delimiter: string): CsvTable {
  if (columnsOf(text, delimiter) > MAX_COLUMNS)
    return { header: [], rows: [], quotesBroken: false, isTooWide: true };
  try {
    const { header, rows } = read(text, delimiter, '"');
    const apart = rows.flatMap((row) => joinedLines(row, header.length, delimiter) ?? [row]);
    return { header, rows: apart, quotesBroken: apart.length > rows.length, isTooWide: false };
  } catch {
    return { ...read(text, delimiter, null), quotesBroken: true, isTooWide: false };
  }
}

/**
 * The rows of a row in which a quote that never closes swallowed the end of one line and the beginning of another: one
 * person would get the figures of the next. Null for any other row: a line break inside a quoted
 * cell leaves parts of a row, of which not all have more than half of the cells.
 */
function joinedLines({ line, cells }: CsvRow, columns: number, delimiter: string): CsvRow[] | null {
  if (!cells.some((cell) => /[\r\n]/.test(cell))) return null;
  const lines = cells.join(delimiter).split(/\r\n|\r|\n/);
  const apart = lines.map((text, place) => ({
    line: line - lines.length + 1 + place,
    cells: text.split(delimiter),
  }));
  return apart.every(({ cells: own }) => own.length * 2 > columns + 1) ? apart : null;
}

/** Counts the columns of the first line, ignoring quotes; stops if it is too wide. */
function columnsOf(text: string, delimiter: string): number {
  const end = text.search(/[\r\n]/);
  return text.slice(0, end < 0 ? undefined : end).split(delimiter, MAX_COLUMNS + 1).length;
}

function read(text: string, delimiter: string, quote: string | null): { header: string[]; rows: CsvRow[] } {
  // With `info`, each record comes with its line; the types of the library do not include that.
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
