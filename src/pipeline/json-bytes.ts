/**
 * A value as JSON bytes, written in small pieces into memory that is used again. One text of the whole would be a
 * string of some hundred kilobytes, and a buffer of its own as much again: both make the collector of garbage look
 * through the whole heap every few answers. Pieces it forgets at once.
 */

import { StoredRows } from '../../tools/contract/stored-rows.js';

/** The bytes, and their way back; after it they are another answer's. */
export interface Lent {
  bytes: Buffer;
  giveBack(): void;
}

/** Objects this deep are written by their members, and arrays by their elements: data, and the lists inside. */
const DEPTH = 3;
/** Characters gathered before they are written: far below what the heap holds apart as large. */
const PIECE = 16 * 1024;
/** What a buffer has at first, bytes; it grows with what is written to it. */
const FIRST_BYTES = 512 * 1024;
/** Buffers kept for the next answers, and the size beyond which none is. */
const KEPT = 4;
const KEPT_BYTES = 2 * 1024 * 1024;
const free: Buffer[] = [];

/** The very bytes of JSON.stringify. */
export function jsonBytes(value: object): Lent {
  let buffer = free.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  let end = 0;
  let waiting = '';
  const flush = (): void => {
    // No character of a string takes more than three bytes.
    const needed = end + 3 * waiting.length;
    if (needed > buffer.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, needed));
      buffer.copy(wider, 0, 0, end);
      buffer = wider;
    }
    end += buffer.write(waiting, end);
    waiting = '';
  };
  const put = (text: string): void => {
    waiting += text;
    if (waiting.length > PIECE) flush();
  };
  const list = <T>(elements: readonly T[], text: (element: T) => string): void => {
    put('[');
    for (const [index, element] of elements.entries()) put(index === 0 ? text(element) : `,${text(element)}`);
    put(']');
  };
  const write = (one: unknown, depth: number): void => {
    if (one instanceof StoredRows) list(one.texts, (text) => text);
    else if (depth === 0 || typeof one !== 'object' || one === null || 'toJSON' in one)
      put(JSON.stringify(one));
    else if (Array.isArray(one)) list(one, (element) => JSON.stringify(element) ?? 'null');
    else {
      put('{');
      let before = '';
      for (const [name, member] of Object.entries(one)) {
        if (member === undefined) continue;
        put(`${before}${JSON.stringify(name)}:`);
        write(member, depth - 1);
        before = ',';
      }
      put('}');
    }
  };
  write(value, DEPTH);
  flush();
  return {
    bytes: buffer.subarray(0, end),
    giveBack() {
      if (free.length < KEPT && buffer.length <= KEPT_BYTES) free.push(buffer);
    },
  };
}
