/** The XML of a Form 4, element by element. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing } from '../../../../src/records/form4/form4.js';
import fc, { runs } from '../../../property.js';
import {
  ACCESSION,
  document,
  filing,
  owner,
  parsed,
  reason,
  row,
  submission,
  type WrittenFiling,
  type WrittenRow,
  warningsOf,
  xml,
} from './written-filing.js';

const PLAN = 'Sold pursuant to a Rule 10b5-1 trading plan adopted on May 2, 2025.';
const RANGE =
  'The price reported is a weighted average price; sold in multiple transactions at prices ranging from $1 to $2.';

describe('a filing', () => {
  it('is read in full', () => {
    expect(
      filing({
        type: '4/A',
        head: '<dateOfOriginalSubmission>2026-03-03</dateOfOriginalSubmission><notSubjectToSection16>true</notSubjectToSection16>',
        symbol: 'NYSE: EXWI',
        holdings: 2,
        box: '1',
        remarks: 'Exhibit 24.',
        rows: [{ shares: '19.82', price: '0.2588', extra: '' }],
      }),
    ).toEqual({
      kind: 'form4',
      accession: ACCESSION,
      documentType: '4/A',
      schemaVersion: 'X0609',
      periodOfReport: '2026-03-02',
      dateOfOriginalSubmission: '2026-03-03',
      filedAt: '2026-03-04T23:30:57.000Z',
      filedAtApproximate: false,
      filedDate: '2026-03-04',
      precision: 'xml',
      issuer: {
        cik: '1800001',
        name: 'EXAMPLE WIDGETS INC',
        tradingSymbol: 'NYSE: EXWI',
        foreignTradingSymbol: null,
      },
      owners: [
        {
          cik: '1900001',
          name: 'ROE JANE Q',
          isDirector: true,
          isOfficer: false,
          isTenPercentOwner: false,
          isOther: false,
          officerTitle: null,
          otherText: null,
        },
      ],
      notSubjectToSection16: true,
      aff10b5One: true,
      remarks: 'Exhibit 24.',
      filesSeparately: false,
      transactions: [
        {
          row: 0,
          table: 'non-derivative',
          securityTitle: 'Common Stock',
          transactionDate: '2026-03-02',
          transactionCode: 'S',
          equitySwap: false,
          timeliness: null,
          shares: 19.82,
          pricePerShare: 0.2588,
          statedTotalValue: null,
          acquiredDisposed: 'D',
          sharesOwnedAfter: 900,
          valueOwnedAfter: null,
          ownership: 'D',
          natureOfOwnership: null,
          conversionOrExercisePrice: null,
          underlyingTitle: null,
          underlyingShares: null,
          is10b5_1: true,
          hasVwapFootnote: false,
          hasAdsFootnote: false,
          hasTaxWithholdingFootnote: false,
          hasIndirectOwnershipFootnote: false,
          soldOnlyForTax: false,
          acquisition: null,
          implausible: [],
        },
      ],
      holdingCount: 2,
    });
  });

  it('reads every spelling of a flag, also two spellings in one filing', () => {
    const flags = (d: string, o: string) =>
      `<isDirector>${d}</isDirector><isOfficer>${o}</isOfficer><isOther></isOther>`;
    const { owners } = filing({
      owners: [
        owner({ cik: '0001900001', flags: flags('true', 'false') }),
        owner({ cik: '0001900002', flags: flags('1', '0') }),
        owner({ cik: '0001900003', flags: flags(' TRUE ', 'False') }),
        owner({ cik: '0001900004', flags: '<isOfficer>1</isOfficer>', title: 'CFO & Treasurer' }),
      ],
    });
    expect(
      owners.map((one) => [one.cik, one.isDirector, one.isOfficer, one.isTenPercentOwner, one.isOther]),
    ).toEqual([
      ['1900001', true, false, false, false],
      ['1900002', true, false, false, false],
      ['1900003', true, false, false, false],
      ['1900004', false, true, false, false],
    ]);
    expect(owners[3]?.officerTitle).toBe('CFO & Treasurer');
    expect(warningsOf({ owners: [owner({ flags: '<isDirector>maybe</isDirector>' })] })).toEqual([
      `unreadable-boolean | isDirector: maybe | ${ACCESSION}`,
    ]);
  });

  it('distinguishes an absent checkbox from an empty one and from no', () => {
    expect(filing().aff10b5One).toBeNull();
    expect(filing({ box: '' }).aff10b5One).toBeNull();
    expect(filing({ box: 'false' }).aff10b5One).toBe(false);
  });

  it('reads the derivative table after the other one', () => {
    const { transactions } = filing({
      rows: [
        {
          table: 'derivative',
          title: 'Stock Option',
          code: 'M',
          price: '0',
          extra:
            '<underlyingSecurity><underlyingSecurityTitle><value>Common Stock</value></underlyingSecurityTitle><underlyingSecurityShares><value>50</value></underlyingSecurityShares></underlyingSecurity><conversionOrExercisePrice><value>34.96</value></conversionOrExercisePrice>',
        },
        { code: 'M' },
      ],
    });
    expect(transactions.map(({ row, table }) => [row, table])).toEqual([
      [0, 'non-derivative'],
      [1, 'derivative'],
    ]);
    expect(transactions[1]).toMatchObject({
      pricePerShare: 0,
      conversionOrExercisePrice: 34.96,
      underlyingTitle: 'Common Stock',
      underlyingShares: 50,
    });
  });

  it('reads a stated value in place of shares, and large numbers', () => {
    const written = xml({ rows: [{ table: 'derivative', shares: '1' }] })
      .replace(
        /<transactionShares>.*?<\/transactionShares>/,
        '<transactionTotalValue><value>5000000000.1234</value></transactionTotalValue>',
      )
      .replace(/sharesOwnedFollowingTransaction/g, 'valueOwnedFollowingTransaction');
    const { records, warnings } = parsed(document(submission(written)));
    expect(warnings).toEqual([]);
    expect(records[0]).toMatchObject({
      transactions: [
        { shares: null, statedTotalValue: 5000000000.1234, sharesOwnedAfter: null, valueOwnedAfter: 900 },
      ],
    });
  });

  it('distinguishes a missing price from a price of zero', () => {
    expect(
      row({ price: null, priceNotes: ['F1'] }, { footnotes: { F1: 'A combined price of $17 per unit.' } })
        .pricePerShare,
    ).toBeNull();
    expect(row({ price: null }).pricePerShare).toBeNull();
    expect(row({ price: '0' }).pricePerShare).toBe(0);
  });

  it('takes the first ten characters of a date with a zone', () => {
    expect(row({ date: '2026-03-01-05:00' }).transactionDate).toBe('2026-03-01');
  });
});

describe('warnings', () => {
  it('name unknown elements once, and none of the elements since X0609', () => {
    const strange = '<shoeSize>43</shoeSize>';
    expect(warningsOf({ rows: [{ extra: strange }, { extra: strange }] })).toEqual([
      `unknown-element | shoeSize | ${ACCESSION}`,
    ]);
    const address =
      '<reportingOwnerAddress><rptOwnerNonUSAddressFlag>true</rptOwnerNonUSAddressFlag><rptOwnerNonUSStateTerritory/><rptOwnerCountry>M0</rptOwnerCountry></reportingOwnerAddress>';
    expect(warningsOf({ owners: [owner({ address })] })).toEqual([]);
  });

  it('keep a row without a coding block, and one with an unknown code', () => {
    const { records, warnings } = parsed(
      document(submission(xml({ rows: [{ code: null }, { code: 'B' }, { code: 'SALE' }] }))),
    );
    expect(records[0]).toMatchObject({
      transactions: [{ transactionCode: null }, { transactionCode: 'B' }, { transactionCode: null }],
    });
    expect(warnings.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      `no-transaction-code ${ACCESSION} row 0`,
      `unknown-code ${ACCESSION} row 1`,
      `unknown-code ${ACCESSION} row 2`,
    ]);
    for (const code of 'ACDEFGHIJKLMOPSUVWXZ') expect(row({ code }).transactionCode).toBe(code);
  });

  it('quote unreadable values as filed', () => {
    expect(warningsOf({ rows: [{ shares: '1,000', ownership: 'X', direction: 'Q' }] })).toEqual([
      `unreadable-number | transactionShares: 1,000 | ${ACCESSION} row 0`,
      `unknown-word | transactionAcquiredDisposedCode: Q | ${ACCESSION} row 0`,
      `unknown-word | directOrIndirectOwnership: X | ${ACCESSION} row 0`,
    ]);
  });

  it.each(['1,000', '1e3', '$5', '12 shares', '9'.repeat(400), '1.2.3'])(
    'do not read %s as a number',
    (shares) => {
      const { records, warnings } = parsed(document(submission(xml({ rows: [{ shares }] }))));
      expect(records[0]).toMatchObject({ transactions: [{ shares: null }] });
      expect(warnings).toMatchObject([{ kind: 'unreadable-number' }]);
    },
  );

  it('report a footnote that is referred to but missing', () => {
    expect(warningsOf({ rows: [{ notes: ['F7'] }] })).toEqual([`footnote-without-text | F7 | ${ACCESSION}`]);
  });
});

describe('plausibility keeps the values as filed', () => {
  it.each([
    [{ price: '5000000' }, { pricePerShare: 5_000_000, implausible: ['price-above-any-share'] }],
    [{ price: '820000' }, { pricePerShare: 820_000, implausible: [] }],
    [{ date: '2035-03-02' }, { transactionDate: '2035-03-02', implausible: ['date-after-filing'] }],
    [{ date: '2026-03-04' }, { transactionDate: '2026-03-04', implausible: [] }],
    [{ date: '0022-03-02' }, { transactionDate: '0022-03-02', implausible: ['date-impossible'] }],
  ] as const)('%j', (written, expected) => {
    expect(row(written)).toMatchObject(expected);
  });

  it('gives no date where no calendar date was filed', () => {
    const { records, warnings } = parsed(document(submission(xml({ rows: [{ date: '2026-02-30' }] }))));
    expect(records[0]).toMatchObject({
      transactions: [{ transactionDate: null, implausible: ['date-impossible'] }],
    });
    expect(warnings).toEqual([
      { kind: 'unreadable-date', detail: 'transactionDate: 2026-02-30', where: `${ACCESSION} row 0` },
    ]);
  });

  it('marks ordinary shares at a price for each depositary share, and not depositary shares themselves', () => {
    const footnotes = {
      F1: 'The price reported is the price per ADS. Each ADS represents 400 ordinary shares.',
    };
    const ordinary = row(
      { title: 'Ordinary Shares', shares: '2501582400', price: '3.45', priceNotes: ['F1'] },
      { footnotes },
    );
    expect(ordinary).toMatchObject({
      shares: 2501582400,
      implausible: ['price-per-ads-shares-ordinary'],
      hasAdsFootnote: true,
    });
    const depositary = row({ title: 'American Depositary Shares', priceNotes: ['F1'] }, { footnotes });
    expect(depositary).toMatchObject({ implausible: [], hasAdsFootnote: true });
    expect(row({ title: 'Ordinary Shares' }).hasAdsFootnote).toBe(false);
  });

  it.each<[why: string, footnotes: Record<string, string>, implausible: string[]]>([
    ['one to one', { F1: 'The price per ADS.', F2: 'Each ADS represents one ordinary share.' }, []],
    [
      'already divided',
      { F1: 'The price per ADS.', F2: 'The price was divided by the ten shares of an ADS.' },
      [],
    ],
    [
      'held as ADSs, and nothing is said of the price',
      { F1: 'Held in the form of ADSs.', F2: 'Each ADS represents sixty ordinary shares.' },
      ['price-per-ads-shares-ordinary'],
    ],
    ['held as ADSs, ratio unknown', { F1: 'Held in the form of ADSs.', F2: 'Bought in the market.' }, []],
  ])('reads the ratio of depositary shares from any footnote of the row: %s', (_, footnotes, implausible) => {
    const read = row({ title: 'Ordinary Shares', notes: ['F2'], priceNotes: ['F1'] }, { footnotes });
    expect(read.implausible).toEqual(implausible);
  });
});

describe('the range of prices in a footnote', () => {
  const ranged = (price: string, text: string, on: 'notes' | 'priceNotes' = 'priceNotes') =>
    row({ price, [on]: ['F1'] }, { footnotes: { F1: text } }).implausible;

  it.each([
    ['3120', 'Weighted average of several purchases, at prices ranging from $0.3010 to $0.3195.'],
    ['31.20', 'The prices of these trades were between $0.3010 and $0.3195, and the price is their average.'],
    ['5', 'Sold at prices ranging from $10.00 to $10.50 on March 3, 2025, for proceeds of $1,025,000.'],
    ['13.50', 'Prices ranging from $10.00 to $10.99 for line 1; $11.00 to $11.99 for line 2.'],
    ['9.50', 'Weighted average price; sold at prices from $10.00 to $10.99 and from $11.00 to $11.42.'],
  ])('contradicts a price of %s: %s', (price, text) => {
    expect(ranged(price, text)).toEqual(['price-outside-stated-range']);
    // On another cell it can be of other shares, such as those of a plan.
    expect(ranged(price, text, 'notes')).toEqual([]);
  });

  it.each([
    ['0.31', 'Weighted average of several purchases, at prices ranging from $0.3010 to $0.3195.'],
    // Rounded to cents, and rounded upwards.
    ['0.32', 'Weighted average of several purchases, at prices ranging from $0.3010 to $0.3150.'],
    ['301.2', 'Weighted average price; prices ranged from $298.00 to $299.90.'],
    ['11.10', 'Weighted average price; sold at prices from $10.00 to $10.99 and from $11.00 to $11.42.'],
    ['2.10', 'Weighted average of ten to one ADS, at prices from $20.00 to $21.00.'],
    ['2.10', 'Before the ten-for-one split the shares were sold at prices from $20.00 to $21.00.'],
    ['20.50', 'Sold at prices ranging from C$28.00 to C$29.00, converted into US dollars.'],
    ['15', 'Includes 523 shares acquired under the employee plan at prices ranging from $8.10 to $9.20.'],
    ['31', 'The 10b5-1 plan provides for sales at limit prices ranging from $20.00 to $25.00.'],
    ['9.50', 'The sale is matchable with a purchase of 500 shares at prices ranging from $6.00 to $6.50.'],
    [
      '11.49',
      'Average price: 1,000 shares at prices ranging from $10.00 to $10.50, and the others at $11.75.',
    ],
    ['14.31', 'Sold in a block at $14.00; the remaining 2,500 at prices ranging from $15.10 to $15.40.'],
    [
      '0.88',
      'Bought on the TSX at prices ranging from $1.20 to $1.25. The price is the U.S. dollar equivalent.',
    ],
    ['2.20', 'Sold in multiple transactions at prices ranging between $2.00, $2.50 and $3.00.'],
    ['17', 'Bought at $17.00 in the offering, above its price range of $14.00 to $16.00.'],
    ['4.96', 'Net of commissions of $0.06; the trades were at prices ranging from $5.00 to $5.05.'],
    ['45.20', 'Sold in 15 transactions within a price range of $1.00 on March 3, 2025.'],
    ['2.10', 'Received on exercise, at exercise prices ranging from $20.00 to $21.00.'],
  ])('says nothing against a price of %s: %s', (price, text) => {
    expect(ranged(price, text)).toEqual([]);
  });

  it('contradicts a price with a moved decimal, and no sound average', () => {
    const price = fc.integer({ min: 20, max: 90_000_000 });
    fc.assert(
      fc.property(
        price,
        fc.nat(500),
        fc.nat(500),
        fc.constantFrom(-3, -2, -1, 1, 2, 3, 4),
        (tenths, down, up, by) => {
          const paid = tenths / 100;
          const [low, high] = [(paid * (10_000 - down)) / 10_000, (paid * (10_000 + up)) / 10_000];
          const text = `Weighted average price, in trades ranging from $${low.toFixed(4)} to $${high.toFixed(4)}.`;
          expect(ranged(String(paid), text)).toEqual([]);
          const moved = paid * 10 ** by;
          const isRead = Math.abs(moved - paid) > 0.1 && moved <= 1_000_000;
          if (isRead) expect(ranged(moved.toFixed(6), text)).toEqual(['price-outside-stated-range']);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

it('gives no price that is a per cent of the principal of a note', () => {
  const footnotes = {
    F1: 'The price is a percentage of the principal amount, and the number is the principal.',
  };
  const note = { title: '8.25% Notes due 2030', price: '97.5', shares: '250000', priceNotes: ['F1'] };
  const { records, warnings } = parsed(document(submission(xml({ rows: [note], footnotes }))));
  expect(records[0]).toMatchObject({ transactions: [{ pricePerShare: null, shares: 250_000 }] });
  expect(warnings).toEqual([
    { kind: 'price-per-cent-of-principal', detail: 'pricePerShare 97.5', where: `${ACCESSION} row 0` },
  ]);
});

describe('Rule 10b5-1', () => {
  const footnotes = {
    F1: PLAN,
    F2: 'This purchase was not made under a Rule 10b5-1 plan.',
    F3: 'Shares of the trust.',
  };

  it('covers all P and S rows when the box is ticked, and not other codes', () => {
    const rows = [{ code: 'S' }, { code: 'P' }, { code: 'M' }, { code: 'S', notes: ['F2'] }];
    expect(filing({ box: '1', rows, footnotes }).transactions.map((one) => one.is10b5_1)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("prefers the row's footnote to an unchecked box", () => {
    const rows = [{ notes: ['F1'] }, { notes: ['F3'] }];
    expect(filing({ box: '0', rows, footnotes }).transactions.map((one) => one.is10b5_1)).toEqual([
      true,
      false,
    ]);
    expect(
      filing({ box: '0', remarks: 'All sales were made under a Rule 10b5-1 plan.' }).transactions[0]
        ?.is10b5_1,
    ).toBe(false);
  });

  it('does not cover a purchase whose footnote speaks of sales', () => {
    const rows = [{ code: 'P', notes: ['F1'] }, { notes: ['F1'] }];
    const sales = { F1: 'The holder sold 400 shares under a Rule 10b5-1 plan on May 2.' };
    const planned = (box: string) =>
      filing({ box, rows, footnotes: sales }).transactions.map((one) => one.is10b5_1);
    expect(planned('0')).toEqual([false, true]);
    expect(planned('1')).toEqual([true, true]);
  });

  it('reads rows, then the whole document, where there is no box', () => {
    const planned = (written: Parameters<typeof filing>[0]) =>
      filing(written).transactions.map((one) => one.is10b5_1);
    expect(planned({ rows: [{ notes: ['F1'] }, {}], footnotes })).toEqual([true, false]);
    expect(
      planned({
        rows: [{}, { code: 'P' }, { code: 'G' }],
        remarks: 'All sales reported here were made under a Rule 10b5-1 plan.',
      }),
    ).toEqual([true, false, false]);
    expect(planned({ rows: [{}], footnotes: { F9: PLAN } })).toEqual([true]);
    const whole = 'The transactions reported on this form were effected pursuant to a Rule 10b5-1 plan.';
    expect(planned({ rows: [{ code: 'M', notes: ['F1'] }, {}], footnotes: { F1: whole } })).toEqual([
      true,
      true,
    ]);
    expect(
      planned({ rows: [{}], remarks: 'The reporting person adopted a Rule 10b5-1 plan on May 2, 2025.' }),
    ).toEqual([false]);
  });

  it('finds a footnote at any depth of the row, and one that another footnote points to', () => {
    const extra = '<exerciseDate><footnoteId id="F1"/></exerciseDate>';
    expect(row({ table: 'derivative', extra }, { footnotes }).is10b5_1).toBe(true);
    expect(row({ notes: ['F4'] }, { footnotes: { ...footnotes, F4: 'See footnote 1.' } }).is10b5_1).toBe(
      true,
    );
    expect(
      row({ notes: ['F4'] }, { footnotes: { F4: 'See footnote 5.', F5: 'See footnote 4.' } }).is10b5_1,
    ).toBe(false);
  });
});

it('reads the symbol abroad, which schema X0609 brought', () => {
  expect(filing({ foreignSymbol: ' 4477.TW ' }).issuer.foreignTradingSymbol).toBe('4477.TW');
  expect(filing().issuer.foreignTradingSymbol).toBeNull();
});

describe('prices in another currency', () => {
  const footnotes = { F1: 'Price in Canadian dollars.', F2: 'The exercise price is C$3.10.' };
  const KIND = 'price-in-another-currency';
  /** `filing` and `row` take a warning for a failure. */
  const rowsOf = (written: WrittenFiling) =>
    (parsed(document(submission(xml(written)))).records[0] as Form4Filing).transactions;
  const only = (written: WrittenRow) => rowsOf({ rows: [written], footnotes })[0];

  it('are unknown, with a warning', () => {
    const written = { rows: [{ priceNotes: ['F1'] }, {}], footnotes };
    expect(rowsOf(written).map((one) => one.pricePerShare)).toEqual([null, 12.5]);
    expect(warningsOf(written)).toEqual([`${KIND} | pricePerShare 12.5 | ${ACCESSION} row 0`]);
  });

  it('are those of all rows if the remarks say so, and of a row whose other footnote speaks of the price', () => {
    const remarks = 'All prices are in Canadian dollars.';
    expect(rowsOf({ rows: [{}, {}], remarks }).map((one) => one.pricePerShare)).toEqual([null, null]);
    expect(only({ notes: ['F1'] })?.pricePerShare).toBeNull();
    const paid = { F1: 'Her salary is paid in Canadian dollars.' };
    expect(row({ notes: ['F1'] }, { footnotes: paid }).pricePerShare).toBe(12.5);
  });

  it.each([
    'All amounts are in Canadian dollars.',
    'Amounts reported in NT$.',
    'Currency: CAD',
    'All transactions reported herein are in euros.',
  ])('are those of all rows, without the word price: %s', (remarks) => {
    expect(rowsOf({ rows: [{}, {}], remarks }).map((one) => one.pricePerShare)).toEqual([null, null]);
  });

  it.each(['Bought at C$12.50 each in Toronto.', 'The sale was executed in SEK.', 'Traded in GBP on AIM.'])(
    'are known from a footnote on another field that speaks of the trade: %s',
    (text) => {
      expect(rowsOf({ rows: [{ notes: ['F1'] }], footnotes: { F1: text } })[0]?.pricePerShare).toBeNull();
    },
  );

  it.each([
    'Includes 300 shares acquired at C$15.10 by reinvestment of dividends.',
    'Restricted stock units may be settled in cash, in local currency.',
    'Includes 300 shares purchased under the employee plan in Canadian dollars.',
    'The proceeds of the sale were converted into euros.',
    'Listed in Toronto too, where the shares trade in Canadian dollars. The sale was in U.S. dollars.',
  ])('are not seen in a footnote on another field that says nothing of the price: %s', (text) => {
    expect(row({ notes: ['F1'] }, { footnotes: { F1: text } }).pricePerShare).toBe(12.5);
  });

  it('are not seen in a footnote on the exercise price of something else', () => {
    const warrants = { F1: 'The exercise price of the warrants is in Canadian dollars.' };
    expect(row({ priceNotes: ['F1'] }, { footnotes: warrants }).pricePerShare).toBe(12.5);
  });

  it('have a total in the same currency', () => {
    const price = '</transactionPricePerShare>';
    const total = '<transactionTotalValue><value>1250</value></transactionTotalValue>';
    const totalOf = (text: string) => {
      const written = xml({ rows: [{ table: 'derivative', priceNotes: ['F1'] }], footnotes: { F1: text } });
      const { records } = parsed(document(submission(written.replace(price, `${price}${total}`))));
      return (records[0] as Form4Filing).transactions[0]?.statedTotalValue;
    };
    expect(totalOf('The price is C$12.50.')).toBeNull();
    expect(totalOf('The price is C$17.10, or US$12.50.')).toBe(1250);
  });

  it('of rights and of shares are read separately', () => {
    const extra = (price: string, note = '') =>
      `<conversionOrExercisePrice><value>${price}</value>${note}</conversionOrExercisePrice>`;
    const onIt = '<footnoteId id="F2"/>';
    const option = only({ table: 'derivative', price: '0', extra: extra('3.10', onIt) });
    expect(option).toMatchObject({ pricePerShare: 0, conversionOrExercisePrice: null });
    const inDollars = row({ table: 'derivative', extra: extra('2.27', onIt) }, { footnotes });
    expect(inDollars).toMatchObject({ pricePerShare: 12.5, conversionOrExercisePrice: 2.27 });
    // The price of shares that were bought by exercise is the exercise price.
    expect(only({ code: 'M', price: '3.10', notes: ['F2'] })?.pricePerShare).toBeNull();
    expect(row({ code: 'S', price: '3.10', notes: ['F2'] }, { footnotes }).pricePerShare).toBe(3.1);
  });
});

