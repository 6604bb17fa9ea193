/**
 * The pause that a publisher demanded in an earlier run. The HTTP client keeps it only while its process lives, and each
 * run is a new process: the journal remembers it.
 */

import { DAY_MS } from '../dates.js';
import { hasHost } from '../registers/index.js';
import type { Register } from '../registers/register.js';
import { pauseIn } from '../store/crawl/failure-description.js';
import { latestFailure } from '../store/crawl/run-journal.js';
import type { Store } from '../store/database/open.js';

interface PublisherPause {
  /** ISO 8601 UTC. */
  until: string;
  /** The failure that brought it. */
  reason: string;
}

/**
 * The longest pause that lasts at `now`; null if requests may go out. No pause is longer than a day: a later end was
 * written under a wrong clock. One that another host demanded ends when the operator sets a new address.
 */
export function pauseOf(store: Store, registers: readonly Register[], now: Date): PublisherPause | null {
  const [earliest, latest] = [now, new Date(now.getTime() + DAY_MS)].map((moment) => moment.toISOString());
  const pauses = registers.flatMap((register) => {
    const reason = latestFailure(store, register.metadata.id);
    const pause = pauseIn(reason);
    if (reason === null || pause === null || !hasHost(register, pause.host)) return [];
    // The list above has both moments.
    const lasts = pause.until > (earliest as string) && pause.until <= (latest as string);
    return lasts ? [{ until: pause.until, reason }] : [];
  });
  return pauses.sort((a, b) => (a.until < b.until ? 1 : -1))[0] ?? null;
}
