/** How many rows a register may withdraw at once. */

import { expect, it } from '@jest/globals';
import { hasLostRows } from '../../../src/registers/europe/lost-rows.js';

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
