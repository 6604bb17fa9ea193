/**
 * The HTTP server. A plain handler answers the tools and the agent endpoint; everything else (documents, pages, probes,
 * unknown paths) falls through to Express, which costs more than a cached answer does. Long because the order of the handlers is
 * what matters.
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
import { clientAddress } from '../../limits/address.js';
import { Bodies } from '../../limits/bodies.js';
import { requestIdOf } from '../../limits/request-id.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import type { RequestContext } from '../../pipeline/callers.js';
import type { Log, RequestPipeline } from '../../pipeline/pipeline.js';
import type { BackupsState } from '../../publish/backups-state.js';
import type { NodeState, UnreadableRowCount } from '../../publish/node-state.js';
import type { McpHandler } from '../mcp/mcp-handler.js';
import { guardConnections, PipelinedRequests, TIMEOUTS, type Timeouts } from './connection-guards.js';
import { FOREIGN_PAGE, foreignPageCheck } from './local-only.js';
import { handlerFor, postMessage, refuseForeign, refuseToolSet } from './mcp-http.js';
import { type AllWorkers, createMetrics, type Metrics, type SeenRequest } from './metrics.js';
import type { HostFigures } from './node-metrics.js';
import { isProbe, PROBES, probeRoutes } from './probes.js';
import { KEEP_ALIVE_SECONDS } from './raw-response.js';
import { type Receipts, wantsReceipt } from './receipts.js';
import { acceptedCodings, EXPOSED_HEADERS, respond } from './respond.js';
import { MCP_PATH, READ_METHODS, ToolRequests, unknownPath, unreadablePath, wrongMethod } from './rest.js';

export interface ServerOptions {
  pipeline: RequestPipeline;
  mcp: McpHandler;
  reads: Reads;
  /** Why the stored data cannot be read, for `/readyz`; null while it can. */
  damage?: () => string | null;
  /** Stored rows that were found unreadable and are left out, for `/readyz` and the metrics. */
  unreadable?: () => readonly UnreadableRowCount[];
  /** The state of this node, and how it follows what others publish; left out where nothing is shared. */
  node?: SharedNode | undefined;
  /** How the backups are, for the metrics; null or left out where this service makes none. */
  backups?: () => BackupsState | null;
  /** What this node serves, for the metrics. */
  nodeState?: (() => NodeState) | undefined;
  /** The machine and the ledger behind it, for the metrics; left out in a worker. */
  host?: (() => Promise<HostFigures>) | undefined;
  /** Bounds what unfinished requests take in memory; shared with everything else that reads bodies. */
  bodies?: Bodies;
  baseUrl: string;
  /** Addresses or ranges of the operator's own proxies. */
  trustProxy: readonly string[];
  log: Log;
  /** Documents, pages and exports: tried before a path counts as unknown. */
  site?: RequestHandler;
  /** How long a caller may leave its answer unfetched. */
  stalledMilliseconds?: number;
  timeouts?: Timeouts;
  /** Paths of the site that are separate routes in the metrics. */
  siteRoutes?: readonly string[];
  /** The methods of a path that is for programs with a key, which no web page may call; null for any other path. */
  methodsOf?: ((path: string) => string | null) | undefined;
  /** For the metrics. */
  sharedCounters?: SharedCounters | null;
  /** The other processes that answer on the same port. */
  allWorkers?: AllWorkers | undefined;
  /** Signs receipts; left out where this process has no key. */
  receipts?: Receipts | undefined;
  /** Called with each request, for the log. */
  seen?: ((request: SeenRequest) => void) | undefined;
}

export interface SharedNode {
  state(): NodeState;
  /** Whether `catchUp` must end before the next answer: others may serve a newer generation. */
  isBehind(): boolean;
  /** Never fails. */
  catchUp(): Promise<void>;
  /** False on a node that only reads the registers: it answers probes and metrics. */
  answersCallers: boolean;
}

export interface HttpServer {
  server: Server;
  /** Resolves with the port in use. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts no more connections, and resolves when all pending answers are sent. */
  close(): Promise<void>;
}

/** Express with its third argument, which its types give only to its own requests. */
type Passing = (request: IncomingMessage, response: ServerResponse, passedOn: () => void) => void;

const STALLED_MILLISECONDS = 60_000;
const AGENT_METHODS = 'POST, OPTIONS';
const OWN_PATHS = [...PROBES, '/v1/openapi.json'];
/** How long pending answers may take when the service stops, in which everything else must end within five seconds. */
const CLOSE_MILLISECONDS = 3_000;
/** Lines of a header. Node would silently drop those beyond, for example one with a key. */
const HEADERS_MAX = 100;

