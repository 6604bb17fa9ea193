/** Section 4c with a row that adds up the others, and with more than one price or volume column. */

import { describe, expect, it } from '@jest/globals';
import { ukExclusion } from '../../../../src/derive/europe/uk-exclusion.js';
import { announcement, form, page, priceRow, readRows, table } from './pages.js';

const HEAD = ['Price(s)', 'Volume(s)'];
const A = ['£1.50', '20,000'];
const B = ['£1.60', '6,000'];
const read = (parts: Parameters<typeof form>[0]) => readRows(announcement(page(form(parts))));
const figures = (lots: string[][], aggregated = 'N/A', head = HEAD) =>
  read({ prices: priceRow(table(head, ...lots)), aggregated }).rows.map((r) => [
    r.filingId.split('#')[1],
    r.price,
    r.volume,
    r.totalValue,
  ]);
const LOTS = [
  ['0', 1.5, 20_000, 30_000],
  ['1', 1.6, 6_000, 9_600],
];
const AFTER_SUM = [
  ['1', 1.5, 20_000, 30_000],
  ['2', 1.6, 6_000, 9_600],
];

describe('a row that is the sum of the others', () => {
  it.each<[string, string[][], string]>([
    ['with the average price, section 4d agreeing', [A, B, ['£1.5231', '26,000']], '26,000\n£1.5231'],
    ['with the average price, no section 4d', [A, B, ['£1.523', '26,000']], 'N/A'],
    ['with the total paid', [A, B, ['£39,600', '26,000']], 'N/A'],
    ['with the total paid, section 4d agreeing', [A, B, ['£39,600.00', '26,000']], '26,000 shares\n£39,600'],
    ['without a price', [A, B, ['', '26,000']], 'N/A'],
    ['with a dash for a price', [A, B, ['-', '26,000']], '26,000'],
    ['marked in its cells', [A, B, ['£1.52 (average)', '26,000 (total)']], 'N/A'],
    ['marked in its volume', [A, B, ['£1.52', '26,000 (total)']], '26,000'],
    ['with a mark in words', [A, B, ['£1.52', '26,000 in total']], 'N/A'],
    ['labelled as average price', [A, B, ['Average price of £1.52', '26,000']], 'N/A'],
    ['labelled', [A, B, ['Aggregate: £1.52', '26,000']], '26,000'],
  ])('is dropped at the end: %s', (_, lots, aggregated) => expect(figures(lots, aggregated)).toEqual(LOTS));

  it.each<[string, string[][], string]>([
    ['with the average price', [['£1.5231', '26,000'], A, B], 'N/A'],
    ['confirmed by section 4d', [['£1.52', '26,000'], A, B], '26,000\n£1.52'],
    ['without a price', [['', '26,000'], A, B], 'N/A'],
  ])('is dropped at the beginning, and the numbers of the lots stay: %s', (_, lots, aggregated) =>
    expect(figures(lots, aggregated)).toEqual(AFTER_SUM),
  );

  it.each<[string, string[][]]>([
    [
      'free',
      [
        ['Nil', '10,000'],
        ['£4.10', '4,712'],
        ['Nil', '5,288'],
      ],
    ],
    [
      'without a price like another',
      [
        ['N/A', '10,000'],
        ['£4.10', '4,712'],
        ['N/A', '5,288'],
      ],
    ],
  ])('is a lot if it is %s: released, sold and retained', (_, lots) => {
    expect(figures(lots).map(([, , volume, value]) => [volume, value])).toEqual([
      [10_000, null],
      [4_712, 19_319.2],
      [5_288, null],
    ]);
  });

  it.each(['Nil', 'N/A'])('is a lot if all lots have labels and it has no price: %s', (none) => {
    const lots = [
      ['Released', none, '10,000'],
      ['Sold for tax', '£4.10', '4,712'],
      ['Retained', none, '5,288'],
    ];
    for (const stated of ['N/A', '10,000']) {
      const read = figures(lots, stated, ['', ...HEAD]);
      expect(read.map((lot) => lot[2])).toEqual([10_000, 4_712, 5_288]);
      // Section 4d may state the shares released: then it agrees with no sum of the lots.
      expect(read[1]?.[3]).toBe(stated === 'N/A' ? 19_319.2 : null);
    }
  });

  it.each(['Whole order', 'Shares bought', 'Net'])('is the sum if section 4d states it: %s', (label) => {
    const lots = [
      ['XLON', '£1.25', '10,000'],
      ['CHIX', '£1.26', '20,000'],
      [label, '', '30,000'],
    ];
    const read = figures(lots, '30,000 at £1.2567', ['', ...HEAD]);
    expect(read.map(([, , volume, value]) => [volume, value])).toEqual([
      [10_000, 12_500],
      [20_000, 25_200],
    ]);
  });

  it('is a lot if it is between the others', () => {
    const lots = [
      ['£1.24', '10,000'],
      ['£1.25', '20,000'],
      ['£1.26', '10,000'],
    ];
    expect(figures(lots).map((lot) => lot[2])).toEqual([10_000, 20_000, 10_000]);
  });

  it('is not known if its price is near the average and not the average', () => {
    const lots = [
      ['125.0p', '10,000'],
      ['125.2p', '10,000'],
      ['125.4p', '20,000'],
    ];
    expect(figures(lots).map((lot) => lot[1])).toEqual([null, null, null]);
  });

  it('is dropped under a total column', () => {
    expect(
      figures(
        [
          [...A, '£30,000'],
          [...B, '£9,600'],
          ['£1.5231', '26,000', '£39,600'],
        ],
        'N/A',
        [...HEAD, 'Total'],
      ),
    ).toEqual(LOTS);
  });

  it('is dropped among sentences', () => {
    const prices = priceRow(
      '20,000 shares at £1.50 per share\n6,000 shares at £1.60 per share\n26,000 shares at £1.5231 per share',
    );
    expect(read({ prices }).rows.map((r) => r.volume)).toEqual([20_000, 6_000]);
  });

  it('makes all lots unknown where it may be one more lot', () => {
    const { rows, warnings } = read({
      prices: priceRow(table(HEAD, A, B, ['£1.90', '26,000'])),
    });
    expect(rows.map((r) => [r.price, r.volume, r.currency, r.totalValue, r.valueUnknown])).toEqual(
      Array(3).fill([null, null, null, null, true]),
    );
    expect(rows.map((r) => ukExclusion(r))).toEqual(Array(3).fill('price-or-volume-missing'));
    expect(warnings.map((d) => d.kind)).toEqual(['sum-row']);
  });

  it('is a lot if section 4d counts it', () => {
    expect(figures([A, B, ['£1.70', '26,000']], '52,000').map((r) => r[2])).toEqual([20_000, 6_000, 26_000]);
  });

  it('is a lot if it has its own day', () => {
    const prices = priceRow(
      table(
        ['Date', ...HEAD],
        ['21 September 2026', ...A],
        ['21 September 2026', ...B],
        ['22 September 2026', '£1.70', '26,000'],
      ),
    );
    expect(read({ prices }).rows.map((r) => r.volume)).toEqual([20_000, 6_000, 26_000]);
  });

  describe('of lots at one price', () => {
    const lots = (head: string, ...labels: string[]) =>
      read({
        date: '21 to 23 September 2026',
        prices: priceRow(
          table(
            [head, ...HEAD],
            ...labels.map((label, i) => [label, '£1.25', ['5,000', '5,000', '10,000'][i] ?? '']),
          ),
        ),
      });
    const volumes = (...found: ReturnType<typeof lots>['rows']) => found.map((r) => r.volume);

    it('is a lot with a day or a label that the others do not have', () => {
      for (const read of [
        lots('Date', '21/09/2026', '22/09/2026', '23/09/2026'),
        lots('', 'ISA', 'SIPP', 'Direct'),
        lots('Venue', 'XLON', 'BATE', 'CHIX'),
      ]) {
        expect(volumes(...read.rows)).toEqual([5_000, 5_000, 10_000]);
        expect(read.warnings).toEqual([]);
      }
    });

    it('is a sum without the person or the day that all others have', () => {
      const dated = lots('Date', '21/09/2026', '22/09/2026', '');
      expect(volumes(...dated.rows)).toEqual([5_000, 5_000]);
      const rows = [
        ['Ada Bramble', '£1.25', '40,000'],
        ['Ben Cole', '£1.25', '10,000'],
        ['', '£1.25', '50,000'],
      ];
      const people = read({
        name: 'Ada Bramble\nBen Cole',
        prices: priceRow(table(['Name', ...HEAD], ...rows)),
        aggregated: 'N/A',
      });
      expect(people.rows.map((r) => [r.pdmrName, r.volume])).toEqual([
        ['Ada Bramble', 40_000],
        ['Ben Cole', 10_000],
      ]);
      for (const read of [dated, people]) expect(read.warnings).toEqual([]);
    });

    it('may be one more lot without them', () => {
      for (const labels of [
        ['', '', ''],
        ['ISA', 'SIPP', 'Combined'],
        ['ISA', 'SIPP', ''],
      ]) {
        const { rows, warnings } = lots('', ...labels);
        expect(volumes(...rows)).toEqual([null, null, null]);
        expect(warnings.map((w) => w.kind)).toEqual(['sum-row']);
      }
    });

    it('is one of two lots on two days', () => {
      const prices = priceRow(
        table(['Date', ...HEAD], ['21/09/2026', '£1.25', '3,000'], ['22/09/2026', '£1.25', '3,000']),
      );
      const { rows, warnings } = read({ prices, aggregated: '3,000\n£1.25' });
      expect(rows.map((r) => [r.volume, r.totalValue])).toEqual([
        [3_000, null],
        [3_000, null],
      ]);
      expect(warnings.map((w) => w.kind)).toEqual(['aggregated-volume']);
    });
  });

  it('is not a sum if natures or persons differ', () => {
    const prices = priceRow(
      table(['', ...HEAD], ['1.', '£1', '26,000'], ['2.', '£1.50', '12,000'], ['3.', '£1.50', '14,000']),
    );
    const nature = '1. Exercise of options\n2. Sale of shares to cover tax\n3. Sale of shares';
    expect(read({ prices, nature }).rows.map((r) => [r.nature, r.volume])).toEqual([
      ['Exercise of options', 26_000],
      ['Sale of shares to cover tax', 12_000],
      ['Sale of shares', 14_000],
    ]);
    const people = read({ prices, name: '1. Ada Bramble\n2. Ben Cole\n3. Cy Dunn' }).rows;
    expect(people.map((r) => [r.pdmrName, r.volume])).toEqual([
      ['Ada Bramble', 26_000],
      ['Ben Cole', 12_000],
      ['Cy Dunn', 14_000],
    ]);
  });

  it('is dropped if it belongs to none of the persons or natures', () => {
    const numbered = priceRow(table(['', ...HEAD], ['1.', ...A], ['2.', ...B], ['', '£1.5231', '26,000']));
    const people = read({ prices: numbered, name: '1. Ada Bramble\n2. Ben Cole' }).rows;
    expect(people.map((r) => [r.pdmrName, r.volume])).toEqual([
      ['Ada Bramble', 20_000],
      ['Ben Cole', 6_000],
    ]);
    const natures = read({ prices: numbered, nature: '1. Purchase (ISA)\n2. Purchase (SIPP)' }).rows;
    expect(natures.map((r) => r.volume)).toEqual([20_000, 6_000]);
  });

  it('does not treat one of two equal lots as the sum of the other', () => {
    expect(figures([A, ['£1.60', '20,000']], '40,000')).toEqual([
      ['0', 1.5, 20_000, 30_000],
      ['1', 1.6, 20_000, 32_000],
    ]);
    expect(figures([A, ['£1.60', '20,000']]).map((r) => r[3])).toEqual([30_000, 32_000]);
  });

  it('treats both of two equal lots as unknown if section 4d states one of them', () => {
    const { rows, warnings } = read({
      prices: priceRow(table(HEAD, A, ['£1.60', '20,000'])),
      aggregated: '20,000',
    });
    expect(rows.map((r) => [r.price, r.volume, r.totalValue, r.valueUnknown])).toEqual([
      [null, null, null, true],
      [null, null, null, true],
    ]);
    expect(warnings.map((d) => d.kind)).toEqual(['sum-row', 'aggregated-volume']);
  });

  it('counts a lot once that is repeated as its own aggregate', () => {
    expect(figures([A, A], '20,000\n£1.50')).toEqual([['0', 1.5, 20_000, 30_000]]);
    expect(figures([A, ['', '20,000']], '20,000')).toEqual([['0', 1.5, 20_000, 30_000]]);
    expect(figures([['', '20,000'], A], '20,000')).toEqual([['1', 1.5, 20_000, 30_000]]);
    expect(figures([A, A], '40,000\n£1.50')).toHaveLength(2);
    expect(figures([A, A])).toHaveLength(2);
  });

  it.each([
    '26,000; total holding 126,000',
    '26,000\nHolding after the transaction: 126,000',
    '26,000\nShares held following the transaction: 126,000',
    '26,000 shares\nTotal shares held: 126,000',
    'N/A - 2 transactions',
    'Two lots (2 trades): 26,000',
    'Tranche 1: 20,000\nTranche 2: 6,000\nTotal: 26,000',
    '26,000\n£39,600 plus stamp duty of £198.00',
  ])('takes no holding, cost or number of trades in section 4d for a sum: %s', (aggregated) => {
    expect(figures([A, B], aggregated)).toEqual(LOTS);
  });

  it('checks the lots against the only count of section 4d, whatever it says of a holding', () => {
    const counted = (count: string) =>
      figures([A, B], `${count} shares representing 0.5 per cent of the issued share capital`);
    expect(counted('26,000')).toEqual(LOTS);
    expect(counted('36,000').map((row) => row[3])).toEqual([null, null]);
  });

  it('accepts a section 4d with one aggregate for each day', () => {
    const three = [A, B, ['£1.70', '5,000']];
    expect(figures(three, '21 May 2026: 20,000 shares\n22 May 2026: 11,000 shares').map((r) => r[3])).toEqual(
      [30_000, 9_600, 8_500],
    );
  });

  it('accepts a section 4d that repeats the lots, or speaks of one of two natures', () => {
    expect(figures([A, B], '20,000 shares at £1.50\n6,000 shares at £1.60').map((r) => r[3])).toEqual([
      30_000, 9_600,
    ]);
    const both = read({
      nature: '1. Sale\n2. Purchase',
      prices: priceRow(table(['', ...HEAD], ['1.', ...A], ['2.', ...B])),
      aggregated: '20,000',
    });
    expect(both.rows.map((r) => r.totalValue)).toEqual([30_000, 9_600]);
  });
});

