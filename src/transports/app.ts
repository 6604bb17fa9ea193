/**
 * The HTTP server. A plain handler answers what is at hand and the agent endpoint; everything else (first
 * questions, failures, documents) falls through to Express, which costs more than such an answer does.
 */

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { invalidParameter, notFound } from '../../tools/contract/errors.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { Caller, Gate, Log } from './call.js';
import { clientAddress } from './client-address.js';
import type { Front } from './mcp.js';
import { hostGuard, postMessage } from './mcp-http.js';
import { createMetrics, type Metrics, type Seen } from './metrics.js';
import { MCP_PATH, READING, restRoutes, unknownPath, unreadablePath, wrongMethod } from './rest.js';
import { EXPOSED, SHARED, send } from './send.js';

export interface ServerOptions {
  gate: Gate;
  front: Front;
  reads: Reads;
  baseUrl: string;
  /** Addresses or ranges of the operator's own proxies. */
  trustProxy: readonly string[];
  log: Log;
  /** Documents, pages and exports: asked before a path counts as unknown. */
  site?: RequestHandler;
  /** How long a caller may leave its answer unfetched. */
  stalledMilliseconds?: number;
  /** Paths of the site that are routes of their own in the metrics. */
  siteRoutes?: readonly string[];
  /** Told of each request, for the log. */
  seen?: ((request: Seen) => void) | undefined;
}

export interface HttpServer {
  server: Server;
  /** Resolves with the port that was taken. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no more connections, and resolves when the answers under way are out. */
  close(): Promise<void>;
}

const STALLED_MILLISECONDS = 60_000;
const AGENT_METHODS = 'POST, OPTIONS';
const OWN_PATHS = ['/healthz', '/readyz', '/metrics', '/v1/openapi.json'];
/** Answers under way get this long when the service stops. */
const CLOSE_MILLISECONDS = 10_000;

export function createServer(options: ServerOptions): HttpServer {
  const { gate, front, log } = options;
  const addressOf = clientAddress(options.trustProxy);
  const callerOf = (request: IncomingMessage): Caller => ({
    address: addressOf(request),
    authorization: request.headers.authorization,
  });
  const foreign = hostGuard(options.baseUrl);
  const metrics = createMetrics({
    routes: [...gate.tools.map((tool) => tool.path), MCP_PATH, ...OWN_PATHS, ...(options.siteRoutes ?? [])],
    reads: options.reads,
    cacheState: gate.cacheState,
    addressOf,
    seen: options.seen,
  });
  const app = expressApp(options, callerOf, metrics);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    metrics.watch(request, response);
    if (request.headers.host === undefined && request.httpVersion !== '1.0') {
      refuse(request, response, 400, 'The request must say in its Host header whom it asks.');
      return;
    }
    if (method === 'POST' && isAgentPath(url)) {
      postMessage(request, response, front, callerOf(request), foreign(request));
      return;
    }
    const kept = method === 'GET' || method === 'HEAD' ? gate.again(url, callerOf(request)) : null;
    if (kept === null) app(request, response);
    else send(request, response, kept);
  }

  /** What no route can be asked about, in the shape of every other failure. */
  function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
    const failed = invalidParameter([{ path: 'request', message }]);
    send(request, response, { ...gate.refuse(failed, { address: null }, { free: true }), status });
  }

  const server = createHttpServer(
    {
      // A request without Host is refused by us, in our own shape.
      requireHostHeader: false,
      // A caller who sends its request byte by byte is let go of.
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
    handle,
  );
  server.maxHeadersCount = 100;
  letGoOfStalled(server, options.stalledMilliseconds ?? STALLED_MILLISECONDS);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    metrics.watch(request, response);
    response.shouldKeepAlive = false;
    refuse(request, response, 417, 'Of all expectations only 100-continue can be met.');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    log.info({ code: error.code }, 'unreadable request');
    unreadable(error, socket, gate);
  });

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        const late = setTimeout(() => server.closeAllConnections(), CLOSE_MILLISECONDS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/**
 * Lets go of callers who do not fetch their answers. A timeout on every socket would cost a timer for each
 * request, so only connections with something unsent get one.
 */
function letGoOfStalled(server: Server, milliseconds: number): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const sweep = setInterval(() => {
    for (const socket of sockets)
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(milliseconds);
  }, milliseconds / 4);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}

function expressApp(
  { gate, reads, site }: ServerOptions,
  callerOf: (request: IncomingMessage) => Caller,
  metrics: Metrics,
): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');

  const missing: RequestHandler = (request, response) => {
    const { path } = request;
    const below = path === '/v1' || path.startsWith('/v1/');
    const failed = below ? unknownPath(request) : notFound('There is nothing here. / tells what is.');
    send(request, response, gate.refuse(failed, callerOf(request), { free: !below }));
  };

  app.get('/healthz', (_request, response) => plain(response, 200, { status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const ready = await hasData(reads);
    plain(response, ready ? 200 : 503, { status: ready ? 'ready' : 'no source has been read yet' });
  });
  app.get('/metrics', async (_request, response) => {
    response
      .set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
      .end(await metrics.text());
  });
  app.options(/^/, (request, response, next) => {
    // A page may only read the 404 of a wrong path when its preflight passes; anybody else is told at once.
    const asked = request.headers['access-control-request-method'] !== undefined;
    if (asked || request.path === '*' || metrics.knows(request.path)) preflight(request, response);
    else missing(request, response, next);
  });
  app.all(MCP_PATH, (request, response) => {
    const failed = gate.flood(callerOf(request)) ?? wrongMethod(request.method, AGENT_METHODS);
    send(request, response, gate.refuse(failed, callerOf(request), { free: true }));
  });
  app.use(restRoutes(gate, callerOf));
  if (site !== undefined) app.use(site);
  app.use(missing);
  const failing: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const status = (error as { status?: unknown }).status;
    // Express itself fails only over a path that it cannot decode.
    const failed =
      status === 400 ? unreadablePath() : error instanceof Error ? error : new Error(String(error));
    const free = !request.path.startsWith('/v1/');
    send(request, response, gate.refuse(failed, callerOf(request), { free }));
  };
  app.use(failing);
  return app;
}

/** Unread is not empty: ready once any source was read. */
async function hasData(reads: Reads): Promise<boolean> {
  try {
    return (await reads.sources()).some((source) => source.lastReadAt !== null);
  } catch {
    return false;
  }
}

function isAgentPath(url: string): boolean {
  return url === MCP_PATH || (url.startsWith(MCP_PATH) && /^\/?(?:\?|$)/.test(url.slice(MCP_PATH.length)));
}

function plain(response: ServerResponse, status: number, data: object): void {
  const body = JSON.stringify(data);
  const headers = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ];
  response.writeHead(status, [...headers, 'Cache-Control', 'no-store', ...SHARED]);
  response.end(body);
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  const methods = isAgentPath(request.url ?? '') ? AGENT_METHODS : READING;
  response.writeHead(204, [
    'Allow',
    methods,
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Accept, If-None-Match, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version',
    'Access-Control-Expose-Headers',
    EXPOSED,
    'Access-Control-Max-Age',
    '86400',
  ]);
  response.end();
}

/** What no request could be read from is answered in the same shape, straight on the socket. */
function unreadable(error: NodeJS.ErrnoException, socket: Duplex, gate: Gate): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const failed = invalidParameter([{ path: 'request', message }]);
  const { body } = gate.refuse(failed, { address: null }, { free: true });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Access-Control-Allow-Origin: *',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

const UNREADABLE: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Address and headers must be at most 16 KB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};
