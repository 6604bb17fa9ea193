/**
 * `disclosed serve`: answers over HTTP and MCP until it is stopped. Long because a service in one process and one with workers
 * are made of the same parts.
 */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createProbe } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import express from 'express';
import type { Logger } from 'pino';
import { UnavailableError } from '../../tools/contract/errors.js';
import { agentTools } from '../../tools/contract/tool.js';
import getChanges from '../../tools/get-changes.js';
import { tools } from '../../tools/index.js';
import { watchMethods } from '../accounts/watch-rest.js';
import { type Config, ConfigError, contactWarning } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import { clientAddress } from '../limits/address.js';
import { Bodies } from '../limits/bodies.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { accountPageUrl, describeAccountPage } from '../service/account-pages.js';
import { backupsState } from '../service/backups-state.js';
import {
  ensureStoreFolder,
  isNeverRefreshed,
  liveStoreFile,
  makeBackupFolder,
  noteWorkers,
  sampleStoreFile,
  servedDay,
} from '../service/data-folder.js';
import { exportsFolder } from '../service/exports.js';
import { createHostFigures } from '../service/host-figures.js';
import { createKeyService } from '../service/keys.js';
import { isReader, isShared } from '../service/read-model.js';
import type { ServedData } from '../service/served-data.js';
import { openSharedCounters } from '../service/shared-limits.js';
import { findSigningKey } from '../service/signing-key.js';
import { siteFacts } from '../service/site-facts.js';
import { baseUrlOf, openRefresh, openService, type RunningService } from '../service/start.js';
import { openSupervisor, type Supervisor } from '../service/supervisor.js';
import { openWorkerChannel, type WorkerChannel } from '../service/worker-channel.js';
import { Receipts } from '../transports/http/receipts.js';
import { createServer } from '../transports/http/server.js';
import { sitePaths, siteRoutes } from '../transports/http/site.js';
import type { ChangeQuestion } from '../webhooks/watchlist.js';

/** The first requests after a start take precedence over loading what only agents need. */
const WARM_UP_DELAY_MS = 1000;

/**
 * @returns 0 after a clean stop.
 * @throws ConfigError for a setting that only its use can check.
 */
export async function serve(config: Config, log: Logger): Promise<number> {
  // By default the heap grows to four times its live size before a collection: with large answers, 80 MB of garbage.
  setFlagsFromString('--heap-growing-percent=30');
  // Node runs the steps of an incremental marking one after the other without serving its sockets, 15 ms for this
  // heap. Without incremental marking, another thread does the work.
  setFlagsFromString('--no-incremental-marking-task');
  const channel = openWorkerChannel(config.workers);
  const supervisor = openSupervisor(process.env, log);
  // The primary process has found the port of its workers.
  const port = channel === null ? await findPort(config.port, config.host) : config.port;
  // A folder that cannot be used ends the start with one line, before any other code fails on it.
  if (!isReader(config)) ensureStoreFolder(config);
  try {
    clientAddress(config.trustProxy);
  } catch (error) {
    // `clientAddress` throws only Errors.
    throw new ConfigError(`TRUST_PROXY must name addresses or CIDR ranges: ${(error as Error).message}`);
  }
  const baseUrl = baseUrlOf(config, port);
  const stopped = Promise.race([
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
    once(process, 'SIGHUP'),
    ...(channel === null ? [] : [channel.stopped]),
  ]);
  // A node that only reads the registers has nothing for workers to do.
  const hasWorkers = config.workers > 1 && !(isShared(config) && config.role === 'writer');
  if (channel === null && !isShared(config)) noteWorkers(config, config.workers);
  return channel === null && hasWorkers
    ? serveWithWorkers(config, log, { port, baseUrl, stopped, supervisor })
    : serveHere(config, log, { port, baseUrl, stopped, supervisor, channel });
}

interface Place {
  port: number;
  baseUrl: string;
  /** Resolves when the operator, or the primary process, ends the service. */
  stopped: Promise<unknown>;
  supervisor: Supervisor;
}

/** Answers in this process: the only one, or a worker. */
async function serveHere(
  config: Config,
  log: Logger,
  { port, baseUrl, stopped, supervisor, channel }: Place & { channel: WorkerChannel | null },
): Promise<number> {
  const bodies = new Bodies();
  const sharedCounters = await openSharedCounters(config, log, channel);
  // The keys are open before the data is, and the data is what examines a watchlist.
  const started: { service?: RunningService } = {};
  const askChanges = async (question: ChangeQuestion) => {
    if (started.service === undefined) throw new UnavailableError('The service is starting.', 5);
    return started.service.pipeline.answer(getChanges, question);
  };
  const keyService = await createKeyService(config, baseUrl, { log, bodies, sharedCounters, askChanges });
  const service = await openService(config, baseUrl, log, {
    keyRing: keyService.keyRing,
    keyPage: accountPageUrl(config, baseUrl),
    exports: true,
    sendsWebhooks: true,
    sharedCounters,
    isWorker: channel !== null,
  });
  started.service = service;
  const parts = { service, keyService, bodies, sharedCounters, channel };
  const http = createServer(serverOptions(config, baseUrl, log, parts));
  try {
    await http.listen(port, config.host);
    if (channel === null)
      announceStart(config, log, { port, baseUrl }, service.data, keyService.unavailableReason());
    else channel.ready(keyService.unavailableReason());
    supervisor.ready(statusLine(baseUrl, service.data.mode));
    setTimeout(() => void warmUp(service), WARM_UP_DELAY_MS).unref();
    await stopped;
    log.info('stopping');
    supervisor.stopping();
    await Promise.all([http.close(), service.stopRefreshing()]);
  } finally {
    await service.close();
    await keyService.close();
    await sharedCounters?.close();
  }
  return 0;
}

