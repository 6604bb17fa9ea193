/** Members of Congress as the read model keeps them: identity, trades, reports that could not be read, the list. */

import { memberPage } from '../../../tools/contract/answer.js';
import { LATE_DAYS } from '../../../tools/contract/rules.js';
import type {
  MemberFacts,
  MemberIdentity,
  MemberSummary,
  MemberTrade,
  OptionTerms,
  UnreadReport,
} from '../../../tools/contract/shapes/congress.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { appendTo, median } from '../../collections.js';
import { daysBetween } from '../../dates.js';
import {
  OPEN_CORRECTION,
  POSSIBLE_REPEAT,
  TRADE_FLAGS,
  UNKNOWN_DELAY,
} from '../../read-model/column-values.js';
import { listRowsOf } from '../../read-model/list-rows.js';
import { firstCharacters } from '../../read-model/search-text.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { erratumMarks, withMark } from '../errata/errata.js';
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

/** The rows of one member: identity and summary, trades, reports that could not be read. None for an unknown id. */
export function memberScopeRows(
  store: Store,
  memberId: string,
): Record<'member' | 'member_trade' | 'unread_report', Row[]> {
  const member = memberIdentity(store, memberId);
  if (member === undefined) return { member: [], member_trade: [], unread_report: [] };
  const trades = memberTrades(store, memberId, member);
  const unread = unreadReportRows(store, memberId);
  const summary = JSON.stringify(summaryOf(member, trades, unread.length));
  const names = [surnameOf(store, memberId), member.memberName].map(foldedName).join(' ');
  return {
    member: [[memberId, JSON.stringify(member), names, memberPage(member.slug), summary]],
    member_trade: trades.map((trade) => tradeRow([memberId, names], trade)),
    unread_report: unread,
  };
}

/** What the list of members shows. */
function summaryOf(
  { slug, memberName, chamber, district, party, lastSeen, lifetimeFilings }: MemberIdentity,
  trades: readonly PublishedTrade[],
  unreadReports: number,
): MemberSummary {
  const delays = trades.map(({ delay }) => delay).filter((delay) => delay !== UNKNOWN_DELAY);
  const days = trades.flatMap(({ trade }) => (trade.dateDoubtful === true ? [] : [trade.transactionDate]));
  return {
    ...{ slug, name: memberName, chamber, district, party, lifetimeFilings, unreadReports },
    trades: trades.length,
    lastTraded: days.sort().at(-1) ?? null,
    lastSeen,
    medianDays: delays.length === 0 ? null : median(delays),
    late: delays.filter((delay) => delay > LATE_DAYS).length,
  };
}

/** The surname of the latest report: the member's name in one text does not say where it begins. */
function surnameOf(store: Store, memberId: string): string {
  const latest = store
    .sql<{ surname: string }>(
      `SELECT r.filer_last AS surname FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id
       WHERE f.member_id = ? ORDER BY r.disclosure_date DESC, r.document_id DESC LIMIT 1`,
    )
    .get(memberId);
  return latest?.surname ?? '';
}

function foldedName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
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
  const members = store
    .sql<MemberFacts>('SELECT slug, name, chamber, district FROM member ORDER BY slug')
    .all();
  return listRowsOf(
    'members',
    members.map((member) => [member.slug, memberPage(member.slug), JSON.stringify(member)]),
  );
}

/** Words of the report that are not what their field can say. */
type WordsAsFiled = Pick<
  MemberTrade,
  'tickerAsFiled' | 'typeAsFiled' | 'ownerAsFiled' | 'filingStatusAsFiled'
>;
type MemberTradeColumns = Omit<
  MemberTrade,
  | 'filingId'
  | 'memberSlug'
  | 'memberName'
  | 'optionTerms'
  | 'dateDoubtful'
  | 'possibleRepeatOf'
  | 'correction'
  | 'replaces'
  | 'erratum'
  | keyof WordsAsFiled
> & { [field in keyof WordsAsFiled]: string | null } & {
  documentId: string;
  row: number;
  received: string | null;
  caseUncertain: number | null;
  optionTerms: string | null;
  isDateDoubtful: number;
  possibleRepeatOf: string | null;
  isCorrectionOpen: number;
  isAmended: number;
};

/** A trade as readers see it, and what its row has beside it. */
interface PublishedTrade {
  documentId: string;
  row: number;
  trade: MemberTrade;
  /** Days to the disclosure, or UNKNOWN_DELAY. */
  delay: number;
}

