/**
 * Makes the tracked portfolios anew, all of them, from what is stored: with nothing remembered between two runs, a
 * crash forgets nothing.
 */

import { daysBefore } from '../../../tools/contract/answer.js';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import {
  adjustedCloses,
  cusipResolver,
  fundTracker,
  memberTracker,
  officialTracker,
  type Prices,
} from '../../derive/index.js';
import type { Doubt } from '../../records/journal.js';
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
import { type TrackerDocument, writeTrackers } from '../../store/portfolios/trackers.js';
import { closesOf, splitsOf } from '../../store/prices/prices.js';
import { type ShownPrices, SPLITS_OF } from './digests.js';

/** Fails-to-deliver files are merged over two years; the files of the oldest month may begin before. */
const CUSIP_DAYS = 2 * 366 + 31;
/** The close for a quarter's last day may be older by weekends, holidays and the gaps of the public files. */
const CLOSE_DAYS = 14;

/**
 * @param prices which stored closes may be shown; null leaves series, prices and returns empty
 * @returns how many portfolios there are, and what was hard to believe
 */
export function deriveTrackers(
  store: Store,
  now: Date,
  trackers: readonly CuratedTracker[],
  prices: ShownPrices,
): { trackers: number; doubts: Doubt[] } {
  const today = now.toISOString().slice(0, 10);
  const companies = listedCompanies(store);
  const resolve = cusipResolver([cusipSymbols(store, daysBefore(now, CUSIP_DAYS))], companies);
  const pages = tickersWithPage(store);
  const listed = new Map(companies.map(({ ticker }) => [priceSymbol(ticker), ticker]));
  for (const { ticker } of companies) listed.set(ticker, ticker);
  const stored = storedPrices(store, prices, today);
  const common = { prices: stored.prices, today, hasPage: (ticker: string) => pages.has(ticker) };
  const reports = ogeReports(store);
  const doubts: Doubt[] = [];
  const make = (tracker: CuratedTracker): TrackerDocument => {
    const tell = (found: readonly Doubt[]) =>
      doubts.push(...found.map((doubt) => ({ ...doubt, where: `${tracker.slug} ${doubt.where}` })));
    if (tracker.archetype === 'congress') {
      const own =
        tracker.sourceId === null ? { trades: [], reports: [] } : memberPortfolio(store, tracker.sourceId);
      return documentOf(memberTracker({ ...common, tracker, ...own }), null);
    }
    if (tracker.archetype === 'oge_278t') {
      const made = officialTracker({
        ...common,
        tracker,
        reports,
        listedAs: (one) => listed.get(one) ?? listed.get(priceSymbol(one)) ?? null,
      });
      tell(made.doubts);
      return documentOf(made.detail, null);
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
    tell(made.doubts);
    return documentOf(made.detail, made.detail.snapshot === null ? null : made.coverage);
  };
  const documents = trackers.map(make);
  writeTrackers(store, documents, doubts);
  return { trackers: documents.length, doubts };
}

function documentOf(detail: TrackerDetail, coverage: TrackerDocument['coverage']): TrackerDocument {
  const { slug, displayName: name, entityName, role, archetype, benchmarkTicker } = detail.identity;
  return { row: { slug, name, entityName, role, archetype, benchmarkTicker }, detail, coverage };
}

/** Closes of the shown source up to the day `until`; for each ticker read and adjusted once. */
function storedPrices(
  store: Store,
  source: ShownPrices,
  until: string,
): { prices: Prices; closeBefore: (ticker: string, day: string) => number | null } {
  interface Known {
    raw: RawClose[];
    splits: Split[];
    adjusted: ReturnType<typeof adjustedCloses>['closes'];
  }
  const known = new Map<string, Known>();
  const of = (ticker: string): Known => {
    let one = known.get(ticker);
    if (one === undefined) {
      const raw = source === null ? [] : closesOf(store, source, ticker).filter(({ date }) => date <= until);
      const splits = source === null ? [] : splitsOf(store, SPLITS_OF[source], ticker, until);
      one = { raw, splits, adjusted: adjustedCloses(raw, splits).closes };
      known.set(ticker, one);
    }
    return one;
  };
  return {
    prices: {
      closes: (ticker) => of(ticker).adjusted,
      splitFactor: (ticker, from, to) =>
        of(ticker)
          .splits.filter(({ date }) => date > from && date <= to)
          .reduce((factor, { numerator, denominator }) => factor * (numerator / denominator), 1),
    },
    closeBefore(ticker, day) {
      const oldest = daysBefore(new Date(`${day}T00:00:00.000Z`), CLOSE_DAYS);
      const close = of(ticker).raw.filter(({ date }) => date >= oldest && date <= day);
      return close.at(-1)?.close ?? null;
    },
  };
}
