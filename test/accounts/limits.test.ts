/** The limits of the account forms hold over all processes that share their counters. */

import { expect, it } from '@jest/globals';
import { accountLimits } from '../../src/accounts/limits.js';
import { PrimaryCounters } from '../../src/limits/primary-counters.js';
import type { SharedCounters } from '../../src/limits/shared-counters.js';

const PROCESSES = 3;

/** What the workers of one primary process share. */
function sharedCounters(): SharedCounters {
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

async function answered(processes: ReadonlyArray<ReturnType<typeof accountLimits>>, address: string) {
  let count = 0;
  for (let turn = 0; turn < 20 * PROCESSES; turn += 1)
    if ((await processes[turn % PROCESSES]?.('recover', address, null)) === null) count += 1;
  return count;
}

it('one limit for an address, whichever process gets its forms', async () => {
  const shared = sharedCounters();
  const together = Array.from({ length: PROCESSES }, () => accountLimits(shared));
  expect(await answered(together, '192.0.2.7')).toBe(10);
  expect(await answered(together, '192.0.2.8')).toBe(10);
});

it('alone, each process counts for itself', async () => {
  const alone = Array.from({ length: PROCESSES }, () => accountLimits());
  expect(await answered(alone, '192.0.2.7')).toBe(10 * PROCESSES);
});
