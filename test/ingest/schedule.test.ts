/** When a run starts, whatever happens to the clock meanwhile. */

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { startSchedule } from '../../src/ingest/schedule.js';

const HOUR = 3_600_000;
let runs: string[];
let next: (finished: Date) => Date;
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') });
  runs = [];
  next = (finished) => new Date(finished.getTime() + HOUR);
});
afterEach(() => {
  jest.useRealTimers();
});
const begin = (first = new Date(Date.now() + HOUR)) =>
  startSchedule(
    first,
    (finished) => next(finished),
    async () => void runs.push(new Date().toISOString()),
  );

it('runs at each time, and not again after the end', async () => {
  const schedule = begin();
  await jest.advanceTimersByTimeAsync(HOUR - 1);
  expect(runs).toEqual([]);
  await jest.advanceTimersByTimeAsync(HOUR + 1);
  expect(runs).toEqual(['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z']);
  await schedule.stop();
  await jest.advanceTimersByTimeAsync(HOUR);
  expect(runs).toHaveLength(2);
});

it('a clock that is set back does not delay a run, and a timer that ends early does not begin it', async () => {
  const schedule = begin();
  await jest.advanceTimersByTimeAsync(HOUR / 2);
  jest.setSystemTime(Date.now() - 10 * HOUR);
  await jest.advanceTimersByTimeAsync(HOUR / 2);
  expect(runs).toEqual(['2026-11-20T03:00:00.000Z']);
  await jest.advanceTimersByTimeAsync(HOUR / 2);
  jest.setSystemTime(Date.now() - 500);
  await jest.advanceTimersByTimeAsync(HOUR / 2);
  expect(runs).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(500);
  expect(runs).toEqual(['2026-11-20T03:00:00.000Z', '2026-11-20T04:00:00.000Z']);
  await schedule.stop();
});

it('a time further ahead than timers hold is waited for', async () => {
  next = () => new Date('2027-01-01T00:00:00.000Z');
  const schedule = begin(new Date('2026-12-30T12:00:00.000Z'));
  await jest.advanceTimersByTimeAsync(40 * 24 * HOUR - 1);
  expect(runs).toEqual([]);
  await jest.advanceTimersByTimeAsync(36 * HOUR + 1);
  expect(runs).toEqual(['2026-12-30T12:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  await schedule.stop();
});