function memberTrades(store: Store, memberId: string, member: MemberIdentity): PublishedTrade[] {
  const replaced = replacedRows(store, memberId);
  const marks = erratumMarks(store, 'house-ptr', 'senate-ptr');
  return store
    .sql<MemberTradeColumns>(
      `SELECT r.document_id AS "documentId", t."row", r.chamber, f.district, f.party, h.ticker,
         t.asset_description AS "assetDescription", t.received_asset AS received, t.asset_type AS "assetType",
         t.type, t.owner, t.transaction_date AS "transactionDate", r.disclosure_date AS "disclosureDate",
         t.amount_label AS "amountLabel", t.amount_min AS "amountMin", t.amount_max AS "amountMax",
         t.amount_mid AS "amountMid", h.option_terms AS "optionTerms",
         h.is_date_doubtful AS "isDateDoubtful", h.possible_repeat_of AS "possibleRepeatOf",
         h.is_correction_open AS "isCorrectionOpen",
         h.ticker_as_filed AS "tickerAsFiled", t.type_filed AS "typeAsFiled",
         CASE WHEN t.owner = 'Other' AND t.owner_filed <> '' THEN t.owner_filed END AS "ownerAsFiled",
         t.filing_status_filed AS "filingStatusAsFiled", r.source_link AS "sourceLink", r.ingested_at AS "ingestedAt",
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
      const { documentId, row } = columns;
      const id = `${documentId}-${row}`;
      const trade = { ...toTrade(columns, member, replaced.get(id)), ...withMark(marks, id) };
      return { documentId, row, trade, delay: delayOf(columns) };
    });
}

/** For each row of a House report that is in the place of others, the ids of those. */
function replacedRows(store: Store, memberId: string): Map<string, string[]> {
  const rows = store
    .rows<[by: string, replaced: string]>(
      `SELECT s.by_document || '-' || s.by_row, r.document_id || '-' || s."row"
       FROM stock_act_superseded s JOIN stock_act_filer f ON f.report_id = s.report_id JOIN stock_act_report r ON r.id = s.report_id
       WHERE f.member_id = ? AND s.by_row IS NOT NULL ORDER BY r.document_id, s."row"`,
    )
    .all(memberId);
  const replaced = new Map<string, string[]>();
  for (const [by, id] of rows) appendTo(replaced, by, id);
  return replaced;
}

function tradeRow(
  [memberId, names]: readonly [id: string, names: string],
  { documentId, row, trade, delay }: PublishedTrade,
): Row {
  const { disclosureDate, transactionDate } = trade;
  const ticker = trade.ticker.toUpperCase();
  const dates = [disclosureDate, transactionDate];
  const symbols = [ticker, tickerBase(ticker), firstCharacters(names)];
  const facts = [toCents(trade.amountMin), trade.district.slice(0, 2), flagsOf(trade), delay];
  return [memberId, documentId, row, ...dates, ...symbols, ...facts, JSON.stringify(trade)];
}

/** What an amendment restates may have been disclosed before, as may what repeats a report: its delay is unknown. */
function delayOf({
  disclosureDate,
  transactionDate,
  isDateDoubtful,
  possibleRepeatOf,
  isCorrectionOpen,
  isAmended,
}: MemberTradeColumns): number {
  return isDateDoubtful === 1 || isAmended === 1 || isCorrectionOpen === 1 || possibleRepeatOf !== null
    ? UNKNOWN_DELAY
    : daysBetween(transactionDate, disclosureDate);
}

/** The operator withholds its bracket: derivation has taken it out of sums, and no other row is meant. */
const isWithheld = ({ amountLabel }: Pick<MemberTrade, 'amountLabel'>): boolean => amountLabel === '';

/** `Sale (Full)` and `Sale (Partial)` are sales. */
function flagsOf(trade: MemberTrade): number {
  const { chamber, party, type, owner, possibleRepeatOf, correction } = trade;
  const isOutOfSums = correction !== undefined || isWithheld(trade);
  const words: string[] = [chamber, party, type.replace(/ \(.*$/, '').toLowerCase(), owner.toLowerCase()];
  return Object.entries(TRADE_FLAGS).reduce(
    (flags, [word, bit]) => (words.includes(word) ? flags | bit : flags),
    (possibleRepeatOf === undefined ? 0 : POSSIBLE_REPEAT) | (isOutOfSums ? OPEN_CORRECTION : 0),
  );
}

function toTrade(
  { documentId, row, received, assetDescription, ...facts }: MemberTradeColumns,
  { slug, memberName }: MemberIdentity,
  replaces: string[] | undefined,
): MemberTrade {
  return {
    filingId: `${documentId}-${row}`,
    memberSlug: slug,
    memberName,
    chamber: facts.chamber,
    district: facts.district,
    party: facts.party,
    ticker: facts.ticker,
    ...(facts.tickerAsFiled === null ? {} : { tickerAsFiled: facts.tickerAsFiled }),
    assetDescription: received === null ? assetDescription : `${assetDescription}; ${received}`,
    assetType: facts.assetType,
    type: facts.type,
    ...(facts.typeAsFiled === null ? {} : { typeAsFiled: facts.typeAsFiled }),
    owner: facts.owner,
    ...(facts.ownerAsFiled === null ? {} : { ownerAsFiled: facts.ownerAsFiled }),
    transactionDate: facts.transactionDate,
    disclosureDate: facts.disclosureDate,
    ...(facts.isDateDoubtful === 1 ? { dateDoubtful: true as const } : {}),
    ...(facts.possibleRepeatOf === null ? {} : { possibleRepeatOf: facts.possibleRepeatOf }),
    ...(facts.isCorrectionOpen === 1 && !isWithheld(facts) ? { correction: 'unresolved' as const } : {}),
    ...(facts.filingStatusAsFiled === null ? {} : { filingStatusAsFiled: facts.filingStatusAsFiled }),
    ...(replaces === undefined ? {} : { replaces }),
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
function unreadReportRows(store: Store, memberId: string): Row[] {
  return store
    .sql<UnreadReport>(
      `SELECT r.document_id AS "filingId", r.disclosure_date AS "disclosureDate", r.source_link AS "sourceLink", r.reason
       FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id
       WHERE f.member_id = ? AND r.readability <> 'read' ORDER BY r.document_id`,
    )
    .all(memberId)
    .map((report) => [memberId, report.filingId, report.disclosureDate, JSON.stringify(report)]);
}
