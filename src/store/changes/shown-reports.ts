/** Reports of members of Congress as readers see them: their effective trades, or that they could not be read. */

import { tickerBase } from '../../../tools/contract/ticker.js';
import { groupBy } from '../../collections.js';
import { subjectOf } from '../../read-model/change-facts.js';
import { AMENDS } from '../congress/stock-act-rows.js';
import type { Store } from '../database/store.js';
import { toCents } from '../rows/filing-sums.js';
import {
  amountOf,
  type DescribedDocument,
  NO_FACTS,
  type ShownDocument,
  shownHash,
} from './shown-document.js';

interface ReportColumns {
  id: number;
  document_id: string;
  register: string;
  chamber: 'house' | 'senate';
  disclosure_date: string;
  source_link: string;
  readability: string;
  reason: string;
  isAmendment: number;
  district: string;
  party: string;
}

type TradeColumns = [
  reportId: number,
  row: number,
  ticker: string,
  asset: string,
  type: string,
  owner: string,
  date: string,
  amountMin: number,
  amountMax: number | null,
  isDateDoubtful: number,
  possibleRepeatOf: string | null,
  isCorrectionOpen: number,
];

interface MemberColumns {
  slug: string;
  name: string;
}

const REPORTS = `SELECT r.id, r.document_id, r.register, r.chamber, r.disclosure_date, r.source_link, r.readability, r.reason,
    ${AMENDS} AS "isAmendment", f.district, f.party
  FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id WHERE f.member_id = ? ORDER BY r.document_id`;
const TRADES = `SELECT h.report_id, t."row", h.ticker, t.asset_description, t.type, t.owner, t.transaction_date, t.amount_min,
    t.amount_max, h.is_date_doubtful, h.possible_repeat_of, h.is_correction_open
  FROM member_trade h JOIN stock_act_trade t ON t.report_id = h.report_id AND t."row" = h."row"
  WHERE h.member_id = ? ORDER BY h.document_id, h."row"`;
/** Only a report of the House that repeats another one has rows that no row replaces. */
const HIDDEN = `SELECT s.report_id, sum(s.by_row IS NOT NULL OR r.chamber = 'senate'), sum(s.by_row IS NULL AND r.chamber = 'house')
  FROM stock_act_superseded s JOIN stock_act_filer f ON f.report_id = s.report_id JOIN stock_act_report r ON r.id = s.report_id
  WHERE f.member_id = ? GROUP BY s.report_id`;
const PENDING = `SELECT 1 FROM pending_member WHERE member_id = ?
  UNION ALL SELECT 1 FROM pending_report p JOIN stock_act_filer f ON f.report_id = p.report_id WHERE f.member_id = ?`;

/** Null while the reports of the member are not derived. */
export function shownReports(store: Store, memberId: string): ShownDocument[] | null {
  if (store.rows(PENDING).get(memberId, memberId) !== undefined) return null;
  const member = store.sql<MemberColumns>('SELECT slug, name FROM member WHERE member_id = ?').get(memberId);
  const tradesOf = groupBy(store.rows<TradeColumns>(TRADES).all(memberId), ([report]) => report);
  const hidden = groupBy(
    store.rows<[id: number, amended: number, repeated: number]>(HIDDEN).all(memberId),
    ([report]) => report,
  );
  return store
    .sql<ReportColumns>(REPORTS)
    .all(memberId)
    .map((report) => {
      const { id, readability, reason, disclosure_date: filedAt } = report;
      const trades = tradesOf.get(id) ?? [];
      const [, amended = 0, repeated = 0] = hidden.get(id)?.[0] ?? [];
      const isUnread = readability !== 'read';
      const seen = isUnread ? [reason] : trades.map(seenTrade);
      return {
        kind: 'r',
        id,
        followed: report.register,
        hash: member === undefined || seen.length === 0 ? 0 : shownHash([memberId, filedAt, seen]),
        hidden: { amended, repeated, isUnread },
        filedAt,
        isAmendment: report.isAmendment === 1,
        isWithdrawn: false,
        windowDays: null,
        describe: () => describeReport(report, { memberId, slug: null, name: null, ...member }, trades),
      };
    });
}

/** All columns but the key; the last two are marks, given only where there are some. */
const seenTrade = ([, ...trade]: TradeColumns) => {
  const [repeat, correction] = trade.slice(-2);
  const marks = correction === 1 ? [repeat, correction] : repeat === null ? [] : [repeat];
  return [...trade.slice(0, -2), ...marks];
};

function describeReport(
  report: ReportColumns,
  member: { memberId: string; slug: string | null; name: string | null },
  trades: readonly TradeColumns[],
): DescribedDocument {
  const { chamber, district, party, document_id: documentId, disclosure_date: filedAt } = report;
  const tickers = [...new Set(trades.flatMap(([, , ticker]) => (ticker === '' ? [] : [ticker])))].sort();
  // What an earlier report may have too is in no sum, and neither is a correction of a row that is not known.
  const summed = trades.filter((trade) => trade[10] === null && trade[11] === 0);
  const of = (word: string) =>
    summed.filter(([, , , , type]) => type === word || type.startsWith(`${word} (`));
  const [purchases, sales] = [of('Purchase'), of('Sale')].map(boundsOf) as [AmountBounds, AmountBounds];
  const place = [district, party].filter((part) => part !== '').join(', ');
  return {
    kind: 'congress',
    facts: {
      ...NO_FACTS,
      form: report.isAmendment === 1 ? 'amendment' : '',
      documentId,
      tickers,
      personName: member.name,
      slug: member.slug,
      role: `${chamber === 'house' ? 'House' : 'Senate'}${place === '' ? '' : ` (${place})`}`,
      filedAt,
      rows: report.readability === 'read' ? trades.length : null,
      purchases: purchases.min,
      purchasesMax: purchases.max,
      sales: sales.min,
      salesMax: sales.max,
      currency: purchases.min === null && sales.min === null ? null : 'USD',
      sourceLink: report.source_link,
    },
    subjects: [
      ...new Set([
        subjectOf.member(member.memberId),
        ...tickers.flatMap((one) => [one, tickerBase(one.toUpperCase())]).map(subjectOf.ticker),
      ]),
    ],
  };
}

interface AmountBounds {
  min: number | null;
  max: number | null;
}

/** The sums of the bounds; no upper one with an open bracket. */
function boundsOf(trades: readonly TradeColumns[]): AmountBounds {
  const upper = trades.map((trade) => trade[8]);
  return {
    min: amountOf(trades.map((trade) => toCents(trade[7]))),
    max: upper.every((one) => one !== null) ? amountOf(upper.map(toCents)) : null,
  };
}
