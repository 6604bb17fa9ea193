/**
 * A request by node's own client with its lenient header parser, for the one host whose headers violate the
 * standard.
 */

import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { MINUTE_MS } from '../../dates.js';
import { type HttpRequest, type HttpResponse, SourceError } from '../register.js';
import { BodyChunks } from './body-chunks.js';
import { isOpenEnded } from './open-ended.js';

/** No readable response: worth a retry, unlike a rejected response. */
export class NoResponseError extends SourceError {
  override name = 'NoResponseError';
  /** Error code of the operating system, such as ENOTFOUND. */
  code?: string;
}

/**
 * Sends one request whose response undici would reject, such as one with a folded header. A redirect is
 * returned unchanged: the caller decides where it may lead. The response is decoded and bounded by `maxBytes`
 * before and after decoding, the whole exchange by `timeoutMs` and `signal`.
 *
 * @throws NoResponseError when the host cannot be reached or is too slow, SourceError when the response is
 * larger than allowed.
 */
export async function lenientRequest(
  url: string,
  request: HttpRequest = {},
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const slow = AbortSignal.timeout(request.timeoutMs ?? MINUTE_MS);
  return requestOnce(url, request, signal === undefined ? slow : AbortSignal.any([slow, signal]), slow);
}

function requestOnce(
  url: string,
  request: HttpRequest,
  signal: AbortSignal,
  slow: AbortSignal,
): Promise<HttpResponse> {
  const maxBytes = request.maxBytes ?? 32 * 1024 * 1024;
  const client = url.startsWith('http:') ? http : https;
  const headers: Record<string, string> = { 'accept-encoding': 'gzip', ...request.headers };
  if (request.etag !== undefined) headers['If-None-Match'] = request.etag;
  if (request.lastModified !== undefined) headers['If-Modified-Since'] = request.lastModified;
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      if (cause instanceof SourceError) return reject(cause);
      const failure = new NoResponseError(
        `${url} did not answer: ${slow.aborted ? 'too slow' : cause.message}`,
      );
      failure.code = cause.code;
      reject(failure);
    };
    const call = client.request(
      url,
      { method: request.method ?? 'GET', headers, insecureHTTPParser: true, signal },
      (response) => {
        const chunks = new BodyChunks();
        response.on('data', (chunk: Buffer) => {
          if (chunks.length + chunk.length > maxBytes)
            response.destroy(new SourceError(`${url} sends more than ${maxBytes} bytes`, chunks.firstBytes));
          else chunks.add(chunk);
        });
        response.on('error', fail);
        response.on('end', () => {
          try {
            const flat = Object.entries(response.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(', ') : (value ?? ''),
            ]);
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(flat),
              bytes: decode(chunks.toBuffer(), response.headers['content-encoding'], maxBytes),
              url,
              ...(isOpenEnded(response.statusCode ?? 0, response.headers) ? { isOpenEnded: true } : {}),
            });
          } catch (cause) {
            // `decode` throws only errors.
            fail(cause as Error);
          }
        });
      },
    );
    call.on('error', fail);
    call.end(request.body);
  });
}

/** Throws (ERR_BUFFER_TOO_LARGE) if the decoded response would exceed `maxBytes`. */
function decode(bytes: Buffer, encoding: string | undefined, maxBytes: number): Buffer {
  const bound = { maxOutputLength: maxBytes };
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, bound);
  if (encoding === 'deflate') return inflateSync(bytes, bound);
  if (encoding === 'br') return brotliDecompressSync(bytes, bound);
  if (encoding === undefined || encoding === 'identity') return bytes;
  throw new Error(`unknown content encoding ${encoding}`);
}
