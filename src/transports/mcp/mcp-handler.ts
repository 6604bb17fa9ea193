/**
 * The agent protocol, independent of sockets. One SDK server for the whole process works behind this handler, which owns the
 * JSON-RPC envelope: our interface reads it more leniently than the SDK's own transports (docs/adr/0002). Long because
 * both ways of a tool call, cached and through the SDK, are in it.
 */

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LRUCache } from 'lru-cache';
import { z } from 'zod/v3';
import { ApiError, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import { MCP_PROTOCOL_VERSION, SERVICE_NAME, SERVICE_VERSION } from '../../../tools/contract/rules.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { type EncodedResponse, identityBody, SENT_AS_TEXT_MAX } from '../../pipeline/encoded-response.js';
import type { Caller, Log, RequestContext, RequestPipeline } from '../../pipeline/pipeline.js';
import { parameterSchema } from '../../publish/schema.js';
import { instructions } from './instructions.js';
import {
  findId,
  idJson,
  isDeeperThan,
  type Message,
  type MessageId,
  messageFault,
  preserveId,
} from './message.js';

/** What the client receives: `body` is null when the message expects no answer. */
export interface Reply {
  status: number;
  /** The bytes before `body`, as a text in which each character stands for one byte: what is the caller's own. */
  head: string;
  /** Bytes, or a short text of the same kind as `head`. */
  body: Buffer | string | null;
  /** Names and values, flat: the headers for this caller. */
  headers: readonly string[];
}

export interface McpOptions {
  pipeline: RequestPipeline;
  log: Log;
  answerMilliseconds?: number;
}

/** Bytes of one message, on either transport; the largest question that makes sense has 4 KB. */
export const MESSAGE_MAX = 65_536;
/** Arrays and objects inside one another, in a message. */
const DEPTH_MAX = 32;
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
/** In the range that JSON-RPC leaves to servers. */
export const TOO_MANY = -32000;
const ANSWER_MILLISECONDS = 35_000;
const STOPPING = 'The service is being stopped.';
/** Longest message whose arguments are remembered word for word. */
const TEXT_MAX = 1024;
/** Characters of the messages whose meaning is remembered. */
const MESSAGES_SIZE = 1_000_000;
const UNCACHED = ['Cache-Control', 'no-store'];

/** A request that waits for the SDK, by the id that the handler gave it. */
interface Waiting {
  context: RequestContext;
  headers: string[];
  /** The call word for word, so that the pipeline can remember it. */
  text: string | undefined;
  done(message: JSONRPCMessage): void;
}

/** `params` of a tools/call. */
interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

export function createMcpHandler(options: McpOptions): McpHandler {
  return new McpHandler(options);
}

export class McpHandler {
  private readonly pipeline: RequestPipeline;
  private readonly tools: Map<string, Tool>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly transport: Transport;
  private connected: Promise<void> | null = null;
  /** Messages that were answered from the cache, without their ids, and the words of their calls for the pipeline. */
  private readonly calls = new LRUCache<string, string>({
    maxSize: MESSAGES_SIZE,
    sizeCalculation: (words, text) => words.length + text.length,
  });
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly options: McpOptions) {
    this.pipeline = options.pipeline;
    const named = options.pipeline.tools.flatMap((tool) =>
      tool.mcp === null ? [] : [[tool.mcp, tool] as const],
    );
    this.tools = new Map(named);
    const transport: Transport = {
      async start() {},
      async close() {
        transport.onclose?.();
      },
      send: async (message) => {
        if ('id' in message) this.waiting.get(Number(message.id))?.done(message);
      },
    };
    this.transport = transport;
  }

  /** Answers one message, at once when the answer is cached. Never throws. */
  answer(text: string, caller: Caller): Reply | Promise<Reply> {
    try {
      const context = this.pipeline.begin(caller);
      const reply = this.again(text, context) ?? this.read(text, context);
      return reply instanceof Promise ? reply.catch((error) => this.broken(error)) : reply;
    } catch (error) {
      return this.broken(error);
    }
  }

  /** The reply to a caller who is beyond the limit of protocol requests; null for others. Counts nothing. */
  refusal(address: string | null): Reply | null {
    return tooMany(null, this.pipeline.isOverProtocolLimit(address));
  }

  /**
   * Loads the SDK, so that the first message need not wait for it. Loading takes a seventh of the start, and the first
   * request is seldom an agent's, so it happens late.
   */
  warm(): Promise<void> {
    this.connected ??= this.connect();
    return this.connected;
  }

  close(): Promise<void> {
    this.isClosed = true;
    // The SDK drops its pending calls; their callers, and this process, would wait for the timeout.
    for (const [id, { done }] of this.waiting) done(unanswered(id, STOPPING));
    return this.transport.close();
  }

  /** The cached reply to a message that differs only in its id from one that was answered before; null for others. */
  private again(text: string, context: RequestContext): Reply | null {
    if (text.length > TEXT_MAX) return null;
    const found = findId(text);
    const words = found === null ? undefined : this.calls.get(found.rest);
    if (found === null || words === undefined) return null;
    const cached = this.pipeline.tryCached(words, context);
    return cached === null ? null : toolReply(found.id, cached);
  }

  private read(text: string, context: RequestContext): Reply | Promise<Reply> {
    const refuse = (code: number, why: string) =>
      this.counted(null, context, () => protocolError(null, code, why, 400));
    if (isDeeperThan(DEPTH_MAX, text))
      return refuse(INVALID_REQUEST, `The message nests more than ${DEPTH_MAX} arrays and objects.`);
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return refuse(PARSE_ERROR, 'Parse error: the body must be one JSON-RPC message.');
    }
    const fault = messageFault(message);
    // `messageFault` is null only for an object with the fields of a message.
    return fault === null ? this.dispatch(message as Message, text, context) : refuse(INVALID_REQUEST, fault);
  }

  private dispatch(message: Message, text: string, context: RequestContext): Reply | Promise<Reply> {
    const { method, params } = message;
    const id = preserveId(message.id ?? null, text);
    // Notifications stop here: a forwarded `cancelled` could hit another client's request. So do responses.
    if (method === undefined || (!('id' in message) && method.startsWith('notifications/')))
      return this.counted(id, context, () => ({ status: 202, head: '', body: null, headers: UNCACHED }));
    if (method !== 'tools/call')
      return this.counted(id, context, () => this.throughSdk(id, method, {}, { context, text: undefined }));
    const call = readCall(params);
    if (call instanceof ApiError)
      return this.pipeline.errorResponse(call, context).then((failed) => toolReply(id, failed));
    const words = text.length > TEXT_MAX ? undefined : `${call.name} ${JSON.stringify(call.arguments)}`;
    const cached = words === undefined ? null : this.pipeline.tryCached(words, context);
    if (words === undefined || cached === null)
      return this.throughSdk(id, method, { ...call }, { context, text: words });
    const found = findId(text);
    // Unless the message has a second id, which counts instead.
    if (found?.id === id && found.isOnly()) this.calls.set(found.rest, words);
    return toolReply(id, cached);
  }

  /** `answer`, unless the address is beyond the limit of protocol requests. Waits only if a block must be taken. */
  private counted(
    id: MessageId,
    { address }: RequestContext,
    answer: () => Reply | Promise<Reply>,
  ): Reply | Promise<Reply> {
    const counted = this.pipeline.countProtocolRequest(address);
    const reply = (refused: ApiError | null) => tooMany(id, refused) ?? answer();
    return counted instanceof Promise ? counted.then(reply) : reply(counted);
  }

  private broken(error: unknown): Reply {
    this.options.log.error({ err: error }, 'agent message failed');
    return protocolError(null, INTERNAL_ERROR, 'The service failed to answer. Try again later.', 500);
  }

  /** Calls the SDK under an id that we assign, because two clients may use the same one. */
  private async throughSdk(
    clientId: MessageId,
    method: string,
    params: Record<string, unknown>,
    how: Pick<Waiting, 'context' | 'text'>,
  ): Promise<Reply> {
    await this.warm();
    this.lastId += 1;
    const id = this.lastId;
    const headers: string[] = method === 'tools/call' ? [] : [...UNCACHED];
    let timer: NodeJS.Timeout | undefined;
    const message = await new Promise<JSONRPCMessage>((resolve) => {
      const late = unanswered(id, 'The answer took too long. Try again later.');
      timer = setTimeout(() => resolve(late), this.options.answerMilliseconds ?? ANSWER_MILLISECONDS);
      this.waiting.set(id, { ...how, headers, done: resolve });
      if (this.isClosed) resolve(unanswered(id, STOPPING));
      else this.transport.onmessage?.({ jsonrpc: '2.0', id, method, params });
    }).finally(() => {
      clearTimeout(timer);
      this.waiting.delete(id);
    });
    const outcome =
      'error' in message
        ? `"error":${JSON.stringify(message.error)}`
        : `"result":${JSON.stringify('result' in message ? message.result : {})}`;
    return { status: 200, head: '', body: envelope(clientId, outcome), headers };
  }

  private async connect(): Promise<void> {
    const { pipeline } = this;
    const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
    const serverInfo = { name: SERVICE_NAME, version: SERVICE_VERSION };
    const server = new Server(serverInfo, { capabilities: { tools: {} } });
    server.onerror = (error) => this.options.log.warn({ err: error }, 'agent protocol');
    // Our own schemas, because those of the SDK refuse an `initialize` without clientInfo, for example.
    server.setRequestHandler(requestOf('initialize'), () => ({
      protocolVersion: MCP_PROTOCOL_VERSION,
      capabilities: { tools: {} },
      serverInfo,
      instructions: instructions(pipeline),
    }));
    server.setRequestHandler(requestOf('ping'), () => ({}));
    const listed = [...this.tools].map(([name, tool]) => listedTool(name, tool));
    server.setRequestHandler(requestOf('tools/list'), () => ({ tools: listed }));
    server.setRequestHandler(requestOf('tools/call'), ({ params }, { requestId }) =>
      // `dispatch` forwards only the result of `readCall`.
      this.callTool(params as ToolCall, this.waiting.get(Number(requestId))),
    );
    await server.connect(this.transport);
  }

  /** Called by the SDK for each tools/call. */
  private async callTool({ name, arguments: given }: ToolCall, waiting: Waiting | undefined) {
    if (waiting === undefined) throw new Error('a tool call without its caller');
    const { context, text, headers } = waiting;
    const tool = this.tools.get(name);
    const answer =
      tool === undefined
        ? await this.pipeline.errorResponse(unknownTool(name, [...this.tools.keys()]), context)
        : await this.pipeline.call(tool, given, context, text);
    headers.push(...answer.headers);
    return answer.message === null
      ? { content: [{ type: 'text', text: identityBody(answer).toString() }] }
      : { content: [{ type: 'text', text: sentence(answer) }], isError: true };
  }
}

