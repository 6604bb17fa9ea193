/** An amended House row without a certain original is listed with a mark, as are the rows that it may replace, and no sum has any of them. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { congressActivity } from '../../src/derive/portfolios/disclosed-positions.js';
import { tickerTable } from '../../src/publish/pages/congress/member-sums.js';
import { tradeColumns } from '../../src/publish/pages/congress/trade-columns.js';
import type { PageRequest } from '../../src/publish/pages/page.js';
import { activity } from '../../src/publish/pages/portfolios/brackets.js';
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

describe('read-model/open-corrections', () => {
  const EVERY = {
    ...{ since: null, until: '2027-01-01', tickers: [], party: null, state: null, chamber: null },
    ...{ type: null, owner: null, minAmount: 0, late: null },
  };
  const ALL = {
    ...{ ...EVERY, member: null, after: undefined, limit: 500 },
    ...{ sort: 'disclosed' as const, order: 'desc' as const },
  };
  const other = { ticker: 'QVEX', assetDescription: 'Quivexel (QVEX) [ST]' };

  let store: Store;
  let reads: ParsedReads;
  beforeAll(() => {
    store = emptyStore();
    writeMembers(store, members(IDA));
    write(
      store,
      houseReport('20039001', {
        disclosureDate: '2026-09-20',
        trades: [trade(0), trade(1, { transactionDate: '2026-09-04' }), trade(2, other)],
      }),
      houseReport('20039002', {
        disclosureDate: '2026-10-02',
        trades: [
          trade(0, { transactionDate: '2026-09-02', filingStatus: 'Amended', rowId: '2000152831' }),
          trade(1, { ...other, type: 'Sale', filingStatus: 'Amended', rowId: '2000152832' }),
        ],
      }),
    );
    derive(store);
    reads = publishedReads(store);
  });
  afterAll(() => store.close());

  it('are listed with the mark and without days; a row that took the place of another names it', async () => {
    const { rows, delays } = (await reads.searchTrades(ALL))!;
    expect(
      rows.map(({ filingId, correction, replaces }, at) => [filingId, correction, replaces, delays[at]]),
    ).toEqual([
      ['20039002-0', 'unresolved', undefined, null],
      ['20039002-1', undefined, ['20039001-2'], null],
      ['20039001-1', 'unresolved', undefined, null],
      ['20039001-0', 'unresolved', undefined, null],
    ]);
  });

  it('are in no sum, no ranking and no tracked portfolio, which say how many they are', async () => {
    const sums = await reads.tradeSums({ ...EVERY, member: 'idalia-invented' });
    expect(sums).toMatchObject({
      trades: 4,
      timed: 0,
      openCorrections: 3,
      tickers: [{ ticker: 'QVEX', sales: 1 }],
    });
    expect(sums!.tickers).toHaveLength(1);
    expect(sums).not.toHaveProperty('possibleRepeats');
    const ranked = await reads.rankSymbols({ by: 'trades', since: '2026-01-01', limit: 10 });
    expect(ranked.rows).toMatchObject([{ ticker: 'QVEX', trades: 1, sales: 1 }]);
    const { trades, openCorrections } = memberPortfolio(store, IDA.bioguide);
    expect(trades).toMatchObject([{ ticker: 'QVEX', type: 'Sale' }]);
    expect(congressActivity(trades, '2026-11-01', openCorrections)).toMatchObject({
      ...{ bought: 0, sold: 8000.5, tradeCount: 1, openCorrections: 3 },
    });
    // Two years later they are in no sum of a year, and nothing is left out.
    expect(congressActivity(trades, '2028-11-01', openCorrections)).not.toHaveProperty('openCorrections');
    const facts = shownReports(store, IDA.bioguide)!.map(({ describe }) => describe().facts);
    expect(facts.map(({ rows, purchases, sales }) => [rows, purchases, sales])).toEqual([
      [2, null, null],
      [2, null, 1001],
    ]);
  });

  it('are said by the pages and in plain text', async () => {
    // The columns read the addresses of pages only.
    const request = { to: (path: string) => path } as unknown as PageRequest;
    const sums = await reads.tradeSums({ ...EVERY, member: 'idalia-invented' });
    const said = 'It is not known which rows some amendments replace, so 3 trades are left out.';
    expect(String(tickerTable(request, sums!))).toContain(said);
    const { trades, openCorrections } = memberPortfolio(store, IDA.bioguide);
    expect(String(activity(congressActivity(trades, '2026-11-01', openCorrections)))).toContain(said);
    const { rows } = (await reads.searchTrades(ALL))!;
    const { as } = tradeColumns(request).find(({ field }) => field === 'assetDescription')!;
    const shown = rows.map((row) =>
      String((as as (asset: string, row: MemberTrade) => unknown)(row.assetDescription, row)),
    );
    expect(shown.map((text) => text.includes('no sum counts this one'))).toEqual([true, false, true, true]);
    expect(rows.map((row) => traded(row).includes('in no sum'))).toEqual([true, false, true, true]);
  });
});
