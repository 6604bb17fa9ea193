/** When a change of many holders looks like a split of the shares. */

import { describe, expect, it } from '@jest/globals';
import { looksSplit } from '../../../src/records/portfolios/holder-change.js';

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
