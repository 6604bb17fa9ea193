/** What every process that answers has: the store as it changes, the request pipeline, and the handler for agents. */

import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import type { Reads } from '../../tools/contract/reads.js';
import { tools } from '../../tools/index.js';
import { querySql } from '../../tools/query-sql.js';
import { type Config, ConfigError } from '../config.js';
import { MINUTE_MS } from '../dates.js';
import type { KeyRing } from '../limits/keys.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { type Log, type PipelineOptions, RequestPipeline } from '../pipeline/pipeline.js';
import type { NodeState } from '../publish/node-state.js';
import { endpointsOf } from '../transports/http/rest.js';
import { McpHandler } from '../transports/mcp/mcp-handler.js';
import { type ClockCheck, startClockCheck } from './clock-check.js';
import { curatedTrackers } from './curated-trackers.js';
import { modeOf, requireOutside, servedDay } from './data-folder.js';
import { enabledRegisters } from './enabled-registers.js';
import { curatedErrata } from './errata.js';
import { beginWriterTerm, takeOverLedger } from './ledger-backup.js';
import { memberOverrides } from './member-overrides.js';
import type { OwnDump } from './own-dump.js';
import { requirePriceFolder } from './price-settings.js';
import { isReader, isShared, openLiveWriter } from './read-model.js';
import { type RefreshWorker, startRefreshWorker } from './refresh-worker.js';
import { openServedData, type Prepare, type ServedData } from './served-data.js';
import { prepareSigningKey } from './signing-key.js';
import { unreadableReport } from './unreadable-report.js';
import { startWebhookProcess } from './webhook-process.js';
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
  /** The dump that is offered; null unless `DUMPS` is on. */
  dump: OwnDump | null;
  node(): NodeState;
  /** Ends a running refresh and starts no other; requests are still answered. */
  stopRefreshing(): Promise<void>;
  close(): Promise<void>;
}

/** What a server adds to a service. */
export interface ServerParts {
  /** Without it no key is valid. */
  keyRing?: KeyRing;
  keyPage?: string | null;
  /** Whether static exports are kept. */
  exports: boolean;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null;
  /** Whether webhooks are sent while this process keeps the data fresh. */
  sendsWebhooks?: boolean;
  /** True in a worker: the primary process prepares the data and refreshes it. */
  isWorker?: boolean;
}

/** Checks the settings of the data, and builds today's sample if there is no contact. */
async function prepareData(config: Config, log: Logger): Promise<void> {
  // An invalid file of the operator stops the start with one line, not only the first refresh.
  memberOverrides(config);
  curatedErrata(config);
  if (config.backupDir !== '') requireOutside(config, config.backupDir, 'BACKUP_DIR');
  if (isAbsolute(config.ledgerBackup)) requireOutside(config, config.ledgerBackup, 'LEDGER_BACKUP');
  // Nothing was filed between now and then: every window would be empty, as if that were known. The sample is made for its day.
  if (modeOf(config) === 'live' && config.asOf !== null && config.asOf > new Date())
    throw new ConfigError(`AS_OF must be past (it is ${config.asOf.toISOString()}): what follows is unknown`);
  curatedTrackers(config);
  enabledRegisters(config);
  requirePriceFolder(config);
  // A node that shares a database makes its key when it becomes the writer.
  if (!isShared(config) || (!isReader(config) && config.signingKeyFile !== ''))
    prepareSigningKey(config, log);
  if (modeOf(config) === 'sample') {
    // Loaded here: a live service starts without it.
    const { buildSample } = await import('./build-sample.js');
    await buildSample(config, servedDay(config));
  }
}

/** Opens the data (after preparing it, unless this is a worker) and starts to follow and refresh it. */
export async function openService(
  config: Config,
  baseUrl: string,
  log: Logger,
  server: ServerParts = { exports: false },
): Promise<RunningService> {
  const { keyRing, keyPage, exports, sharedCounters, isWorker, sendsWebhooks = false } = server;
  if (isWorker !== true) await prepareData(config, log);
  const data = await openServedData(config, log);
  // Loaded here: a service without dumps starts without it.
  const dump = config.dumps ? (await import('./own-dump.js')).openOwnDump(config) : null;
  const offered = dump === null ? tools : [...tools, querySql(dump.ask)];
  const pipeline = new RequestPipeline({
    ...pipelineOptions(config, baseUrl, log),
    tools: offered,
    endpoints: endpointsOf(offered),
    readsOf: data.readsOf,
    dataVersion: data.dataVersion,
    replay: data.replay,
    keyRing,
    keyPage,
    sharedCounters: sharedCounters ?? null,
  });
  const mcpHandler = new McpHandler({ pipeline, log, toolSet: config.toolSet });
  const { poll, stop } = followData(
    config,
    data,
    log,
    (next, milliseconds) => pipeline.prewarm(next, milliseconds),
    () => mcpHandler.noteGeneration(),
  );
  const clock = isShared(config) ? startClockCheck(config.databaseUrl, log) : null;
  const refresh =
    isWorker === true
      ? null
      : startRefreshing(config, { ...data, poll }, { baseUrl, exports, sendsWebhooks }, log);
  return {
    data,
    pipeline,
    mcpHandler,
    dump,
    node: () => nodeState(config, data, refresh, clock),
    stopRefreshing: async () => refresh?.stop(),
    async close() {
      stop();
      clock?.stop();
      dump?.close();
      await Promise.all([refresh?.stop(), mcpHandler.close()]);
      await data.close();
    },
  };
}

