/** Products and roundings of money in exact cents. */

import { describe, expect, it } from '@jest/globals';
import { multiplyToCents, roundCents } from '../src/decimal.js';
import fc from './property.js';

describe('roundCents', () => {
  it.each([
    [1.005, 1.01],
    [2.675, 2.68],
    [-1.005, -1.01],
    [0.004, 0],
    [-0.004, 0],
    [0, 0],
    [-0, 0],
    [70.24, 70.24],
    [1e-7, 0],
    [1e21, 1e21],
    [0.1 + 0.2, 0.3],
    [123456789.125, 123456789.13],
  ])('%p becomes %p', (x, cents) => {
    expect(roundCents(x)).toBe(cents);
  });

  it('refuses NaN and infinite values', () => {
    expect(() => roundCents(Number.NaN)).toThrow(RangeError);
    expect(() => multiplyToCents(1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe('multiplyToCents', () => {
  it.each([
    [35, 1.115, 39.03],
    [3, 0.1, 0.3],
    [19.82, 179.8683, 3564.99],
    [2883, 2.8979, 8354.65],
    [110, 0, 0],
    [0.5, 0.01, 0.01],
    [2501582400, 3.45, 8630459280],
    [1e15, 1e5, 1e20],
    [3, 1e-7, 0],
  ])('%p shares at %p are %p USD', (shares, price, total) => {
    expect(multiplyToCents(shares, price)).toBe(total);
  });

  it('agrees with whole-number arithmetic on ten-thousandths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 36 }), fc.integer({ min: 0, max: 2 ** 36 }), (a, b) => {
        const cents = (BigInt(a) * BigInt(b) + 500_000n) / 1_000_000n;
        expect(multiplyToCents(a / 10_000, b / 10_000)).toBe(Number(cents) / 100);
      }),
    );
  });
});
