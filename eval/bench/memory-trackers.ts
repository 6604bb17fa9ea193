/** Rows of tracked portfolios from an array, for the transports' tests and as the plain form of the question. */

import { comparedQuarters, positionQuarters } from '../../src/derive/portfolios/compared-quarters.js';
import type { Row } from '../../src/read-model/tables.js';
import type { QuarterPosition } from '../../src/records/portfolios/fund-quarter.js';
import { trackerRowsOf } from '../../src/store/rows/trackers.js';
import type {
  FoundTrackerRows,
  StoredTrackerRow,
  TrackerRowsQuery,
} from '../../tools/contract/reads/trackers.js';
import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import type {
  ComparedPosition,
  PositionQuarter,
  TrackerQuarter,
} from '../../tools/contract/shapes/tracker-changes.js';
import { tickerBase } from '../../tools/contract/ticker.js';

interface PlainRow extends StoredTrackerRow {
  ticker: string;
  traded: string;
}

function plainRow([, list, position, kind, ticker, , traded, , json]: Row): PlainRow {
  // The types of these columns in the description of the table.
  return { list, position, kind, ticker, traded, json } as PlainRow;
}

/** What `trackerRows` answers for this portfolio. */
export function searchTrackerRows(detail: TrackerDetail, question: TrackerRowsQuery): FoundTrackerRows {
  const { lists, kinds, tickers, since, until, after, limit } = question;
  const fits = tickers.map((one) => one.replace(/[-/ ]/g, '.'));
  const isWanted = ({ list, ticker }: PlainRow) => {
    const own = ticker.replace(/[-/ ]/g, '.');
    const isNamed = fits.some((one) => one === own || (one === tickerBase(one) && one === tickerBase(own)));
    return lists.includes(list) && (tickers.length === 0 || isNamed);
  };
  const isOfKind = ({ kind }: PlainRow) => kinds === null || kinds.includes(kind);
  const isInTime = ({ traded }: PlainRow) =>
    (since === null && until === null) ||
    (traded !== '' && traded >= (since ?? '') && traded <= (until ?? '9999'));
  const own = trackerRowsOf(detail).map(plainRow).filter(isWanted);
  const found = own
    .filter((row) => isOfKind(row) && isInTime(row))
    .sort((a, b) => (a.list < b.list ? -1 : a.list > b.list ? 1 : a.position - b.position));
  const isBehind = ({ list, position }: PlainRow) =>
    after === undefined || list > after[0] || (list === after[0] && position > after[1]);
  const isDated = since !== null || until !== null;
  return {
    rows: found
      .filter(isBehind)
      .slice(0, limit)
      .map(({ list, position, kind, json }) => ({ list, position, kind, json })),
    unreadable: 0,
    total: found.length,
    undated: isDated ? own.filter((row) => isOfKind(row) && row.traded === '').length : 0,
    untyped: kinds === null ? 0 : own.filter((row) => row.kind === '' && isInTime(row)).length,
  };
}

function inventedQuarter(quarter: string, periodEnd: string, filedAt: string, shares: number) {
  const position: QuarterPosition = {
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
  };
  const facts: TrackerQuarter = {
    quarter,
    periodEnd,
    filedAt,
    totalValueUsd: shares * 100,
    holdingsCount: 1,
    isAmended: false,
    filings: [
      { filedAt, kind: '13F-HR', sourceUrl: 'https://www.sec.gov/Archives/edgar/data/9900080099/1.htm' },
    ],
  };
  return { facts, positions: [position] };
}

/** Newest first. */
const QUARTERS = [
  inventedQuarter('2026-Q2', '2026-06-30', '2026-08-14', 10_000),
  inventedQuarter('2026-Q1', '2026-03-31', '2026-05-15', 8_000),
];

/** The questions about the quarters of the invented portfolio. */
export const memoryQuarters = {
  async trackerQuarters(slug: string): Promise<TrackerQuarter[]> {
    return slug === 'ostrava' ? QUARTERS.map(({ facts }) => facts) : [];
  },
  async comparedPositions({
    quarter,
    prior,
  }: {
    quarter: TrackerQuarter;
    prior: TrackerQuarter | null;
  }): Promise<ComparedPosition[]> {
    const of = (one: TrackerQuarter) => QUARTERS.find(({ facts }) => facts.quarter === one.quarter)!;
    return comparedQuarters(of(quarter), prior === null ? null : of(prior));
  },
  async positionHistory({ slug, cusip }: { slug: string; cusip: string }): Promise<PositionQuarter[]> {
    const kept = (one: QuarterPosition) => slug === 'ostrava' && one.cusip === cusip;
    return positionQuarters(
      QUARTERS.map(({ facts, positions }) => ({ facts, positions: positions.filter(kept) })),
    );
  },
};
