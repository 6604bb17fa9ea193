/** Queries for members of Congress and their trades. */

import type { ListPlace } from '../place.js';
import type { SerializedJson, SerializedPageRows, SerializedRows } from '../serialized-rows.js';
import type {
  MemberFacts,
  MemberIdentity,
  MemberSummary,
  MemberSums,
  MemberTrade,
  UnreadReport,
} from '../shapes/congress.js';
import type { Found } from './found.js';

export interface MemberQuery {
  /** A current or former slug of a member. */
  slug: string;
  /** First disclosure date of the trades, YYYY-MM-DD; null for all. */
  since: string | null;
  /** Reports disclosed after this day (YYYY-MM-DD) are left out: the answer shows the data as of this day. */
  until: string;
  ticker: string | null;
  limit: number;
}

/** Which members of Congress, and in which order. */
export interface MemberSearch {
  /** The beginning of each word of the name or the slug, in any order. */
  name: string | null;
  chamber: 'house' | 'senate' | null;
  party: 'D' | 'R' | 'I' | null;
  /** Two letters, upper case. */
  state: string | null;
  /** By surname, else by a figure of the summary; ties by surname. */
  sort: 'name' | 'reports' | 'trades' | 'traded' | 'disclosed' | 'delay';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: see `placeIn`. */
  after: ListPlace | undefined;
  limit: number;
}

/** Which trades of members of Congress, and in which order. */
export interface TradeSearch {
  /** A current or former slug of a member. */
  member: string | null;
  /** First disclosure date, YYYY-MM-DD; null for all. */
  since: string | null;
  /** Last disclosure date, YYYY-MM-DD. */
  until: string;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  party: 'D' | 'R' | 'I' | null;
  /** Two letters, upper case. */
  state: string | null;
  chamber: 'house' | 'senate' | null;
  type: TradeType | null;
  owner: TradeOwner | null;
  /** USD, compared with the lower bound of the bracket. */
  minAmount: number;
  /** Whether more than LATE_DAYS passed; null for both and for unknown. */
  late: boolean | null;
  /** Which date `since` and `until` are compared with; `disclosed` when omitted. */
  dates?: 'disclosed' | 'traded';
  /** `ticker` and `delay` leave out what has none. */
  sort: 'disclosed' | 'traded' | 'amount' | 'delay' | 'ticker' | 'member';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

/** Which trades, without an order. */
export type TradeFilter = Omit<TradeSearch, 'sort' | 'order' | 'after' | 'limit'>;

export type TradeType = 'purchase' | 'sale' | 'exchange';

export type TradeOwner = 'self' | 'spouse' | 'joint' | 'child' | 'other';

export interface FoundTrades extends Found<MemberTrade> {
  /** Days from each trade of `rows` to its disclosure; null where unknown. */
  delays: ReadonlyArray<number | null>;
  /** What each row is sorted by. */
  places: readonly ListPlace[];
}

export interface FoundMembers extends Found<MemberSummary> {
  places: readonly ListPlace[];
}

export interface MemberDetailFacts {
  member: SerializedJson<MemberIdentity>;
  trades: SerializedRows<MemberTrade>;
  unreadReports: SerializedRows<UnreadReport>;
}

export interface CongressReads {
  /** The current slug of the member of Congress with this bioguide id. */
  memberSlug(memberId: string): Promise<string | null>;
  /** Every member of Congress who filed a periodic transaction report, ordered by slug. */
  congressMembers(): Promise<SerializedPageRows<MemberFacts>>;
  /** The same people with what their reports come to. `places` has the place of each row in the list. */
  searchMembers(question: MemberSearch): Promise<FoundMembers>;
  /**
   * One member; null for an unknown slug. Trades newest first by `disclosureDate`, then `transactionDate`, then
   * `filingId`; unread reports up to that day are all returned, whatever the filters on the trades are.
   */
  congressMember(question: MemberQuery): Promise<MemberDetailFacts | null>;
  /** How many trades `congressMember` would return without its limit. */
  countTrades(question: Omit<MemberQuery, 'limit'>): Promise<number>;
  /**
   * Trades of one member or of all, in any order; ties are ordered by disclosure date, trade date, document and row. By delay
   * there are only trades whose delay is known. `total` counts without the limit. Null for an unknown member.
   */
  searchTrades(question: TradeSearch): Promise<FoundTrades | null>;
  /** What all trades of one member that match come to. Null for an unknown member. */
  tradeSums(question: TradeFilter & { member: string }): Promise<MemberSums | null>;
}
