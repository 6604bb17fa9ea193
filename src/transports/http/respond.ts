/** Writes a ready answer to an HTTP caller: entity tags, compressed variants, and the headers that all answers share. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { type Packing, plainOf, type Ready } from '../../pipeline/encoded-response.js';

export const EXPOSED =
  'ETag, Allow, Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, WWW-Authenticate';

/** On every answer of the interface: readable from any page, never sniffed, never framed. */
export const SHARED = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED,
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
];

export type Encoding = Packing | 'identity';
const OFFERED: Encoding[] = ['br', 'gzip', 'identity'];
const WITHOUT_BR: Encoding[] = ['gzip', 'identity'];
/** Version 1 takes our own order as well; its published types are those of version 0.6. */
interface Preferring {
  encodings(available: Encoding[], options: { preferred: Encoding[] }): Encoding[];
}
const preferences = new LRUCache<string, Encoding>({ max: 200 });
const secondChoices = new LRUCache<string, Encoding>({ max: 200 });
const takings = new LRUCache<string, Packing[]>({ max: 200 });

/** The headers of one variant that are the same for every caller, by its bytes. */
const heads = new WeakMap<Buffer, string[]>();

/** Writes `ready`, or 304 when the caller already holds it. The body is left out for HEAD. */
export function send(request: IncomingMessage, response: ServerResponse, ready: Ready): void {
  const { etag } = ready;
  const ifNoneMatch = request.headers['if-none-match'];
  const held = etag === null || ifNoneMatch === undefined ? null : heldTag(ifNoneMatch, etag);
  if (held !== null) {
    response.writeHead(304, ['ETag', held].concat(NOT_MODIFIED, ready.headers));
    response.end();
    return;
  }
  const accept = request.headers['accept-encoding'];
  const wanted = ready.gzip === null ? 'identity' : preferred(accept);
  const encoding = wanted === 'br' && ready.br === null ? withoutBr(accept) : wanted;
  const body = (encoding === 'br' ? ready.br : encoding === 'gzip' ? ready.gzip : null) ?? plainOf(ready);
  let head = heads.get(body);
  if (head === undefined) {
    head = headOf(body, body === ready.body ? 'identity' : encoding, etag);
    heads.set(body, head);
  }
  response.writeHead(ready.status, head.concat(ready.headers));
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

const NOT_MODIFIED = ['Vary', 'Accept-Encoding', ...SHARED];

function headOf(body: Buffer, encoding: Encoding, etag: string | null): string[] {
  return [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Vary',
    'Accept-Encoding',
    ...(etag === null ? [] : ['ETag', variantTag(etag, encoding)]),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...SHARED,
  ];
}

/** Each variant has other bytes, so each has its own strong tag. */
export function variantTag(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

/** The variant that the caller's q-values prefer; br before gzip where they do not tell. */
export function preferred(accept: string | undefined): Encoding {
  return bestOf(OFFERED, accept, preferences);
}

/** What a caller gets who would rather have br, where there is none (yet). */
export function withoutBr(accept: string | undefined): Encoding {
  return bestOf(WITHOUT_BR, accept, secondChoices);
}

function bestOf(
  offered: Encoding[],
  accept: string | undefined,
  remembered: LRUCache<string, Encoding>,
): Encoding {
  if (accept === undefined || accept === '') return 'identity';
  const known = remembered.get(accept);
  if (known !== undefined) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } }) as unknown as Preferring;
  const encoding = negotiator.encodings(offered, { preferred: offered })[0] ?? 'identity';
  if (accept.length <= 200) remembered.set(accept, encoding);
  return encoding;
}

/** The packed variants that the caller may be given, best first; none where it would rather have plain bytes. */
export function taking(request: IncomingMessage): Packing[] {
  const accept = request.headers['accept-encoding'] ?? '';
  const known = takings.get(accept);
  if (known !== undefined) return known;
  const best = preferred(accept);
  const packings = [best, best === 'br' ? withoutBr(accept) : best].filter((one) => one !== 'identity');
  const all = [...new Set(packings)];
  if (accept.length <= 200) takings.set(accept, all);
  return all;
}

/** The tag of `ifNoneMatch` under which the caller holds this answer (RFC 9110, 13.1.2: weak comparison), or null. */
export function heldTag(ifNoneMatch: string, etag: string): string | null {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag;
  return (
    OFFERED.map((encoding) => variantTag(etag, encoding)).find((tag) => ifNoneMatch.includes(tag)) ?? null
  );
}
