/** The hourly clock: starts a run when it is due, never two at a time, and reports when the next one is due. */

import { DAY_MS } from '../dates.js';

/** A timer may end that much before its time. */
const EARLY_MS = 1000;

interface Schedule {
  /** When the next run starts, or null after `stop`. */
  nextAt(): Date | null;
  /** No further run starts; resolves when a running one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at `first`, then whenever `next` says. If `work` fails, it only waits for its next time: it has written
 * the reason to the journal. A clock that is set back meanwhile delays nothing that is due within a day: a machine whose clock was hours ahead
 * would otherwise wait for hours.
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
    const left = Math.max(at.getTime() - Date.now(), 0);
    timer = setTimeout(
      () => {
        const early = at === null ? 0 : at.getTime() - Date.now();
        if (early > 0 && (early <= EARLY_MS || left > DAY_MS)) return arm();
        running = work()
          .catch(() => undefined)
          .then(() => {
            at = stopped ? null : next(new Date());
            arm();
          });
      },
      Math.min(left, DAY_MS),
    );
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
