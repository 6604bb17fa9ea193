/** `disclosed ingest`: one run of the registers, in a separate process so that no answer waits for it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { WINDOW_DAYS } from '../../tools/contract/rules.js';
import { type Config, ConfigError, contactWarning } from '../config.js';
import { daysBefore, isCalendarDate } from '../dates.js';
import { auditDaily } from '../ingest/daily-audit.js';
import { readHourly } from '../ingest/hourly.js';
import { plainProgress } from '../ingest/progress.js';
import type { RegisterOutcome } from '../ingest/register-run.js';
import type { ReadModelWriter } from '../read-model/generation.js';
import { createHttpClients } from '../registers/index.js';
import type { Register } from '../registers/register.js';
import { clientSettings, configuredRegisters } from '../service/configured-registers.js';
import { curatedTrackers } from '../service/curated-trackers.js';
import { modeOf } from '../service/data-folder.js';
import { enabledRegisters } from '../service/enabled-registers.js';
import { curatedErrata } from '../service/errata.js';
import { prerenderExports } from '../service/exports.js';
import { openWritableLedger } from '../service/ledger-backup.js';
import { memberOverrides } from '../service/member-overrides.js';
import { resolvePriceSettings } from '../service/price-settings.js';
import { isShared, openLiveWriter } from '../service/read-model.js';
import { prepareSigningKey } from '../service/signing-key.js';
import { StoreBusyError } from '../store/database/open.js';

const HOUR = 3_600_000;

export interface IngestOptions {
  register?: string;
  since?: string;
}

/** @returns 0 when every register was read, 1 when one failed. */
export async function ingest(config: Config, options: IngestOptions, log: Logger): Promise<number> {
  if (modeOf(config) === 'sample')
    throw new ConfigError(
      'CONTACT must be set to read the live registers, such as CONTACT="Jane Roe jane@example.org"',
    );
  const started = new Date();
  const { since } = options;
  requireDate(since);
  const warning = contactWarning(config.contact);
  if (warning !== null) log.warn(warning);
  const overrides = memberOverrides(config);
  const prices = resolvePriceSettings(config);
  const registers = configuredRegisters(config);
  const switchedOn = enabledRegisters(config);
  const enabled =
    options.register === undefined
      ? switchedOn
      : selectRegister(options.register, registers, prices.registers);
  const stop = new AbortController();
  const settings = clientSettings(config, stop.signal);
  const ledger = await openWritableLedger(config, log);
  // Bars and log lines would overwrite each other.
  const progress = plainProgress((line) => log.info(line), process.stderr.isTTY);
  stopWith(stop, ledger.lost);
  const clients = createHttpClients(settings);
  const http = (register: Register) => clients.forRegister(register);
  const updateExports = exportsUpdater(config, log, stop.signal);
  let readModel: ReadModelWriter | null = null;
  try {
    prepareSigningKey(config, log);
    readModel = await openLiveWriter(config, ledger.epoch);
    const outcomes = await readHourly({
      store: ledger.store,
      readModel,
      saveLedger: ledger.save,
      registers,
      enabled,
      // A run of one register says nothing about the others: they stay as the settings have them.
      switchedOn: new Set([...switchedOn, ...enabled]),
      http,
      since: ({ metadata }) => since ?? metadata.backfillFrom ?? daysBefore(started, WINDOW_DAYS),
      now: () => new Date(),
      nextRefreshAt: (finished) => hourAfter(started, finished),
      signal: stop.signal,
      progress,
      repeat: { everyMs: HOUR, wait: waitUntil, done: updateExports },
      memberOverrides: overrides,
      errata: curatedErrata(config),
      trackers: curatedTrackers(config),
      prices,
      managerQuarters: config.managerQuarters,
      log,
    });
    if (stop.signal.aborted) return exitCode(outcomes);
    await ledger.save?.();
    await updateExports();
    await auditAfterwards(ledger, options, { registers, enabled, http, signal: stop.signal, log });
    return exitCode(outcomes);
  } finally {
    progress.close();
    await clients.close();
    await readModel?.close();
    await ledger.close();
  }
}

function stopWith(stop: AbortController, lost: Promise<unknown>): void {
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stop.abort());
  void lost.then(() => stop.abort());
}

/** @throws ConfigError */
function requireDate(since: string | undefined): void {
  if (since !== undefined && !isCalendarDate(since))
    throw new ConfigError(`--since must be a date as YYYY-MM-DD (it is ${JSON.stringify(since)})`);
}

/** After a run of all registers, once a day, with the clients of the run, so that no publisher gets requests at two paces. */
async function auditAfterwards(
  { store, save }: Awaited<ReturnType<typeof openWritableLedger>>,
  { register, since }: IngestOptions,
  {
    enabled,
    ...run
  }: Omit<Parameters<typeof auditDaily>[0], 'store' | 'now'> & { enabled: ReadonlySet<string> },
): Promise<void> {
  if (register !== undefined || since !== undefined) return;
  const registers = run.registers.filter(({ metadata }) => enabled.has(metadata.id));
  if (await auditDaily({ ...run, registers, store, now: () => new Date() })) await save?.();
}

/**
 * Updates the prerendered exports, one call after another: publishers are read in parallel and may end together. Nodes
 * that share a database render all exports on request.
 */
function exportsUpdater(config: Config, log: Logger, signal: AbortSignal): () => Promise<void> {
  if (isShared(config)) return async () => undefined;
  let exporting: Promise<void> = Promise.resolve();
  return () => {
    const turn = exporting.then(async () => {
      try {
        await prerenderExports(config, log, signal);
      } catch (error) {
        if (!(error instanceof StoreBusyError)) throw error;
        log.info({}, 'another process writes the exports: the next refresh updates them');
      }
    });
    exporting = turn.catch(() => undefined);
    return turn;
  };
}

/** An hour after the start, but at least a minute after the end. */
function hourAfter(started: Date, finished: Date): string {
  return new Date(Math.max(started.getTime() + HOUR, finished.getTime() + 60_000)).toISOString();
}

/** Resolves at `until`, or as soon as the signal is aborted. */
async function waitUntil(until: Date, signal: AbortSignal): Promise<void> {
  try {
    await sleep(Math.max(until.getTime() - Date.now(), 0), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function exitCode(outcomes: RegisterOutcome[]): number {
  return outcomes.every((outcome) => outcome.outcome === 'ok') ? 0 : 1;
}

function selectRegister(
  id: string,
  registers: readonly Register[],
  prices: ReadonlySet<string>,
): Set<string> {
  const register = registers.find(({ metadata }) => metadata.id === id);
  if (register === undefined)
    throw new ConfigError(
      `--register must be one of: ${registers.map(({ metadata }) => metadata.id).join(', ')}`,
    );
  if (register.metadata.source === 'prices' && !prices.has(id))
    throw new ConfigError(`${id} is not what the settings PRICES and PRICES_DIR choose`);
  return new Set([id]);
}
