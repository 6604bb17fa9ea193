/** How single values are spelt. */

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collapseSpaces, readAmericanDate, readNumber, tidy } from '../../../src/registers/edgar/values.js';

const word = fc.constantFrom('a', 'b c', '  ', ' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\ufeff', 'é');

it('makes one space of each run of white space', () =>
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('');
      expect(collapseSpaces(text)).toBe(text.replace(/\s+/g, ' '));
      expect(tidy(text)).toBe(text.replace(/\s+/g, ' ').trim() || null);
    }),
  ));

it('is tidy about nothing', () =>
  expect([tidy(null), tidy(undefined), tidy(''), tidy(' \n')]).toEqual([null, null, null, null]));

it('reads decimal numbers, and none below zero, with an exponent or with thousands marks', () => {
  expect(['0', '007', '1.50', '.5', '5.', '+3'].map(readNumber)).toEqual([0, 7, 1.5, 0.5, 5, 3]);
  expect(['-1', '1E5', '1,000', '$5', '1.2.3', '.'].map(readNumber)).toEqual(new Array(6).fill(undefined));
  expect(readNumber(null)).toBeNull();
});

it('reads a day with the month first, or as ISO 8601', () => {
  expect(['12/31/2024', '1/5/2025', '2024-02-29', '2024-02-29-05:00'].map(readAmericanDate)).toEqual([
    '2024-12-31',
    '2025-01-05',
    '2024-02-29',
    '2024-02-29',
  ]);
  expect(['31/12/2024', '02/30/2024', '1/5/25', '2024'].map(readAmericanDate)).toEqual(
    new Array(4).fill(undefined),
  );
  expect(readAmericanDate(null)).toBeNull();
});
