/** The counters of a rate limit: windows, headers, and their bound. */

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { widerKey } from '../../src/limits/address.js';
import { PrimaryCounters } from '../../src/limits/primary-counters.js';
import { createRateLimit, rateLimitHeaders } from '../../src/limits/rate.js';

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

it('counts down, refuses requests beyond the limit, and starts again when the window ends', () => {
  const rate = createRateLimit({ policy: 'default', limit: 3, windowSeconds: 3600 });
  const left: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) left.push(rate.count('192.0.2.1').remaining);
  expect(left).toEqual([2, 1, 0]);
  jest.advanceTimersByTime(600_000);
  const over = rate.count('192.0.2.1');
  expect(over).toMatchObject({ isRefused: true, remaining: 0, resetSeconds: 3000 });
  expect(rate.count('192.0.2.2').isRefused).toBe(false);
  jest.advanceTimersByTime(3_000_001);
  expect(rate.count('192.0.2.1')).toMatchObject({ isRefused: false, remaining: 2, resetSeconds: 3600 });
});

it('a clock that was set back begins a new window, for one process and for workers, and leaves no counter for good', () => {
  const rate = createRateLimit({ policy: 'default', limit: 1, windowSeconds: 3600, keysMax: 2 });
  const primary = new PrimaryCounters((name) => name);
  const block = { policy: 'default', name: '192.0.2.1', limit: 1, windowSeconds: 3600 };
  const take = () => primary.take({ ...block, owed: 0, probablyLeft: 1, most: 1 }, 1).granted;
  const refused = (...callers: string[]) => callers.map((caller) => rate.count(caller).isRefused);
  expect([refused('192.0.2.1', '192.0.2.1', '192.0.2.2'), take(), take()]).toEqual([
    [false, true, false],
    1,
    0,
  ]);
  // Set by NTP: no more than clocks differ anyway.
  jest.setSystemTime(Date.now() - 30_000);
  expect([refused('192.0.2.1'), take()]).toEqual([[true], 0]);
  jest.setSystemTime(Date.now() - 36_000_000);
  expect([refused('192.0.2.1', '192.0.2.1'), take(), take()]).toEqual([[false, true], 1, 0]);
  expect(rate.peek('192.0.2.1').resetSeconds).toBe(3600);
  rate.count('192.0.2.3');
  expect(rate.size).toBe(2);
});

it('the headers are those of the current IETF draft and the widespread ones', () => {
  const rate = createRateLimit({ policy: 'default', limit: 60, windowSeconds: 3600 });
  const headers = rateLimitHeaders(rate.count('192.0.2.1'));
  const named = Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])),
  );
  expect(named).toEqual({
    'RateLimit-Policy': '"default";q=60;w=3600',
    RateLimit: '"default";r=59;t=3600',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': String(Date.parse('2026-11-20T13:00:00.000Z') / 1000),
  });
});

it('beyond its bound of counters, new keys share the counter of their network and old keys keep theirs', () => {
  const rate = createRateLimit({
    policy: 'default',
    limit: 5,
    windowSeconds: 60,
    wider: widerKey,
    keysMax: 100,
  });
  for (let host = 0; host < 100; host += 1) rate.count(`198.51.100.${host}`);
  expect(rate.size).toBe(100);
  expect(rate.count('203.0.113.1').remaining).toBe(4);
  expect(rate.count('203.0.113.2').remaining).toBe(3);
  expect(rate.count('198.51.100.7').remaining).toBe(3);
  jest.advanceTimersByTime(60_001);
  expect(rate.count('203.0.113.9').remaining).toBe(4);
});

it('a look counts nothing and returns what the next request would get', () => {
  const rate = createRateLimit({ policy: 'default', limit: 1, windowSeconds: 60 });
  expect([rate.peek('192.0.2.1').isRefused, rate.size]).toEqual([false, 0]);
  rate.count('192.0.2.1');
  expect([rate.peek('192.0.2.1').isRefused, rate.peek('192.0.2.2').isRefused]).toEqual([true, false]);
  jest.advanceTimersByTime(60_001);
  expect(rate.peek('192.0.2.1').isRefused).toBe(false);
});

it('holds a bounded number of counters for any input', () => {
  const rate = createRateLimit({
    policy: 'default',
    limit: 5,
    windowSeconds: 60,
    wider: widerKey,
    keysMax: 50,
  });
  for (let network = 0; network < 20_000; network += 1)
    rate.count(`2001:${(network >> 8).toString(16)}:${network.toString(16)}:0::/64`);
  expect(rate.size).toBeLessThanOrEqual(50 + 4096);
});
