/** The limits of the account forms hold over all processes that share their counters. */

import { expect, it } from '@jest/globals';
import { accountLimits } from '../../src/accounts/limits.js';
import { PROCESSES, workerCounters } from '../limits/worker-counters.js';

async function answered(processes: ReadonlyArray<ReturnType<typeof accountLimits>>, address: string) {
  let count = 0;
  for (let turn = 0; turn < 20 * PROCESSES; turn += 1)
    if ((await processes[turn % PROCESSES]?.('recover', address, null)) === null) count += 1;
  return count;
}

it('one limit for an address, whichever process gets its forms', async () => {
  const shared = workerCounters();
  const together = Array.from({ length: PROCESSES }, () => accountLimits(shared));
  expect(await answered(together, '192.0.2.7')).toBe(10);
  expect(await answered(together, '192.0.2.8')).toBe(10);
});

it('alone, each process counts for itself', async () => {
  const alone = Array.from({ length: PROCESSES }, () => accountLimits());
  expect(await answered(alone, '192.0.2.7')).toBe(10 * PROCESSES);
});
