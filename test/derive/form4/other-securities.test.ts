/** Rows of foreign issuers in our own words: which ones are of the security that the issuer's symbol names. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import { form, ISSUER, person, purchase, read, sale } from './filings.js';

const jane = person('11');
const foreign = (foreignTradingSymbol: string | null, tradingSymbol = 'ORRY'): Partial<Form4Filing> => ({
  issuer: { cik: ISSUER, name: 'Orrery Ltd', tradingSymbol, foreignTradingSymbol },
});
const titled = (securityTitle: string, over: Partial<Form4Transaction> = {}) =>
  sale({ securityTitle, ...over });
const ads = titled('American Depositary Shares (ORRY)', { hasAdsFootnote: true });

/** Titles of the rows that are of another security. */
const others = (...filings: Form4Filing[]) => {
  const titles = new Map(
    filings.flatMap(({ accession, transactions }) =>
      transactions.map((tx) => [`${accession}-${tx.row}`, tx.securityTitle] as const),
    ),
  );
  return read(...filings)
    .rows.filter((row) => row.isOtherSecurity)
    .map((row) => titles.get(`${row.accession}-${row.row}`));
};

describe('of another security', () => {
  it('are ordinary shares if depositary shares are in the same filing or in another of the year', () => {
    expect(others(form('a', [jane], [ads, titled('Common Shares')]))).toEqual(['Common Shares']);
    const espp = form('b', [person('12')], [purchase({ securityTitle: 'Ordinary Shares' })], {
      filedDate: '2025-09-01',
    });
    expect(others(form('a', [jane], [ads]), espp)).toEqual(['Ordinary Shares']);
    const option = titled('Stock Option', {
      table: 'derivative',
      underlyingTitle: 'American Depository Receipts',
    });
    expect(others(form('a', [jane], [option]), espp)).toEqual(['Ordinary Shares']);
  });

  it('are ordinary shares if a footnote mentions depositary ones and the issuer is traded abroad', () => {
    const noted = titled('Shares', { hasAdsFootnote: true });
    const plain = form('b', [person('12')], [titled('Ordinary Shares')]);
    expect(others(form('a', [jane], [noted], foreign('ORR.L')), plain)).toEqual(['Ordinary Shares']);
  });

  it.each([
    ['Common Shares (4477.TW)', null],
    ['Common Shares (4477)', 'TWSE: 4477.TW'],
    ['ORRE4', null],
    ['Preferred shares ORRE4', 'ORRE3, ORRE4'],
    ['Ordinary Shares (TYO: 6999)', null],
    ['Aandelen (ORR.AS)', null],
  ])('is one whose title names a symbol of another market: %s', (title, symbol) => {
    expect(others(form('a', [jane], [titled(title)], foreign(symbol)))).toEqual([title]);
  });

  it('keep their place in the feed and the symbol of the issuer', () => {
    const { rows, ticker } = read(
      form('a', [jane], [ads, titled('Common Shares (4477.TW)')], foreign('4477.TW')),
    );
    expect(ticker).toBe('ORRY');
    expect(rows.map((row) => [row.inFeed, row.isOtherSecurity])).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});

describe('of the security that the symbol names', () => {
  it.each([
    ['Common Stock', null],
    ['Class A Common Stock, $0.001 par value', null],
    ['COM', 'None'],
    ['Common Stock (NASDAQ: ORRY)', null],
    ['Ordinary Shares', 'ORR.DE'],
    ['Common Shares', '4477'],
    ['Class A Shares (ORRY.TO)', 'ORRY.TO'],
    ['Class B Common Stock (ORRY.B)', null],
    ['Common Stock of U.S.A. Orrery', null],
  ])('is a share that is listed here itself: %s, abroad %s', (title, symbol) => {
    expect(others(form('a', [jane], [titled(title)], foreign(symbol)))).toEqual([]);
  });

  it('is common stock if the depositary shares are for preferred stock', () => {
    const preferred = titled('Depositary Shares, each a 1/1,000th interest in Series C Preferred Stock', {
      hasAdsFootnote: true,
    });
    expect(others(form('a', [jane], [preferred, titled('Common Stock')]))).toEqual([]);
    expect(others(form('a', [jane], [preferred, titled('Common Stock')], foreign('ORR.DE')))).toEqual([]);
  });

  it('are shares whose own footnote mentions depositary shares, such as those sold in that form', () => {
    expect(others(form('a', [jane], [ads, titled('Ordinary Shares', { hasAdsFootnote: true })]))).toEqual([]);
  });

  it('are ordinary shares listed a year after the last filing for the depositary shares', () => {
    const later = form('b', [jane], [titled('Ordinary Shares', { transactionDate: '2026-03-05' })], {
      filedDate: '2026-03-06',
    });
    expect(others(form('a', [jane], [ads]), later)).toEqual([]);
  });
});