/** Makes what the first callers would wait for. */
async function warmUp({ mcpHandler, pipeline, data }: RunningService): Promise<void> {
  await mcpHandler.warm();
  await pipeline.prepareTools(data.dataVersion(), Number.POSITIVE_INFINITY);
}

/** Answers nothing itself: keeps the data fresh and the workers alive. */
async function serveWithWorkers(
  config: Config,
  log: Logger,
  { port, baseUrl, stopped, supervisor }: Place,
): Promise<number> {
  const refresh = await openRefresh(config, baseUrl, log);
  // Loaded here: a service of one process starts without it.
  const { Workers } = await import('../service/workers.js');
  const environment = { PORT: String(port), BASE_URL: baseUrl, WORKERS: String(config.workers) };
  const workers = new Workers({
    count: config.workers,
    environment,
    config,
    host: createHostFigures(config, refresh.isWriting),
    log,
  });
  try {
    const started = workers.start().then((accountsUnavailable) => {
      if (accountsUnavailable === undefined) return;
      announceStart(config, log, { port, baseUrl }, refresh, accountsUnavailable);
      supervisor.ready(statusLine(baseUrl, refresh.mode), () => workers.allAnswer());
    });
    const code = await Promise.race([
      workers.failed,
      stopped.then(() => 0),
      // It ends only with the service.
      started.then(() => new Promise<never>(() => undefined)),
    ]);
    if (code === 0) log.info('stopping');
    supervisor.stopping();
    return code;
  } finally {
    await Promise.all([workers.stop(), refresh.close()]);
  }
}

interface ServedParts {
  sharedCounters: SharedCounters | null;
  channel: WorkerChannel | null;
  service: Awaited<ReturnType<typeof openService>>;
  keyService: Awaited<ReturnType<typeof createKeyService>>;
  bodies: Bodies;
}

/** The options of the HTTP server: the interface, and the site with its pages. */
function serverOptions(
  config: Config,
  baseUrl: string,
  log: Logger,
  { service, keyService, bodies, sharedCounters, channel }: ServedParts,
): Parameters<typeof createServer>[0] {
  const { data, pipeline, mcpHandler } = service;
  const backups = () => (data.mode === 'live' && !isReader(config) ? backupsState(config) : null);
  return {
    pipeline,
    mcp: mcpHandler,
    reads: data.reads,
    damage: data.storeFault,
    unreadable: data.unreadable,
    node: isShared(config)
      ? {
          state: service.node,
          isBehind: data.isBehind,
          catchUp: data.catchUp,
          answersCallers: config.role !== 'writer',
        }
      : undefined,
    backups,
    nodeState: service.node,
    host: channel === null ? createHostFigures(config, () => service.node().isWriting === true) : undefined,
    bodies,
    sharedCounters,
    allWorkers: channel?.allWorkers,
    baseUrl,
    trustProxy: config.trustProxy,
    log,
    receipts: receiptsOf(config, baseUrl, service),
    seen: log.isLevelEnabled('debug') ? (request) => log.debug(request, 'answered') : undefined,
    siteRoutes: [...sitePaths(pipeline.tools), ...(config.accounts ? ['/account'] : [])],
    methodsOf: watchMethods,
    site: express.Router().use(
      keyService.pages,
      siteRoutes({
        ...siteFacts(config, baseUrl),
        pipeline,
        reads: data.reads,
        dataVersion: data.dataVersion,
        dump: service.dump ?? undefined,
        exportsRoot: isShared(config) ? null : exportsFolder(config),
        node: isShared(config) ? service.node : undefined,
        backups,
        trustProxy: config.trustProxy,
        guarded: config.rateLimitKeyless !== null,
        sharedCounters,
        rateLimits: { keyless: config.rateLimitKeyless, withKey: config.rateLimitKeyed },
        log,
      }),
    ),
  };
}

/** Signs receipts, where this process has the key. */
function receiptsOf(config: Config, baseUrl: string, { data }: RunningService): Receipts | undefined {
  const key = findSigningKey(config);
  return key === null
    ? undefined
    : new Receipts({ key, reads: data.reads, dataVersion: data.dataVersion, baseUrl });
}