function listedTool(name: string, tool: Tool) {
  const { title, description, annotations, maxResultSizeChars } = tool;
  const meta =
    maxResultSizeChars === undefined ? {} : { _meta: { 'anthropic/maxResultSizeChars': maxResultSizeChars } };
  return { name, title, description, inputSchema: parameterSchema(tool), annotations, ...meta };
}

function requestOf<M extends string>(method: M) {
  return z.object({ method: z.literal(method), params: z.unknown() });
}

/** `params` of a tools/call; a fault in them is the caller's error, not one of the protocol. */
function readCall(params: unknown): ToolCall | ApiError {
  if (params !== undefined && params !== null && !isObject(params))
    return invalidParameter([
      { path: 'params', message: 'params must be an object with name and arguments' },
    ]);
  // The check above refuses any other value.
  const { name, arguments: given } = (params ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string')
    return invalidParameter([{ path: 'name', message: 'name must be a string, the name of a tool' }]);
  if (given !== undefined && given !== null && !isObject(given))
    return invalidParameter([{ path: 'arguments', message: 'arguments must be an object' }]);
  // The check above refuses any other value.
  return { name, arguments: (given as Record<string, unknown> | null | undefined) ?? {} };
}

function unknownTool(name: string, names: string[]): ApiError {
  return notFound(`Unknown tool: ${name.slice(0, 100)}. The tools are ${names.join(', ')}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sentence({ status, message }: EncodedResponse): string {
  return `${status} ${message}`;
}

function unanswered(id: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
}

function tooMany(id: MessageId, failed: ApiError | null): Reply | null {
  if (failed === null) return null;
  const reply = protocolError(id, TOO_MANY, failed.message, failed.status);
  return { ...reply, headers: [...UNCACHED, ...Object.entries(failed.headers).flat()] };
}

/** An error of the protocol: unreadable input, a batch, or something that is not a message. */
export function protocolError(id: MessageId, code: number, message: string, status: number): Reply {
  const body = envelope(id, `"error":${JSON.stringify({ code, message })}`);
  return { status, head: '', body, headers: UNCACHED };
}

function envelope(id: MessageId, outcome: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${idJson(id)},${outcome}}`);
}

/** The reply to a tools/call from an encoded answer: the same bytes that the trip through the SDK gives. */
function toolReply(id: MessageId, answer: EncodedResponse): Reply {
  const start = `{"jsonrpc":"2.0","id":${idJson(id)},"result":{"content":[{"type":"text","text":`;
  const { headers } = answer;
  if (answer.message !== null) {
    const body = Buffer.from(`${start}${JSON.stringify(sentence(answer))}}],"isError":true}}`);
    return { status: 200, head: '', body, headers };
  }
  // Only an id that is a string has characters beyond ASCII.
  const head = typeof id === 'string' ? Buffer.from(start).toString('latin1') : start;
  return { status: 200, head, body: escapedBody(answer), headers };
}

/** Bytes that escaped copies may hold in memory, with the bodies that they are copies of. */
const ESCAPED_BYTES = 8 * 1024 * 1024;
const escapedCopies = new LRUCache<Buffer, Buffer | string>({
  maxSize: ESCAPED_BYTES,
  sizeCalculation: (copy, body) => copy.length + body.length + 512,
});
const RESULT_END = '}]}}';

/**
 * The body as a JSON string, quotes included, with the end of the message: the text of a tool result. Kept for
 * what is requested again; a short one is a text of bytes.
 */
export function escapedBody(answer: EncodedResponse): Buffer | string {
  const body = identityBody(answer);
  let copy = escapedCopies.get(body);
  if (copy === undefined) {
    const bytes = Buffer.from(JSON.stringify(body.toString()) + RESULT_END);
    copy = bytes.length > SENT_AS_TEXT_MAX ? bytes : bytes.toString('latin1');
    if (answer.isNew !== true) escapedCopies.set(body, copy);
  }
  return copy;
}
