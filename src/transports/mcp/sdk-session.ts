/**
 * One SDK server for the whole process, behind the handler of messages. It serves all clients at once, so the session
 * gives each request its id.
 */

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v3';
import { MCP_PROTOCOL_VERSION, SERVICE_NAME, SERVICE_VERSION } from '../../../tools/contract/rules.js';
import type { Tool, ToolSet } from '../../../tools/contract/tool.js';
import type { RequestContext } from '../../pipeline/callers.js';
import { type EncodedResponse, identityBody } from '../../pipeline/encoded-response.js';
import type { Log, RequestPipeline } from '../../pipeline/pipeline.js';
import { instructionsFor } from './instructions.js';
import { listedTool } from './listed-tool.js';
import type { MessageId } from './message.js';
import { envelope, INTERNAL_ERROR, type Reply, sentence, UNCACHED } from './reply.js';
import { listedInPair } from './search-pair.js';

const ANSWER_MILLISECONDS = 35_000;
const STOPPING = 'The service is being stopped.';

/** `params` of a tools/call. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

interface SdkOptions {
  pipeline: RequestPipeline;
  log: Log;
  toolSet: ToolSet;
  /** Those of the set, by name. */
  tools: ReadonlyMap<string, Tool>;
  answerMilliseconds?: number;
  /** An answer in the form that the set gives. */
  shaped(answer: EncodedResponse): EncodedResponse;
}

/** A request that waits for the SDK, by the id that the handler gave it. */
interface Waiting {
  context: RequestContext;
  headers: string[];
  /** The call word for word, so that the pipeline can remember it. */
  text: string | undefined;
  done(message: JSONRPCMessage): void;
}

export class SdkSession {
  private readonly waiting = new Map<number, Waiting>();
  private readonly transport: Transport;
  private connected: Promise<void> | null = null;
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly options: SdkOptions) {
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

  /**
   * Loads the SDK, so that the first message need not wait for it. Loading takes a seventh of the start, and the first
   * request is seldom an agent's, so it happens late.
   */
  warm(): Promise<void> {
    this.connected ??= this.connect();
    return this.connected;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    // The SDK drops its pending calls; their callers, and this process, would wait for the timeout.
    for (const [id, { done }] of this.waiting) done(unanswered(id, STOPPING));
    await this.transport.close();
  }

  /** Calls the SDK under an id that we assign, because two clients may use the same one. */
  async answer(
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
    const { pipeline, toolSet, tools } = this.options;
    const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
    const serverInfo = { name: SERVICE_NAME, version: SERVICE_VERSION };
    const server = new Server(serverInfo, { capabilities: { tools: {} } });
    server.onerror = (error) => this.options.log.warn({ err: error }, 'agent protocol');
    // Our own schemas, because those of the SDK refuse an `initialize` without clientInfo, for example.
    server.setRequestHandler(requestOf('initialize'), () => ({
      protocolVersion: MCP_PROTOCOL_VERSION,
      capabilities: { tools: {} },
      serverInfo,
      instructions: instructionsFor(toolSet, pipeline),
    }));
    server.setRequestHandler(requestOf('ping'), () => ({}));
    const list = toolSet === 'pair' ? listedInPair : listedTool;
    const listed = [...tools].map(([name, tool]) => list(name, tool));
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
    // `dispatch` answers for a name that is not offered.
    const tool = this.options.tools.get(name) as Tool;
    const answer = this.options.shaped(await this.options.pipeline.call(tool, given, context, text));
    headers.push(...answer.headers);
    return answer.message === null
      ? { content: [{ type: 'text', text: identityBody(answer).toString() }] }
      : { content: [{ type: 'text', text: sentence(answer) }], isError: true };
  }
}

function requestOf<M extends string>(method: M) {
  return z.object({ method: z.literal(method), params: z.unknown() });
}

function unanswered(id: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
}
