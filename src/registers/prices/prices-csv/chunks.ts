/** A price file in pieces of whole lines, each under the heading of the file, so that no file is ever read whole. */

import { closeSync, openSync, readSync } from 'node:fs';
import { ParseError } from '../../register.js';

/** Some 80,000 rows. */
const CHUNK_BYTES = 2 * 1024 * 1024;
const LINE_FEED = 10;

export interface CsvChunk {
  /** The heading line and the lines of this piece. */
  bytes: Buffer;
  /** Lines of the file between its heading and this piece. */
  linesBefore: number;
}

/**
 * The file at `path`. What the operating system refuses is thrown as it is.
 * @throws Unreadable for a line that is longer than a piece.
 */
export function* chunksOfFile(path: string): Generator<CsvChunk> {
  const file = openSync(path, 'r');
  try {
    yield* wholeLineChunks(fileReads(file));
  } finally {
    closeSync(file);
  }
}

/** A file that is in memory already, such as one that is imported. */
export function chunksOfBytes(bytes: Buffer): Generator<CsvChunk> {
  const chunks = function* () {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
      yield bytes.subarray(start, start + CHUNK_BYTES);
  };
  return wholeLineChunks(chunks());
}

function* fileReads(file: number): Generator<Buffer> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const size = readSync(file, chunk, 0, CHUNK_BYTES, null);
    if (size === 0) return;
    yield chunk.subarray(0, size);
  }
}

function* wholeLineChunks(chunks: Iterable<Buffer>): Generator<CsvChunk> {
  let heading: Buffer | null = null;
  let rest: Buffer = Buffer.alloc(0);
  let linesBefore = 0;
  const piece = (bytes: Buffer): CsvChunk => {
    const whole = heading === null ? bytes : Buffer.concat([heading, bytes]);
    const made = { bytes: whole, linesBefore };
    const first = bytes.indexOf(LINE_FEED) + 1;
    linesBefore += lineFeeds(bytes) - (heading === null ? 1 : 0);
    heading ??= Buffer.from(bytes.subarray(0, first));
    return made;
  };
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = bytes.subarray(end);
    if (rest.length > CHUNK_BYTES) throw new ParseError(`a line of more than ${CHUNK_BYTES} bytes`);
    if (end > 0) yield piece(bytes.subarray(0, end));
  }
  // A file without any line is a piece too: that it says nothing is for the reader to say.
  if (rest.length > 0 || heading === null) yield piece(rest);
}

function lineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
