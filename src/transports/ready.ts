/** An answer as bytes: made once, then written to any number of callers by any transport. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Envelope } from '../../tools/contract/envelope.js';

export interface Ready {
  status: number;
  /** The envelope as JSON. */
  body: Buffer;
  /** `body` once more as a JSON string, quotes included: the text of a tool result. */
  escaped: Buffer;
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
    escaped: Buffer.from(JSON.stringify(text)),
    etag: envelope.error === null ? `"${hash}"` : null,
    gzip: null,
    br: null,
    headers: [],
    message: envelope.error?.message ?? null,
  };
}

/** `ready` with its compressed variants, made off the main thread. */
export async function withCompression(ready: Ready): Promise<Ready> {
  const { body } = ready;
  if (body.length < COMPRESS_MIN) return ready;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [zipped, brotlied] = await Promise.all([gzipped(body, { level: 6 }), brotli(body, { params })]);
  return { ...ready, gzip: zipped, br: brotlied };
}

/** Bytes that `ready` holds in memory, all variants together. */
export function weight(ready: Ready): number {
  return ready.body.length + ready.escaped.length + (ready.gzip?.length ?? 0) + (ready.br?.length ?? 0) + 512;
}
