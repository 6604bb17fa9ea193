/** What every process that answers has: the store as it changes, the request pipeline, and the handler for agents. */

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
import { endpointsOf } from '../transports/http/rest.js';
import { createMcpHandler, type McpHandler } from '../transports/mcp/mcp-handler.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { modeOf, servedDay } from './data-folder.js';
import { memberOverrides } from './member-overrides.js';
import { type RefreshWorker, startRefreshWorker } from './refresh-worker.js';
import { openServedData, type ServedData } from './served-data.js';

/** Bytes that cached answers may use in memory. */
const CACHE_BYTES = 10 * 1024 * 1024;
const WATCH_INTERVAL_MS = 1000;
/** A store that cannot be read is logged at most this often. */
const REPORT_INTERVAL_MS = MINUTE_MS;

export interface RunningService {
  data: ServedData;
  pipeline: RequestPipeline;
  mcpHandler: McpHandler;
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
  const pollStore = storeWatcher(() => data.poll((next) => pipeline.prewarm(next)), log, data.storeFault);
  const timer = setInterval(() => void pollStore(), WATCH_INTERVAL_MS);
  timer.unref();
  const refresh: RefreshWorker = startRefreshWorker(
    config,
    { ...data, poll: pollStore },
    { baseUrl, exports },
    log,
  );
  return {
    data,
    pipeline,
    mcpHandler,
    stopRefreshing: () => refresh.stop(),
    async close() {
      clearInterval(timer);
      await Promise.all([refresh.stop(), mcpHandler.close()]);
      await data.close();
    },
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

/**
 * Checks the store without throwing: a store that cannot be read at this moment must not end the service. It is
 * readable again when a check succeeds and `storeFault` reports nothing: not every check reads the file.
 */
export function storeWatcher(
  poll: () => Promise<void>,
  log: Pick<Log, 'error' | 'info'>,
  storeFault: () => string | null,
): () => Promise<void> {
  let reportedAt: number | null = null;
  return async () => {
    try {
      await poll();
      if (storeFault() !== null) return;
      if (reportedAt !== null) log.info({}, 'the store can be read again');
      reportedAt = null;
    } catch (error) {
      if (reportedAt !== null && Date.now() - reportedAt < REPORT_INTERVAL_MS) return;
      reportedAt = Date.now();
      log.error({ err: error }, 'the store cannot be read: it is tried again every second');
    }
  };
}

/** `BASE_URL`, or the address that is listened on. */
export function baseUrlOf(config: Config, port: number): string {
  if (config.baseUrl !== '') return config.baseUrl;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
