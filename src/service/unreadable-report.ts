/** Says in the log which stored rows cannot be read: when more are found, and not with every request. */

import type { Logger } from 'pino';
import type { UnreadableCount } from '../read-model/unreadable-rows.js';

/** Between two lines, however many rows are met. */
const GAP_MS = 10 * 60_000;

/** Returns the function to call now and then: it looks at numbers only. */
export function unreadableReport(
  counts: () => readonly UnreadableCount[],
  log: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): () => void {
  let said = '';
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    const found = counts();
    const text = found.map(({ table, rows }) => `${table} ${rows}`).join(', ');
    // A new generation begins without any.
    if (text === '') said = '';
    if (text === said || now() - saidAt < GAP_MS) return;
    said = text;
    saidAt = now();
    const message =
      'stored rows cannot be read and are left out: see "Rows that cannot be read" in docs/operate/watch.md';
    log.warn({ unreadable: found }, message);
  };
}
