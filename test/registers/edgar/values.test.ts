/** How single values are spelt. */

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collapseSpaces, tidy } from '../../../src/registers/edgar/values.js';

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
