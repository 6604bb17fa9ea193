/** Guards the connections of the HTTP server: unreadable requests, pipelined requests, and callers who stall. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, invalidParameter } from '../../../tools/contract/errors.js';
import { type EncodedResponse, identityBody } from '../../pipeline/encoded-response.js';
import type { Log } from '../../pipeline/pipeline.js';
import { wrongMethod } from './rest.js';

/** How long a caller may take to send its request. */
export interface Timeouts {
  /** Address line and headers. */
  headersMilliseconds: number;
  /** The complete request, body included. */
  requestMilliseconds: number;
  /** How often the server checks both. */
  checkMilliseconds: number;
}

export const TIMEOUTS: Timeouts = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  checkMilliseconds: 5_000,
};

/** Fields of Node that its types leave out: both are as old as the module. */
interface HalfOpen {
  /** False would cut off, without an answer, a caller who closes its sending side after its request. */
  httpAllowHalfOpen: boolean;
}
interface Answering {
  /** The response whose turn it is on this connection. */
  _httpMessage?: ServerResponse | null;
}

/** Requests that may wait for their turn on all connections together. A request without a body takes about 4 KB. */
const WAITING_MAX = 20_000;
/** How many of them each connection may still have once those are used up, until twice as many wait. */
const WAITING_FAIR = 50;
/** A request that carries more than these bytes counts as several. */
const BARE_BYTES = 4096;
/** What Node buffers of a body that is not read yet. */
const BODY_BYTES = 65_536;
/** Bytes of unfetched answers that this process may hold, on all connections together. */
const UNSENT_MAX = 64 * 1024 * 1024;
/** How often unfetched answers are checked, at least. */
const CHECK_MILLISECONDS = 1000;

/**
 * Requests that arrive on a connection while an earlier one is being answered. Node hands over all requests of one
 * piece at once, and would hold an answer to each: a caller who sends a hundred requests without reading must not make
 * it hold a hundred. So each request waits for its turn, which comes once its response has a socket.
 */
export class PipelinedRequests {
  private readonly bySocket = new Map<Socket, number>();
  private all = 0;

  constructor(private readonly max = WAITING_MAX) {}

  /** Runs `then` when it is the turn of `request`; never when there are too many requests. */
  wait(request: IncomingMessage, response: ServerResponse, then: () => void): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const weight = weightOf(request);
    const behind = (this.bySocket.get(socket) ?? 0) + weight;
    if (this.all >= 2 * this.max || (this.all >= this.max && behind > WAITING_FAIR)) {
      socket.destroy();
      return;
    }
    if (!this.bySocket.has(socket)) socket.once('close', () => this.forget(socket));
    this.add(socket, weight);
    response.once('socket', () => {
      this.add(socket, -weight);
      // Only when Node has finished handing over the turn.
      process.nextTick(then);
    });
  }

  private add(socket: Socket, weight: number): void {
    this.bySocket.set(socket, (this.bySocket.get(socket) ?? 0) + weight);
    this.all += weight;
  }

  private forget(socket: Socket): void {
    this.all -= this.bySocket.get(socket) ?? 0;
    this.bySocket.delete(socket);
  }
}

/** How many requests without a body this one counts as while it waits. */
function weightOf({ url = '', rawHeaders, headers }: IncomingMessage): number {
  const body =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : BODY_BYTES;
  const head = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  return 1 + Math.floor((head + Math.min(body, BODY_BYTES)) / BARE_BYTES);
}

export interface ConnectionGuards {
  /** Closes every idle connection: between two requests, or before the first one. */
  closeIdle(): void;
}

export interface ConnectionOptions {
  /** An error as an answer that no limit counts. */
  errorResponse: (error: ApiError) => EncodedResponse;
  log: Log;
  stalledMilliseconds: number;
  unsentMax?: number;
}

