/** What concerns the connections of the HTTP server: what is no request at all, callers who go half-way, callers who stall. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Failure, invalidParameter } from '../../tools/contract/errors.js';
import type { Gate, Log } from './call.js';
import { plainOf } from './ready.js';
import { wrongMethod } from './rest.js';

/** How long a caller may take over its request. */
export interface Patience {
  /** Address line and headers. */
  headersMilliseconds: number;
  /** The whole of it, body included. */
  requestMilliseconds: number;
  /** How often that is looked at. */
  lookMilliseconds: number;
}

export const PATIENCE: Patience = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  lookMilliseconds: 5_000,
};

/** Node's own fields, of which its types do not tell: both are as old as the module. */
interface HalfOpen {
  /** False would cut off whoever closes its sending side behind its request, unanswered. */
  httpAllowHalfOpen: boolean;
}
interface Answering {
  /** The answer that is this connection's turn. */
  _httpMessage?: ServerResponse | null;
}

/** Requests that may wait for their turn behind others, on all connections together: each takes some 4 KB. */
const WAITING_MAX = 20_000;
/** What one connection may have of them when those are used up. */
const WAITING_FAIR = 50;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * `handle` for one request of a connection after the other. Node hands over all that came in one piece at once, and
 * would hold an answer to each: whoever asks a hundred times without reading must not make it hold a hundred.
 */
export function inTurn(handle: Handler, waitingMax = WAITING_MAX): Handler {
  const waiting = new Map<Socket, number>();
  let all = 0;
  const wait = (socket: Socket, response: ServerResponse, then: () => void): void => {
    const behind = (waiting.get(socket) ?? 0) + 1;
    if (all >= waitingMax && behind > WAITING_FAIR) {
      socket.destroy();
      return;
    }
    if (!waiting.has(socket))
      socket.once('close', () => {
        all -= waiting.get(socket) ?? 0;
        waiting.delete(socket);
      });
    waiting.set(socket, behind);
    all += 1;
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      all -= 1;
      // Not before Node is done with handing over the turn.
      process.nextTick(then);
    });
  };
  return (request, response) => {
    if (response.socket !== null) handle(request, response);
    else if (!request.socket.destroyed) wait(request.socket, response, () => handle(request, response));
  };
}

export interface Sockets {
  /** Lets go of everybody who is owed nothing: between two requests, or before a first one. */
  closeIdle(): void;
}

/** Answers what no request could be read from, and lets go of callers who leave answers unfetched. */
export function watchSockets(
  server: Server,
  { gate, log, stalledMilliseconds }: { gate: Gate; log: Log; stalledMilliseconds: number },
): Sockets {
  (server as Server & HalfOpen).httpAllowHalfOpen = true;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  letGoOfStalled(server, sockets, stalledMilliseconds);
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Whatever still arrives on it is reported again and again.
    if (refused.has(socket)) return;
    refused.add(socket);
    log.info({ code: error.code }, 'unreadable request');
    const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
    const gone = error.code === 'ECONNRESET';
    afterAnswers(socket, () =>
      refuse(socket, gate, gone ? null : status, invalidParameter([{ path: 'request', message }])),
    );
  });
  // Somebody who takes the service for a proxy.
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const failed = wrongMethod(request.method ?? 'CONNECT', 'GET, HEAD, POST, OPTIONS');
    afterAnswers(socket, () => refuse(socket, gate, failed.status, failed));
  });
  return {
    closeIdle() {
      server.closeIdleConnections();
      // To Node a connection that has not begun to ask is no idle one.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Runs `then` when the whole requests before the unreadable one are answered: their answers must not be taken for its. */
function afterAnswers(socket: Duplex & Answering, then: () => void): void {
  const answer = socket._httpMessage;
  if (answer?.req.complete === true && !socket.destroyed)
    answer.once('close', () => setImmediate(afterAnswers, socket, then));
  else then();
}

/** The failure in the shape of all others, straight on the socket. */
function refuse(socket: Duplex & Answering, gate: Gate, status: number | null, failed: Failure): void {
  if (status === null || !socket.writable || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  const ready = gate.refuse(failed, { address: null }, { free: true });
  const body = plainOf(ready);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Access-Control-Allow-Origin: *',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  for (let index = 0; index < ready.headers.length; index += 2)
    lines.push(`${ready.headers[index]}: ${ready.headers[index + 1]}`);
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

const UNREADABLE: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Address and headers must be at most 16 KB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk must be at most 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/**
 * Lets go of callers who do not fetch their answers. A timeout on every socket would cost a timer for each
 * request, so only connections with something unsent get one.
 */
function letGoOfStalled(server: Server, sockets: ReadonlySet<Socket>, milliseconds: number): void {
  const sweep = setInterval(() => {
    for (const socket of sockets)
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(milliseconds);
  }, milliseconds / 4);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}
