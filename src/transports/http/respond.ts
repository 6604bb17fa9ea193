/** Writes an encoded response to an HTTP caller: entity tags, content codings, and the headers that all answers share. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { REQUEST_ID_HEADER, requestIdOf } from '../../limits/request-id.js';
import {
  type ContentCoding,
  type EncodedResponse,
  identityBody,
  SENT_AS_TEXT_MAX,
} from '../../pipeline/encoded-response.js';
import { linesOf, send } from './raw-response.js';
import { receiptHeaders, wantsReceipt } from './receipts.js';

export const EXPOSED_HEADERS =
  'ETag, Allow, Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, WWW-Authenticate, X-Request-Id';

/** On every answer of the interface: readable from any page, never sniffed, never framed. */
export const API_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS,
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
];

type Encoding = ContentCoding | 'identity';
const OFFERED: Encoding[] = ['br', 'gzip', 'identity'];
const WITHOUT_BR: Encoding[] = ['gzip', 'identity'];
const VARY = ['Vary', 'Accept-Encoding'];
/** Version 1 also accepts our preferred order; its published types are those of version 0.6. */
interface Preferring {
  encodings(available: Encoding[], options: { preferred: Encoding[] }): Encoding[];
}
/** A low level, because a streamed text is compressed for every caller. */
const STREAM_GZIP_LEVEL = 3;
/** Few spellings of Accept-Encoding are in use; longer ones are not cached. */
const HEADER_MAX = 200;
const codingsByHeader = new LRUCache<string, readonly ContentCoding[]>({ max: 200 });
const NONE: readonly ContentCoding[] = [];

/** A body as it is sent: the headers that are the same for every caller, and the bytes. */
interface PreparedBody {
  lines: string;
  /** A short body as a text of bytes, which is written in one piece with the headers. */
  content: Buffer | string;
}

const preparedBodies = new WeakMap<Buffer, PreparedBody>();
const apiLines = linesOf(VARY.concat(API_HEADERS));

/**
 * Writes `encoded`, or 304 when the caller already holds it. The body is left out for HEAD.
 * @param common headers that come with every such response, error or not
 */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  encoded: EncodedResponse,
  common: readonly string[] = API_HEADERS,
): void {
  const { etag } = encoded;
  const ifNoneMatch = request.headers['if-none-match'];
  const held = etag === null || ifNoneMatch === undefined ? null : matchingEtag(ifNoneMatch, etag);
  if (held !== null) {
    const shared = common === API_HEADERS ? apiLines : linesOf(VARY.concat(common));
    const lines = `ETag: ${held}\r\n${shared}`;
    send(request, response, { status: 304, lines, own: encoded.headers, before: '', body: null });
    return;
  }
  const encoding = encodingFor(encoded, acceptedCodings(request));
  const body =
    (encoding === 'identity' ? encoded.body : encoded[encoding]) ??
    // Only reached by a caller for whom the response was not made.
    identityBody(encoded);
  let prepared = preparedBodies.get(body);
  if (prepared === undefined) {
    prepared = {
      lines: linesOf(headersOf(encoded, body, encoding).concat(common)),
      content: body.length <= SENT_AS_TEXT_MAX ? body.toString('latin1') : body,
    };
    if (encoded.isNew !== true) preparedBodies.set(body, prepared);
  }
  const { status } = encoded;
  // The operator finds the request in the log by it.
  const named =
    status < 400 ? encoded.headers : encoded.headers.concat(REQUEST_ID_HEADER, requestIdOf(request));
  const own = wantsReceipt(request) ? named.concat(receiptHeaders(request, encoded)) : named;
  const content = request.method === 'HEAD' ? null : prepared.content;
  send(request, response, { status, lines: prepared.lines, own, before: '', body: content });
}

/** The best coding that the caller accepts and the response has. */
function encodingFor({ gzip, br }: EncodedResponse, codings: readonly ContentCoding[]): Encoding {
  for (const coding of codings) if ((coding === 'br' ? br : gzip) !== null) return coding;
  return 'identity';
}

function headersOf({ type, etag }: EncodedResponse, body: Buffer, encoding: Encoding): string[] {
  return [
    'Content-Type',
    type,
    'Content-Length',
    String(body.length),
    ...VARY,
    ...(etag === null ? [] : ['ETag', etagFor(etag, encoding)]),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
  ];
}

/** Each coding has other bytes, so each has its own strong tag. */
function etagFor(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

/** The codings that the caller accepts, best first; none for a caller who prefers the bytes as they are. */
export function acceptedCodings(request: IncomingMessage): readonly ContentCoding[] {
  const accept = request.headers['accept-encoding'];
  if (accept === undefined || accept === '') return NONE;
  const known = codingsByHeader.get(accept);
  if (known !== undefined) return known;
  const best = preferred(OFFERED, accept);
  // What a caller who prefers br gets while there is none (yet).
  const second = best === 'br' ? preferred(WITHOUT_BR, accept) : 'identity';
  const codings = [best, second].filter((coding) => coding !== 'identity');
  if (accept.length <= HEADER_MAX) codingsByHeader.set(accept, codings);
  return codings;
}

/** The one of `offered` that the caller's q-values prefer; br before gzip where they do not say. */
function preferred(offered: Encoding[], accept: string): Encoding {
  // The published types are those of an older version: see `Preferring`.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } }) as unknown as Preferring;
  return negotiator.encodings(offered, { preferred: offered })[0] ?? 'identity';
}

/** The tag of `ifNoneMatch` under which the caller holds this answer (RFC 9110, 13.1.2: weak comparison), or null. */
function matchingEtag(ifNoneMatch: string, etag: string): string | null {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag;
  return OFFERED.map((encoding) => etagFor(etag, encoding)).find((tag) => ifNoneMatch.includes(tag)) ?? null;
}

/** A text too long for memory. It is written as `open` makes it. */
export interface StreamedResponse {
  type: string;
  /** Weak entity tag. */
  etag: string;
  open(): AsyncIterable<string>;
}

/** Writes a text piece by piece, as `respond` writes a body, with gzip for a caller who accepts it. */
export async function respondWithStream(
  request: IncomingMessage,
  response: ServerResponse,
  { type, etag, open }: StreamedResponse,
  common: readonly string[],
): Promise<void> {
  const ifNoneMatch = request.headers['if-none-match'] ?? '';
  const isHeld = ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.slice('W/'.length));
  const isGzip = acceptedCodings(request).includes('gzip');
  const headers = ['ETag', etag].concat(VARY, common);
  if (!isHeld) headers.push('Content-Type', type);
  if (!isHeld && isGzip) headers.push('Content-Encoding', 'gzip');
  response.writeHead(isHeld ? 304 : 200, headers);
  if (isHeld || request.method === 'HEAD') {
    response.end();
    return;
  }
  // One piece at a time: other requests are answered between two pieces.
  const text = Readable.from(open(), { highWaterMark: 1 });
  try {
    if (isGzip) await pipeline(text, createGzip({ level: STREAM_GZIP_LEVEL }), response);
    else await pipeline(text, response);
  } catch {
    // The answer has begun, so it can only be cut off, and the caller notices that.
    response.destroy();
  }
}
