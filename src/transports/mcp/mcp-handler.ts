/**
 * The agent protocol, independent of sockets. This handler owns the JSON-RPC envelope, which our interface reads more leniently
 * than the transports of the SDK (docs/adr/0002). The SDK answers behind it, except requests of revision 2026-07-28. Long
 * because all ways of a tool call are in it.
 */

import { LRUCache } from 'lru-cache';
import { ApiError, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import { agentTools, type Tool, type ToolSet } from '../../../tools/contract/tool.js';
import type { Caller, RequestContext } from '../../pipeline/callers.js';
import type { EncodedResponse } from '../../pipeline/encoded-response.js';
import { internalMessage, type Log, type RequestPipeline } from '../../pipeline/pipeline.js';
import { Listening } from './listening.js';
import { findId, isDeeperThan, type Message, type MessageId, messageFault, preserveId } from './message.js';
import { ModernMethods, type Params } from './modern-methods.js';
import {
  headersFit,
  isModern,
  isModernHeader,
  isObject,
  type MessageHeaders,
  type ModernRequest,
  modernFault,
} from './modern-request.js';
import {
  faultReply,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  modernReply,
  modernToolReply,
  PARSE_ERROR,
  protocolError,
  type Reply,
  TOO_MANY,
  toolReply,
  UNCACHED,
} from './reply.js';
import { SdkSession, type ToolCall } from './sdk-session.js';
import { pairAnswer, pairArguments } from './search-pair.js';

export interface McpOptions {
  pipeline: RequestPipeline;
  log: Log;
  /** Default `nine`. */
  toolSet?: ToolSet;
  /** Shared by the handlers of all tool sets. */
  listening?: Listening;
  answerMilliseconds?: number;
}

/** Bytes of one message, on either transport; the largest question that makes sense has 4 KB. */
export const MESSAGE_MAX = 65_536;
/** Arrays and objects inside one another, in a message. */
const DEPTH_MAX = 32;
/** Longest message whose arguments are remembered word for word. */
const TEXT_MAX = 1024;
/** Characters of the messages whose meaning is remembered. */
const MESSAGES_SIZE = 1_000_000;

/** A call of a tool that was answered from the cache. */
interface RememberedCall {
  /** Its words for the pipeline. */
  words: string;
  /** The name that the headers of revision 2026-07-28 must repeat; null for a call of the older revisions. */
  modernName: string | null;
}

/** A message with what belongs to it. */
interface Received {
  text: string;
  context: RequestContext;
  /** The headers of the POST; undefined over stdio. */
  headers: MessageHeaders | undefined;
}

/** Methods whose answers need data. */
const DATA_METHODS: readonly unknown[] = ['tools/call', 'resources/read', 'completion/complete'];

/** Whether a message can be answered only when there is data. */
export function needsData(text: string): boolean {
  try {
    return DATA_METHODS.includes((JSON.parse(text) as { method?: unknown } | null)?.method);
  } catch {
    return false;
  }
}

export class McpHandler {
  private readonly pipeline: RequestPipeline;
  private readonly tools: Map<string, Tool>;
  private readonly sdk: SdkSession;
  private readonly modern: ModernMethods;
  /** Messages that were answered from the cache, without their ids. */
  private readonly calls = new LRUCache<string, RememberedCall>({
    maxSize: MESSAGES_SIZE,
    sizeCalculation: ({ words }, text) => words.length + text.length,
  });
  private readonly listening: Listening;
  private readonly others = new Map<ToolSet, McpHandler>();

  constructor(private readonly options: McpOptions) {
    this.pipeline = options.pipeline;
    this.tools = agentTools(options.pipeline.tools, options.toolSet ?? 'nine');
    this.listening = options.listening ?? new Listening(options.pipeline);
    this.modern = new ModernMethods(this.pipeline, this.tools, options.toolSet ?? 'nine');
    this.sdk = new SdkSession({
      ...options,
      toolSet: options.toolSet ?? 'nine',
      tools: this.tools,
      shaped: (answer) => this.shaped(answer),
    });
  }

  /** The handler of the same service that offers another set of tools. What the two remember stays apart. */
  withTools(toolSet: ToolSet): McpHandler {
    if ((this.options.toolSet ?? 'nine') === toolSet) return this;
    const other =
      this.others.get(toolSet) ?? new McpHandler({ ...this.options, toolSet, listening: this.listening });
    this.others.set(toolSet, other);
    return other;
  }

  /** Answers one message, at once when the answer is cached; `headers` are those of its POST. Never throws. */
  answer(text: string, caller: Caller, headers?: MessageHeaders): Reply | Promise<Reply> {
    try {
      const received = { text, context: this.pipeline.begin(caller), headers };
      const reply = this.again(received) ?? this.read(received);
      return reply instanceof Promise ? reply.catch((error) => this.broken(error, caller)) : reply;
    } catch (error) {
      return this.broken(error, caller);
    }
  }

  /** The reply to a caller who is beyond the limit of protocol requests; null for others. Counts nothing. */
  refusal(address: string | null): Reply | null {
    return tooMany(null, this.pipeline.callers.isOverProtocolLimit(address));
  }

  /** Loads the SDK, so that the first message need not wait for it. */
  warm(): Promise<void> {
    return this.sdk.warm();
  }

  /** Sends those who listen what a new generation changed. */
  noteGeneration(): Promise<void> {
    return this.listening.changed();
  }

  /** Ends the streams of those who listen: a server that closes would wait for them. */
  endListening(): void {
    this.listening.close();
  }

  async close(): Promise<void> {
    this.listening.close();
    await Promise.all([this.sdk.close(), ...[...this.others.values()].map((one) => one.close())]);
  }

  /** The cached reply to a message that differs only in its id from one that was answered before; null for others. */
  private again({ text, context, headers }: Received): Reply | null {
    if (text.length > TEXT_MAX) return null;
    const found = findId(text);
    const call = found === null ? undefined : this.calls.get(found.rest);
    if (found === null || call === undefined || !isRepeatable(call, headers)) return null;
    const cached = this.pipeline.tryCached(call.words, context);
    if (cached === null) return null;
    const answer = this.shaped(cached);
    return call.modernName === null ? toolReply(found.id, answer) : modernToolReply(found.id, answer);
  }

  private read(received: Received): Reply | Promise<Reply> {
    const { text, context } = received;
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
    return fault === null ? this.dispatch(message as Message, received) : refuse(INVALID_REQUEST, fault);
  }

  private dispatch(message: Message, received: Received): Reply | Promise<Reply> {
    const { method, params } = message;
    const { text, context, headers } = received;
    const id = preserveId(message.id ?? null, text);
    // Notifications stop here: a forwarded `cancelled` could hit another client's request. So do responses.
    // Over stdio there is one client, which can end what it listens to.
    if (method === 'notifications/cancelled' && headers === undefined && isObject(params))
      this.listening.cancel(params.requestId);
    if (method === undefined || (!('id' in message) && method.startsWith('notifications/')))
      return this.counted(id, context, () => ({ status: 202, head: '', body: null, headers: UNCACHED }));
    if (isModern(method, params, headers))
      // If only the header says that this is such a request, `modernFault` refuses params that are not an object.
      return this.answerModern({ id, method, params: (params ?? {}) as Params }, received);
    if (method !== 'tools/call')
      return this.counted(id, context, () => this.sdk.answer(id, method, {}, { context, text: undefined }));
    const call = this.callOf(params);
    if (call instanceof ApiError)
      return this.pipeline.errorResponse(call, context).then((failed) => toolReply(id, failed));
    if (!this.tools.has(call.name)) {
      const failed = this.pipeline.errorResponse(this.unknownTool(call.name), context);
      return failed.then((answer) => toolReply(id, answer));
    }
    const words = wordsOf(call, text);
    const cached = words === undefined ? null : this.pipeline.tryCached(words, context);
    if (words === undefined || cached === null)
      return this.sdk.answer(id, method, { ...call }, { context, text: words });
    this.remember(id, text, { words, modernName: null });
    return toolReply(id, this.shaped(cached));
  }

  private callOf(params: unknown): ToolCall | ApiError {
    const call = readCall(params);
    if (call instanceof ApiError || this.options.toolSet !== 'pair') return call;
    return { ...call, arguments: pairArguments(call.arguments) };
  }

  /** A tool that only another set has is one that the caller may have read of. */
  private unknownTool(name: string): ApiError {
    const isElsewhere = agentTools(this.pipeline.tools, 'all').has(name);
    const wider = isElsewhere ? ` ${name} is offered at /v1/mcp?tools=all (stdio: --tools all).` : '';
    const names = [...this.tools.keys()].join(', ');
    return notFound(`Unknown tool: ${name.slice(0, 100)}. The tools are ${names}.${wider}`);
  }

  /** The answer in the form that this set of tools gives. */
  private shaped(answer: EncodedResponse): EncodedResponse {
    return this.options.toolSet === 'pair' ? pairAnswer(answer) : answer;
  }

  /** A request of revision 2026-07-28. */
  private answerModern(request: ModernRequest, received: Received): Reply | Promise<Reply> {
    const { id, method, params } = request;
    const { context } = received;
    const fault = modernFault(request, received.headers);
    if (fault !== null) return this.counted(id, context, () => faultReply(id, fault));
    if (method === 'tools/call') return this.callModern(request, received);
    if (method === 'subscriptions/listen')
      return this.counted(id, context, () => this.listen(request, context));
    const answered = async (): Promise<Reply> => {
      const outcome = await this.modern.answer(method, params, context);
      if ('result' in outcome) return modernReply(id, outcome.result, outcome.headers);
      const reply = faultReply(id, outcome.fault);
      return { ...reply, headers: outcome.headers ?? reply.headers };
    };
    return this.modern.isCountedAsTool(method, params) ? answered() : this.counted(id, context, answered);
  }

  private listen({ id, params }: ModernRequest, { address }: RequestContext): Reply {
    const opened = this.listening.open(id, params, address);
    if ('code' in opened) return faultReply(id, opened);
    return { status: 200, head: '', body: null, headers: UNCACHED, listen: opened };
  }

  private callModern({ id, params }: ModernRequest, { text, context }: Received): Reply | Promise<Reply> {
    const call = this.callOf(params);
    const tool = call instanceof ApiError ? undefined : this.tools.get(call.name);
    if (call instanceof ApiError || tool === undefined) {
      const error = call instanceof ApiError ? call : this.unknownTool(call.name);
      const fault = { code: INVALID_PARAMS, message: error.message, status: 200 };
      return this.counted(id, context, () => faultReply(id, fault));
    }
    const words = wordsOf(call, text);
    const cached = words === undefined ? null : this.pipeline.tryCached(words, context);
    if (words === undefined || cached === null)
      return this.pipeline
        .call(tool, call.arguments, context, words)
        .then((answer) => modernToolReply(id, this.shaped(answer)));
    this.remember(id, text, { words, modernName: call.name });
    return modernToolReply(id, this.shaped(cached));
  }

  /** Lets `again` answer the next message that differs only in its id. */
  private remember(id: MessageId, text: string, call: RememberedCall): void {
    const found = findId(text);
    // Unless the message has a second id, which counts instead.
    if (found?.id === id && found.isOnly()) this.calls.set(found.rest, call);
  }

  /** `answer`, unless the address is beyond the limit of protocol requests. Waits only if a block must be taken. */
  private counted(
    id: MessageId,
    { address }: RequestContext,
    answer: () => Reply | Promise<Reply>,
  ): Reply | Promise<Reply> {
    const counted = this.pipeline.callers.countProtocolRequest(address);
    const reply = (refused: ApiError | null) => tooMany(id, refused) ?? answer();
    return counted instanceof Promise ? counted.then(reply) : reply(counted);
  }

  private broken(error: unknown, { requestId }: Caller): Reply {
    this.options.log.error({ err: error, requestId: requestId?.() }, 'agent message failed');
    return protocolError(
      null,
      INTERNAL_ERROR,
      internalMessage('The service failed to answer.', requestId),
      500,
    );
  }
}

/** Whether the headers that come with a remembered call are those of its revision. */
function isRepeatable({ modernName }: RememberedCall, headers: MessageHeaders | undefined): boolean {
  if (headers === undefined) return true;
  if (modernName === null) return !isModernHeader(headers);
  return isModernHeader(headers) && headersFit('tools/call', modernName, headers);
}

/** The call word for word; undefined for one that is too long to be remembered. */
function wordsOf(call: ToolCall, text: string): string | undefined {
  return text.length > TEXT_MAX ? undefined : `${call.name} ${JSON.stringify(call.arguments)}`;
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

function tooMany(id: MessageId, failed: ApiError | null): Reply | null {
  if (failed === null) return null;
  const reply = protocolError(id, TOO_MANY, failed.message, failed.status);
  return { ...reply, headers: [...UNCACHED, ...Object.entries(failed.headers).flat()] };
}
