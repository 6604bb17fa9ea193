/** Forms in the layouts of issuers and news services: HSBC, Shell, the FCA's portal, text in `<pre>`. */

import { describe, expect, it } from '@jest/globals';
import { createUkNsm } from '../../../../src/registers/europe/uk-nsm/index.js';
import { announcement, form, page, priceRow, readRows, section4, table } from './pages.js';

const tr = (...cells: string[]): string =>
  `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`;
const tabled = (...rows: string[][]): string => `<table>${rows.map((row) => tr(...row)).join('')}</table>`;
const fields = (html: string) =>
  readRows(announcement(page(html))).rows.map((r) => [
    r.pdmrName,
    r.capacity,
    r.issuerName,
    r.isin,
    r.nature,
    r.price,
    r.volume,
    r.currency,
    r.totalValue,
    r.transactionDate,
  ]);
const row = (price: number, volume: number, currency: string, value: number) => [
  'Jane Anne Smith',
  'Group Chairman',
  'Quillford Holdings plc',
  'GB00BYM1K758',
  'Acquisition',
  price,
  volume,
  currency,
  value,
  '2026-09-22',
];

describe('a form in the layout of HSBC', () => {
  const whole = (name: string[][], heading: string[][], figures: string[][]) =>
    tabled(
      ...heading,
      ...name,
      ['2 - Reason for the notification'],
      ['Position/status', 'Group Chairman'],
      ['Initial notification/amendment', 'Initial notification'],
      ['3 - Details of the issuer, emission allowance market participant'],
      ['Full name of the entity', 'Quillford Holdings plc'],
      ['Legal Entity Identifier code', '213800QUILLFORD00001'],
      ['4.1 - Details of the transaction(s): section to be repeated for each type of instrument'],
      ['Description of the financial instrument', 'Ordinary Shares of US$0.50 each'],
      ['Identification code', 'GB00BYM1K758'],
      ['Nature of the transaction', 'Acquisition'],
      ...figures,
      ['Date of the transaction', '2026-09-22'],
      ['Place of the transaction', 'London Stock Exchange, Main Market'],
    );
  const heading = [["1 - Details of PDMR/person closely associated with them ('PCA')"]];
  const pairs = [['Name of natural person', 'First Name(s)', 'Jane Anne', 'Last Name(s)', 'Smith']];
  const below = [
    ['Transaction(s) summary table', 'Price', 'Volume', 'Total'],
    ['', '£6.43', '2,000', '£12,860.00'],
    ['Aggregated', '£6.43', '2,000', '£12,860.00'],
  ];

  it.each<[string, string[][], string[][], string[][]]>([
    ['a row of pairs', pairs, heading, below],
    [
      'headings above the names',
      [['Name of natural person'], ['First Name(s)', 'Last Name(s)'], ['Jane Anne', 'Smith']],
      heading,
      below,
    ],
    [
      'rows of their own',
      [
        ['Name of natural person', ''],
        ['First Name(s)', 'Jane Anne'],
        ['Last Name(s)', 'Smith'],
      ],
      heading,
      below,
    ],
    [
      'the last name first',
      [['Name of natural person'], ['Last Name(s):', 'Smith'], ['First Name(s):', 'Jane Anne']],
      heading,
      below,
    ],
    ['no heading of section 1', pairs, [], below],
    [
      'figures on one line',
      pairs,
      heading,
      [['Transaction(s) summary table', 'Price', '£6.43', 'Volume', '2,000', 'Total', '£12,860.00']],
    ],
    [
      'a heading of the figures by itself',
      pairs,
      heading,
      [
        ['Transaction(s) summary table'],
        ['Price', 'Volume', 'Total'],
        ['£6.43', '2,000', '£12,860.00'],
        ['Aggregated', '£6.43', '2,000', '£12,860.00'],
      ],
    ],
    [
      'rows of labels',
      pairs,
      heading,
      [['Transaction(s) summary table'], ['Price', '£6.43'], ['Volume', '2,000'], ['Total', '£12,860.00']],
    ],
  ])('is read with %s', (_, name, top, figures) =>
    expect(fields(whole(name, top, figures))).toEqual([row(6.43, 2_000, 'GBP', 12_860)]),
  );

  it('is read for two persons, one after the other', () => {
    const other = whole(
      [['Name of natural person', 'First Name(s)', 'Ben', 'Last Name(s)', 'Cole']],
      [],
      below,
    );
    expect(fields(whole(pairs, [], below) + other).map((r) => r[0])).toEqual(['Jane Anne Smith', 'Ben Cole']);
  });

  it('is read with several lots', () => {
    const lots = [
      ['Transaction(s) summary table', 'Price', 'Volume', 'Total'],
      ['', '£6.43', '2,000', '£12,860.00'],
      ['', '£6.44', '1,000', '£6,440.00'],
      ['', 'Aggregated', '£6.433', '3,000', '£19,300.00'],
    ];
    expect(fields(whole(pairs, heading, lots))).toEqual([
      row(6.43, 2_000, 'GBP', 12_860),
      row(6.44, 1_000, 'GBP', 6_440),
    ]);
  });
});

