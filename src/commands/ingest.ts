/** `disclosed ingest`: one run of the registers, in a separate process so that no answer waits for it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { WINDOW_DAYS } from '../../tools/contract/rules.js';
import { type Config, ConfigError, contactWarning } from '../config.js';
import { daysBefore, isCalendarDate } from '../dates.js';
import { readHourly } from '../ingest/hourly.js';
import { plainProgress, terminalProgress } from '../ingest/progress.js';
import type { RegisterOutcome } from '../ingest/register-run.js';
import { openSqliteWriter } from '../read-model/sqlite/writer.js';
import { createHttpClients } from '../registers/index.js';
import type { Register } from '../registers/register.js';
import { clientSettings, configuredRegisters, enabledRegisters } from '../service/configured-registers.js';
import { curatedTrackers } from '../service/curated-trackers.js';
import { ensureStoreFolder, liveStoreFile, modeOf, readModelFile } from '../service/data-folder.js';
import { prerenderExports } from '../service/exports.js';
import { memberOverrides } from '../service/member-overrides.js';
import { resolvePriceSettings } from '../service/price-settings.js';
import { acquireWriterLock, openStore, StoreBusyError } from '../store/database/open.js';

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
  if (since !== undefined && !isCalendarDate(since))
    throw new ConfigError(`--since must be a date as YYYY-MM-DD (it is ${JSON.stringify(since)})`);
  const warning = contactWarning(config.contact);
  if (warning !== null) log.warn(warning);
  const overrides = memberOverrides(config);
  const prices = resolvePriceSettings(config);
  const registers = configuredRegisters(config);
  const switchedOn = enabledRegisters(config, registers);
  const enabled =
    options.register === undefined
      ? switchedOn
      : selectRegister(options.register, registers, prices.registers);
  const release = acquireWriterLock(ensureStoreFolder(config));
  const progress = process.stderr.isTTY
    ? terminalProgress(process.stderr)
    : plainProgress((line) => log.info(line));
  const stop = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stop.abort());
  const clients = createHttpClients(clientSettings(config, stop.signal));
  const store = openStore(liveStoreFile(config), 'write');
  const readModel = openSqliteWriter(readModelFile(liveStoreFile(config)));
  const updateExports = exportsUpdater(config, log, stop.signal);
  try {
    const outcomes = await readHourly({
      store,
      readModel,
      registers,
      enabled,
      // A run of one register says nothing about the others: they stay as the settings have them.
      switchedOn: new Set([...switchedOn, ...enabled]),
      http: (register) => clients.forRegister(register),
      since: ({ metadata }) => since ?? metadata.backfillFrom ?? daysBefore(started, WINDOW_DAYS),
      now: () => new Date(),
      nextRefreshAt: (finished) =>
        new Date(Math.max(started.getTime() + HOUR, finished.getTime() + 60_000)).toISOString(),
      signal: stop.signal,
      progress,
      repeat: {
        everyMs: HOUR,
        wait: waitUntil,
        done: updateExports,
      },
      memberOverrides: overrides,
      trackers: curatedTrackers(config),
      prices,
      log,
    });
    if (!stop.signal.aborted) await updateExports();
    return exitCode(outcomes);
  } finally {
    progress.close();
    await clients.close();
    await readModel.close();
    store.close();
    release();
  }
}

/** Updates the prerendered exports, one call after another: publishers are read in parallel and may end together. */
function exportsUpdater(config: Config, log: Logger, signal: AbortSignal): () => Promise<void> {
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
