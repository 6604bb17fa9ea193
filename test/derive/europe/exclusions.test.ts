/** Which European transactions are in the feed, and the reason for each excluded one. */

import { describe, expect, it } from '@jest/globals';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import type { EuCountry } from '../../../tools/contract/markets/index.js';
import { exclusion, pdmrRow } from './pdmr-rows.js';

const reason = (market: EuCountry, changes: Partial<PdmrFiling>) => exclusion(pdmrRow(market, changes));

describe('a row is in the feed', () => {
  it.each(['de', 'uk', 'se', 'nl'] as const)('%s: a plain trade', (market) => {
    expect(exclusion(pdmrRow(market))).toBeNull();
  });

  it('for any instrument, and with a programme', () => {
    expect(reason('se', { instrumentType: 'Teckningsoption', linkedToShareProgramme: true })).toBeNull();
    expect(reason('de', { instrumentType: 'Schuldtitel' })).toBeNull();
    expect(reason('nl', { linkedToShareProgramme: true })).toBeNull();
  });

  it('without an ISIN', () => {
    for (const market of ['de', 'uk', 'se', 'nl'] as const) expect(reason(market, { isin: null })).toBeNull();
  });

  it('se: at a price of 0, which is as filed', () => {
    expect(reason('se', { price: 0, totalValue: 0, currency: 'EUR' })).toBeNull();
  });

  it('uk: without date, currency and value if the unit is unknown', () => {
    expect(
      reason('uk', { transactionDate: null, currency: null, totalValue: null, valueUnknown: true }),
    ).toBeNull();
  });

  it('uk: a subscription, and a free sale after an exercise', () => {
    expect(reason('uk', { nature: 'Subscription for new ordinary shares in a placing' })).toBeNull();
    expect(reason('uk', { nature: 'Sale of shares', direction: 'disposal' })).toBeNull();
  });
});