describe('a form in the layout of Shell', () => {
  const whole = (figures: string[][], aggregated: string[][]) =>
    tabled(
      ['1. Details of the person discharging managerial responsibilities / person closely associated'],
      ['First Name(s)', 'Jane Anne'],
      ['Last Name(s)', 'Smith'],
      ['2. Reason for the notification'],
      ['Position/status', 'Group Chairman'],
      ['Initial notification/amendment', 'Initial notification'],
      ['3. Details of the issuer'],
      ['Full name of the entity', 'Quillford Holdings plc'],
      ['Legal Entity Identifier code', '213800QUILLFORD00001'],
      ['4. Details of the transaction(s)'],
      ['Description of the financial instrument', 'Ordinary shares of €0.07 each'],
      ['Identification code', 'GB00BYM1K758'],
      ['Nature of the transaction', 'Acquisition'],
      ...figures,
      ...aggregated,
      ['Date of transaction', '22 September 2026'],
      ['Place of transaction', 'Amsterdam'],
    );
  const AGGREGATED = [
    ['Aggregated information'],
    ['Volume', '10,000'],
    ['Price', '16.0025'],
    ['Total', '160,025.00'],
  ];

  it.each<[string, string[][]]>([
    [
      'currency first',
      [
        ['Currency', 'EUR'],
        ['Price', '16.0025'],
        ['Volume', '10,000'],
        ['Total', '160,025.00'],
      ],
    ],
    [
      'currency after the number',
      [
        ['Price', '16.0025'],
        ['Volume', '10,000'],
        ['Total', '160,025.00'],
        ['Currency', 'EUR'],
      ],
    ],
    [
      'enumerators before the labels',
      [
        ['c)', 'Currency', 'EUR'],
        ['', 'Price', '16.0025'],
        ['', 'Volume', '10,000'],
        ['', 'Total', '160,025.00'],
      ],
    ],
    [
      'the label of the form above',
      [
        ['Price(s) and volume(s)'],
        ['Currency', 'EUR'],
        ['Price', '16.0025'],
        ['Volume', '10,000'],
        ['Total', '160,025'],
      ],
    ],
  ])('is read: %s', (_, figures) => {
    expect(fields(whole(figures, AGGREGATED))).toEqual([row(16.0025, 10_000, 'EUR', 160_025)]);
    expect(fields(whole(figures, []))).toEqual([row(16.0025, 10_000, 'EUR', 160_025)]);
  });

  it('leaves the value unknown where the total contradicts it', () => {
    const figures = [
      ['Currency', 'GBP'],
      ['Price', '1600.25'],
      ['Volume', '10,000'],
      ['Total', '160,025.00'],
    ];
    expect(fields(whole(figures, [])).map((r) => r.slice(7, 9))).toEqual([[null, null]]);
  });
});

describe("a form of the FCA's portal", () => {
  it.each([
    'Details of the natural / legal person discharging managerial responsibilities / person closely associated',
    'Details of the natural/legal person',
    'Details of natural or legal person',
  ])('is read under the heading %s', (heading) => {
    const html = form({ name: 'Jane Anne Smith' }).replace(
      'Details of the person discharging managerial responsibilities / person closely associated',
      heading,
    );
    expect(fields(html).map((r) => [r[0], r[5], r[6]])).toEqual([['Jane Anne Smith', 1.25, 40_000]]);
  });
});

