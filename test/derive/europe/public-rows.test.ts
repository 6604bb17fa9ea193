/** The public row of a European transaction, converted from its record. */

import { describe, expect, it } from '@jest/globals';
import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import { pdmrRow, toEuRow } from './pdmr-rows.js';

const COMMON = [
  'currency',
  'direction',
  'filingId',
  'issuerName',
  'pdmrName',
  'publicationAt',
  'transactionDate',
];
const OWN = {
  de: ['capacity', 'isin', 'price', 'totalValue', 'transactionNature', 'url'],
  uk: [
    'capacity',
    'isin',
    'pricePerShare',
    'rawArtefactUrl',
    'totalValue',
    'transactionNature',
    'valueUnknown',
    'volume',
  ],
  se: ['characterSe', 'isin', 'position', 'price', 'totalValueNative', 'url', 'volume'],
  nl: [
    'capacity',
    'isin',
    'price',
    'quantity',
    'rawArtefactUrl',
    'stockOptionProgram',
    'totalValue',
    'transactionCategory',
  ],
};

describe('the public row', () => {
  it.each(['de', 'uk', 'se', 'nl'] as const)(
    'of %s has the fields of the contract and no other',
    (market) => {
      const row = toEuRow(pdmrRow(market));
      expect(Object.keys(row).sort()).toEqual([...COMMON, ...OWN[market]].sort());
      expect(EU_MARKETS[market].row.strict().parse(row)).toEqual(row);
    },
  );

  it('keeps wording and units', () => {
    expect(toEuRow(pdmrRow('se'))).toMatchObject({
      characterSe: 'Förvärv',
      position: 'VD',
      totalValueNative: 5000,
    });
    expect(toEuRow(pdmrRow('nl'))).toMatchObject({ transactionCategory: 'Verwerving', quantity: 100 });
    expect(toEuRow(pdmrRow('de'))).toMatchObject({ transactionNature: 'Kauf', totalValue: 5000 });
    expect(toEuRow(pdmrRow('uk'))).toMatchObject({
      transactionNature: 'Purchase of shares',
      pricePerShare: 50,
    });
  });

  it('states its direction with the same letter in every market', () => {
    for (const market of ['de', 'uk', 'se', 'nl'] as const) {
      expect(toEuRow(pdmrRow(market)).direction).toBe('P');
      expect(toEuRow(pdmrRow(market, { direction: 'disposal' })).direction).toBe('S');
      expect(toEuRow(pdmrRow(market, { direction: null })).direction).toBeNull();
    }
  });

  it('has an empty ISIN if the contract types a string, and null in nl', () => {
    for (const market of ['de', 'uk', 'se'] as const)
      expect(toEuRow(pdmrRow(market, { isin: null })).isin).toBe('');
    expect(toEuRow(pdmrRow('nl', { isin: null })).isin).toBeNull();
  });

  it('of uk may lack date, currency and value', () => {
    const unknown = { transactionDate: null, currency: null, totalValue: null, valueUnknown: true };
    expect(toEuRow(pdmrRow('uk', unknown))).toMatchObject(unknown);
  });

  it('is not produced if a number is missing', () => {
    expect(() => toEuRow(pdmrRow('de', { price: null }))).toThrow('de row without price');
    expect(() => toEuRow(pdmrRow('se', { currency: null }))).toThrow('se row without currency');
  });
});
