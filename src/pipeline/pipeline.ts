/**
 * The request pipeline: every request, by any transport, passes identification, rate limit, validation, cache and tool.
 * Long because all stages are called in it: a reader follows a request without leaving the file.
 */

import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod/v3';
import { type ApiEnvelope, errorEnvelope, successEnvelope } from '../../tools/contract/envelope.js';
import { ApiError, invalidParameter } from '../../tools/contract/errors.js';
import { AS_OF, asOfParameter } from '../../tools/contract/parameters.js';
import type { ListPlace } from '../../tools/contract/place.js';
import type { Reads } from '../../tools/contract/reads.js';
import { RATE_WINDOW_SECONDS } from '../../tools/contract/rules.js';
import type { Endpoint, Tool } from '../../tools/contract/tool.js';
import { rateLimitHeaders } from '../limits/rate.js';
import { inputFrom, type ParsedArguments, parseArguments, queryOf } from './arguments.js';
import {
  type Caller,
  type CallerOptions,
  Callers,
  type HourlyLimits,
  type RequestContext,
  type RequestId,
} from './callers.js';
import { type Cursor, decodeCursor, encodeCursor, requireCurrent, requireSameLog } from './cursor.js';
import { cacheControl, type DataVersion, moment } from './data-version.js';
import { type EncodedResponse, encode, encodeCompressed } from './encoded-response.js';
import {
  asOfMeta,
  type Replay,
  type Replayed,
  replayCacheControl,
  replayError,
  replayedAt,
} from './replay.js';
import { ResponseCache } from './response-cache.js';

export interface Log {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

export interface PipelineOptions extends CallerOptions {
  tools: readonly Tool[];
  /** The data of a version. */
  readsOf: (version: DataVersion) => Reads;
  dataVersion: () => DataVersion;
  /** What answered at earlier moments; without it nothing is kept. */
  replay?: Replay;
  baseUrl: string;
  /** `sample:` in sample mode, else empty. */
  sourcePrefix: string;
  endpoints: readonly Endpoint[];
  /** Bytes that cached answers may hold. */
  cacheBytes: number;
  log: Log;
  /** Longest time that an answer may take. */
  runMilliseconds?: number;
}

/** A success with the type that its tool declares. */
export type TypedEnvelope<T extends Tool> = ApiEnvelope & { data: z.infer<T['output']>; error: null };

export interface CacheState {
  /** Answers that were cached, and answers that were computed; errors are neither. */
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

const RUN_MILLISECONDS = 30_000;
/** Answers that are computed at the same time: each holds a megabyte while it is compressed. */
const CONCURRENCY = 16;
/** Longest request that is remembered, and the characters that remembered requests may hold together. */
const REQUEST_MAX = 2048;
const REQUESTS_SIZE = 4_000_000;
/** Answers that are computed ahead at most, and the longest time that new data waits for them. */
const PREWARM_MAX = 500;
const PREWARM_MILLISECONDS = 5_000;

/** The tool and the input that a request text means. */
interface KnownRequest {
  tool: Tool;
  /** The cache key: the path of the tool and the canonical input. */
  key: string;
}

export class RequestPipeline {
  readonly tools: readonly Tool[];
  readonly rateLimits: HourlyLimits;
  /** Whether all data is invented. */
  readonly sample: boolean;
  readonly baseUrl: string;
  private readonly toolsByPath: Map<string, Tool>;
  private readonly cache: ResponseCache;
  readonly callers: Callers;
  private readonly served = { hits: 0, misses: 0 };
  /** Keyed by the request text, so that the same text is not validated again. */
  private readonly requests = new LRUCache<string, KnownRequest>({
    maxSize: REQUESTS_SIZE,
    sizeCalculation: ({ key }, text) => key.length + text.length,
  });

  constructor(private readonly options: PipelineOptions) {
    const { tools, dataVersion, cacheBytes, rateLimits } = options;
    this.tools = tools;
    this.rateLimits = rateLimits;
    this.sample = options.sourcePrefix !== '';
    this.baseUrl = options.baseUrl;
    this.toolsByPath = new Map(tools.map((tool) => [tool.path, tool]));
    this.cache = new ResponseCache({ bytes: cacheBytes, concurrency: CONCURRENCY, dataVersion });
    this.callers = new Callers(options);
  }