/** What the handlers of one server share. */
interface Serving extends ServerOptions {
  bodies: Bodies;
  metrics: Metrics;
  addressOf: (request: IncomingMessage) => string;
  /** Contexts of requests that Express handles. */
  contexts: WeakMap<IncomingMessage, RequestContext>;
}

export function createServer(options: ServerOptions): HttpServer {
  const { pipeline } = options;
  const addressOf = clientAddress(options.trustProxy);
  const metrics = createMetrics({
    routes: [
      ...pipeline.tools.map((tool) => tool.path),
      MCP_PATH,
      ...OWN_PATHS,
      ...(options.siteRoutes ?? []),
    ],
    reads: options.reads,
    cacheState: () => pipeline.cacheState(),
    node: options.nodeState,
    unreadable: options.unreadable ?? (() => []),
    host: options.host,
    backups: options.backups ?? (() => null),
    addressOf,
    sharedCounters: options.sharedCounters,
    allWorkers: options.allWorkers,
    seen: options.seen,
  });
  const bodies = options.bodies ?? new Bodies();
  const server = listeningServer({ ...options, bodies, metrics, addressOf, contexts: new WeakMap() });
  const guards = guardConnections(server, {
    errorResponse: (error) => pipeline.uncountedError(error),
    log: options.log,
    stalledMilliseconds: options.stalledMilliseconds ?? STALLED_MILLISECONDS,
  });
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          // Node gives an address object for a TCP server.
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        options.mcp.endListening();
        const idle = setInterval(() => guards.closeIdle(), 50);
        const late = setTimeout(() => server.closeAllConnections(), CLOSE_MILLISECONDS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
        guards.closeIdle();
      }),
  };
}

function listeningServer(serving: Serving): Server {
  const { metrics } = serving;
  const { headersMilliseconds, requestMilliseconds, checkMilliseconds } = serving.timeouts ?? TIMEOUTS;
  const handle = requestHandler(serving);
  const pipelined = new PipelinedRequests();
  const server = createHttpServer(
    {
      // We refuse a request without Host ourselves, so that the error has the usual shape.
      requireHostHeader: false,
      // A caller who sends its request byte by byte is cut off.
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
      connectionsCheckingInterval: checkMilliseconds,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      if (response.socket !== null) handle(request, response);
      else pipelined.wait(request, response, () => handle(request, response));
    },
  );
  server.maxHeadersCount = HEADERS_MAX + 1;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now();
    refuse(serving, request, response, [417, 'The only supported expectation is 100-continue.']);
    metrics.count(request, response, started);
  });
  return server;
}

function requestHandler(serving: Serving): (request: IncomingMessage, response: ServerResponse) => void {
  const { pipeline, mcp, bodies, metrics, addressOf, contexts } = serving;
  const isForeign = foreignPageCheck(serving.baseUrl);
  const toolRequests = new ToolRequests(pipeline);
  // Express takes the requests of Node and a third argument: see `Passing`.
  const app = expressApp(serving) as unknown as Passing;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '' } = request;
    const fault = headerFault(request);
    if (fault !== null) {
      refuse(serving, request, response, fault);
      return;
    }
    const isAgent = method === 'POST' && isAgentPath(url);
    if (isForeign(request)) {
      if (isAgent) refuseForeign(request, response);
      else refuse(serving, request, response, [403, FOREIGN_PAGE]);
      return;
    }
    const address = addressOf(request);
    const { authorization } = request.headers;
    const requestId = () => requestIdOf(request);
    if (isAgent) {
      // A reply to an agent carries the answer inside a message, which is not compressed.
      const caller = { address, authorization, requestId };
      const handler = handlerFor(url, mcp);
      if (handler === null) refuseToolSet(request, response);
      else postMessage(request, response, { mcp: handler, bodies, caller });
      return;
    }
    const codings = acceptedCodings(request);
    const context = pipeline.begin({ address, authorization, acceptedCodings: codings, requestId });
    const cached = method === 'GET' || method === 'HEAD' ? pipeline.tryCached(url, context) : null;
    if (cached !== null) respond(request, response, cached);
    else if (method === 'OPTIONS' || !toolRequests.answer(request, response, context)) {
      contexts.set(request, context);
      // Express passes on a request without a path.
      app(request, response, () => respond(request, response, pipeline.uncountedError(unreadablePath())));
    }
  };
  const { node, receipts } = serving;
  const following = node === undefined ? handle : followingHandler(serving, node, handle);
  const answer: typeof handle = (request, response) => {
    if (receipts === undefined || !wantsReceipt(request)) following(request, response);
    else void receipts.prepare(request).then(() => following(request, response));
  };
  return (request, response) => {
    const started = performance.now();
    answer(request, response);
    metrics.count(request, response, started);
  };
}

