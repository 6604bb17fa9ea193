/** Bytes of any type with their compressed variants: pages, style sheet, documents and exports. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { heldTag, preferred, variantTag, withoutBr } from './respond.js';

export interface Variants {
  type: string;
  body: Buffer;
  gzip: Buffer | null;
  br: Buffer | null;
  /** Strong, in its quotes. */
  etag: string;
}

const COMPRESS_MIN = 1024;
const gzipped = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Compresses `text` off the main thread where that gains anything. */
export async function makeVariants(text: string, type: string): Promise<Variants> {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  if (body.length < COMPRESS_MIN) return { type, body, gzip: null, br: null, etag };
  const [zipped, brotlied] = await Promise.all([
    gzipped(body, { level: 6 }),
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  return { type, body, gzip: zipped, br: brotlied, etag };
}

/** Bytes held in memory, all variants together. */
export function weightOf({ body, gzip, br }: Variants): number {
  return body.length + (gzip?.length ?? 0) + (br?.length ?? 0) + 512;
}

/** Writes `variants`, or 304 when the caller already holds them. The body is left out for HEAD. */
export function sendVariants(
  request: IncomingMessage,
  response: ServerResponse,
  variants: Variants,
  how: { status?: number; cacheControl: string },
): void {
  const { status = 200, cacheControl } = how;
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', cacheControl);
  const ifNoneMatch = request.headers['if-none-match'];
  const held = status !== 200 || ifNoneMatch === undefined ? null : heldTag(ifNoneMatch, variants.etag);
  if (held !== null) {
    response.setHeader('ETag', held);
    response.writeHead(304).end();
    return;
  }
  const wanted = variants.gzip === null ? 'identity' : preferred(request.headers['accept-encoding']);
  const encoding =
    wanted === 'br' && variants.br === null ? withoutBr(request.headers['accept-encoding']) : wanted;
  const body =
    (encoding === 'br' ? variants.br : encoding === 'gzip' ? variants.gzip : null) ?? variants.body;
  if (status === 200) response.setHeader('ETag', variantTag(variants.etag, encoding));
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', variants.type);
  response.setHeader('Content-Length', String(body.length));
  response.writeHead(status);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Bytes too many to be held: `open` gives the gzip variant or the plain one as they are read from the disk. */
export interface Streamed {
  type: string;
  etag: string;
  /** Of the gzip variant, in bytes. */
  head: { gzip: number };
  open(how: 'gzip' | 'plain'): Readable;
  close(): Promise<void>;
}

/** Writes `streamed` as `sendVariants` does. A caller who leaves half-way ends the reading. */
export async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  streamed: Streamed,
  cacheControl: string,
): Promise<void> {
  const { etag, type } = streamed;
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', cacheControl);
  const ifNoneMatch = request.headers['if-none-match'];
  const held = ifNoneMatch === undefined ? null : heldTag(ifNoneMatch, etag);
  const packed =
    preferred(request.headers['accept-encoding']) !== 'identity' &&
    withoutBr(request.headers['accept-encoding']) === 'gzip';
  response.setHeader('ETag', held ?? variantTag(etag, packed ? 'gzip' : 'identity'));
  if (held === null) {
    response.setHeader('Content-Type', type);
    if (packed) response.setHeader('Content-Encoding', 'gzip');
    if (packed) response.setHeader('Content-Length', String(streamed.head.gzip));
  }
  response.writeHead(held === null ? 200 : 304);
  if (held !== null || request.method === 'HEAD') {
    await streamed.close();
    response.end();
    return;
  }
  try {
    await pipeline(streamed.open(packed ? 'gzip' : 'plain'), response);
  } catch {
    // The answer has begun: all that is left is to end it short, which the caller sees.
    response.destroy();
  }
}
