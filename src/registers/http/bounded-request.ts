/** Sends one request and reads its whole response, within bounds: total time, and bytes after decoding. */

import { type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { type HttpResponse, SourceError } from '../register.js';
import { BodyChunks } from './body-chunks.js';
import { isOpenEnded } from './open-ended.js';

interface BoundedRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  dispatcher: Dispatcher;
  /** Bytes of the decoded body; a small file can unpack to a very large one. */
  maxBytes: number;
  /** For the whole exchange: a server that sends a byte now and then never trips an idle limit. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Sends one request and reads the response to its end. Redirects are responses.
 *
 * @throws SourceError when the body is too large or in an unknown coding; network errors as they come.
 */
export async function requestOnce(url: URL, options: BoundedRequest): Promise<HttpResponse> {
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  const { statusCode, headers, body } = await request(url, {
    method: options.method,
    headers: options.headers,
    body: options.body,
    dispatcher: options.dispatcher,
    signal,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  });
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  const cookies = headers['set-cookie'];
  // A response without a body (304, 204) may still name a coding.
  const coding = statusCode === 304 || statusCode === 204 ? undefined : flat['content-encoding'];
  const chunks = new BodyChunks();
  const turn = new LargeBodySlot();
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.add(chunk);
      if (chunks.length > options.maxBytes) done(tooLargeError(url, options.maxBytes, chunks.firstBytes));
      else if (chunks.length <= LARGE_BODY_BYTES || turn.isAcquired) done();
      else void turn.acquire().then(() => done());
    },
  });
  try {
    // The decoders end with the pipeline: a truncated body fails here and never counts as complete.
    await pipeline([body, ...decoders(coding, url), collector], { signal });
  } catch (error) {
    body.on('error', () => {}).destroy();
    throw error;
  } finally {
    turn.release();
  }
  return {
    status: statusCode,
    headers: flat,
    bytes: chunks.toBuffer(),
    url: url.href,
    ...(isOpenEnded(statusCode, flat) ? { isOpenEnded: true as const } : {}),
    ...(cookies === undefined ? {} : { setCookies: [cookies].flat() }),
  };
}

/** What a response may take while others are read at the same time. */
const LARGE_BODY_BYTES = 16 * 1024 * 1024;
let lastSlot: Promise<void> = Promise.resolve();

/** Only one of the responses in progress may be large at a time: otherwise memory grows with their number. */
class LargeBodySlot {
  isAcquired = false;
  private resolveEnded = () => {};
  private readonly ended = new Promise<void>((resolve) => {
    this.resolveEnded = resolve;
  });

  /** Resolves when the previous large responses have ended. */
  async acquire(): Promise<void> {
    const before = lastSlot;
    lastSlot = Promise.all([before, this.ended]).then(() => undefined);
    await before;
    this.isAcquired = true;
  }

  /** Whether it was acquired or not, or still waits. */
  release(): void {
    this.resolveEnded();
  }
}

function tooLargeError(url: URL, maxBytes: number, firstBytes: Buffer): SourceError {
  return new SourceError(`${url.href} is larger than ${maxBytes} bytes`, firstBytes);
}

/** Decodes `Content-Encoding`, last coding first. */
function decoders(coding: string | undefined, url: URL): Transform[] {
  const names = (coding ?? '').toLowerCase().split(',');
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
    .map((name) => {
      if (name === 'gzip' || name === 'x-gzip') return createGunzip();
      if (name === 'br') return createBrotliDecompress();
      if (name === 'deflate') return createInflate();
      throw new SourceError(`${url.href} came in the unknown coding "${name.slice(0, 40)}"`);
    });
}
