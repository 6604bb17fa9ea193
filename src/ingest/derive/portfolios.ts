/** Rebuilds the tracked portfolios whose inputs changed from stored rows. */

import { createHash } from 'node:crypto';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { itemAt } from '../../collections.js';
import { daysBefore, utcDate } from '../../dates.js';
import {
  adjustedCloses,
  CURRENT_DAYS,
  currentClose,
  cusipResolver,
  fundTracker,
  memberTracker,
  officialTracker,
  PORTFOLIO_VERSION,
  type Prices,
} from '../../derive/index.js';
import type { Warning } from '../../records/crawl.js';
import { CUSIP_WINDOW_DAYS } from '../../records/portfolios/cusip.js';
import { type CuratedTracker, managerIds } from '../../records/portfolios/tracker.js';
import { priceSymbol, type RawClose, type Split } from '../../records/prices/price.js';
import { memberPortfolio } from '../../store/congress/member-portfolio.js';
import type { Store } from '../../store/database/open.js';
import { closesInput, managerInput, trackerInputs } from '../../store/portfolios/tracker-inputs.js';
import {
  cusipSymbols,
  listedCompanies,
  ogeReports,
  reportsOfManagers,
  tickersWithPage,
} from '../../store/portfolios/tracker-records.js';
import {
  type DerivedTracker,
  trackerDerivations,
  trackerWarnings,
  writeTrackers,
} from '../../store/portfolios/trackers.js';
import { closesOf, splitsOf } from '../../store/prices/prices.js';
import { SYMBOL_NAMES } from '../../store/symbol-names.js';
import { type ShownPrices, SPLIT_SOURCES } from './digests.js';
import { knownSymbols } from './known-symbols.js';

/** Fails-to-deliver files are merged over two years; the files of the oldest month may begin earlier. */
/**
 * The close for a quarter's last day may be this old, because of weekends, holidays and the gaps of the public files.
 */
const MAX_CLOSE_AGE_DAYS = 14;

/**
 * Derives the portfolios whose inputs changed since they were stored: reports, prices, identities, the day, or the rules.
 * @param prices which stored closes may be shown; null leaves series, prices and returns empty
 * @returns how many portfolios there are, how many of them were derived, and the data-quality warnings of all
 */
export function deriveTrackers(
  store: Store,
  now: Date,
  trackers: readonly CuratedTracker[],
  prices: ShownPrices,
): { trackers: number; derived: number; warnings: Warning[] } {
  const pages = tickersWithPage(store);
  const portfolioOf = memberPortfolios(store);
  const inputs = new InputHashes(trackerInputs(store), utcDate(now), prices, pages, portfolioOf);
  const stored = trackerDerivations(store);
  const changed = trackers.filter((tracker) => {
    const before = stored.get(tracker.slug);
    return before === undefined || before.inputs !== inputs.of(tracker, before.checkedTickers);
  });
  const deriveTracker = changed.length === 0 ? null : createDerivation(store, now, prices, portfolioOf);
  const documents = changed.flatMap((tracker) => {
    if (deriveTracker === null) return [];
    const checked = new Set<string>();
    const hasPage = (ticker: string) => {
      checked.add(ticker);
      return pages.has(ticker);
    };
    const { warnings, ...document } = deriveTracker(tracker, hasPage);
    const checkedTickers = [...checked].sort();
    return [
      { ...document, derivation: { inputs: inputs.of(tracker, checkedTickers), checkedTickers, warnings } },
    ];
  });
  writeTrackers(
    store,
    trackers.map(({ slug }) => slug),
    documents,
  );
  return { trackers: trackers.length, derived: documents.length, warnings: trackerWarnings(store) };
}

type MemberPortfolios = (tracker: CuratedTracker) => ReturnType<typeof memberPortfolio>;

/** What the member of a tracker filed, read once. */
function memberPortfolios(store: Store): MemberPortfolios {
  const read = new Map<string, ReturnType<typeof memberPortfolio>>();
  return ({ sourceId }) => {
    if (sourceId === null) return { trades: [], openCorrections: [], reports: [] };
    const portfolio = read.get(sourceId) ?? memberPortfolio(store, sourceId);
    read.set(sourceId, portfolio);
    return portfolio;
  };
}

/** Hashes of everything that a portfolio is derived from. */
class InputHashes {
  constructor(
    private readonly changes: ReadonlyMap<string, number>,
    private readonly today: string,
    private readonly prices: ShownPrices,
    private readonly pages: ReadonlySet<string>,
    private readonly portfolioOf: MemberPortfolios,
  ) {}

  /** @param checkedTickers the tickers for which the derivation checks whether they have a page */
  of(tracker: CuratedTracker, checkedTickers: readonly string[]): string {
    const names = ['splits', ...(this.prices === null ? [] : [closesInput(this.prices)])];
    if (tracker.archetype !== 'congress') names.push('company-tickers');
    if (tracker.archetype === 'oge_278t') names.push('oge-278t-report', SYMBOL_NAMES);
    if (tracker.archetype === 'hedge_fund')
      names.push('cusip-symbols', ...managerIds(tracker).map(({ cik }) => managerInput(cik)));
    const inputs = [
      PORTFOLIO_VERSION,
      tracker,
      this.today,
      this.prices,
      names.map((name) => [name, this.changes.get(name) ?? 0]),
      tracker.archetype === 'congress' ? this.portfolioOf(tracker) : null,
      checkedTickers.filter((ticker) => this.pages.has(ticker)),
    ];
    return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  }
}

type Derivation = (
  tracker: CuratedTracker,
  hasPage: (ticker: string) => boolean,
) => Omit<DerivedTracker, 'derivation'> & { warnings: Warning[] };

