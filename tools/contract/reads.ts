/**
 * The queries that tools may run against a generation of the read model. They are asynchronous so that any database can
 * implement them. Long because it is the whole list of what an engine answers.
 */

import type { EuCountry } from './markets/index.js';
import type { ListPlace } from './place.js';
import type { HOLDER_LEVELS } from './rules.js';
import type { SerializedJson, SerializedPageRows, SerializedRows } from './serialized-rows.js';
import type { ChangeEvent, ChangeItem, ChangeKind } from './shapes/change.js';
import type {
  MemberFacts,
  MemberIdentity,
  MemberSummary,
  MemberSums,
  MemberTrade,
  UnreadReport,
} from './shapes/congress.js';
import type { ClusterEntry, ClusterFacts, StreakFacts } from './shapes/digest.js';
import type { AnyMarketRow, EuRowFacts } from './shapes/eu.js';
import type { FilingFacts } from './shapes/filing.js';
import type { FilingGroup } from './shapes/filing-group.js';
import type { RecordSource } from './shapes/generation.js';
import type { MajorHolder } from './shapes/holder.js';
import type { CareerLot, CoFiler, InsiderIdentity, InsiderTransaction } from './shapes/insider.js';
import type { InsiderIssuerFacts } from './shapes/insider-filing.js';
import type { FundPosition, IssuerInsider, IssuerQuarter, OfficialTrade } from './shapes/issuer.js';
import type {
  HELD_SECURITY_SORTS,
  HeldInQuarter,
  HoldersOf,
  HoldingChange,
  HoldingKind,
  ManagerHit,
  ManagerHolding,
  ManagerReportRow,
  RankedHolding,
  SecurityHolder,
} from './shapes/managers.js';
import type { OwnedLines } from './shapes/owned-line.js';
import type { OwnershipFacts } from './shapes/ownership-row.js';
import type { PlannedSaleFacts, PlannedSaleStatus } from './shapes/planned-sale.js';
import type { Quality } from './shapes/quality.js';
import type { RankedIssuer, RankedPosition, RankedSymbol } from './shapes/ranking.js';
import type { TrackerDetail, TrackerRowFacts } from './shapes/tracker.js';
import type { ComparedPosition, PositionQuarter, TrackerQuarter } from './shapes/tracker-changes.js';
import type { TrackerHead } from './shapes/tracker-view.js';
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
  /** Documents that were fetched and could not be read, by register; only registers that have some. */
  unread?: ReadonlyArray<{ register: string; documents: number }>;
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
  /** At least this change of the holding in per cent, up or down; null for any. Only of groups by filing. */
  minChange: number | null;
  /** `change` only of groups by filing. `ticker` and `change` leave out what has none. */
  sort: FeedSort;
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

/** The orders of lists with rows of Forms 3 and 5. */
export type OwnershipSort = 'filed' | 'value' | 'traded';
export type FeedSort = 'filed' | 'value' | 'traded' | 'ticker' | 'insider' | 'shares' | 'price' | 'change';
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

/** An issuer with everything that identifies it. */
export interface IssuerCodes extends IssuerFacts {
  tickers: string[];
  cusips: string[];
}

/** An issuer in its own filings: names, owners, and the open-market rows filed from `since` to `until`. */
export interface IssuerRecord {
  /** Every name in filings, that of the newest filing first. */
  names: Array<{ name: string; lastFiledAt: string }>;
  /** The first of them, by their latest filing. Holdings are all that are known. */
  insiders: IssuerInsider[];
  insidersTotal: number;
  /** Every quarter of the window, newest first. */
  quarters: IssuerQuarter[];
}

/** What tracked portfolios have under some symbols. */
export interface TrackedPositions {
  funds: FundPosition[];
  fundsTotal: number;
  officials: OfficialTrade[];
  officialsTotal: number;
}

/** A row of any market, and the identifier by which it was found. */
export type JoinedEuRow = AnyMarketRow & { joinedBy: 'isin' | 'lei' };

export interface InsiderHitFacts {
  slug: string;
  name: string;
  tickers: string[];
  lastSeen: string;
}

