/** Footnotes that state a price in another currency, next to those that must not. Each wording is written for the test. */

import { describe, expect, it } from '@jest/globals';
import { isInAnotherCurrency, readPriceCurrency } from '../../../src/registers/edgar/price-currency.js';
import { readCases } from '../../cases.js';

const isOther = (figure: number, text: string, shares: number | null = null): boolean => {
  const read = readPriceCurrency(text, text.toLowerCase());
  return read !== null && isInAnotherCurrency(figure, shares, [read]);
};

it.each(readCases('registers/edgar/price-currency.tsv').map((one) => [one.title, one.cells] as const))(
  '%s',
  (_, cells) => {
    const [price, shares] = ['price', 'shares'].map((name) => cells.get(name));
    const text = cells.get('text') ?? '';
    const found = isOther(Number(price), text, shares === undefined ? null : Number(shares));
    expect(found ? 'other' : 'dollars').toBe(cells.get('=> currency'));
  },
);

describe('a price', () => {
  it.each([
    'Swedish kronor',
    'Danish kroner',
    'Indian rupees',
    'New Israeli Shekels',
    'Israeli New Shekels',
    'Chinese renminbi',
    'South Korean won',
    'New Taiwan dollars',
    'British pence',
  ])('is in another currency where the remarks say that all prices are in %s', (currency) => {
    const text = `All prices are in ${currency}.`;
    expect(readPriceCurrency(text, text.toLowerCase())?.says).toBe('other');
  });

  it('is in dollars if one of two footnotes says so, whatever currency the other names', () => {
    const texts = ['Paid in pounds sterling.', 'Converted into U.S. dollars at the rate of the day.'];
    const read = texts
      .map((text) => readPriceCurrency(text, text.toLowerCase()))
      .filter((one) => one !== null);
    expect(isInAnotherCurrency(3, null, read)).toBe(false);
    expect(isInAnotherCurrency(3, null, read.slice(0, 1))).toBe(true);
  });
});
