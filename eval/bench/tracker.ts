/** An invented tracked portfolio, for the services of the tests and of the benchmarks. */

import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';

export const inventedTracker: TrackerDetail = {
  identity: {
    slug: 'ostrava',
    displayName: 'Östen Oštrava',
    entityName: 'Oštrava “North” Partners LP',
    role: 'Founder (invented)',
    archetype: 'hedge_fund',
    sourceId: '9900080099',
    benchmarkTicker: 'ZQPH',
    sortOrder: 1,
  },
  sourceBadge: 'SEC Form 13F-HR',
  snapshot: {
    periodEnd: '2026-06-30',
    periodLabel: 'Q2 2026',
    filedAt: '2026-08-14',
    totalValueUsd: 1_000_000,
    holdingsCount: 1,
    holdings: [
      {
        ticker: 'ZQPH',
        issuerName: 'ZEPHYR QUAY PLC',
        titleOfClass: 'COM',
        cusip: '990001105',
        putCall: null,
        shares: 10_000,
        valueUsd: 1_000_000,
        netUsd: null,
        weight: 1,
        asOfDate: '2026-06-30',
        avgBuyPriceUsd: null,
        currentPriceUsd: 110.5,
        returnPct: null,
        isNew: false,
        sharesChangePct: 15,
        deltaWeightPp: 0,
        lastTxLabel: 'Added 15%',
      },
    ],
    quarterChanges: { priorPeriodLabel: 'Q1 2026', exits: [] },
  },
  congressActivity: null,
  ogeTransactions: null,
  valueHistory: [{ periodEnd: '2026-06-30', valueUsd: 1_000_000 }],
  valueSeriesUsd: [{ date: '2026-08-14', valueUsd: 1_000_000, changePct: 0 }],
  benchmarkSeries: [{ date: '2026-08-14', close: 100.25, changePct: 0 }],
  tickersWithPage: ['ZQPH'],
  filingHistory: [
    {
      filedAt: '2026-08-14T20:00:00.000Z',
      kind: '13F-HR',
      periodLabel: 'Q2 2026',
      itemCount: 1,
      sourceUrl: 'https://www.sec.gov/Archives/edgar/data/9900080099/1.htm',
    },
  ],
  caveatKeys: ['lag-30-45d', 'quarterly-batched'],
};
