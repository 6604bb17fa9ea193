/** Prices and volumes as British announcements write them. */

import { describe, expect, it } from '@jest/globals';
import { announcement, form, page, paragraphs, priceRow, readRows, table } from './pages.js';

/** currency, price as quoted, volume, value; null stands for unknown. */
type Reading = [string | null, number | null, number | null, number | null];
interface Variant {
  says: string;
  /** The row of section 4c; by default a nested table with this price and volume. */
  row?: string;
  cell?: [price: string, volume: string];
  head?: [price: string, volume: string];
  aggregated?: string;
  narrative?: string;
  instrument?: string;
  reads: Reading[];
  warnings?: string[];
}

const cell = (says: string, price: string, volume: string, ...reads: Reading[]): Variant => ({
  says,
  cell: [price, volume],
  reads,
});
const rowOf = (says: string, row: string, ...reads: Reading[]): Variant => ({ says, row, reads });
const twoCells = (a: string, b: string): string =>
  `<tr><td>c)</td><td><p>Price and volume</p></td><td>${paragraphs(a)}</td><td>${paragraphs(b)}</td></tr>`;

const VARIANTS: Variant[] = [
  // The unit in the cell
  cell('a pound sign', '£1.496', '16,104', ['GBP', 1.496, 16_104, 24_091.58]),
  cell('a pound sign and a space', '£ 5.79', '5,000', ['GBP', 5.79, 5_000, 28_950]),
  cell('an entity', '&pound;2.50', '20,000', ['GBP', 2.5, 20_000, 50_000]),
  cell('a numeric entity', '&#163;2.50', '20,000', ['GBP', 2.5, 20_000, 50_000]),
  cell('a currency code before', 'GBP 1.496', '16,104', ['GBP', 1.496, 16_104, 24_091.58]),
  cell('a currency code that touches', 'GBP3.20', '10,000', ['GBP', 3.2, 10_000, 32_000]),
  cell('a currency code after the number', '3.20 GBP', '10,000', ['GBP', 3.2, 10_000, 32_000]),
  cell('pounds in words', '4.552 pounds', '10,000', ['GBP', 4.552, 10_000, 45_520]),
  cell('pounds sterling', '4.552 pounds sterling', '10,000', ['GBP', 4.552, 10_000, 45_520]),
  cell('pence in words', '33.5 pence', '50,000', ['GBP', 33.5, 50_000, 16_750]),
  cell('three decimals of pence', '322.175 pence', '2,129', ['GBP', 322.175, 2_129, 6_859.11]),
  cell('a small p', '208.5907p', '23,500', ['GBP', 208.5907, 23_500, 49_018.81]),
  cell('a small p after a space', '171 p', '60,000', ['GBP', 171, 60_000, 102_600]),
  cell('pence per share', '171 pence per ordinary share', '60,000 ordinary shares', [
    'GBP',
    171,
    60_000,
    102_600,
  ]),
  cell('a price with its total in brackets', '45p (total £1,800)', '4,000', ['GBP', 45, 4_000, 1_800]),
  rowOf(
    'lots with their totals in brackets',
    priceRow(
      table(
        ['Price', 'Volume'],
        ['45p (total: £1,800)', '4,000'],
        ['£0.46 (in total £920.00)', '2,000'],
        ['£0.4533 (average)', '6,000'],
      ),
    ),
    ['GBP', 45, 4_000, 1_800],
    ['GBP', 0.46, 2_000, 920],
  ),
  rowOf('a total in brackets and no price', priceRow('4,000 shares\n£1,800 (total)'), [
    null,
    null,
    null,
    null,
  ]),
  cell(
    'an average and its range',
    'Weighted average price of 125.4p (in a range of 124p to 126p)',
    '40,000',
    ['GBP', 125.4, 40_000, 50_160],
  ),
  cell('an average before its range', '125.40 pence (range: 124.00 pence to 126.00 pence)', '40,000', [
    'GBP',
    125.4,
    40_000,
    50_160,
  ]),
  ...[
    '40,000 purchased, total holding 140,000',
    '40,000 (total holding: 140,000)',
    '40,000 bought; leaving a balance of 140,000',
  ].map((volume) =>
    cell(`a holding after the count: ${volume}`, '£1.25', volume, ['GBP', 1.25, 40_000, 50_000]),
  ),
  cell('two counts', '£1.25', '40,000 and 140,000', [null, 1.25, null, null]),
  cell('a range alone', 'in a range of 124p to 126p', '40,000', [null, null, 40_000, null]),
  cell('a price outside its range', '128p (range 124p to 126p)', '40,000', [null, null, 40_000, null]),
  cell('GBX', 'GBX 1,001', '8,500', ['GBP', 1_001, 8_500, 85_085]),
  cell('GBX after the number', '1,001 GBX', '8,500', ['GBP', 1_001, 8_500, 85_085]),
  cell('GBp, not GBP', 'GBp 998.40 per share', '12,000 shares', ['GBP', 998.4, 12_000, 119_808]),
  cell('GBP with pence spelt out', 'GBP 33.5 pence', '90,000', ['GBP', 33.5, 90_000, 30_150]),
  cell('less than a penny', '0.45p', '9,000,000', ['GBP', 0.45, 9_000_000, 40_500]),
  cell('no zero before the point', '£.85', '40,000', ['GBP', 0.85, 40_000, 34_000]),
  cell('a raised point', '£1·25', '40,000', ['GBP', 1.25, 40_000, 50_000]),
  // The cost of all of them, or of each: nothing says which.
  cell('an amount for all the shares', '£450 for 300 shares', '300', [null, null, 300, null]),
  cell('euros', '€12.00', '2,500', ['EUR', 12, 2_500, 30_000]),
  cell('euros by code', 'EUR 12.00', '2,500', ['EUR', 12, 2_500, 30_000]),
  cell('dollars', '$13.255', '4,000', ['USD', 13.255, 4_000, 53_020]),
  cell('US dollars', 'US$13.255', '4,000', ['USD', 13.255, 4_000, 53_020]),
  cell('dollars by code', 'USD13.255', '4,000', ['USD', 13.255, 4_000, 53_020]),
  cell('US cents', '55 US cents', '90,000', ['USD', 55, 90_000, 49_500]),
  cell('Australian dollars', 'A$2.10', '20,000', ['AUD', 2.1, 20_000, 42_000]),
  cell('Canadian dollars', 'C$2.10', '20,000', ['CAD', 2.1, 20_000, 42_000]),
  cell('a code and a sign', 'CAD$2.10', '20,000', ['CAD', 2.1, 20_000, 42_000]),
  cell('a code, a space and a sign', 'AUD $2.10', '20,000', ['AUD', 2.1, 20_000, 42_000]),
  cell('the old sign of Canada', 'Cdn$2.10', '20,000', ['CAD', 2.1, 20_000, 42_000]),
  cell('a dollar in words', '2.10 Canadian dollars', '20,000', ['CAD', 2.1, 20_000, 42_000]),
  ...[
    '$2.10 (CAD)',
    '$2.10 CAD',
    '$2.10 Cdn',
    '$2.10 Canadian',
    '$2.10 (C$)',
    '$2.10 per share (Canadian dollars)',
    '2.10 dollars (Canadian)',
    'Canadian $2.10',
  ].map((price) =>
    cell(`another dollar after the sign: ${price}`, price, '20,000', ['CAD', 2.1, 20_000, 42_000]),
  ),
  ...['$2.10 (US)', '$2.10 (USD)', 'US$2.10 (CAD2.90)', '2.10 (USD)'].map((price) =>
    cell(`the US dollar: ${price}`, price, '20,000', ['USD', 2.1, 20_000, 42_000]),
  ),
  ...['£2.10 (EUR)', '€2.10 (GBP)', '£2.10 (p)', 'Jamaican $2.10', 'C $2.10'].map(
    (price): Variant => ({
      ...cell(`marks that determine no unit: ${price}`, price, '20,000', [null, 2.1, 20_000, null]),
      warnings: ['unit-mark-lost'],
    }),
  ),
  ...['125 (pence)', '125 (p)', '125 (GBX)'].map((price) =>
    cell(`a unit in brackets: ${price}`, price, '10,000', ['GBP', 125, 10_000, 12_500]),
  ),
  cell('a letter that does not belong to the sign', 'Class A $2.10', '20,000', ['USD', 2.1, 20_000, 42_000]),
  {
    says: 'a dollar that is not known, such as the real',
    cell: ['R$2.10', '20,000'],
    reads: [[null, 2.1, 20_000, null]],
    warnings: ['unit-mark-lost'],
  },
  {
    says: 'a sign that contradicts its code',
    cell: ['EUR $2.10', '20,000'],
    reads: [[null, 2.1, 20_000, null]],
    warnings: ['unit-mark-lost'],
  },
  ...['AUD$', 'A$', 'Australian dollars', '$A', 'Australian $', '$ AUD', '$, Australian'].map(
    (says): Variant => ({
      says: `${says} in the header`,
      head: [`Price (${says})`, 'Volume'],
      cell: ['2.10', '20,000'],
      reads: [['AUD', 2.1, 20_000, 42_000]],
    }),
  ),
  {
    says: 'an unknown dollar in the header',
    head: ['Price (NT$)', 'Volume'],
    cell: ['2.10', '20,000'],
    reads: [[null, 2.1, 20_000, null]],
  },
  {
    says: 'pence sterling in the header',
    head: ['Price (pence sterling)', 'Volume'],
    cell: ['210', '20,000'],
    reads: [['GBP', 210, 20_000, 42_000]],
  },
  rowOf(
    'a currency in a row above the headings',
    priceRow(
      table(
        ['Currency: GBP - British Pound', ''],
        ['Price(s)', 'Volume(s)'],
        ['2.10', '20,000'],
        ['2.11', '500'],
      ),
    ),
    ['GBP', 2.1, 20_000, 42_000],
    ['GBP', 2.11, 500, 1_055],
  ),
  rowOf(
    'a code alone above the headings, and another unit in the cell',
    priceRow(table(['GBP'], ['Price(s)', 'Volume(s)'], ['2.10', '20,000'], ['€2.11', '500'])),
    ['GBP', 2.1, 20_000, 42_000],
    ['EUR', 2.11, 500, 1_055],
  ),
  cell('a power of ten, whose digits are not all there', '£1.5E2', '20,000', [null, null, 20_000, null]),
  cell('yuan', 'CNY38.957', '1,000', ['CNY', 38.957, 1_000, 38_957]),
  cell('a conversion after the quoted price', 'US$13.25 (£10.50)', '4,000', ['USD', 13.25, 4_000, 53_000]),
  cell('the same price in both units', '£1.50 (150p)', '20,000', ['GBP', 1.5, 20_000, 30_000]),
  cell('an at sign', '@ £1.50', '20,000', ['GBP', 1.5, 20_000, 30_000]),
  cell('a footnote after the volume', '£1.50', '20,000<sup>1</sup>', ['GBP', 1.5, 20_000, 30_000]),
  cell('thousands set off by spaces', '£1.50', '20 000', ['GBP', 1.5, 20_000, 30_000]),
  cell('a part of a share', '£4.00', '106.5', ['GBP', 4, 106.5, 426]),
  cell('a numbered price', '1.  £ 5.79', '5,000', ['GBP', 5.79, 5_000, 28_950]),
  cell(
    'letters wrapped one by one',
    '<p><span>£</span><span>5</span><span>.7</span><span>9</span></p>',
    '5,000',
    ['GBP', 5.79, 5_000, 28_950],
  ),
  cell('nothing paid', 'Nil', '50,000', [null, 0, 50_000, null]),
  cell('nothing paid, in words', 'Nil consideration', '50,000', [null, 0, 50_000, null]),
  // Units that cannot be known
  cell('a bare number', '171', '60,000', [null, 171, 60_000, null]),
  cell('a bare decimal', '1.71', '60,000', [null, 1.71, 60_000, null]),
  cell('a bare number next to a nominal value', '171', '60,000 ordinary shares of 10p each', [
    null,
    171,
    60_000,
    null,
  ]),
  cell('a lost mark', '\ufffd1.71', '60,000', [null, 1.71, 60_000, null]),
  cell('two marks that contradict', '£33.5p', '60,000', [null, 33.5, 60_000, null]),
  cell('gbp in lower case', 'gbp 171', '60,000', [null, 171, 60_000, null]),
  cell('gbp in lower case after the number', '171.5 gbp', '60,000', [null, 171.5, 60_000, null]),
  cell('Gbp after the number', '171.5Gbp', '60,000', [null, 171.5, 60_000, null]),
  cell('GBp after the number', '171.5 GBp', '60,000', ['GBP', 171.5, 60_000, 102_900]),
  cell('cents without a currency', '55 cents', '60,000', [null, 55, 60_000, null]),
  cell('a span of prices', '£1.20 - £1.30', '60,000', [null, null, 60_000, null]),
  cell('a continental number', '1,5 EUR', '60,000', [null, null, 60_000, null]),
  cell('a half', '33½p', '60,000', ['GBP', 33.5, 60_000, 20_100]),
  cell('a quarter set apart', '1,001 ¼ pence', '1,000', ['GBP', 1_001.25, 1_000, 10_012.5]),
  cell('a fraction alone', '¾p', '4,000,000', ['GBP', 0.75, 4_000_000, 30_000]),
  cell('a third', '33⅓p', '60,000', [null, null, 60_000, null]),
  cell('thousands by a letter', '£1.71', '10k', [null, 1.71, null, null]),
  {
    says: 'a volume with a point before three digits',
    cell: ['£1.71', '10.000'],
    reads: [[null, 1.71, null, null]],
    warnings: ['price-and-volume'],
  },
  rowOf('the same in a sentence', priceRow('Price: £1.71\nVolume: 10.000'), [null, 1.71, null, null]),
  cell('no price', 'N/A', '60,000', [null, null, 60_000, null]),
  // The unit in the header or the label
  {
    says: 'pence in the header',
    head: ['Price (pence)', 'Volume'],
    cell: ['171', '60,000'],
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'p in the header',
    head: ['Price (p)', 'Volume'],
    cell: ['171', '60,000'],
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'GBX in the header',
    head: ['Price GBX', 'Volume'],
    cell: ['171', '60,000'],
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'pounds in the header',
    head: ['Price(s) (£)', 'Volume(s)'],
    cell: ['171', '60'],
    reads: [['GBP', 171, 60, 10_260]],
  },
  {
    says: 'GBP in the header',
    head: ['Price per share (GBP)', 'No. of shares'],
    cell: ['1.71', '60,000'],
    reads: [['GBP', 1.71, 60_000, 102_600]],
  },
  {
    says: 'dollars in the header',
    head: ['Price (US$)', 'Volume'],
    cell: ['1.71', '60,000'],
    reads: [['USD', 1.71, 60_000, 102_600]],
  },
  {
    says: 'two units in the header',
    head: ['Price (£/p)', 'Volume'],
    cell: ['171', '60,000'],
    reads: [[null, 171, 60_000, null]],
  },
  {
    says: 'a header in pounds over a cell in pence',
    head: ['Price (£)', 'Volume'],
    cell: ['171p', '60,000'],
    reads: [[null, 171, 60_000, null]],
    warnings: ['unit-contradicted'],
  },
  {
    says: 'a header in pence over a cell in pounds',
    head: ['Price (pence)', 'Volume'],
    cell: ['£171.00', '60,000'],
    reads: [[null, 171, 60_000, null]],
    warnings: ['unit-contradicted'],
  },
  {
    says: 'pence in the label of the form',
    row: priceRow(table(['Price', 'Volume'], ['171', '60,000']), 'Price(s) (pence) and volume(s)').replace(
      'Price(s) (pence) and volume(s)',
      'Price(s) and volume(s) (prices in pence)',
    ),
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'a currency column',
    row: priceRow(table(['Price', 'Currency', 'Volume'], ['12.5', 'EUR', '3,000'])),
    reads: [['EUR', 12.5, 3_000, 37_500]],
  },
  // Evidence elsewhere
  {
    says: 'the same number with pence in the text',
    cell: ['171', '60,000'],
    narrative: 'Ada Bramble bought 60,000 shares at 171p each.',
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'the same number with pounds in the text',
    cell: ['1.7135', '60,000'],
    narrative: 'The shares were bought at £1.7135 per share.',
    reads: [['GBP', 1.7135, 60_000, 102_810]],
  },
  {
    says: 'another number in the text',
    cell: ['171', '60,000'],
    narrative: 'The shares closed at 169p.',
    reads: [[null, 171, 60_000, null]],
  },
  {
    says: 'a nominal value in the text',
    cell: ['10', '60,000'],
    narrative: 'She bought ordinary shares of 10p each in the Company.',
    reads: [[null, 10, 60_000, null]],
  },
  {
    says: 'the number with two units in the text',
    cell: ['1.71', '60,000'],
    narrative: 'Once £1.71 per share, once 1.71p per share.',
    reads: [[null, 1.71, 60_000, null]],
  },
  {
    says: 'a total that means pounds',
    cell: ['1.71', '60,000'],
    aggregated: '60,000\n£102,600',
    reads: [['GBP', 1.71, 60_000, 102_600]],
  },
  {
    says: 'a total that means pence',
    cell: ['171', '60,000'],
    aggregated: '60,000\n£102,600.00',
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'an average that means pence',
    row: priceRow(table(['Price', 'Volume'], ['171', '30,000'], ['173', '30,000'])),
    aggregated: '60,000 shares\n£1.72',
    reads: [
      ['GBP', 171, 30_000, 51_300],
      ['GBP', 173, 30_000, 51_900],
    ],
  },
  {
    says: 'a total in the text',
    cell: ['171', '60,000'],
    narrative: 'The total consideration was £102,600.',
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'a total column',
    row: priceRow(table(['Price', 'Volume', 'Total'], ['171', '60,000', '£102,600'])),
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  {
    says: 'a total that fits neither',
    cell: ['171', '60,000'],
    aggregated: '60,000\n£77,000',
    reads: [[null, 171, 60_000, null]],
  },
  ...[
    'The Company paid a final dividend of 171p per share.',
    'Options with an exercise price of 171p per share were left out.',
    'Awards were made at 171 pence per share.',
  ].map((narrative) => ({
    says: `the number in another matter: ${narrative}`,
    cell: ['171', '60,000'] as [string, string],
    narrative,
    reads: [[null, 171, 60_000, null]] as Reading[],
  })),
  {
    says: 'the same number in a sentence next to one about options',
    cell: ['171', '60,000'],
    narrative: 'Options are held by others. Ada Bramble bought 60,000 shares at 171p each.',
    reads: [['GBP', 171, 60_000, 102_600]],
  },
  // Typing errors
  ...['10,000\n£17.10', '10,000\n£171,000', '10,000\n£1,710', '10,000\n17.10', '10,000\n$1.71'].map(
    (aggregated) => ({
      says: `a 4d that contradicts: ${aggregated}`,
      cell: ['£1.71', '10,000'] as [string, string],
      aggregated,
      reads: [[null, 1.71, 10_000, null]] as Reading[],
      warnings: ['aggregated-price'],
    }),
  ),
  {
    says: 'another volume in 4d',
    cell: ['£1.71', '10,000'],
    aggregated: '100,000\n£1.71',
    reads: [[null, 1.71, 10_000, null]],
    warnings: ['aggregated-volume'],
  },
  ...['10,000\n£1.71', '10,000\n171p\n£17,100', 'Not applicable', '£1.71\n10,000', '10,000\n1.71'].map(
    (aggregated) => ({
      says: `a 4d that agrees: ${aggregated}`,
      cell: ['£1.71', '10,000'] as [string, string],
      aggregated,
      reads: [['GBP', 1.71, 10_000, 17_100]] as Reading[],
      warnings: [],
    }),
  ),
  {
    says: 'a total typed as price',
    cell: ['£19,550', '115,000'],
    aggregated: '115,000\n£0.17',
    reads: [[null, 19_550, 115_000, null]],
    warnings: ['total-typed-as-price'],
  },
  {
    says: 'a total typed as price, shown by the text',
    cell: ['£450', '300'],
    narrative: 'She bought shares at a price of £1.50 per share.',
    reads: [[null, 450, 300, null]],
    warnings: ['total-typed-as-price'],
  },
  {
    says: 'a total in 4d next to a correct price',
    cell: ['£0.17', '115,000'],
    aggregated: '115,000 shares\n£19,512.05',
    reads: [['GBP', 0.17, 115_000, 19_550]],
    warnings: [],
  },
  {
    says: 'pounds typed for pence, shown by 4d',
    cell: ['£171', '60,000'],
    aggregated: '60,000\n£102,600',
    reads: [[null, 171, 60_000, null]],
    warnings: ['unit-contradicted'],
  },
  {
    says: 'pounds typed for pence, shown by the text',
    cell: ['£171', '60,000'],
    narrative: 'Ada Bramble bought 60,000 shares at 171p per share.',
    reads: [[null, 171, 60_000, null]],
    warnings: ['unit-contradicted'],
  },
  {
    says: 'a share above £500',
    cell: ['£1,250', '100'],
    reads: [[null, 1_250, 100, null]],
    warnings: ['price-implausible'],
  },
  {
    says: 'a dear share below £500',
    cell: ['£412.50', '100'],
    reads: [['GBP', 412.5, 100, 41_250]],
    warnings: [],
  },
  {
    says: 'a lot above £500m',
    cell: ['£120', '5,000,000'],
    reads: [[null, 120, 5_000_000, null]],
    warnings: ['value-implausible'],
  },
  {
    says: 'a volume that is the year',
    cell: ['£12.50', '2026'],
    reads: [[null, 12.5, 2_026, null]],
    warnings: ['volume-equals-year'],
  },
  {
    says: 'a volume that is the year, but is written as a count',
    cell: ['£12.50', '2,026'],
    reads: [['GBP', 12.5, 2_026, 25_325]],
    warnings: [],
  },
  {
    says: 'a volume that is the year, which section 4d states too',
    cell: ['£12.50', '2026'],
    aggregated: '2026 shares at £12.50',
    reads: [['GBP', 12.5, 2_026, 25_325]],
    warnings: [],
  },
  {
    says: 'a volume that is the year, which section 4d adds up with another',
    row: priceRow(table(['Price', 'Volume'], ['£12.50', '2026'], ['£12.60', '500'])),
    aggregated: '2,526',
    reads: [
      ['GBP', 12.5, 2_026, 25_325],
      ['GBP', 12.6, 500, 6_300],
    ],
    warnings: [],
  },
  {
    says: 'a volume that is the price',
    cell: ['150p', '150'],
    reads: [[null, 150, 150, null]],
    warnings: ['volume-equals-price'],
  },
  // Layouts
  rowOf(
    'several lots',
    priceRow(table(['Price', 'Volume'], ['£1.20', '30,000'], ['£1.21', '20,000'])),
    ['GBP', 1.2, 30_000, 36_000],
    ['GBP', 1.21, 20_000, 24_200],
  ),
  rowOf('a label column', priceRow(table(['', 'Price', 'Volume'], ['1. Purchase', '£1.49', '30,000'])), [
    'GBP',
    1.49,
    30_000,
    44_700,
  ]),
  rowOf('two cells side by side', twoCells('Price\n£0.17', 'Volume\n115,000'), [
    'GBP',
    0.17,
    115_000,
    19_550,
  ]),
  rowOf('two cells, volume first', twoCells('Volume\n115,000', 'Price\n£0.17'), [
    'GBP',
    0.17,
    115_000,
    19_550,
  ]),
  rowOf('two paragraphs', priceRow('£1.20 per Ordinary Share\n30,000 Ordinary Shares'), [
    'GBP',
    1.2,
    30_000,
    36_000,
  ]),
  rowOf('two paragraphs, the other way round', priceRow('30,000 Ordinary Shares\n£1.20 per Ordinary Share'), [
    'GBP',
    1.2,
    30_000,
    36_000,
  ]),
  rowOf('a price, a count and their product', priceRow('£1.20 per share\n30,000 shares\n£36,000'), [
    'GBP',
    1.2,
    30_000,
    36_000,
  ]),
  rowOf(
    'two lots, each with the product below',
    priceRow('120p\n30,000\n£36,000\n121p\n20,000\n£24,200'),
    ['GBP', 120, 30_000, 36_000],
    ['GBP', 121, 20_000, 24_200],
  ),
  rowOf('a price, a count and another amount', priceRow('£1.20 per share\n30,000 shares\n£30,000'), [
    null,
    null,
    null,
    null,
  ]),
  rowOf('labelled paragraphs', priceRow('Price: 120p\nVolume: 30,000'), ['GBP', 120, 30_000, 36_000]),
  rowOf('one labelled line', priceRow('Price: £1.20 Volume: 30,000'), ['GBP', 1.2, 30_000, 36_000]),
  rowOf('one sentence', priceRow('30,000 shares at £1.20 per share'), ['GBP', 1.2, 30_000, 36_000]),
  rowOf(
    'two sentences',
    priceRow('30,000 shares at £1.20 per share\n20,000 shares at £1.21 per share'),
    ['GBP', 1.2, 30_000, 36_000],
    ['GBP', 1.21, 20_000, 24_200],
  ),
  rowOf('two bare numbers, one with decimals', priceRow('171.25\n60,000'), [null, 171.25, 60_000, null]),
  rowOf('two bare whole numbers', priceRow('171\n60,000'), [null, null, null, null]),
  rowOf('vertical table', priceRow(table(['Price', '£1.20'], ['Volume', '30,000'])), [
    'GBP',
    1.2,
    30_000,
    36_000,
  ]),
  rowOf(
    'lots as lines of two cells',
    priceRow(table(['Price', 'Volume'], ['£1.20\n£1.21', '30,000\n20,000'])),
    ['GBP', 1.2, 30_000, 36_000],
    ['GBP', 1.21, 20_000, 24_200],
  ),
  rowOf(
    'an average price next to its range',
    priceRow(table(['Price range', 'Average price', 'Volume'], ['£1.19 - £1.21', '£1.20', '30,000'])),
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf(
    'a price under the heading of a range',
    priceRow(table(['Price range', 'Volume'], ['£1.20', '30,000'])),
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf(
    'the ends of a price alone',
    priceRow(table(['Highest price', 'Lowest price', 'Volume'], ['£1.21', '£1.19', '30,000'])),
    [null, null, 30_000, null],
  ),
  rowOf('an amount of shares', priceRow(table(['Amount of shares', 'Price'], ['30,000', '£1.20'])), [
    'GBP',
    1.2,
    30_000,
    36_000,
  ]),
  ...['1. 30,000\n2. Total holding: 50,000', '(a) 30,000 acquired\n(b) 50,000 held afterwards'].map(
    (counts) =>
      rowOf('a numbered holding', priceRow(table(['Price', 'Volume'], ['£1.20', counts])), [
        null,
        1.2,
        null,
        null,
      ]),
  ),
  rowOf('a spacer column', priceRow(table(['Price', '', 'Volume'], ['£1.20', '', '30,000'])), [
    'GBP',
    1.2,
    30_000,
    36_000,
  ]),
  rowOf(
    'a spacer column in the values alone',
    priceRow(table(['Price', 'Volume'], ['', '£1.20', '30,000'])),
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf(
    'a sum under the lots',
    priceRow(table(['Price', 'Volume'], ['£1.20', '30,000'], ['£1.21', '20,000'], ['', '50,000'])),
    ['GBP', 1.2, 30_000, 36_000],
    ['GBP', 1.21, 20_000, 24_200],
  ),
  rowOf(
    'a line of totals',
    priceRow(table(['Price', 'Volume'], ['£1.20', '30,000'], ['Total: £36,000', '30,000'])),
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf(
    'headings in the form row, values below',
    '<tr><td>c)</td><td><p>Price(s) and volume(s)</p></td><td><p>Price(s)</p></td><td><p>Volume(s)</p></td></tr><tr><td></td><td></td><td><p>£1.20</p></td><td><p>30,000</p></td></tr>',
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf(
    'rows of their own',
    '<tr><td>c)</td><td><p>Price(s)</p></td><td><p>£1.20</p></td></tr><tr><td></td><td><p>Volume(s)</p></td><td><p>30,000</p></td></tr>',
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf(
    'a price that spans its lots',
    priceRow(
      '<table><tr><td>Price</td><td>Volume</td></tr><tr><td rowspan="2">£1.20</td><td>30,000</td></tr><tr><td>20,000</td></tr></table>',
    ),
    ['GBP', 1.2, 30_000, 36_000],
    ['GBP', 1.2, 20_000, 24_000],
  ),
  rowOf(
    'the nominal value in the volume cell',
    priceRow(table(['Price', 'Volume'], ['£1.20', '30,000 ordinary shares of 25p each'])),
    ['GBP', 1.2, 30_000, 36_000],
  ),
  rowOf('headings above each other, values below', priceRow('Price(s)\nVolume(s)\n1.20\n10,000'), [
    null,
    1.2,
    10_000,
    null,
  ]),
  rowOf(
    'labelled and numbered on one line',
    priceRow('Price(s): 1) £1.20 2) £1.21\nVolume(s): 1) 100 2) 200'),
    ['GBP', 1.2, 100, 120],
    ['GBP', 1.21, 200, 242],
  ),
  rowOf('an average alone', priceRow('Average price of £1.20\n10,000 shares'), ['GBP', 1.2, 10_000, 12_000]),
  rowOf('a total below', priceRow('£1.20\n10,000\nTotal £12,000'), ['GBP', 1.2, 10_000, 12_000]),
  rowOf(
    'a nominal value in the sentence',
    priceRow('10,000 Ordinary Shares of £0.01 each at £1.20 per share'),
    ['GBP', 1.2, 10_000, 12_000],
  ),
  rowOf(
    'numbered lines',
    priceRow('1. £1.20 - 10,000\n2. £1.21 - 20,000'),
    ['GBP', 1.2, 10_000, 12_000],
    ['GBP', 1.21, 20_000, 24_200],
  ),
  rowOf(
    'a nested table under the label of the form',
    priceRow(table(['Price(s) and volume(s)', ''], ['£1.20', '10,000'])),
    ['GBP', 1.2, 10_000, 12_000],
  ),
  rowOf(
    'columns in another order, with a date and a total',
    priceRow(
      table(
        ['Date of transaction', 'Number of shares', 'Price per share'],
        ['1 May 2026', '3,000', '£4.10'],
        ['Total', '3,000', '£4.10'],
      ),
    ),
    ['GBP', 4.1, 3_000, 12_300],
  ),
  rowOf('millions', priceRow(table(['Price(s)', 'Volume(s)'], ['120p', '1.5 million'])), [
    'GBP',
    120,
    1_500_000,
    1_800_000,
  ]),
  rowOf('nothing readable', priceRow('to be announced'), [null, null, null, null]),
];

const UNKNOWN: Reading = [null, null, null, null];
const lines = (text: string, aggregated: string, ...reads: Reading[]): Variant => ({
  says: `${text.replaceAll('\n', ' / ')} and section 4d ${aggregated}`,
  row: priceRow(text),
  aggregated,
  reads,
  ...(reads[0] === UNKNOWN ? { warnings: ['price-and-volume'] } : {}),
});
const SOLD: Reading = ['GBP', 125, 10_000, 12_500];

VARIANTS.push(
  // One price is not that of every count
  lines('10,000 shares sold at 125p; 5,000 shares retained', 'N/A', SOLD),
  lines('10,000 shares at 125p, leaving 130,000 shares', 'N/A', SOLD),
  lines('10,000 shares at 125p out of 130,000 shares', 'N/A', SOLD),
  lines('10,000 shares at 125p\nResulting balance 150,000', 'N/A', SOLD),
  lines('5,000 ADSs (representing 10,000 ordinary shares) at $12.50', 'N/A', ['USD', 12.5, 5_000, 62_500]),
  lines('Sale of 10,000 shares at 125p and transfer of 3,000 shares to spouse', 'N/A', UNKNOWN),
  lines('Sale of 10,000 shares at 125p and transfer of 3,000 shares to spouse', '10,000', SOLD),
  lines('14,700 shares vested of which 10,000 shares were sold at 125p', 'N/A', UNKNOWN),
  lines('Number of shares sold: 10,000\nPrice: 125p\nNumber of shares transferred: 26,500', 'N/A', UNKNOWN),
  lines('Shares sold: 10,000\nShares held back: 5,000\nPrice: 125p', 'N/A', SOLD),
  lines('10,000 shares\n20,000 shares\n125p', 'N/A', SOLD, ['GBP', 125, 20_000, 25_000]),
  lines('10,000 shares (ISA)\n20,000 shares (SIPP)\n125p', '30,000', SOLD, ['GBP', 125, 20_000, 25_000]),
  lines('10,000 shares (ISA)\n20,000 shares (SIPP)\n125p', 'N/A', UNKNOWN),
  lines('Sale of remaining 10,000 shares\n125p', 'N/A', SOLD),
  // Headings
  ...[
    ['Cost per share (£)', '# of shares'],
    ['Unit price (£)', 'Units'],
    ['Price(s) in £', 'Vol.'],
    ['Issue price (£)', 'New Ordinary Shares'],
    ['Subscription price (£)', 'Subscription shares'],
    ['Price (£)', 'Ordinary shares of 1p each'],
    ['Consideration per share (£)', 'Number of shares'],
  ].map(
    ([price = '', volume = '']): Variant => ({
      ...cell(`${price} and ${volume}`, '1.25', '10,000', ['GBP', 1.25, 10_000, 12_500]),
      head: [price, volume],
      warnings: [],
    }),
  ),
  {
    ...cell('an amount beside a price', '1.25', '10,000', [null, 1.25, null, null]),
    head: ['Price (£)', 'Amount'],
    warnings: ['price-and-volume'],
  },
  {
    ...cell('a currency beside the shares', '1.25', '10,000', [null, null, 10_000, null]),
    head: ['£', 'Shares'],
    warnings: ['price-and-volume'],
  },
  // A total is not the price
  ...[
    '300 shares for £450',
    '1,000 shares for US$12,500',
    '300 shares acquired for £450.00',
    '300 shares costing £450',
    '300 shares valued at £450',
    '300 shares amounting to £450',
    '300 shares for an aggregate of £450',
    'Invested £450 in 300 shares',
    '£450 invested, 300 shares',
    'Amount: £450\nNumber of shares: 300',
    '300 shares (£450)',
    '£450.00 (300 shares)',
    '300 shares, being £450',
  ].map((text) => lines(text, 'N/A', UNKNOWN)),
  ...['£450 total', '£450 aggregate', '£450 overall', '$4,500 total', '£450 all in', '£450 for all'].map(
    (price): Variant => ({
      ...cell(`${price} is not a price`, price, '300', [null, null, 300, null]),
      warnings: ['price-and-volume'],
    }),
  ),
  lines('10,000 shares for 125p', 'N/A', SOLD),
  lines('Price: bought for £1.25\nVolume: 10,000', 'N/A', ['GBP', 1.25, 10_000, 12_500]),
  lines('10,000 shares for £1.25 per share', 'N/A', ['GBP', 1.25, 10_000, 12_500]),
  lines('£1.25 / 10,000 shares', 'N/A', ['GBP', 1.25, 10_000, 12_500]),
  // Section 4d says that the amount is that of one share
  ...['£1.25 (40,000 shares)', '40,000 shares (£1.25)', '40,000 shares for £1.25'].flatMap((text) => [
    lines(text, '40,000\nPrice: £1.25\nTotal: £50,000', ['GBP', 1.25, 40_000, 50_000]),
    lines(text, '40,000\nTotal: £1.25', [null, null, null, null]),
  ]),
  lines('300 shares for £450', '300\nPrice: £450', UNKNOWN),
  lines('300 shares for £450', '300\nPrice: £1.50\nTotal: £450', UNKNOWN),
  lines('40,000 at £1.2513 all-in', 'N/A', ['GBP', 1.2513, 40_000, 50_052]),
  // Two ends of a price, and the price next to the count
  ...['£1.24-1.26', '£1.24 – 1.26', '124-126p', '124p to 126p', '£1.24-£1.26'].flatMap((range) => [
    lines(range, 'N/A', [null, null, null, null]),
    lines(range, '40,000', [null, null, null, null]),
    lines(`Price: ${range}\nVolume: 40,000`, '40,000', [null, null, 40_000, null]),
    lines(`40,000 shares at ${range}`, '40,000', [null, null, 40_000, null]),
  ]),
  lines('£1.25 - 10,000', 'N/A', ['GBP', 1.25, 10_000, 12_500]),
  lines('10,000 – 125p', 'N/A', ['GBP', 125, 10_000, 12_500]),
  lines('£1.25 - 500', '500', ['GBP', 1.25, 500, 625]),
  lines('£1.25 - 500', 'N/A', ['GBP', 1.25, 500, 625]),
  lines('5,037.5p – 1,427,643', 'N/A', ['GBP', 5_037.5, 1_427_643, 71_917_516.13]),
  lines('£1.25 - 40,000\n£1.26 - 700', '40,700', ['GBP', 1.25, 40_000, 50_000], ['GBP', 1.26, 700, 882]),
  lines('£1.25-500', 'N/A', [null, null, null, null]),
  lines('£1.24 - 126', 'N/A', [null, null, null, null]),
  lines('124p - 1', 'N/A', [null, null, null, null]),
  // The code belongs to the number with decimals, if the other has thousands
  ...['1.25 GBP 10,000', '10,000 GBP 1.25', '1.250 GBP 10,000 shares', '1.25GBP 10,000'].map((text) =>
    lines(text, 'N/A', ['GBP', 1.25, 10_000, 12_500]),
  ),
  lines('125.5 GBX 10,000', 'N/A', ['GBP', 125.5, 10_000, 12_550]),
  lines(
    '1.25 USD 10,000\n1.26 USD 2,000',
    '12,000',
    ['USD', 1.25, 10_000, 12_500],
    ['USD', 1.26, 2_000, 2_520],
  ),
  ...['998 GBX 500', '1.25 GBP 500', '10,000 GBP 12,500.00', '12.5 GBP 40,000.50', '1.25 GBP 10.000'].map(
    (text) => lines(text, 'N/A', UNKNOWN),
  ),
  // A currency names the unit of a bare number; pence are its hundredth
  ...[
    'Currency: GBP\nPrice: 125p\nVolume: 10,000',
    'Currency: GBP (£)\nPrice: 125 pence\nVolume: 10,000',
  ].map((text) => lines(text, 'N/A', SOLD)),
  lines('Currency: GBX\nPrice: £1.25\nVolume: 10,000', 'N/A', [null, 1.25, 10_000, null]),
  lines('Currency: USD\nPrice: 125p\nVolume: 10,000', 'N/A', [null, 125, 10_000, null]),
  ...[
    { currency: 'GBP', price: '125p', reads: SOLD },
    { currency: 'GBX', price: '£1.25', reads: [null, 1.25, 10_000, null] as Reading },
    { currency: 'EUR', price: '125p', reads: [null, 125, 10_000, null] as Reading },
  ].map(
    ({ currency, price, reads }): Variant => ({
      says: `${price} in the row of ${currency}`,
      row: priceRow(table(['Currency', 'Price(s)', 'Volume(s)'], [currency, price, '10,000'])),
      reads: [reads],
    }),
  ),
  // A sum is the lot if it is the only line
  ...[
    'Total of 10,000 shares at an average price of £1.25',
    'Total: 10,000 shares at £1.25 per share',
    'Total 10,000 shares @ £1.25 each',
    'Several trades\nAggregate volume: 10,000 at an average price of £1.25',
  ].map((text) => lines(text, 'N/A', ['GBP', 1.25, 10_000, 12_500])),
  lines('6,000 at £1.24\nTotal of 10,000 at an average price of £1.25', 'N/A', ['GBP', 1.24, 6_000, 7_440]),
  lines('Price: £1.25\nVolume: 10,000\nTotal: 10,000 shares at £1.25 each', '10,000', [
    'GBP',
    1.25,
    10_000,
    12_500,
  ]),
  ...[
    'Total 300 shares at a price of £450',
    'Total 300 £450',
    'Total of 300 shares for £450',
    'Total 300 at 4.50',
  ].map((text) => lines(text, 'N/A', [null, null, null, null])),
  lines('£1.25-500 shares', 'N/A', ['GBP', 1.25, 500, 625]),
);

// Lines of a table whose cells hold lists.
VARIANTS.push(
  lines('Nil paid rights 10,000\n£0.50', 'N/A', ['GBP', 0.5, 10_000, 5_000]),
  lines('Nil paid rights 10,000 at £0.50', 'N/A', ['GBP', 0.5, 10_000, 5_000]),
  lines('Nil paid rights 10,000', 'N/A', [null, null, null, null]),
  rowOf(
    'all prices below the headings, then all counts',
    priceRow('Price(s)\nVolume(s)\n212.5p\n212.0p\n211.5p\n3,919\n1,876\n1,949'),
    ['GBP', 212.5, 3_919, 8_327.88],
    ['GBP', 212, 1_876, 3_977.12],
    ['GBP', 211.5, 1_949, 4_122.14],
  ),
  ...['N/A', '40,000'].map((aggregated) =>
    lines('Price(s) in pence\nVolume(s)\n125\n130\n10,000\n20,000', aggregated, [null, null, null, null]),
  ),
  lines(
    'Price(s) in pence\nVolume(s)\n125\n130\n10,000\n20,000',
    '30,000',
    ['GBP', 125, 10_000, 12_500],
    ['GBP', 130, 20_000, 26_000],
  ),
  rowOf(
    'prices and counts without a unit below the headings by turns',
    priceRow('Price(s) in pence\nVolume(s)\n125\n10,000\n130\n20,000'),
    ['GBP', 125, 10_000, 12_500],
    ['GBP', 130, 20_000, 26_000],
  ),
  rowOf(
    'fewer counts than prices below the headings',
    priceRow('Price(s)\nVolume(s)\n212.5p\n212.0p\n211.5p\n3,919\n1,876'),
    [null, null, null, null],
  ),
);

// Shares of a plan, some of which cost nothing.
VARIANTS.push(
  rowOf(
    'partnership and matching shares in columns',
    priceRow(table(['Partnership', 'Matching', 'Price'], ['100', '50', '£1.23'])),
    ['GBP', 1.23, 100, 123],
    [null, null, 50, null],
  ),
  rowOf(
    'numbers of partnership and matching shares in columns',
    priceRow(
      table(['Price', 'Number of Matching Shares', 'Number of Partnership Shares'], ['£1.23', '50', '100']),
    ),
    [null, null, 50, null],
    ['GBP', 1.23, 100, 123],
  ),
  ...[
    '100 Partnership Shares at £1.23 per share\n50 Matching Shares at nil cost',
    '100 Partnership Shares at £1.23 and 50 Matching Shares at nil cost',
    'Partnership shares: 100 at £1.23\nMatching shares: 50 for no consideration',
    '£1.23 (Partnership Shares) 100\nNil (Matching Shares) 50',
    'Partnership Shares - 100 @ £1.23\nMatching Shares - 50 @ £nil',
  ].map((text) => rowOf(text, priceRow(text), ['GBP', 1.23, 100, 123], [null, 0, 50, null])),
  cell(
    'numbered prices, one of them nil',
    '1) £1.23\n2) Nil',
    '1) 100\n2) 50',
    ['GBP', 1.23, 100, 123],
    [null, 0, 50, null],
  ),
  cell(
    'labelled prices, one of them nil',
    'Partnership shares: £1.23\nMatching shares: nil',
    'Partnership shares: 100\nMatching shares: 50',
    ['GBP', 1.23, 100, 123],
    [null, 0, 50, null],
  ),
  rowOf('nil-cost options without a price', priceRow('Nil-cost options over 10,000 shares'), [
    null,
    null,
    null,
    null,
  ]),
  rowOf('no more than a price', priceRow('10,000 shares at no more than £1.25'), [
    'GBP',
    1.25,
    10_000,
    12_500,
  ]),
  cell('rand after the letter R', 'R203.30', '1,000', ['ZAR', 203.3, 1_000, 203_300]),
  cell('a reference that begins with R', 'R2 £1.25', '1,000', ['GBP', 1.25, 1_000, 1_250]),
  {
    ...cell('a net count in section 4d', '£1.25', '1,000', ['GBP', 1.25, 1_000, 1_250]),
    aggregated: '300 shares (net sale)\n£1.25',
  },
);

describe('prices and volumes as written', () => {
  it.each(VARIANTS.map((v) => [v.says, v] as const))('%s', (_, variant) => {
    const prices = variant.row ?? priceRow(table(variant.head ?? ['Price(s)', 'Volume(s)'], variant.cell!));
    const html = page(
      form({ prices, aggregated: variant.aggregated, instrument: variant.instrument }),
      variant.narrative ?? 'Director dealing',
    );
    const { rows, warnings } = readRows(announcement(html));
    expect(rows.map((r) => [r.currency, r.price, r.volume, r.totalValue])).toEqual(variant.reads);
    // A value is either known or marked as unknown; a nil price counts as known.
    for (const r of rows) expect(r.valueUnknown).toBe(r.totalValue === null && r.price !== 0);
    if (variant.warnings !== undefined) expect(warnings.map((d) => d.kind)).toEqual(variant.warnings);
  });

  it('thousands of amounts in one line give no lot', () => {
    const { rows } = readRows(
      announcement(page(form({ prices: twoCells('£1'.repeat(5000), 'N/A') }), 'Director dealing')),
    );
    expect(rows.map((r) => [r.price, r.volume, r.valueUnknown])).toEqual([[null, null, true]]);
  });

  it('holds at least 60 variants', () => expect(VARIANTS.length).toBeGreaterThanOrEqual(60));
});
