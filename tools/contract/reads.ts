/** The questions that a tool may put to the store. Asynchronous, so that any engine can stand behind it. */

import type { EuCountry } from './markets/index.js';
import type { SerializedRows } from './serialized-rows.js';
import type { MemberFacts, MemberIdentity, MemberTrade, UnreadReport } from './shapes/congress.js';
import type { ClusterFacts, StreakFacts } from './shapes/digest.js';
import type { EuRowFacts } from './shapes/eu.js';
import type { FilingFacts } from './shapes/filing.js';
import type { CareerLot, CoFiler, InsiderIdentity, InsiderTransaction } from './shapes/insider.js';
import type { TrackerDetail, TrackerRowFacts } from './shapes/tracker.js';
import type { PublicSourceId } from './sources.js';

/** The values of `meta.source`. The answer of the catalog belongs to no public source. */
export type SourceId = PublicSourceId | 'catalog';

/**
 * What is known of one source. `status` is one of: `never-read` (nothing was ever read),
 * `imported` (only documents that the operator saved; the register itself was never asked), `filling` (the first
 * load is under way), `ok`, `failing` (the last attempt failed; what was read before is still served), `off` (switched
 * off by the operator).
 */
export interface SourceState {
  source: PublicSourceId;
  publisher: string;
  homepage: string;
  /**
   * When its lists were last read with success, ISO 8601 UTC with milliseconds: of several registers the oldest of those
   * that were read. Null when none was, or nothing of it is derived yet.
   */
  lastReadAt: string | null;
  lastAttemptAt: string | null;
  /** When a record of this source last changed. */
  lastChangeAt: string | null;
  status: 'never-read' | 'imported' | 'filling' | 'ok' | 'failing' | 'off';
  /** Whether all of it was read and derived at least once. Until then what is missing may exist. */
  isWhole: boolean;
  /** The same of each register whose rows answer questions. */
  registers: RegisterReadState[];
  rows: number;
  warnings: number;
  /** Documents read so far; null where the register gives lists of rows and no documents. */
  documents: number | null;
  /** Documents that the register named and that were not read yet. */
  waiting: number;
  /** Why the last attempt failed, a plain sentence; '' when it did not. */
  failure: string;
  /** When the next attempt is due, ISO 8601 UTC; null when that is not known. */
  nextAttemptAt: string | null;
  /** One sentence for people: why it fails, what is missing, what the licence says. */
  note: string;
}

export interface RegisterReadState {
  register: string;
  lastReadAt: string | null;
  isWhole: boolean;
}

export interface FilingsQuery {
  /** First filing date wanted, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows filed after this moment (ISO 8601 UTC) stay out: the moment that the answer stands for. */
  until: string;
  codes: ReadonlyArray<'P' | 'S'>;
  /** USD */
  minValue: number;
  ticker: string | null;
  /** Rows of this issuer alone; for the pages of issuers, whose symbol may be none. */
  cik?: string;
  limit: number;
}

/** What matches a question of the feed, whatever its limit. */
export interface FilingTotals {
  rows: number;
  /** USD, sums of `totalValue` by direction. */
  purchases: number;
  sales: number;
}

/** Who an issuer is. */
export interface IssuerFacts {
  /** '' where only other registers name the symbol. */
  cik: string;
  /** '' where nothing says it. */
  name: string;
  ticker: string;
}

export interface InsiderHitFacts {
  slug: string;
  name: string;
  tickers: string[];
  lastSeen: string;
}

export interface InsiderFacts {
  identity: InsiderIdentity;
  transactions: InsiderTransaction[];
  careerLots: CareerLot[];
  coFilers: CoFiler[];
}

export interface MemberQuery {
  /** A slug that a member has, or had before. */
  slug: string;
  /** First disclosure date of the trades wanted, YYYY-MM-DD; null for all. */
  since: string | null;
  /** Reports disclosed after this day stay out, YYYY-MM-DD: the day that the answer stands for. */
  until: string;
  ticker: string | null;
  limit: number;
}

export interface MemberDetailFacts {
  member: MemberIdentity;
  trades: MemberTrade[];
  unreadReports: UnreadReport[];
}

export interface EuQuery {
  market: EuCountry;
  /** First publication date wanted, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows published after this moment (ISO 8601 UTC) stay out: the moment that the answer stands for. */
  until: string;
  isin: string | null;
  limit: number;
}

export interface Reads {
  /** The state of every source, in the order of `SOURCES`, without `catalog`. */
  sources(): Promise<SourceState[]>;
  /** Open-market Form 4 rows, newest filing first; ties by filingId, so that the order is total. */
  latestFilings(question: FilingsQuery): Promise<FilingFacts[]>;
  /** How many rows `latestFilings` would give without its limit, and what they add up to. */
  filingTotals(question: Omit<FilingsQuery, 'limit'>): Promise<FilingTotals>;
  /** Who an issuer is, by any form of its symbol or by CIK; null for one that nothing here names. */
  issuer(issuer: { ticker: string } | { cik: string }): Promise<IssuerFacts | null>;
  /** Issuers whose symbols are close to this one, closest first. */
  similarSymbols(ticker: string): Promise<IssuerFacts[]>;
  /** Best match first: whole name or slug, then a word that starts with the query, then anywhere. */
  searchInsiders(question: { q: string; limit: number }): Promise<InsiderHitFacts[]>;
  /** How many people match, without a limit. */
  countInsiders(question: { q: string }): Promise<number>;
  /** The tracked portfolios by their sort order. */
  trackers(): Promise<TrackerRowFacts[]>;
  /** One tracked portfolio; null for an unknown slug. */
  tracker(slug: string): Promise<TrackerDetail | null>;
  /** One person; null for an unknown slug. `since` is the first filing date of `transactions`, `until` the last moment. */
  insider(question: {
    slug: string;
    since: string;
    until: string;
    limit: number;
  }): Promise<InsiderFacts | null>;
  /** How many transactions `insider` would give without its limit. */
  countTransactions(question: { slug: string; since: string; until: string }): Promise<number>;
  /** Everybody in the Congress who filed a periodic transaction report, by slug. */
  congressMembers(): Promise<MemberFacts[]>;
  /**
   * One member; null for an unknown slug. Trades newest first by `disclosureDate`, then `transactionDate`, then
   * `filingId`; unread reports until then are all given, whatever the question asks of the trades.
   */
  congressMember(question: MemberQuery): Promise<MemberDetailFacts | null>;
  /** How many trades `congressMember` would give without its limit. */
  countTrades(question: Omit<MemberQuery, 'limit'>): Promise<number>;
  /** The cards of the latest derivation, most convincing first. */
  clusters(): Promise<ClusterFacts[]>;
  /** The live runs of the latest derivation, longest first. */
  streaks(): Promise<StreakFacts[]>;
  /** How many cards and runs the latest derivation found; null where an earlier version did not count them. */
  digestTotals(): Promise<{ clusters: number | null; streaks: number | null }>;
  /**
   * Acquisitions and disposals of one market at or above its floor (rows in another currency and rows of unknown
   * value pass it), newest publication first; ties by filingId. Rows that left the register are not among them.
   */
  euFilings(question: EuQuery): Promise<SerializedRows<EuRowFacts>>;
  /** How many rows `euFilings` would give without its limit. */
  countEuFilings(question: Omit<EuQuery, 'limit'>): Promise<number>;
  trackerNames(): Promise<Array<{ slug: string; name: string; archetype: string }>>;
  memberNames(): Promise<Array<{ slug: string; name: string; chamber: string }>>;
}