describe('footnotes that contradict themselves', () => {
  const footnotes = {
    F1: 'Some shares were sold under a Rule 10b5-1 plan. Others were not sold under that plan.',
    F2: 'A weighted average price of several sales.',
    F3: 'This is not a weighted average price of several sales.',
    F4: 'Sold pursuant to a Rule 10b5-1 plan.',
    F5: 'Not sold pursuant to a Rule 10b5-1 plan.',
  };
  const unclear = (box: string | undefined, written: WrittenRow) => {
    const [read] = filing({ ...(box === undefined ? {} : { box }), rows: [written], footnotes }).transactions;
    return [read?.is10b5_1, read?.hasVwapFootnote, read?.footnoteUnclear];
  };

  it('leave the flag false, and the row names it', () => {
    expect(unclear(undefined, { notes: ['F1'] })).toEqual([false, false, ['is10b5_1']]);
    expect(unclear('0', { notes: ['F1'] })).toEqual([false, false, ['is10b5_1']]);
    expect(unclear(undefined, { notes: ['F4', 'F5'] })).toEqual([false, false, ['is10b5_1']]);
    expect(unclear('0', { priceNotes: ['F2', 'F3'] })).toEqual([false, false, ['hasVwapFootnote']]);
  });

  it('say nothing beside a box that is checked; and a text that only denies is clear', () => {
    expect(unclear('1', { notes: ['F1'] })).toEqual([true, false, undefined]);
    expect(unclear(undefined, { notes: ['F5'], priceNotes: ['F3'] })).toEqual([false, false, undefined]);
  });
});

