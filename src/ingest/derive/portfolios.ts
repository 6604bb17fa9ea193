/** Rebuilds the tracked portfolios whose inputs changed from stored rows. */

import { createHash } from 'node:crypto';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { daysBefore, utcDate } from '../../dates.js';
import {
  adjustedCloses,
  cusipResolver,
  fundTracker,
  memberTracker,
  officialTracker,
  PORTFOLIO_VERSION,
  type Prices,
} from '../../derive/index.js';
import type { Warning } from '../../records/crawl.js';
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
import { type ShownPrices, SPLIT_SOURCES } from './digests.js';

/** Fails-to-deliver files are merged over two years; the files of the oldest month may begin earlier. */
const CUSIP_WINDOW_DAYS = 2 * 366 + 31;
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
  const inputs = new InputHashes(store, now, prices, pages);
  const stored = trackerDerivations(store);
  const changed = trackers.filter((tracker) => {
    const before = stored.get(tracker.slug);
    return before === undefined || before.inputs !== inputs.of(tracker, before.askedTickers);
  });
  const deriveTracker = changed.length === 0 ? null : createDerivation(store, now, prices);
  const documents = changed.flatMap((tracker) => {
    if (deriveTracker === null) return [];
    const asked = new Set<string>();
    const hasPage = (ticker: string) => {
      asked.add(ticker);
      return pages.has(ticker);
    };
    const { warnings, ...document } = deriveTracker(tracker, hasPage);
    const askedTickers = [...asked].sort();
    return [
      { ...document, derivation: { inputs: inputs.of(tracker, askedTickers), askedTickers, warnings } },
    ];
  });
  writeTrackers(
    store,
    trackers.map(({ slug }) => slug),
    documents,
  );
  return { trackers: trackers.length, derived: documents.length, warnings: trackerWarnings(store) };
}

/** Hashes of everything that a portfolio is derived from. */
class InputHashes {
  private readonly changes: ReadonlyMap<string, number>;
  private readonly today: string;

  constructor(
    private readonly store: Store,
    now: Date,
    private readonly prices: ShownPrices,
    private readonly pages: ReadonlySet<string>,
  ) {
    this.changes = trackerInputs(store);
    this.today = utcDate(now);
  }

  /** @param askedTickers the tickers that the derivation asks for whether they have a page */
  of(tracker: CuratedTracker, askedTickers: readonly string[]): string {
    const names = ['splits', ...(this.prices === null ? [] : [closesInput(this.prices)])];
    if (tracker.archetype !== 'congress') names.push('company-tickers');
    if (tracker.archetype === 'oge_278t') names.push('oge-278t-report');
    if (tracker.archetype === 'hedge_fund')
      names.push('cusip-symbols', ...managerIds(tracker).map(({ cik }) => managerInput(cik)));
    const portfolio =
      tracker.archetype === 'congress' && tracker.sourceId !== null
        ? memberPortfolio(this.store, tracker.sourceId)
        : null;
    const inputs = [
      PORTFOLIO_VERSION,
      tracker,
      this.today,
      this.prices,
      names.map((name) => [name, this.changes.get(name) ?? 0]),
      portfolio,
      askedTickers.filter((ticker) => this.pages.has(ticker)),
    ];
    return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  }
}

type Derivation = (
  tracker: CuratedTracker,
  hasPage: (ticker: string) => boolean,
) => Omit<DerivedTracker, 'derivation'> & { warnings: Warning[] };

/** Reads what all portfolios have in common. */
function createDerivation(store: Store, now: Date, prices: ShownPrices): Derivation {
  const today = utcDate(now);
  const companies = listedCompanies(store);
  const resolve = cusipResolver([cusipSymbols(store, daysBefore(now, CUSIP_WINDOW_DAYS))], companies);
  const listed = new Map(companies.map(({ ticker }) => [priceSymbol(ticker), ticker]));
  for (const { ticker } of companies) listed.set(ticker, ticker);
  const stored = createPriceLookup(store, prices, today);
  const common = { prices: stored.prices, today };
  const placed = (tracker: CuratedTracker, found: readonly Warning[]) =>
    found.map((warning) => ({ ...warning, where: `${tracker.slug} ${warning.where}` }));
  return (tracker, hasPage) => {
    if (tracker.archetype === 'congress') {
      const own =
        tracker.sourceId === null ? { trades: [], reports: [] } : memberPortfolio(store, tracker.sourceId);
      const detail = memberTracker({ ...common, hasPage, tracker, ...own });
      return { ...trackerDocument(detail, null), warnings: [] };
    }
    if (tracker.archetype === 'oge_278t') {
      const made = officialTracker({
        ...common,
        hasPage,
        tracker,
        reports: ogeReports(store),
        toListedTicker: (one) => listed.get(one) ?? listed.get(priceSymbol(one)) ?? null,
      });
      return { ...trackerDocument(made.detail, null), warnings: placed(tracker, made.warnings) };
    }
    const made = fundTracker({
      ...common,
      hasPage,
      tracker,
      filings: reportsOfManagers(store, [...new Set(managerIds(tracker).map(({ cik }) => cik))]),
      resolve,
      knownClose: (security, day) => {
        const { ticker } = resolve(security);
        return ticker === null ? null : stored.closeBefore(ticker, day);
      },
    });
    const coverage = made.detail.snapshot === null ? null : made.coverage;
    return { ...trackerDocument(made.detail, coverage), warnings: placed(tracker, made.warnings) };
  };
}

function trackerDocument(
  detail: TrackerDetail,
  coverage: DerivedTracker['coverage'],
): Pick<DerivedTracker, 'row' | 'detail' | 'coverage'> {
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
