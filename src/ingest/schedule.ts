/** The hourly clock: starts a run when it is due, never two at a time, and reports when the next one is due. */

import { DAY_MS } from '../dates.js';

interface Schedule {
  /** When the next run starts, or null after `stop`. */
  nextAt(): Date | null;
  /** No further run starts; resolves when a running one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at `first`, then whenever `next` says. If `work` fails, it only waits for its next time: it has written
 * the reason to the journal.
 */
export function startSchedule(
  first: Date,
  next: (finished: Date) => Date,
  work: () => Promise<void>,
): Schedule {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let at: Date | null = first;
  let stopped = false;
  const arm = () => {
    if (stopped || at === null) return;
    // Timers of Node hold 24.8 days at most; a due time further away is checked again every day.
    const wait = Math.min(Math.max(at.getTime() - Date.now(), 0), DAY_MS);
    timer = setTimeout(() => {
      if (at !== null && at.getTime() > Date.now()) return arm();
      running = work()
        .catch(() => undefined)
        .then(() => {
          at = stopped ? null : next(new Date());
          arm();
        });
    }, wait);
    timer.unref();
  };
  arm();
  return {
    nextAt: () => at,
    async stop() {
      stopped = true;
      at = null;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