  /** Begins a request. Reads what it needs to know about its caller and the data, once. */
  begin({ address, authorization, acceptedCodings = [], requestId }: Caller): RequestContext {
    const version = this.options.dataVersion();
    return {
      address,
      authorization,
      acceptedCodings,
      requestId,
      version,
      key: undefined,
      hasInvalidToken: false,
      rateLimit: null,
    };
  }

  /** The answer of `tool`. `text` is the request word for word: `tryCached` then answers the same text without parsing it. */
  async call(
    tool: Tool,
    raw: Record<string, unknown>,
    context: RequestContext,
    text?: string,
  ): Promise<EncodedResponse> {
    try {
      if (this.callers.unready(context) !== null) await this.callers.prepare(context);
      this.callers.count(context);
      const parsed = parseArguments(tool, raw);
      // Not cached: unknown parameters without end would push out what other callers need, and few callers share a misnomer.
      if (parsed.ignored.length > 0 || Object.keys(parsed.readAs).length > 0) {
        const envelope = await this.compute(tool, parsed, context.version);
        this.served.misses += 1;
        return personal(lasting(encode(envelope, 200), envelope, context.version), context, true);
      }
      const key = tool.path + parsed.canonical;
      if (text !== undefined && text.length <= REQUEST_MAX) this.requests.set(text, { tool, key });
      const codings = context.acceptedCodings ?? [];
      const { response, isHit } = await this.cache.getOrCompute(key, codings, async (version) => {
        const envelope = await this.compute(tool, parsed, version);
        const isCompressed = codings.includes('gzip');
        const encoded = isCompressed ? await encodeCompressed(envelope) : encode(envelope, 200);
        return lasting(encoded, envelope, version);
      });
      this.served[isHit ? 'hits' : 'misses'] += 1;
      return personal(response, context, !isHit);
    } catch (error) {
      return this.failed(this.explain(error, tool, context.requestId), tool, context);
    }
  }

  /**
   * The cached answer to a request text. When there is none, or the caller can be counted only after a wait (`call`
   * waits), returns null and counts nothing.
   */
  tryCached(text: string, context: RequestContext): EncodedResponse | null {
    const known = this.requests.get(text);
    if (known === undefined) return null;
    const response = this.cache.get(context.version, known.key, context.acceptedCodings ?? []);
    if (response === undefined || this.callers.unready(context) !== null) return null;
    try {
      this.callers.count(context);
      this.served.hits += 1;
      return personal(response, context);
    } catch (error) {
      return this.failed(this.explain(error, known.tool, context.requestId), known.tool, context);
    }
  }

  /**
   * The answer of `tool` with its type, for the pages of this service: neither counted, cached nor encoded. The tool of
   * this service at the path of `tool` answers, which a test may have replaced.
   * @throws ApiError for what a caller would get as an error.
   */
  async answer<T extends Tool>(
    tool: T,
    raw: Record<string, unknown> = {},
    requestId?: RequestId,
  ): Promise<TypedEnvelope<T>> {
    const found = this.toolsByPath.get(tool.path);
    if (found === undefined) throw new Error(`no tool answers ${tool.path}`);
    try {
      const parsed = parseArguments(found, raw);
      const envelope = await this.compute(found, parsed, this.options.dataVersion(), false);
      // A success has the shape of the output schema of its tool.
      return envelope as TypedEnvelope<T>;
    } catch (error) {
      throw this.explain(error, found, requestId);
    }
  }

  /**
   * What answered at a moment, for the pages of this service. `given` is a value of `as_of`.
   * @throws ApiError for a moment that no tool would answer
   */
  async replayed(given: string): Promise<Replayed> {
    const parsed = asOfParameter().safeParse(given);
    const { replay, dataVersion } = this.options;
    const found = await replayedAt(replay, { [AS_OF]: parsed.data }, dataVersion().now);
    if (found !== null) return found;
    throw invalidParameter((parsed.error?.issues ?? []).map(({ message }) => ({ path: AS_OF, message })));
  }

