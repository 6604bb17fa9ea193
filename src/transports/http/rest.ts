/** The REST paths: each tool's path is a route that hands the same arguments to the request pipeline as MCP does. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import type { Endpoint, Tool } from '../../../tools/contract/tool.js';
import { RepeatedValues } from '../../pipeline/arguments.js';
import type { RequestContext } from '../../pipeline/callers.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
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

/** The tool that a path belongs to, and the value in the path. */
interface ToolPath {
  tool: Tool;
  /** Name and value, as it came; null for a path without one. */
  value: [name: string, text: string] | null;
}

/**
 * The requests for the tools. Express would take longer to find the tool of a small question than the tool takes to
 * answer it.
 */
export class ToolRequests {
  private readonly whole = new Map<string, Tool>();
  /** Tools with a value at the end of their path, by what comes before it. */
  private readonly beginnings = new Map<string, { tool: Tool; name: string }>();
  /** Tools with a value inside their path. */
  private readonly around: Array<{ tool: Tool; name: string; before: string; after: string }> = [];

  constructor(private readonly requests: RequestPipeline) {
    for (const tool of requests.tools) {
      const [, before, name, after] = /^([^{]*\/)\{(\w+)\}(\/[^{]+)?$/.exec(tool.path) ?? [];
      if (before === undefined || name === undefined) {
        if (tool.path.includes('{')) throw new Error(`only one part of ${tool.path} may be a value`);
        this.whole.set(tool.path, tool);
      } else if (after === undefined) this.beginnings.set(before, { tool, name });
      else this.around.push({ tool, name, before, after });
    }
  }

  /** Answers a request for a tool, whatever its method except OPTIONS. False for any other path. */
  answer(request: IncomingMessage, response: ServerResponse, context: RequestContext): boolean {
    const { url = '', method = '' } = request;
    const found = this.find(url);
    if (found === null) return false;
    const fail = async (error: ApiError) =>
      respond(request, response, await this.requests.errorResponse(error, context));
    const value = found.value === null ? null : decoded(found.value[1]);
    if (found.value !== null && value === null) fail(unreadablePath());
    else if (method !== 'GET' && method !== 'HEAD') fail(wrongMethod(method, READ_METHODS));
    else if (url.length > ADDRESS_MAX) fail(tooLong());
    else {
      const raw = argumentsOf(url, found.value?.[0], value);
      this.requests.call(found.tool, raw, context, url).then(
        (answer) => respond(request, response, answer),
        (error) => {
          if (response.headersSent) response.destroy();
          else fail(error);
        },
      );
    }
    return true;
  }

  private find(url: string): ToolPath | null {
    const path = pathOf(url);
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const tool = this.whole.get(bare);
    if (tool !== undefined) return { tool, value: null };
    const end = bare.lastIndexOf('/') + 1;
    const one = end === bare.length ? undefined : this.beginnings.get(bare.slice(0, end));
    if (one !== undefined) return { tool: one.tool, value: [one.name, bare.slice(end)] };
    for (const { tool: inside, name, before, after } of this.around) {
      const value = bare.slice(before.length, -after.length);
      const isHere = bare.startsWith(before) && bare.endsWith(after) && before + value + after === bare;
      if (isHere && value !== '' && !value.includes('/')) return { tool: inside, value: [name, value] };
    }
    return null;
  }
}

/** The path of a request target; '' for one without any. */
function pathOf(target: string): string {
  if (target.startsWith('/')) {
    const end = target.search(/[?#]/);
    return end === -1 ? target : target.slice(0, end);
  }
  // A whole address, as a proxy sends it. A path that parsing changes does not belong to a tool.
  const path = URL.canParse(target) ? new URL(target).pathname : '';
  return target.includes(path) ? path : '';
}

/** Null for a text that is not percent-encoded UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
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
function argumentsOf(url: string, name: string | undefined, value: string | null): Record<string, unknown> {
  const start = url.indexOf('?');
  const raw = new Map<string, unknown>();
  const add = (given: string, text: unknown) => {
    const before = raw.get(given);
    if (before instanceof RepeatedValues) raw.set(given, new RepeatedValues([...before.values, text]));
    else raw.set(given, raw.has(given) ? new RepeatedValues([before, text]) : text);
  };
  if (start !== -1) for (const [given, text] of new URLSearchParams(url.slice(start + 1))) add(given, text);
  if (name !== undefined) add(name, value);
  return Object.fromEntries(raw);
}