const PLAIN = (prices: string) => `
1    Details of the person discharging managerial responsibilities/person
     closely associated

a)   Name                                  Jane Anne Smith

2    Reason for the notification

a)   Position/status                       Group Chairman

b)   Initial notification/Amendment        Initial notification

3    Details of the issuer, emission allowance market participant, auction
     platform, auctioneer or auction monitor

a)   Name                                  Quillford Holdings plc

b)   LEI                                   213800QUILLFORD00001

4    Details of the transaction(s): section to be repeated for (i) each type
     of instrument; (ii) each type of transaction; (iii) each date

a)   Description of the financial          Ordinary shares of 25p each
     instrument, type of instrument
     Identification code                   GB00BYM1K758

b)   Nature of the transaction             Acquisition

${prices}
d)   Aggregated information
     -  Aggregated volume                  10,000
     -  Price                              £15,000.00

e)   Date of the transaction               2026-09-22

f)   Place of the transaction              London Stock Exchange
`;
const LOT_LINES = [
  `c)   Price(s) and volume(s)                Price(s)         Volume(s)
                                           £1.50            10,000
`,
  `c)   Price(s) and volume(s)                Price: £1.50
                                           Volume: 10,000
`,
  `c)   Price(s) and volume(s)                10,000 shares at £1.50 per share
`,
];
/** The same with lines drawn around the cells. */
const drawn = (prices: string[][]): string => {
  const rule = `+---+${'-'.repeat(34)}+${'-'.repeat(30)}+`;
  const line = (cells: string[]): string =>
    `|${cells[0]!.padEnd(3)}|${cells[1]!.padEnd(34)}|${(cells[2] ?? '').padEnd(30)}|`;
  const rows: string[][][] = [
    [
      ['1', 'Details of the person discharging'],
      ['', 'managerial responsibilities'],
    ],
    [['a)', 'Name', 'Jane Anne Smith']],
    [['2', 'Reason for the notification']],
    [['a)', 'Position/status', 'Group Chairman']],
    [['b)', 'Initial notification/Amendment', 'Initial notification']],
    [['3', 'Details of the issuer']],
    [
      ['a)', 'Name', 'Quillford Holdings'],
      ['', '', 'plc'],
    ],
    [['b)', 'LEI', '213800QUILLFORD00001']],
    [
      ['4', 'Details of the transaction(s):'],
      ['', 'section to be repeated'],
    ],
    [
      ['a)', 'Description of the financial', 'Ordinary shares of 25p each'],
      ['', 'instrument', 'GB00BYM1K758'],
    ],
    [['b)', 'Nature of the transaction', 'Acquisition']],
    prices,
    [['d)', 'Aggregated information', 'N/A']],
    [['e)', 'Date of the transaction', '2026-09-22']],
    [['f)', 'Place of the transaction', 'XLON']],
  ];
  return [rule, ...rows.flatMap((row) => [...row.map(line), rule])].join('\n');
};

describe('a form in preformatted text', () => {
  it.each(LOT_LINES)('is read with columns of blanks: %s', (prices) =>
    expect(fields(`<pre>${PLAIN(prices)}</pre>`)).toEqual([row(1.5, 10_000, 'GBP', 15_000)]),
  );

  it('is read with tags in it', () => {
    const html = `<pre><b>Notification</b>\n${PLAIN(LOT_LINES[0]!).replace('Jane Anne Smith', '<i>Jane Anne Smith</i>')}</pre>`;
    expect(fields(html)).toEqual([row(1.5, 10_000, 'GBP', 15_000)]);
  });

  it.each([
    [
      [
        ['c)', 'Price(s) and volume(s)', 'Price(s)      Volume(s)'],
        ['', '', '£1.50         10,000'],
      ],
    ],
    [
      [
        ['c)', 'Price(s) and volume(s)', 'Price: £1.50'],
        ['', '', 'Volume: 10,000'],
      ],
    ],
  ])('is read with lines drawn around the cells: %j', (prices) =>
    expect(fields(`<pre>${drawn(prices)}</pre>`)).toEqual([row(1.5, 10_000, 'GBP', 15_000)]),
  );
});

