/** How a purchase was made: what the lines of `acquisition.tsv` say, which row remarks name, and where a footnote is. */

import { describe, expect, it } from '@jest/globals';
import { readAcquisition } from '../../../src/registers/edgar/footnote-acquisition.js';
import {
  type AcquiredRow,
  acquisitionOf,
  claimsOfRemarks,
} from '../../../src/registers/form4/acquisition.js';
import { readCases } from '../../cases.js';

const ISSUER = 'Brightlens Optics, Inc.';
const ROW: AcquiredRow = {
  table: 'non-derivative',
  transactionCode: 'P',
  transactionDate: '2026-07-31',
  shares: 5000,
  pricePerShare: 19,
};
const NOTHING = { onTrade: [], beside: [], remarks: [], is10b5_1: false };
const of = (text: string, row: Partial<AcquiredRow> = {}, more = {}) =>
  acquisitionOf({ ...ROW, ...row }, { ...NOTHING, onTrade: readAcquisition(text, ISSUER), ...more }) ??
  'market';

describe('a footnote of a purchase', () => {
  it.each(readCases('registers/form4/acquisition.tsv').map((one) => [one.title, one.cells] as const))(
    '%s',
    (_, cells) => {
      const text = cells.get('text') ?? '';
      expect(of(text)).toBe(cells.get('=> acquisition'));
      expect(of(text.toUpperCase())).toBe(cells.get('=> acquisition'));
    },
  );
});

describe('a row', () => {
  it('with a delivery of units is unpaid without a price, and pay with one', () => {
    const text = 'Issued upon vesting of restricted stock units.';
    expect([0, null, 12.5].map((pricePerShare) => of(text, { pricePerShare }))).toEqual([
      'unpaid',
      'unpaid',
      'plan',
    ]);
  });

  it('without a price stays what its code says, unless words say that nothing was paid', () => {
    expect(of('Bought in two trades.', { pricePerShare: 0 })).toBe('market');
    expect(of('Bought under the employee stock purchase plan.', { pricePerShare: 0 })).toBe('plan');
  });

  it('of another code was not acquired in any way', () => {
    expect(
      acquisitionOf(
        { ...ROW, transactionCode: 'S' },
        { ...NOTHING, onTrade: readAcquisition('Sold in the offering.') },
      ),
    ).toBe(null);
  });

  it('under a Rule 10b5-1 plan, which the box says, was not bought under a plan of the company', () => {
    const text = 'Purchased under a stock purchase plan.';
    expect([of(text), of(text, {}, { is10b5_1: true })]).toEqual(['plan', 'market']);
    expect(of('Bought under the employee stock purchase plan.', {}, { is10b5_1: true })).toBe('plan');
  });

  it('believes a footnote on the holding after it only where that names a purchase', () => {
    const beside = (text: string) => of('', {}, { beside: readAcquisition(text, ISSUER) });
    expect(beside('Shares acquired through the employee stock purchase plan.')).toBe('market');
    expect(beside('The trust purchased these shares in a private placement.')).toBe('offering');
  });
});

describe('remarks', () => {
  const other: AcquiredRow = { ...ROW, transactionDate: '2026-07-30', shares: 3000, pricePerShare: 21 };
  const read = (remarks: string, ...rows: AcquiredRow[]) => {
    const claims = claimsOfRemarks(remarks, rows, ISSUER);
    return rows.map((row, at) => acquisitionOf(row, { ...NOTHING, remarks: claims[at] ?? [] }) ?? 'market');
  };

  it.each([
    ['The 5,000 shares were bought in the registered direct offering.', ['offering', 'market']],
    ['The purchase on July 30 was made from the Company.', ['market', 'issuer']],
    ['Row 2 was bought under the employee stock purchase plan.', ['market', 'plan']],
    [
      'The shares reported on this form were bought in the initial public offering.',
      ['offering', 'offering'],
    ],
    ['The shares bought at $19 were bought from the Issuer.', ['issuer', 'market']],
    ['Shares were bought in the offering by another director.', ['market', 'market']],
    ['The 700 shares that a fund bought were acquired in the offering.', ['market', 'market']],
    ['Exhibit 24: power of attorney.', ['market', 'market']],
  ])('%s', (remarks, expected) => {
    expect(read(remarks, ROW, other)).toEqual(expected);
  });

  it('are about the only row of a form, unless they name another trade', () => {
    expect(read('Bought in the directed share program.', ROW)).toEqual(['offering']);
    expect(read('The 700 shares bought in June were acquired in the offering.', ROW)).toEqual(['market']);
    expect(read('The purchase on June 3 was made in the offering.', ROW)).toEqual(['market']);
  });
});

it('reads a long and hostile text in bounded time', () => {
  const text = 'no purchase of restricted stock share plan agreement with from the issuer not '.repeat(200);
  expect(readAcquisition(text, ISSUER)).not.toEqual(null);
});
