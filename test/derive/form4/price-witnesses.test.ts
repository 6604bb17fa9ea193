/** Prices, numbers and days that other statements contradict, next to odd ones that are right. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import { readBeside } from './filed-closes.js';
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

describe('a price of thousands', () => {
  it.each<[string, Form4Filing[]]>([
    ['as high a price of others', [form('p', [joan], [sale({ pricePerShare: 24_800 })])]],
    [
      'another filing of the owner, months before',
      [form('p', [jane], [sale({ pricePerShare: 15_000, transactionDate: '2024-08-01' })])],
    ],
  ])('stays as filed beside %s', (_what, filings) => {
    expect(first(withTyped(), ...filings)).toMatchObject({
      inFeed: true,
      totalValue: 25_000_000,
      implausible: [],
    });
  });

  it('is that of others, and of a close, before a split into fifty', () => {
    const sold = withTyped({ ...sale(), shares: 50, pricePerShare: 3200, sharesOwnedAfter: 900 });
    const later = ['b', 'c'].map((accession, at) =>
      form(
        accession,
        [person(String(31 + at))],
        [sale({ transactionDate: '2025-03-24', shares: 5000 + at, pricePerShare: 65 })],
      ),
    );
    const before = form('d', [joan], [sale({ shares: 400, pricePerShare: 3190 })]);
    expect(first(sold, ...later)?.implausible).toEqual(['total-as-price']);
    expect(first(sold, ...later, before)?.implausible).toEqual([]);
    const { rows } = readBeside({ ORRY: { closes: [['03-04', 3195]] } }, [sold, ...later]);
    expect(rows.flatMap(({ implausible }) => implausible)).toEqual([]);
    // Two totals of two purchases at one price.
    const both = form('d', [joan], [purchase({ shares: 980, pricePerShare: 24_500 })]);
    const sales = ['e', 'f'].map((accession, at) =>
      form(accession, [joan], [sale({ shares: 70 + at, pricePerShare: 24 })]),
    );
    expect(first(withTyped(), ...sales, both)?.implausible).toEqual(['total-as-price']);
  });

  it.each<[string, Form4Filing[]]>([
    ['no other filing', []],
    [
      'another security',
      [form('p', [joan], [sale({ pricePerShare: 25_000, securityTitle: 'Class B Stock' })])],
    ],
    [
      'the exercise price of an option',
      [form('p', [joan], [sale({ transactionCode: 'M', pricePerShare: 25_000 })])],
    ],
    ['a second row of its own filing', [form('o', [jane], [typed, sale({ pricePerShare: 25_000 })])]],
  ])('is not believed beside %s', (_what, filings) => {
    const own = filings.some(({ accession }) => accession === 'o') ? [] : [withTyped()];
    expect(first(...own, ...filings)).toMatchObject({
      inFeed: false,
      totalValue: null,
      implausible: ['price-without-support'],
    });
  });

  it('stays as filed up to ten thousand, where few shares make a small total', () => {
    const few = withTyped({ shares: 30, pricePerShare: 750 });
    expect(first(few, form('p', [joan], [sale({ pricePerShare: 25 })]))).toMatchObject({ inFeed: true });
    expect(first(withTyped({ pricePerShare: 9_900 }))).toMatchObject({ inFeed: true });
  });
});

describe('a price beside those of other filings', () => {
  /** What others paid: the day in March 2025, and the price. */
  const others = (...paid: Array<[day: number, price: number]>) =>
    paid.map(([day, pricePerShare], at) =>
      form(
        'bcdefg'[at] as string,
        [person(String(31 + at), `Other Name${at}`)],
        [
          sale({
            transactionDate: `2025-03-${String(day).padStart(2, '0')}`,
            pricePerShare,
            shares: 70 + at,
          }),
        ],
        { periodOfReport: `2025-03-${String(day).padStart(2, '0')}` },
      ),
    );
  const of = (pricePerShare: number, ...paid: Array<[day: number, price: number]>) =>
    first(withTyped({ pricePerShare, shares: 3000, transactionDate: '2025-03-10' }), ...others(...paid))
      ?.implausible;

  it.each<[string, number, Array<[number, number]>]>([
    [
      'far above two on the days before',
      1_030,
      [
        [8, 10.1],
        [9, 10.2],
      ],
    ],
    [
      'above those before and after it',
      33,
      [
        [8, 10.1],
        [12, 10.2],
      ],
    ],
    [
      'ten times two of the same day',
      103,
      [
        [10, 10.1],
        [10, 10.2],
      ],
    ],
  ])('is not believed %s', (_what, price, paid) => {
    expect(of(price, ...paid)).toEqual(['price-unlike-others']);
  });

  it.each<[string, number, Array<[number, number]>]>([
    ['above one', 33, [[8, 10.1]]],
    [
      'above two of the same day, on which it jumped',
      33,
      [
        [10, 10.1],
        [10, 10.2],
      ],
    ],
    [
      'after a reverse split',
      50,
      [
        [8, 1.01],
        [9, 1.02],
      ],
    ],
    [
      'before a fall by 80 %',
      50,
      [
        [12, 10],
        [13, 9.8],
      ],
    ],
    [
      'before a split into ten',
      900,
      [
        [11, 91],
        [12, 90],
      ],
    ],
    [
      'beside what founders pay',
      12,
      [
        [10, 0.001],
        [10, 0.0001],
        [9, 0.01],
      ],
    ],
    [
      'above two that are not of one price',
      90,
      [
        [9, 2],
        [11, 25],
      ],
    ],
    [
      'after a rise',
      330,
      [
        [8, 100],
        [9, 101],
      ],
    ],
    [
      'as high as another',
      33,
      [
        [8, 10.1],
        [12, 10.2],
        [10, 32],
      ],
    ],
    [
      'above what two funds paid in one placement of the day',
      17,
      [
        [10, 1.29],
        [10, 1.29],
      ],
    ],
    [
      'far above others of other weeks',
      1_030,
      [
        [1, 10.1],
        [2, 10.2],
      ],
    ],
    [
      'far below others',
      2,
      [
        [8, 10.1],
        [9, 10.2],
        [12, 10],
      ],
    ],
  ])('stays as filed %s', (_what, price, paid) => {
    expect(of(price, ...paid)).toEqual([]);
  });

  it('is not contradicted by what it corrects, or by what others pay the issuer', () => {
    const wrong = { ...typed, pricePerShare: 12.5, shares: 100 };
    const corrected = amendment('x', [jane], [{ ...wrong, pricePerShare: 125 }]);
    const { rows } = read(form('o', [jane], [wrong]), form('q', [fund('13')], [wrong]), corrected);
    expect(rows.find(({ accession }) => accession === 'x')).toMatchObject({ inFeed: true, implausible: [] });
    const placed = [31, 32].map((cik, at) =>
      form(
        'bc'[at] as string,
        [person(String(cik), `Other Name${at}`)],
        [purchase({ pricePerShare: 1, shares: 500 + at })],
      ),
    );
    expect(first(withTyped({ pricePerShare: 3.2, shares: 300 }), ...placed)?.implausible).toEqual([]);
  });

  it('is supported by another who sold the same number on that day', () => {
    const at = (pricePerShare: number) => ({
      ...{ pricePerShare, shares: 5_000, sharesOwnedAfter: 9_000 },
      transactionDate: '2025-03-10',
    });
    const low = [8, 12]
      .map((day) => others([day, 6])[0] as Form4Filing)
      .map((one, n) => ({ ...one, accession: `l${n}` }));
    const peer = (price: number) => form('p', [person('61', 'Nadir Quill')], [purchase(at(price))]);
    expect(first(withTyped(at(19)), ...low, peer(19.1))?.implausible).toEqual([]);
    // The copy of a joint owner supports nothing.
    expect(first(withTyped(at(19)), ...low, peer(19))?.implausible).toEqual(['price-unlike-others']);
  });

  it('is judged alike in whatever order the filings arrive', () => {
    const wrong = purchase({ pricePerShare: 2.5, shares: 70 });
    const filings = [
      withTyped({ pricePerShare: 1_030, shares: 3000 }),
      form('b', [joan], [wrong]),
      amendment('x', [joan], [{ ...wrong, pricePerShare: 1_000 }]),
      form('c', [person('32', 'Other Name')], [purchase({ pricePerShare: 2.6, shares: 71 })]),
    ];
    expect(first(...filings.toReversed())?.implausible).toEqual(first(...filings)?.implausible);
  });

  it('is not judged where the issuer has depositary shares', () => {
    const sold = [31, 32].map((cik, at) =>
      form(
        'bc'[at] as string,
        [person(String(cik), `Other Name${at}`)],
        [sale({ pricePerShare: 1.2, shares: 500 + at, hasAdsFootnote: true })],
      ),
    );
    expect(first(withTyped({ pricePerShare: 24, shares: 300 }), ...sold)?.implausible).toEqual([]);
  });

  it('counts another filing once, whatever its number of lots', () => {
    const lots = [11, 12, 13].map((shares) => purchase({ shares, pricePerShare: 10.1 }));
    expect(
      first(withTyped({ pricePerShare: 700, shares: 3000 }), form('b', [joan], lots))?.implausible,
    ).toEqual([]);
  });

  it('does not count the copy of a joint owner', () => {
    const wrong = { ...typed, pricePerShare: 12_000, shares: 3000 };
    expect(first(form('o', [jane], [wrong]), form('q', [fund('13')], [wrong]))?.implausible).toEqual([
      'price-without-support',
    ]);
  });
});

