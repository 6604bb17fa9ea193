/** Acceptance times of filings, from Washington's clock to UTC. */

import { expect, it } from '@jest/globals';
import { endOfDay, fromAcceptance } from '../../../src/registers/edgar/filing-time.js';

it.each([
  ['20261007214344', '2026-10-08T01:43:44.000Z'],
  ['20260115063000', '2026-01-15T11:30:00.000Z'],
  ['20260308015959', '2026-03-08T06:59:59.000Z'],
  ['20260308030000', '2026-03-08T07:00:00.000Z'],
  ['20261101005959', '2026-11-01T04:59:59.000Z'],
  ['20261101020000', '2026-11-01T07:00:00.000Z'],
  ['20061101120000', '2006-11-01T17:00:00.000Z'],
])('Eastern wall clock %s is %s', (stamp, moment) => {
  expect(fromAcceptance(stamp)).toBe(moment);
});

it('refuses what is no moment', () => {
  expect(fromAcceptance('20261332250000')).toBeNull();
  expect(fromAcceptance('2026')).toBeNull();
});

it('ends a day in Eastern time, in winter, in summer and on the days between', () => {
  expect(endOfDay('2026-01-15')).toBe('2026-01-16T04:59:59.000Z');
  expect(endOfDay('2026-07-15')).toBe('2026-07-16T03:59:59.000Z');
  expect(endOfDay('2026-03-08')).toBe('2026-03-09T03:59:59.000Z');
  expect(endOfDay('2026-11-01')).toBe('2026-11-02T04:59:59.000Z');
});
