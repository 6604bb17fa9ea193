/** Bonds whose price is in per cent. */

import { expect, it } from '@jest/globals';
import { isPricedInPerCent } from '../../../src/derive/europe/per-cent-price.js';
import { pdmrRow } from './pdmr-rows.js';

it.each([
  [101.5, 10_000, true],
  [101.5, 1_000, true],
  [101.5, 900, false],
  // A count of bonds is hardly ever a round thousand; a nominal amount always is.
  [101.5, 12_345, false],
  [200, 100_000, true],
  [200.5, 100_000, false],
  [2.01, 100_000, true],
  [2, 100_000, false],
  [null, 100_000, false],
  [101.5, null, false],
])('a bond at %s for %s: %s', (price, volume, isInPerCent) => {
  expect(isPricedInPerCent(pdmrRow('se', { instrumentType: 'Obligation', price, volume }))).toBe(isInPerCent);
});

it.each([
  ['Företagscertifikat', true],
  ['Commercial paper', true],
  // An exchange-traded one has a price for each.
  ['Certifikat', false],
  ['Aktie', false],
])('%s at 98.75 for 10,000,000: %s', (instrumentType, isInPerCent) => {
  expect(isPricedInPerCent(pdmrRow('se', { instrumentType, price: 98.75, volume: 10_000_000 }))).toBe(
    isInPerCent,
  );
});