/** What a search finds, by type. An issuer is one of a Form 4 or of the SEC's table of companies. */
interface SearchFactsByType {
  insider: InsiderHitFacts;
  /** `formerNames`: what earlier filings call it, the latest first. */
  issuer: { cik: string; name: string; tickers: string[]; formerNames: string[] };
  tracker: Pick<TrackerRowFacts, 'slug' | 'name' | 'entityName' | 'role' | 'archetype'>;
  member: Pick<MemberIdentity, 'slug' | 'chamber' | 'district' | 'party' | 'lastSeen'> & { name: string };
  /** A name exactly as a register publishes it; `isins` and `leis` are all beside it there. */
  eu_issuer: { country: EuCountry; name: string; isins: string[]; leis: string[]; lastSeen: string };
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

/** Which transactions of one person, and in which order. */
export interface TransactionSearch {
  slug: string;
  /** First filing date, YYYY-MM-DD (UTC), already clamped to the window. */
  since: string;
  /** Rows filed after this moment (ISO 8601 UTC) are left out. */
  until: string;
  /** Null for every code. */
  codes: readonly string[] | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  /** USD; above 0, rows without a value are left out. */
  minValue: number;
  sort: 'filed' | 'value' | 'traded';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
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

/** Which schedules 13D and 13G, and in which order. */
export interface HolderSearch {
  /** First filing date, YYYY-MM-DD (UTC); null for all. */
  since: string | null;
  /** Schedules filed after this moment (ISO 8601 UTC) are left out. */
  until: string;
  /** First and last day that a schedule is counted from, YYYY-MM-DD; null for all. */
  eventSince: string | null;
  eventUntil: string | null;
  /** Any of these symbols, upper case; none means all. */
  tickers: readonly string[];
  cik: string | null;
  /** Upper case. */
  cusip: string | null;
  /** CIK of a person or a filer of the schedule. */
  holder: string | null;
  type: '13D' | '13G' | null;
  /** Only schedules that show a crossing: of this level, or of any; null for all schedules. */
  crossing: HolderLevel | 'any' | null;
  /** The direction of that crossing; null for both. */
  direction: 'up' | 'down' | null;
  /** Above 0, schedules without a percent are left out. */
  minPercent: number;
  /** `current`: the newest schedule of each holder, unless it states five per cent or less. */
  list: 'current' | 'history';
  sort: 'filed' | 'event' | 'percent' | 'shares';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}

/** Which rows of Forms 3 and 5, in the orders of the feed. By value and by date of the trade, only those that have it. */
export interface Form35Search extends Omit<FeedSearch, 'codes' | 'sort' | 'minChange'> {
  sort: OwnershipSort;
  forms: ReadonlyArray<'3' | '5'>;
  /** Null for every code, and for holdings. */
  codes: readonly string[] | null;
}

/** Which notices of Form 144, and in which order. */
export interface PlannedSaleSearch {
  /** First filing date, YYYY-MM-DD; '' for all. */
  since: string;
  /** Last moment of filing, ISO 8601 UTC. */
  until: string;
  /** As in `TradeSearch`. */
  tickers: readonly string[];
  /** The issuer's. */
  cik: string | null;
  /** The slug of the person who sells, or the CIK of one without. */
  owner: string | null;
  ownerCik: string | null;
  /** At least one. */
  statuses: readonly PlannedSaleStatus[];
  planned: 'all' | 'only' | 'exclude';
  /** USD */
  minValue: number;
  /** The day on which a notice is open or lapsed, YYYY-MM-DD. */
  today: string;
  /** Whether all of Form 4 was read: only then no sale found means anything. */
  isForm4Whole: boolean;
  sort: 'filed' | 'sale_date' | 'value';
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the values that rows are sorted by. */
  after: ListPlace | undefined;
  limit: number;
}
export type HolderLevel = (typeof HOLDER_LEVELS)[number];

/** What decides the status of a planned sale besides the date. */
export interface PlannedSaleProgress {
  isAmended: boolean;
  /** What Form 4 reports. */
  sold: 'none' | 'part' | 'all';
  /** A sale would be found: the person files Form 4, and the number to be sold can be right. */
  isFindable: boolean;
  /** Last day that the notice covers, YYYY-MM-DD. */
  windowEnds: string;
}

export interface FoundPlannedSales extends Found<PlannedSaleFacts> {
  /** One for each row of `rows`. */
  progress: readonly PlannedSaleProgress[];
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
  /** An ISIN: rows that have it, and rows with the LEI of most of these, in any market, as `euRowsOf` joins them. */
  company: string | null;
  direction: 'P' | 'S' | null;
  /** In `currency`. */
  minValue: number;
  /** Only rows in this currency; never null with a bound or an order by value. */
  currency: string | null;
  /** Words of the name: each begins a word of it. */
  issuer: string | null;
  manager: string | null;
  /** Whether the names are whole ones, capitals, accents and signs apart. */
  isWholeName?: boolean;
  sort: EuSort;
  order: 'desc' | 'asc';
  /** Only what comes behind this place: the value of another order, then time of publication, filingId and market. */
  after: ListPlace | undefined;
}

export type EuSort = 'published' | 'traded' | 'value' | 'issuer' | 'manager';

export interface FoundEuRows {
  rows: SerializedRows<EuRowFacts>;
  /** What each row is sorted by. */
  places: readonly ListPlace[];
  total: number;
}

/** The place of a change in the log. */
export type ChangePlace = readonly [generation: number, position: number];

/** Which changes, and in which order. Without a filter: all. */
export interface ChangeSearch {
  /** Moments, ISO 8601 UTC, both included; null for no bound. */
  since: string | null;
  until: string | null;
  /** Only changes behind this place. */
  behind: ChangePlace | null;
  /** None means all. */
  kinds: readonly ChangeKind[];
  events: readonly ChangeEvent[];
  /** Purchases or sales of a document in `currency`; 0 for all documents. */
  minValue: number;
  currency: string;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  /** CIK of the issuer. */
  cik: string | null;
  isin: string | null;
  /** Slugs. */
  owner: string | null;
  member: string | null;
  tracker: string | null;
  order: 'desc' | 'asc';
  /** Only what comes behind this place in the order: generation and position. */
  after: ListPlace | undefined;
  limit: number;
}

export interface FoundChanges {
  items: ChangeItem[];
  /** How many match, whatever `after` and `limit` are. */
  total: number;
  /** The last change up to `until`, whatever the filters are; the last removed one if there is none. */
  newest: ChangePlace;
}

/** What is kept of changes. */
export interface ChangeRecord {
  /** The place of the last change that was removed because of its age; 0 and 0 if none was. */
  expired: ChangePlace;
  /** The last change; `expired` if there is none. */
  newest: ChangePlace;
  /** From when the changes of a source are recorded, ISO 8601 UTC; null while its first import runs, or if it is off. */
  recordedSince: Readonly<Record<string, string | null>>;
  /** The id of the log: data that was made again has another one. */
  log: string;
}

/** Which clusters. */
export interface ClusterSearch {
  direction: 'P' | 'S' | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  cik: string | null;
  /** Whether a chief is among the insiders; null for both. */
  chief: boolean | null;
  /** USD, and counted insiders; 0 when omitted. */
  minValue?: number;
  minInsiders?: number;
  /** Conviction when omitted; ties stay in the order of the plain list. */
  sort?: 'conviction' | 'value' | 'insiders' | 'filed';
  order?: 'desc' | 'asc';
  withInsiders: boolean;
  /** Only what comes behind this place: see `placeIn`. */
  after?: ListPlace | undefined;
  limit: number;
}

/** Which streaks. */
export interface StreakSearch
  extends Pick<ClusterSearch, 'direction' | 'tickers' | 'cik' | 'minValue' | 'order' | 'after' | 'limit'> {
  minWeeks?: number;
  /** `exclude`: no trade of the run is under a 10b5-1 plan. */
  planned?: 'all' | 'exclude';
  /** Weeks when omitted; ties stay in the order of the plain list. */
  sort?: 'weeks' | 'value';
  /** Slug of the insider. */
  owner: string | null;
}

export interface FoundDigest<R extends object> extends Omit<Found<R>, 'since'> {
  /** False if an earlier version of the program derived the entries and kept only the first ones. */
  isWhole: boolean;
}

/** Issuers by what their insiders traded in one direction, in filings of the last days. */
export interface IssuerRankingQuery {
  code: 'P' | 'S';
  days: number;
  /** First filing date, YYYY-MM-DD: that many days ago. */
  since: string;
  planned: 'all' | 'exclude';
  limit: number;
}

/** Symbols by what members of Congress traded. */
export interface SymbolRankingQuery {
  by: 'trades' | 'amount';
  /** First disclosure date, YYYY-MM-DD. */
  since: string;
  limit: number;
}

export interface RankedSymbols extends Found<Omit<RankedSymbol, 'url'>> {
  /** Trades of assets without a symbol. */
  withoutTicker: number;
}

/** Positions that tracked 13F filers opened or closed in their last report. */
export interface PositionRankingQuery {
  kind: 'new' | 'exit';
  /** First filing date of the report, YYYY-MM-DD. */
  since: string;
  limit: number;
}

export interface RankedPositions extends Found<Omit<RankedPosition, 'url'>> {
  /** Positions of unknown value, which are not in `total`. */
  unvalued: number;
  /** All tracked 13F filers, those with a report since then, and those of them with a report before it. */
  funds: number;
  recent: number;
  compared: number;
}

/** Which rows of a tracked portfolio. */
export interface TrackerRowsQuery {
  slug: string;
  /** In ascending order. */
  lists: readonly TrackerList[];
  /** See `StoredTrackerRow`; null for all. */
  kinds: readonly string[] | null;
  /** Any of these symbols, upper case: `BRK` is every class, `BRK.B` one; none means all. */
  tickers: readonly string[];
  /** First and last date of a transaction, YYYY-MM-DD; null for all. */
  since: string | null;
  until: string | null;
  /** Only rows behind this one: its list and its position there. */
  after: readonly [list: string, position: number] | undefined;
  limit: number;
}

export type TrackerList = 'exit' | 'holding' | 'transaction';

export interface StoredTrackerRow {
  list: TrackerList;
  position: number;
  /** How a position of a 13F changed, or `purchase`, `sale` or `exchange`; '' if unknown. */
  kind: string;
  /** A holding, an exit or a transaction of `TrackerDetail`. */
  json: string;
}

export interface FoundTrackerRows {
  rows: readonly StoredTrackerRow[];
  /** How many match, whatever `after` and `limit` are. */
  total: number;
  /** How many match but for a date, or a kind, that is unknown. */
  undated: number;
  untyped: number;
}

/** A filing from one generation until before another one. */
export interface FilingVersion {
  /** The number of the generation that began it. */
  generation: number;
  /** When that generation and the one that ended it began to answer, ISO 8601 UTC; null if unknown, and for no end. */
  from: string | null;
  until: string | null;
  /** Whether a first import was running: then the filing may be much older. Null if unknown. */
  isFirstFill: boolean | null;
  event: 'entered' | 'changed' | 'left';
  /** In the order of the document. */
  rows: SerializedPageRows<FilingFacts>;
  related: RelatedFiling[];
}

/** Another filing of the same people about the same issuer, in the same generation. */
export interface RelatedFiling {
  generation: number;
  accession: string;
  event: 'entered' | 'left';
}

export interface FilingVersions {
  accession: string;
  /** From when on generations are kept, ISO 8601 UTC; null if none is. */
  keptSince: string | null;
  /** Oldest first. */
  versions: FilingVersion[];
}

/** A quarter of all managers. */
export interface ManagersQuarter {
  periodEnd: string;
  /** Managers whose holdings count. */
  managers: number;
}

export interface ManagerSearch {
  /** Words of the name, or null for all. */
  q: string | null;
  cik: string | null;
  after: ListPlace | undefined;
  limit: number;
}

/** Which positions of a comparison, and in which order. Periods are last days of quarters. */
export interface HoldingSearch {
  period: string;
  /** Null if there is no quarter to compare with. */
  prior: string | null;
  changes: readonly HoldingChange[];
  kinds: readonly HoldingKind[];
  minValue: number;
  sort: 'value' | 'amount' | 'change' | 'value_change';
  order: 'desc' | 'asc';
  after: ListPlace | undefined;
  limit: number;
}

/** The rows of one page, how many there are in all, and the place of the last one if more follow. */
export interface ComparedRows<R> {
  rows: R[];
  total: number;
  next: ListPlace | null;
}

/** Securities by one number of a quarter. */
export interface HoldingRankingQuery {
  /** Last day of the quarter. */
  period: string;
  sort: (typeof HELD_SECURITY_SORTS)[number];
  order: 'desc' | 'asc';
  /** Whether the number of the last row given is known, the number, and its CUSIP. */
  after: ListPlace | undefined;
  limit: number;
}

/** A security that managers report. */
export interface HeldSecurity {
  cusip: string;
  ticker: string | null;
  issuerName: string;
  titleOfClass: string;
}

/** The signed manifest of a generation, as the writer made it. */
export interface KeptManifest {
  number: number;
  /** SHA-256 of the signed text. */
  sha256: string;
  /** The signed text and its signatures. */
  json: string;
}

export interface Reads {
  /** Manifests, newest first, only of generations before `before`; null for all. */
  manifests(question: { before: number | null; limit: number }): Promise<KeptManifest[]>;
  countManifests(question: { before: number | null }): Promise<number>;
  /** What was measured of the registers; null before the first time. */
  quality(): Promise<Quality | null>;
  /** The documents of the first of `ids` that has any. */
  recordSources(ids: readonly string[]): Promise<RecordSource[]>;
  /** The state of every source, in the order of `SOURCES`, without `catalog`. */
  sources(): Promise<SourceState[]>;
  /** Open-market Form 4 rows, newest filing first; ties are ordered by filingId, so that the order is total. */
  latestFilings(question: FilingsQuery): Promise<SerializedPageRows<FilingFacts>>;
  /** How many rows `latestFilings` would return without its limit, and their sums. */
  filingTotals(question: Omit<FilingsQuery, 'limit'>): Promise<FilingTotals>;
  /** Rows of the feed in any order; ties are ordered by filing time and filingId. `total` counts them without the limit. */
  searchFilings(question: FeedSearch): Promise<Found<FilingFacts>>;
  /** The totals of what `searchFilings`, or `filingGroups` by filing, would return without place and limit. */
  searchTotals(
    question: Omit<FeedSearch, 'after' | 'limit'> & { table: 'filing' | 'filing_sum' },
  ): Promise<FilingTotals>;
  /** Lots added up by filing, by insider and issuer, or by issuer. */
  filingGroups(question: FeedSearch & { group: FilingGroup['group'] }): Promise<Found<FilingGroup>>;
  /** Rows of Forms 3 and 5, those that an amendment restates left out. `total` counts them without place and limit. */
  searchForm35(question: Form35Search): Promise<Found<OwnershipFacts>>;
  /** What a person owns, as last stated; null for an unknown slug. */
  ownedLines(question: { slug: string }): Promise<OwnedLines | null>;
  /** How the rows of a filing entered, changed and left. Null if it has none and never had one that is kept. */
  filingHistory(question: { accession: string }): Promise<FilingVersions | null>;
  /** An issuer, by any form of its symbol or by CIK; null for one that no stored record names. */
  issuer(issuer: { ticker: string } | { cik: string }): Promise<IssuerFacts | null>;
  /** The same with its symbols and CUSIPs; null too for a CUSIP whose issuer is not certain. */
  issuerCodes(issuer: { ticker: string } | { cik: string } | { cusip: string }): Promise<IssuerCodes | null>;
  /**
   * Closes of an issuer from a day on, adjusted for splits, oldest first. Empty for an issuer that is in no cluster or streak,
   * and where prices may not be shown.
   */
  issuerCloses(question: { cik: string; since: string }): Promise<Array<{ date: string; close: number }>>;
  /** `since` is a day, `until` a moment; null for an issuer that no filing names. */
  issuerRecord(question: {
    cik: string;
    since: string;
    until: string;
    limit: number;
  }): Promise<IssuerRecord | null>;
  /** Positions under any of these symbols, upper case: `BRK` is every class, `BRK.B` one. */
  trackedPositions(question: { tickers: readonly string[]; limit: number }): Promise<TrackedPositions>;
  /**
   * Rows of these markets that have one of the ISINs, or the LEI of most notifications with one; newest publication first. `isins` are
   * those of all that were found. The floors of `euFilings` apply.
   */
  euRowsOf(question: {
    markets: readonly EuCountry[];
    isins: readonly string[];
    since: string;
    until: string;
    limit: number;
  }): Promise<{ rows: JoinedEuRow[]; total: number; isins: string[] }>;
  /** Issuers with similar symbols, most similar first. */
  similarSymbols(ticker: string): Promise<IssuerFacts[]>;
  /** Best match first: whole name or slug, then a word that starts with the query, then anywhere. */
  searchInsiders(question: { q: string; limit: number }): Promise<InsiderHitFacts[]>;
  /** How many people match, without a limit. */
  countInsiders(question: { q: string }): Promise<number>;
  /**
   * For a query without an exact match: people with typing errors in it, those with the fewest, latest filing first. `edits`
   * are those of each name.
   */
  nearInsiders(question: { q: string; limit: number }): Promise<{
    hits: InsiderHitFacts[];
    total: number;
    edits: number;
  }>;
  /** The person with this CIK, which has no leading zeros. */
  insiderOfCik(cik: string): Promise<InsiderHitFacts | null>;
  /**
   * Everything of these types that has the name or the identifier, and how many there are. By match; with the same match
   * the types in turn; of one type people by their last filing, all others by name. Only if nothing matches: names with
   * typing errors, the fewest first; of people only those with the fewest.
   */
  searchNames(question: { q: string; types: readonly SearchType[]; limit: number }): Promise<{
    hits: SearchHitFacts[];
    total: number;
  }>;
  /** The tracked portfolios in their sort order. */
  trackers(): Promise<SerializedPageRows<TrackerRowFacts>>;
  /** One tracked portfolio; null for an unknown slug. */
  tracker(slug: string): Promise<TrackerDetail | null>;
  /** The same without its lists. */
  trackerHead(slug: string): Promise<TrackerHead | null>;
  /** Rows of its lists, by list and in the order of the portfolio. */
  trackerRows(question: TrackerRowsQuery): Promise<FoundTrackerRows>;
  /** What a 13F filer reported for each quarter, newest first; empty for any other portfolio. */
  trackerQuarters(slug: string): Promise<TrackerQuarter[]>;
  /** The positions of a quarter, compared with those of an earlier one; then those that are gone. Each the largest first. */
  comparedPositions(question: {
    slug: string;
    quarter: TrackerQuarter;
    prior: TrackerQuarter | null;
  }): Promise<ComparedPosition[]>;
  /** The positions in one security, options apart, newest quarter first: each quarter compared with the one before. */
  positionHistory(question: { slug: string; cusip: string }): Promise<PositionQuarter[]>;
  /** The current slug of the member of Congress with this bioguide id. */
  memberSlug(memberId: string): Promise<string | null>;
  /** One person; null for an unknown slug. `since` is the first filing date of `transactions`, `until` the last filing time. */
  insider(question: {
    slug: string;
    since: string;
    until: string;
    limit: number;
  }): Promise<InsiderFacts | null>;
  /** How many transactions `insider` would return without its limit. */
  countTransactions(question: { slug: string; since: string; until: string }): Promise<number>;
  /**
   * Transactions of one person in any order; ties are ordered by filing time, accession number and row. By value or date there
   * are only those that have it. `total` counts without the limit. Null for an unknown slug.
   */
  searchTransactions(question: TransactionSearch): Promise<Found<InsiderTransaction> | null>;
  /**
   * The companies in whose filings of the span a person is an owner, latest filing first, each with the last role and what is
   * owned as last filed; none for an unknown slug. `since` is a day, `until` a moment.
   */
  insiderIssuers(question: { slug: string; since: string; until: string }): Promise<InsiderIssuerFacts[]>;
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
  /** Schedules 13D and 13G in any order; ties by filing time and accession number. `total` counts without the limit. */
  searchHolders(question: HolderSearch): Promise<Found<Omit<MajorHolder, 'url'>>>;
  /**
   * Notices of planned sales; ties are ordered by filing time and accession number. Sorted by the day of sale or by value,
   * there are only notices where it is known. An unknown person has none.
   */
  /** Newest first; empty if nothing is derived. */
  managerQuarters(): Promise<ManagersQuarter[]>;
  /** With the largest newest report first. */
  searchManagers(question: ManagerSearch): Promise<Found<Omit<ManagerHit, 'url'>>>;
  /** Newest first; empty for an unknown manager. The name is that of each report. */
  managerReports(cik: string): Promise<Array<ManagerReportRow & { name: string }>>;
  managerHoldings(
    question: HoldingSearch & { cik: string; cusip: string | null; tickers: readonly string[] },
  ): Promise<ComparedRows<ManagerHolding> & { counts: Record<HoldingChange, number> }>;
  /** Newest first: every report of the manager, with each kind of the position that it has. */
  managerHistory(question: { cik: string; cusip: string }): Promise<HeldInQuarter[]>;
  /** By symbol or CUSIP, the one with most holders in the quarter first; empty if no manager reports it. */
  heldSecurities(
    question: { period: string } & ({ ticker: string } | { cusip: string }),
  ): Promise<HeldSecurity[]>;
  /** Securities of a quarter by one number; `net` only where it is known. */
  rankHoldings(
    question: HoldingRankingQuery,
  ): Promise<{ rows: Array<Omit<RankedHolding, 'url'>>; total: number }>;
  securityHolders(
    question: HoldingSearch & { cusip: string },
  ): Promise<ComparedRows<Omit<SecurityHolder, 'url'>> & { summary: HoldersOf['summary'] }>;
  plannedSales(question: PlannedSaleSearch): Promise<FoundPlannedSales>;
  /** What all trades of one member that match come to. Null for an unknown member. */
  tradeSums(question: TradeFilter & { member: string }): Promise<MemberSums | null>;
  /** The cards of the latest derivation, highest conviction first. */
  clusters(): Promise<SerializedPageRows<ClusterFacts>>;
  /** The live runs of the latest derivation, longest first. */
  streaks(): Promise<SerializedPageRows<StreakFacts>>;
  /** Clusters by any filter and in any order, also those behind the list of `clusters`. */
  searchClusters(question: ClusterSearch): Promise<FoundDigest<ClusterFacts & Partial<ClusterEntry>>>;
  /** Streaks by any filter and in any order, also those behind the list of `streaks`. */
  searchStreaks(question: StreakSearch): Promise<FoundDigest<StreakFacts>>;
  /** Largest sum first; ties by CIK. */
  rankIssuers(question: IssuerRankingQuery): Promise<Found<Omit<RankedIssuer, 'url'>>>;
  /** By the one number, then the other, then the symbol. */
  rankSymbols(question: SymbolRankingQuery): Promise<RankedSymbols>;
  /** Largest value first; ties by slug and place in the portfolio. */
  rankPositions(question: PositionRankingQuery): Promise<RankedPositions>;
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
  searchEuFilings(question: EuSearch): Promise<FoundEuRows>;
  /** Changes by their place; or which one of `owner`, `member` and `tracker` is unknown. */
  changes(question: ChangeSearch): Promise<FoundChanges | 'owner' | 'member' | 'tracker'>;
  changeRecord(): Promise<ChangeRecord>;
  /** `log` of it. */
  changeLog(): Promise<string>;
  trackerNames(): Promise<Array<{ slug: string; name: string; archetype: string }>>;
  memberNames(): Promise<Array<{ slug: string; name: string; chamber: string }>>;
  /** Up to `limit` slugs of people or symbols of the feed, from `from` on, in ascending order of their code units. */
  exportNames(question: { folder: 'insiders' | 'tickers'; from: string; limit: number }): Promise<string[]>;
}
