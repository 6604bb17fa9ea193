/** POST /v1/mcp: one message in, one answer out. Below Express, because an answer at hand is worth the shortcut. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from './call.js';
import { type Front, INVALID_REQUEST, MESSAGE_MAX, protocolError, type Reply } from './mcp.js';
import { SHARED } from './send.js';

/** Answers one POST. `foreign` says whether its Host is none of ours: see `hostGuard`. */
export function postMessage(
  request: IncomingMessage,
  response: ServerResponse,
  front: Front,
  caller: Caller,
  foreign: boolean,
): void {
  if (foreign) {
    write(response, protocolError(null, INVALID_REQUEST, 'This Host is not served here.', 403));
    return;
  }
  readBody(request, (body) => {
    if (body === null) {
      response.shouldKeepAlive = false;
      const message = `The message is larger than ${MESSAGE_MAX} bytes.`;
      write(response, protocolError(null, INVALID_REQUEST, message, 413));
      return;
    }
    const reply = front.answer(body, caller);
    if (reply instanceof Promise) reply.then((late) => write(response, late));
    else write(response, reply);
  });
}

function write(response: ServerResponse, { status, body, headers }: Reply): void {
  if (body === null) {
    response.writeHead(status, ['Content-Length', '0', ...SHARED, ...headers]);
    response.end();
    return;
  }
  const own = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  response.writeHead(status, own.concat(SHARED, headers));
  response.end(body);
}

/** Hands over the body as text, or null as soon as it is larger than allowed; nothing when the caller goes away. */
function readBody(request: IncomingMessage, done: (body: string | null) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > MESSAGE_MAX) {
    done(null);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MESSAGE_MAX) chunks.push(chunk);
    else if (size - chunk.length <= MESSAGE_MAX) done(null);
  });
  request.on('end', () => {
    if (size > MESSAGE_MAX) return;
    done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString());
  });
  // A caller who goes away in mid-message is owed nothing: without a listener Node ends such a request silently.
}

/**
 * Keeps web pages from reaching a service on the user's own machine through a name of theirs (DNS rebinding):
 * while it listens on the loopback interface, a browser's request (one with an Origin) must name a host of ours.
 */
export function hostGuard(baseUrl: string): (request: IncomingMessage) => boolean {
  const ours = new Set(['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname]);
  return (request) => {
    if (request.headers.origin === undefined || !isLoopback(request.socket.localAddress)) return false;
    const host = request.headers.host ?? '';
    return !ours.has(host.replace(/:\d+$/, '').toLowerCase());
  };
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}
