/** The tracker of a person who discloses trades: a member of Congress or an official. */

import { describe, expect, it } from '@jest/globals';
import { memberTracker, officialTracker } from '../../../src/derive/portfolios/disclosed-trackers.js';
import type { Oge278TReport } from '../../../src/records/portfolios/oge-278t.js';
import type { CuratedTracker } from '../../../src/records/portfolios/tracker.js';
import { trackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { knownNames } from '../../invented/known-symbols.js';
import { ogeReport, ogeTrade } from './oge-record.js';

const tracker: CuratedTracker = {
  slug: 'roe',
  displayName: 'Jane Roe',
  entityName: null,
  role: 'Administrator (invented)',
  archetype: 'oge_278t',
  benchmarkTicker: 'SPYX',
  sortOrder: 1,
  caveatKeys: [],
  sourceId: 'Roe, Jane A',
  sources: ['a/b:c', 'd/e:f'],
};
const LISTED: Record<string, string> = { 'IGB.A': 'IGB-A', IGA: 'IGA', IGC: 'IGC' };
const made = (...reports: Oge278TReport[]) =>
  trackerDetail.parse(
    officialTracker({
      tracker,
      reports,
      currentCloseOf: () => null,
      today: '2026-11-20',
      hasPage: (ticker) => ticker !== 'IGA',
      toListedTicker: (ticker) => LISTED[ticker] ?? null,
      known: knownNames(),
    }).detail,
  );

describe('the tracker of an official', () => {
  it('keeps the words that it does not serve as a ticker, and as a type', () => {
    const { ogeTransactions } = made(
      ogeReport('A', [
        ogeTrade(1, { ticker: null, tickerWords: 'ADR; IGC' }),
        ogeTrade(2, { ticker: null, tickerWords: 'ADR' }),
        ogeTrade(3, { ticker: null, tickerWords: 'IBG', type: null, typeFiled: 'Barter' }),
      ]),
    );
    const rows = ogeTransactions!.map(({ ticker, tickerAsFiled, typeAsFiled }) => [
      ticker,
      tickerAsFiled,
      typeAsFiled,
    ]);
    expect(rows).toEqual([
      ['IGC', undefined, undefined],
      [null, 'ADR', undefined],
      [null, 'IBG', 'Barter'],
    ]);
  });

  it('names a ticker as the list of listed companies writes it, and none that is not in it', () => {
    const { snapshot, ogeTransactions } = made(
      ogeReport('A', [ogeTrade(1, { ticker: 'IGB.A' }), ogeTrade(2, { ticker: 'IBG' })]),
    );
    expect(snapshot!.holdings.map(({ ticker }) => ticker)).toEqual(['IGB-A']);
    expect(ogeTransactions!.map(({ ticker }) => ticker)).toEqual(['IGB-A', null]);
  });

  it('has an unknown net if a row has no bracket, and no row has a midpoint', () => {
    const blank = { valueLow: null, valueHigh: null, valueLabel: null };
    const { snapshot, ogeTransactions } = made(
      ogeReport('A', [
        ogeTrade(1, { ticker: 'IGA' }),
        ogeTrade(2, { ticker: 'IGA', ...blank }),
        ogeTrade(3, { ticker: 'IGC', valueLow: 50_000_001, valueHigh: null }),
      ]),
    );
    expect(snapshot!.holdings.map(({ ticker, netUsd, weight }) => [ticker, netUsd, weight])).toEqual([
      ['IGC', 50_000_001, null],
      ['IGA', null, null],
    ]);
    expect(snapshot!.holdings.map(({ openBrackets }) => openBrackets)).toEqual([1, 0]);
    expect(snapshot!.totalValueUsd).toBeNull();
    for (const row of ogeTransactions!) expect(Object.keys(row).join()).not.toMatch(/mid/i);
  });

  it('has the pages of sold tickers, which are not holdings', () => {
    const sold = ogeReport(
      'A',
      [1, 2].map((n) => ogeTrade(n, { ticker: ['IGA', 'IGC'][n - 1]!, type: 'Sale' })),
    );
    const detail = made(sold);
    expect(detail.snapshot!.holdings).toEqual([]);
    expect(detail.tickersWithPage).toEqual(['IGC']);
  });

  it('lists a paper report without rows, and nothing of another filer', () => {
    const paper = ogeReport('P', [], { readability: 'scanned', reason: 'a scan', postedAt: '2026-05-01' });
    const other = ogeReport('O', [ogeTrade(1)], { filerName: 'Roe, John' });
    const request = ogeReport('R', [], { readability: 'on-request', postedAt: '2026-06-01' });
    const { filingHistory, ogeTransactions } = made(paper, request, other, ogeReport('A', [ogeTrade(1)]));
    expect(filingHistory.map(({ kind, itemCount }) => [kind, itemCount])).toEqual([
      ['OGE Form 278-T (on request only, not read)', null],
      ['OGE Form 278-T (on paper, not read)', null],
      ['OGE Form 278-T', 1],
    ]);
    expect(ogeTransactions).toHaveLength(1);
  });
});

describe('the tracker of a member of Congress', () => {
  it('ends with the newest trade whose day can be right', () => {
    const bought = {
      ...{ ticker: 'IGA', assetDescription: 'Invented Goods', assetType: 'Stock', owner: 'Self' },
      ...{ type: 'Purchase', amountMin: 1001, amountMid: 8000.5, description: null, comments: null },
    };
    const { snapshot } = memberTracker({
      tracker: { ...tracker, archetype: 'congress' },
      trades: [
        { ...bought, transactionDate: '2026-01-05', disclosureDate: '2026-02-01' },
        { ...bought, transactionDate: '2026-09-30', disclosureDate: '2026-02-01' },
      ],
      openCorrections: [],
      reports: [],
      currentCloseOf: () => null,
      today: '2026-11-20',
      hasPage: () => false,
    });
    expect(snapshot).toMatchObject({
      periodEnd: '2026-01-05',
      periodLabel: 'Q1 2026',
      filedAt: '2026-02-01',
    });
  });
});
