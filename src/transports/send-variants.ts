/** Bytes of any type with their compressed variants: pages, style sheet, documents and exports. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { heldTag, preferred, variantTag } from './send.js';

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
  const body = (wanted === 'br' ? variants.br : wanted === 'gzip' ? variants.gzip : null) ?? variants.body;
  const encoding = body === variants.body ? 'identity' : wanted;
  if (status === 200) response.setHeader('ETag', variantTag(variants.etag, encoding));
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', variants.type);
  response.setHeader('Content-Length', String(body.length));
  response.writeHead(status);
  response.end(request.method === 'HEAD' ? undefined : body);
}
