/**
 * The agent protocol without its sockets. One SDK server for the whole process stands behind a front of ours:
 * the front owns the JSON-RPC envelope, which our interface reads more leniently than the SDK's own transports.
 */

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v3';
import { Failure, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import { MCP_PROTOCOL_VERSION, SERVICE_NAME, SERVICE_VERSION } from '../../../tools/contract/rules.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { plainOf, type Ready, toolText } from '../../pipeline/encoded-response.js';
import type { Caller, Gate, Log } from '../../pipeline/pipeline.js';
import { parameterSchema } from '../../publish/schema.js';
import { instructions } from './instructions.js';
import { envelopeFault, isDeeperThan } from './message-faults.js';
import { exactId, idJson, type Message, type MessageId } from './message-id.js';

/** What goes back to the client: `body` null where the message wants no answer. */
export interface Reply {
  status: number;
  body: Buffer | null;
  /** Names and values, flat: what the gate told this caller. */
  headers: string[];
}

export interface Front {
  /** Answers one message, at once when the answer is at hand. Never throws. */
  answer(text: string, caller: Caller): Reply | Promise<Reply>;
  /** What to answer a caller who is beyond the limit of protocol methods; null below it. Counts nothing. */
  refusal(caller: Caller): Reply | null;
  /** Loads what the first message would have to wait for. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of one message, on either transport; the largest question that makes sense has 4 KB. */
export const MESSAGE_MAX = 65_536;
/** Arrays and objects inside one another, in a message. */
const DEPTH_MAX = 32;
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
/** Of the range that JSON-RPC leaves to servers. */
export const TOO_MANY = -32000;
const ANSWER_MILLISECONDS = 35_000;
const STOPPING = 'The service is being stopped.';
/** Longest arguments that are remembered word for word. */
const TEXT_MAX = 1024;

/** Where a request of ours waits for the SDK, by the id that the front gave it. */
interface Waiting {
  caller: Caller;
  headers: string[];
  /** Word for word, so that the gate can remember the question. */
  text: string | undefined;
  done(message: JSONRPCMessage): void;
}

export async function createFront(options: {
  gate: Gate;
  log: Log;
  answerMilliseconds?: number;
}): Promise<Front> {
  const { gate, log } = options;
  const tools = new Map(gate.tools.flatMap((tool) => (tool.mcp === null ? [] : [[tool.mcp, tool] as const])));
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;

  const transport: Transport = {
    async start() {},
    async close() {
      transport.onclose?.();
    },
    async send(message) {
      if ('id' in message) waiting.get(Number(message.id))?.done(message);
    },
  };
  // The SDK takes a seventh of the time of a start, and the first question is seldom an agent's.
  let connected: Promise<void> | null = null;
  const ready = () => {
    connected ??= connect(transport, tools, gate, waiting, log);
    return connected;
  };

  /** A trip through the SDK under an id of our own: two clients may well use the same one. */
  async function throughSdk(
    clientId: MessageId,
    method: string,
    params: Record<string, unknown>,
    how: Pick<Waiting, 'caller' | 'text'>,
  ): Promise<Reply> {
    await ready();
    lastId += 1;
    const id = lastId;
    const headers: string[] = method === 'tools/call' ? [] : [...UNCACHED];
    let timer: NodeJS.Timeout | undefined;
    const message = await new Promise<JSONRPCMessage>((resolve) => {
      const late = unanswered(id, 'The answer took too long. Try again later.');
      timer = setTimeout(() => resolve(late), options.answerMilliseconds ?? ANSWER_MILLISECONDS);
      waiting.set(id, { ...how, headers, done: resolve });
      if (closed) resolve(unanswered(id, STOPPING));
      else transport.onmessage?.({ jsonrpc: '2.0', id, method, params });
    }).finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
    const outcome =
      'error' in message
        ? `"error":${JSON.stringify(message.error)}`
        : `"result":${JSON.stringify('result' in message ? message.result : {})}`;
    return { status: 200, body: envelope(clientId, outcome), headers };
  }

  function answer(text: string, caller: Caller): Reply | Promise<Reply> {
    if (isDeeperThan(DEPTH_MAX, text)) {
      const wrong = `The message nests more than ${DEPTH_MAX} arrays and objects in one another.`;
      return flooded(null, caller) ?? protocolError(null, INVALID_REQUEST, wrong, 400);
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      const wrong = 'Parse error: the body must be one JSON-RPC message.';
      return flooded(null, caller) ?? protocolError(null, PARSE_ERROR, wrong, 400);
    }
    const wrong = envelopeFault(message);
    if (wrong !== null) return flooded(null, caller) ?? protocolError(null, INVALID_REQUEST, wrong, 400);
    const { method, id: read = null, params } = message as Message;
    const id = exactId(read, text);
    // Notifications stop here: a forwarded `cancelled` could hit another client's request. So do responses.
    if (method === undefined || (!('id' in (message as object)) && method.startsWith('notifications/')))
      return flooded(id, caller) ?? { status: 202, body: null, headers: UNCACHED };
    if (method !== 'tools/call')
      return flooded(id, caller) ?? throughSdk(id, method, {}, { caller, text: undefined });
    const asked = readCall(params);
    if (asked instanceof Failure) return replyOf(id, gate.refuse(asked, caller));
    const words = text.length > TEXT_MAX ? undefined : wordsOf(asked);
    const kept = words === undefined ? null : gate.again(words, caller);
    return kept === null ? throughSdk(id, method, { ...asked }, { caller, text: words }) : replyOf(id, kept);
  }

  function flooded(id: MessageId, caller: Caller): Reply | null {
    return tooMany(id, gate.flood(caller));
  }

  function tooMany(id: MessageId, failed: Failure | null): Reply | null {
    if (failed === null) return null;
    const reply = protocolError(id, TOO_MANY, failed.message, failed.status);
    return { ...reply, headers: [...UNCACHED, ...Object.entries(failed.headers).flat()] };
  }

  function broken(error: unknown): Reply {
    log.error({ err: error }, 'agent message failed');
    return protocolError(null, INTERNAL_ERROR, 'The service failed to answer. Try again later.', 500);
  }

  return {
    answer(text, caller) {
      try {
        const reply = answer(text, caller);
        return reply instanceof Promise ? reply.catch(broken) : reply;
      } catch (error) {
        return broken(error);
      }
    },
    refusal: (caller) => tooMany(null, gate.flooded(caller)),
    warm: ready,
    close() {
      closed = true;
      // The SDK forgets whom it owes an answer; they would wait until they are late, and the process with them.
      for (const [id, asker] of waiting) asker.done(unanswered(id, STOPPING));
      return transport.close();
    },
  };
}

function unanswered(id: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
}

async function connect(
  transport: Transport,
  tools: Map<string, Tool>,
  gate: Gate,
  waiting: Map<number, Waiting>,
  log: Log,
): Promise<void> {
  const listed = [...tools].map(([name, tool]) => ({
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: parameterSchema(tool),
    annotations: tool.annotations,
    ...(tool.maxResultSizeChars === undefined
      ? {}
      : { _meta: { 'anthropic/maxResultSizeChars': tool.maxResultSizeChars } }),
  }));
  const serverInfo = { name: SERVICE_NAME, version: SERVICE_VERSION };
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
  const server = new Server(serverInfo, { capabilities: { tools: {} } });
  server.onerror = (error) => log.warn({ err: error }, 'agent protocol');
  // Schemas of our own, because those of the SDK refuse an `initialize` without clientInfo and the like.
  server.setRequestHandler(requestOf('initialize'), () => ({
    protocolVersion: MCP_PROTOCOL_VERSION,
    capabilities: { tools: {} },
    serverInfo,
    instructions: instructions(gate),
  }));
  server.setRequestHandler(requestOf('ping'), () => ({}));
  server.setRequestHandler(requestOf('tools/list'), () => ({ tools: listed }));
  server.setRequestHandler(requestOf('tools/call'), async ({ params }, extra) => {
    const asker = waiting.get(Number(extra.requestId));
    if (asker === undefined) throw new Error('a tool call without its asker');
    const { name, arguments: given } = params as Call;
    const tool = tools.get(name);
    const ready =
      tool === undefined
        ? gate.refuse(unknownTool(name, [...tools.keys()]), asker.caller)
        : await gate.call(tool, given, asker.caller, asker.text);
    asker.headers.push(...ready.headers);
    return {
      content: [{ type: 'text', text: ready.message === null ? plainOf(ready).toString() : sentence(ready) }],
      ...(ready.message === null ? {} : { isError: true }),
    };
  });
  await server.connect(transport);
}

function requestOf<M extends string>(method: M) {
  return z.object({ method: z.literal(method), params: z.unknown() });
}

interface Call {
  name: string;
  arguments: Record<string, unknown>;
}

/** `params` of a tools/call; what is wrong with them is the caller's failure, not one of the protocol. */
function readCall(params: unknown): Call | Failure {
  if (params !== undefined && params !== null && !isObject(params))
    return invalidParameter([
      { path: 'params', message: 'params must be an object with name and arguments' },
    ]);
  const { name, arguments: given } = (params ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string')
    return invalidParameter([{ path: 'name', message: 'name must be a string, the name of a tool' }]);
  if (given !== undefined && given !== null && !isObject(given))
    return invalidParameter([{ path: 'arguments', message: 'arguments must be an object' }]);
  return { name, arguments: (given as Record<string, unknown> | null | undefined) ?? {} };
}

function wordsOf({ name, arguments: given }: Call): string {
  return `${name} ${JSON.stringify(given)}`;
}

function unknownTool(name: string, names: string[]): Failure {
  return notFound(`Unknown tool: ${name.slice(0, 100)}. The tools are ${names.join(', ')}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sentence(ready: Ready): string {
  return `${ready.status} ${ready.message}`;
}

function envelope(id: MessageId, outcome: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${idJson(id)},${outcome}}`);
}

/** The answer to a tools/call made of bytes at hand; the same bytes that the trip through the SDK gives. */
function replyOf(id: MessageId, ready: Ready): Reply {
  const head = `{"jsonrpc":"2.0","id":${idJson(id)},"result":{"content":[{"type":"text","text":`;
  const body =
    ready.message === null
      ? toolText(head, ready, '}]}}')
      : Buffer.from(`${head}${JSON.stringify(sentence(ready))}}],"isError":true}}`);
  return { status: 200, body, headers: ready.headers };
}

const UNCACHED = ['Cache-Control', 'no-store'];

/** An error of the protocol itself: unreadable, a batch, or no message at all. */
export function protocolError(id: MessageId, code: number, message: string, status: number): Reply {
  return { status, body: envelope(id, `"error":${JSON.stringify({ code, message })}`), headers: UNCACHED };
}