describe('a row is excluded', () => {
  it.each(['de', 'se', 'nl'] as const)('%s: if its nature is not a trade, or it has no price', (market) => {
    expect(reason(market, { direction: null })).toBe('not-a-trade');
    expect(reason(market, { price: null, totalValue: null })).toBe('no-price');
  });

  it('if it lacks a value that its public row must have', () => {
    expect(reason('de', { totalValue: null })).toBe('no-value');
    expect(reason('se', { volume: null })).toBe('no-volume');
    expect(reason('nl', { volume: null })).toBe('no-volume');
    expect(reason('nl', { linkedToShareProgramme: null })).toBe('no-programme-flag');
    for (const market of ['de', 'se', 'nl'] as const) {
      expect(reason(market, { currency: null })).toBe('no-currency');
      expect(reason(market, { transactionDate: null })).toBe('no-transaction-date');
    }
  });

  it.each(['de', 'se', 'nl'] as const)('%s: with a price, volume or value below 0', (market) => {
    expect(reason(market, { price: -12.5 })).toBe('negative-amount');
    expect(reason(market, { totalValue: -1 })).toBe('negative-amount');
    if (market !== 'de') expect(reason(market, { volume: -100 })).toBe('negative-amount');
  });

  it('se: if it was revised or cancelled, has another status, or an amount for a volume', () => {
    expect(reason('se', { status: 'revised' })).toBe('revised');
    expect(reason('se', { status: 'cancelled' })).toBe('cancelled');
    expect(reason('se', { status: 'unknown' })).toBe('unknown-status');
    expect(reason('se', { volumeIsAmount: true })).toBe('amount-for-volume');
  });

  it.each([
    ['voorwaardelijke toekenning', 'award'],
    ['Dividend', 'dividend-reinvestment'],
    ['Omwisseling van soort effect', 'conversion'],
    ['Uitoefening', 'option-exercise'],
    ['Schenking', 'gift'],
    ['Erfenis', 'gift'],
    ['Ruil', 'conversion'],
    ['Vesting of RSUs', 'vesting'],
    ['Overdracht (inhouding belasting)', 'tax-withholding'],
    ['Verkoop i.v.m. tax', 'tax-withholding'],
    ['Overdracht om niet', 'gift'],
    ['Scripdividend', 'dividend-reinvestment'],
    ['Phantom shares', 'award'],
  ])('nl: the transaction type is %s', (transactionType, expected) => {
    expect(reason('nl', { transactionType })).toBe(expected);
  });

  it.each([
    ['acquisition', 'Acquisition under LTIP', 'award'],
    ['acquisition', 'Acquisition (Long Term Incentive 2026)', 'award'],
    ['acquisition', 'Purchase under ESPP', 'employee-share-plan'],
    ['acquisition', 'Purchase of shares in the employee share purchase plan', 'employee-share-plan'],
    ['acquisition', 'Purchase of shares (matching)', 'employee-share-plan'],
    ['acquisition', 'Aankoop via aandelenplan', 'employee-share-plan'],
    ['acquisition', 'Aankoop via personeelsregeling', 'employee-share-plan'],
    ['acquisition', 'Acquisition of matching shares', 'employee-share-plan'],
    ['acquisition', 'Acquisition of bonus shares', 'remuneration'],
    ['acquisition', 'Acquisition as part of variable pay', 'unexplained'],
    ['acquisition', 'Aankoop (vaste beloning)', 'remuneration'],
    ['acquisition', 'DRIP purchase', 'dividend-reinvestment'],
    ['acquisition', 'Acquisition by inheritance', 'gift'],
    ['acquisition', 'Overdracht uit nalatenschap', 'gift'],
    ['acquisition', 'Acquisition through merger', 'merger'],
    ['acquisition', 'Acquisition following conversion', 'conversion'],
    ['acquisition', 'Acquisition in lieu of fees', 'remuneration'],
    ['disposal', 'Disposal by donation', 'gift'],
    ['disposal', 'Overdracht (pandrecht)', 'unexplained'],
    ['disposal', 'Overdracht lening', 'unexplained'],
    ['disposal', 'Disposal under a share loan', 'stock-loan'],
    ['disposal', 'Sell to cover', 'tax-withholding'],
    ['disposal', 'Sale of shares (sell-to-cover)', 'tax-withholding'],
    ['disposal', 'Verkoop voor loonheffing', 'tax-withholding'],
    ['disposal', 'Interne overdracht', 'transfer'],
  ] as const)('nl: an %s of the type %s', (direction, transactionType, expected) => {
    expect(reason('nl', { direction, transactionType })).toBe(expected);
  });

  it('nl: but not for words of a plain trade that are like them', () => {
    for (const transactionType of [
      'Sale under a 10b5-1 trading plan',
      'Sale of shares from the employee share purchase plan',
      'Verkoop ter aflossing van een lening',
      'Sale to repay a loan',
      'Sold',
    ])
      expect(reason('nl', { direction: 'disposal', transactionType })).toBeNull();
    for (const transactionType of ['Bought', 'Purchase on the stock exchange'])
      expect(reason('nl', { direction: 'acquisition', transactionType })).toBeNull();
    for (const instrumentType of ['Obligatielening', 'Loan notes'])
      expect(reason('nl', { instrumentType, price: 1_010, volume: 25, totalValue: 25_250 })).toBeNull();
  });

  it.each([
    ['Conditional share award', 'award'],
    ['Restricted share (right)', 'award'],
    ['Performance award share', 'award'],
    ['Phantom stock units', 'award'],
    ['Personeelsoptie', 'option-exercise'],
    ['Opties', 'option-exercise'],
  ])('nl: the instrument is %s', (instrumentType, expected) => {
    expect(reason('nl', { instrumentType })).toBe(expected);
  });

  it.each(['uk', 'nl'] as const)('%s: if the person is a trust for employees', (market) => {
    expect(reason(market, { pdmrName: "Quillford Employees' Share Trust" })).toBe('employee-trust');
    expect(reason(market, { pdmrName: 'Quillford EBT Limited' })).toBe('employee-trust');
    const capacity = 'Trustee of the Quillford employee benefit trust';
    expect(reason(market, { pdmrName: 'Zquorra Trustees (Jersey) Limited', capacity })).toBe(
      'employee-trust',
    );
    expect(reason(market, { pdmrName: 'Ada Bramble', capacity })).toBeNull();
    expect(reason(market, { pdmrName: 'The Bramble Family Trust' })).toBeNull();
  });

  it.each([
    ['Subscription', 'acquisition'],
    ['Buy', 'acquisition'],
    ['Sell', 'disposal'],
    ['Sales', 'disposal'],
  ] as const)('not, nl: the transaction type is %s, in English', (transactionType, direction) => {
    expect(reason('nl', { transactionType, direction })).toBeNull();
    const other = direction === 'disposal' ? 'acquisition' : 'disposal';
    expect(reason('nl', { transactionType, direction: other })).toBe('unknown-type');
  });

  it('nl: if the type is not known to be a plain trade, or the price is 0', () => {
    expect(reason('nl', { transactionType: 'Pandrecht' })).toBe('unknown-type');
    expect(reason('nl', { transactionType: null })).toBe('unknown-type');
    expect(reason('nl', { transactionType: 'Verkoop', direction: 'acquisition' })).toBe('unknown-type');
    expect(reason('nl', { transactionType: 'Aankoop', direction: 'disposal' })).toBe('unknown-type');
    expect(reason('nl', { price: 0, totalValue: 0 })).toBe('no-price');
  });

  it('nl: if a bond has a nominal amount and a price in per cent', () => {
    const bond = { instrumentType: 'Obligatie', price: 99.5, volume: 100_000, totalValue: 9_950_000 };
    expect(reason('nl', bond)).toBe('amount-for-volume');
    for (const instrumentType of ['4.5% Notes 2030', 'Schuldinstrument', 'Schuldbewijs', 'Debt securities'])
      expect(reason('nl', { ...bond, instrumentType })).toBe('amount-for-volume');
    expect(reason('nl', { ...bond, volume: 25, totalValue: 2_487.5 })).toBeNull();
    expect(reason('nl', { ...bond, price: 1_010, volume: 10_000, totalValue: 10_100_000 })).toBeNull();
    expect(reason('nl', { ...bond, instrumentType: 'Gewoon aandeel' })).toBeNull();
    // The share of a company that is called so.
    expect(reason('nl', { ...bond, instrumentType: 'NOTE AB' })).toBeNull();
  });

  it.each([
    ['Overdracht', 'acquisition'],
    ['Overdracht', 'disposal'],
    ['Aankoop', 'acquisition'],
    ['Verkoop', 'disposal'],
    ['Inschrijving', 'acquisition'],
    ['Aankoop via versus', 'acquisition'],
  ] as const)('nl: but not if the type is %s of an %s', (transactionType, direction) => {
    expect(reason('nl', { transactionType, direction })).toBeNull();
  });

  it('uk: if a bond has a nominal amount and a price in per cent', () => {
    const bond = { price: 98.5, volume: 100_000, totalValue: 9_850_000, instrumentName: '5% Notes due 2030' };
    expect(reason('uk', bond)).toBe('amount-for-volume');
    // In pence.
    expect(reason('uk', { ...bond, totalValue: 98_500 })).toBeNull();
    expect(reason('uk', { ...bond, instrumentName: 'Ordinary shares of Bonds plc' })).toBeNull();
    expect(reason('uk', { ...bond, instrumentName: 'Zquorra Bond Income Ltd Ord 1p' })).toBeNull();
    for (const instrumentName of ['Units in the Zquorra Corporate Bond Fund', 'Exchange Traded Notes'])
      expect(reason('uk', { ...bond, instrumentName })).toBeNull();
    for (const instrumentName of [
      '6% Convertible Unsecured Loan Stock 2030',
      'CULS',
      'Units of 6% Convertible Unsecured Loan Stock',
      'Zquorra Fund 5.5% Bonds 2030',
    ])
      expect(reason('uk', { ...bond, instrumentName })).toBe('amount-for-volume');
    // A note of one pound each.
    expect(
      reason('uk', { ...bond, price: 1.02, totalValue: 102_000, instrumentName: '8% Loan Notes 2030' }),
    ).toBeNull();
  });

  it('uk: by the words of its nature, which are free text', () => {
    expect(reason('uk', { nature: 'Grant of options' })).not.toBeNull();
    expect(reason('uk', { nature: 'Purchase of partnership shares' })).not.toBeNull();
    expect(reason('uk', { nature: 'Acquisition', price: 0, totalValue: 0 })).not.toBeNull();
    expect(reason('uk', { price: null, totalValue: null })).not.toBeNull();
  });
});
