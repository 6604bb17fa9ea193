/** What every process that answers has: the store as it changes, the request pipeline, and the handler for agents. */

import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Reads } from '../../tools/contract/reads.js';
import { tools } from '../../tools/index.js';
import type { Config } from '../config.js';
import { MINUTE_MS } from '../dates.js';
import type { KeyRing } from '../limits/keys.js';
import {
  createPipeline,
  type Log,
  type PipelineOptions,
  type RequestPipeline,
} from '../pipeline/pipeline.js';
import type { NodeState } from '../publish/node-state.js';
import { endpointsOf } from '../transports/http/rest.js';
import { createMcpHandler, type McpHandler } from '../transports/mcp/mcp-handler.js';
import { type ClockCheck, startClockCheck } from './clock-check.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { modeOf, servedDay } from './data-folder.js';
import { beginWriterTerm, takeOverLedger } from './ledger-backup.js';
import { memberOverrides } from './member-overrides.js';
import { isShared } from './read-model.js';
import { type RefreshWorker, startRefreshWorker } from './refresh-worker.js';
import { openServedData, type ServedData } from './served-data.js';
import { startWriterRole } from './writer-role.js';

/** Bytes that cached answers may use in memory. */
const CACHE_BYTES = 10 * 1024 * 1024;
const WATCH_INTERVAL_MS = 1000;
/** A generation of a shared database is announced two seconds before it is served. */
const WATCH_SHARED_MS = 250;
/** A store that cannot be read is logged at most this often. */
const REPORT_INTERVAL_MS = MINUTE_MS;

