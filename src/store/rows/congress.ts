/** Members of Congress as the read model keeps them: identity, trades, reports that could not be read, the list. */

import { memberPage } from '../../../tools/contract/answer.js';
import type {
  MemberFacts,
  MemberIdentity,
  MemberTrade,
  OptionTerms,
  UnreadReport,
} from '../../../tools/contract/shapes/congress.js';
import { daysBetween } from '../../dates.js';
import { type Row, TRADE_FLAGS, UNKNOWN_DELAY } from '../../read-model/tables.js';
import { tickerBase } from '../../records/ticker.js';
import type { Store } from '../database/store.js';
import { toCents } from './filing-sums.js';

function memberIdentity(store: Store, memberId: string): MemberIdentity | undefined {
  return store
    .sql<MemberIdentity>(
      `SELECT slug, name AS "memberName", chamber, district, party, first_seen AS "firstSeen",
         last_seen AS "lastSeen", lifetime_filings AS "lifetimeFilings"
       FROM member WHERE member_id = ?`,
    )
    .get(memberId);
}

/** The row of one member; none for an unknown id. */
export function memberRows(store: Store, memberId: string): Row[] {
  const member = memberIdentity(store, memberId);
  return member === undefined ? [] : [[memberId, JSON.stringify(member)]];
}

/** Every slug of every member: the current one before aliases that no member has as a slug. */
export function memberSlugRows(store: Store): Row[] {
  return store
    .rows<[slug: string, place: number, memberId: string]>(
      `SELECT slug, 1, member_id FROM member_slug UNION ALL SELECT slug, 2, member_id FROM member_alias`,
    )
    .all();
}

/** The list of members, ordered by slug. */
export function memberListRows(store: Store): Row[] {
  return store
    .sql<MemberFacts>('SELECT slug, name, chamber, district FROM member ORDER BY slug')
    .all()
    .map((member, position) => ['members', position, memberPage(member.slug), JSON.stringify(member)]);
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
  isAmended: number;
};

/** The rows of a member that readers see. */
export function memberTradeRows(store: Store, memberId: string): Row[] {
  const member = memberIdentity(store, memberId);
  if (member === undefined) return [];
  return store
    .sql<MemberTradeColumns>(
      `SELECT r.document_id AS "documentId", t."row", r.chamber, f.district, f.party, t.ticker,
         t.asset_description AS "assetDescription", t.received_asset AS received, t.asset_type AS "assetType",
         t.type, t.owner, t.transaction_date AS "transactionDate", r.disclosure_date AS "disclosureDate",
         t.amount_label AS "amountLabel", t.amount_min AS "amountMin", t.amount_max AS "amountMax",
         t.amount_mid AS "amountMid", h.option_terms AS "optionTerms",
         h.is_date_doubtful AS "isDateDoubtful", r.source_link AS "sourceLink", r.ingested_at AS "ingestedAt",
         r.amendment IS NOT NULL OR t.filing_status IS 'Amended' AS "isAmended",
         json_extract(r.vehicles, '$.assetCaseUncertain') AS "caseUncertain"
       FROM member_trade h
       JOIN stock_act_report r ON r.id = h.report_id
       JOIN stock_act_filer f ON f.report_id = h.report_id
       JOIN stock_act_trade t ON t.report_id = h.report_id AND t."row" = h."row"
       WHERE h.member_id = ? ORDER BY h.document_id, h."row"`,
    )
    .all(memberId)
    .map((columns) => {
      const { documentId, row, disclosureDate, transactionDate } = columns;
      const trade = toTrade(columns, member);
      const ticker = trade.ticker.toUpperCase();
      const dates = [disclosureDate, transactionDate];
      const symbols = [ticker, tickerBase(ticker)];
      const facts = [toCents(trade.amountMin), trade.district.slice(0, 2), flagsOf(trade), delayOf(columns)];
      return [memberId, documentId, row, ...dates, ...symbols, ...facts, JSON.stringify(trade)];
    });
}

/** What an amendment restates may have been disclosed before, so its delay is unknown. */
function delayOf({
  disclosureDate,
  transactionDate,
  isDateDoubtful,
  isAmended,
}: Pick<MemberTradeColumns, 'disclosureDate' | 'transactionDate' | 'isDateDoubtful' | 'isAmended'>): number {
  return isDateDoubtful === 1 || isAmended === 1
    ? UNKNOWN_DELAY
    : daysBetween(transactionDate, disclosureDate);
}

/** `Sale (Full)` and `Sale (Partial)` are sales. */
function flagsOf({ chamber, party, type, owner }: MemberTrade): number {
  const words: string[] = [chamber, party, type.replace(/ \(.*$/, '').toLowerCase(), owner.toLowerCase()];
  return Object.entries(TRADE_FLAGS).reduce(
    (flags, [word, bit]) => (words.includes(word) ? flags | bit : flags),
    0,
  );
}

function toTrade(
  { documentId, row, received, assetDescription, ...facts }: MemberTradeColumns,
  { slug, memberName }: MemberIdentity,
): MemberTrade {
  return {
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
  };
}

/** Filed, but without trades here. */
export function unreadReportRows(store: Store, memberId: string): Row[] {
  return store
    .sql<UnreadReport>(
      `SELECT r.document_id AS "filingId", r.disclosure_date AS "disclosureDate", r.source_link AS "sourceLink", r.reason
       FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id
       WHERE f.member_id = ? AND r.readability <> 'read' ORDER BY r.document_id`,
    )
    .all(memberId)
    .map((report) => [memberId, report.filingId, report.disclosureDate, JSON.stringify(report)]);
}
