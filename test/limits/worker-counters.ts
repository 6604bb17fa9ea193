/** Counters that the workers of one primary process share, without the processes. */

import { PrimaryCounters } from '../../src/limits/primary-counters.js';
import type { SharedCounters } from '../../src/limits/shared-counters.js';

export const PROCESSES = 3;

export function workerCounters(): SharedCounters {
  const primary = new PrimaryCounters((name) => name);
  const take: SharedCounters['take'] = async (request) => primary.take(request, PROCESSES);
  return {
    nodes: PROCESSES,
    isReturning: false,
    take,
    report: (report) => take({ ...report, probablyLeft: 0, most: 0 }),
    share: (limit) => Math.floor(limit / PROCESSES),
    announce: async () => undefined,
    onAnnounced: () => undefined,
    onReturn: () => undefined,
    figures: () => ({ isReachable: true, nodes: PROCESSES, blocks: 0, refusals: 0, failures: 0 }),
    close: async () => undefined,
  };
}
