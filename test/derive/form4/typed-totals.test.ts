/** Prices that are the total of the trade, next to high prices that are none. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import { amendment, form, fund, person, purchase, read, sale } from './filings.js';

const [jane, joan] = [person('11'), person('12')];
/** 1,000 shares at 25 USD, with the total as the price. */
const typed = purchase({ shares: 1000, pricePerShare: 25_000, sharesOwnedAfter: 4000 });
const other = form('p', [joan], [sale({ shares: 70, pricePerShare: 24 })]);
const withTyped = (over: Partial<Form4Transaction> = {}) => form('o', [jane], [{ ...typed, ...over }]);

const first = (...filings: Form4Filing[]) => read(...filings).rows.find(({ accession }) => accession === 'o');

describe('a total in the place of the price', () => {
  it.each<[string, Form4Filing]>([
    ['a sale by another owner', other],
    ['a purchase at half more', form('p', [joan], [purchase({ pricePerShare: 37 })])],
    [
      'shares withheld at the price of the day',
      form('p', [joan], [sale({ transactionCode: 'F', pricePerShare: 25 })]),
    ],
    [
      'an earlier filing of the owner',
      form('a', [jane], [sale({ pricePerShare: 24 })], { filedDate: '2025-03-01' }),
    ],
  ])('is seen beside %s, and left out of the feed without a value', (_what, peer) => {
    expect(first(withTyped(), peer)).toMatchObject({
      inFeed: false,
      totalValue: null,
      intentLabel: 'Open-market or private purchase, apparently with the total as its price',
    });
  });

  it('is seen in both filings of joint owners', () => {
    const joint = form('q', [fund('13')], [typed]);
    const { rows } = read(withTyped(), joint, other);
    expect(rows.map(({ accession, inFeed }) => [accession, inFeed])).toEqual([
      ['o', false],
      ['p', true],
      ['q', false],
    ]);
  });

  it('leaves the feed to the amendment that corrects it', () => {
    const corrected = amendment('x', [jane], [{ ...typed, pricePerShare: 25 }]);
    const { rows } = read(withTyped(), other, corrected);
    expect(rows.filter(({ inFeed }) => inFeed).map(({ accession }) => accession)).toEqual(['p', 'x']);
  });
});

describe('a price', () => {
  const stays = { inFeed: true, totalValue: 25_000_000 };

  it.each<[string, Form4Filing[]]>([
    ['no other filing', []],
    ['as high a price of others', [form('p', [joan], [sale({ pricePerShare: 24_800 })])]],
    ['a price that is not that of one share', [form('p', [joan], [sale({ pricePerShare: 60 })])]],
    ['another security', [form('p', [joan], [sale({ pricePerShare: 24, securityTitle: 'Class B Stock' })])]],
    [
      'the exercise price of an option',
      [form('p', [joan], [sale({ transactionCode: 'M', pricePerShare: 24 })])],
    ],
    [
      'a price of another month',
      [form('p', [joan], [sale({ pricePerShare: 24, transactionDate: '2025-01-30' })])],
    ],
    ['a second row of its own filing', [form('o', [jane], [typed, sale({ pricePerShare: 25 })])]],
  ])('stays as filed beside %s', (_what, filings) => {
    const own = filings.some(({ accession }) => accession === 'o') ? [] : [withTyped()];
    expect(first(...own, ...filings)).toMatchObject(stays);
  });

  it('stays as filed where few shares make a small total', () => {
    const few = withTyped({ shares: 30, pricePerShare: 750 });
    expect(first(few, form('p', [joan], [sale({ pricePerShare: 25 })]))).toMatchObject({ inFeed: true });
  });
});
