/** The clock of a test of the HTTP client: its time passes only while the client waits. */

import type { Clock } from '../../../src/registers/http/http-client.js';

/** `start` in milliseconds. */
export function waitingClock(start: number): Clock {
  let now = start;
  return {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
  };
}
