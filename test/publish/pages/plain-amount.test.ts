/** Amounts as people write them in a form. */

import { expect, it } from '@jest/globals';
import { plainAmount } from '../../../src/publish/pages/plain-amount.js';

it.each([
  ['1000000', '1000000'],
  ['$1,000,000', '1000000'],
  ['1 000 000', '1000000'],
  ['1m', '1000000'],
  ['2.5M', '2500000'],
  ['$250k', '250000'],
  ['1.5b', '1500000000'],
  ['0.5k', '500'],
  ['12.5', '12.5'],
  ['007', '7'],
  ['0', '0'],
  ['', ''],
])('%s is %s', (text, number) => {
  expect(plainAmount(text)).toBe(number);
});

it.each(['1,00', '1.000.000', '1e6', '-5', 'm', '1 m m', '10,0000', '1mm', '$', '1k5'])(
  '%s is left for the tool to refuse',
  (text) => {
    expect(plainAmount(text)).toBe(text);
  },
);
