/** What concerns the connections of the HTTP server: what is no request at all, callers who go half-way, callers who stall. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Failure, invalidParameter } from '../../../tools/contract/errors.js';
import { plainOf } from '../../pipeline/encoded-response.js';
import type { Gate, Log } from '../../pipeline/pipeline.js';
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

/** Requests that may wait for their turn behind others, on all connections together: a bare one takes some 4 KB. */
const WAITING_MAX = 20_000;
/** What one connection may have of them when those are used up, until twice as many wait. */
const WAITING_FAIR = 50;
/** A request that carries more than these bytes counts for several. */
const BARE_BYTES = 4096;
/** What Node takes in of a body that nobody reads yet. */
const BODY_BYTES = 65_536;
/** Bytes of unfetched answers that this process may hold, on all connections together. */
const UNSENT_MAX = 64 * 1024 * 1024;
/** How often that is looked at, at least. */
const LOOK_MILLISECONDS = 1000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * `handle` for one request of a connection after the other. Node hands over all that came in one piece at once, and
 * would hold an answer to each: whoever asks a hundred times without reading must not make it hold a hundred.
 */
export function inTurn(handle: Handler, waitingMax = WAITING_MAX): Handler {
  const waiting = new Map<Socket, number>();
  let all = 0;
  const wait = (request: IncomingMessage, response: ServerResponse, then: () => void): void => {
    const { socket } = request;
    const weight = weightOf(request);
    const behind = (waiting.get(socket) ?? 0) + weight;
    if (all >= 2 * waitingMax || (all >= waitingMax && behind > WAITING_FAIR)) {
      socket.destroy();
      return;
    }
    if (!waiting.has(socket))
      socket.once('close', () => {
        all -= waiting.get(socket) ?? 0;
        waiting.delete(socket);
      });
    waiting.set(socket, behind);
    all += weight;
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - weight);
      all -= weight;
      // Not before Node is done with handing over the turn.
      process.nextTick(then);
    });
  };
  return (request, response) => {
    if (response.socket !== null) handle(request, response);
    else if (!request.socket.destroyed) wait(request, response, () => handle(request, response));
  };
}

/** For how many bare requests this one counts while it waits. */
function weightOf({ url = '', rawHeaders, headers }: IncomingMessage): number {
  const body =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : BODY_BYTES;
  const head = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  return 1 + Math.floor((head + Math.min(body, BODY_BYTES)) / BARE_BYTES);
}

export interface Sockets {
  /** Lets go of everybody who is owed nothing: between two requests, or before a first one. */
  closeIdle(): void;
}

export interface SocketOptions {
  gate: Gate;
  log: Log;
  stalledMilliseconds: number;
  unsentMax?: number;
}

/** Answers what no request could be read from, and lets go of callers who leave answers unfetched. */
export function watchSockets(
  server: Server,
  { gate, log, stalledMilliseconds, unsentMax = UNSENT_MAX }: SocketOptions,
): Sockets {
  (server as Server & HalfOpen).httpAllowHalfOpen = true;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  letGoOfStalled(server, sockets, stalledMilliseconds, (unsent) => {
    const dropped = dropBeyond(unsentMax, unsent);
    if (dropped > 0) log.warn({ dropped }, 'callers left too much unfetched together');
  });
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

/** A connection whose answer is not fetched yet, and how many looks in a row found it so. */
type Unsent = [socket: Socket, looks: number];

/**
 * Lets go of callers who do not fetch their answers. A timeout on every socket would cost a timer for each
 * request, so only connections with something unsent get one. Who fetches a byte now and then escapes it: `looked`
 * is told of all that is unsent.
 */
function letGoOfStalled(
  server: Server,
  sockets: ReadonlySet<Socket>,
  milliseconds: number,
  looked: (unsent: Unsent[]) => void,
): void {
  let looks = new Map<Socket, number>();
  const sweep = setInterval(
    () => {
      const unsent = [...sockets]
        .filter((socket) => socket.writableLength > 0)
        .map((socket): Unsent => [socket, (looks.get(socket) ?? 0) + 1]);
      for (const [socket] of unsent) if (!socket.timeout) socket.setTimeout(milliseconds);
      looks = new Map(unsent);
      looked(unsent);
    },
    Math.min(LOOK_MILLISECONDS, milliseconds / 4),
  );
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}

/** Drops those who hold most for longest until all together hold no more than `max`; nobody at the first look. */
function dropBeyond(max: number, unsent: readonly Unsent[]): number {
  let all = unsent.reduce((sum, [socket]) => sum + socket.writableLength, 0);
  if (all <= max) return 0;
  const weigh = ([socket, looks]: Unsent) => socket.writableLength * looks;
  const candidates = unsent.filter(([, looks]) => looks > 1).sort((a, b) => weigh(b) - weigh(a));
  let dropped = 0;
  for (const [socket] of candidates) {
    if (all <= max) break;
    all -= socket.writableLength;
    socket.destroy();
    dropped += 1;
  }
  return dropped;
}
