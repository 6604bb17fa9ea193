/** Relative times, as `disclosed status` shows them. */

import { expect, it } from '@jest/globals';
import { relativeTime } from '../../src/terminal/relative-time.js';

const now = new Date('2026-11-20T12:00:00.000Z');

it.each([
  ['2026-11-20T11:59:30.000Z', 'just now'],
  ['2026-11-20T12:00:30.000Z', 'within a minute'],
  ['2026-11-20T11:59:00.000Z', '1 minute ago'],
  ['2026-11-20T12:12:10.000Z', 'in 12 minutes'],
  ['2026-11-20T09:00:00.000Z', '3 hours ago'],
  ['2026-11-18T11:00:00.000Z', '2 days ago'],
])('%s is %s', (at, words) => {
  expect(relativeTime(at, now)).toBe(words);
});
