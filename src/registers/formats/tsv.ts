/**
 * The only parser of tab-separated tables with a heading line and no quoting: a quotation mark is an ordinary
 * character.
 */

/** Far more than any register has: a wider table cannot be that register's. */
export const MAX_COLUMNS = 200;

interface TsvTable {
  /** The heading as written in the file. */
  columns: string[];
  /** The place of a column, or -1. Names are compared as written. */
  column(name: string): number;
  /**
   * Every line after the heading as its fields; empty lines are skipped. Short lines are returned unchanged.
   */
  rows(): Generator<string[]>;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Opens a table over its bytes (UTF-8). Lines are decoded one by one on demand, so a large table costs its
 * bytes and one row.
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

/** One line of a table that is read piece by piece. The next line replaces it: take from it what you need. */
export class TsvLine {
  bytes: Buffer = Buffer.alloc(0);
  /** Where each field begins; one more than there are fields, the last of which is behind the end. */
  readonly starts = new Int32Array(MAX_COLUMNS + 2);
  width = 0;

  /** The field, trimmed; '' where the line has none at that place. */
  text(place: number): string {
    if (place < 0 || place >= this.width) return '';
    return this.bytes.toString('utf8', this.starts[place], this.endOf(place)).trim();
  }

  /** Whether the field has exactly these bytes. */
  equals(place: number, other: Buffer): boolean {
    const start = this.starts[place] as number;
    return this.bytes.compare(other, 0, other.length, start, this.endOf(place)) === 0;
  }

  /** A whole number of at most 15 digits without a sign; -1 for anything else, which `text` gives. */
  digits(place: number): number {
    const start = this.starts[place] as number;
    const end = this.endOf(place);
    if (place >= this.width || end === start || end - start > 15) return -1;
    let value = 0;
    for (let at = start; at < end; at += 1) {
      const digit = (this.bytes[at] as number) - 48;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    return value;
  }

  endOf(place: number): number {
    return (this.starts[place + 1] as number) - 1;
  }

  /** Finds the fields between two places of `bytes`. */
  split(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.width = 0;
    this.starts[0] = start;
    for (let at = start; at < end; at += 1) {
      if (bytes[at] !== TAB) continue;
      if (this.width === MAX_COLUMNS) break;
      this.width += 1;
      this.starts[this.width] = at + 1;
    }
    this.width += 1;
    this.starts[this.width] = end + 1;
  }
}

const TAB = 9;
/** Far more than a line of any register has: without an end, the rest of a file would be collected. */
const MAX_LINE_BYTES = 1024 * 1024;

/** A table whose line has no end. */
export class TsvError extends Error {
  override name = 'TsvError';
}

/**
 * The lines of a table that comes in pieces, the heading first; empty lines are skipped. Each line is the same object.
 *
 * @throws TsvError for a line of more than a megabyte
 */
export function* tsvLines(pieces: Iterable<Buffer>): Generator<TsvLine> {
  const found = new TsvLine();
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      if (takeLine(found, bytes, start, end)) yield found;
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw new TsvError(`a line has more than ${MAX_LINE_BYTES} bytes`);
  }
  if (takeLine(found, rest, 0, rest.length)) yield found;
}

function takeLine(into: TsvLine, bytes: Buffer, start: number, end: number): boolean {
  const stop = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
  if (stop === start) return false;
  into.split(bytes, start, stop);
  return true;
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_FEED, from);
  return at < 0 ? bytes.length : at;
}

function line(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, bytes[end - 1] === CARRIAGE_RETURN && end > start ? end - 1 : end);
}
