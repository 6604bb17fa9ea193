/** Numbers with a decimal comma, and products in cents. */

import { describe, expect, it } from '@jest/globals';
import { multiplyToCents } from '../../../src/decimal.js';
import { readDecimal } from '../../../src/registers/formats/decimal.js';
import fc from '../../property.js';

describe('a number with a decimal comma', () => {
  it.each([
    ['3.043.314,50', 3043314.5],
    ['954,62', 954.62],
    ['0,104494', 0.104494],
    ['14000,0', 14000],
    ['28227', 28227],
    ['1.550', 1550],
    ['-12,5', -12.5],
    ['1 550,5', 1550.5],
    ['1\u00a0550,5', 1550.5],
  ])('%s', (text, value) => {
    expect(readDecimal(text, ',')).toBe(value);
  });

  it.each(['', '13.10', '1.2345', '12.34,5', '1,2,3', '1.550.00', 'ca. 5', '5 EUR', 'N/A', ',5', '--1'])(
    'is not read from %j',
    (text) => {
      expect(readDecimal(text, ',')).toBeNull();
    },
  );

  it.each([
    ['infinite', '9'.repeat(400)],
    ['infinite and negative', `-${'9'.repeat(400)}`],
    ['20 digits long', '99999999999999999999'],
    ['17 digits long with a part', '12345678901234567,5'],
  ])('is not read if it is too large for a number: %s', (_name, text) => {
    expect(readDecimal(text, ',')).toBeNull();
  });

  it('and one with a decimal point', () => {
    expect(readDecimal('1,234.5', '.')).toBe(1234.5);
    expect(readDecimal('25643.0', '.')).toBe(25643);
    expect(readDecimal('1,5', '.')).toBeNull();
  });
});

describe('a product in cents', () => {
  it.each([
    [1.005, 1, 1.01],
    [0.104494, 161224, 16846.94],
    [164.9654, 2750000, 453654850],
    [1585365, 634146, 1005352873290],
    [0, 5, 0],
    [-1.005, 1, -1.01],
    [1e-7, 1e7, 1],
    [2.5e21, 2, 5e21],
  ])('%d times %d is %d', (a, b, product) => {
    expect(multiplyToCents(a, b)).toBe(product);
  });

  it('is the exact product, rounded', () => {
    const sixPlaces = fc.integer({ min: 0, max: 10 ** 9 });
    fc.assert(
      fc.property(sixPlaces, fc.integer({ min: 0, max: 10 ** 5 }), (price, volume) => {
        const exact = BigInt(price) * BigInt(volume);
        const cents = (exact + 5_000n) / 10_000n;
        expect(multiplyToCents(price / 1e6, volume)).toBe(Number(cents) / 100);
      }),
    );
  });
});
