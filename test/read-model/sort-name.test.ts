/** What names are sorted by. */

import { expect, it } from '@jest/globals';
import { firstCharacters, sortName } from '../../src/read-model/search-text.js';

it('names are sorted without accents, capitals and signs', () => {
  const names = ['Zorn AB', 'Österlund & Co', 'ostara plc', 'O’Neil', 'Ångström'];
  const order = (a: string, b: string) => (sortName(a) < sortName(b) ? -1 : 1);
  expect(names.sort(order)).toEqual(['Ångström', 'O’Neil', 'ostara plc', 'Österlund & Co', 'Zorn AB']);
});

it('a long name is cut between two characters', () => {
  const long = `${'a'.repeat(79)}😀b`;
  expect(firstCharacters(long)).toBe(`${'a'.repeat(79)}😀`);
  expect(firstCharacters('short')).toBe('short');
});
