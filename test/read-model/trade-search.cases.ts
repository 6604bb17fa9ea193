/** Searches for trades of the Congress give what a plain search over all of them gives, page by page too. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StockActReport, StockActTrade } from '../../src/records/congress/stock-act.js';
import type { Store } from '../../src/store/database/open.js';
import type { TradeSearch } from '../../tools/contract/reads/congress.js';
import { TRADE_SORTS, tradePlaceOf } from '../../tools/contract/trade-search.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import {
  derive,
  houseReport,
  IDA,
  members,
  senateReport,
  trade,
  write,
  writeMembers,
} from '../store/congress/invented-reports.js';
import { emptyStore } from '../store/empty-store.js';
import { EVERY_TRADE } from './every-row.js';
import { type DelayedTrade, searchTradeRows, sumTradeRows } from './naive-trades.js';

describe('read-model/trade-search', () => {
  const PAIRS = [
    ['$1,001 - $15,000', 1001, 15_000],
    ['$15,001 - $50,000', 15_001, 50_000],
    ['Over $50,000,000', 50_000_001, null],
  ] as const;
  const OWNERS = ['Self', 'Spouse', 'Joint', 'Child', 'Other'] as const;
  const TYPES = ['Purchase', 'Sale', 'Sale (Full)', 'Sale (Partial)', 'Exchange'] as const;
  const TICKERS = ['ZQRA', 'BRK.A', 'BRK/B', '', 'brk'];
  /** Another person, whom no file of members has. */
  const OTHER = {
    filerName: { asFiled: 'Hon. Otto Other', prefix: 'Hon.', first: 'Otto', last: 'Other', suffix: null },
    stateDistrict: 'NM02',
  };

  /** `more` of some trades gives what delays depend on. */
  function trades(n: number): StockActTrade[] {
    return Array.from({ length: 3 }, (_, row) => {
      const at = n * 3 + row;
      const [amountLabel, amountMin, amountMax] = PAIRS[at % 3]!;
      return trade(row, {
        owner: OWNERS[at % 5]!,
        type: TYPES[(at * 2) % 5]!,
        ticker: TICKERS[(at * 3) % 5]!,
        assetDescription: `Asset ${at}`,
        amountLabel,
        amountMin,
        amountMax,
        amountMid: null,
        // Some after the report, which cannot be; some long before.
        transactionDate: `2026-0${1 + (at % 7)}-${String(1 + ((at * 5) % 28)).padStart(2, '0')}`,
      });
    });
  }

  function reports(): StockActReport[] {
    return Array.from({ length: 60 }, (_, n) => {
      const more = {
        disclosureDate: `${n % 6 === 4 ? 2025 : 2026}-0${4 + (n % 3)}-${String(1 + ((n * 7) % 28)).padStart(2, '0')}`,
        trades: trades(n),
      };
      if (n % 3 === 0) return senateReport(`999000${n}-0000-4000-8000-000000000001`, more);
      return houseReport(String(20_030_000 + n), n % 3 === 1 ? more : { ...more, ...OTHER });
    });
  }

  const ALL: TradeSearch = {
    ...EVERY_TRADE,
    until: '2027-01-01',
    limit: 500,
  };
  const FILTERS: Array<Partial<TradeSearch>> = [
    {},
    { member: 'idalia-invented' },
    { member: 'idalia-invented', tickers: ['BRK'], type: 'sale' },
    { since: '2026-05-05', until: '2026-06-06' },
    // Parts of two years.
    { since: '2025-05-20', until: '2026-05-20', type: 'sale' },
    { until: '2025-07-01' },
    { tickers: ['BRK'] },
    { tickers: ['BRK.B', 'ZQRA'] },
    { tickers: ['NOSUCH'] },
    ...(['D', 'R', 'I'] as const).map((party) => ({ party })),
    { state: 'NM' },
    { state: 'CA', chamber: 'senate' },
    { chamber: 'house' },
    ...(['purchase', 'sale', 'exchange'] as const).map((type) => ({ type })),
    ...(['self', 'spouse', 'joint', 'child', 'other'] as const).map((owner) => ({ owner })),
    { minAmount: 1001 },
    { minAmount: 1001.01 },
    { minAmount: 50_000_002 },
    { late: true },
    { late: false, type: 'purchase' },
    { dates: 'traded', since: '2026-02-10', until: '2026-05-05' },
  ];

  let store: Store;
  let reads: ParsedReads;
  let all: DelayedTrade[];
  beforeAll(async () => {
    store = emptyStore();
    writeMembers(store, members(IDA));
    write(store, ...reports());
    derive(store);
    reads = publishedReads(store);
    const found = await reads.searchTrades(ALL);
    all = found!.rows.map((one, at) => ({ trade: one, delay: found!.delays[at]! }));
  });
  afterAll(() => store.close());

  it('without a filter every trade of everybody is found, with the days that passed', () => {
    expect(all).toHaveLength(180);
    expect(new Set(all.map(({ trade: one }) => one.memberSlug)).size).toBe(2);
    for (const { trade: one, delay } of all) {
      const days = (Date.parse(one.disclosureDate) - Date.parse(one.transactionDate)) / 86_400_000;
      expect([one.filingId, delay]).toEqual([one.filingId, days < 0 ? null : days]);
    }
    expect(all.some(({ delay }) => delay === null)).toBe(true);
  });

  describe.each(TRADE_SORTS)('by %s', (sort) => {
    it.each(['desc', 'asc'] as const)(
      '%s, every filter gives the plain answer on every page',
      async (order) => {
        for (const filter of FILTERS) {
          const search: TradeSearch = { ...ALL, ...filter, sort, order };
          const wanted = searchTradeRows(all, search);
          const given: DelayedTrade[] = [];
          let after: TradeSearch['after'];
          do {
            const found = (await reads.searchTrades({ ...search, after, limit: 41 }))!;
            expect([filter, found.total]).toEqual([filter, wanted.total]);
            given.push(...found.rows.map((one, at) => ({ trade: one, delay: found.delays[at]! })));
            // A cursor holds it.
            after = found.rows.length < 41 ? undefined : tradePlaceOf(search, found.places.at(-1));
          } while (after !== undefined);
          expect([filter, given.map(idOf)]).toEqual([filter, wanted.rows.map(idOf)]);
        }
      },
    );
  });

  const idOf = ({ trade: one }: DelayedTrade) => one.filingId;

  it('the sums of a member are those of all rows that match', async () => {
    for (const filter of FILTERS) {
      const { sort: _s, order: _o, after: _a, limit: _l, ...question } = { ...ALL, ...filter };
      const asked = { ...question, member: 'idalia-invented' };
      expect([filter, await reads.tradeSums(asked)]).toEqual([filter, sumTradeRows(all, asked)]);
    }
    const { sort: _s, order: _o, after: _a, limit: _l, ...question } = ALL;
    const sums = (await reads.tradeSums({ ...question, member: 'idalia-invented' }))!;
    expect([sums.tickers.length > 2, sums.late > 0, sums.timed < sums.trades]).toEqual([true, true, true]);
    expect(await reads.tradeSums({ ...question, member: 'nobody-at-all' })).toBeNull();
  });

  it('the sums of a share are one, whatever sign was filed before its class', async () => {
    const own = emptyStore();
    writeMembers(own, members(IDA));
    const filed = ['BRK.B', 'BRK/B', 'brk-b', 'BRK.A', 'BRK'].map((ticker, row) => trade(row, { ticker }));
    write(own, houseReport('20039001', { trades: filed }));
    derive(own);
    const { sort: _s, order: _o, after: _a, limit: _l, ...question } = ALL;
    const { tickers } = (await publishedReads(own).tradeSums({ ...question, member: 'idalia-invented' }))!;
    expect(tickers.map(({ ticker, purchases, purchasesMin }) => [ticker, purchases, purchasesMin])).toEqual([
      ['BRK.B', 3, 3003],
      ['BRK', 1, 1001],
      ['BRK.A', 1, 1001],
    ]);
    own.close();
  });

  it('the last trade of a ticker is not one that is dated after its report', async () => {
    const { sort: _s, order: _o, after: _a, limit: _l, ...question } = ALL;
    const { tickers } = (await reads.tradeSums({ ...question, member: 'idalia-invented' }))!;
    const days = tickers.map(({ ticker, lastTraded }) => {
      const own = all
        .map(({ trade: one }) => one)
        .filter((one) => one.ticker.toUpperCase().replace('/', '.') === ticker);
      const mistyped = own.filter((one) => one.transactionDate > one.disclosureDate);
      return { lastTraded, isMistyped: mistyped.some((one) => one.transactionDate > lastTraded) };
    });
    expect(days.some(({ isMistyped }) => isMistyped)).toBe(true);
    expect(days.map(({ lastTraded }) => lastTraded).filter((day) => day > '2026-06-29')).toEqual([]);
  });

  it('an unknown member is null, which is not an empty list', async () => {
    expect(await reads.searchTrades({ ...ALL, member: 'nobody-at-all' })).toBeNull();
  });

  describe('what an amendment restates', () => {
    it.each([
      ['in the House', () => [houseReport('20039001', { trades: [trade(0, { filingStatus: 'Amended' })] })]],
      [
        'in the Senate',
        () => [
          senateReport('99900000-0000-4000-8000-00000000000a', { amendment: 1, titleDate: '2026-02-01' }),
        ],
      ],
    ])('%s may have been disclosed before: its delay is unknown', async (_where, amended) => {
      const own = emptyStore();
      writeMembers(own, members(IDA));
      write(own, ...amended());
      derive(own);
      const found = await publishedReads(own).searchTrades(ALL);
      expect(found?.delays).toEqual([null]);
      own.close();
    });
  });
});