/** Reads what all portfolios have in common. */
function createDerivation(
  store: Store,
  now: Date,
  prices: ShownPrices,
  portfolioOf: MemberPortfolios,
): Derivation {
  const today = utcDate(now);
  const companies = listedCompanies(store);
  const resolve = cusipResolver([cusipSymbols(store, daysBefore(now, CUSIP_WINDOW_DAYS))], companies);
  const listed = new Map(companies.map(({ ticker }) => [priceSymbol(ticker), ticker]));
  for (const { ticker } of companies) listed.set(ticker, ticker);
  const stored = createPriceLookup(store, prices, today);
  const disclosed = { currentCloseOf: stored.currentCloseOf, today };
  const known = knownSymbols(store);
  // Every row of every report needs its close: most securities are in many reports.
  const tickers = new Map<string, string | null>();
  const placed = (tracker: CuratedTracker, found: readonly Warning[]) =>
    found.map((warning) => ({ ...warning, where: `${tracker.slug} ${warning.where}` }));
  return (tracker, hasPage) => {
    if (tracker.archetype === 'congress') {
      const detail = memberTracker({ ...disclosed, hasPage, tracker, ...portfolioOf(tracker) });
      return { ...trackerDocument(detail, null), warnings: [] };
    }
    if (tracker.archetype === 'oge_278t') {
      const made = officialTracker({
        ...disclosed,
        hasPage,
        tracker,
        reports: ogeReports(store),
        known,
        toListedTicker: (one) => listed.get(one) ?? listed.get(priceSymbol(one)) ?? null,
      });
      return { ...trackerDocument(made.detail, null), warnings: placed(tracker, made.warnings) };
    }
    const made = fundTracker({
      prices: stored.prices,
      today,
      hasPage,
      tracker,
      filings: reportsOfManagers(store, [...new Set(managerIds(tracker).map(({ cik }) => cik))]),
      resolve,
      knownClose: (security, day) => {
        const { cusip, titleOfClass, nameOfIssuer } = security;
        const as = `${cusip}/${titleOfClass}/${nameOfIssuer}`;
        let ticker = tickers.get(as);
        if (ticker === undefined) {
          ticker = resolve(security).ticker;
          tickers.set(as, ticker);
        }
        return ticker === null ? null : stored.closeBefore(ticker, day);
      },
    });
    const coverage = made.detail.snapshot === null ? null : made.coverage;
    return {
      ...trackerDocument(made.detail, coverage),
      quarters: made.quarters,
      warnings: placed(tracker, made.warnings),
    };
  };
}

function trackerDocument(
  detail: TrackerDetail,
  coverage: DerivedTracker['coverage'],
): Pick<DerivedTracker, 'row' | 'detail' | 'coverage' | 'quarters'> {
  const { slug, displayName: name, entityName, role, archetype, benchmarkTicker } = detail.identity;
  return {
    row: { slug, name, entityName, role, archetype, benchmarkTicker },
    detail,
    coverage,
    quarters: [],
  };
}

/** Closes of the shown source up to the day `until`, read and adjusted once for each ticker. */
function createPriceLookup(
  store: Store,
  source: ShownPrices,
  until: string,
): {
  prices: Prices;
  currentCloseOf: (ticker: string) => number | null;
  closeBefore: (ticker: string, day: string) => number | null;
} {
  interface TickerPrices {
    raw: RawClose[];
    splits: Split[];
    adjusted: ReturnType<typeof adjustedCloses>['closes'];
  }
  const loaded = new Map<string, TickerPrices>();
  const newest = new Map<string, number | null>();
  const read = (ticker: string, since = ''): TickerPrices => {
    if (source === null) return { raw: [], splits: [], adjusted: [] };
    const raw = closesOf(store, source, ticker, since).filter(({ date }) => date <= until);
    const splits = splitsOf(store, SPLIT_SOURCES[source], ticker, until);
    return { raw, splits, adjusted: adjustedCloses(raw, splits).closes };
  };
  const pricesOf = (ticker: string): TickerPrices => {
    const one = loaded.get(ticker) ?? read(ticker);
    loaded.set(ticker, one);
    return one;
  };
  const oldest = daysBefore(new Date(`${until}T00:00:00.000Z`), CURRENT_DAYS);
  return {
    prices: {
      closes: (ticker) => pricesOf(ticker).adjusted,
      splitFactor: (ticker, from, to) =>
        pricesOf(ticker)
          .splits.filter(({ date }) => date > from && date <= to)
          .reduce((factor, { numerator, denominator }) => factor * (numerator / denominator), 1),
    },
    // The portfolios of brackets name thousands of tickers: of each only the closes that can be current are read.
    currentCloseOf(ticker) {
      let close = newest.get(ticker);
      if (close === undefined) {
        close = currentClose((loaded.get(ticker) ?? read(ticker, oldest)).adjusted, until);
        newest.set(ticker, close);
      }
      return close;
    },
    closeBefore(ticker, day) {
      const first = daysBefore(new Date(`${day}T00:00:00.000Z`), MAX_CLOSE_AGE_DAYS);
      const close = lastUntil(pricesOf(ticker).raw, day);
      return close !== undefined && close.date >= first ? close.close : null;
    },
  };
}

/** Searched in halves: every row of every report needs one. @param closes by date */
function lastUntil(closes: readonly RawClose[], day: string): RawClose | undefined {
  let [low, high] = [0, closes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(closes, middle).date <= day) low = middle + 1;
    else high = middle;
  }
  return closes[low - 1];
}