  /** `error` as an answer; counted like any other. */
  async errorResponse(error: Error, context: RequestContext): Promise<EncodedResponse> {
    try {
      if (this.callers.unready(context) !== null) await this.callers.prepare(context);
      this.callers.count(context);
      return this.failed(this.explain(error, null, context.requestId), null, context);
    } catch (refused) {
      return this.failed(this.explain(refused, null, context.requestId), null, context);
    }
  }

  /** `error` as an answer to a request that no limit counts. */
  uncountedError(error: Error, requestId?: RequestId): EncodedResponse {
    return this.failed(this.explain(error, null, requestId), null, this.begin({ address: null }));
  }

  /**
   * Computes for `next`, before it is served, what tools want prepared and the answers that are requested repeatedly; for
   * `milliseconds` at most.
   */
  async prewarm(next: DataVersion, milliseconds = PREWARM_MILLISECONDS): Promise<void> {
    const responses: Array<[key: string, response: EncodedResponse]> = [];
    const until = performance.now() + Math.min(milliseconds, PREWARM_MILLISECONDS);
    await this.prepareTools(next, until);
    for (const { key, isCompressed } of this.cache.reused(PREWARM_MAX)) {
      if (performance.now() > until) break;
      try {
        const envelope = await this.recompute(key, next);
        const encoded = isCompressed ? await encodeCompressed(envelope) : encode(envelope, 200);
        responses.push([key, lasting(encoded, envelope, next)]);
      } catch {
        // The next caller who requests it gets the error.
      }
      // Waiting callers take precedence.
      await setImmediate();
    }
    // The cache keeps longest what comes last.
    this.cache.stage(next, new Map(responses.reverse()));
  }

  /**
   * Answers what tools want prepared, until a moment of `performance.now()`: the results that the read model keeps for a
   * generation are then there.
   */
  async prepareTools(next: DataVersion, until: number): Promise<void> {
    for (const tool of this.toolsByPath.values())
      for (const question of tool.prepared?.(next.now) ?? []) {
        if (performance.now() > until) return;
        // If it cannot be answered, the next caller who sends it gets the error.
        await this.compute(tool, parseArguments(tool, question), next).catch(() => undefined);
        await setImmediate();
      }
  }

  cacheState(): CacheState {
    return { ...this.served, ...this.cache.state() };
  }

  private async compute(
    tool: Tool,
    { input, ignored, readAs }: Pick<ParsedArguments, 'input' | 'ignored' | 'readAs'>,
    newest: DataVersion,
    acceptsSerialized = true,
  ): Promise<ApiEnvelope> {
    const { readsOf, baseUrl, endpoints, sourcePrefix, runMilliseconds = RUN_MILLISECONDS } = this.options;
    const { sample, rateLimits } = this;
    const replayed = await replayedAt(this.options.replay, input, newest.now);
    const { version, reads } = replayed ?? { version: newest, reads: readsOf(newest) };
    const read = cursorIn(tool, input, version);
    if (read !== null) requireSameLog(read, await reads.changeLog());
    const { generation, now, asOf, after } = momentOf(read, version);
    const work = tool.run(input, {
      reads,
      now,
      asOf,
      after,
      baseUrl,
      endpoints,
      rateLimits: { ...rateLimits, windowSeconds: RATE_WINDOW_SECONDS },
      sample,
      acceptsSerialized,
    });
    const answer = await withTimeout(work, runMilliseconds).catch((error: unknown) => {
      throw replayed === null ? error : replayError(error, replayed);
    });
    const log = answer.rows?.next ? await reads.changeLog() : '';
    return successEnvelope(answer, {
      baseUrl,
      sourcePrefix,
      ignoredParameters: ignored,
      readAs,
      asOf: replayed === null ? undefined : await asOfMeta(replayed),
      cursorOf: (next) =>
        encodeCursor({
          path: tool.path,
          log,
          generation,
          asOf: asOf.toISOString(),
          query: queryOf(input),
          after: next,
        }),
    });
  }

