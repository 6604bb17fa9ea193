/** A response as bytes: written once, compressed once, then sent to any number of callers by any transport. */

import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import { SerializedJson, SerializedRows } from '../../tools/contract/serialized-rows.js';

/** A content coding of HTTP that we can send. */
export type ContentCoding = 'br' | 'gzip';

export interface EncodedResponse {
  status: number;
  /** Media type. */
  type: string;
  /** The bytes as they are; null only for callers who accept gzip, where gzip holds the same. */
  body: Buffer | null;
  /** Strong entity tag of `body`, in its quotes; null for an error. */
  etag: string | null;
  /** Null where compression would gain nothing. */
  gzip: Buffer | null;
  br: Buffer | null;
  /** Names and values, flat: the headers for this caller alone (caching, rate limit). */
  headers: readonly string[];
  /** The sentence of an error; null for a success. */
  message: string | null;
  /** The Cache-Control of an answer that stays as it is for another time than others; left out for all others. */
  cacheControl?: string;
  /** Computed for this request: most new answers are never requested again, so a transport keeps nothing for them. */
  isNew?: boolean;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Up to this many bytes a transport keeps a body a second time, as a text that is written in one piece with the headers. */
export const SENT_AS_TEXT_MAX = 12 * 1024;
/** A response below this many bytes is sent as it is. */
const COMPRESS_MIN = 1024;
/** Up to this many bytes the uncompressed body is kept as well, whatever the first caller accepts. */
const IDENTITY_KEPT = 32 * 1024;
/** For answers, which are compressed while a caller waits; a list of thousands of rows takes half as long for 4 % more bytes. */
const GZIP_LEVEL = 4;
const GZIP_LEVEL_LONG = 2;
const LONG_BYTES = 512 * 1024;
/** Up to this many bytes handing the work to another thread takes longer than the work. */
const GZIP_HERE_MAX = 16 * 1024;
/** For files, which change once an hour. */
const GZIP_LEVEL_FILES = 6;
const BROTLI_QUALITY = 5;
const gzippedElsewhere = promisify(gzip);
const gunzipped = promisify(gunzip);
const brotlied = promisify(brotliCompress);

function gzipped(bytes: Buffer, level: number): Buffer | Promise<Buffer> {
  return bytes.length <= GZIP_HERE_MAX ? gzipSync(bytes, { level }) : gzippedElsewhere(bytes, { level });
}

function gzippedAnswer(bytes: Buffer): Buffer | Promise<Buffer> {
  return gzipped(bytes, bytes.length > LONG_BYTES ? GZIP_LEVEL_LONG : GZIP_LEVEL);
}

/** `envelope` without compression. */
export function encode(envelope: ApiEnvelope, status: number): EncodedResponse {
  const pooled = jsonBytes(envelope);
  const body = Buffer.from(pooled.bytes);
  pooled.release();
  return {
    status,
    type: JSON_TYPE,
    body,
    etag: envelope.error === null ? etagOf(body) : null,
    gzip: null,
    br: null,
    headers: [],
    message: envelope.error?.message ?? null,
  };
}

/**
 * A success for callers who accept gzip. A long body is kept in gzip alone: a tenth of the bytes holds the same.
 * Its compression runs off the main thread.
 */
export async function encodeCompressed(envelope: ApiEnvelope): Promise<EncodedResponse> {
  const { bytes, release } = jsonBytes(envelope);
  try {
    const etag = etagOf(bytes);
    // A copy, because the bytes go back to the pool.
    const body = bytes.length > IDENTITY_KEPT ? null : Buffer.from(bytes);
    const zipped = bytes.length < COMPRESS_MIN ? null : await gzippedAnswer(bytes);
    return {
      status: 200,
      type: JSON_TYPE,
      body,
      etag,
      gzip: zipped,
      br: null,
      headers: [],
      message: null,
    };
  } finally {
    release();
  }
}

/**
 * A text of any type for a caller who accepts `codings`: pages and lists, which are seldom requested twice. A long one is kept in gzip
 * alone; the cache makes the smaller coding when it is requested again.
 */
export async function encodeNewText(
  text: string,
  { type, status = 200, codings }: { type: string; status?: number; codings: readonly ContentCoding[] },
): Promise<EncodedResponse> {
  const bytes = Buffer.from(text);
  const isCompressed = codings.includes('gzip') && bytes.length >= COMPRESS_MIN;
  const zipped = isCompressed ? await gzippedAnswer(bytes) : null;
  const body = zipped !== null && bytes.length > IDENTITY_KEPT ? null : bytes;
  const etag = status === 200 ? etagOf(bytes) : null;
  return { status, type, body, etag, gzip: zipped, br: null, headers: [], message: null };
}

/** A text of any type in every coding, off the main thread: the style sheet, the OpenAPI description. */
export async function encodeText(text: string, type: string, status = 200): Promise<EncodedResponse> {
  const body = Buffer.from(text);
  const isLong = body.length >= COMPRESS_MIN;
  const [zipped, smallest] = isLong
    ? await Promise.all([gzipped(body, GZIP_LEVEL_FILES), brotli(body)])
    : [null, null];
  const etag = status === 200 ? etagOf(body) : null;
  return { status, type, body, etag, gzip: zipped, br: smallest, headers: [], message: null };
}

function etagOf(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

function brotli(body: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotlied(body, { params });
}

/** The uncompressed bytes of a response for a caller who accepts no coding. */
export function identityBody({ body }: EncodedResponse): Buffer {
  if (body === null) throw new Error('made for a caller who accepts gzip, and read uncompressed');
  return body;
}

/** Whether `response` could be sent in fewer bytes to a caller who accepts `coding`. */
export function canCompress({ body, gzip, br }: EncodedResponse, coding: ContentCoding): boolean {
  return (coding === 'br' ? br : gzip) === null && (body?.length ?? COMPRESS_MIN) >= COMPRESS_MIN;
}

/** `response` with gzip, which every client accepts and which is quick to make. */
export async function withGzip(response: EncodedResponse): Promise<EncodedResponse> {
  if (!canCompress(response, 'gzip')) return response;
  return { ...response, gzip: await gzippedAnswer(identityBody(response)) };
}

/** `response` with gzip and br, which is smaller and slower to make: for what is requested more than once. */
export async function withBrotli(response: EncodedResponse): Promise<EncodedResponse> {
  if (!canCompress(response, 'br')) return response;
  const zipped = await withGzip(response);
  return { ...zipped, br: await brotli(identityBody(await withIdentity(zipped))) };
}

/** `response` with its uncompressed bytes. */
export async function withIdentity(response: EncodedResponse): Promise<EncodedResponse> {
  // A response without `body` always has `gzip`.
  return response.body === null ? { ...response, body: await gunzipped(response.gzip as Buffer) } : response;
}

/** Bytes that `response` holds in memory, all codings together. */
export function weight({ body, gzip, br }: EncodedResponse): number {
  return held(body) + held(gzip) + held(br) + 512;
}

function held(bytes: Buffer | null): number {
  if (bytes === null) return 0;
  return bytes.length > SENT_AS_TEXT_MAX ? bytes.length : 2 * bytes.length;
}

/** Bytes in memory that is used again. After `release` they belong to another response. */
export interface PooledBuffer {
  bytes: Buffer;
  release(): void;
}

/** Objects this deep are written member by member, and arrays element by element: the data, and the lists inside. */
const DEPTH = 3;
/** Characters that are collected before they are written: far below what the heap treats as a large object. */
const PIECE = 16 * 1024;
/** First size of a buffer, in bytes; it grows with what is written to it. */
const FIRST_BYTES = 512 * 1024;
/** Buffers in the pool, and the size beyond which a buffer does not go back to it. */
const POOL_MAX = 4;
const POOLED_BYTES_MAX = 2 * 1024 * 1024;
const pool: Buffer[] = [];

/**
 * The bytes of JSON.stringify, written in small pieces into a pooled buffer. One text of the whole would be a string of
 * some hundred kilobytes, and its own buffer as much again: both make the garbage collector search the whole heap every
 * few answers. It drops small pieces at once.
 */
export function jsonBytes(value: object): PooledBuffer {
  const writer = new JsonWriter(pool.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES));
  writer.write(value, DEPTH);
  const bytes = writer.end();
  return {
    bytes,
    release() {
      if (pool.length < POOL_MAX && writer.buffer.length <= POOLED_BYTES_MAX) pool.push(writer.buffer);
    },
  };
}

class JsonWriter {
  private length = 0;
  private waiting = '';

