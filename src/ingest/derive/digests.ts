/** Rebuilds clusters and streaks as of one moment, from the trades of the window that can be in them. */

import {
  CLUSTER_WINDOW_DAYS,
  CLUSTERS_MAX,
  STREAKS_MAX,
  WINDOW_DAYS,
} from '../../../tools/contract/rules.js';
import { daysBefore, newYorkDate } from '../../dates.js';
import {
  adjustedCloses,
  CANDIDATE_DAYS,
  clusterCandidates,
  deriveClusterEntries,
  deriveStreaks,
  streakCandidates,
  tradedCloses,
} from '../../derive/index.js';
import type { Warning } from '../../records/crawl.js';
import type { Close } from '../../records/form4/open-market-lots.js';
import type { PriceSource } from '../../records/prices/price.js';
import type { Store } from '../../store/database/open.js';
import { writeDigests } from '../../store/digests/digests.js';
import {
  largestHoldings,
  lotsOfIssuers,
  lotsOfOwners,
  marketTrades,
  tradedPrices,
} from '../../store/form4/open-market-lots.js';
import { sharesOutstanding } from '../../store/form4/shares-outstanding.js';
import { splitsOf, closesOf as storedCloses } from '../../store/prices/prices.js';
import { shareSplits } from '../../store/rows/share-splits.js';

/** From the day of a count on a quarterly cover page to the end of the window in which the next one replaces it. */
const COUNT_DAYS = 200;

/** Which stored prices may be shown; null for none. */
export type ShownPrices = PriceSource | null;

/** The sources of split events besides the source of the closes: the operator may bring them for any source. */
export const SPLIT_SOURCES: Record<PriceSource, readonly PriceSource[]> = {
  'sec-public': ['csv'],
  csv: ['csv'],
  tiingo: ['tiingo', 'csv'],
};

/**
 * Derives the digests from the canonical rows of the window that ends at `now` and replaces the stored ones.
 * @returns how many entries each digest has, and its data-quality warnings.
 */
export function deriveDigests(
  store: Store,
  now: Date,
  prices: ShownPrices,
): { clusters: number; streaks: number; warnings: Warning[] } {
  const since = daysBefore(now, WINDOW_DAYS);
  const warnings: Warning[] = [];
  const recently = daysBefore(now, CANDIDATE_DAYS);
  // Most of the window's trades can be in no digest: only the others are read whole.
  const trades = marketTrades(store, recently);
  const clusterIssuers = clusterCandidates(trades);
  const clusterLots = lotsOfIssuers(store, clusterIssuers, recently);
  const streakLots = lotsOfOwners(store, streakCandidates(trades, now), since);
  const holdings = largestHoldings(store, clusterIssuers, daysBefore(now, CLUSTER_WINDOW_DAYS));
  const totals = { clusters: 0, streaks: 0 };
  const clusters = deriveClusterEntries({
    lots: clusterLots,
    sharesOutstanding: sharesNow(store, now, holdings),
    now,
    onTotal: (total) => {
      totals.clusters = total;
    },
  });
  const closesOf = closeSeries(store, { prices, since, now, warnings });
  const streaks = deriveStreaks({
    lots: streakLots,
    most: Number.POSITIVE_INFINITY,
    closes: closesOf,
    now,
    onTotal: (total) => {
      totals.streaks = total;
    },
  });
  const shown = [...clusters.slice(0, CLUSTERS_MAX), ...streaks.slice(0, STREAKS_MAX)];
  // What insiders paid is drawn as their trades, not as a close. Its warnings are those of the series of the runs.
  const marketCloses = closeSeries(store, { prices, since, now, warnings: [], withTraded: false });
  const closes = new Map(
    shown.map(({ issuerCik, issuerTicker }) => [
      issuerCik,
      marketCloses(issuerCik, issuerTicker).filter(({ date }) => date >= since),
    ]),
  );
  writeDigests(store, { clusters, streaks, closes, warnings, totals });
  return {
    clusters: Math.min(clusters.length, CLUSTERS_MAX),
    streaks: Math.min(streaks.length, STREAKS_MAX),
    warnings,
  };
}

/** A count of the last cover page may be of before a split: then nothing says which part of the company was traded. */
function sharesNow(store: Store, now: Date, holdings: ReadonlyMap<string, number>): Map<string, number> {
  const counts = sharesOutstanding(store, now, holdings);
  const [since, today] = [daysBefore(now, COUNT_DAYS), newYorkDate(now.toISOString())];
  for (const [cik, splits] of shareSplits(store))
    if (
      splits.some(
        ({ oldUntil, newFrom, title }) => title === undefined && newFrom >= since && oldUntil < today,
      )
    )
      counts.delete(cik);
  return counts;
}

interface SeriesOptions {
  prices: ShownPrices;
  /** YYYY-MM-DD. */
  since: string;
  now: Date;
  warnings: Warning[];
  /** Whether prices at which insiders traded stand for missing closes of the public source. */
  withTraded?: boolean;
}

/** The closes of an issuer, each series made once; empty where no price may be shown. */
function closeSeries(
  store: Store,
  { prices, since, now, warnings, withTraded = true }: SeriesOptions,
): (issuerCik: string, ticker: string) => readonly Close[] {
  const series = new Map<string, Close[]>();
  const until = newYorkDate(now.toISOString());
  return (issuerCik, ticker) => {
    if (prices === null || ticker === '') return [];
    let closes = series.get(issuerCik);
    if (closes === undefined) {
      closes = seriesOf(store, { issuerCik, ticker, prices, since, until, withTraded }, warnings);
      series.set(issuerCik, closes);
    }
    return closes;
  };
}

interface SeriesRequest {
  issuerCik: string;
  ticker: string;
  prices: PriceSource;
  /** YYYY-MM-DD. */
  since: string;
  until: string;
  withTraded: boolean;
}

function seriesOf(
  store: Store,
  { issuerCik, ticker, prices, since, until, withTraded }: SeriesRequest,
  warnings: Warning[],
): Close[] {
  const stored = storedCloses(store, prices, ticker);
  // Public prices are sparse and late. On days without a close, the price at which insiders traded is used.
  const raw =
    prices === 'sec-public' && withTraded
      ? [...stored, ...tradedCloses(tradedPrices(store, issuerCik, since))]
      : stored;
  // An announced split changes nothing before its day, and a future day has no close.
  const { closes, warnings: found } = adjustedCloses(
    raw.filter(({ date }) => date <= until),
    splitsOf(store, SPLIT_SOURCES[prices], ticker, until),
  );
  for (const { date, close } of raw.filter((one) => one.date > until))
    warnings.push({ kind: 'close-in-future', detail: `${close} on ${date}`, where: `${ticker} ${date}` });
  warnings.push(...found.map((warning) => ({ ...warning, where: `${ticker} ${warning.where}` })));
  return closes;
}
