/** The invented tracked portfolio with two quarters, as derivation stores it. */

import { inventedTracker } from '../../eval/bench/tracker.js';
import type { FundQuarter } from '../../src/records/portfolios/fund-quarter.js';
import type { DerivedTracker } from '../../src/store/portfolios/trackers.js';

export function inventedFund(): DerivedTracker {
  const { slug, displayName: name, entityName, role, archetype, benchmarkTicker } = inventedTracker.identity;
  return {
    row: { slug, name, entityName, role, archetype, benchmarkTicker },
    detail: inventedTracker,
    coverage: { valueUsd: 1_000_000, resolvedUsd: 1_000_000 },
    quarters: [
      inventedQuarter('2026-Q2', '2026-06-30', '2026-08-14', 10_000),
      inventedQuarter('2026-Q1', '2026-03-31', '2026-05-15', 8_000),
    ],
    derivation: { inputs: '', checkedTickers: [], warnings: [] },
  };
}

function inventedQuarter(quarter: string, periodEnd: string, filedAt: string, shares: number): FundQuarter {
  const sourceUrl = 'https://www.sec.gov/Archives/edgar/data/9900080099/1.htm';
  return {
    facts: {
      quarter,
      periodEnd,
      filedAt,
      totalValueUsd: shares * 100,
      holdingsCount: 1,
      isAmended: false,
      filings: [{ filedAt, kind: '13F-HR', sourceUrl }],
    },
    positions: [
      {
        key: '990001105||SH',
        cusip: '990001105',
        nameOfIssuer: 'ZEPHYR QUAY PLC',
        titleOfClass: 'COM',
        putCall: null,
        amountType: 'SH',
        shares,
        principalUsd: null,
        valueUsd: shares * 100,
        hasPrice: true,
        ticker: 'ZQPH',
        splitFactor: 1,
        hasEarlierCloses: true,
        hasLaterCloses: true,
      },
    ],
  };
}