describe('figures of section 4c in words and lines', () => {
  const figures = (prices: string, aggregated = 'N/A') =>
    readRows(announcement(page(form({ prices, aggregated })))).rows.map((r) => [
      r.price,
      r.volume,
      r.currency,
      r.totalValue,
    ]);
  const HEAD = ['Price(s)', 'Volume(s)'];
  const lot = (price: number, volume: number, value: number) => [price, volume, 'GBP', value];

  it.each<[string, string, unknown[][]]>([
    [
      'an average in its cell',
      table(HEAD, ['Average price of 33.5p', '50,000']),
      [lot(33.5, 50_000, 16_750)],
    ],
    ['an average in a line', 'Average price of 33.5p\n50,000', [lot(33.5, 50_000, 16_750)]],
    [
      'a weighted average',
      table(HEAD, ['Weighted average price: 33.5p', '50,000']),
      [lot(33.5, 50_000, 16_750)],
    ],
    [
      'the costs of dealing',
      table(HEAD, ['£2.345 plus dealing costs of £11.95', '10,000']),
      [lot(2.345, 10_000, 23_450)],
    ],
    [
      'costs that are left out of the price',
      'Price (excluding commission) £1.50\nVolume 20,000',
      [lot(1.5, 20_000, 30_000)],
    ],
    ['words about the price', 'Purchased at market value\n£1.50\n20,000', [lot(1.5, 20_000, 30_000)]],
    ['one line of labels', 'Price: 150p Units: 20,000', [lot(150, 20_000, 30_000)]],
    [
      'the costs in a sentence',
      '10,000 shares at £2.345 per share (plus £11.95 commission)',
      [lot(2.345, 10_000, 23_450)],
    ],
    ['the total with its parts', '£30,000 (20,000 shares at £1.50 each)', [lot(1.5, 20_000, 30_000)]],
    [
      'the total with its parts in a price column',
      table(HEAD, ['£30,000 (20,000 shares at £1.50 each)', '20,000']),
      [lot(1.5, 20_000, 30_000)],
    ],
    ['labels above values', 'Price\n£1.50\nVolume\n20,000\nTotal\n£30,000', [lot(1.5, 20_000, 30_000)]],
    ['labels, then values', 'Price\nVolume\nTotal\n£1.50\n20,000\n£30,000', [lot(1.5, 20_000, 30_000)]],
    ['labels with colons', 'Price: £1.50\nVolume: 20,000\nTotal: £30,000', [lot(1.5, 20_000, 30_000)]],
    [
      'rows of label and value',
      tabled(['Price', '£1.50'], ['Volume', '20,000'], ['Total', '£30,000']),
      [lot(1.5, 20_000, 30_000)],
    ],
    [
      'rows of one cell',
      tabled(['Price'], ['£1.50'], ['Volume'], ['20,000'], ['Total'], ['£30,000']),
      [lot(1.5, 20_000, 30_000)],
    ],
    [
      'a row for prices and one for volumes',
      tabled(['Price', '£1.50', '£1.60'], ['Volume', '20,000', '6,000'], ['Total', '£30,000', '£9,600']),
      [lot(1.5, 20_000, 30_000), lot(1.6, 6_000, 9_600)],
    ],
    [
      'Roman figures that touch the number',
      table(HEAD, ['i. 0.6849 pence\nii.0.7199 pence', 'i. 1,000,000\nii.2,000,000']),
      [lot(0.6849, 1_000_000, 6_849), lot(0.7199, 2_000_000, 14_398)],
    ],
    [
      'Roman figures in one line',
      table(HEAD, ['i. 0.6849 pence ii.0.7199 pence', 'i. 1,000,000 ii.2,000,000']),
      [lot(0.6849, 1_000_000, 6_849), lot(0.7199, 2_000_000, 14_398)],
    ],
    [
      'Roman figures in paragraphs',
      'i.0.6849 pence\nii.0.7199 pence\ni.1,000,000 shares\nii.2,000,000 shares',
      [lot(0.6849, 1_000_000, 6_849), lot(0.7199, 2_000_000, 14_398)],
    ],
    [
      'a total next to a bare price',
      table(HEAD, ['£30,000 (total)', '20,000']),
      [[null, 20_000, null, null]],
    ],
  ])('are read: %s', (_, value, expected) => expect(figures(priceRow(value))).toEqual(expected));
});

describe('a saved file', () => {
  const recognise = (html: string) =>
    createUkNsm().recognise({ name: '1234567.html', bytes: Buffer.from(html) });
  it.each([
    'Details of PDMR/person closely associated with them (‘PCA’)',
    'Details of the Restricted Person',
    'Details of the person discharging managerial responsibilities',
    'Details of the natural / legal person',
  ])('is recognised if the parser can read it: %s', (heading) => {
    const html = page(
      form().replace(
        'Details of the person discharging managerial responsibilities / person closely associated',
        heading,
      ),
    );
    expect(recognise(html)).toMatchObject({ kind: 'announcement', key: '1234567' });
    expect(readRows(announcement(html)).rows).toHaveLength(1);
  });

  it.each([
    ['a page of another kind', page('<p>Nature of the transaction: none. Details of the person.</p>')],
    ['a form without section 4', page(form({}, ' '))],
    ['no page', section4({}).replaceAll(/<[^>]+>/g, ' ')],
  ])('is not recognised: %s', (_, html) => expect(recognise(html)).toBeNull());
});

