/**
 * The queries that tools may run against a generation of the read model. They are asynchronous so that any database can
 * implement them.
 */

import type { EuCountry } from './markets/index.js';
import type { ListPlace } from './place.js';
import type { SerializedJson, SerializedPageRows, SerializedRows } from './serialized-rows.js';
import type { MemberFacts, MemberIdentity, MemberTrade, UnreadReport } from './shapes/congress.js';
import type { ClusterFacts, StreakFacts } from './shapes/digest.js';
import type { EuRowFacts } from './shapes/eu.js';
import type { FilingFacts } from './shapes/filing.js';
import type { FilingGroup } from './shapes/filing-group.js';
import type { CareerLot, CoFiler, InsiderIdentity, InsiderTransaction } from './shapes/insider.js';
import type { TrackerDetail, TrackerRowFacts } from './shapes/tracker.js';
import type { PublicSourceId } from './sources.js';

/** The values of `meta.source`. The answer of the catalog belongs to no public source. */
export type SourceId = PublicSourceId | 'catalog';

/**
 * The state of one source. `status` is one of: `never-read` (nothing was read yet), `imported` (only documents that the
 * operator saved; the register itself was never requested), `filling` (the initial import is running), `ok`, `failing`
 * (the last attempt failed; earlier data is still served), `off` (switched off by the operator).
 */
export interface SourceState {
  source: PublicSourceId;
  publisher: string;
  homepage: string;
  /**
   * When its lists were last read with success, ISO 8601 UTC with milliseconds. With several registers: the oldest of
   * their times. Null when no register was read, or nothing is derived yet.
   */
  lastReadAt: string | null;
  lastAttemptAt: string | null;
  /** When a record of this source last changed. */
  lastChangeAt: string | null;
  status: 'never-read' | 'imported' | 'filling' | 'ok' | 'failing' | 'off';
  /** Whether all of it was read and derived at least once. Until then, a missing record may still exist. */
  isWhole: boolean;
  /** The same for each register whose rows are served. */
  registers: RegisterReadState[];
  rows: number;
  warnings: number;
  /** Documents read so far; null for a register that gives lists of rows and no documents. */
  documents: number | null;
  /** Documents that the register listed and that were not read yet. */
  waiting: number;
  /** Why the last attempt failed, as a plain sentence; '' when it succeeded. */
  failure: string;
  /** When the next attempt is due, ISO 8601 UTC; null when not known. */
  nextAttemptAt: string | null;
  /** One sentence for people: why the source fails, what is missing, what the licence says. */
  note: string;
}

interface RegisterReadState {
  register: string;
  lastReadAt: string | null;
  isWhole: boolean;
}

export interface FilingsQuery {
  /** First filing date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows filed after this moment (ISO 8601 UTC) are left out: the answer shows the data as of this moment. */
  until: string;
  codes: ReadonlyArray<'P' | 'S'>;
  /** USD */
  minValue: number;
  ticker: string | null;
  /** Only rows of this issuer; for the pages of issuers, which may have no symbol. */
  cik?: string;
  /** Only rows behind this place: filing time, accession number, row. */
  after?: ListPlace | undefined;
  limit: number;
}

