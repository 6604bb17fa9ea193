/** POST /v1/mcp: one message in, one answer out. It bypasses Express, so that a cached answer is fast. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Bodies, BodyRefusal } from '../../limits/bodies.js';
import type { Caller } from '../../pipeline/pipeline.js';
import {
  INVALID_REQUEST,
  type McpHandler,
  MESSAGE_MAX,
  protocolError,
  type Reply,
  TOO_MANY,
} from '../mcp/mcp-handler.js';
import { linesOf, send } from './raw-response.js';
import { API_HEADERS } from './respond.js';

/** What answers a POST, and how its caller is identified. */
export interface PostedMessage {
  mcp: McpHandler;
  bodies: Bodies;
  caller: Caller & { address: string };
}

/** Answers one POST. A caller who is beyond its limit, or has too many unfinished bodies, is refused before the body is read. */
export function postMessage(
  request: IncomingMessage,
  response: ServerResponse,
  { mcp, bodies, caller }: PostedMessage,
): void {
  const refusal = mcp.refusal(caller.address);
  if (refusal !== null) {
    refuse(request, response, refusal);
    return;
  }
  bodies.read(request, caller.address, MESSAGE_MAX, (body) => {
    if (typeof body === 'string') {
      refuse(request, response, BODY_REFUSED[body]);
      return;
    }
    const reply = mcp.answer(body.toString(), caller);
    if (reply instanceof Promise) reply.then((late) => write(request, response, late));
    else write(request, response, reply);
  });
}

/** Answers a request for a host that is not served here. */
export function refuseHost(request: IncomingMessage, response: ServerResponse): void {
  write(request, response, protocolError(null, INVALID_REQUEST, 'This Host is not served here.', 403));
}

const BODY_REFUSED: Record<BodyRefusal, Reply> = {
  'too-large': protocolError(
    null,
    INVALID_REQUEST,
    `A message has at most ${MESSAGE_MAX} bytes. Send a smaller one.`,
    413,
  ),
  'address-full': protocolError(
    null,
    TOO_MANY,
    'Too many messages of your address are only half sent. Finish those, then send this one again.',
    429,
  ),
};

/** Answers without reading the rest of the request, so the connection cannot be used again. */
function refuse(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  response.shouldKeepAlive = false;
  write(request, response, reply);
}

const EMPTY = linesOf(['Content-Length', '0', ...API_HEADERS]);
const MESSAGE = linesOf(['Content-Type', 'application/json', ...API_HEADERS]);

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, head, body, headers }: Reply,
): void {
  if (body === null) {
    send(request, response, { status, lines: EMPTY, own: headers, before: '', body });
    return;
  }
  const own = ['Content-Length', String(head.length + body.length)].concat(headers);
  send(request, response, { status, lines: MESSAGE, own, before: head, body });
}

/**
 * Validates Host and Origin, so that a web page cannot reach a service on the user's machine through its own host name
 * (DNS rebinding). While the service listens on the loopback interface, a browser's request (one with an Origin) must
 * name a host of the service.
 */
export function hostValidation(baseUrl: string): (request: IncomingMessage) => boolean {
  const ours = new Set(['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname]);
  return (request) => {
    if (request.headers.origin === undefined || !isLoopback(request.socket.localAddress)) return true;
    const host = request.headers.host ?? '';
    return ours.has(host.replace(/:\d+$/, '').toLowerCase());
  };
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}
