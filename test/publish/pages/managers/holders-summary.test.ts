/** A security that no report of a quarter has: what is said of it depends on whether there are reports. */

import { expect, it } from '@jest/globals';
import { summaryOf } from '../../../../src/publish/pages/managers/holders.js';

const wordsFor = (managersReported: number) =>
  String(summaryOf({ summary: null, quarter: '2026-Q2', compare: null, managersReported }));

it('nothing is known where no report of the quarter is here', () => {
  expect(wordsFor(0)).toBe('<p>No report for Q2 2026 is here, so nothing is known.</p>');
});

it('the reports that are here do not have it, however many are missing', () => {
  expect(wordsFor(1)).toBe('<p>It is in none of the reports for Q2 2026 that are here, from 1 manager.</p>');
  expect(wordsFor(5120)).toContain('from 5,120 managers');
});
