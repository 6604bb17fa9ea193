/** Days and weeks in words, and the labels of a time axis. */

import { expect, it } from '@jest/globals';
import {
  dayInWords,
  dayTicks,
  mondayOf,
  monthAndYear,
  quarterOf,
  weekInWords,
  weeksInWords,
} from '../../src/publish/periods.js';

it('a week is named by its Monday, across the end of a year too', () => {
  expect(weekInWords('2026-W22')).toBe('week of 25 May 2026');
  expect(weekInWords('2026-W01')).toBe('week of 29 Dec 2025');
  expect(weekInWords('2026-06-03')).toBe('week of 1 Jun 2026');
  expect(mondayOf('2020-W53')).toBe('2020-12-28');
});

it('a run of weeks is named by its first and last day', () => {
  expect(weeksInWords('2026-W22', '2026-W25')).toBe('25 May to 21 Jun 2026');
  expect(weeksInWords('2025-W51', '2026-W02')).toBe('15 Dec 2025 to 11 Jan 2026');
});

it('days, months and quarters', () => {
  expect(dayInWords('2026-06-01')).toBe('1 Jun 2026');
  expect(monthAndYear('2026-12-31')).toBe('Dec 2026');
  expect(quarterOf('2026-10-01')).toBe('Q4 2026');
});

it('a year has a label for each month, and a phone every fourth of them', () => {
  const ticks = dayTicks('2025-11-20', '2026-11-19');
  expect(ticks.map(({ words }) => words)).toEqual([
    'Dec 2025',
    'Jan 2026',
    'Feb',
    'Mar 2026',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
  ]);
  expect(ticks.filter(({ isMinor }) => !isMinor).map(({ words }) => words)).toEqual([
    'Dec 2025',
    'Mar 2026',
    'Jun',
    'Sep',
  ]);
});

it('a few weeks have Mondays, a few years quarters, many years their number', () => {
  expect(dayTicks('2026-06-03', '2026-06-24').map(({ words }) => words)).toEqual([
    '8 Jun',
    '15 Jun',
    '22 Jun',
  ]);
  expect(dayTicks('2024-05-03', '2026-06-24')[0]?.words).toBe('Jul 2024');
  expect(dayTicks('2014-05-03', '2026-06-24').map(({ words }) => words)).toContain('2020');
});
