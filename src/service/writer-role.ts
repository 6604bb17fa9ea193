/** Decides when this node is the one that writes: it waits for the writer's lock, works while it holds it, and stops when it is lost. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WriterTerm } from '../database/writer-term.js';
import { MINUTE_MS } from '../dates.js';

/** How often a node that does not write tries to become the writer. A writer that ended is replaced within this time. */
const TRY_MS = 2000;
/** After a term whose work failed, another node gets its chance: its ledger may be sound. */
const AFTER_FAULT_MS = 20_000;
/** A database that cannot be reached is logged at most this often. */
const REPORT_MS = MINUTE_MS;

export interface WriterRoleOptions {
  /** See `tryBeginTerm`. */
  begin: () => Promise<WriterTerm | null>;
  /** All that a writer does. Ends soon after `signal` is aborted, and not before, unless it fails. */
  work: (epoch: number, signal: AbortSignal) => Promise<void>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  tryMs?: number;
  afterFaultMs?: number;
}

export interface WriterRole {
  /** The present term of this node; null while it does not write. */
  epoch(): number | null;
  /** Ends the work and gives the lock back. */
  stop(): Promise<void>;
}

export function startWriterRole(options: WriterRoleOptions): WriterRole {
  const stop = new AbortController();
  let epoch: number | null = null;
  const running = takeTurns(options, stop.signal, (next) => {
    epoch = next;
  });
  return {
    epoch: () => epoch,
    async stop() {
      stop.abort();
      await running;
    },
  };
}

async function takeTurns(
  options: WriterRoleOptions,
  stop: AbortSignal,
  setEpoch: (epoch: number | null) => void,
): Promise<void> {
  const { log, tryMs = TRY_MS, afterFaultMs = AFTER_FAULT_MS } = options;
  let reportedAt: number | null = null;
  while (!stop.aborted) {
    let pauseMs = tryMs;
    try {
      const term = await options.begin();
      if (reportedAt !== null) log.info({}, 'the database can be reached again');
      reportedAt = null;
      if (term !== null) {
        setEpoch(term.epoch);
        if (!(await serveTerm(term, options, stop))) pauseMs = afterFaultMs;
        setEpoch(null);
      }
    } catch (error) {
      if (reportedAt === null || Date.now() - reportedAt >= REPORT_MS) {
        reportedAt = Date.now();
        log.warn({ err: error }, 'this node cannot ask to be the writer: it tries again every few seconds');
      }
    }
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** @returns false if the work failed */
async function serveTerm(
  term: WriterTerm,
  { work, log }: WriterRoleOptions,
  stop: AbortSignal,
): Promise<boolean> {
  const { epoch } = term;
  const end = new AbortController();
  const endWork = () => end.abort();
  stop.addEventListener('abort', endWork, { once: true });
  if (stop.aborted) endWork();
  void term.lost.then((reason) => {
    if (!end.signal.aborted)
      log.warn({ epoch, reason: reason.message }, 'this node is not the writer any more');
    endWork();
  });
  log.info({ epoch }, 'this node is the writer');
  try {
    await work(epoch, end.signal);
    return true;
  } catch (error) {
    log.error({ err: error, epoch }, 'this node cannot be the writer: it gives others the chance');
    return false;
  } finally {
    stop.removeEventListener('abort', endWork);
    endWork();
    await term.end();
  }
}
