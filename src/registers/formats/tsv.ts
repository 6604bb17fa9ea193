/** The one home of tab-separated tables with a heading line and no quoting: a quotation mark is an ordinary sign. */

/** Far more than any register has: a wider table is not that register's any more. */
export const MAX_COLUMNS = 200;

interface TsvTable {
  /** The heading as it stands in the file. */
  columns: string[];
  /** The place of a column, or -1. Names are compared as written. */
  column(name: string): number;
  /** Every line after the heading as its fields; empty lines are passed over. Short lines come as they are. */
  rows(): Generator<string[]>;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Opens a table over its bytes (UTF-8). Lines are decoded one by one while they are asked for, so a large table
 * costs its bytes and one row.
 */
export function openTsv(bytes: Buffer): TsvTable {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const headingEnd = lineEnd(bytes, bom);
  const columns = line(bytes, bom, headingEnd).split('\t');
  const places = new Map(columns.map((name, place) => [name, place]));
  return {
    columns,
    column: (name) => places.get(name) ?? -1,
    *rows() {
      for (let start = headingEnd + 1; start < bytes.length; ) {
        const end = lineEnd(bytes, start);
        const text = line(bytes, start, end);
        if (text !== '') yield text.split('\t');
        start = end + 1;
      }
    },
  };
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_FEED, from);
  return at < 0 ? bytes.length : at;
}

function line(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, bytes[end - 1] === CARRIAGE_RETURN && end > start ? end - 1 : end);
}