describe('flags from footnotes', () => {
  it('takes the weighted average price from the price, or from the row when the price has no footnote', () => {
    const footnotes = { F1: RANGE, F2: 'Paid in cash.' };
    expect(row({ priceNotes: ['F1'] }, { footnotes }).hasVwapFootnote).toBe(true);
    expect(row({ notes: ['F1'] }, { footnotes }).hasVwapFootnote).toBe(true);
    expect(row({ notes: ['F1'], priceNotes: ['F2'] }, { footnotes }).hasVwapFootnote).toBe(false);
    const vesting = 'Vests once the volume weighted average price of the shares equals or exceeds $12.50.';
    expect(row({ notes: ['F3'] }, { footnotes: { F3: vesting } }).hasVwapFootnote).toBe(false);
  });

  it('takes several prices without the word "weighted" from a footnote at the price, and from nowhere else', () => {
    const footnotes = { F1: 'Sold in multiple transactions at prices ranging from $1.10 to $1.90.' };
    expect(row({ priceNotes: ['F1'] }, { footnotes }).hasVwapFootnote).toBe(true);
    expect(row({ notes: ['F1'] }, { footnotes }).hasVwapFootnote).toBe(false);
  });

  it('distinguishes sales for tax alone from those that are partly for tax and from shares withheld', () => {
    const footnotes = {
      F1: 'Shares were sold solely to satisfy tax withholding obligations.',
      F2: 'Shares were sold partially to satisfy tax withholding obligations.',
      F3: 'Shares withheld by the Issuer to satisfy tax withholding obligations on vesting.',
      F4: 'No shares were sold to raise money for tax obligations.',
    };
    const flags = (code: string, ...notes: string[]) => {
      const { hasTaxWithholdingFootnote, soldOnlyForTax } = row({ code, notes }, { footnotes });
      return [hasTaxWithholdingFootnote, soldOnlyForTax];
    };
    expect(flags('S', 'F1')).toEqual([true, true]);
    expect(flags('S', 'F2')).toEqual([true, false]);
    expect(flags('S', 'F1', 'F2')).toEqual([true, false]);
    expect(flags('F', 'F3')).toEqual([true, false]);
    expect(flags('M', 'F4')).toEqual([false, false]);
  });

  it('marks indirect ownership by its letter or by a footnote', () => {
    expect(row({ ownership: 'I', nature: 'by Trust' })).toMatchObject({
      hasIndirectOwnershipFootnote: true,
      natureOfOwnership: 'by Trust',
    });
    expect(
      row({ notes: ['F1'] }, { footnotes: { F1: 'Held by the Roe Trust.' } }).hasIndirectOwnershipFootnote,
    ).toBe(true);
    expect(row({}).hasIndirectOwnershipFootnote).toBe(false);
  });
});