  /** The answer that the cache keeps under `key`, for another version. */
  private recompute(key: string, version: DataVersion): Promise<ApiEnvelope> {
    const end = key.indexOf('[');
    // A key of the cache begins with the path of the tool that made the answer.
    const tool = this.toolsByPath.get(key.slice(0, end)) as Tool;
    return this.compute(tool, { input: inputFrom(tool, key.slice(end)), ignored: [], readAs: {} }, version);
  }

  /** The part of `error` that the caller may see; the cause is logged. */
  private explain(error: unknown, tool: Tool | null, requestId?: RequestId): ApiError {
    const { log } = this.options;
    const where = () => ({ tool: tool?.path ?? null, ...(requestId && { requestId: requestId() }) });
    if (!(error instanceof ApiError)) {
      log.error({ err: error, ...where() }, 'answer failed');
      return new ApiError('internal', internalMessage('The service failed to answer.', requestId));
    }
    if (error.cause !== undefined) log.error({ err: error.cause, ...where() }, 'the store cannot be read');
    return error;
  }

  /** An error of any stage is an enveloped answer that still reports the rate limit. */
  private failed(error: ApiError, tool: Tool | null, context: RequestContext): EncodedResponse {
    const { sourcePrefix } = this.options;
    const source = tool?.source ?? 'catalog';
    const envelope = errorEnvelope(error, { source, sourcePrefix, fetchedAt: context.version.at });
    const headers = Object.entries(error.headers).flat();
    return personal({ ...encode(envelope, error.status), headers }, context);
  }
}

/** `response` with how long an answer about an earlier moment stays as it is. */
function lasting(response: EncodedResponse, { meta }: ApiEnvelope, { now }: DataVersion): EncodedResponse {
  return meta.asOf === undefined
    ? response
    : { ...response, cacheControl: replayCacheControl(meta.asOf, now) };
}

/** The message about a fault of the service: it says where the operator finds the cause. */
export function internalMessage(what: string, requestId: RequestId | undefined): string {
  const name = requestId === undefined ? '' : ` under request ${requestId()}`;
  return `${what} Try again later; the cause is in its log${name}.`;
}

/** The cursor of a request; null without one. */
function cursorIn(tool: Tool, { cursor }: Record<string, unknown>, { now }: DataVersion): Cursor | null {
  if (typeof cursor !== 'string') return null;
  const read = decodeCursor(cursor, tool.path);
  requireCurrent(read, now);
  return read;
}

/** The moment of an answer; with a cursor, the one that its query is frozen at, where it began, and where its rows begin. */
function momentOf(
  read: Cursor | null,
  version: DataVersion,
): { generation: number; now: Date; asOf: Date; after: ListPlace | undefined } {
  const { generation, now } = version;
  if (read === null) return { generation, now, asOf: moment(version), after: undefined };
  const asOf = new Date(read.asOf);
  return { generation: read.generation, now: asOf, asOf, after: read.after };
}

/**
 * `work` with a timeout. Not p-timeout, because that creates its error, with a stack trace, before anything is late:
 * this took a tenth of the processor time of an answer.
 */
async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`no answer within ${milliseconds} milliseconds`));
    timer = setTimeout(fail, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `response` with the headers for this caller. */
function personal(response: EncodedResponse, context: RequestContext, isNew = false): EncodedResponse {
  const { status, type, body, etag, gzip, br, message, cacheControl: own } = response;
  const { version, rateLimit, hasInvalidToken } = context;
  const headers = rateLimit === null ? [] : rateLimitHeaders(rateLimit);
  // A shared cache must not give a warning about one caller's token to others.
  const isPublic = status === 200 && !hasInvalidToken;
  headers.push('Cache-Control', isPublic ? (own ?? cacheControl(version)) : 'no-store', ...response.headers);
  if (hasInvalidToken) headers.push('WWW-Authenticate', 'Bearer error="invalid_token"');
  return { status, type, body, etag, gzip, br, message, headers, isNew };
}