export interface RunningService {
  data: ServedData;
  pipeline: RequestPipeline;
  mcpHandler: McpHandler;
  node(): NodeState;
  /** Ends a running refresh and starts no other; requests are still answered. */
  stopRefreshing(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the data (after building today's sample if there is no contact) and starts to follow and refresh it. A server
 * also passes its keys, without which no key is valid, and whether static exports are kept.
 */
export async function openService(
  config: Config,
  baseUrl: string,
  log: Logger,
  server: { keyRing?: KeyRing; keyPage?: string | null; exports: boolean } = { exports: false },
): Promise<RunningService> {
  const { keyRing, keyPage, exports } = server;
  // An invalid file of the operator stops the start with one line, not only the first refresh.
  memberOverrides(config);
  enabledRegisters(config, configuredRegisters(config));
  if (modeOf(config) === 'sample') {
    // Loaded here: a live service starts without it.
    const { buildSample } = await import('./build-sample.js');
    await buildSample(config, servedDay(config));
  }
  const data = await openServedData(config);
  const pipeline = createPipeline({
    ...pipelineOptions(config, baseUrl, log),
    readsOf: data.readsOf,
    dataVersion: data.dataVersion,
    keyRing,
    keyPage,
  });
  const mcpHandler = createMcpHandler({ pipeline, log });
  const pollStore = storeWatcher(
    () => data.poll((next, milliseconds) => pipeline.prewarm(next, milliseconds)),
    log,
    data.storeFault,
    isShared(config) ? SHARED_WORDS : undefined,
  );
  const timer = setInterval(() => void pollStore(), isShared(config) ? WATCH_SHARED_MS : WATCH_INTERVAL_MS);
  timer.unref();
  const clock = isShared(config) ? startClockCheck(config.databaseUrl, log) : null;
  const refresh = startRefreshing(config, { ...data, poll: pollStore }, { baseUrl, exports }, log);
  return {
    data,
    pipeline,
    mcpHandler,
    node: () => nodeState(config, data, refresh, clock),
    stopRefreshing: () => refresh.stop(),
    async close() {
      clearInterval(timer);
      clock?.stop();
      await Promise.all([refresh.stop(), mcpHandler.close()]);
      await data.close();
    },
  };
}

interface Refreshing extends RefreshWorker {
  /** Whether this process reads the registers. */
  isWriting(): boolean;
}

/** Alone, this process refreshes its data. With a database that nodes share, it does so while it is the writer. */
function startRefreshing(
  config: Config,
  data: Pick<ServedData, 'dataVersion' | 'poll'>,
  options: { baseUrl: string; exports: boolean },
  log: Logger,
): Refreshing {
  if (!isShared(config)) {
    const refresh = startRefreshWorker(config, data, options, log);
    return { ...refresh, isWriting: () => config.asOf === null };
  }
  if (config.role === 'reader' || config.asOf !== null)
    return { stop: async () => undefined, isWriting: () => false };
  const role = startWriterRole({
    begin: () => beginWriterTerm(config),
    async work(epoch, signal) {
      await takeOverLedger(config, epoch, log);
      // The plan of the last writer.
      await data.poll();
      if (signal.aborted) return;
      // Nodes that share a database render exports on request.
      const refresh = startRefreshWorker(config, data, { ...options, exports: false, epoch }, log);
      await once(signal, 'abort');
      await refresh.stop();
    },
    log,
  });
  return { stop: () => role.stop(), isWriting: () => role.epoch() !== null };
}

function nodeState(
  config: Config,
  data: ServedData,
  refresh: Refreshing,
  clock: ClockCheck | null,
): NodeState {
  const { generation, lagSeconds, failure } = data.following();
  return {
    role: isShared(config) ? config.role : 'single',
    isWriting: refresh.isWriting(),
    generation,
    lagSeconds,
    failure:
      failure === null
        ? null
        : { reason: failure.error.message, since: new Date(failure.since).toISOString() },
    clockAheadSeconds: clock?.aheadSeconds() ?? null,
  };
}

/** Answers the methods of the protocol before there is data; no tool may be called on it. */
export function openProtocolHandler(config: Config, baseUrl: string, log: Logger): McpHandler {
  const now = new Date();
  const dataVersion = () => ({ generation: 0, id: '', at: now.toISOString(), nextRefreshAt: null, now });
  // Only tools read data, and no tool is called.
  const readsOf = () => ({}) as Reads;
  const pipeline = createPipeline({ ...pipelineOptions(config, baseUrl, log), readsOf, dataVersion });
  return createMcpHandler({ pipeline, log });
}

/** All options except the data. */
function pipelineOptions(
  config: Config,
  baseUrl: string,
  log: Logger,
): Omit<PipelineOptions, 'readsOf' | 'dataVersion'> {
  return {
    tools,
    baseUrl,
    sourcePrefix: modeOf(config) === 'sample' ? 'sample:' : '',
    rateLimits: { keyless: config.rateLimitKeyless, withKey: config.rateLimitKeyed },
    endpoints: endpointsOf(tools),
    cacheBytes: CACHE_BYTES,
    log,
  };
}

const STORE_WORDS = {
  away: 'the store cannot be read: it is tried again every second',
  again: 'the store can be read again',
};
const SHARED_WORDS = {
  away: 'this node waits for its database: answers in memory go on, all others are 503 until it can be used',
  again: 'the database can be used again',
};

/**
 * Checks the store without throwing: a store that cannot be read at this moment must not end the service. It is
 * readable again when a check succeeds and `storeFault` reports nothing: not every check reads the file.
 */
export function storeWatcher(
  poll: () => Promise<void>,
  log: Pick<Log, 'error' | 'info'>,
  storeFault: () => string | null,
  words = STORE_WORDS,
): () => Promise<void> {
  let reportedAt: number | null = null;
  return async () => {
    try {
      await poll();
      if (storeFault() !== null) return;
      if (reportedAt !== null) log.info({}, words.again);
      reportedAt = null;
    } catch (error) {
      if (reportedAt !== null && Date.now() - reportedAt < REPORT_INTERVAL_MS) return;
      reportedAt = Date.now();
      log.error({ err: error }, words.away);
    }
  };
}

/** `BASE_URL`, or the address that is listened on. */
export function baseUrlOf(config: Config, port: number): string {
  if (config.baseUrl !== '') return config.baseUrl;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
