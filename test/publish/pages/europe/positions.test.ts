/** Positions of European managers in English, where the register has fixed words for them. */

import { expect, it } from '@jest/globals';
import { positionWords } from '../../../../src/publish/pages/europe/positions.js';

it.each([
  [
    'Verkställande direktör (VD)',
    'Chief executive officer <span class="note">Verkställande direktör (VD)</span>',
  ],
  ['in enger Beziehung', 'Closely associated <span class="note">in enger Beziehung</span>'],
  // Free text stays as filed.
  ['Chefsjurist', 'Chefsjurist'],
  ['CFO', 'CFO'],
  ['', ''],
])('%s', (asFiled, shown) => {
  expect(String(positionWords(asFiled))).toBe(shown);
});
