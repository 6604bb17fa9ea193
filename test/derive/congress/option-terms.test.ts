/** Terms of an option in the text of a report: call or put, strike, expiry and number. */

import { describe, expect, it } from '@jest/globals';
import { optionTerms } from '../../../src/derive/congress/option-terms.js';

const row = (description: string | null, more: Partial<Parameters<typeof optionTerms>[0]> = {}) => ({
  assetType: 'Stock Option',
  assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [OP]',
  description,
  comments: null,
  ...more,
});
const terms = (description: string, more = {}) => {
  const found = optionTerms(row(description, more));
  if (found === null) return null;
  const { asFiled, ...rest } = found;
  expect(asFiled).toContain(description);
  return rest;
};

describe('terms of an option', () => {
  it.each([
    [
      'Purchased 50 call options with a strike price of $150 and an expiration date of 1/16/26.',
      ['Call', 150, '2026-01-16', 50, 'purchased'],
    ],
    [
      'Exercised 1,500 call options purchased 12/20/2024 at a strike price of $1,100.50, expiring 12/19/25.',
      ['Call', 1100.5, '2025-12-19', 1500, 'exercised'],
    ],
    ['Option Type: Put; Strike price: $77.50; Expires: 09/18/2020', ['Put', 77.5, '2020-09-18', null, null]],
    ['Option Type: Call; Strike price: $20.00; Expires: 2026-08-21', ['Call', 20, '2026-08-21', null, null]],
    ['Sold 10 put contracts, $35 strike, exp. Jan 16, 2026', ['Put', 35, '2026-01-16', 10, 'sold']],
    ['25 NVDA call options expired 3/20/26', ['Call', null, '2026-03-20', 25, 'expired']],
    ['Purchased 1,000 shares upon assignment of put options', ['Put', null, null, null, 'assigned']],
    ['Bought 5 put options to avoid assignment', ['Put', null, null, 5, 'purchased']],
    ['Sold 5 put options. Shares are bought upon assignment.', ['Put', null, null, 5, 'sold']],
    ['Sold 5 call options before exercise of them', ['Call', null, null, 5, 'sold']],
    [
      'Bought 50 Acme Corp. call options in place of exercising others',
      ['Call', null, null, 50, 'purchased'],
    ],
    ['Exercise of 100 call options, purchased 10,000 shares', ['Call', null, null, 100, 'exercised']],
    ['Sold 20,000 shares (5,000 via call options).', ['Call', null, null, null, 'sold']],
    ['Sold 5 call options with an exercise price of $10', ['Call', null, null, 5, 'sold']],
    ['Bought shares by exercising 100 call options', ['Call', null, null, 100, 'exercised']],
    [
      'Option Type: Put; Strike price: $125.00; Expires: 09/18/2020; Obligation to purchase stock for $125',
      ['Put', 125, '2020-09-18', null, null],
    ],
    ['Option Type: --; Strike price: --', [null, null, null, null, null]],
    // Several series: what they have in common.
    [
      'Bought 30 call options with a strike price of $70 and an expiration of 3/20/26; sold 30 call options with a strike price of $90 expiring 3/20/26',
      ['Call', null, '2026-03-20', null, null],
    ],
    [
      'Bought 4 put options with a strike price of $20 and an expiration date of 3/20/26. Bought 4 put options with a strike price of $20 and an expiration date of 9/18/26.',
      ['Put', 20, null, null, 'purchased'],
    ],
    ['Sold 2 calls strike price $45. Sold 2 calls strike price $45.', ['Call', 45, null, null, 'sold']],
    [
      'Sold 6 $90 strike calls and bought 6 $95 strike calls, exp. 3/20/26',
      ['Call', null, '2026-03-20', null, null],
    ],
    ['Bought 5 calls. Sold 5 calls, strike price $50.', ['Call', null, null, null, null]],
    ['Bought 5 calls and 10 calls, strike price $50', ['Call', 50, null, null, 'purchased']],
    ['Sold 40 of 90 put options with a strike price of $15', ['Put', 15, null, null, 'sold']],
    // Negations.
    ['Expiration 3/20/26; strike price $70; not exercised', [null, 70, '2026-03-20', null, null]],
    [
      'Put options were neither assigned, sold nor exercised and expired worthless.',
      ['Put', null, null, null, 'expired'],
    ],
    ['The puts weren’t assigned. They were sold.', ['Put', null, null, null, 'sold']],
    ['Options may be exercised until 3/20/26. Bought 5 calls.', ['Call', null, null, 5, 'purchased']],
    ['Call options purchased in 2020 were not exercised but sold', ['Call', null, null, null, null]],
  ])('%s', (text, [putCall, strikeUsd, expires, contracts, action]) =>
    expect(terms(text)).toEqual({ putCall, strikeUsd, expires, contracts, action }),
  );

  it.each([
    ['two strikes', 'Bought 5 call options, strikes $100/$110', 'strikeUsd'],
    ['two strikes, the second one named', 'Bought 5 calls, $100/$110 strike', 'strikeUsd'],
    ['two strikes in words', 'Bought 5 calls, strike price of $100 and a strike price of $110', 'strikeUsd'],
    [
      'a strike that cannot be read',
      'Strike price of $100 or strike price at the market, call options',
      'strikeUsd',
    ],
    ['a list of strikes', 'Call options, strike prices 50, 55, 60; expiring 3/20/26', 'strikeUsd'],
    ['two strikes and one word', 'Strike price: $70, $75; call options', 'strikeUsd'],
    ['two strikes without a sign', 'Strike price: 70 and 75; call options', 'strikeUsd'],
    [
      'a strike that was adjusted',
      'Bought 5 calls, strike price of $70 (adjusted to $7 after a split)',
      'strikeUsd',
    ],
    ['two expiries and one word', 'Call options expiring 3/20/26 and 9/18/26', 'expires'],
    ['two expiries', 'Call options expiring 1/16/26 and call options expiring 3/20/26', 'expires'],
    ['a day that is none', 'Call options expiring 13/45/26', 'expires'],
    ['a month alone', 'Call options expiring January 2026', 'expires'],
    ['a strike before the word', 'January strike 150 calls', 'contracts'],
    ['a year before the word', 'Purchased 2026 call options', 'contracts'],
    ['a price before the word', 'Bought $150 calls', 'contracts'],
    ['two counts', 'Sold 5 calls. Sold 7 calls.', 'contracts'],
    ['both kinds', 'A collar of 5 calls and 5 puts', 'putCall'],
  ])('with %s are null for that term', (_what, text, field) =>
    expect(optionTerms(row(text))).toMatchObject({ [field]: null }),
  );

  it('are read for a share from an exercised option, and for no other share', () => {
    const share = { assetType: 'Stock', assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [ST]' };
    expect(optionTerms(row('Exercised 5 call options with a strike price of $10.', share))).toMatchObject({
      contracts: 5,
      action: 'exercised',
    });
    expect(optionTerms(row('Bought 5 puts, $150 strike, exp 1/16/26.', share))).toMatchObject({
      putCall: 'Put',
      strikeUsd: 150,
      contracts: 5,
    });
    expect(optionTerms(row('SOLD 20 JAN. 2027 $150 CALLS', share))).toMatchObject({ putCall: 'Call' });
    expect(optionTerms(row('Bought 5 to close GE calls', share))).toMatchObject({ putCall: 'Call' });
    for (const text of [
      'Purchased 100 shares, broker calls daily',
      'Bought 3 capital calls of the fund',
      'Sold 200 to meet margin calls',
      'Sold 1,000 shares. Sold 5 covered calls.',
      'Account puts 5 shares aside',
      'Bond called by the issuer',
      'Put into the trust',
      'Dividend option: reinvest',
      'Rate/Coupon: 5%',
    ])
      expect(optionTerms(row(text, share))).toBeNull();
    expect(optionTerms(row(null, share))).toBeNull();
    // A bond that can be called, and names that only look like the words.
    const named = (assetDescription: string, assetType: string) =>
      optionTerms(row(null, { assetType, assetDescription }));
    expect(named('Glimmer County 5% Call 1/1/2030', 'Municipal Security')).toBeNull();
    expect(named('Callway Inputs Inc. (CWI) [OP]', 'Stock Option')).toBeNull();
  });

  it('are read in any letter case', () => {
    const share = { assetType: 'Stock', assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [ST]' };
    const text = 'PURCHASED 10 PUT OPTIONS, STRIKE PRICE OF $35, EXPIRES JAN 16, 2026';
    expect(optionTerms(row(text, share))).toEqual({
      putCall: 'Put',
      strikeUsd: 35,
      expires: '2026-01-16',
      contracts: 10,
      action: 'purchased',
      asFiled: text,
    });
  });

  it('can be in the comment or in the name of an option, and are null if neither states them', () => {
    expect(optionTerms(row(null, { comments: 'Exercised options' }))).toMatchObject({ action: 'exercised' });
    expect(optionTerms(row(null, { assetDescription: 'ZQRA Call, strike $15' }))).toMatchObject({
      putCall: 'Call',
      strikeUsd: 15,
      asFiled: 'ZQRA Call, strike $15',
    });
    expect(optionTerms(row(null))).toBeNull();
  });
});
