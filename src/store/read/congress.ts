/** Reads members of Congress and their trades, newest disclosure first. */

import type { MemberDetailFacts, MemberQuery, Reads } from '../../../tools/contract/reads.js';
import type {
  MemberFacts,
  MemberIdentity,
  MemberTrade,
  OptionTerms,
  UnreadReport,
} from '../../../tools/contract/shapes/congress.js';
import type { Store } from '../database/store.js';
import { tickerBase } from '../database/ticker.js';

export function congressMembers(store: Store): MemberFacts[] {
  return store.sql<MemberFacts>('SELECT slug, name, chamber, district FROM member ORDER BY slug').all();
}

export function memberNames(store: Store): Awaited<ReturnType<Reads['memberNames']>> {
  return congressMembers(store).map(({ slug, name, chamber }) => ({ slug, name, chamber }));
}

/**
 * Null for an unknown slug. An earlier slug of a member works too, and so does an alias that no member has as a slug.
 */
export function congressMember(store: Store, question: MemberQuery): MemberDetailFacts | null {
  const found = store
    .sql<MemberIdentity & { memberId: string }>(
      `SELECT m.member_id AS "memberId", m.slug, m.name AS "memberName", m.chamber, m.district, m.party,
         m.first_seen AS "firstSeen", m.last_seen AS "lastSeen", m.lifetime_filings AS "lifetimeFilings"
       FROM (SELECT member_id, 1 AS place FROM member_slug WHERE slug = ?
             UNION ALL SELECT member_id, 2 FROM member_alias WHERE slug = ?) s
       JOIN member m ON m.member_id = s.member_id ORDER BY s.place LIMIT 1`,
    )
    .get(question.slug, question.slug);
  if (found === undefined) return null;
  const { memberId, ...member } = found;
  return {
    member,
    trades: memberTrades(store, memberId, member, question),
    unreadReports: unreadReports(store, memberId, question.until),
  };
}

type MemberTradeColumns = Omit<
  MemberTrade,
  'filingId' | 'memberSlug' | 'memberName' | 'optionTerms' | 'dateDoubtful'
> & {
  documentId: string;
  row: number;
  received: string | null;
  caseUncertain: number | null;
  optionTerms: string | null;
  isDateDoubtful: number;
};

/** A total order: after both dates by document, and in a document by the number of the row, 10 before 9. */
function memberTrades(
  store: Store,
  memberId: string,
  { slug, memberName }: MemberIdentity,
  question: MemberQuery,
): MemberTrade[] {
  const { filter, values } = tradeFilter(memberId, question);
  const order = 'h.disclosure_date DESC, h.transaction_date DESC, h.document_id DESC, h."row" DESC';
  return store
    .sql<MemberTradeColumns>(
      `SELECT r.document_id AS "documentId", t."row", r.chamber, f.district, f.party, t.ticker,
         t.asset_description AS "assetDescription", t.received_asset AS received, t.asset_type AS "assetType",
         t.type, t.owner, t.transaction_date AS "transactionDate", r.disclosure_date AS "disclosureDate",
         t.amount_label AS "amountLabel", t.amount_min AS "amountMin", t.amount_max AS "amountMax",
         t.amount_mid AS "amountMid", h.option_terms AS "optionTerms",
         h.is_date_doubtful AS "isDateDoubtful", r.source_link AS "sourceLink", r.ingested_at AS "ingestedAt",
         json_extract(r.vehicles, '$.assetCaseUncertain') AS "caseUncertain"
       FROM member_trade h
       JOIN stock_act_report r ON r.id = h.report_id
       JOIN stock_act_filer f ON f.report_id = h.report_id
       JOIN stock_act_trade t ON t.report_id = h.report_id AND t."row" = h."row"
       WHERE ${filter} ORDER BY ${order} LIMIT ?`,
    )
    .all(...values, question.limit)
    .map(({ documentId, row, received, assetDescription, ...facts }) => ({
      filingId: `${documentId}-${row}`,
      memberSlug: slug,
      memberName,
      chamber: facts.chamber,
      district: facts.district,
      party: facts.party,
      ticker: facts.ticker,
      assetDescription: received === null ? assetDescription : `${assetDescription}; ${received}`,
      assetType: facts.assetType,
      type: facts.type,
      owner: facts.owner,
      transactionDate: facts.transactionDate,
      disclosureDate: facts.disclosureDate,
      ...(facts.isDateDoubtful === 1 ? { dateDoubtful: true as const } : {}),
      amountLabel: facts.amountLabel,
      amountMin: facts.amountMin,
      amountMax: facts.amountMax,
      amountMid: facts.amountMid,
      ...(facts.optionTerms === null ? {} : { optionTerms: JSON.parse(facts.optionTerms) as OptionTerms }),
      sourceLink: facts.sourceLink,
      ingestedAt: facts.ingestedAt,
      ...(facts.caseUncertain === 1 ? { assetCaseUncertain: true as const } : {}),
    }));
}

/** The condition over `member_trade` h and, if the symbol has a class, `stock_act_trade` t. */
function tradeFilter(
  memberId: string,
  { since, until, ticker }: Omit<MemberQuery, 'limit'>,
): { filter: string; values: unknown[] } {
  const symbol = ticker?.toUpperCase();
  const ofTicker = symbol === undefined ? '' : 'AND h.ticker_base = ?';
  // BRK means every class of it, BRK.B only this one.
  const exact = symbol === undefined || tickerBase(symbol) === symbol ? '' : 'AND upper(t.ticker) = ?';
  return {
    filter: `h.member_id = ? AND h.disclosure_date BETWEEN ? AND ? ${ofTicker} ${exact}`,
    values: [
      memberId,
      since ?? '',
      until,
      ...(symbol === undefined ? [] : [tickerBase(symbol)]),
      ...(exact === '' ? [] : [symbol]),
    ],
  };
}

export function countTrades(store: Store, question: Omit<MemberQuery, 'limit'>): number {
  const member = store
    .rows<[memberId: string]>('SELECT member_id FROM member_slug WHERE slug = ?')
    .get(question.slug);
  if (member === undefined) return 0;
  const { filter, values } = tradeFilter(member[0], question);
  // One row: an aggregate.
  const [count] = store
    .rows<[count: number]>(
      `SELECT count(*) FROM member_trade h
       JOIN stock_act_trade t ON t.report_id = h.report_id AND t."row" = h."row" WHERE ${filter}`,
    )
    .get(...values) as [number];
  return count;
}

/** Filed, but without trades here; newest first. */
function unreadReports(store: Store, memberId: string, until: string): UnreadReport[] {
  return store
    .sql<UnreadReport>(
      `SELECT r.document_id AS "filingId", r.disclosure_date AS "disclosureDate", r.source_link AS "sourceLink", r.reason
       FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id
       WHERE f.member_id = ? AND r.readability <> 'read' AND r.disclosure_date <= ?
       ORDER BY r.disclosure_date DESC, r.document_id DESC`,
    )
    .all(memberId, until);
}
