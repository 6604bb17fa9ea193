/** Nets of brackets, activity of a year, and the rows of an official: unknown amounts stay out of every sum. */

import { describe, expect, it } from '@jest/globals';
import {
  type CongressTrade,
  congressActivity,
  congressPositions,
  ogePositions,
  ogeTransactionRows,
  type TickerOf,
} from '../../../src/derive/portfolios/disclosed-positions.js';
import { ogeReport, ogeTrade } from './oge-record.js';

const asTyped: TickerOf = ({ ticker }) => ({ ticker, tickerAsFiled: null });

const AS_OF = '2026-11-20';

function trade(more: Partial<CongressTrade> = {}): CongressTrade {
  return {
    ticker: 'IGA',
    assetDescription: 'Invented Goods, Inc.',
    assetType: 'Stock',
    owner: 'Self',
    type: 'Purchase',
    transactionDate: '2026-06-01',
    disclosureDate: AS_OF,
    amountMin: 1001,
    amountMid: 8000.5,
    description: null,
    comments: null,
    ...more,
  };
}

describe('positions of a member of Congress', () => {
  it('are purchases less sales of bracket midpoints, with weights that sum to 1', () => {
    const { holdings, totalNetUsd, soldOut } = congressPositions(
      [
        trade(),
        trade({ amountMid: 32_500.5, transactionDate: '2026-08-03', assetDescription: 'Invented Goods' }),
        trade({ type: 'Sale (Partial)', transactionDate: '2026-07-02' }),
        trade({ ticker: 'IGB', amountMid: 175_000.5 }),
        trade({ ticker: 'IGC', type: 'Purchase' }),
        trade({ ticker: 'IGC', type: 'Sale (Full)', amountMid: 75_000.5 }),
      ],
      AS_OF,
    );
    expect(holdings.map(({ ticker, netUsd }) => [ticker, netUsd])).toEqual([
      ['IGB', 175_000.5],
      ['IGA', 32_500.5],
    ]);
    expect(holdings[1]).toMatchObject({
      issuerName: 'Invented Goods',
      asOfDate: '2026-08-03',
      tradeCount: 3,
      unsummed: 0,
    });
    expect(totalNetUsd).toBe(207_501);
    expect(holdings.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(1, 12);
    // A negative net is not a holding.
    expect(soldOut).toEqual([{ ticker: 'IGC', netUsd: -67_000 }]);
  });

  it('count an open bracket with its lower bound, and report how many there are', () => {
    const open = { amountMin: 50_000_001, amountMid: null };
    const { holdings, totalNetUsd, soldOut } = congressPositions(
      [
        trade({ ticker: 'OPEN', ...open }),
        trade({ ticker: 'KNOWN' }),
        trade({ ticker: 'IGB' }),
        trade({ ticker: 'IGB', ...open }),
        trade({ ticker: 'CUT', amountMin: 50_000_001, amountMid: 75_000_000.5 }),
        trade({ ticker: 'CUT', type: 'Sale (Partial)', ...open }),
        trade({ ticker: 'GONE' }),
        trade({ ticker: 'GONE', type: 'Sale', ...open }),
      ],
      AS_OF,
    );
    expect(
      holdings.map(({ ticker, netUsd, openBrackets, openSales, unsummed }) => [
        ticker,
        netUsd,
        openBrackets,
        openSales,
        unsummed,
      ]),
    ).toEqual([
      ['IGB', 50_008_001.5, 1, 0, 0],
      ['OPEN', 50_000_001, 1, 0, 0],
      ['CUT', 24_999_999.5, 1, 1, 0],
      ['KNOWN', 8000.5, 0, 0, 0],
    ]);
    expect(soldOut).toEqual([{ ticker: 'GONE', netUsd: -49_992_000.5 }]);
    expect(totalNetUsd).toBe(125_016_002.5);
    expect(holdings.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(1, 12);
  });

  it.each([
    ['Invented Goods, Inc. - Common Stock (IGA) [ST]', 'Invented Goods, Inc. - Common Stock'],
    ['Invented Goods, Inc. (iga)', 'Invented Goods, Inc.'],
    ['Invented Goods, Inc. (NYSE: IGA)', 'Invented Goods, Inc.'],
    ['Invented Goods, Inc. [ST]', 'Invented Goods, Inc.'],
    ['Invented Goods, Inc. (IGA) [sT]', 'Invented Goods, Inc.'],
    ['Invented [ST] Goods', 'Invented [ST] Goods'],
    ['Invented Goods (Holdings) (IGB) [ST]', 'Invented Goods (Holdings) (IGB)'],
    ['Invented Goods (Exchanged)', 'Invented Goods (Exchanged)'],
    ['(IGA)', '(IGA)'],
  ])('show %s with its ticker as %s', (assetDescription, issuerName) =>
    expect(congressPositions([trade({ assetDescription })], AS_OF).holdings).toMatchObject([{ issuerName }]),
  );

  it('are of one share whose class is filed with another mark, under the newest spelling', () => {
    const trades = [
      trade({ ticker: 'IGA/B', amountMid: 50_000, transactionDate: '2025-11-03' }),
      trade({ ticker: 'IGA.B', type: 'Sale' }),
      trade({ ticker: 'IGA' }),
    ];
    const { holdings, soldOut } = congressPositions(trades, AS_OF);
    expect(holdings.map(({ ticker, netUsd }) => [ticker, netUsd])).toEqual([
      ['IGA.B', 41_999.5],
      ['IGA', 8000.5],
    ]);
    expect(soldOut).toEqual([]);
  });

  it('do not list an asset of which as much was sold as was bought', () => {
    const { holdings, soldOut } = congressPositions([trade(), trade({ type: 'Sale (Full)' })], AS_OF);
    expect(holdings).toEqual([]);
    expect(soldOut).toEqual([{ ticker: 'IGA', netUsd: 0 }]);
  });

  it('leave out a put that is reported under the type of its share, but not shares of an exercise', () => {
    const of = (description: string) => congressPositions([trade(), trade({ description })], AS_OF);
    for (const put of [
      'Purchased 50 put options with a strike price of $150.',
      'Purchased 50 put options with an exercise price of $150, exercise date 1/16/26.',
      'Purchased 50 put options, exercisable at $150.',
      'Purchased 50 puts at $150.',
      'Purchased 50 put options, expired unexercised.',
    ])
      expect(of(put)).toMatchObject({ holdings: [{ netUsd: 8000.5 }], excludedTrades: { puts: 1 } });
    for (const shares of [
      'Received by assignment of 10 put options, strike price $150.',
      'Exercised 10 put options, exercise price $150.',
      'Put order through a broker.',
    ])
      expect(of(shares)).toMatchObject({
        holdings: [{ netUsd: 16_001 }],
        hasOptions: false,
        excludedTrades: { puts: 0 },
      });
    const calls = 'Purchased 50 call options with a strike price of $150.';
    expect(of(calls)).toMatchObject({ holdings: [{ netUsd: 16_001 }], hasOptions: true });
  });

  it('count an option as its underlying security, but not a put', () => {
    const option = { assetType: 'Stock Option', description: 'Purchased 50 call options, strike price $90.' };
    const put = { assetType: 'Stock Option', description: 'Bought 10 puts.' };
    const calls = congressPositions([trade(option)], AS_OF);
    expect(calls).toMatchObject({ hasOptions: true, holdings: [{ ticker: 'IGA', netUsd: 8000.5 }] });
    // Reports give the terms in either column.
    const named = { ...option, assetDescription: 'Putnam Inputs Inc.', description: 'BOUGHT 10 CALLS.' };
    expect(congressPositions([trade(named)], AS_OF).holdings).toHaveLength(1);
    for (const row of [put, { ...put, description: null, comments: put.description }])
      expect(congressPositions([trade(row)], AS_OF)).toMatchObject({
        hasOptions: false,
        holdings: [],
        excludedTrades: { puts: 1 },
      });
    // A company may have this name.
    expect(congressPositions([trade({ assetDescription: 'Put Well Co.' })], AS_OF).holdings).toHaveLength(1);
  });

  it.each([
    ['a put in the comments', { comments: 'Bought 10 puts, strike price $90.' }],
    ['one without a word', {}],
    ['a put in capitals', { description: 'BOUGHT 10 PUT OPTIONS. CALL BROKER.' }],
    [
      'one of a name like call',
      { assetDescription: 'Callon Recalls Corp', description: 'Bought 10 contracts.' },
    ],
    ['one that may be a put', { description: 'Bought 10 contracts, strike price $90.' }],
  ])('leave out an option that is not certainly a call: %s', (_name, more) => {
    const positions = congressPositions([trade({ assetType: 'Stock Option', ...more })], AS_OF);
    expect(positions).toMatchObject({ hasOptions: false, holdings: [], excludedTrades: { puts: 1 } });
  });

  it('leave out, and count, trades without a ticker or a direction', () => {
    const { holdings, excludedTrades } = congressPositions(
      [trade({ ticker: '' }), trade({ type: 'Exchange' }), trade({ type: 'Receipt' })],
      AS_OF,
    );
    expect(holdings).toEqual([]);
    expect(excludedTrades).toEqual({ withoutTicker: 1, withoutDirection: 1, exchanges: 1, puts: 0 });
  });

  it('state whose they are and of which types, the most frequent first', () => {
    const { holdings } = congressPositions(
      [
        trade({ owner: 'Spouse', assetType: '' }),
        trade({ owner: 'Self', assetType: 'Stock Option', description: 'Bought calls.' }),
        trade({ owner: 'Spouse', assetType: 'Stock' }),
        trade({ owner: 'Child', assetType: 'Stock' }),
        trade({ owner: 'Spouse', assetType: 'Stock' }),
      ],
      AS_OF,
    );
    expect(holdings).toMatchObject([
      { owners: ['Spouse', 'Child', 'Self'], assetTypes: ['Stock', 'Stock Option'] },
    ]);
  });

  it.each([
    ['Invented Goods, Inc. (IGA) [ST]', 'Invented Goods, Inc.'],
    ['Invented Goods, Inc. (NYSE: iga)', 'Invented Goods, Inc.'],
    ['Invented Goods, Inc. (IGB) [ST]', 'Invented Goods, Inc. (IGB)'],
    ['Invented Goods (IGA) Class B', 'Invented Goods (IGA) Class B'],
    ['[ST]', '[ST]'],
  ])(
    'take the symbol out of the name only where it repeats the ticker: %s',
    (assetDescription, issuerName) => {
      expect(congressPositions([trade({ assetDescription })], AS_OF).holdings).toMatchObject([
        { issuerName },
      ]);
    },
  );

  it('list what was sold out by ticker', () => {
    const sold = ['IGC', 'IGA', 'IGB'].map((ticker) => trade({ ticker, type: 'Sale (Full)' }));
    const { soldOut } = congressPositions(sold, AS_OF);
    expect(soldOut.map(({ ticker }) => ticker)).toEqual(['IGA', 'IGB', 'IGC']);
  });

  it('do not treat a mistyped year as the newest day', () => {
    const { holdings } = congressPositions(
      [trade({ transactionDate: '2206-06-01', disclosureDate: '2026-05-01' }), trade()],
      AS_OF,
    );
    expect(holdings).toMatchObject([{ netUsd: 16_001, asOfDate: '2026-06-01', tradeCount: 2 }]);
  });

  it('do not treat a day after the report as the newest day, although it is past now', () => {
    const { holdings } = congressPositions(
      [trade({ transactionDate: '2026-09-30', disclosureDate: '2026-02-01' }), trade()],
      AS_OF,
    );
    expect(holdings).toMatchObject([{ netUsd: 16_001, asOfDate: '2026-06-01', tradeCount: 2 }]);
  });
});

describe('activity of a member of Congress', () => {
  it('sums the midpoints of the last 365 days by transaction date', () => {
    expect(
      congressActivity(
        [
          trade({ transactionDate: '2025-11-20', amountMid: 1 }),
          trade({ transactionDate: '2025-11-21' }),
          trade({ transactionDate: AS_OF, amountMid: 32_500.5 }),
          trade({ type: 'Sale (Partial)', amountMid: 75_000.5 }),
          trade({ type: 'Exchange', amountMid: 175_000.5 }),
          trade({ transactionDate: '2206-06-01' }),
        ],
        AS_OF,
      ),
    ).toEqual({
      bought: 40_501,
      sold: 75_000.5,
      netFlow: -34_499.5,
      openBrackets: 0,
      openSales: 0,
      tradeCount: 4,
    });
  });

  it('leaves out a trade dated after its report, which is of another day', () => {
    const mistyped = trade({ transactionDate: '2026-09-30', disclosureDate: '2026-02-01' });
    expect(congressActivity([mistyped, trade()], AS_OF)).toMatchObject({ bought: 8000.5, tradeCount: 1 });
  });

  it('counts an open bracket with its lower bound, as a purchase or a sale', () => {
    const open = { amountMin: 50_000_001, amountMid: null };
    const trades = [
      trade(open),
      trade(),
      trade({ type: 'Sale', ...open }),
      trade({ type: 'Exchange', ...open }),
    ];
    expect(congressActivity(trades, AS_OF)).toEqual({
      bought: 50_008_001.5,
      sold: 50_000_001,
      netFlow: 8000.5,
      openBrackets: 2,
      openSales: 1,
      tradeCount: 4,
    });
  });
});

describe('positions of an official', () => {
  it('are nets of bracket lower bounds, including those of open brackets', () => {
    const reports = [
      ogeReport('AA', [
        ogeTrade(1, { valueLow: 1_000_001, valueHigh: null, valueLabel: 'Over $1,000,000' }),
        ogeTrade(2, { ticker: null }),
        ogeTrade(3, { type: null }),
      ]),
      ogeReport('BB', [ogeTrade(1, { type: 'Sale', valueLow: 15_001, transactionDate: '2026-05-04' })]),
    ];
    const { holdings, excludedTrades } = ogePositions(reports, asTyped);
    expect(holdings).toMatchObject([
      { ticker: 'IGB', netUsd: 985_000, openBrackets: 1, openSales: 0, weight: 1, asOfDate: '2026-05-04' },
    ]);
    expect(excludedTrades).toMatchObject({ withoutTicker: 1, withoutDirection: 1 });
  });

  it('look up the ticker in the list of listed companies', () => {
    const reports = [ogeReport('AA', [ogeTrade(1, { ticker: 'APPL' })])];
    expect(ogePositions(reports, () => ({ ticker: null, tickerAsFiled: null }))).toMatchObject({
      holdings: [],
      excludedTrades: { withoutTicker: 1 },
    });
  });

  it.each([
    ['Invented Goods, Inc. (IGB)', false, false],
    ['Invented Goods, Inc. call option, strike $90 (IGB)', true, false],
    ['Invented Goods, Inc. (IGB) (Jan 2027 $90 calls)', true, false],
    ['Put option on Invented Goods, Inc. (IGB)', true, true],
    ['Invented Goods, Inc. (IGB) (Jan 2027 $90 puts)', true, true],
    ['Invented Goods, Inc. (IGB) (option strike price $57.27)', true, true],
    ['Invented Goods, Inc. stock options (IGB)', true, true],
    ['Invented 500 ETF Trust, option (IGB)', true, true],
    ['Invented Goods, Inc. (IGB) (shares from the exercise of employee stock options)', false, false],
    ['Invented Goods, Inc. (IGB), EXERCISED OPTIONS', false, false],
    ['Invented Goods, Inc. (IGB) (10 put options, exercise price $90)', true, true],
    ['Invented Goods, Inc. (IGB), unexercised stock options', true, true],
    ['INVENTED GOODS, INC. (IGB) (JAN 2027 $90 PUTS)', true, true],
    ['INVENTED GOODS, INC. (IGB) (STRIKE $90, CALL)', true, false],
    ['Invented Adoption Services and Optional Extras, Inc. (IGB)', false, false],
    ['Invented Inputs (Strikeforce Recalls), Inc. (IGB)', false, false],
    ['Option Care Health, Inc. (IGB)', false, false],
    ['Invented Inc. (8% Perpetual Strike Preferred Stock) (IGB)', false, false],
    ['Invented Option Income Strategy ETF (IGB)', false, false],
    ['Invented 100 Enhanced Options & Income ETF (IGB)', false, false],
    ['Invented 500 Covered Call ETF (IGB)', false, false],
    ['Invented Callable Putnam PutWrite Fund (IGB)', false, false],
  ])('leave out an option that may be a put, and no share: %s', (description, isOption, isLeftOut) => {
    const share = ogeTrade(1, { description: 'Other (OTH)', ticker: 'OTH' });
    expect(ogePositions([ogeReport('AA', [share, ogeTrade(2, { description })])], asTyped)).toMatchObject({
      holdings: { length: isLeftOut ? 1 : 2 },
      hasOptions: isOption && !isLeftOut,
      excludedTrades: { puts: isLeftOut ? 1 : 0, withoutTicker: 0 },
    });
  });

  it('use the day of posting if the day of trading is uncertain', () => {
    const odd = ogeTrade(1, { transactionDate: '2225-04-04', isDateDoubtful: true });
    expect(ogePositions([ogeReport('AA', [odd])], asTyped).holdings).toMatchObject([
      { asOfDate: '2026-04-20' },
    ]);
  });
});

describe('rows of an official', () => {
  const reports = [
    ogeReport('AA', [ogeTrade(1, { transactionDate: '2026-03-30' }), ogeTrade(2)]),
    ogeReport(
      'BB',
      [
        ogeTrade(1, { transactionDate: '2225-04-04', isDateDoubtful: true }),
        ogeTrade(2, {
          transactionDate: null,
          dateFiled: '',
          valueLabel: null,
          valueLow: null,
          valueHigh: null,
        }),
        ogeTrade(3, { transactionDate: '2026-05-04', type: 'Sale' }),
        ogeTrade(4, { transactionDate: '2026-05-05' }),
      ],
      { postedAt: '2026-06-20' },
    ),
  ];

  it('have the documented fields and no midpoint', () => {
    expect(ogeTransactionRows([ogeReport('AA', [ogeTrade(1)])], asTyped)).toEqual([
      {
        filingId: 'AA-1',
        description: 'Invented Goods 1, Inc. (IGB)',
        ticker: 'IGB',
        type: 'Purchase',
        transactionDate: '2026-03-02',
        notifiedLate: false,
        valueLow: 1001,
        valueHigh: 15_000,
        valueLabel: '$1,001 - $15,000',
        sourceUrl: 'https://oge.test/AA.pdf',
      },
    ]);
  });

  it('are ordered newest first, and a mistyped year is never first', () => {
    expect(ogeTransactionRows(reports, asTyped).map(({ transactionDate }) => transactionDate)).toEqual([
      '2026-05-05',
      '2026-05-04',
      '2225-04-04',
      null,
      '2026-03-30',
      '2026-03-02',
    ]);
  });

  it('mark only dates that cannot be right', () => {
    const marked = ogeTransactionRows(reports, asTyped).map((row) =>
      'dateDoubtful' in row ? row.dateDoubtful : null,
    );
    expect(marked).toEqual([null, null, true, null, null, null]);
  });

  it('keep unknown values null', () => {
    expect(ogeTransactionRows(reports, () => ({ ticker: null, tickerAsFiled: null }))[3]).toMatchObject({
      ticker: null,
      valueLow: null,
      valueHigh: null,
      valueLabel: null,
    });
  });
});