/** Says that the service answers: for people, or as one line of a log that only programs read (`LOG_FORMAT=json`). */
function announceStart(
  config: Config,
  log: Logger,
  place: Pick<Place, 'port' | 'baseUrl'>,
  data: Pick<ServedData, 'mode' | 'isReplay'>,
  accountsUnavailable: string | null,
): void {
  const { mode } = data;
  if (config.logFormat === 'json')
    log.info(
      { port: place.port, workers: config.workers, offline: config.offline },
      statusLine(place.baseUrl, mode),
    );
  else process.stderr.write(startupMessage(config, place, data, accountsUnavailable));
  if (config.backupDir !== '' && mode === 'live' && !isReader(config)) warnOfBackups(config, log);
}

/** The first backup follows the first refresh, which may be hours away: what will keep it from being made is said at the start. */
function warnOfBackups(config: Config, log: Logger): void {
  try {
    if (isNeverRefreshed(config))
      log.warn('BACKUP_DIR: no backup is made while nothing is refreshed; "disclosed backup" makes one');
    else makeBackupFolder(config);
  } catch (error) {
    // Answers do not need it, and a disk may be mounted later.
    if (!(error instanceof ConfigError)) throw error;
    log.warn(`no backup can be made: ${error.message}`);
  }
}

/** What is served, where, and how to go live. */
function startupMessage(
  config: Config,
  { port, baseUrl }: Pick<Place, 'port' | 'baseUrl'>,
  { mode, isReplay }: Pick<ServedData, 'mode' | 'isReplay'>,
  accountsUnavailable: string | null,
): string {
  const lines = [
    '',
    `disclosed serves ${tools.length} endpoints on ${baseUrl}`,
    `  REST    curl '${baseUrl}/v1/catalog'`,
    `  MCP     ${baseUrl}/v1/mcp, ${agentTools(tools, config.toolSet).size} tools   (claude mcp add --transport http disclosed ${baseUrl}/v1/mcp)`,
    `  Pages   ${baseUrl}/`,
    `  Guide   ${baseUrl}/llms.txt`,
    `  Account ${describeAccountPage(config, baseUrl, accountsUnavailable)}`,
    // The public address does not say where this process can be reached.
    ...(config.baseUrl === '' && config.workers === 1
      ? []
      : [
          `  Listens on ${config.host}, port ${port}${config.workers > 1 ? `, with ${config.workers} workers` : ''}`,
        ]),
    '',
  ];
  const warning = contactWarning(config.contact);
  if (warning !== null) lines.push(warning, '');
  if (mode === 'sample')
    lines.push(
      'This is the SAMPLE: invented issuers and people, no real filing. Every answer says so in meta.sample.',
      `  Store   ${sampleStoreFile(config, servedDay(config))}`,
      'To read the live registers, stop and start again with your own contact, which they require:',
      '  CONTACT="Jane Roe jane@example.org" npm start',
    );
  else if (isShared(config)) lines.push(...sharedLines(config));
  else if (config.offline)
    lines.push('Live, from what was read before.', `  Store   ${liveStoreFile(config)}`);
  else
    lines.push(
      `Live: the registers are read every hour as ${config.contact}.`,
      `  Store   ${liveStoreFile(config)}`,
      '  "disclosed status" shows how far the initial import is.',
    );
  if (config.offline && mode === 'live')
    lines.push('OFFLINE=1: no register is read, and nothing is refreshed until you start without it.');
  if (config.asOf !== null)
    lines.push(`AS_OF: answers are as of ${config.asOf.toISOString()}; nothing is refreshed.`);
  if (config.asOf !== null && mode === 'live' && !isReplay())
    lines.push(
      'The store has no history of that time: identities, career totals and digests are the newest ones.',
    );
  lines.push(
    config.rateLimitKeyless === null
      ? 'RATE_LIMIT_KEYLESS=off: no address is limited. Do not offer this to the public.'
      : `Limit: ${config.rateLimitKeyless} requests an hour for one address. On your own machine RATE_LIMIT_KEYLESS=off lifts it.`,
    '',
    `Ready in ${Math.ceil(process.uptime())} s. Open ${baseUrl}`,
    '',
  );
  return lines.join('\n');
}

/** One line for the supervisor. */
function statusLine(baseUrl: string, mode: 'live' | 'sample'): string {
  return `Serves ${mode === 'sample' ? 'the sample' : 'live data'} on ${baseUrl}`;
}

/** What a node with a shared database does. */
function sharedLines(config: Config): string[] {
  const does = {
    offline: 'it answers, and reads no register.',
    auto: `it answers, and reads the registers as ${config.contact} while no other node does.`,
    reader: 'it answers, and never reads the registers.',
    writer: `it reads the registers as ${config.contact} while no other node does, and answers only /healthz, /readyz and /metrics.`,
  };
  return [
    `Live, from PostgreSQL, ROLE=${config.role}: ${does[config.offline ? 'offline' : config.role]}`,
    `  Database ${maskedPostgresUrl(config.databaseUrl)}`,
    ...(isReader(config) ? [] : [`  Store   ${liveStoreFile(config)}, while this node is the writer`]),
  ];
}

/**
 * Listens first: every `url` in an answer contains the port, and a port that is in use must stop the start before the
 * sample is built.
 */
async function findPort(wanted: number, host: string): Promise<number> {
  const probe = createProbe().listen(wanted, host);
  await once(probe, 'listening');
  // Node gives an address object for a TCP server.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