describe('officer title "See Remarks"', () => {
  const title = (said: string, remarks: string, more: string[] = []) =>
    filing({ owners: [owner({ flags: '<isOfficer>1</isOfficer>', title: said }), ...more], remarks })
      .owners[0]?.officerTitle;

  it.each([
    [
      'See Remarks',
      'Title: Senior Vice President of Widgets and Trust',
      'Senior Vice President of Widgets and Trust',
    ],
    [
      'See remarks below',
      "The reporting person's title is Chief Legal Officer. Exhibit 24 is attached.",
      'Chief Legal Officer',
    ],
    [
      'SEE REMARKS',
      'EVP, Chief Operating Officer and Secretary',
      'EVP, Chief Operating Officer and Secretary',
    ],
    [
      'See Remarks',
      'Officer Title: "Sr. Vice President, Corp. Controller"',
      'Sr. Vice President, Corp. Controller',
    ],
    ['See Remarks', 'Exhibit 24 - Power of Attorney', 'See Remarks'],
    ['See Remarks', '', 'See Remarks'],
    ['See Remarks', 'This form was filed late through an oversight of the chief clerk.', 'See Remarks'],
    ['President', 'Title: Chief Widget Officer', 'President'],
  ])('%s, %s', (said, remarks, expected) => {
    expect(title(said, remarks)).toBe(expected);
  });

  it('does not give one title to two owners', () => {
    const other = owner({ cik: '0001900002', flags: '<isOfficer>1</isOfficer>', title: 'See Remarks' });
    expect(title('See Remarks', 'Title: Chief Widget Officer', [other])).toBe('See Remarks');
  });
});

describe('unreadable', () => {
  it.each([
    ['a document type declaration', xml().replace('?>', '?><!DOCTYPE a>'), /declaration is not accepted/],
    ['XML that is not well-formed', xml().replace('</remarks>', ''), /not well-formed XML/],
    ['another root', '<informationTable/>', /<informationTable>/],
    ['no issuer CIK', xml().replace('0001800001', ''), /issuer CIK: none/],
    ['a strange owner CIK', xml().replace('0001900001', 'n/a'), /CIK: n\/a/],
    ['no owner', xml({ owners: [] }), /no reporting owner/],
    ['another document type', xml({ type: '6-K' }), /document type 6-K/],
  ])('%s', (_what, body, expected) => {
    expect(reason(document(submission(body)))).toMatch(expected);
  });
});
