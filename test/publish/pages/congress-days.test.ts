/** The days from a trade of Congress to its report: known, late, or why they are not known. */

import { expect, it } from '@jest/globals';
import { daysColumn } from '../../../src/publish/pages/congress/trade-columns.js';

const shown = (days: number | null, row: object) =>
  // The column reads nothing else of a row.
  String((daysColumn().as as (days: number | null, row: object) => unknown)(days, row)).replace(
    /<[^>]+>/g,
    '',
  );

it.each([
  [12, { late: false }, '12'],
  [60, { late: true }, '60 over 45'],
  // An amendment restates what an earlier report may have disclosed.
  [null, { late: null }, '– in an amendment'],
  [null, { late: null, dateDoubtful: true }, 'not known'],
  [null, { late: null, possibleRepeatOf: '20039001-0' }, 'not known'],
])('%p with %j is shown as %s', (days, row, words) => {
  expect(shown(days, row)).toBe(words);
});