/** Which rows of the feed, and in which order, beyond the plain feed. */
export interface FeedSearch {
  /** First filing date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows filed after this moment (ISO 8601 UTC) are left out. */
  until: string;
  codes: ReadonlyArray<'P' | 'S'>;
  /** USD; of a group, its sum. */
  minValue: number;
  maxValue: number | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  cik: string | null;
  /** Slug of the owner that the row names. */
  owner: string | null;
  role: FilingRole | null;
  planned: 'all' | 'only' | 'exclude';
  sort: 'filed' | 'value' | 'traded';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

export type FilingRole = 'chief' | 'ceo' | 'cfo' | 'officer' | 'director' | 'ten_percent';

/** Totals of all rows that match a feed query, regardless of its limit. */
export interface FilingTotals {
  rows: number;
  /** USD, sums of `totalValue` by direction. */
  purchases: number;
  sales: number;
}

/** Rows behind `after`, at most `limit`. */
export interface Found<R extends object> {
  rows: SerializedPageRows<R>;
  /** How many match, whatever `after` and `limit` are. */
  total: number;
  /** Only what was filed from this moment on (ISO 8601 UTC) is added up, because more matches than one answer adds up. */
  since?: string | null;
}

/** The identity of an issuer. */
export interface IssuerFacts {
  /** '' when only other registers name the symbol. */
  cik: string;
  /** '' when not known. */
  name: string;
  ticker: string;
}

export interface InsiderHitFacts {
  slug: string;
  name: string;
  tickers: string[];
  lastSeen: string;
}

/** What a search finds, by type. An issuer is one of a Form 4 or of the SEC's table of companies. */
interface SearchFactsByType {
  insider: InsiderHitFacts;
  issuer: { cik: string; name: string; tickers: string[] };
  tracker: Pick<TrackerRowFacts, 'slug' | 'name' | 'entityName' | 'role' | 'archetype'>;
  member: Pick<MemberIdentity, 'slug' | 'chamber' | 'district' | 'party' | 'lastSeen'> & { name: string };
  /** A name exactly as a register publishes it; `isins` are all beside it there. */
  eu_issuer: { country: EuCountry; name: string; isins: string[]; lastSeen: string };
  /** A manager of one such issuer. */
  eu_manager: { country: EuCountry; name: string; issuer: string; isins: string[]; lastSeen: string };
}
export type SearchType = keyof SearchFactsByType;
export type SearchFacts<T extends SearchType> = SearchFactsByType[T];

/**
 * How an entry matches: an identifier or symbol, the whole name, the start of a word for each word, anywhere, or with typing
 * errors.
 */
export type SearchMatch = 'code' | 'name' | 'word' | 'part' | 'approximate';

/** One entry that a search found. */
export type SearchHitFacts = {
  [T in SearchType]: { type: T; match: SearchMatch; facts: SearchFacts<T> };
}[SearchType];

export interface InsiderFacts {
  identity: InsiderIdentity;
  transactions: SerializedRows<InsiderTransaction>;
  careerLots: SerializedJson<CareerLot[]>;
  coFilers: SerializedJson<CoFiler[]>;
}

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
  sort: 'disclosed' | 'traded' | 'amount' | 'delay';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

export type TradeType = 'purchase' | 'sale' | 'exchange';
export type TradeOwner = 'self' | 'spouse' | 'joint' | 'child' | 'other';

export interface FoundTrades extends Found<MemberTrade> {
  /** Days from each trade of `rows` to its disclosure; null where unknown. */
  delays: ReadonlyArray<number | null>;
}

export interface MemberDetailFacts {
  member: SerializedJson<MemberIdentity>;
  trades: SerializedRows<MemberTrade>;
  unreadReports: SerializedRows<UnreadReport>;
}

export interface EuQuery {
  market: EuCountry;
  /** First publication date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows published after this moment (ISO 8601 UTC) are left out: the answer shows the data as of this moment. */
  until: string;
  isin: string | null;
  limit: number;
}

/** Which rows of which European markets, and in which order, beyond the plain list of one. */
export interface EuSearch extends Omit<EuQuery, 'market'> {
  markets: readonly EuCountry[];
  lei: string | null;
  direction: 'P' | 'S' | null;
  /** In `currency`. */
  minValue: number;
  /** Only rows in this currency; never null with a bound or an order by value. */
  currency: string | null;
  /** Words of the name: each begins a word of it. */
  issuer: string | null;
  manager: string | null;
  sort: 'published' | 'value';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: with an order by value that, then time of publication, filingId and market. */
  after: ListPlace | undefined;
}

export interface Reads {
  /** The state of every source, in the order of `SOURCES`, without `catalog`. */
  sources(): Promise<SourceState[]>;
  /** Open-market Form 4 rows, newest filing first; ties are ordered by filingId, so that the order is total. */
  latestFilings(question: FilingsQuery): Promise<SerializedPageRows<FilingFacts>>;
  /** How many rows `latestFilings` would return without its limit, and their sums. */
  filingTotals(question: Omit<FilingsQuery, 'limit'>): Promise<FilingTotals>;
  /** Rows of the feed in any order; ties are ordered by filing time and filingId. `total` counts them without the limit. */
  searchFilings(question: FeedSearch): Promise<Found<FilingFacts>>;
  /** Lots added up by filing, by insider and issuer, or by issuer. */
  filingGroups(question: FeedSearch & { group: FilingGroup['group'] }): Promise<Found<FilingGroup>>;
  /** An issuer, by any form of its symbol or by CIK; null for one that no stored record names. */
  issuer(issuer: { ticker: string } | { cik: string }): Promise<IssuerFacts | null>;
  /** Issuers with similar symbols, most similar first. */
  similarSymbols(ticker: string): Promise<IssuerFacts[]>;
  /** Best match first: whole name or slug, then a word that starts with the query, then anywhere. */
  searchInsiders(question: { q: string; limit: number }): Promise<InsiderHitFacts[]>;
  /** How many people match, without a limit. */
  countInsiders(question: { q: string }): Promise<number>;
  /** The person with this CIK, which has no leading zeros. */
  insiderOfCik(cik: string): Promise<InsiderHitFacts | null>;
  /**
   * Everything of these types that has the name or the identifier, and how many there are. By match; with the same match
   * the types in turn; of one type people by their last filing, all others by name. Only if nothing matches: names with
   * typing errors, the fewest first, but no people.
   */
  searchNames(question: { q: string; types: readonly SearchType[]; limit: number }): Promise<{
    hits: SearchHitFacts[];
    total: number;
  }>;
  /** The tracked portfolios in their sort order. */
  trackers(): Promise<SerializedPageRows<TrackerRowFacts>>;
  /** One tracked portfolio; null for an unknown slug. */
  tracker(slug: string): Promise<TrackerDetail | null>;
  /** One person; null for an unknown slug. `since` is the first filing date of `transactions`, `until` the last filing time. */
  insider(question: {
    slug: string;
    since: string;
    until: string;
    limit: number;
  }): Promise<InsiderFacts | null>;
  /** How many transactions `insider` would return without its limit. */
  countTransactions(question: { slug: string; since: string; until: string }): Promise<number>;
  /** Every member of Congress who filed a periodic transaction report, ordered by slug. */
  congressMembers(): Promise<SerializedPageRows<MemberFacts>>;
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
  /** The cards of the latest derivation, highest conviction first. */
  clusters(): Promise<SerializedPageRows<ClusterFacts>>;
  /** The live runs of the latest derivation, longest first. */
  streaks(): Promise<SerializedPageRows<StreakFacts>>;
  /** How many cards and runs the latest derivation found; null if an earlier version of the program derived them and did not count. */
  digestTotals(): Promise<{ clusters: number | null; streaks: number | null }>;
  /**
   * Acquisitions and disposals of one market at or above its floor (rows in another currency and rows of unknown
   * value pass it), newest publication first; ties are ordered by filingId. Rows that left the register are left out.
   */
  euFilings(question: EuQuery): Promise<SerializedRows<EuRowFacts>>;
  /** How many rows `euFilings` would return without its limit. */
  countEuFilings(question: Omit<EuQuery, 'limit'>): Promise<number>;
  /** Rows of markets; of several, each with its `market` as the first field. The floors of `euFilings` apply. */
  searchEuFilings(question: EuSearch): Promise<{ rows: SerializedRows<EuRowFacts>; total: number }>;
  trackerNames(): Promise<Array<{ slug: string; name: string; archetype: string }>>;
  memberNames(): Promise<Array<{ slug: string; name: string; chamber: string }>>;
  /** Up to `limit` slugs of people or symbols of the feed, from `from` on, in ascending order of their code units. */
  exportNames(question: { folder: 'insiders' | 'tickers'; from: string; limit: number }): Promise<string[]>;
}
