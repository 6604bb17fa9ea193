/** Grouping, order and checked access. */

import { describe, expect, it } from '@jest/globals';
import { byText, compareText, groupBy, itemAt, madeOnce, median, required } from '../src/collections.js';

describe('groupBy', () => {
  it('keeps the order of keys and of items', () => {
    const groups = groupBy(['pear', 'apple', 'plum', 'avocado'], (word) => word[0]);
    expect([...groups]).toEqual([
      ['p', ['pear', 'plum']],
      ['a', ['apple', 'avocado']],
    ]);
  });

  it('is empty for no items', () => {
    expect(groupBy([], String).size).toBe(0);
  });
});

describe('madeOnce', () => {
  it('makes the value of a key once, also one that is false', () => {
    let made = 0;
    const known = new Map<string, boolean>();
    const find = (key: string) =>
      madeOnce(known, key, () => {
        made += 1;
        return false;
      });
    expect([find('a'), find('a'), find('b')]).toEqual([false, false, false]);
    expect(made).toBe(2);
  });
});

describe('order', () => {
  it('is by code unit, not by locale', () => {
    expect(['b', 'a', 'B', 'é', 'z'].sort(compareText)).toEqual(['B', 'a', 'b', 'z', 'é']);
    expect(compareText('a', 'a')).toBe(0);
  });

  it('is stable for equal keys', () => {
    const items = [
      { key: 'b', n: 1 },
      { key: 'a', n: 2 },
      { key: 'b', n: 3 },
    ];
    expect(items.sort(byText(({ key }) => key)).map(({ n }) => n)).toEqual([2, 1, 3]);
  });
});

describe('median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 2], 6],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it('leaves its input as it is', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('checked access', () => {
  it('returns an existing item', () => {
    expect(itemAt(['a', 'b'], -1)).toBe('b');
    expect(required(0, 'count')).toBe(0);
  });

  it('throws for a missing item', () => {
    expect(() => itemAt([], 0)).toThrow('no item 0 in a list of 0');
    expect(() => required(new Map<string, number>().get('x'), 'x')).toThrow('missing: x');
  });
});
