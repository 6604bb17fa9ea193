/** The REST paths: each tool's path becomes a route that hands the same arguments to the same gate. */

import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { Failure, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import type { Endpoint, Tool } from '../../../tools/contract/tool.js';
import { REPEATED } from '../../pipeline/arguments.js';
import type { Caller, Gate } from '../../pipeline/pipeline.js';
import { send } from './respond.js';

export const MCP_PATH = '/v1/mcp';
export const READING = 'GET, HEAD, OPTIONS';
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

export function restRoutes(gate: Gate, callerOf: (request: IncomingMessage) => Caller): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  for (const tool of gate.tools) {
    router
      .route(tool.path.replace(/\{(\w+)\}/g, ':$1'))
      .get(async (request: Request, response: Response) => {
        const caller = callerOf(request);
        const ready =
          request.url.length > ADDRESS_MAX
            ? gate.refuse(tooLong(), caller)
            : await gate.call(tool, argumentsOf(request), caller, request.url);
        send(request, response, ready);
      })
      .all((request: Request, response: Response) => {
        send(request, response, gate.refuse(wrongMethod(request.method, READING), callerOf(request)));
      });
  }
  return router;
}

/** Whatever stands below /v1 and is no endpoint. */
export function unknownPath(request: IncomingMessage): Failure {
  const path = (request.url ?? '').split('?')[0] ?? '';
  return notFound(`Unknown path: ${path.slice(0, 200)}. /v1/catalog lists every endpoint.`);
}

export function wrongMethod(method: string, allowed: string): Failure {
  return new Failure('method_not_allowed', `${method} does not work here; use ${allowed}.`, {
    headers: { Allow: allowed },
  });
}

/** A path that cannot be decoded, such as /v1/eu/%E0%A4%A. */
export function unreadablePath(): Failure {
  return invalidParameter([{ path: 'path', message: 'the path must be percent-encoded UTF-8' }]);
}

function tooLong(): Failure {
  return invalidParameter([
    { path: 'query', message: `path and query must be at most ${ADDRESS_MAX} characters together` },
  ]);
}

/** Parameters of the query and of the path. A name of the path that stands in the query too is given twice. */
function argumentsOf(request: Request): Record<string, unknown> {
  const start = request.url.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
  const raw = new Map<string, unknown>();
  for (const [name, value] of query) raw.set(name, raw.has(name) ? REPEATED : value);
  for (const [name, value] of Object.entries(request.params)) raw.set(name, raw.has(name) ? REPEATED : value);
  return Object.fromEntries(raw);
}