describe('names in parts inside the cell of the name', () => {
  const names = (name: string) => readRows(announcement(page(form({ name })))).rows.map((r) => r.pdmrName);

  it.each([
    ['a table', tabled(['Title:', 'Dr.'], ['First name:', 'Jane'], ['Last name(s):', 'Smith'])],
    ['lines', 'Title: Dr.\nFirst name: Jane\nSurname: Smith'],
  ])('are joined without the title: %s', (_, name) => expect(names(name)).toEqual(['Jane Smith']));

  const paragraph = (text: string) => `<p>${text}</p>`;
  const below = (name: string, initial = paragraph('b) Initial notification')) =>
    [
      paragraph('1. Details of the person discharging managerial responsibilities'),
      paragraph('a) Name'),
      name,
      paragraph('2. Reason for the notification'),
      paragraph('a) Position / status'),
      tabled(['Position:', 'Member of the managing body']),
      initial,
      paragraph('3. Details of the issuer'),
      paragraph('a) Name'),
      tabled(['Quillford Mills plc']),
      section4({}),
    ].join('');
  const rows = (html: string) =>
    readRows(announcement(page(html))).rows.map((r) => [r.pdmrName, r.capacity, r.volume, r.amendment]);

  it.each<[string, string, string]>([
    ['a title', tabled(['Title', 'First Name(s)', 'Last Name(s)'], ['Mr', 'Ada', 'Bramble']), 'Ada Bramble'],
    ['no title', tabled(['Title', 'First Name(s)', 'Last Name(s)'], ['', 'Ada', 'Bramble']), 'Ada Bramble'],
    [
      'a middle name',
      tabled(['First Name', 'Middle Names', 'Last Name'], ['Ada', 'Zoe', 'Bramble']),
      'Ada Zoe Bramble',
    ],
    [
      'two persons',
      tabled(['First Name(s)', 'Last Name(s)'], ['Ada', 'Bramble'], ['Ben', 'Cole']),
      'Ada Bramble; Ben Cole',
    ],
  ])('are read below headings: %s', (_, name, expected) => {
    const prices = priceRow(table(['Price', 'Volume'], ['£1.25', '10,000'], ['£1.26', '20,000']));
    const { rows } = readRows(announcement(page(form({ name, prices }))));
    expect(rows.map((r) => r.pdmrName)).toEqual([expected, expected]);
  });

  it('keep every word where a row does not fit', () => {
    const name = tabled(['First Name(s)', 'Last Name(s)'], ['Ada', 'Bramble'], ['Ben Cole']);
    expect(readRows(announcement(page(form({ name })))).rows[0]?.pdmrName).toContain('Ben Cole');
  });

  it('are read in rows below the label', () => {
    const person = tabled(['Title:', 'Dr.'], ['First name:', 'Jane'], ['Last name(s):', 'Smith']);
    expect(rows(below(person))).toEqual([['Jane Smith', 'Member of the managing body', 40_000, null]]);
    const firm = tabled(['Name and legal form:', 'ABC Holding GmbH']);
    const amendment = paragraph('b) Amendment') + paragraph('Correction of the price');
    expect(rows(below(firm, amendment))).toEqual([
      ['ABC Holding GmbH', 'Member of the managing body', 40_000, true],
    ]);
  });
});

it('reads the form of the FCA portal as one table', () => {
  const html = tabled(
    ['1', 'Details of the natural / legal person', ''],
    ['a)', 'Full name', 'Jane Anne Smith'],
    ['2', 'Reason for the notification', ''],
    ['a)', 'Position / status', 'Group Chairman'],
    ['b)', 'Job title / function', 'Chairman'],
    ['c)', 'Initial notification / amendment', 'Initial notification'],
    ['3', 'Details of the issuer', ''],
    ['a)', 'Legal entity name', 'Quillford Holdings plc'],
    ['b)', 'LEI code', '213800QUILLFORD00001'],
    ['4', 'Details of the transaction(s)', ''],
    ['a)', 'Description of the security', 'Ordinary shares'],
    ['b)', 'Security identification code', 'GB00BYM1K758'],
    ['c)', 'Description of the nature of the transaction', 'Acquisition'],
    ['d)', 'Currency', 'GBP - British Pound'],
    [
      'e)',
      'Price &amp; volume',
      tabled(
        ['Price', 'Volume', 'Total'],
        ['5.00 GBP', '10,000.00', '50,000.00 GBP'],
        ['Total', '', '50,000.00 GBP'],
      ),
    ],
    ['f)', 'Date of transaction', '22 September 2026'],
    ['g)', 'Place of transaction', 'XLON'],
  );
  expect(fields(html)).toEqual([row(5, 10_000, 'GBP', 50_000)]);
});

