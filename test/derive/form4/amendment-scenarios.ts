/** Corrections that filers make by a 4/A, one scenario each: the filings, and which rows count afterwards. */

import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { amendment, form, fund, person, purchase, sale } from './filings.js';

const jane = person('11');
const joan = person('12');

/** A filing of three sales, one after the other; most cases correct the first one. */
const one = sale({ shares: 100, pricePerShare: 50, sharesOwnedAfter: 900 });
const two = sale({ shares: 40, pricePerShare: 51, sharesOwnedAfter: 860 });
const three = sale({ shares: 25, pricePerShare: 52, sharesOwnedAfter: 835 });
const bought = purchase({ shares: 100, pricePerShare: 50, sharesOwnedAfter: 1100 });
const single = form('o', [jane], [one]);
const triple = form('o', [jane], [one, two, three]);

const fixed = (rows: Parameters<typeof amendment>[2], over: Partial<Form4Filing> = {}) =>
  amendment('x', [jane], rows, over);
const again = (rows: Parameters<typeof amendment>[2], over: Partial<Form4Filing> = {}) =>
  amendment('y', [jane], rows, { filedDate: '2025-03-20', ...over });
const third = (rows: Parameters<typeof amendment>[2], over: Partial<Form4Filing> = {}) =>
  amendment('z', [jane], rows, { filedDate: '2025-03-28', ...over });

const lot = (shares: number, pricePerShare: number, sharesOwnedAfter: number) =>
  sale({ shares, pricePerShare, sharesOwnedAfter });
const thirty = (from: number) => Array.from({ length: 30 }, (_, at) => lot(1, 50 + at, from - at - 1));

