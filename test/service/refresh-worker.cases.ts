/** When a server refreshes its data. */

import { describe, expect, it } from '@jest/globals';
import { busyRetryAt, nextRunAt, retryPauseMs } from '../../src/service/refresh-worker.js';

describe('service/refresh-worker', () => {
  const NOW = Date.parse('2026-11-20T12:00:00.000Z');

  it.each([
    ['the moment that the last run planned', '2026-11-20T12:40:00.000Z', '2026-11-20T12:40:00.000Z'],
    ['the next day of the sample', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['no plan', null, '2026-11-20T12:05:00.000Z'],
    ['a plan that passed while nothing ran', '2026-11-20T11:00:00.000Z', '2026-11-20T12:05:00.000Z'],
    ['a plan made while the clock was years ahead', '2031-01-01T00:00:00.000Z', '2026-11-20T12:05:00.000Z'],
    ['what is no moment', 'soon', '2026-11-20T12:05:00.000Z'],
  ])('%s', (_name, planned, due) => {
    expect(nextRunAt(planned, NOW, 5 * 60_000).toISOString()).toBe(due);
  });

  it('a plan of the registers that is more than an hour ahead was made while the clock was wrong', () => {
    const of = (planned: string) => nextRunAt(planned, NOW, 0, 65 * 60_000).toISOString();
    expect(of('2026-11-20T13:00:00.000Z')).toBe('2026-11-20T13:00:00.000Z');
    expect(of('2026-11-20T22:00:00.000Z')).toBe('2026-11-20T12:00:00.000Z');
  });

  it('a store that another process writes to is looked at again within seconds, then every minute', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7].map((times) => (busyRetryAt(times, NOW).getTime() - NOW) / 1000);
    expect(seconds).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('a run that fails again and again is repeated within minutes at first, then every hour', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((failed) => retryPauseMs(failed) / 60_000)).toEqual([
      5, 5, 10, 20, 40, 60, 60,
    ]);
  });
});
