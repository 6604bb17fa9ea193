/** Errors of sources in plain words for callers. */

import { expect, it } from '@jest/globals';
import { describeFailure, pausedUntil } from '../../../src/store/crawl/failure-description.js';

it.each([
  ['', ''],
  [
    'a.example could not be read: connect ECONNREFUSED 10.0.0.1:443 (https://a.example/x)',
    'a.example could not be read: it refused the connection.',
  ],
  [
    'a.example could not be read: Connect Timeout Error (UND_ERR_CONNECT_TIMEOUT) (https://a.example/x)',
    'a.example could not be read: it did not answer in time.',
  ],
  ['https://a.example/list?page=1&rows=100 answered 403', 'a.example answered 403.'],
  [
    'a.example: too many requests; no request goes out before 2026-11-20T10:10:05.120Z',
    'a.example: too many requests; no request goes out before 2026-11-20 10:10 UTC.',
  ],
  [
    'fault: TypeError: x is not a function\n    at y',
    'a fault of this program; its journal has the details.',
  ],
])('%s', (reason, plain) => {
  expect(describeFailure(reason)).toBe(plain);
});

it('shortens long reasons, and finds the end of a pause', () => {
  expect(describeFailure('x'.repeat(1000)).length).toBeLessThanOrEqual(301);
  expect(pausedUntil('a: busy; no request goes out before 2026-11-20T10:10:05.120Z')).toBe(
    '2026-11-20T10:10:05.120Z',
  );
  expect([pausedUntil(null), pausedUntil('No route.')]).toEqual([null, null]);
});
