/** What the closes of an issuer's symbols say about the prices of its rows. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import { type DayClose, readBeside, type StatedSymbol } from './filed-closes.js';
import { form, person, purchase, sale } from './filings.js';

/** A purchase of 12 March 2025, filed as `o`. */
const bought = (
  pricePerShare: number,
  over: Partial<Form4Transaction> = {},
  more: Partial<Form4Filing> = {},
) =>
  form(
    'o',
    [person('11')],
    [
      purchase({
        pricePerShare,
        shares: 3000,
        sharesOwnedAfter: 9000,
        transactionDate: '2025-03-12',
        ...over,
      }),
    ],
    more,
  );

/** A sale by another person. */
const other = (day: string, pricePerShare: number, over: Partial<Form4Transaction> = {}, accession = 'p') =>
  form(
    accession,
    [person('12')],
    [sale({ transactionDate: `2025-${day}`, pricePerShare, shares: 70, ...over })],
  );

const WEEK: DayClose[] = [
  ['03-10', 10.1],
  ['03-12', 10.2],
  ['03-14', 10],
];
const ORRY = { ORRY: { closes: WEEK } };

const verdict = (
  symbols: Record<string, StatedSymbol>,
  filings: Form4Filing[],
  tickers: string[] = [],
): readonly string[] | undefined =>
  readBeside(symbols, filings, tickers).rows.find(({ accession }) => accession === 'o')?.implausible;

const closesOf = (...closes: DayClose[]) => ({ ORRY: { closes } });

describe('a price far above the close', () => {
  it('is contradicted by one other filing and the close', () => {
    expect(verdict(ORRY, [bought(102), other('03-11', 10.1)])).toEqual(['price-unlike-others']);
    expect(verdict(ORRY, [bought(33), other('03-12', 10.1)])).toEqual(['price-unlike-others']);
    expect(verdict(closesOf(['03-12', 10.2]), [bought(102), other('03-11', 10.1)])).toEqual([
      'price-unlike-others',
    ]);
  });

  it('is as filed beside the close alone, or beside the other filing alone when the close is taken away', () => {
    expect(verdict(ORRY, [bought(102)])).toEqual([]);
    expect(verdict({}, [bought(102), other('03-11', 10.1)])).toEqual([]);
    expect(verdict(closesOf(['02-12', 10]), [bought(102), other('03-11', 10.1)])).toEqual([]);
  });

  it('is compared with the closes of the week before and after', () => {
    const pair = [bought(102), other('03-11', 10.1)];
    expect(verdict(closesOf(['03-10', 10], ['03-19', 10]), pair)).toEqual(['price-unlike-others']);
    expect(verdict(closesOf(['03-10', 10], ['03-20', 10]), pair)).toEqual([]);
  });

  it('is a total where the close, times the number, is as high', () => {
    expect(verdict(ORRY, [bought(30_300)])).toEqual(['total-as-price']);
    expect(verdict(ORRY, [bought(2_040, { shares: 200 })])).toEqual(['total-as-price']);
    expect(verdict(ORRY, [bought(2_040, { shares: 70 })])).toEqual([]);
  });
});

describe('a sound price stays as filed', () => {
  it.each<[string, DayClose[], Form4Filing[]]>([
    [
      'a fall by 80 % in a week',
      [
        ['03-11', 51],
        ['03-13', 10.4],
        ['03-14', 10],
      ],
      [bought(50), other('03-13', 10.2), other('03-14', 9.8, { shares: 71 }, 'q')],
    ],
    [
      'a fall of which the closes before are missing',
      [
        ['03-13', 10.4],
        ['03-14', 10],
      ],
      [bought(50), other('03-13', 10.2)],
    ],
    [
      'a rise by four times in a day',
      [
        ['03-10', 10],
        ['03-11', 10.2],
        ['03-12', 41],
      ],
      [bought(42), other('03-11', 10.1)],
    ],
    [
      'a rise whose close is not known yet',
      [
        ['03-10', 10],
        ['03-11', 10.2],
      ],
      [bought(42), other('03-11', 10.1)],
    ],
    [
      'a reverse split of 1 for 50',
      [
        ['03-10', 1],
        ['03-11', 1.02],
        ['03-12', 45],
      ],
      [bought(51), other('03-11', 1.01)],
    ],
    [
      'a split of 1 into 10 on the next day',
      [
        ['03-11', 890],
        ['03-12', 900],
        ['03-13', 91],
      ],
      [bought(905), other('03-13', 90.5)],
    ],
    [
      'a close that is nearer',
      [
        ['03-11', 10.2],
        ['03-13', 12],
      ],
      [bought(33), other('03-12', 10.1)],
    ],
    [
      'a close that agrees, beside two filings that do not',
      [['03-12', 32]],
      [bought(33), other('03-11', 10.1), other('03-13', 10.2, { shares: 71 }, 'q')],
    ],
    ['a purchase from the issuer at 0.4 of the close', WEEK, [bought(4.1), other('03-11', 10.1)]],
    ['another filing with the mistake', WEEK, [bought(10.1), other('03-11', 0.101)]],
    [
      'a mistaken close',
      [
        ['03-11', 0.01],
        ['03-14', 0.01],
      ],
      [bought(21), other('03-11', 6)],
    ],
  ])('%s', (_what, closes, filings) => {
    expect(verdict(closesOf(...closes), filings)).toEqual([]);
  });

  it('a reverse split, also where the old shares keep a price', () => {
    const securities = [{}, { cusip: '990000219' }];
    const peer = other('03-11', 1.01);
    const stale: DayClose[] = [
      ['03-11', 1],
      ['03-12', 1],
      ['03-13', 1],
    ];
    expect(verdict({ ORRY: { closes: stale, securities } }, [bought(51), peer])).toEqual([]);
    // Not so where the other security had the symbol long before.
    const former = [{}, { cusip: '990000219', lastDate: '2025-02-01' }];
    expect(verdict({ ORRY: { closes: stale, securities: former } }, [bought(51), peer])).toEqual([
      'price-unlike-others',
    ]);
  });
});

