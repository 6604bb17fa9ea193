/**
 * The HTTP server. A plain handler answers what is at hand and the agent endpoint; everything else (first
 * questions, failures, documents) falls through to Express, which costs more than such an answer does.
 */

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { invalidParameter, notFound } from '../../../tools/contract/errors.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { type Bodies, createBodies } from '../../limits/bodies.js';
import type { Caller, Gate, Log } from '../../pipeline/pipeline.js';
import type { Front } from '../mcp/mcp-handler.js';
import { clientAddress } from './client-address.js';
import { inTurn, PATIENCE, type Patience, watchSockets } from './connection-guards.js';
import { hostGuard, postMessage } from './mcp-http.js';
import { createMetrics, type Metrics, type Seen } from './metrics.js';
import { EXPOSED, SHARED, send, taking } from './respond.js';
import { MCP_PATH, READING, restRoutes, unknownPath, unreadablePath, wrongMethod } from './rest.js';

export interface ServerOptions {
  gate: Gate;
  front: Front;
  reads: Reads;
  /** Why the stored data cannot be read, for `/readyz`; null while it can. */
  damage?: () => string | null;
  /** Bounds what unfinished requests take in memory; shared with whatever else reads bodies. */
  bodies?: Bodies;
  baseUrl: string;
  /** Addresses or ranges of the operator's own proxies. */
  trustProxy: readonly string[];
  log: Log;
  /** Documents, pages and exports: asked before a path counts as unknown. */
  site?: RequestHandler;
  /** How long a caller may leave its answer unfetched. */
  stalledMilliseconds?: number;
  patience?: Patience;
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

/** Express with its third argument, of which its types tell only to its own requests. */
type Passing = (request: IncomingMessage, response: ServerResponse, passedOn: () => void) => void;

const STALLED_MILLISECONDS = 60_000;
const AGENT_METHODS = 'POST, OPTIONS';
const OWN_PATHS = ['/healthz', '/readyz', '/metrics', '/v1/openapi.json'];
/** Answers under way get this long when the service stops: what they kept busy has to end within five seconds, too. */
const CLOSE_MILLISECONDS = 3_000;
/** Lines of a header; Node would drop what stands behind them without a word, a key for instance. */
const HEADERS_MAX = 100;

export function createServer(options: ServerOptions): HttpServer {
  const { gate, front, log, bodies = createBodies() } = options;
  const addressOf = clientAddress(options.trustProxy);
  const callerOf = (request: IncomingMessage): Caller => ({
    address: addressOf(request),
    authorization: request.headers.authorization,
    takes: taking(request),
  });
  const foreign = hostGuard(options.baseUrl);
  const metrics = createMetrics({
    routes: [...gate.tools.map((tool) => tool.path), MCP_PATH, ...OWN_PATHS, ...(options.siteRoutes ?? [])],
    reads: options.reads,
    cacheState: gate.cacheState,
    addressOf,
    seen: options.seen,
  });
  const app = expressApp(options, callerOf, metrics) as unknown as Passing;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    metrics.watch(request, response);
    const hosts = hostLines(request.rawHeaders);
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
      refuse(request, response, 400, 'The request must have one Host header.');
      return;
    }
    if (request.rawHeaders.length > 2 * HEADERS_MAX) {
      refuse(request, response, 431, `At most ${HEADERS_MAX} header lines are read.`);
      return;
    }
    if (method === 'POST' && isAgentPath(url)) {
      // Replies to agents carry an answer inside a message, which is not compressed.
      const caller = { ...callerOf(request), takes: [] };
      postMessage(request, response, { front, bodies, caller, foreign: foreign(request) });
      return;
    }
    const kept = method === 'GET' || method === 'HEAD' ? gate.again(url, callerOf(request)) : null;
    if (kept !== null) send(request, response, kept);
    // Express passes on what has no path at all.
    else
      app(request, response, () =>
        send(request, response, gate.refuse(unreadablePath(), callerOf(request), { free: true })),
      );
  }

  /** What no route can be asked about, in the shape of every other failure. */
  function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
    const failed = invalidParameter([{ path: 'request', message }]);
    response.shouldKeepAlive = false;
    send(request, response, { ...gate.refuse(failed, { address: null }, { free: true }), status });
  }

  const { headersMilliseconds, requestMilliseconds, lookMilliseconds } = options.patience ?? PATIENCE;
  const server = createHttpServer(
    {
      // A request without Host is refused by us, in our own shape.
      requireHostHeader: false,
      // A caller who sends its request byte by byte is let go of.
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: lookMilliseconds,
      maxHeaderSize: 16_384,
    },
    inTurn(handle),
  );
  server.maxHeadersCount = HEADERS_MAX + 1;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    metrics.watch(request, response);
    refuse(request, response, 417, 'Of all expectations only 100-continue can be met.');
  });
  const sockets = watchSockets(server, {
    gate,
    log,
    stalledMilliseconds: options.stalledMilliseconds ?? STALLED_MILLISECONDS,
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
        const idle = setInterval(() => sockets.closeIdle(), 50);
        const late = setTimeout(() => server.closeAllConnections(), CLOSE_MILLISECONDS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
        sockets.closeIdle();
      }),
  };
}

function expressApp(
  { gate, reads, damage, site }: ServerOptions,
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
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const failed =
      !reading && metrics.knows(path)
        ? wrongMethod(request.method, READING)
        : below
          ? unknownPath(request)
          : notFound('There is nothing at this address. /llms.txt lists what there is.');
    send(request, response, gate.refuse(failed, callerOf(request), { free: !below }));
  };

  app.get('/healthz', (_request, response) => plain(response, 200, { status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const ready = await hasData(reads);
    const damaged = damage?.() ?? null;
    if (damaged !== null) plain(response, 503, { status: `the store cannot be read (${damaged})` });
    else plain(response, ready ? 200 : 503, { status: ready ? 'ready' : 'no source has been read yet' });
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

/** How many Host headers `rawHeaders` has; Node shows only the first (RFC 9112, 3.2, forbids a second). */
function hostLines(rawHeaders: readonly string[]): number {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
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
