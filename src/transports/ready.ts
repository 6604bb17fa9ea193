/** An answer as bytes: made once, then written to any number of callers by any transport. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Envelope } from '../../tools/contract/envelope.js';

export interface Ready {
  status: number;
  /** The envelope as JSON. */
  body: Buffer;
  /** Strong entity tag of the plain body, in its quotes; null for a failure. */
  etag: string | null;
  /** Null where compression would gain nothing. */
  gzip: Buffer | null;
  br: Buffer | null;
  /** Names and values, flat: what this caller is told besides (caching, allowance). */
  headers: string[];
  /** The sentence of a failure; null for a success. */
  message: string | null;
}

/** Below this many bytes an answer is sent as it is. */
const COMPRESS_MIN = 1024;
const gzipped = promisify(gzip);
const brotli = promisify(brotliCompress);

/** The bytes of `envelope`, uncompressed. */
export function makeReady(envelope: Envelope, status: number): Ready {
  const text = JSON.stringify(envelope);
  const body = Buffer.from(text);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return {
    status,
    body,
    etag: envelope.error === null ? `"${hash}"` : null,
    gzip: null,
    br: null,
    headers: [],
    message: envelope.error?.message ?? null,
  };
}

/** True when compression would gain something that `ready` does not have yet. */
export function canBePacked({ body, br }: Ready): boolean {
  return br === null && body.length >= COMPRESS_MIN;
}

/** `ready` with gzip, which everybody takes and which is made quickly, off the main thread. */
export async function withGzip(ready: Ready): Promise<Ready> {
  if (ready.gzip !== null || !canBePacked(ready)) return ready;
  return { ...ready, gzip: await gzipped(ready.body, { level: 4 }) };
}

/** `ready` with gzip and br, smaller and slower to make: for what is asked more than once. */
export async function withBoth(ready: Ready): Promise<Ready> {
  const { body } = ready;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [zipped, br] = await Promise.all([withGzip(ready), brotli(body, { params })]);
  return { ...zipped, br };
}

/** Bytes that escaped copies may hold in memory. */
const ESCAPED_BYTES = 8 * 1024 * 1024;
const copies = new LRUCache<Buffer, Buffer>({
  maxSize: ESCAPED_BYTES,
  sizeCalculation: ({ length }) => length + 512,
});

/** The body once more as a JSON string, quotes included: the text of a tool result. Made when first asked for. */
export function escaped({ body }: Ready): Buffer {
  let copy = copies.get(body);
  if (copy === undefined) {
    copy = Buffer.from(JSON.stringify(body.toString()));
    copies.set(body, copy);
  }
  return copy;
}

/** Bytes that `ready` holds in memory, all variants together. */
export function weight(ready: Ready): number {
  return ready.body.length + (ready.gzip?.length ?? 0) + (ready.br?.length ?? 0) + 512;
}

/** The escaped body between two texts, in one copy instead of the three of Buffer.concat over a Buffer.from. */
export function toolText(head: string, ready: Ready, tail: string): Buffer {
  const middle = escaped(ready);
  const length = Buffer.byteLength(head);
  const text = Buffer.allocUnsafe(length + middle.length + Buffer.byteLength(tail));
  text.write(head);
  text.set(middle, length);
  text.write(tail, length + middle.length);
  return text;
}
