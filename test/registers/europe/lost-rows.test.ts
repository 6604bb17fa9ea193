/** How many rows a register may withdraw at once. */

import { expect, it } from '@jest/globals';
import { hasLostRows, lossOf } from '../../../src/registers/europe/lost-rows.js';

it.each([
  // [rows, before, lost]
  [0, 0, false],
  [0, 1, true],
  [0, 5, true],
  [1, 6, false],
  [1, 7, true],
  [45, 50, false],
  [44, 50, true],
  [90, 100, false],
  [89, 100, true],
  [110, 100, false],
])('%s rows where there were %s', (rows, before, isLost) => {
  expect(hasLostRows(rows, before)).toBe(isLost);
});

it.each([
  // [first seen, since, believed]
  [null, '2026-10-04', false],
  ['', '2026-10-04', false],
  ['2026-10-04', '2026-10-04', false],
  ['2026-10-02', '2026-10-02', false],
  ['2026-10-01', '2026-10-01', true],
  // Written under a clock that was ahead.
  ['2027-01-01', '2026-10-04', false],
])('a loss that was first seen on %s', (known, since, isBelieved) => {
  expect(lossOf(known, '2026-10-04')).toEqual({ since, isBelieved });
});
