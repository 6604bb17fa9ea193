/** Words with typing errors, compared with the plain table of edits. */

import { expect, it } from '@jest/globals';
import { LineWords, WordDistance } from '../../src/read-model/near-words.js';
import fc, { runs } from '../property.js';
import { plainDistance } from './naive-near.js';

const word = fc
  .array(fc.constantFrom('a', 'b', 'c', 'ö'), { minLength: 1, maxLength: 33 })
  .map((all) => all.join(''));

it('counts edits as the plain table does', () => {
  const met = new Map<number | null, number>();
  fc.assert(
    fc.property(word, fc.oneof(word, fc.constant(null)), fc.nat(), fc.nat(), (one, other, at, to) => {
      // Two places of a word changed places: often near enough.
      const letters = Array.from(one);
      const [i, j] = [at % letters.length, to % letters.length];
      [letters[i], letters[j]] = [letters[j] as string, letters[i] as string];
      const text = other ?? letters.join('');
      const distance = new WordDistance(one);
      const plain = plainDistance(one, text);
      const expected = text.startsWith(one) ? 0 : plain <= distance.edits ? plain : null;
      expect(distance.to(` ${text} `, 1, text.length + 1)).toBe(expected);
      met.set(expected, (met.get(expected) ?? 0) + 1);
    }),
    { numRuns: runs(3000) },
  );
  expect([0, 1, 2, null].every((one) => met.has(one))).toBe(true);
});

it('allows one edit up to five letters, two from six, none below three', () => {
  expect(
    ['ab', 'abc', 'abcde', 'abcdef', 'a'.repeat(31), 'a'.repeat(32)].map(
      (one) => new WordDistance(one).edits,
    ),
  ).toEqual([0, 1, 1, 2, 2, 0]);
});

it('finds the lines that have a word near each of the query, and none by an identifier', () => {
  const text = '\n\u0001QUILL\u0001 quil mark  other \n\u0001pelosi\u0001  nancy pelosi  \n  nancy other  \n';
  const found = (...words: string[]) =>
    [...new LineWords(text).near(words)].map(([at, edits]) => [
      text
        .slice(at + 1, text.indexOf('\n', at + 1))
        .trim()
        .split(/\s+/)
        .at(-1),
      edits,
    ]);
  expect(found('quill')).toEqual([['other', 1]]);
  expect(found('peolsi', 'nancy')).toEqual([['pelosi', 1]]);
  expect(found('peolsi', 'nnacy')).toEqual([['pelosi', 2]]);
  expect(found('peolsi', 'nan')).toEqual([['pelosi', 1]]);
  expect(found('nanyc')).toEqual([
    ['pelosi', 1],
    ['other', 1],
  ]);
  expect(found('polesin')).toEqual([]);
  expect(found()).toEqual([]);
});
