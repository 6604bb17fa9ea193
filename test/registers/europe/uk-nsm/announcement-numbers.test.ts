/** The number of an announcement, and those that a correction names. */

import { expect, it } from '@jest/globals';
import { announcement, form, page, readRows } from './pages.js';

const numbers = (narrative: string, headline = 'Director/PDMR Shareholding') =>
  readRows(announcement(page(form(), narrative), { headline })).rows.map((row) => [
    row.announcementNumber,
    row.correctsNumbers,
  ]);

it.each([
  [
    'The following amendment has been made to the Director/PDMR Shareholding announcement released on 14 May 2026 at 07:00 under RNS No 1002B.',
    '1002B',
  ],
  ['This announcement replaces the announcement released on 13 May 2026 under RNS number 4001A.', '4001A'],
  ['This announcement replaces RNS Number: 4001a and RNS Number: 3999Z.', '3999Z 4001A'],
  ['This announcement replaces the announcement of 13 May 2026.', null],
])('a correction names them: %s', (words, corrects) => {
  expect(numbers(`<p>${words}</p>`)).toEqual([['4711Q', corrects]]);
});

it('an announcement that corrects none may mention another', () => {
  expect(numbers('<p>Further to RNS No 1002B, trading is good.</p>')).toEqual([['4711Q', null]]);
});

it('without a number has none', () => {
  const html = page(form()).replace('RNS Number : 4711Q', 'Regulatory news');
  expect(readRows(announcement(html)).rows.map((row) => row.announcementNumber)).toEqual([null]);
});
