/**
 * Rebuilds all tracked portfolios from stored rows. Nothing is remembered between two runs, so a crash loses nothing.
 */

import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { daysBefore, utcDate } from '../../dates.js';
import {
  adjustedCloses,
  cusipResolver,
  fundTracker,
  memberTracker,
  officialTracker,
  type Prices,
} from '../../derive/index.js';
import type { Warning } from '../../records/crawl.js';
import { type CuratedTracker, managerIds } from '../../records/portfolios/tracker.js';
import { priceSymbol, type RawClose, type Split } from '../../records/prices/price.js';
import { memberPortfolio } from '../../store/congress/member-portfolio.js';
import type { Store } from '../../store/database/open.js';
import {
  cusipSymbols,
  listedCompanies,
  ogeReports,
  reportsOfManagers,
  tickersWithPage,
} from '../../store/portfolios/tracker-records.js';
import { type DerivedTracker, writeTrackers } from '../../store/portfolios/trackers.js';
import { closesOf, splitsOf } from '../../store/prices/prices.js';
import { type ShownPrices, SPLIT_SOURCES } from './digests.js';

/** Fails-to-deliver files are merged over two years; the files of the oldest month may begin earlier. */
const CUSIP_WINDOW_DAYS = 2 * 366 + 31;
/**
 * The close for a quarter's last day may be this old, because of weekends, holidays and the gaps of the public files.
 */
const MAX_CLOSE_AGE_DAYS = 14;

/**
 * @param prices which stored closes may be shown; null leaves series, prices and returns empty
 * @returns how many portfolios there are, and their data-quality warnings
 */
export function deriveTrackers(
  store: Store,
  now: Date,
  trackers: readonly CuratedTracker[],
  prices: ShownPrices,
): { trackers: number; warnings: Warning[] } {
  const today = utcDate(now);
  const companies = listedCompanies(store);
  const resolve = cusipResolver([cusipSymbols(store, daysBefore(now, CUSIP_WINDOW_DAYS))], companies);
  const pages = tickersWithPage(store);
  const listed = new Map(companies.map(({ ticker }) => [priceSymbol(ticker), ticker]));
  for (const { ticker } of companies) listed.set(ticker, ticker);
  const stored = createPriceLookup(store, prices, today);
  const common = { prices: stored.prices, today, hasPage: (ticker: string) => pages.has(ticker) };
  const reports = ogeReports(store);
  const warnings: Warning[] = [];
  const deriveTracker = (tracker: CuratedTracker): DerivedTracker => {
    const addWarnings = (found: readonly Warning[]) =>
      warnings.push(...found.map((warning) => ({ ...warning, where: `${tracker.slug} ${warning.where}` })));
    if (tracker.archetype === 'congress') {
      const own =
        tracker.sourceId === null ? { trades: [], reports: [] } : memberPortfolio(store, tracker.sourceId);
      return trackerDocument(memberTracker({ ...common, tracker, ...own }), null);
    }
    if (tracker.archetype === 'oge_278t') {
      const made = officialTracker({
        ...common,
        tracker,
        reports,
        toListedTicker: (one) => listed.get(one) ?? listed.get(priceSymbol(one)) ?? null,
      });
      addWarnings(made.warnings);
      return trackerDocument(made.detail, null);
    }
    const filings = reportsOfManagers(store, [...new Set(managerIds(tracker).map(({ cik }) => cik))]);
    const made = fundTracker({
      ...common,
      tracker,
      filings,
      resolve,
      knownClose: (security, day) => {
        const { ticker } = resolve(security);
        return ticker === null ? null : stored.closeBefore(ticker, day);
      },
    });
    addWarnings(made.warnings);
    return trackerDocument(made.detail, made.detail.snapshot === null ? null : made.coverage);
  };
  const documents = trackers.map(deriveTracker);
  writeTrackers(store, documents, warnings);
  return { trackers: documents.length, warnings };
}

function trackerDocument(detail: TrackerDetail, coverage: DerivedTracker['coverage']): DerivedTracker {
  const { slug, displayName: name, entityName, role, archetype, benchmarkTicker } = detail.identity;
  return { row: { slug, name, entityName, role, archetype, benchmarkTicker }, detail, coverage };
}

/** Closes of the shown source up to the day `until`, read and adjusted once for each ticker. */
function createPriceLookup(
  store: Store,
  source: ShownPrices,
  until: string,
): { prices: Prices; closeBefore: (ticker: string, day: string) => number | null } {
  interface TickerPrices {
    raw: RawClose[];
    splits: Split[];
    adjusted: ReturnType<typeof adjustedCloses>['closes'];
  }
  const loaded = new Map<string, TickerPrices>();
  const pricesOf = (ticker: string): TickerPrices => {
    let one = loaded.get(ticker);
    if (one === undefined) {
      const raw = source === null ? [] : closesOf(store, source, ticker).filter(({ date }) => date <= until);
      const splits = source === null ? [] : splitsOf(store, SPLIT_SOURCES[source], ticker, until);
      one = { raw, splits, adjusted: adjustedCloses(raw, splits).closes };
      loaded.set(ticker, one);
    }
    return one;
  };
  return {
    prices: {
      closes: (ticker) => pricesOf(ticker).adjusted,
      splitFactor: (ticker, from, to) =>
        pricesOf(ticker)
          .splits.filter(({ date }) => date > from && date <= to)
          .reduce((factor, { numerator, denominator }) => factor * (numerator / denominator), 1),
    },
    closeBefore(ticker, day) {
      const oldest = daysBefore(new Date(`${day}T00:00:00.000Z`), MAX_CLOSE_AGE_DAYS);
      const close = pricesOf(ticker).raw.filter(({ date }) => date >= oldest && date <= day);
      return close.at(-1)?.close ?? null;
    },
  };
}
