/** POST /v1/mcp: one message in, one answer out. It bypasses Express, so that a cached answer is fast. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Bodies, BodyRefusal } from '../../limits/bodies.js';
import { REQUEST_ID_HEADER, requestIdOf } from '../../limits/request-id.js';
import type { Caller } from '../../pipeline/callers.js';
import { type McpHandler, MESSAGE_MAX } from '../mcp/mcp-handler.js';
import { INVALID_REQUEST, type ListenStream, protocolError, type Reply, TOO_MANY } from '../mcp/reply.js';
import { FOREIGN_PAGE } from './local-only.js';
import { linesOf, send } from './raw-response.js';
import { API_HEADERS } from './respond.js';

/** What answers a POST, and how its caller is identified. */
export interface PostedMessage {
  mcp: McpHandler;
  bodies: Bodies;
  caller: Caller & { address: string };
}

/**
 * The handler that the address of a request names: `tools=all` offers all tools, `tools=pair` only search and fetch. Null for
 * another value of `tools`; other parameters say nothing.
 */
export function handlerFor(url: string, mcp: McpHandler): McpHandler | null {
  const start = url.indexOf('?');
  const wanted = start === -1 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('tools');
  if (wanted.length === 0) return mcp;
  const [first] = wanted;
  if (wanted.some((set) => set !== first) || (first !== 'all' && first !== 'pair')) return null;
  return mcp.withTools(first);
}

/** Answers a POST whose address names an unknown set of tools. */
export function refuseToolSet(request: IncomingMessage, response: ServerResponse): void {
  const why = 'tools must be all or pair, or be left out for the nine tools.';
  refuse(request, response, protocolError(null, INVALID_REQUEST, why, 400));
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
    const reply = mcp.answer(body.toString(), caller, request.headers);
    if (reply instanceof Promise) reply.then((late) => write(request, response, late));
    else write(request, response, reply);
  });
}

/** Answers a message that a foreign web page sent. */
export function refuseForeign(request: IncomingMessage, response: ServerResponse): void {
  refuse(request, response, protocolError(null, INVALID_REQUEST, FOREIGN_PAGE, 403));
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
    'Too many messages from your address are only half sent. Finish those, then send this one again.',
    429,
  ),
};

/** Answers without reading the rest of the request, so the connection cannot be used again. */
function refuse(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  response.shouldKeepAlive = false;
  write(request, response, reply);
}

const STREAM = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-store',
  'X-Accel-Buffering',
  'no',
  ...API_HEADERS,
];
const EMPTY = linesOf(['Content-Length', '0', ...API_HEADERS]);
const MESSAGE = linesOf(['Content-Type', 'application/json', ...API_HEADERS]);

/** How often an idle stream shows that it is alive: proxies close those that are silent. */
const ALIVE_MILLISECONDS = 15_000;
/** A client that does not fetch what it listens to is cut off. */
const UNFETCHED_MAX = 64 * 1024;

/** Writes messages as server-sent events until either side ends it. */
function writeStream(request: IncomingMessage, response: ServerResponse, { start }: ListenStream): void {
  response.writeHead(200, STREAM);
  const put = (text: string) => {
    if (response.writableLength > UNFETCHED_MAX) response.destroy();
    else response.write(text);
  };
  const alive = setInterval(() => put(':\n\n'), ALIVE_MILLISECONDS).unref();
  const stop = start(
    (message) => put(`event: message\ndata: ${message}\n\n`),
    () => response.end(),
  );
  // The server answers clients that have closed their half of a connection; one that listens is gone.
  const gone = () => void response.destroy();
  request.socket.once('end', gone);
  response.once('close', () => {
    clearInterval(alive);
    request.socket.off('end', gone);
    stop();
  });
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, head, body, headers: given, listen }: Reply,
): void {
  if (listen !== undefined) {
    if (response.destroyed)
      listen.start(
        () => undefined,
        () => undefined,
      )();
    else writeStream(request, response, listen);
    return;
  }
  const headers = status < 400 ? given : given.concat(REQUEST_ID_HEADER, requestIdOf(request));
  if (body === null) {
    send(request, response, { status, lines: EMPTY, own: headers, before: '', body });
    return;
  }
  const own = ['Content-Length', String(head.length + body.length)].concat(headers);
  send(request, response, { status, lines: MESSAGE, own, before: head, body });
}
