/** An answer as bytes: made once, then written to any number of callers by any transport. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Envelope } from '../../tools/contract/envelope.js';
import { jsonBytes } from './json-bytes.js';

/** A way of compressing an answer. */
export type Packing = 'br' | 'gzip';

export interface Ready {
  status: number;
  /** The envelope as JSON; null only for callers who take gzip, where gzip says the same. */
  body: Buffer | null;
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
/** Up to this many bytes an answer is kept plain as well, whoever asked for it. */
const PLAIN_KEPT = 32 * 1024;
const GZIP_LEVEL = 4;
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const brotli = promisify(brotliCompress);

/** The bytes of `envelope`, uncompressed. */
export function makeReady(envelope: Envelope, status: number): Ready {
  const lent = jsonBytes(envelope);
  const body = Buffer.from(lent.bytes);
  lent.giveBack();
  return {
    status,
    body,
    etag: envelope.error === null ? tagOf(body) : null,
    gzip: null,
    br: null,
    headers: [],
    message: envelope.error?.message ?? null,
  };
}

/**
 * The bytes of a success for callers who take gzip: that alone where it saves much, a tenth of the bytes says it all.
 * Packed off the main thread.
 */
export async function makePacked(envelope: Envelope): Promise<Ready> {
  const { bytes, giveBack } = jsonBytes(envelope);
  try {
    const etag = tagOf(bytes);
    // A copy, because the bytes are lent.
    const body = bytes.length > PLAIN_KEPT ? null : Buffer.from(bytes);
    const zipped = bytes.length < COMPRESS_MIN ? null : await gzipped(bytes, { level: GZIP_LEVEL });
    return { status: 200, body, etag, gzip: zipped, br: null, headers: [], message: null };
  } finally {
    giveBack();
  }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/** The plain bytes of an answer to a caller who takes no other. */
export function plainOf({ body }: Ready): Buffer {
  if (body === null) throw new Error('asked as a caller who takes gzip, and read plain');
  return body;
}

/** True when `ready` lacks a variant that such a caller would gain by. */
export function canBePacked({ body, gzip, br }: Ready, into: 'gzip' | 'br'): boolean {
  return (into === 'br' ? br : gzip) === null && (body?.length ?? COMPRESS_MIN) >= COMPRESS_MIN;
}

/** `ready` with gzip, which everybody takes and which is made quickly, off the main thread. */
export async function withGzip(ready: Ready): Promise<Ready> {
  if (!canBePacked(ready, 'gzip')) return ready;
  return { ...ready, gzip: await gzipped(plainOf(ready), { level: GZIP_LEVEL }) };
}

/** `ready` with gzip and br, smaller and slower to make: for what is asked more than once. */
export async function withBoth(ready: Ready): Promise<Ready> {
  if (!canBePacked(ready, 'br')) return ready;
  const zipped = await withGzip(ready);
  const body = plainOf(await withPlain(zipped));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { ...zipped, br: await brotli(body, { params }) };
}

/** `ready` with its plain bytes. */
export async function withPlain(ready: Ready): Promise<Ready> {
  return ready.body === null ? { ...ready, body: await gunzipped(ready.gzip as Buffer) } : ready;
}

/** Bytes that escaped copies may hold in memory, with the bodies that they are copies of. */
const ESCAPED_BYTES = 8 * 1024 * 1024;
const copies = new LRUCache<Buffer, Buffer>({
  maxSize: ESCAPED_BYTES,
  sizeCalculation: (copy, body) => copy.length + body.length + 512,
});

/** The body once more as a JSON string, quotes included: the text of a tool result. Made when first asked for. */
export function escaped(ready: Ready): Buffer {
  const body = plainOf(ready);
  let copy = copies.get(body);
  if (copy === undefined) {
    copy = Buffer.from(JSON.stringify(body.toString()));
    copies.set(body, copy);
  }
  return copy;
}

/** Bytes that `ready` holds in memory, all variants together. */
export function weight(ready: Ready): number {
  return (ready.body?.length ?? 0) + (ready.gzip?.length ?? 0) + (ready.br?.length ?? 0) + 512;
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
