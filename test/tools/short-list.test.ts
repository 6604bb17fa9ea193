/** Short lists: unknown values last, and places that survive a change of the list. */

import { expect, it } from '@jest/globals';
import {
  entriesBehind,
  placeIn,
  requireShortPlace,
  type ShortOrder,
  sortedBy,
} from '../../tools/contract/short-list.js';

interface Entry {
  id: string;
  value: number | null;
}

const order = (direction: 'desc' | 'asc'): ShortOrder<Entry> => ({
  sortValue: ({ value }) => value,
  idOf: ({ id }) => id,
  order: direction,
});
const entries = (...all: Array<[string, number | null]>) => all.map(([id, value]): Entry => ({ id, value }));
const ids = (list: readonly Entry[]) => list.map(({ id }) => id).join('');

const LIST = entries(['a', 2], ['b', null], ['c', 9], ['d', 2], ['e', null], ['f', 5]);

it('puts unknown values last in both orders, and keeps equal ones as they were', () => {
  expect(ids(sortedBy(LIST, order('desc')))).toBe('cfadbe');
  expect(ids(sortedBy(LIST, order('asc')))).toBe('adfcbe');
});

it.each(['desc', 'asc'] as const)('continues behind each place of a list in order %s', (direction) => {
  const how = order(direction);
  const sorted = sortedBy(LIST, how);
  expect(ids(entriesBehind(sorted, undefined, how))).toBe(ids(sorted));
  sorted.forEach((entry, at) => {
    expect(ids(entriesBehind(sorted, placeIn(how, entry), how))).toBe(ids(sorted).slice(at + 1));
  });
});

it('misses no entry if the one of the place left the list or changed', () => {
  const how = order('desc');
  const place = placeIn(how, { id: 'a', value: 2 });
  const left = sortedBy(
    LIST.filter(({ id }) => id !== 'a'),
    how,
  );
  expect(ids(entriesBehind(left, place, how))).toBe('dbe');
  const risen = sortedBy(
    LIST.map((one) => (one.id === 'a' ? { ...one, value: 100 } : one)),
    how,
  );
  expect(ids(entriesBehind(risen, place, how))).toBe('dbe');
  expect(ids(entriesBehind(sortedBy(entries(['c', 9]), how), place, how))).toBe('');
});

it('refuses a place of another kind of list', () => {
  expect(requireShortPlace(undefined)).toBeUndefined();
  expect(requireShortPlace(['1.5', 'a'])).toEqual(['1.5', 'a']);
  for (const place of [[], ['1'], ['a', 1], ['1', 'a', 'b']])
    expect(() => requireShortPlace(place)).toThrow('The cursor is damaged');
});
