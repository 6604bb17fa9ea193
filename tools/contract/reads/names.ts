/** Queries that find a name or an identifier. */

import type { EuCountry } from '../markets/index.js';
import type { MemberIdentity } from '../shapes/congress.js';
import type { TrackerRowFacts } from '../shapes/tracker.js';

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

/** What a search found, in order. Null stands for a hit whose stored row cannot be read. */
export type Hits<H> = ReadonlyArray<H | null>;

export interface NameReads {
  /** Best match first: whole name or slug, then a word that starts with the query, then anywhere. */
  searchInsiders(question: { q: string; limit: number }): Promise<Hits<InsiderHitFacts>>;
  /** How many people match, without a limit. */
  countInsiders(question: { q: string }): Promise<number>;
  /**
   * For a query without an exact match: people with typing errors in it, those with the fewest, latest filing first. `edits`
   * are those of each name.
   */
  nearInsiders(question: { q: string; limit: number }): Promise<{
    hits: Hits<InsiderHitFacts>;
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
    hits: Hits<SearchHitFacts>;
    total: number;
  }>;
  trackerNames(): Promise<Array<{ slug: string; name: string; archetype: string }>>;
  memberNames(): Promise<Array<{ slug: string; name: string; chamber: string }>>;
  /** Up to `limit` slugs of people or symbols of the feed, from `from` on, in ascending order of their code units. */
  exportNames(question: { folder: 'insiders' | 'tickers'; from: string; limit: number }): Promise<string[]>;
}
