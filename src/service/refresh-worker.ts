/** Keeps the data fresh in child processes, so that no answer ever waits for a refresh. */

import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { HOUR_MS, MINUTE_MS } from '../dates.js';
import { startSchedule } from '../ingest/schedule.js';
import { isBackupDue } from './backups-state.js';
import { modeOf } from './data-folder.js';
import { isDumpDue } from './dump-due.js';
import { EPOCH_VARIABLE } from './ledger-backup.js';
import { AWAITS_SECRETS, giveSecrets } from './secrets.js';
import type { ServedData } from './served-data.js';

/** The pause after a run that ended without saying when the next one is due: it doubles with each, up to an hour. */
const RETRY_MS = 5 * MINUTE_MS;
/** Another process writes: a child that this service left behind when it was killed ends within seconds. */
const BUSY_BACKOFF_MS = { first: 2000, most: MINUTE_MS };
/** A run planned this soon continues an initial import. A service that starts has no reason to wait for it. */
const START_NOW_WITHIN_MS = MINUTE_MS;
/** How long a run may take to stop; unwritten work is done again. */
const KILL_AFTER_MS = 3000;
/** A run gets the processor time that answers leave over: no caller waits for it. */
export const REFRESH_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
/** No valid plan is further ahead, the hourly one or the next day of the sample: a later one was made while the clock was wrong. */
const MAX_AHEAD_MS = { ingest: HOUR_MS + 5 * MINUTE_MS, sample: 25 * HOUR_MS } as const;
/** Exit code of a run that found another process writing. */
const EXIT_BUSY = 75;

export interface RefreshWorker {
  stop(): Promise<void>;
}

/** Live: the hourly run, unless `OFFLINE` forbids it. Sample: the new day's sample. With `AS_OF` the data never changes. */
export function startRefreshWorker(
  config: Config,
  data: Pick<ServedData, 'dataVersion' | 'poll'>,
  options: { baseUrl: string; exports: boolean; epoch?: number },
  log: Logger,
): RefreshWorker {
  const stop = new AbortController();
  const run = (name: string) => runChild(config, name, options, stop.signal);
  // The hourly run exports automatically; the sample and a fixed `AS_OF` are exported once they are served.
  const exportsOnce = options.exports && (modeOf(config) === 'sample' || config.asOf !== null);
  const exported = exportsOnce ? run('export') : Promise.resolve(0);
  // A live store is dumped after its refresh: before the first one there may be nothing.
  const dumped = exportsOnce ? exported.then(() => dumpIfDue(config, run, stop.signal, log)) : exported;
  if (config.asOf !== null || (config.offline && modeOf(config) === 'live'))
    return {
      stop: async () => {
        stop.abort();
        await dumped;
      },
    };
  const command = modeOf(config) === 'live' ? 'ingest' : 'sample';
  const due = (otherwiseMs: number) =>
    nextRunAt(data.dataVersion().nextRefreshAt, Date.now(), otherwiseMs, MAX_AHEAD_MS[command]);
  const first = due(0);
  let busy = 0;
  let failed = 0;
  const schedule = startSchedule(
    first.getTime() - Date.now() <= START_NOW_WITHIN_MS ? new Date() : first,
    () => (busy > 0 ? busyRetryAt(busy, Date.now()) : due(retryPauseMs(failed))),
    async () => {
      const code = await run(command);
      busy = code === EXIT_BUSY ? busy + 1 : 0;
      if (code !== EXIT_BUSY) failed = code === 0 ? 0 : failed + 1;
      await data.poll();
      // A run that published its plan did its work: a register failed, and the plan knows it.
      if (due(0).getTime() > Date.now()) failed = 0;
      if (options.exports && command === 'sample' && code === 0) await run('export');
      if (code === EXIT_BUSY) log.info('another process is refreshing this store');
      else if (code !== 0 && !stop.signal.aborted)
        log.warn({ code }, `the ${command} run ended with faults; "disclosed status" lists them`);
      if (command === 'ingest' && code !== EXIT_BUSY) await backUpIfDue(config, run, stop.signal, log);
      await dumpIfDue(config, run, stop.signal, log);
    },
  );
  return {
    stop: async () => {
      stop.abort();
      await Promise.all([schedule.stop(), dumped]);
    },
  };
}

/** In a separate process too: it reads all data. */
async function dumpIfDue(
  config: Config,
  run: (command: string) => Promise<number>,
  stop: AbortSignal,
  log: Logger,
): Promise<void> {
  if (stop.aborted || !isDumpDue(config, new Date())) return;
  const code = await run('dump');
  if (code !== 0 && !stop.aborted) log.warn({ code }, 'the dump failed; the next refresh tries again');
}

/** In a separate process too: it reads and compresses all data. */
async function backUpIfDue(
  config: Config,
  run: (command: string) => Promise<number>,
  stop: AbortSignal,
  log: Logger,
): Promise<void> {
  if (stop.aborted || !isBackupDue(config, new Date())) return;
  const code = await run('backup');
  if (code !== 0 && !stop.aborted)
    log.error({ code }, 'the backup failed; "disclosed status" says why, and the next refresh tries again');
}

/** The time that the last run planned (ISO 8601); if that cannot be waited for, `fallbackMs` after `now`. */
export function nextRunAt(
  planned: string | null,
  now: number,
  fallbackMs: number,
  maxAheadMs: number = MAX_AHEAD_MS.sample,
): Date {
  const at = planned === null ? 0 : Date.parse(planned);
  return new Date(at > now && at <= now + maxAheadMs ? at : now + fallbackMs);
}

/** The pause after the last of so many failed runs: each one reads all registers, and a full disk stays full for hours. */
export function retryPauseMs(failed: number): number {
  return Math.min(RETRY_MS * 2 ** Math.max(0, failed - 1), HOUR_MS);
}

/**
 * When to check again whether another process still writes, after `times` such checks: 2, 4, 8 seconds, up to a
 * minute.
 */
export function busyRetryAt(times: number, now: number): Date {
  return new Date(now + Math.min(BUSY_BACKOFF_MS.first * 2 ** (times - 1), BUSY_BACKOFF_MS.most));
}

/**
 * Runs one of our commands with the same settings. Its output goes to standard error: standard output may be a
 * protocol.
 */
function runChild(
  config: Config,
  command: string,
  { baseUrl, epoch }: { baseUrl: string; epoch?: number },
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    // A stop between two commands no longer reaches a child.
    if (signal.aborted) return resolve(1);
    const cli = fileURLToPath(new URL('../cli.js', import.meta.url));
    // Every setting is in the environment by now, those given as flags too.
    const child = fork(cli, [command], {
      stdio: ['ignore', 2, 2, 'ipc'],
      // Exports contain addresses too, and only this process knows the port that it got.
      env: {
        ...process.env,
        ...AWAITS_SECRETS,
        BASE_URL: baseUrl,
        ...(epoch === undefined ? {} : { [EPOCH_VARIABLE]: String(epoch) }),
      },
    });
    giveSecrets(child, config);
    try {
      if (child.pid !== undefined) setPriority(child.pid, REFRESH_PRIORITY);
    } catch {
      // Not allowed everywhere; then it runs at normal priority.
    }
    const end = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
    };
    signal.addEventListener('abort', end, { once: true });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      signal.removeEventListener('abort', end);
      resolve(code ?? 1);
    });
  });
}
