/** Past quarters from their indexes, for filings without a data set: listed once, newest first. */

import { addDays, localTime, NEW_YORK } from '../../dates.js';
import { type Batch, SourceError } from '../register.js';
import { type CrawlPass, CURSOR, withoutSeen } from './crawl-pass.js';
import {
  fileOrNull,
  lastWeekdays,
  type Quarter,
  quarterDays,
  quarterName,
  quarterOf,
  quarters,
} from './edgar.js';
import { readMasterIndex } from './indexes.js';

const LARGE = { maxBytes: 128 * 1024 * 1024, timeoutMs: 600_000, hasNoEndMark: true } as const;

/**
 * Lists every complete quarter from the one that contains `since`, and leaves the running one to the daily indexes. Runs
 * again only when the operator sets an earlier `since`.
 */
export async function* readPastQuarters(pass: CrawlPass): AsyncGenerator<Batch> {
  const { since, crawlState, now } = pass.context;
  const from = crawlState.cursor(CURSOR.from);
  if (from !== null && from <= since) return;
  const running = quarterDays(quarterOf(localTime(NEW_YORK, now).day)).first;
  const todo = quarters(since, addDays(from ?? running, -1)).reverse();
  for (const [done, quarter] of todo.entries()) {
    const name = CURSOR.quarter(quarterName(quarter));
    // A quarter that was listed from a later day on is listed again.
    if (crawlState.cursor(name) !== null && quarterDays(quarter).first >= since) continue;
    if (pass.context.signal.aborted) return;
    pass.context.progress({ what: 'quarterly indexes', done, total: todo.length });
    yield { ...(await readQuarterlyIndex(pass, quarter)), cursors: { [name]: 'index' }, isPart: true };
  }
  const cursors: Record<string, string> = { [CURSOR.from]: since };
  if (from === null) cursors[CURSOR.day] = dayBefore(running > since ? running : since);
  yield { cursors };
}

/**
 * Evening filings of a quarter's last business day are in the next file: reading those days again covers
 * them.
 */
export function dayBefore(day: string): string {
  return lastWeekdays(addDays(day, -1), 1)[0] ?? addDays(day, -1);
}

/** The filings since `since` that the index of a quarter lists. @throws SourceError when EDGAR does not have it */
export async function readQuarterlyIndex(pass: CrawlPass, quarter: Quarter): Promise<Batch> {
  const url = pass.addresses.quarterlyIndex(quarter);
  const bytes = fileOrNull(await pass.http.request(url, LARGE));
  if (bytes === null) throw new SourceError(`EDGAR has no index of ${quarterName(quarter)}`);
  const { filings, warnings } = readMasterIndex(bytes, url, pass.addresses, pass.forms);
  const { since } = pass.context;
  return {
    toFetch: withoutSeen(
      pass,
      filings.filter(({ metadata }) => (metadata?.filedDate ?? since) >= since),
    ),
    warnings,
  };
}