/** Keeps the data fresh for workers: prepares it, follows and refreshes it, and answers nothing. */
export async function openRefresh(
  config: Config,
  baseUrl: string,
  log: Logger,
): Promise<Pick<ServedData, 'mode' | 'isReplay' | 'close'> & { isWriting(): boolean }> {
  await prepareData(config, log);
  const data = await openServedData(config, log);
  const { poll, stop } = followData(config, data, log);
  const refresh = startRefreshing(
    config,
    { ...data, poll },
    { baseUrl, exports: true, sendsWebhooks: true },
    log,
  );
  return {
    mode: data.mode,
    isReplay: data.isReplay,
    isWriting: () => refresh.isWriting(),
    async close() {
      stop();
      await refresh.stop();
      await data.close();
    },
  };
}

/** Looks for new generations from now on. */
function followData(
  config: Config,
  data: ServedData,
  log: Logger,
  prepare?: Prepare,
  looked?: () => Promise<void>,
): { poll: () => Promise<void>; stop: () => void } {
  const words = isShared(config) ? SHARED_WORDS : STORE_WORDS;
  const poll = storeWatcher(() => data.poll(prepare), log, data.storeFault, words);
  const report = unreadableReport(data.unreadable, log);
  const look = () =>
    void poll()
      .then(report)
      .then(looked)
      .catch(() => undefined);
  const timer = setInterval(look, isShared(config) ? WATCH_SHARED_MS : WATCH_INTERVAL_MS);
  timer.unref();
  return { poll, stop: () => clearInterval(timer) };
}

interface Refreshing extends RefreshWorker {
  /** Whether this process reads the registers. */
  isWriting(): boolean;
}

/** Alone, this process refreshes its data. With a database that nodes share, it does so while it is the writer. */
function startRefreshing(
  config: Config,
  data: Pick<ServedData, 'dataVersion' | 'poll'>,
  options: { baseUrl: string; exports: boolean; sendsWebhooks: boolean },
  log: Logger,
): Refreshing {
  const { baseUrl, sendsWebhooks } = options;
  const startSending = () => (sendsWebhooks ? startWebhookProcess(config, baseUrl, log) : null);
  if (!isShared(config)) {
    const refresh = startRefreshWorker(config, data, options, log);
    const sending = startSending();
    return {
      stop: async () => void (await Promise.all([refresh.stop(), sending?.stop()])),
      isWriting: () => config.asOf === null && !(config.offline && modeOf(config) === 'live'),
    };
  }
  if (config.role === 'reader' || config.asOf !== null || config.offline)
    return { stop: async () => undefined, isWriting: () => false };
  const role = startWriterRole({
    begin: () => beginWriterTerm(config),
    async work(epoch, signal) {
      await takeOverLedger(config, epoch, log);
      prepareSigningKey(config, log);
      // The last writer may have published a generation and not announced it.
      await (await openLiveWriter(config, epoch)).close();
      // The plan of the last writer.
      await data.poll();
      if (signal.aborted) return;
      // Nodes that share a database render exports on request.
      const refresh = startRefreshWorker(config, data, { ...options, exports: false, epoch }, log);
      const sending = startSending();
      await once(signal, 'abort');
      await Promise.all([refresh.stop(), sending?.stop()]);
    },
    log,
  });
  return { stop: () => role.stop(), isWriting: () => role.epoch() !== null };
}

function nodeState(
  config: Config,
  data: ServedData,
  refresh: Refreshing | null,
  clock: ClockCheck | null,
): NodeState {
  const { generation, lagSeconds, failure } = data.following();
  return {
    role: isShared(config) ? config.role : 'single',
    isWriting: refresh?.isWriting() ?? (config.role === 'reader' ? false : null),
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
  const pipeline = new RequestPipeline({ ...pipelineOptions(config, baseUrl, log), readsOf, dataVersion });
  return new McpHandler({ pipeline, log, toolSet: config.toolSet });
}

/** All options except the data. */
export function pipelineOptions(
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
  away: 'this node waits for its database: it answers from memory, and says 503 to all other requests until it can be used',
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
