/** The audit that follows one refresh a day: few rows, bounded in time, so that it is never in the way of the next refresh. */

import type { AuditOutcome } from '../../tools/contract/shapes/audit.js';
import { HOUR_MS, MINUTE_MS } from '../dates.js';
import { readMeasure, writeMeasure } from '../store/crawl/measures.js';
import { firstRunAt } from '../store/crawl/run-journal.js';
import { isStorageError, readGeneration, type Store } from '../store/database/open.js';
import { type AuditOptions, auditRows } from './audit.js';

export const DAILY_ROWS = 50;
const EVERY_MS = 24 * HOUR_MS;
const LONGEST_MS = 10 * MINUTE_MS;
/** Before the next refresh, or the stop, all of it must have ended. */
const MARGIN_MS = MINUTE_MS;

interface DailyAuditOptions extends Omit<AuditOptions, 'count' | 'seed'> {
  log: { info(facts: object, message: string): void; warn(facts: object, message: string): void };
}

/** Whether a day has passed since the last audit; before the first one, since the first run: nothing older is stored. */
export function isAuditDue(store: Store, now: Date): boolean {
  const last = readMeasure<AuditOutcome>(store, 'audit')?.at ?? firstRunAt(store);
  return last !== null && now.getTime() - Date.parse(last) >= EVERY_MS;
}

/** Audits if it is due and there is time, and stores the outcome, which the next publication shows. @returns whether it did */
export async function auditDaily(options: DailyAuditOptions): Promise<boolean> {
  const { store, now, signal, log } = options;
  const planned = readGeneration(store)?.nextRefreshAt ?? null;
  const left = planned === null ? LONGEST_MS : Date.parse(planned) - now().getTime() - MARGIN_MS;
  if (signal.aborted || left < MARGIN_MS || !isAuditDue(store, now())) return false;
  const until = AbortSignal.any([signal, AbortSignal.timeout(Math.min(left, LONGEST_MS))]);
  try {
    const seed = now().toISOString().slice(0, 10);
    const outcome = await auditRows({ ...options, signal: until, count: DAILY_ROWS, seed });
    if (signal.aborted) return false;
    writeMeasure(store, 'audit', now(), outcome);
    const { differing, ...counts } = outcome;
    if (differing.length === 0) log.info(counts, 'the daily audit found no difference');
    else log.warn(outcome, 'the daily audit found rows that differ from their documents');
    return true;
  } catch (error) {
    if (isStorageError(error)) throw error;
    // A bug of the audit is none of the refresh, which has ended.
    log.warn({ error: error instanceof Error ? error.stack : String(error) }, 'the daily audit failed');
    return false;
  }
}