describe('the own document', () => {
  const bought = (over: Partial<Form4Transaction>, ...more: Form4Transaction[]) =>
    first(form('o', [jane], [purchase(over), ...more]));

  it('contradicts a purchase of more shares than are held after it', () => {
    expect(bought({ shares: 3_000_000, sharesOwnedAfter: 8_000 })).toMatchObject({
      inFeed: false,
      totalValue: null,
      implausible: ['shares-above-holding'],
    });
    expect(bought({ shares: 100, sharesOwnedAfter: 100 })?.implausible).toEqual([]);
    // A lot of a plan beside a whole number, and a part of a holding.
    expect(bought({ shares: 345.678, sharesOwnedAfter: 345 })?.implausible).toEqual([]);
    expect(bought({ shares: 10_000, sharesOwnedAfter: 9_000, ownership: 'I' })?.implausible).toEqual([]);
    expect(bought({ shares: 10_000, sharesOwnedAfter: 9_000, equitySwap: true })?.implausible).toEqual([]);
    expect(bought({ shares: 100, sharesOwnedAfter: null })?.implausible).toEqual([]);
    expect(bought({ shares: 100, sharesOwnedAfter: 0 })?.implausible).toEqual([]);
    // The holding at the end of the document, and one of another class.
    expect(
      bought({ shares: 100, sharesOwnedAfter: 0 }, sale({ shares: 100, sharesOwnedAfter: 0 }))?.implausible,
    ).toEqual([]);
    expect(
      bought({ shares: 100, sharesOwnedAfter: 50 }, sale({ securityTitle: 'Class B Stock' }))?.implausible,
    ).toEqual(['shares-above-holding']);
  });

  it('contradicts a price of a note that is a per cent of its principal', () => {
    const note = { securityTitle: '6.5% Senior Notes due 2031', shares: 250_000, sharesOwnedAfter: 300_000 };
    expect(bought({ ...note, pricePerShare: 97.5 })).toMatchObject({
      inFeed: false,
      totalValue: null,
      implausible: ['price-per-cent-of-principal'],
    });
    // A note at 25 dollars on an exchange, one for each thousand of principal, and a share.
    expect(bought({ ...note, pricePerShare: 24.8 })).toMatchObject({ inFeed: true, isOtherSecurity: true });
    expect(bought({ ...note, shares: 250, pricePerShare: 975 })?.implausible).toEqual([]);
    for (const securityTitle of [
      '8.00% Tangible Equity Units',
      '9.5% Limited Partnership Units',
      '7% Series B',
    ])
      expect(bought({ ...note, securityTitle, pricePerShare: 97.5 })?.implausible).toEqual([]);
    expect(bought({ ...note, securityTitle: 'Common Stock', pricePerShare: 97.5 })).toMatchObject({
      isOtherSecurity: false,
      implausible: [],
    });
  });

  it('contradicts a day before its period', () => {
    const filed = (transactionDate: string) =>
      first(form('o', [jane], [purchase({ transactionDate })], { periodOfReport: '2025-03-03' }));
    expect(filed('2024-03-03')).toMatchObject({
      inFeed: false,
      totalValue: 1000,
      implausible: ['date-before-period'],
    });
    // The period is typed by hand too: the last of two days, or the day of filing.
    expect(filed('2025-02-28')?.implausible).toEqual([]);
    expect(filed('2025-03-03')?.implausible).toEqual([]);
    expect(filed('2025-03-04')?.implausible).toEqual([]);
    // Not due before the Form 5 of the year.
    const given = purchase({ transactionDate: '2024-03-03', transactionCode: 'G', pricePerShare: 0 });
    const gift = form('o', [jane], [given, purchase()], { periodOfReport: '2025-03-03' });
    expect(first(gift)?.implausible).toEqual([]);
    // A late report of several years.
    const late = ['2022-03-01', '2023-03-01', '2025-03-03'].map((transactionDate) =>
      purchase({ transactionDate }),
    );
    const { rows } = read(form('o', [jane], late, { periodOfReport: '2025-03-03' }));
    expect(rows.flatMap(({ implausible }) => implausible)).toEqual([]);
  });
});
