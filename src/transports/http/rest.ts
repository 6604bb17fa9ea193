/** The REST paths: each tool's path is a route that hands the same arguments to the request pipeline as MCP does. */

import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { ApiError, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import type { Endpoint, Tool } from '../../../tools/contract/tool.js';
import { REPEATED } from '../../pipeline/arguments.js';
import type { RequestContext, RequestPipeline } from '../../pipeline/pipeline.js';
import { respond } from './respond.js';

export const MCP_PATH = '/v1/mcp';
export const READ_METHODS = 'GET, HEAD, OPTIONS';
/** Characters of path and query together. */
const ADDRESS_MAX = 8000;

/** The rows of `tools` and of the agent endpoint, for the list of endpoints. */
export function endpointsOf(tools: readonly Tool[]): Endpoint[] {
  const rows = tools.map(({ path, purpose, mcp }) => ({ method: 'GET' as const, path, purpose, tool: mcp }));
  return [
    ...rows,
    { method: 'POST', path: MCP_PATH, purpose: 'The same questions for agents (MCP)', tool: null },
  ];
}

/** @param contextOf the context that the server built for a request */
export function restRoutes(
  requests: RequestPipeline,
  contextOf: (request: IncomingMessage) => RequestContext,
): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  for (const tool of requests.tools) {
    router
      .route(tool.path.replace(/\{(\w+)\}/g, ':$1'))
      .get(async (request: Request, response: Response) => {
        const context = contextOf(request);
        const answer =
          request.url.length > ADDRESS_MAX
            ? await requests.errorResponse(tooLong(), context)
            : await requests.call(tool, argumentsOf(request), context, request.url);
        respond(request, response, answer);
      })
      .all(async (request: Request, response: Response) => {
        const failed = wrongMethod(request.method, READ_METHODS);
        respond(request, response, await requests.errorResponse(failed, contextOf(request)));
      });
  }
  return router;
}

/** The error for a path below /v1 that is not an endpoint. */
export function unknownPath(request: IncomingMessage): ApiError {
  const path = (request.url ?? '').split('?')[0] ?? '';
  return notFound(`Unknown path: ${path.slice(0, 200)}. /v1/catalog lists every endpoint.`);
}

export function wrongMethod(method: string, allowed: string): ApiError {
  return new ApiError('method_not_allowed', `${method} does not work here; use ${allowed}.`, {
    headers: { Allow: allowed },
  });
}

/** A path that cannot be decoded, such as /v1/eu/%E0%A4%A. */
export function unreadablePath(): ApiError {
  return invalidParameter([{ path: 'path', message: 'the path must be percent-encoded UTF-8' }]);
}

function tooLong(): ApiError {
  return invalidParameter([
    { path: 'query', message: `path and query must be at most ${ADDRESS_MAX} characters together` },
  ]);
}

/** Parameters of the query and of the path. A name of the path that is in the query too counts as given twice. */
function argumentsOf(request: Request): Record<string, unknown> {
  const start = request.url.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
  const raw = new Map<string, unknown>();
  for (const [name, value] of query) raw.set(name, raw.has(name) ? REPEATED : value);
  for (const [name, value] of Object.entries(request.params)) raw.set(name, raw.has(name) ? REPEATED : value);
  return Object.fromEntries(raw);
}
