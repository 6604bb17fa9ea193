/** When a change of many holders looks like a split of the shares. */

import { describe, expect, it } from '@jest/globals';
import { isSameAfterSplit, looksSplit } from '../../../src/records/portfolios/holder-change.js';

describe('looksSplit', () => {
  it('finds a split that holders show and the price follows', () => {
    expect(looksSplit([2, 2, 2, 1.8], 51, 100)).toBe(true);
    expect(looksSplit([2, 2, 1.6, 2.3, 2.1, 0.9], 52, 100)).toBe(true);
    expect(looksSplit([0.1, 0.1, 0.1], 48, 5)).toBe(true);
    expect(looksSplit([1.25, 1.25], 80, 100)).toBe(true);
  });

  it.each([
    ['the price rose and half of the holders have the same ratio', [0.6, 1, 1, 1.25, 1.25, 1.25], 110, 100],
    ['the price rose as well', [1.25, 1.25, 1.25], 110, 100],
    ['the median is between', [0.6, 1, 1, 1.25, 1.25, 1.25], 100, 100],
    ['the price stayed', [1.5, 1.5, 1.5], 100, 100],
    ['a sole holder trims', [0.7], 100, 100],
    ['a sole holder doubles while the price halves', [2], 50, 100],
    ['the ratio is not that of a split', [1.7, 1.7, 1.7], 60, 100],
    ['a price is not known', [2, 2, 2], null, 100],
    ['nobody held it in both quarters', [], 50, 100],
  ])('says no: %s', (_why, ratios, price, prior) => {
    expect(looksSplit(ratios, price, prior)).toBe(false);
  });
});

describe('isSameAfterSplit', () => {
  it.each([
    [10_000, 10_400, false],
    [1_234, 123, false],
    [10_000, 400, false],
    [101, 151, false],
    [1_237, 35, true],
    [95, 9, true],
    [null, 5, false],
  ])('finds %d as %d', (before, after, isNewClass) => {
    expect(isSameAfterSplit(before, after, isNewClass)).toBe(true);
  });

  it.each([
    [143_370, 1_000, false],
    [1_237, 35, false],
    [35, 1_237, true],
    [10_000, 300, true],
    [500_000, 1_000, true],
    [0, 0, true],
  ])('does not find %d as %d', (before, after, isNewClass) => {
    expect(isSameAfterSplit(before, after, isNewClass)).toBe(false);
  });

  it.each([
    ['large ratios', 1_000, 9_999, 20, 220, 0.03],
    ['few shares', 5, 105, 2, 22, 0.1],
  ])('hardly ever takes two unlike numbers for one: %s', (_what, min, max, least, most, share) => {
    let [pairs, same] = [0, 0];
    for (let fewer = min; fewer <= max; fewer += Math.ceil((max - min) / 100))
      for (let times = least; times <= most; times += (most - least) / 997) {
        pairs += 1;
        if (isSameAfterSplit(Math.round(fewer * times), fewer, false)) same += 1;
      }
    expect(same).toBeGreaterThan(0);
    expect(same).toBeLessThan(share * pairs);
  });
});
