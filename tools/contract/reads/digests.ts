/** Queries for clusters, streaks and rankings. */

import type { ListPlace } from '../place.js';
import type { SerializedPageRows } from '../serialized-rows.js';
import type { ClusterEntry, ClusterFacts, StreakFacts } from '../shapes/digest.js';
import type { RankedIssuer, RankedPosition, RankedSymbol } from '../shapes/ranking.js';
import type { Found } from './found.js';

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

export interface DigestReads {
  /** The cards of the latest derivation, highest conviction first. */
  clusters(): Promise<SerializedPageRows<ClusterFacts>>;
  /** The live runs of the latest derivation, longest first. */
  streaks(): Promise<SerializedPageRows<StreakFacts>>;
  /** Clusters by any filter and in any order, also those behind the list of `clusters`. */
  searchClusters(question: ClusterSearch): Promise<FoundDigest<ClusterFacts & Partial<ClusterEntry>>>;
  /** Streaks by any filter and in any order, also those behind the list of `streaks`. */
  searchStreaks(question: StreakSearch): Promise<FoundDigest<StreakFacts>>;
  /** How many cards and runs the latest derivation found; null if an earlier version of the program derived them and did not count. */
  digestTotals(): Promise<{ clusters: number | null; streaks: number | null }>;
  /** Largest sum first; ties by CIK. */
  rankIssuers(question: IssuerRankingQuery): Promise<Found<Omit<RankedIssuer, 'url'>>>;
  /** By the one number, then the other, then the symbol. */
  rankSymbols(question: SymbolRankingQuery): Promise<RankedSymbols>;
  /** Largest value first; ties by slug and place in the portfolio. */
  rankPositions(question: PositionRankingQuery): Promise<RankedPositions>;
}
