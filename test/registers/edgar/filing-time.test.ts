/** Acceptance times of filings, from Washington's clock to UTC. */

import { expect, it } from '@jest/globals';
import {
  canDateAFiling,
  endOfDay,
  fromAcceptance,
  momentOf,
} from '../../../src/registers/edgar/filing-time.js';

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

it('rejects invalid times', () => {
  expect(fromAcceptance('20261332250000')).toBeNull();
  expect(fromAcceptance('2026')).toBeNull();
  expect(fromAcceptance('120261007214344')).toBeNull();
  expect(fromAcceptance('202610072143440')).toBeNull();
});

it('ends a day in Eastern time, in winter, in summer and on the days between', () => {
  expect(endOfDay('2026-01-15')).toBe('2026-01-16T04:59:59.000Z');
  expect(endOfDay('2026-07-15')).toBe('2026-07-16T03:59:59.000Z');
  expect(endOfDay('2026-03-08')).toBe('2026-03-09T03:59:59.000Z');
  expect(endOfDay('2026-11-01')).toBe('2026-11-02T04:59:59.000Z');
});

it('takes a time only with its zone: one without could be Eastern time', () => {
  const moments = ['2026-03-02T17:05:01-05:00', '2026-03-02T22:05:01Z', '2026-03-02T17:05:01-0500'];
  expect(moments.map(momentOf)).toEqual(new Array(3).fill('2026-03-02T22:05:01.000Z'));
  const none = [
    '2026-03-02T22:05:01',
    '2026-03-02',
    '2026-13-02T22:05:01Z',
    '2026-03-02T22:05:01Z.',
    '',
    null,
  ];
  expect([...none, undefined].map(momentOf)).toEqual(new Array(7).fill(null));
});

it('dates no filing before EDGAR, or by a year that is a slip', () => {
  const days = [
    '0022-03-01',
    '1992-12-31',
    '1993-01-01',
    '2026-03-01',
    '2099-12-31',
    '2100-01-01',
    '2220-03-01',
  ];
  expect(days.map(canDateAFiling)).toEqual([false, false, true, true, true, false, false]);
});