/** Filings, then the canonical rows; and those of the feed if they differ. */
export const AMENDMENT_SCENARIOS: Record<string, [Form4Filing[], string[], string[]?]> = {
  // One field.
  'the number of shares': [[single, fixed([{ ...one, shares: 110 }])], ['x-0']],
  'the price': [[single, fixed([{ ...one, pricePerShare: 55 }])], ['x-0']],
  'the price, typed as the total': [
    [form('o', [jane], [{ ...one, pricePerShare: 5000 }]), fixed([one])],
    ['x-0'],
  ],
  'direct into indirect ownership': [
    [single, fixed([{ ...one, ownership: 'I', natureOfOwnership: 'By Trust' }])],
    ['x-0'],
  ],
  'the title': [[single, fixed([{ ...one, securityTitle: 'Class A Common Stock' }])], ['x-0']],
  'the date': [[single, fixed([{ ...one, transactionDate: '2025-02-28' }])], ['x-0']],
  'the code': [[single, fixed([{ ...one, transactionCode: 'F' }])], ['x-0'], []],
  'the checkbox of a plan': [[single, fixed([{ ...one, is10b5_1: true }])], ['x-0']],
  'one row of three': [
    [triple, fixed([{ ...two, shares: 45, sharesOwnedAfter: 855 }])],
    ['o-0', 'o-2', 'x-0'],
  ],

  // Several fields of one row.
  'C2, a gift reported as a sale': [
    [triple, fixed([{ ...one, transactionCode: 'G', pricePerShare: 0 }])],
    ['o-1', 'o-2', 'x-0'],
    ['o-1', 'o-2'],
  ],
  'C3, a grant reported as a purchase': [
    [form('o', [jane], [bought]), fixed([{ ...bought, transactionCode: 'A', pricePerShare: 0 }])],
    ['x-0'],
    [],
  ],
  'C3 without a price in the grant': [
    [form('o', [jane], [bought]), fixed([{ ...bought, transactionCode: 'A', pricePerShare: null }])],
    ['x-0'],
    [],
  ],
  'C4, a purchase reported as a sale': [[form('o', [jane], [one]), fixed([bought])], ['x-0']],
  'C4, a sale reported as a purchase, the holding right': [
    [form('o', [jane], [{ ...bought, sharesOwnedAfter: 900 }]), fixed([one])],
    ['x-0'],
  ],
  'DT2, date and price': [
    [triple, fixed([{ ...one, transactionDate: '2025-02-28', pricePerShare: 47 }])],
    ['o-1', 'o-2', 'x-0'],
  ],
  'date, price and holding': [
    [single, fixed([{ ...one, transactionDate: '2025-02-28', pricePerShare: 47, sharesOwnedAfter: 777 }])],
    ['x-0'],
  ],
  'T2, title and holding': [
    [triple, fixed([{ ...one, securityTitle: 'Class A Common Stock', sharesOwnedAfter: 9900 }])],
    ['o-1', 'o-2', 'x-0'],
  ],
  'date and shares, the holding right': [
    [triple, fixed([{ ...one, transactionDate: '2025-02-28', shares: 101 }])],
    ['o-1', 'o-2', 'x-0'],
  ],
  'all numbers of the only row of the day': [[single, fixed([lot(77, 8, 333)])], ['x-0']],
  'date, shares, price and holding of the last of three rows, all reported again': [
    [triple, fixed([one, two, { ...lot(30, 53, 830), transactionDate: '2025-03-02' }])],
    ['x-0', 'x-1', 'x-2'],
  ],

  // Several rows.
  'AGG, three lots reported as one': [
    [
      form('o', [jane], [lot(100, 50, 900), lot(100, 51, 800), lot(100, 52, 700)]),
      fixed([lot(300, 51, 700)]),
    ],
    ['x-0'],
  ],
  'AGG, two of three lots reported as one, the third as it was': [
    [triple, fixed([lot(140, 50.29, 860), three])],
    ['x-0', 'x-1'],
  ],
  'AGG, newest lot first': [
    [form('o', [jane], [lot(100, 52, 700), lot(100, 51, 800)]), fixed([lot(200, 51.5, 700)])],
    ['x-0'],
  ],
  'AGG, corrected by a second 4/A': [
    [
      form('o', [jane], [lot(100, 50, 900), lot(100, 51, 800)]),
      fixed([lot(200, 50.5, 800)]),
      again([{ ...lot(200, 50.6, 800) }]),
    ],
    ['y-0'],
  ],
  'a row whose shares add up, but not to that holding': [
    [
      form('o', [jane], [lot(100, 50, 900), lot(60, 51, 840)]),
      fixed([{ ...lot(160, 40, 500), transactionDate: '2025-02-03' }]),
    ],
    ['o-0', 'o-1', 'x-0'],
  ],
  'one lot reported as three': [
    [
      form('o', [jane], [lot(300, 51, 700)]),
      fixed([lot(100, 50, 900), lot(100, 51, 800), lot(100, 52, 700)]),
    ],
    ['x-0', 'x-1', 'x-2'],
  ],
  'DEL, one of three rows not reported again stays': [
    [triple, fixed([one, three])],
    ['o-1', 'x-0', 'x-1'],
  ],
  'an added row': [
    [single, fixed([one, two])],
    ['x-0', 'x-1'],
  ],
  'only the forgotten row, of as many shares': [
    [single, fixed([{ ...one, pricePerShare: 53, sharesOwnedAfter: 800 }])],
    ['o-0', 'x-0'],
  ],
  'only the forgotten row of the day after, of as many shares': [
    [single, fixed([{ ...one, transactionDate: '2025-03-04', sharesOwnedAfter: 800 }])],
    ['o-0', 'x-0'],
  ],
  'the forgotten exercise before a sale': [
    [
      single,
      fixed([purchase({ transactionCode: 'M', shares: 100, pricePerShare: 2, sharesOwnedAfter: 1000 })]),
    ],
    ['o-0', 'x-0'],
    ['o-0'],
  ],
  'the forgotten other side of a gift': [
    [
      form('o', [jane], [{ ...one, transactionCode: 'G', pricePerShare: 0 }]),
      fixed([purchase({ transactionCode: 'G', pricePerShare: 0, ownership: 'I', sharesOwnedAfter: 100 })]),
    ],
    ['o-0', 'x-0'],
    [],
  ],
  'holdings only': [
    [triple, fixed([], { holdingCount: 2 })],
    ['o-0', 'o-1', 'o-2'],
  ],

  // Chains.
  'twice, by the date of the original': [
    [triple, fixed([{ ...one, pricePerShare: 55 }]), again([{ ...one, pricePerShare: 56, shares: 90 }])],
    ['o-1', 'o-2', 'y-0'],
  ],
  'twice, by the date of the first 4/A, and a row that the first one left': [
    [
      triple,
      fixed([{ ...one, pricePerShare: 55 }]),
      again([{ ...two, transactionCode: 'G', pricePerShare: 0 }], {
        dateOfOriginalSubmission: '2025-03-10',
      }),
    ],
    ['o-2', 'x-0', 'y-0'],
    ['o-2', 'x-0'],
  ],
  'three times, a purchase that was a sale, a gift, a grant': [
    [
      form('o', [jane], [bought]),
      fixed([{ ...bought, transactionCode: 'A', pricePerShare: 0 }]),
      again([{ ...bought, transactionCode: 'A', pricePerShare: 0, shares: 120 }]),
      third([
        { ...bought, transactionCode: 'A', pricePerShare: 1, shares: 120, transactionDate: '2025-03-01' },
      ]),
    ],
    ['z-0'],
    [],
  ],

  // Which filing is meant.
  'an original filed three weekdays after the stated date': [
    [
      single,
      fixed([{ ...one, transactionCode: 'G', pricePerShare: 0 }], {
        dateOfOriginalSubmission: '2025-02-27',
      }),
    ],
    ['x-0'],
    [],
  ],
  'no original date, one field': [
    [single, fixed([{ ...one, shares: 90 }], { dateOfOriginalSubmission: null })],
    ['x-0'],
  ],
  'a mistyped original date, nothing changed': [
    [single, fixed([one], { dateOfOriginalSubmission: '2024-03-04' })],
    ['x-0'],
  ],
  'a mistyped original date and other shares': [
    [single, fixed([{ ...one, shares: 90 }], { dateOfOriginalSubmission: '2024-03-04' })],
    ['o-0', 'x-0'],
  ],
  'beside a filing of another owner': [
    [
      single,
      form('p', [joan], [{ ...one, sharesOwnedAfter: 4000 }]),
      fixed([{ ...one, transactionCode: 'G', pricePerShare: 0 }]),
    ],
    ['p-0', 'x-0'],
    ['p-0'],
  ],
  'beside a filing of another date': [
    [
      single,
      form('p', [jane], [two], { filedDate: '2025-03-05' }),
      fixed([{ ...one, transactionDate: '2025-03-01', pricePerShare: 9 }]),
    ],
    ['p-0', 'x-0'],
  ],
  "another owner's 4/A": [
    [single, amendment('x', [joan], [{ ...one, pricePerShare: 55 }])],
    ['o-0', 'x-0'],
  ],
  'an original of two owners': [
    [
      form('o', [jane, fund('21')], [one]),
      fixed([{ ...one, transactionDate: '2025-03-01', pricePerShare: 9 }]),
    ],
    ['x-0'],
  ],
  'the same 4/A sent twice': [
    [
      single,
      fixed([{ ...one, pricePerShare: 55 }]),
      amendment('y', [jane], [{ ...one, pricePerShare: 55 }], { filedDate: '2025-03-11' }),
    ],
    ['y-0'],
  ],

  // Two filings of the day.
  'E6b, all numbers of the second of two filings of the day': [
    [form('o', [jane], [one]), form('p', [jane], [two]), fixed([lot(45, 53, 855)])],
    ['o-0', 'x-0'],
  ],
  "E6b, all numbers of the trust's filing of two of the day": [
    [
      form('o', [jane], [one]),
      form('p', [jane], [{ ...lot(40, 51, 5000), ownership: 'I', natureOfOwnership: 'By Trust' }]),
      fixed([{ ...lot(44, 57, 7000), ownership: 'I', natureOfOwnership: 'By Trust' }]),
    ],
    ['o-0', 'x-0'],
  ],
  'one of two filings of the day, code and price, shares and holding as they were': [
    [
      form('o', [jane], [one]),
      form('p', [jane], [two]),
      fixed([{ ...two, transactionCode: 'G', pricePerShare: 0 }]),
    ],
    ['o-0', 'x-0'],
    ['o-0'],
  ],
  'the one of two filings of the day of which a row is repeated': [
    [
      form('o', [jane], [one]),
      form('p', [jane], [two, three]),
      fixed([two, { ...three, transactionDate: '2025-03-01', pricePerShare: 9, sharesOwnedAfter: 7 }]),
    ],
    ['o-0', 'x-0', 'x-1'],
  ],
  'numbers that fit neither of two filings of the day': [
    [form('o', [jane], [one]), form('p', [jane], [two]), fixed([lot(45, 53, 111)])],
    ['o-0', 'p-0', 'x-0'],
  ],
  'a sale split over two filings of thirty rows': [
    [
      form('o', [jane], thirty(900)),
      form('p', [jane], thirty(870)),
      fixed([{ ...lot(1, 49, 840), transactionDate: '2025-03-03' }]),
    ],
    [
      ...Array.from({ length: 30 }, (_, at) => `o-${at}`),
      ...Array.from({ length: 29 }, (_, at) => `p-${at}`),
      'x-0',
    ],
  ],
};

/** The corrected rows that count although a 4/A corrects them, because nothing in it says which one it means. */
export const MISSED_BY_SCENARIO: Readonly<Record<string, readonly string[]>> = {
  'a mistyped original date and other shares': ['o-0'],
  'numbers that fit neither of two filings of the day': ['o-0'],
};
