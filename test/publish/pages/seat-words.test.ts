/** The seat of a member of Congress as it is usually written. */

import { expect, it } from '@jest/globals';
import { seatWords } from '../../../src/publish/pages/congress/stock-act.js';

it.each([
  ['CA11', 'CA-11'],
  ['AK00', 'AK at large'],
  ['VT', 'VT'],
  ['', ''],
])('%p is shown as %p', (district, words) => {
  expect(seatWords(district)).toBe(words);
});