  constructor(public buffer: Buffer) {}

  write(value: unknown, depth: number): void {
    if (value instanceof SerializedRows) this.list(value.texts, (text) => text);
    else if (value instanceof SerializedJson) this.put(value.text);
    else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
      this.put(JSON.stringify(value));
    else if (Array.isArray(value)) this.list(value, (element) => JSON.stringify(element) ?? 'null');
    else {
      this.put('{');
      let before = '';
      for (const [name, member] of Object.entries(value)) {
        if (member === undefined) continue;
        this.put(`${before}${JSON.stringify(name)}:`);
        this.write(member, depth - 1);
        before = ',';
      }
      this.put('}');
    }
  }

  end(): Buffer {
    this.flush();
    return this.buffer.subarray(0, this.length);
  }

  private list<T>(elements: readonly T[], text: (element: T) => string): void {
    this.put('[');
    for (const [index, element] of elements.entries())
      this.put(index === 0 ? text(element) : `,${text(element)}`);
    this.put(']');
  }

  private put(text: string): void {
    this.waiting += text;
    if (this.waiting.length > PIECE) this.flush();
  }

  private flush(): void {
    // A UTF-16 unit takes at most three bytes.
    const needed = this.length + 3 * this.waiting.length;
    if (needed > this.buffer.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, needed));
      this.buffer.copy(wider, 0, 0, this.length);
      this.buffer = wider;
    }
    this.length += this.buffer.write(this.waiting, this.length);
    this.waiting = '';
  }
}