/** Answers input that is not a readable request, and closes connections whose callers leave answers unfetched. */
export function guardConnections(server: Server, options: ConnectionOptions): ConnectionGuards {
  const { log, stalledMilliseconds, unsentMax = UNSENT_MAX } = options;
  // Every server of Node has the field, which its types leave out.
  (server as Server & HalfOpen).httpAllowHalfOpen = true;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  closeStalled(server, sockets, stalledMilliseconds, (unsent) => {
    const dropped = shedLoad(unsentMax, unsent);
    if (dropped > 0) log.warn({ dropped }, 'connections with too many unfetched bytes were closed');
  });
  answerUnreadable(server, options);
  return {
    closeIdle() {
      server.closeIdleConnections();
      // Node does not count a connection that has not sent a byte as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

function answerUnreadable(server: Server, { errorResponse, log }: ConnectionOptions): void {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Node reports everything that arrives on it later, each time.
    if (refused.has(socket)) return;
    refused.add(socket);
    log.info({ code: error.code }, 'unreadable request');
    const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
    const isReset = error.code === 'ECONNRESET';
    const failed = errorResponse(invalidParameter([{ path: 'request', message }]));
    afterEarlierAnswers(socket, () => (isReset ? socket.destroy() : refuse(socket, { ...failed, status })));
  });
  // A client that uses the service as a proxy.
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const failed = wrongMethod(request.method ?? 'CONNECT', 'GET, HEAD, POST, OPTIONS');
    afterEarlierAnswers(socket, () => refuse(socket, errorResponse(failed)));
  });
}

/** Runs `then` when the complete requests before the unreadable one are answered, so that no answer is mixed up. */
function afterEarlierAnswers(socket: Duplex & Answering, then: () => void): void {
  const answer = socket._httpMessage;
  if (answer?.req.complete === true && !socket.destroyed)
    answer.once('close', () => setImmediate(afterEarlierAnswers, socket, then));
  else then();
}

/** Writes the error in the usual shape directly to the socket. */
function refuse(socket: Duplex & Answering, failed: EncodedResponse): void {
  if (!socket.writable || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  const { status, type, headers } = failed;
  const body = identityBody(failed);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    'Access-Control-Allow-Origin: *',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

const UNREADABLE: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Address and headers must be at most 16 KB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk must be at most 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/** A connection whose answer is not fetched yet, and the number of successive checks that found it so. */
type Unsent = [socket: Socket, checks: number];

/**
 * Closes connections whose callers do not fetch their answers. A timeout on every socket would cost a timer for each
 * request, so only connections with something unsent get one. A caller who fetches a byte now and then escapes it, so
 * `checked` gets all that is unsent.
 */
function closeStalled(
  server: Server,
  sockets: ReadonlySet<Socket>,
  milliseconds: number,
  checked: (unsent: Unsent[]) => void,
): void {
  let checks = new Map<Socket, number>();
  const sweep = setInterval(
    () => {
      const unsent = [...sockets]
        .filter((socket) => socket.writableLength > 0)
        .map((socket): Unsent => [socket, (checks.get(socket) ?? 0) + 1]);
      for (const [socket] of unsent) if (!socket.timeout) socket.setTimeout(milliseconds);
      checks = new Map(unsent);
      checked(unsent);
    },
    Math.min(CHECK_MILLISECONDS, milliseconds / 4),
  );
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}

/** Closes the connections that hold most for longest until all together hold at most `max`; none at the first check. */
function shedLoad(max: number, unsent: readonly Unsent[]): number {
  let all = unsent.reduce((sum, [socket]) => sum + socket.writableLength, 0);
  if (all <= max) return 0;
  const load = ([socket, checks]: Unsent) => socket.writableLength * checks;
  const candidates = unsent.filter(([, checks]) => checks > 1).sort((a, b) => load(b) - load(a));
  let dropped = 0;
  for (const [socket] of candidates) {
    if (all <= max) break;
    all -= socket.writableLength;
    socket.destroy();
    dropped += 1;
  }
  return dropped;
}