/** A client whose requests go to several nodes never sees an older generation after a newer one. */
function followingHandler(
  serving: Serving,
  node: SharedNode,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (!node.answersCallers && !isProbe(request.url ?? '')) {
      const message = 'This node only reads the registers: it answers /healthz, /readyz and /metrics.';
      respond(request, response, serving.pipeline.uncountedError(notFound(message)));
    } else if (node.isBehind()) void node.catchUp().then(() => handle(request, response));
    else handle(request, response);
  };
}

/** Status and message for a request that cannot reach a route. */
type Fault = [status: number, message: string];

function headerFault({ rawHeaders, httpVersion }: IncomingMessage): Fault | null {
  const hosts = hostLines(rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
    return [400, 'The request must have one Host header.'];
  return rawHeaders.length > 2 * HEADERS_MAX ? [431, `At most ${HEADERS_MAX} header lines are read.`] : null;
}

/** Answers `fault` in the shape of every other error. */
function refuse(
  { pipeline }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  [status, message]: Fault,
): void {
  const failed = pipeline.uncountedError(invalidParameter([{ path: 'request', message }]));
  response.shouldKeepAlive = false;
  respond(request, response, { ...failed, status });
}

function expressApp(serving: Serving): express.Express {
  const { pipeline, site, contexts } = serving;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  // `requestHandler` sets the context before it calls Express.
  const contextOf = (request: IncomingMessage) => contexts.get(request) as RequestContext;
  const missing = missingHandler(serving, contextOf);
  // Before every router, because each router would answer OPTIONS on its own.
  app.options(/^/, preflightHandler(serving, missing));
  app.use(probeRoutes(serving));
  app.all(MCP_PATH, async (request, response) => {
    const { address } = contextOf(request);
    const failed =
      (await pipeline.callers.countProtocolRequest(address)) ?? wrongMethod(request.method, AGENT_METHODS);
    respond(request, response, pipeline.uncountedError(failed));
  });
  if (site !== undefined) app.use(site);
  app.use(missing);
  app.use(failureHandler(serving, contextOf));
  return app;
}

type ContextOf = (request: IncomingMessage) => RequestContext;

/** Answers requests that match no route. */
function missingHandler({ pipeline, metrics }: Serving, contextOf: ContextOf): RequestHandler {
  return async (request, response) => {
    const { path, method } = request;
    const isApi = path === '/v1' || path.startsWith('/v1/');
    const isRead = method === 'GET' || method === 'HEAD';
    const failed =
      !isRead && metrics.knows(path)
        ? wrongMethod(method, READ_METHODS)
        : isApi
          ? unknownPath(request)
          : notFound('There is nothing at this address. /llms.txt lists what there is.');
    const answer = isApi
      ? await pipeline.errorResponse(failed, contextOf(request))
      : pipeline.uncountedError(failed);
    respond(request, response, answer);
  };
}

function preflightHandler({ metrics, methodsOf }: Serving, missing: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const own = methodsOf?.(request.path) ?? null;
    if (own !== null) {
      response.writeHead(204, ['Allow', own]);
      response.end();
      return;
    }
    // A web page can read the 404 of a wrong path only if its preflight passes; other callers get it at once.
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight && request.path !== '*' && !metrics.knows(request.path)) {
      missing(request, response, next);
      return;
    }
    const methods = isAgentPath(request.url) ? AGENT_METHODS : READ_METHODS;
    response.writeHead(204, [
      'Allow',
      methods,
      'Access-Control-Allow-Origin',
      '*',
      'Access-Control-Allow-Methods',
      methods,
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Accept, If-None-Match, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
      'Access-Control-Expose-Headers',
      EXPOSED_HEADERS,
      'Access-Control-Max-Age',
      '86400',
    ]);
    response.end();
  };
}

function failureHandler({ pipeline }: Serving, contextOf: ContextOf): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // Express passes only a truthy value, on which a missing field is undefined.
    const status = (error as { status?: unknown }).status;
    // Express fails only when it cannot decode a path.
    const failed =
      status === 400 ? unreadablePath() : error instanceof Error ? error : new Error(String(error));
    const answer = request.path.startsWith('/v1/')
      ? await pipeline.errorResponse(failed, contextOf(request))
      : pipeline.uncountedError(failed, () => requestIdOf(request));
    respond(request, response, answer);
  };
}

/** How many Host headers `rawHeaders` has; Node shows only the first (RFC 9112, 3.2, forbids a second). */
function hostLines(rawHeaders: readonly string[]): number {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    // The loop stays below the length of the list.
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

function isAgentPath(url: string): boolean {
  return url === MCP_PATH || (url.startsWith(MCP_PATH) && /^\/?(?:\?|$)/.test(url.slice(MCP_PATH.length)));
}