describe('a currency in a row above the prices', () => {
  const currency = (code: string) => `<tr><td></td><td>Currency</td><td>${code}</td></tr>`;
  const read = (...sections: string[]) => {
    const { rows, warnings } = readRows(announcement(page(form({}, ...sections))));
    expect(warnings).toEqual([]);
    return rows.map((r) => [r.nature, r.price, r.volume, r.currency, r.totalValue]);
  };
  const lots = (code: string) =>
    currency(code) + priceRow(table(['Price(s)', 'Volume(s)'], ['5.00', '10,000']));

  it('is not a transaction on a line either', () => {
    const lines = priceRow('Price: 5.00\nVolume: 10,000').replace(/^/, '<tr><td>d) Currency: GBP</td></tr>');
    expect(read(section4({ prices: lines }))).toEqual([['Purchase of shares', 5, 10_000, 'GBP', 50_000]]);
  });

  it('is their unit', () => {
    expect(
      read(section4({ prices: lots('GBP') }), section4({ nature: 'Sale', prices: lots('USD') })),
    ).toEqual([
      ['Purchase of shares', 5, 10_000, 'GBP', 50_000],
      ['Sale', 5, 10_000, 'USD', 50_000],
    ]);
  });
});

describe('fields in another order', () => {
  const parts = /(<tr><td><p>a\)<\/p><\/td><td><p>Description.*?)(<tr><td><p>b\).*?)(<tr><td><p>d\))/s;
  const read = (html: string) =>
    readRows(announcement(page(html))).rows.map((r) => [r.isin, r.nature, r.volume, r.transactionDate]);
  const RIGHT = ['GB00BYM1K758', 'Purchase of shares', 40_000, '2026-09-22'];

  it('finds the instrument below the prices', () => {
    const late = form().replace(parts, (_, instrument: string, figures: string, rest: string) =>
      [figures.replace('b)', 'a)').replace('c)', 'b)'), instrument.replace('a)', 'c)'), rest].join(''),
    );
    expect(read(late)).toEqual([RIGHT]);
  });

  it('does not lend the instrument of the next section', () => {
    const both = form({}, section4({}), section4({ instrument: 'Warrants\nGB0002760279' }));
    const without = both.replace(parts, '$2$3');
    expect(read(without).map((r) => r[0])).toEqual([null, 'GB0002760279']);
  });

  it('keeps the date above a table of lots', () => {
    const summary = tabled(
      ['Date of transaction', 'Number of shares', 'Price'],
      ['21 September 2026', '10', '£1'],
    );
    expect(read(`${form()}<p>Summary</p>${summary}`)).toEqual([RIGHT]);
  });
});

describe('field a) of sections 1 and 2 in other words', () => {
  const read = (html: string) =>
    readRows(announcement(page(html))).rows.map((r) => [r.pdmrName, r.capacity, r.issuerName, r.volume]);

  it.each(['Full name of person Dealing', 'Name of Restricted Person', 'PDMR name', 'Name(s) and title'])(
    'reads the person next to %s',
    (label) => {
      expect(read(form().replace('<p>Name</p>', `<p>${label}</p>`))).toEqual([
        ['Ada Bramble', 'Finance Director', 'Quillford Mills plc', 40_000],
      ]);
    },
  );

  it.each(['Role', 'Job title', 'Position held'])('reads the position next to %s', (label) => {
    expect(read(form().replace('Position/status', label))).toEqual([
      ['Ada Bramble', 'Finance Director', 'Quillford Mills plc', 40_000],
    ]);
  });

  it('takes no address for the person or the position', () => {
    const person = form().replace('<p>Name</p>', '<p>Address</p>');
    const position = form().replace('Position/status', 'Address');
    expect([...read(person), ...read(position)].map((r) => r.slice(0, 2))).toEqual([
      ['', 'Finance Director'],
      ['Ada Bramble', ''],
    ]);
  });
});
