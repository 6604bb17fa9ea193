/** A trade that an earlier House report has too is listed with a mark, and no sum has it twice. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tickerTable } from '../../src/publish/pages/congress/member-sums.js';
import { tradeColumns } from '../../src/publish/pages/congress/trade-columns.js';
import type { PageRequest } from '../../src/publish/pages/page.js';
import { shownReports } from '../../src/store/changes/shown-reports.js';
import { memberPortfolio } from '../../src/store/congress/member-portfolio.js';
import type { Store } from '../../src/store/database/open.js';
import { traded } from '../../tools/contract/plain-text/text.js';
import type { MemberTrade } from '../../tools/contract/shapes/congress.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import {
  derive,
  houseReport,
  IDA,
  members,
  trade,
  write,
  writeMembers,
} from '../store/congress/invented-reports.js';
import { emptyStore } from '../store/empty-store.js';

describe('read-model/possible-repeats', () => {
  const ALL = {
    ...{
      member: null,
      since: null,
      until: '2027-01-01',
      tickers: [],
      party: null,
      state: null,
      chamber: null,
    },
    ...{ type: null, owner: null, minAmount: 0, late: null, after: undefined, limit: 500 },
    sort: 'disclosed' as const,
    order: 'desc' as const,
  };

  let store: Store;
  let reads: ParsedReads;
  beforeAll(() => {
    store = emptyStore();
    writeMembers(store, members(IDA));
    const again = [trade(0), trade(1, { ticker: 'QVEX', assetDescription: 'Quivexel (QVEX) [ST]' })];
    write(
      store,
      houseReport('20039001', { disclosureDate: '2026-09-20' }),
      houseReport('20039002', { disclosureDate: '2026-12-30', trades: again }),
    );
    derive(store);
    reads = publishedReads(store);
  });
  afterAll(() => store.close());

  it('is listed, names the earlier one, and has no days to its disclosure', async () => {
    const { rows, delays } = (await reads.searchTrades(ALL))!;
    expect(
      rows.map(({ filingId, possibleRepeatOf }, at) => [filingId, possibleRepeatOf, delays[at]]),
    ).toEqual([
      ['20039002-1', undefined, 120],
      ['20039002-0', '20039001-0', null],
      ['20039001-0', undefined, 19],
    ]);
  });

  it('is in no sum, no ranking and no tracked portfolio', async () => {
    const { limit: _l, after: _a, sort: _s, order: _o, ...question } = ALL;
    const sums = await reads.tradeSums({ ...question, member: 'idalia-invented' });
    expect(sums).toMatchObject({ trades: 3, timed: 2, late: 1, withoutTicker: 0, possibleRepeats: 1 });
    expect(
      sums!.tickers.map(({ ticker, purchases, purchasesMin }) => [ticker, purchases, purchasesMin]),
    ).toEqual([
      ['QVEX', 1, 1001],
      ['ZQRA', 1, 1001],
    ]);
    const ranked = await reads.rankSymbols({ by: 'trades', since: '2026-01-01', limit: 10 });
    expect(ranked.rows).toMatchObject([
      { ticker: 'QVEX', trades: 1, purchases: 1, amountMinSum: 1001 },
      { ticker: 'ZQRA', trades: 1, purchases: 1, amountMinSum: 1001, lastDisclosed: '2026-09-20' },
    ]);
    expect(memberPortfolio(store, IDA.bioguide).trades).toHaveLength(2);
    const facts = shownReports(store, IDA.bioguide)!.map(({ describe }) => describe().facts);
    expect(facts.map(({ rows, purchases, purchasesMax }) => [rows, purchases, purchasesMax])).toEqual([
      [1, 1001, 15_000],
      [2, 1001, 15_000],
    ]);
  });

  it('is said by the page and in plain text', async () => {
    // The columns read the addresses of pages only.
    const request = { to: (path: string) => path } as unknown as PageRequest;
    const { limit: _l, after: _a, sort: _s, order: _o, ...question } = ALL;
    const sums = await reads.tradeSums({ ...question, member: 'idalia-invented' });
    expect(String(tickerTable(request, sums!))).toContain(
      '1 trade that an earlier report may have too is left out.',
    );
    const { rows } = (await reads.searchTrades(ALL))!;
    const { as } = tradeColumns(request).find(({ field }) => field === 'assetDescription')!;
    const shown = rows.map((row) =>
      String((as as (asset: string, row: MemberTrade) => unknown)(row.assetDescription, row)),
    );
    expect(shown.map((text) => text.includes('reported twice'))).toEqual([false, true, false]);
    expect(rows.map((row) => traded(row).includes('perhaps the same trade'))).toEqual([false, true, false]);
  });
});
