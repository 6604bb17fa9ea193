/** Builds the public detail of a 13F tracker from effective reports, tickers and prices. */

import type { Holding, TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { itemAt, required } from '../../collections.js';
import type { Warning } from '../../records/crawl.js';
import type { Holdings13F } from '../../records/portfolios/form13f.js';
import type { FundQuarter, Position } from '../../records/portfolios/fund-quarter.js';
import { type CuratedTracker, managerIds } from '../../records/portfolios/tracker.js';
import { currentClose, firstSince, knownSplits, NO_PRICES, type Prices } from '../prices/current-closes.js';
import { isLargeStep, type SplitLookup } from '../prices/holding-splits.js';
import type { ResolvedTicker, Security } from './cusip-resolver.js';
import {
  type EffectiveReport,
  effectiveReports,
  impliedPrice,
  round,
  weightOf,
} from './effective-reports.js';
import { filingHistory, periodLabel } from './filing-history.js';
import { fundQuarters } from './fund-quarters.js';
import type { CloseLookup } from './known-prices.js';
import { averageBuyPrices, returnPct } from './purchase-prices.js';
import { quarterChanges } from './quarter-changes.js';
import { reconstruct, valueHistory } from './reconstruction.js';

interface FundTrackerInput {
  tracker: CuratedTracker;
  /** Every report of the tracker's managers, in any order. */
  filings: readonly Holdings13F[];
  resolve: (security: Security) => ResolvedTicker;
  /** Raw closes, to decide between dollars and thousands. */
  knownClose?: CloseLookup;
  prices?: Prices;
  /** YYYY-MM-DD */
  today: string;
  /** Whether the service has a page for this ticker. */
  hasPage: (ticker: string) => boolean;
}

/**
 * The detail, every quarter and the warnings; `coverage` is the part of the snapshot's value that has a ticker.
 */
export function fundTracker(input: FundTrackerInput): {
  detail: TrackerDetail;
  quarters: FundQuarter[];
  warnings: Warning[];
  coverage: { valueUsd: number; resolvedUsd: number };
} {
  // Long: one document, field by field.
  const { tracker, resolve, prices = NO_PRICES, today } = input;
  const { own, warnings } = ownFilings(tracker, input.filings);
  const { reports, leftOut, ...found } = effectiveReports(
    own,
    input.knownClose,
    tracker.statesThousands !== undefined,
  );
  warnings.push(...found.warnings);
  // Called several times for each of very many positions: one list for each CUSIP, without building a string.
  const resolved = new Map<string, Array<{ as: Security; ticker: string | null }>>();
  const tickerOf = (position: Security): string | null => {
    const { cusip, nameOfIssuer, titleOfClass } = position;
    let known = resolved.get(cusip);
    if (known === undefined) {
      known = [];
      resolved.set(cusip, known);
    }
    for (const { as, ticker } of known)
      if (as.nameOfIssuer === nameOfIssuer && as.titleOfClass === titleOfClass) return ticker;
    const { ticker } = resolve(position);
    known.push({ as: { cusip, nameOfIssuer, titleOfClass }, ticker });
    return ticker;
  };
  const splits: SplitLookup = (security, from, to) => {
    const ticker = tickerOf(security);
    return ticker === null ? { factor: 1, isSure: false } : knownSplits(prices, ticker, from, to);
  };

  const last = reports.at(-1) ?? null;
  const snapshot = last === null ? null : snapshotOf(last, reports, { tickerOf, splits, prices, today });
  const series = reconstruct(reports, tickerOf, prices, { benchmark: tracker.benchmarkTicker, today });
  const named = [...(snapshot?.holdings ?? []), ...(snapshot?.quarterChanges?.exits ?? [])];
  const tickers = new Set(named.map(({ ticker }) => ticker).filter((ticker) => ticker !== null));
  const holdings = snapshot?.holdings ?? [];
  const sum = (of: Holding[]) => of.reduce((total, { valueUsd }) => total + (valueUsd ?? 0), 0);
  return {
    detail: {
      identity: {
        slug: tracker.slug,
        displayName: tracker.displayName,
        entityName: tracker.entityName,
        role: tracker.role,
        archetype: tracker.archetype,
        sourceId: tracker.sourceId ?? '',
        benchmarkTicker: tracker.benchmarkTicker,
        sortOrder: tracker.sortOrder,
      },
      sourceBadge: 'SEC Form 13F-HR',
      snapshot,
      congressActivity: null,
      ogeTransactions: null,
      valueHistory: valueHistory(reports),
      ...series,
      tickersWithPage: [...tickers].filter(input.hasPage).sort(),
      filingHistory: filingHistory(
        reports.flatMap(({ filings }) => filings),
        leftOut,
      ),
      caveatKeys: caveats(tracker, last),
    },
    quarters: fundQuarters(reports, { tickerOf, prices }),
    warnings,
    coverage: {
      valueUsd: sum(holdings),
      resolvedUsd: sum(holdings.filter(({ ticker }) => ticker !== null)),
    },
  };
}

/**
 * A quarter belongs to only one CIK, so that a parent's report and its manager's are never added up. If two CIKs
 * report it, the newer report is added to the older one only if it is a combination report: that form lists what the
 * other manager, which it names, does not report. Until the older one is here it counts for nothing: alone it would show
 * everything else as sold.
 */
function ownFilings(
  tracker: CuratedTracker,
  filings: readonly Holdings13F[],
): { own: Holdings13F[]; warnings: Warning[] } {
  const ids = managerIds(tracker);
  const warnings: Warning[] = [];
  const own = filings.filter(({ cik, periodEnd, reportType, accession }) => {
    const answering = ids.filter(
      ({ since, until }) => (since === null || periodEnd >= since) && (until === null || periodEnd <= until),
    );
    const place = answering.findIndex((id) => id.cik === cik);
    if (place > 0 && reportType !== '13F COMBINATION REPORT') {
      const detail = `left out: CIK ${itemAt(answering, 0).cik} answers for ${periodEnd}, and this is not a combination report`;
      warnings.push({ kind: 'two-managers-in-a-quarter', detail, where: accession });
      return false;
    }
    const first = answering[0]?.cik;
    if (place > 0 && !filings.some((one) => one.cik === first && one.periodEnd === periodEnd)) {
      const detail = `left out: the report of CIK ${first} for ${periodEnd}, of which this is the other part, is not here`;
      warnings.push({ kind: 'part-without-report', detail, where: accession });
      return false;
    }
    return place >= 0;
  });
  return { own, warnings };
}

interface SnapshotContext {
  tickerOf: (position: Position) => string | null;
  splits: SplitLookup;
  prices: Prices;
  today: string;
}

function snapshotOf(
  last: EffectiveReport,
  reports: readonly EffectiveReport[],
  { tickerOf, splits, prices, today }: SnapshotContext,
): NonNullable<TrackerDetail['snapshot']> {
  // Long: one document, field by field.
  const prior = reports.at(-2) ?? null;
  const { changes, exits } = quarterChanges(last, prior, splits);
  /**
   * New shares of today for one share at the end of the quarter; null if the closes since then look like an
   * unrecorded split.
   */
  const splitsSince = (position: Position, day: string): number | null => {
    const ticker = tickerOf(position);
    if (ticker === null) return 1;
    const { factor, isSure } = knownSplits(prices, ticker, day, today);
    const filed = impliedPrice(position);
    const first = firstSince(prices.closes(ticker), day);
    if (isSure || filed === null || first === undefined) return factor;
    return isLargeStep((first.close * factor) / filed) ? null : factor;
  };
  const averages = averageBuyPrices(reports, splits);
  const holdings = last.positions.map((position): Holding => {
    const ticker = tickerOf(position);
    const weight = weightOf(position, last);
    const isShare = position.amountType === 'SH' && position.putCall === null;
    const closes = ticker === null || !isShare ? [] : prices.closes(ticker);
    const filed = averages.get(position.key) ?? null;
    const factor = splitsSince(position, last.periodEnd);
    const average = filed === null || factor === null ? null : round(filed / factor, 4);
    const current = currentClose(closes, today);
    return {
      ticker,
      issuerName: position.nameOfIssuer,
      titleOfClass: position.titleOfClass,
      cusip: position.cusip,
      putCall: position.putCall,
      shares: position.shares,
      valueUsd: position.valueUsd,
      netUsd: null,
      weight: weight === null ? null : round(weight, 8),
      asOfDate: last.periodEnd,
      avgBuyPriceUsd: average,
      currentPriceUsd: current,
      returnPct: returnPct(average, current),
      ...required(changes.get(position.key), 'changes'),
    };
  });
  return {
    periodEnd: last.periodEnd,
    periodLabel: periodLabel(last.periodEnd),
    filedAt: last.filedDate,
    totalValueUsd: last.totalUsd,
    holdingsCount: holdings.length,
    holdings,
    quarterChanges:
      prior === null
        ? null
        : {
            priorPeriodLabel: periodLabel(prior.periodEnd),
            exits: exits.map(({ position, ...sureness }) => ({
              ticker: tickerOf(position),
              issuerName: position.nameOfIssuer,
              priorValueUsd: position.valueUsd,
              putCall: position.putCall,
              ...sureness,
            })),
          },
  };
}

/** Caveats of every 13F, those that the curated file sets for this one, and those that its holdings require. */
function caveats(tracker: CuratedTracker, last: EffectiveReport | null): TrackerDetail['caveatKeys'] {
  const options = last?.positions.some(({ putCall }) => putCall !== null) ?? false;
  return [
    ...new Set([
      'lag-30-45d' as const,
      'quarterly-batched' as const,
      ...(options ? ['options-as-underlying' as const] : []),
      ...(last !== null && last.contradictedRows > 0 ? ['values-contradicted' as const] : []),
      ...(last?.positions.length === 0 ? ['empty-report' as const] : []),
      ...tracker.caveatKeys.filter((key) => key !== 'options-as-underlying'),
    ]),
  ];
}
