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

describe('figures around the lot', () => {
  const lots = (html: string) =>
    readRows(announcement(page(html))).rows.map((r) => [r.price, r.volume, r.totalValue, r.nature]);
  const one = [[1.25, 40_000, 50_000, 'Purchase of shares']];

  it('may have the label of the prices above them again where the form is not a table', () => {
    const said = [
      'c) Price(s) and volume(s)',
      'Price(s) Volume(s)',
      '£1.25 40,000',
      'd) Aggregated information',
      'N/A',
    ];
    const rows = form()
      .replace(
        /<tr><td><p>c\).*?(?=<tr><td><p>e\))/s,
        said.map((line) => `<tr><td>${line}</td></tr>`).join(''),
      )
      .replaceAll(/<\/?(?:table|tbody|tr)>/g, '')
      .replaceAll(/<td[^>]*>/g, '<div>')
      .replaceAll('</td>', '</div>');
    expect(lots(rows)).toEqual(one);
  });

  it.each(['Price and volume', 'Volume(s) and price(s)'])(
    'leave an aggregate out as a row `%s` of section 4d',
    (label) =>
      expect(
        lots(
          form().replace(
            /(<tr><td><p>d\).*?<\/tr>)/s,
            `$1<tr><td></td><td>${label}</td><td>40,000 £1.25</td></tr>`,
          ),
        ),
      ).toEqual(one),
  );
});

it('`As above` refers to the previous form, and is not a name', () => {
  const again = form(
    { name: 'As above', position: 'See above', issuer: 'As above' },
    section4({ nature: 'Sale' }),
  );
  const { rows } = readRows(announcement(page(form() + again)));
  expect(rows.map((r) => `${r.pdmrName}, ${r.capacity}, ${r.issuerName}, ${r.nature}`)).toEqual([
    'Ada Bramble, Finance Director, Quillford Mills plc, Purchase of shares',
    'Ada Bramble, Finance Director, Quillford Mills plc, Sale',
  ]);
  expect(readRows(announcement(page(form({ issuer: 'As above' })))).rows[0]!.issuerName).toBe(
    'QUILLFORD MILLS PLC',
  );
});

it('does not take the position below a name for a surname', () => {
  const narrative = (name: string) =>
    readRows(announcement(page(form({ name }), 'The finance director of a customer purchased a mill.')))
      .rows[0]?.narrative;
  expect(['Ada Bramble', 'Ada Bramble\nFinance Director', 'Ada Director'].map(narrative)).toEqual([
    null,
    null,
    'The finance director of a customer purchased a mill.',
  ]);
});
