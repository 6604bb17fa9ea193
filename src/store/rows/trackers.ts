/** Tracked portfolios as the read model keeps them: whole, and in parts that are small enough to answer from. */

import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import {
  countedChange,
  type FundChange,
  fundChangeOf,
  POSITION_CHANGES,
  type TrackerChange,
} from '../../../tools/contract/shapes/tracker-changes.js';
import type { TrackerHead } from '../../../tools/contract/shapes/tracker-view.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { UNKNOWN_CENTS } from '../../read-model/column-values.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { erratumMarks, withMark } from '../errata/errata.js';
import { toCents } from './filing-sums.js';

type ErratumMarks = ReturnType<typeof erratumMarks>;

/** The documents of each portfolio, and the rows of its lists. */
export function trackerParts(store: Store): { documents: Array<[name: string, json: string]>; rows: Row[] } {
  const trades = store.rows<[count: number]>('SELECT count(*) FROM member_trade WHERE member_id = ?');
  const marks = [erratumMarks(store, 'oge-278t'), fundMarks(store)] as const;
  const documents: Array<[name: string, json: string]> = [];
  const rows: Row[] = [];
  for (const [slug, text] of store
    .rows<[slug: string, detail: string]>('SELECT slug, detail FROM tracker ORDER BY slug')
    .all()) {
    // Derivation wrote it.
    const detail = withMarks(JSON.parse(text) as TrackerDetail, ...marks);
    const { archetype, sourceId } = detail.identity;
    const traded = archetype === 'congress' ? (trades.get(sourceId)?.[0] ?? 0) : null;
    const head = trackerHeadOf(detail, traded);
    documents.push(
      [`tracker/${slug}`, JSON.stringify(withoutTrades(detail))],
      [`tracker-head/${slug}`, JSON.stringify(head)],
    );
    rows.push(...trackerRowsOf(detail));
  }
  return { documents, rows };
}

/** The portfolio with the marks of its transactions and, of a 13F, of the positions in its newest quarter. */
function withMarks(detail: TrackerDetail, ofOfficials: ErratumMarks, ofFunds: ErratumMarks): TrackerDetail {
  const { identity, snapshot, ogeTransactions } = detail;
  if (ofOfficials.size + ofFunds.size === 0) return detail;
  const holdings = snapshot?.holdings.map((one) => ({
    ...one,
    ...withMark(ofFunds, fundPlace(identity.sourceId, snapshot.periodEnd, one.cusip ?? '', one.putCall)),
  }));
  return {
    ...detail,
    snapshot: snapshot === null ? null : { ...snapshot, holdings: holdings ?? [] },
    ogeTransactions:
      ogeTransactions?.map((one) => ({ ...one, ...withMark(ofOfficials, one.filingId ?? '') })) ?? null,
  };
}

const fundPlace = (cik: string, period: string, cusip: string, putCall: string | null): string =>
  [cik.padStart(10, '0'), period, cusip, putCall ?? ''].join(' ');

/** The marks of 13F rows, by manager, quarter and security: a position adds up rows, and has no id. */
function fundMarks(store: Store): ErratumMarks {
  const found = store.rows<[cik: string, period: string, cusip: string, putCall: string | null]>(
    `SELECT r.cik, r.period_end, json_extract(t.value, '$.cusip'), json_extract(t.value, '$.putCall')
     FROM report_13f r, json_each(r.record, '$.rows') t
     WHERE r.accession = ? AND json_extract(t.value, '$.row') = ?`,
  );
  return new Map(
    [...erratumMarks(store, 'sec-13f')].flatMap(([id, mark]) => {
      const dash = id.lastIndexOf('-');
      const place = found.get(id.slice(0, dash), Number(id.slice(dash + 1)));
      return place === undefined ? [] : [[fundPlace(...place), mark] as const];
    }),
  );
}

/** What only rows of holdings say: whole portfolios have been without it since before it was there. */
function withoutTrades(detail: TrackerDetail): TrackerDetail {
  const { snapshot } = detail;
  if (snapshot === null) return detail;
  const holdings = snapshot.holdings.map(({ tradeCount, owners, assetTypes, ...rest }) => rest);
  return { ...detail, snapshot: { ...snapshot, holdings } };
}

/** The portfolio without its lists. `trades`: of the member of Congress; null for others. */
export function trackerHeadOf(detail: TrackerDetail, trades: number | null): TrackerHead {
  const { snapshot, filingHistory, identity, ogeTransactions, congressActivity } = detail;
  return {
    identity,
    sourceBadge: detail.sourceBadge,
    snapshot:
      snapshot === null
        ? null
        : {
            periodEnd: snapshot.periodEnd,
            periodLabel: snapshot.periodLabel,
            filedAt: snapshot.filedAt,
            totalValueUsd: snapshot.totalValueUsd,
            holdingsCount: snapshot.holdingsCount,
            priorPeriodLabel: snapshot.quarterChanges?.priorPeriodLabel ?? null,
          },
    changeCounts: changeCounts(snapshot),
    congressActivity,
    transactionCount: ogeTransactions?.length ?? trades,
    reportCount: filingHistory.length,
    unreadCount: filingHistory.filter(({ itemCount }) => itemCount === null).length,
    latestReport: filingHistory[0] ?? null,
    caveatKeys: detail.caveatKeys,
  };
}

function changeCounts(snapshot: TrackerDetail['snapshot']): TrackerHead['changeCounts'] {
  if (snapshot === null || snapshot.quarterChanges === null) return null;
  const kinds = [...snapshot.holdings.map(fundChangeOf), ...snapshot.quarterChanges.exits.map(countedExit)];
  const count = (change: FundChange) => kinds.filter((kind) => kind === change).length;
  // An object of these names.
  return Object.fromEntries(
    POSITION_CHANGES.map((change) => [change, count(change)]),
  ) as unknown as NonNullable<TrackerHead['changeCounts']>;
}

/** In no ranking of left positions if it is not sure. */
const countedExit = ({ changeIsSure }: Pick<TrackerChange, 'changeIsSure'>): FundChange =>
  countedChange({ change: 'exit', changeIsSure });

/** The rows of its lists. */
export function trackerRowsOf({ identity: { slug }, snapshot, ogeTransactions }: TrackerDetail): Row[] {
  const hasChanges = snapshot !== null && snapshot.quarterChanges !== null;
  const place = (list: string, position: number, kind: string, ticker: string | null) => {
    const symbol = (ticker ?? '').toUpperCase();
    return [slug, list, position, kind, symbol, tickerBase(symbol)];
  };
  const centsOf = (dollars: number | null) => (dollars === null ? UNKNOWN_CENTS : toCents(dollars));
  return [
    ...(snapshot?.holdings ?? []).map(
      (one, at): Row => [
        ...place('holding', at, hasChanges ? fundChangeOf(one) : '', one.ticker),
        '',
        centsOf(one.valueUsd),
        JSON.stringify(one),
      ],
    ),
    ...(snapshot?.quarterChanges?.exits ?? []).map(
      (one, at): Row => [
        ...place('exit', at, countedExit(one), one.ticker),
        '',
        centsOf(one.priorValueUsd),
        JSON.stringify(one),
      ],
    ),
    ...(ogeTransactions ?? []).map(
      (one, at): Row => [
        ...place('transaction', at, one.type?.toLowerCase() ?? '', one.ticker),
        one.transactionDate ?? '',
        UNKNOWN_CENTS,
        JSON.stringify(one),
      ],
    ),
  ];
}
