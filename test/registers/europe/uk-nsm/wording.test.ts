/** Forms with labels in the issuers' own words, and figures in the prices cell that are not lots. */

import { describe, expect, it } from '@jest/globals';
import { ukExclusion } from '../../../../src/derive/europe/uk-exclusion.js';
import { announcement, form, page, priceRow, readRows, section4, table } from './pages.js';

const lots = (html: string) =>
  readRows(announcement(page(html))).rows.map((r) => [r.price, r.volume, r.totalValue, r.nature]);
const one = [[1.25, 40_000, 50_000, 'Purchase of shares']];

describe('the label of the prices', () => {
  it.each([
    'Volume(s) and price(s)',
    'Quantity and price',
    'Number of shares and price',
    'Price per share and volume',
    'Price(s) and number of shares',
    'Share price and volume',
    'Price paid and volume',
    'Currency, price(s) and volume(s)',
    'Total price and volume',
  ])('is known as %s', (label) =>
    expect(lots(form({ prices: priceRow('40,000 at £1.25', label) }))).toEqual(one),
  );

  it('may be repeated as headings of the line below', () =>
    expect(lots(form({ prices: priceRow('Price(s) Volume(s)\n£1.25 40,000') }))).toEqual(one));

  it('may be repeated like this if the form is not a table', () => {
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
});

describe('a label in words of the issuer', () => {
  it.each([
    ['Nature of the transaction', 'Type of transaction'],
    ['Date of the transaction', 'Date'],
    ['Date of the transaction', 'Date and time of the transaction'],
    ['Aggregated information', 'Aggregation information'],
    ['Aggregated information</p><p>- Aggregated volume</p><p>- Price', 'Totals'],
  ])('%s as %s', (label, own) => {
    const said = form({ aggregated: '40,000\n£1.25' });
    expect(said).toContain(label);
    const { rows } = readRows(announcement(page(said.replace(label, own))));
    expect(rows.map((r) => [r.price, r.volume, r.totalValue, r.nature])).toEqual(one);
    expect(rows[0]!.transactionDate).toBe('2026-09-22');
  });

  it.each([
    'Details of Director/PDMR',
    'Details of the individual',
    'Person discharging managerial responsibilities / person closely associated',
  ])('section 1 as %s', (heading) =>
    expect(
      lots(
        form().replace(
          'Details of the person discharging managerial responsibilities / person closely associated',
          heading,
        ),
      ),
    ).toEqual(one),
  );

  it.each([
    'Name of Director',
    'Name of PDMR / PCA',
    'Name of person discharging managerial responsibilities',
  ])('the name as %s', (label) => {
    const { rows } = readRows(announcement(page(form().replace('<p>Name</p>', `<p>${label}</p>`))));
    expect(rows.map((r) => [r.pdmrName, r.issuerName])).toEqual([['Ada Bramble', 'Quillford Mills plc']]);
  });
});

describe('a figure that is not a lot', () => {
  it.each([
    '40,000 shares at £1.25, taking her holding to 150,000 shares',
    '40,000 shares at £1.25 per share. Following the purchase, Ada Bramble holds 150,000 shares.',
    '40,000 at £1.25 (now holds 150,000 shares, representing 2% of the issued share capital)',
  ])('%s', (said) => expect(lots(form({ prices: priceRow(said) }))).toEqual(one));

  it.each(['Price and volume', 'Volume(s) and price(s)'])(
    'an aggregate as a row `%s` of section 4d',
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

  it('an aggregate under separate headings in the table of the lots', () =>
    expect(
      lots(
        form({
          prices: priceRow(
            table(
              ['Price(s)', 'Volume(s)'],
              ['£1.25', '40,000'],
              ['Aggregated volume', 'Average price'],
              ['40,000', '£1.25'],
            ),
          ),
        }),
      ),
    ).toEqual(one));
});

describe('an amount after the price', () => {
  it.each([
    'Price(s) Volume(s) Total\n£1.25 40,000 £50,000.00',
    '40,000 £1.25 £50,000',
    '40,000 at £1.25 (€1.45)',
    '£1.25 (US$1.70)\n40,000',
  ])('%s', (said) => expect(lots(form({ prices: priceRow(said) }))).toEqual(one));

  it('is unknown where it is neither total nor conversion', () => {
    for (const said of ['£1.25 40,000 £60,000.00', '40,000 at £1.25 (£1.45)'])
      expect(lots(form({ prices: priceRow(said) }))[0]![2]).toBeNull();
  });
});

describe('persons and names', () => {
  const people = (name: string, position: string, labels = ['Ada Bramble', 'Ben Cole']) =>
    readRows(
      announcement(
        page(
          form({
            name,
            position,
            prices: priceRow(
              table(
                ['Name', 'Price', 'Volume'],
                [labels[0]!, '£1.25', '40,000'],
                [labels[1]!, '£1.25', '30,000'],
              ),
            ),
          }),
        ),
      ),
    ).rows.map((r) => [r.pdmrName, r.capacity]);

  it.each(['Ada Bramble and Ben Cole', 'Ada Bramble; Ben Cole', 'Ada Bramble & Ben Cole'])('%s', (name) => {
    expect(people(name, 'CEO and CFO')).toEqual([
      ['Ada Bramble', 'CEO'],
      ['Ben Cole', 'CFO'],
    ]);
    expect(people(name, 'Directors', ['ISA', 'SIPP'])).toEqual([
      [name, 'Directors'],
      [name, 'Directors'],
    ]);
  });

  it('a couple and a trust are not split', () => {
    for (const name of ['Ada and Ben Bramble', 'Marks and Spencer Pension Trust'])
      expect(people(name, 'PCA')[0]).toEqual([name, 'PCA']);
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
});

it.each(['2026.09.22', '2026/09/22', '2026 – 09 – 22', '2026- 09-22'])('the day %s is read', (date) =>
  expect(readRows(announcement(page(form({ date })))).rows[0]!.transactionDate).toBe('2026-09-22'),
);

it.each([
  ['Take up of rights', 'acquisition'],
  ['Rights issue take-up', 'acquisition'],
  ['Participation in placing', 'acquisition'],
  ['Open Offer', 'acquisition'],
  ['Placing', null],
  ['PDMR buys ordinary shares', 'acquisition'],
  ['Sells shares', 'disposal'],
  ['Sale of nil-paid rights', 'disposal'],
  ['Aquisition of shares', 'acquisition'],
])('%s is %s', (nature, direction) =>
  expect(readRows(announcement(page(form({ nature })))).rows[0]!.direction).toBe(direction),
);

describe('an acquisition', () => {
  const excluded = (narrative: string) =>
    readRows(announcement(page(form({ nature: 'Acquisition of shares' }), narrative))).rows.map(ukExclusion);

  it.each([
    'On vesting of her award Ada Bramble received 40,000 shares.',
    'Following the vesting of awards under the plan, Ada Bramble received 40,000 shares.',
    'Ada Bramble has received 40,000 shares from an award that vested in May.',
    'Ada Bramble exercised share options over 40,000 shares at an exercise price of 125 pence.',
  ])('is not a purchase if the announcement says: %s', (narrative) => {
    expect(excluded(narrative)).toEqual(['option-exercise']);
  });

  it.each([
    'On vesting of her award Ada Bramble received 312 shares.',
    'The Company received notice that Ada Bramble bought 40,000 shares.',
    'The Company has received notification that Ada Bramble acquired 40,000 shares after her award vested.',
    'Ada Bramble, who received an award in May, purchased 40,000 shares in the market.',
    'Ada Bramble received 40,000 shares in the placing.',
    'Ada Bramble exercised options over 900 shares. She purchased 40,000 shares in the market.',
  ])('is a purchase if it says: %s', (narrative) => {
    expect(excluded(narrative)).toEqual([null]);
  });
});

describe('the sentence after the one about a trade', () => {
  const reason = (nature: string, narrative: string) =>
    readRows(announcement(page(form({ nature }), narrative))).rows.map(ukExclusion)[0];

  it.each([
    ['Sale of shares', 'Ada Bramble sold 40,000 shares. The sale was made to cover tax.', 'tax-withholding'],
    [
      'Sale of shares',
      'The following directors sold shares. These shares were sold to meet tax due on vesting.',
      'tax-withholding',
    ],
    [
      'Purchase of shares',
      'Ada Bramble purchased 40,000 shares. The shares were purchased under the Share Incentive Plan.',
      'employee-share-plan',
    ],
    ['Sale of shares', 'Ada Bramble sold 40,000 shares. The sale was not made to cover tax.', null],
    ['Sale of shares', 'Ada Bramble sold 40,000 shares. Ben Cole sold 900 shares to cover tax.', null],
    [
      'Purchase of shares',
      'Ada Bramble purchased 40,000 shares. The purchase takes her holding to 50,000 shares, 900 of them in the SIP.',
      null,
    ],
    ['Sale of shares', 'Quillford sells mills. The sale of its mill pays tax.', null],
  ])('belongs to it if it continues it: %s, %s', (nature, narrative, expected) => {
    expect(reason(nature, narrative)).toBe(expected);
  });
});

it.each([
  'Sold 40,000 @ £1.25; bought 39,000 @ £1.26',
  'Sale of 40,000 at £1.25 and purchase of 39,000 at £1.26',
])('reads a sale and a purchase in one line: %s', (line) => {
  for (const nature of ['Sale and purchase of shares (bed and ISA)', '1. Sale\n2. Purchase'])
    expect(
      readRows(announcement(page(form({ nature, prices: priceRow(line) })))).rows.map((r) => [
        r.direction,
        r.volume,
      ]),
    ).toEqual([
      ['disposal', 40_000],
      ['acquisition', 39_000],
    ]);
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

describe('a nature of two actions', () => {
  const rows = (nature: string, head: string[], ...lots: string[][]) =>
    readRows(announcement(page(form({ nature, prices: priceRow(table(head, ...lots)) })))).rows.map((r) => [
      r.nature,
      r.direction,
      r.volume,
      ukExclusion(r),
    ]);
  const HEAD = ['', 'Price', 'Volume'];
  const LOTS = [
    ['Exercise', '£0.50', '40,000'],
    ['Sale', '£1.25', '19,000'],
  ];

  it('is shared out between the lots whose labels name them', () => {
    expect(rows('Exercise of options and sale of shares', HEAD, ...LOTS)).toEqual([
      ['Exercise of options', null, 40_000, 'option-exercise'],
      ['sale of shares', 'disposal', 19_000, null],
    ]);
    expect(
      rows(
        'Vesting of award under the LTIP and sale of shares',
        ['PDMR', 'Vested shares', 'Shares sold', 'Sale price'],
        ['Ada Bramble', '40,000', '19,000', '£1.25'],
      ).map((row) => row.slice(2)),
    ).toContainEqual([19_000, null]);
  });

  it('shares no price that is given once', () => {
    const lot = ['', '£1.25', '1. 40,000\n2. 19,000'];
    expect(rows('1. Exercise of options\n2. Sale of shares', HEAD, lot).map((row) => row.slice(2))).toEqual([
      [null, 'option-exercise'],
      [null, 'price-or-volume-missing'],
    ]);
  });

  it('keeps the purpose of the sale', () => {
    const covered = rows('Exercise of options and sale of shares to cover tax and costs', HEAD, ...LOTS);
    expect(covered.map((row) => row[3])).toEqual(['option-exercise', 'tax-withholding']);
    const labelled = rows('Vesting of award and sale of shares', HEAD, [
      'Sale to cover tax',
      '£1.25',
      '19,000',
    ]);
    expect(labelled.map((row) => row[3])).toEqual(['award']);
  });

  it('is one where a sale may be for tax, and the label does not say which', () => {
    const nature = 'Exercise of options, sale of shares to cover tax and sale of shares';
    const lots = [...LOTS, ['Sale', '£1.25', '9,000']];
    expect(rows(nature, HEAD, ...lots).map((row) => row[3])).toEqual(Array(3).fill('tax-withholding'));

    const vested = form({
      nature: 'Vesting of awards and sale of shares',
      prices: priceRow(table(HEAD, ...LOTS)),
    });
    const reasons = (narrative: string) =>
      readRows(announcement(page(vested, narrative))).rows.map(ukExclusion);
    expect(reasons('Sufficient shares were sold to satisfy tax liabilities.')).toEqual(['award', 'award']);
    expect(reasons('Sufficient shares were sold to buy a house.')).toEqual(['award', null]);
  });

  it('is one where the labels do not say which is whose', () => {
    const nature = 'Exercise of options and sale of shares';
    const unlabelled = rows(nature, HEAD, ['', '£0.50', '40,000'], ['', '£1.25', '19,000']);
    expect(unlabelled.map((row) => [row[0], row[3]])).toEqual(Array(2).fill([nature, 'option-exercise']));
    const both = rows('Sale and purchase of shares', HEAD, ['Sale', '£1.25', '19,000']);
    expect(both[0]?.[0]).toBe('Sale and purchase of shares');
  });
});

it('shows a lot that was vested and sold as both, and none of the plain sales beside it', () => {
  const prices = priceRow(
    table(
      ['', 'Price', 'Volume'],
      ['Vesting and sale', '£1.25', '40,000'],
      ['Sale', '£1.25', '8,000'],
      ['Sale of vested shares', '£1.25', '5,000'],
    ),
  );
  const { rows } = readRows(announcement(page(form({ nature: 'Sale of shares', prices }))));
  expect(rows.map((r) => [r.nature, r.volume, ukExclusion(r)])).toEqual([
    ['Vesting and sale', 40_000, 'vesting'],
    ['Sale of shares', 8_000, null],
    ['Sale of shares', 5_000, null],
  ]);
});
