/** Every quarter of a 13F filer with its positions, so that any two of them can be compared later. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import { quarterName, type TrackerQuarter } from '../../../tools/contract/shapes/tracker-changes.js';
import type { FundQuarter, Position, QuarterPosition } from '../../records/portfolios/fund-quarter.js';
import { closesAround, type Prices } from '../prices/current-closes.js';
import type { AppliedFiling, EffectiveReport } from './effective-reports.js';
import { filingLabel } from './filing-history.js';

/** Before every split. */
const NO_DAY = '0000-00-00';

/** @param reports oldest first, as the quarters are too */
export function fundQuarters(
  reports: readonly EffectiveReport[],
  known: { tickerOf: (position: Position) => string | null; prices: Prices },
): FundQuarter[] {
  return reports.map((report) => ({
    facts: factsOf(report),
    positions: report.positions.map((position) => quarterPosition(position, report.periodEnd, known)),
  }));
}

function factsOf({ periodEnd, filedDate, totalUsd, positions, filings }: EffectiveReport): TrackerQuarter {
  const isAmendment = ({ formType, isEffective }: AppliedFiling) => isEffective && formType === '13F-HR/A';
  return {
    quarter: quarterName(periodEnd),
    periodEnd,
    filedAt: filedDate,
    totalValueUsd: totalUsd,
    holdingsCount: positions.length,
    isAmended: filings.some(isAmendment),
    filings: filings.map((filing) => ({
      filedAt: filing.filedDate,
      kind: filingLabel(filing, false),
      sourceUrl: edgarIndexPage(filing.cik, filing.accession),
    })),
  };
}

function quarterPosition(
  position: Position,
  periodEnd: string,
  { tickerOf, prices }: { tickerOf: (position: Position) => string | null; prices: Prices },
): QuarterPosition {
  const ticker = tickerOf(position);
  const { hasEarlier, hasLater } =
    ticker === null ? { hasEarlier: false, hasLater: false } : closesAround(prices, ticker, periodEnd);
  return {
    ...position,
    ticker,
    splitFactor: ticker === null ? 1 : prices.splitFactor(ticker, NO_DAY, periodEnd),
    hasEarlierCloses: hasEarlier,
    hasLaterCloses: hasLater,
  };
}