describe('a close of another security never contradicts', () => {
  const pair = [bought(102), other('03-11', 10.1)];

  it.each<[string, string]>([
    ['another company', 'ORCHARD INSTRS INC COM'],
    ['another company that begins alike', 'ORRERY FOODS INC COM'],
    ['a warrant', 'ORRERY INSTRS INC WT EXP 030130 WARRANT'],
    ['depositary shares', 'ORRERY INSTRS INC SPON ADR'],
    ['a preferred share', 'ORRERY INSTRS INC PREF SER A'],
  ])('%s', (_what, description) => {
    expect(verdict({ ORRY: { closes: WEEK, securities: [{ description }] } }, pair)).toEqual([]);
  });

  it.each<[string, Partial<Form4Transaction>]>([
    ['a preferred share', { securityTitle: 'Series A Preferred Stock' }],
    ['a unit', { securityTitle: 'Units of Common Stock and Warrants' }],
    ['a right', { securityTitle: 'Subscription Rights' }],
  ])('where the row is of %s', (_what, title) => {
    expect(verdict(ORRY, [bought(102, title), other('03-11', 10.1, title)])).toEqual([]);
  });

  it('where a symbol of the issuer is another, or has no close', () => {
    const both = ['ORRY', 'ORRY-B'];
    expect(verdict(ORRY, pair, both)).toEqual([]);
    const classB = { ORRYB: { closes: [['03-12', 101] as DayClose] } };
    expect(verdict({ ...ORRY, ...classB }, pair, both)).toEqual([]);
    expect(verdict({ ...ORRY, ORRYB: { closes: [] } }, pair, both)).toEqual([]);
    const low = { ORRYB: { closes: [['03-12', 9] as DayClose] } };
    expect(verdict({ ...ORRY, ...low }, pair, both)).toEqual(['price-unlike-others']);
    // Renamed since: the symbol of today was that of another then.
    expect(verdict(ORRY, pair, ['NEWS'])).toEqual(['price-unlike-others']);
  });

  it('where the symbol may be that of depositary shares', () => {
    const issuer = { cik: '4100', name: 'Orrery Instruments Inc', tradingSymbol: 'ORRY' };
    const abroad = { issuer: { ...issuer, foreignTradingSymbol: '7203' } };
    expect(verdict(ORRY, [bought(102, {}, abroad), other('03-11', 10.1)])).toEqual([]);
    const ads = { hasAdsFootnote: true };
    expect(verdict(ORRY, [bought(102), other('03-11', 10.1, ads)])).toEqual([]);
  });

  it('where a filing names none', () => {
    const issuer = { cik: '4100', name: 'Orrery Instruments Inc', foreignTradingSymbol: null };
    const unnamed = { issuer: { ...issuer, tradingSymbol: 'NONE' } };
    expect(verdict(ORRY, [bought(102, {}, unnamed), other('03-11', 10.1)])).toEqual([]);
    expect(verdict(ORRY, [bought(102, {}, unnamed), other('03-11', 10.1)], ['ORRY'])).toEqual([
      'price-unlike-others',
    ]);
  });
});

describe('a price of more than 10,000', () => {
  const named = (name: string, tradingSymbol: string) => ({
    issuer: { cik: '4100', name, tradingSymbol, foreignTradingSymbol: null },
  });
  const berkshire = bought(
    700_000,
    { shares: 4, securityTitle: 'Class A Common Stock' },
    named('BERKSHIRE HATHAWAY INC', 'BRK.A; BRK.B'),
  );
  const BRK = {
    BRKA: {
      closes: [['01-15', 688_000] as DayClose],
      securities: [{ description: 'BERKSHIRE HATHWY INC(HLDG CO)A' }],
    },
    BRKB: {
      closes: [['03-12', 466] as DayClose],
      securities: [{ description: 'BERKSHIRE HATHWY INC(HLDG CO)B' }],
    },
  };
  const tickers = ['BRK-B', 'BRK-A'];

  it('stays as filed with a close near it alone, of whatever month', () => {
    expect(verdict(BRK, [berkshire], tickers)).toEqual([]);
    const lict = bought(19_900, { shares: 2 }, named('LICT Corp', 'LICT'));
    expect(verdict({ LICT: { closes: [['02-04', 18_500]] } }, [lict])).toEqual([]);
  });

  it('is not believed with a close far from it, or of the other class', () => {
    expect(verdict({ BRKB: BRK.BRKB }, [berkshire], tickers)).toEqual(['price-without-support']);
    expect(verdict(ORRY, [bought(165_085, { shares: 5 })])).toEqual(['price-without-support']);
  });
});
