/** Trades that a 4/A adds, and that are not corrections of the rows of the original, however similar they are. */

import { expect, it } from '@jest/globals';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { amendment, form, person, read, sale, standing } from './filings.js';

const jane = person('11');
const lot = (
  shares: number,
  pricePerShare: number,
  sharesOwnedAfter: number,
  transactionDate = '2025-03-03',
) => sale({ shares, pricePerShare, sharesOwnedAfter, transactionDate });
const byTrust = { ownership: 'I' as const, natureOfOwnership: 'By Trust' };
const bySpouse = { ownership: 'I' as const, natureOfOwnership: 'By Spouse' };

/** Two lots of a hundred, one behind the other. */
const two = form('o', [jane], [lot(100, 50, 900), lot(100, 51, 800)]);
const fixed = (...rows: Form4Filing['transactions']) => amendment('x', [jane], rows);
const all = ['o-0', 'o-1', 'x-0'];

const CASES: Record<string, [Form4Filing[], string[]]> = {
  'a third lot of the day': [[two, fixed(lot(100, 52, 700))], all],
  'a third lot of another day': [[two, fixed(lot(100, 52, 700, '2025-03-05'))], all],
  'a third lot of another day at the price of the second': [
    [two, fixed(lot(100, 51, 700, '2025-03-05'))],
    all,
  ],
  'a lot before the first': [[two, fixed(lot(100, 49, 1000, '2025-02-28'))], all],
  'two lots behind the last': [
    [two, fixed(lot(100, 52, 700), lot(100, 53, 600, '2025-03-05'))],
    [...all, 'x-1'],
  ],
  'two lots behind the last, newest first': [
    [two, fixed(lot(100, 53, 600, '2025-03-05'), lot(100, 52, 700))],
    [...all, 'x-1'],
  ],
  'a lot behind the second of two filings of the day': [
    [
      form('o', [jane], [lot(100, 50, 900)]),
      form('p', [jane], [lot(100, 51, 800)]),
      fixed(lot(100, 52, 700)),
    ],
    ['o-0', 'p-0', 'x-0'],
  ],
  'a lot behind one that a first 4/A added': [
    [
      form('o', [jane], [lot(100, 50, 900)]),
      fixed(lot(100, 50, 900), lot(100, 51, 800)),
      amendment('y', [jane], [lot(100, 53, 700)], { filedDate: '2025-03-20' }),
    ],
    ['x-0', 'x-1', 'y-0'],
  ],
  'as many shares of a trust on the day': [
    [form('o', [jane], [lot(100, 50, 900)]), fixed({ ...lot(100, 51, 5000), ...byTrust })],
    ['o-0', 'x-0'],
  ],
  'other shares of a trust at the price of the day': [
    [form('o', [jane], [lot(100, 50, 900)]), fixed({ ...lot(60, 50, 5000), ...byTrust })],
    ['o-0', 'x-0'],
  ],
  'other shares of a trust at another price of the day': [
    [form('o', [jane], [lot(100, 50, 900)]), fixed({ ...lot(60, 51, 5000), ...byTrust })],
    ['o-0', 'x-0'],
  ],
  'as many shares of a trust beside those of a spouse on another day': [
    [
      form('o', [jane], [{ ...lot(100, 50, 900), ...bySpouse }]),
      fixed({ ...lot(100, 51, 5000, '2025-03-01'), ...byTrust }),
    ],
    ['o-0', 'x-0'],
  ],
  'as many shares of another class at another price': [
    [
      form('o', [jane], [lot(100, 50, 900)]),
      fixed({ ...lot(100, 51, 5000), securityTitle: 'Class B Common Stock' }),
    ],
    ['o-0', 'x-0'],
  ],
};

it.each(Object.entries(CASES))('hides nothing: %s', (_what, [filings, expected]) => {
  expect(standing(...filings)).toEqual([...expected].sort());
});

it('a number that was corrected by that of the next lot is of one lot', () => {
  const filed = form('o', [jane], [lot(100, 50, 900), lot(100, 51, 800)]);
  expect(standing(filed, fixed(lot(200, 50, 800)))).toEqual(['o-1', 'x-0']);
  const { rows } = read(filed, fixed(lot(200, 50, 800), lot(100, 51, 700)));
  expect(rows.map(({ status, firstFiledAt }) => [status, firstFiledAt !== null])).toEqual([
    ['superseded', false],
    ['superseded', false],
    ['canonical', true],
    ['canonical', true],
  ]);
});

it.each(['2024-03-04', '2025-03-10', '2025-03-05'])('is corrected by a 4/A that names %s', (typed) => {
  const corrected = amendment('x', [jane], [lot(100, 50.5, 900)], { dateOfOriginalSubmission: typed });
  expect(standing(form('o', [jane], [lot(100, 50, 900)]), corrected)).toEqual(['x-0']);
  const other = amendment('x', [jane], [lot(100, 50.5, 700)], { dateOfOriginalSubmission: typed });
  expect(standing(form('o', [jane], [lot(100, 50, 900)]), other)).toEqual(['o-0', 'x-0']);
});

it.each<[string, Form4Filing[], string[]]>([
  [
    'and one that was forgotten',
    [two, fixed(lot(100, 50.5, 900), lot(100, 51.5, 800), lot(100, 52, 700))],
    ['x-0', 'x-1', 'x-2'],
  ],
  ['and holdings', [two, fixed(lot(100, 50.5, 890), lot(100, 51.5, 790))], ['x-0', 'x-1']],
  [
    'and holdings, each that of the next lot',
    [two, fixed(lot(100, 50.5, 800), lot(100, 51.5, 700))],
    ['x-0', 'x-1'],
  ],
])('restates all rows with other prices %s', (_what, filings, expected) => {
  expect(standing(...filings)).toEqual(expected);
});
