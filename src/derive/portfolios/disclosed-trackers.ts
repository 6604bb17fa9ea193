/** Builds the details of a tracked member of Congress and of a tracked official from their transactions. */

import type { Holding, TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { compareText } from '../../collections.js';
import type { Warning } from '../../records/crawl.js';
import {
  isSameFiler,
  type Oge278TReport,
  type Oge278TTransaction,
} from '../../records/portfolios/oge-278t.js';
import type { CuratedTracker } from '../../records/portfolios/tracker.js';
import { type KnownSymbols, typedTicker } from '../typed-tickers.js';
import {
  type CongressTrade,
  congressActivity,
  congressPositions,
  type DisclosedPositions,
  dayOfTrade,
  ogePositions,
  ogeTransactionRows,
  type TickerOf,
} from './disclosed-positions.js';
import { round } from './effective-reports.js';
import { periodLabel } from './filing-history.js';
import { classifyOgeReports } from './oge-report-status.js';

interface TrackerInput {
  tracker: CuratedTracker;
  /** The newest close of a ticker, USD in shares of today; null if none is current. */
  currentCloseOf: (ticker: string) => number | null;
  /** YYYY-MM-DD; later transaction dates are typing errors. */
  today: string;
  /** Whether the service has a page for this ticker. */
  hasPage: (ticker: string) => boolean;
}

interface MemberTrackerInput extends TrackerInput {
  /** Effective trades. */
  trades: readonly CongressTrade[];
  /** Trades that are in no sum, because one of them may stand for another. */
  openCorrections: ReadonlyArray<Pick<CongressTrade, 'transactionDate' | 'disclosureDate'>>;
  reports: ReadonlyArray<{
    disclosureDate: string;
    sourceLink: string;
    isRead: boolean;
    isAmendment: boolean;
    tradeCount: number;
  }>;
}

/** Holdings and activity from bracket midpoints; `snapshot` is null before a report with trades was read. */
export function memberTracker(input: MemberTrackerInput): TrackerDetail {
  const { tracker, trades, reports, today } = input;
  const positions = congressPositions(trades, today);
  const days = trades.map((trade) => dayOfTrade(trade, today)).filter((day) => day !== null);
  return {
    ...baseDetail(input, 'STOCK Act periodic transaction reports', positions),
    snapshot: snapshotOf(
      input,
      positions,
      days,
      trades.map(({ disclosureDate }) => disclosureDate),
    ),
    congressActivity: reports.length === 0 ? null : congressActivity(trades, today, input.openCorrections),
    filingHistory: [...reports]
      .sort((a, b) => compareText(b.disclosureDate, a.disclosureDate))
      .map(({ disclosureDate, sourceLink, isRead, isAmendment, tradeCount }) => ({
        filedAt: disclosureDate,
        kind: `Periodic transaction report${isAmendment ? ' (amendment)' : ''}${isRead ? '' : ' (not read)'}`,
        periodLabel: periodLabel(disclosureDate),
        itemCount: isRead ? tradeCount : null,
        sourceUrl: sourceLink,
      })),
    caveatKeys: caveats(tracker, positions, { othersToo: trades.some(({ owner }) => owner !== 'Self') }),
  };
}

interface OfficialTrackerInput extends TrackerInput {
  /** Reports of any filer; only those of this official are used. */
  reports: readonly Oge278TReport[];
  /**
   * A typed ticker as the list of listed companies writes it; null for one that is not in it: a filer can be wrong.
   */
  toListedTicker: (ticker: string) => string | null;
  known: KnownSymbols;
}

/**
 * Holdings from bracket lower bounds, all transactions without a midpoint, and paper reports as filed without rows.
 */
export function officialTracker(input: OfficialTrackerInput): { detail: TrackerDetail; warnings: Warning[] } {
  const { tracker, today } = input;
  const filer = tracker.sourceId;
  const own = filer === null ? [] : input.reports.filter((report) => isSameFiler(report.filerName, filer));
  const { statuses, warnings } = classifyOgeReports(own);
  const reports = statuses.filter(({ status }) => status === 'effective').map(({ report }) => report);
  const tickers = typedTickersOf(reports, input);
  const tickerOf: TickerOf = (row) => tickers.get(row) ?? { ticker: null, tickerAsFiled: null };
  const positions = ogePositions(reports, tickerOf);
  const rows = reports.flatMap(({ transactions }) => transactions);
  const days = rows.flatMap(({ isDateDoubtful, transactionDate }) =>
    isDateDoubtful || transactionDate === null || transactionDate > today ? [] : [transactionDate],
  );
  const detail: TrackerDetail = {
    ...baseDetail(input, 'OGE Form 278-T', positions),
    snapshot: snapshotOf(
      input,
      positions,
      days,
      reports.filter(({ transactions }) => transactions.length > 0).map(filedOn),
    ),
    ogeTransactions: filer === null ? null : ogeTransactionRows(reports, tickerOf),
    // Officials mostly sell what they had before: their tickers are in transactions and in no holding.
    tickersWithPage: [...new Set(rows.map((row) => tickerOf(row).ticker))]
      .filter((ticker) => ticker !== null)
      .filter(input.hasPage)
      .sort(),
    filingHistory: [...statuses]
      .sort((a, b) => compareText(filedOn(b.report), filedOn(a.report)))
      .map(({ report, status }) => ({
        filedAt: filedOn(report),
        kind: `OGE Form 278-T${report.amended === null ? '' : ' (amendment)'}${STATUS_LABELS[status]}${READABILITY_LABELS[report.readability]}`,
        periodLabel: filedOn(report) === '' ? '' : periodLabel(filedOn(report)),
        itemCount: report.readability === 'read' ? report.transactions.length : null,
        sourceUrl: report.sourceUrl,
      })),
    // The form has no column for the owner: it always includes a spouse's and a child's trades.
    caveatKeys: caveats(tracker, positions, { othersToo: true }),
  };
  return { detail, warnings: [...warnings, ...doubtsOf(tickers, reports)] };
}

interface ListedTicker extends ReturnType<TickerOf> {
  doubt: string | null;
}

/** The tickers that the rows of reports name; a word that no listed company has for its symbol is not served. */
function typedTickersOf(
  reports: readonly Oge278TReport[],
  { known, toListedTicker }: Pick<OfficialTrackerInput, 'known' | 'toListedTicker'>,
): Map<Oge278TTransaction, ListedTicker> {
  const found = new Map<Oge278TTransaction, ListedTicker>();
  for (const row of reports.flatMap(({ transactions }) => transactions)) {
    const words = row.tickerWords ?? row.ticker;
    if (words === null) continue;
    const { ticker: word, tickerAsFiled, doubt } = typedTicker(words, row.description, known);
    const ticker = word === '' ? null : toListedTicker(word);
    found.set(row, { ticker, tickerAsFiled: ticker === null ? (tickerAsFiled ?? word) : null, doubt });
  }
  return found;
}

const doubtsOf = (
  tickers: ReadonlyMap<Oge278TTransaction, ListedTicker>,
  reports: readonly Oge278TReport[],
): Warning[] =>
  reports.flatMap(({ documentId, transactions }) =>
    transactions.flatMap((row) => {
      const doubt = tickers.get(row)?.doubt ?? null;
      if (doubt === null) return [];
      const detail = `${doubt} of ${row.description}`.slice(0, 300);
      return [{ kind: 'doubtful-ticker', detail, where: `${documentId} #${row.number}` }];
    }),
  );

const STATUS_LABELS = { effective: '', duplicate: ' (posted again)', restated: ' (restated later)' } as const;
const READABILITY_LABELS = {
  read: '',
  scanned: ' (on paper, not read)',
  failed: ' (not read)',
  'on-request': ' (on request only, not read)',
} as const;

const filedOn = ({ postedAt, signedDate }: Oge278TReport): string => postedAt ?? signedDate ?? '';

/** The common part of both; neither has a daily value, because no share count was disclosed. */
function baseDetail(
  { tracker, hasPage }: TrackerInput,
  sourceBadge: string,
  { holdings }: DisclosedPositions,
): Omit<TrackerDetail, 'snapshot' | 'filingHistory' | 'caveatKeys'> {
  const { slug, displayName, entityName, role, archetype, sourceId, benchmarkTicker, sortOrder } = tracker;
  return {
    identity: {
      slug,
      displayName,
      entityName,
      role,
      archetype,
      sourceId: sourceId ?? '',
      benchmarkTicker,
      sortOrder,
    },
    sourceBadge,
    congressActivity: null,
    ogeTransactions: null,
    valueHistory: [],
    valueSeriesUsd: [],
    benchmarkSeries: [],
    tickersWithPage: [...new Set(holdings.map(({ ticker }) => ticker))].filter(hasPage).sort(),
  };
}

function snapshotOf(
  { currentCloseOf }: TrackerInput,
  { holdings }: DisclosedPositions,
  tradedOn: readonly string[],
  filed: readonly string[],
): TrackerDetail['snapshot'] {
  const last = (days: readonly string[]) => days.reduce((a, b) => (a > b ? a : b), '');
  const filedAt = last(filed);
  if (filedAt === '') return null;
  const periodEnd = last(tradedOn) || filedAt;
  return {
    periodEnd,
    periodLabel: periodLabel(periodEnd),
    filedAt,
    // Brackets do not give the value of what is held, only what was paid less what was received.
    totalValueUsd: null,
    holdingsCount: holdings.length,
    holdings: holdings.map(
      ({ ticker, issuerName, netUsd, openBrackets, openSales, weight, asOfDate, ...trades }): Holding => ({
        ticker,
        issuerName,
        titleOfClass: null,
        cusip: null,
        putCall: null,
        shares: null,
        valueUsd: null,
        netUsd,
        openBrackets,
        openSales,
        weight: weight === null ? null : round(weight, 8),
        asOfDate,
        avgBuyPriceUsd: null,
        currentPriceUsd: currentCloseOf(ticker),
        returnPct: null,
        isNew: null,
        sharesChangePct: null,
        deltaWeightPp: null,
        lastTxLabel: null,
        tradeCount: trades.tradeCount,
        owners: trades.owners,
        assetTypes: trades.assetTypes,
      }),
    ),
    quarterChanges: null,
  };
}

function caveats(
  tracker: CuratedTracker,
  { hasOptions }: DisclosedPositions,
  { othersToo }: { othersToo: boolean },
): TrackerDetail['caveatKeys'] {
  const decided = new Set<string>(['spouse-included', 'options-as-underlying']);
  return [
    ...new Set([
      'lag-30-45d' as const,
      'range-bucketed' as const,
      ...(othersToo ? ['spouse-included' as const] : []),
      ...(hasOptions ? ['options-as-underlying' as const] : []),
      ...tracker.caveatKeys.filter((key) => !decided.has(key)),
    ]),
  ];
}