describe('more than one price or volume column', () => {
  const nature = 'Sale of shares following exercise of options';
  const published = (head: string[], cells: string[], words = nature) =>
    read({ nature: words, prices: priceRow(table(head, cells)) }).rows.flatMap((r) =>
      ukExclusion(r) === null ? [[r.nature, r.direction, r.price, r.volume]] : [],
    );

  it.each<[string, string[], string[]]>([
    [
      'options first',
      ['Options exercised', 'Exercise price', 'Shares sold', 'Sale price'],
      ['20,000', '£1.00', '9,400', '£1.50'],
    ],
    [
      'prices first',
      ['Exercise price', 'Sale price', 'No. of options exercised', 'No. of shares sold'],
      ['£1.00', '£1.50', '20,000', '9,400'],
    ],
    [
      'the holding afterwards',
      ['Options exercised', 'Exercise price', 'Shares sold', 'Sale price', 'Shares held following the sale'],
      ['20,000', '£1.00', '9,400', '£1.50', '10,600'],
    ],
    [
      'a sale named by what it follows',
      [
        'Number of options exercised',
        'Option price',
        'Shares sold following exercise',
        'Price of shares sold',
      ],
      ['20,000', '£1.00', '9,400', '£1.50'],
    ],
    [
      'shares acquired by exercise',
      ['Shares acquired', 'Exercise price', 'Shares sold', 'Sale price'],
      ['20,000', '£1.00', '9,400', '£1.50'],
    ],
  ])('pairs the sale price with the shares sold: %s', (_, head, cells) =>
    expect(published(head, cells)).toEqual([[nature, 'disposal', 1.5, 9_400]]),
  );

  it.each<[string, string[], string[]]>([
    ['an exercise price alone', ['Exercise price', 'Shares sold'], ['£1.00', '9,400']],
    ['an exercise price next to a count', ['Number of shares', 'Exercise price'], ['9,400', '£1.00']],
    ['two counts and one price', ['Options exercised', 'Shares sold', 'Price'], ['20,000', '9,400', '£1.50']],
    ['two prices without words', ['Price 1', 'Price 2', 'Volume'], ['£1.00', '£1.50', '9,400']],
    [
      'headings without words',
      ['Number of shares', 'Price', 'Number of shares', 'Price'],
      ['20,000', '£1', '9,400', '£2'],
    ],
  ])('leaves unknown what the headings do not pair: %s', (_, head, cells) =>
    expect(published(head, cells)).toEqual([]),
  );

  it('publishes no exercise as a purchase', () => {
    expect(
      published(['Options exercised', 'Exercise price'], ['20,000', '£1.00'], 'Acquisition of shares'),
    ).toEqual([]);
  });

  it('publishes no figure under a heading that contradicts the nature', () => {
    expect(published(['Purchase price', 'Volume'], ['£1.50', '9,400'], 'Sale of shares')).toEqual([]);
    expect(published(['Shares sold', 'Price'], ['9,400', '£1.50'], 'Purchase of shares')).toEqual([]);
  });

  it('reads a purchase and a sale from one row', () => {
    expect(
      published(
        ['Shares sold', 'Sale price', 'Shares purchased', 'Purchase price'],
        ['9,000', '£1.50', '8,900', '£1.51'],
        'Sale of shares and purchase of shares (bed and ISA)',
      ).map((r) => r.slice(2)),
    ).toEqual([
      [1.5, 9_000],
      [1.51, 8_900],
    ]);
  });

  it('reads one price that is quoted in pence and in pounds', () => {
    expect(
      published(['Price (pence)', 'Price (£)', 'Volume'], ['150', '1.50', '9,400'], 'Sale of shares'),
    ).toEqual([['Sale of shares', 'disposal', 150, 9_400]]);
  });

  it.each([
    '9,400 shares sold at £1.50, exercise price £1.00',
    'Options exercised: 20,000\nExercise price: £1.00\nShares sold: 9,400\nSale price: £1.50',
    'Exercise price: £1.00\nVolume: 9,400',
  ])('leaves unknown the lines %j', (lines) => {
    const { rows } = read({ nature, prices: priceRow(lines) });
    expect(rows.map((r) => ukExclusion(r))).toEqual(['price-or-volume-missing']);
  });

  it('reads a currency sign in a separate cell, and no holding as a count', () => {
    const spread =
      '<table><tr><td colspan="2">Price</td><td>Volume</td><td>Total holding after the transaction</td></tr><tr><td>£</td><td>1.50</td><td>9,400</td><td>99,000</td></tr></table>';
    expect(read({ prices: priceRow(spread) }).rows.map((r) => [r.price, r.volume, r.totalValue])).toEqual([
      [1.5, 9_400, 14_100],
    ]);
  });
});
