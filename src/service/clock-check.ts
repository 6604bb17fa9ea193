/** Compares the clock of this node with that of PostgreSQL: all nodes switch generations at one moment of the clock. */

import type { Logger } from 'pino';
import { openPostgresDatabase } from '../database/postgres-database.js';
import { MINUTE_MS } from '../dates.js';

const CHECK_MS = 5 * MINUTE_MS;
/** After a failed check. */
const RETRY_MS = 10_000;
/** A difference that callers could notice when their requests go to several nodes. */
const NOTABLE_SECONDS = 2;
/** The shortest answer of these is the most exact. */
const QUESTIONS = 3;

export interface ClockCheck {
  /** By how much this node is ahead, in seconds; null while that is not known. */
  aheadSeconds(): number | null;
  stop(): void;
}

export function startClockCheck(url: string, log: Pick<Logger, 'warn'>): ClockCheck {
  let ahead: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    let pause = CHECK_MS;
    try {
      ahead = await clockAhead(url);
      if (Math.abs(ahead) > NOTABLE_SECONDS)
        log.warn(
          { aheadSeconds: ahead },
          'the clock of this node differs from that of PostgreSQL: it switches generations too early or too late. Synchronise both',
        );
    } catch {
      // The database is away, which is reported elsewhere.
      pause = RETRY_MS;
    }
    if (!isStopped) timer = setTimeout(() => void check(), pause).unref();
  };
  void check();
  return {
    aheadSeconds: () => ahead,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function clockAhead(url: string): Promise<number> {
  const database = openPostgresDatabase(url, { connections: 1, applicationName: 'disclosed clock' });
  try {
    let best = { tripMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
    for (let i = 0; i < QUESTIONS; i++) {
      const before = Date.now();
      const [row] = await database.rows<[number]>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision',
      );
      const tripMs = Date.now() - before;
      if (row !== undefined && tripMs < best.tripMs) best = { tripMs, aheadMs: before + tripMs / 2 - row[0] };
    }
    return best.aheadMs / 1000;
  } finally {
    await database.close();
  }
}
