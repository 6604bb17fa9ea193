/** A 13F tracker from its filings: the public detail, put together from effective reports, tickers and prices. */

import type { Holding, TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import type { Holdings13F } from '../records/holdings.js';
import type { Doubt } from '../records/journal.js';
import { type CuratedTracker, managerIds } from '../records/tracker.js';
import type { Resolved, Security } from './cusips.js';
import {
  type EffectiveReport,
  effectiveReports,
  type Position,
  quarterChanges,
  round,
  type SplitFactor,
  weightOf,
} from './holdings.js';
import { averageBuyPrices, returnPct } from './purchase-prices.js';
import { NO_PRICES, type Prices, reconstruct, valueHistory } from './reconstruction.js';
import type { KnownClose } from './value-unit.js';

export interface FundInput {
  tracker: CuratedTracker;
  /** Every report of the tracker's managers, in any order. */
  filings: readonly Holdings13F[];
  resolve: (security: Security) => Resolved;
  /** Raw closes, to decide between dollars and thousands. */
  knownClose?: KnownClose;
  prices?: Prices;
  /** YYYY-MM-DD */
  today: string;
  /** Whether the service has a page for this ticker. */
  hasPage: (ticker: string) => boolean;
}

/** The detail and what is doubtful about it; `coverage` is the part of the snapshot's value that has a ticker. */
export function fundTracker(input: FundInput): {
  detail: TrackerDetail;
  doubts: Doubt[];
  coverage: { valueUsd: number; resolvedUsd: number };
} {
  const { tracker, resolve, prices = NO_PRICES, today } = input;
  const { reports, doubts } = effectiveReports(
    ownFilings(tracker, input.filings),
    input.knownClose,
    tracker.statesThousands !== undefined,
  );
  const resolved = new Map<string, string | null>();
  const tickerOf = (position: Position): string | null => {
    const key = `${position.cusip}|${position.nameOfIssuer}|${position.titleOfClass}`;
    let ticker = resolved.get(key);
    if (ticker === undefined) {
      ticker = resolve(position).ticker;
      resolved.set(key, ticker);
    }
    return ticker;
  };
  const splitFactor: SplitFactor = (position, from, to) => {
    const ticker = tickerOf(position);
    return ticker === null ? 1 : prices.splitFactor(ticker, from, to);
  };

  const last = reports.at(-1) ?? null;
  const snapshot = last === null ? null : snapshotOf(last, reports, { tickerOf, splitFactor, prices, today });
  const series = reconstruct(reports, tickerOf, prices, { benchmark: tracker.benchmarkTicker, today });
  const tickers = new Set(snapshot?.holdings.map(({ ticker }) => ticker).filter((ticker) => ticker !== null));
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
      filingHistory: filingHistory(reports),
      caveatKeys: caveats(tracker, last),
    },
    doubts,
    coverage: {
      valueUsd: sum(holdings),
      resolvedUsd: sum(holdings.filter(({ ticker }) => ticker !== null)),
    },
  };
}

/** A quarter belongs to one CIK alone, so that a parent's report and its manager's are never added up. */
function ownFilings(tracker: CuratedTracker, filings: readonly Holdings13F[]): Holdings13F[] {
  const ids = managerIds(tracker);
  return filings.filter(({ cik, periodEnd }) =>
    ids.some(
      (id) =>
        id.cik === cik &&
        (id.since === null || periodEnd >= id.since) &&
        (id.until === null || periodEnd <= id.until),
    ),
  );
}

interface Tools {
  tickerOf: (position: Position) => string | null;
  splitFactor: SplitFactor;
  prices: Prices;
  today: string;
}

function snapshotOf(
  last: EffectiveReport,
  reports: readonly EffectiveReport[],
  { tickerOf, splitFactor, prices, today }: Tools,
): NonNullable<TrackerDetail['snapshot']> {
  const prior = reports.at(-2) ?? null;
  const { changes, exits } = quarterChanges(last, prior, splitFactor);
  const averages = averageBuyPrices(reports, splitFactor, today);
  const holdings = last.positions.map((position): Holding => {
    const ticker = tickerOf(position);
    const isShare = position.amountType === 'SH' && position.putCall === null;
    const average = averages.get(position.key) ?? null;
    const current = ticker === null || !isShare ? null : (prices.closes(ticker).at(-1)?.close ?? null);
    return {
      ticker,
      issuerName: position.nameOfIssuer,
      titleOfClass: position.titleOfClass,
      cusip: position.cusip,
      putCall: position.putCall,
      shares: position.shares,
      valueUsd: position.valueUsd,
      netUsd: null,
      weight: round(weightOf(position, last), 8),
      asOfDate: last.periodEnd,
      avgBuyPriceUsd: average,
      currentPriceUsd: current,
      returnPct: returnPct(average, current),
      ...changes.get(position.key)!,
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
            exits: exits.map((position) => ({
              ticker: tickerOf(position),
              issuerName: position.nameOfIssuer,
              priorValueUsd: position.valueUsd,
              putCall: position.putCall,
            })),
          },
  };
}

/** `Q2 2026`. */
export function periodLabel(periodEnd: string): string {
  return `Q${Math.ceil(Number(periodEnd.slice(5, 7)) / 3)} ${periodEnd.slice(0, 4)}`;
}

function filingHistory(reports: readonly EffectiveReport[]): TrackerDetail['filingHistory'] {
  return reports
    .flatMap(({ filings }) => filings)
    .sort((a, b) => (a.filedAt < b.filedAt ? 1 : a.filedAt > b.filedAt ? -1 : 0))
    .map(({ filedAt, formType, amendmentType, periodEnd, itemCount, cik, accession }) => ({
      filedAt,
      kind: amendmentType === null ? formType : `${formType} (${amendmentType.toLowerCase()})`,
      periodLabel: periodLabel(periodEnd),
      itemCount,
      sourceUrl: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`,
    }));
}

/** What is true of every 13F, what the curated file says of this one, and what the holdings at hand show. */
function caveats(tracker: CuratedTracker, last: EffectiveReport | null): TrackerDetail['caveatKeys'] {
  const options = last?.positions.some(({ putCall }) => putCall !== null) ?? false;
  return [
    ...new Set([
      'lag-30-45d' as const,
      'quarterly-batched' as const,
      ...(options ? ['options-as-underlying' as const] : []),
      ...tracker.caveatKeys.filter((key) => key !== 'options-as-underlying'),
    ]),
  ];
}
