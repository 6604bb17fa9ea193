/** People as the search reads them, and the order of its answers. */

import { compareText } from '../../collections.js';
import { RANKS_A_SECOND } from '../search-rank.js';
import type { SearchSubject } from '../search-text.js';

export interface SearchHit extends SearchSubject {
  tickers: string;
  lastSeen: string;
  rank: number;
}

export type HitColumns = [slug: string, name: string, tickers: string, lastSeen: string, rank: number];

export const HIT_COLUMNS = 'i.slug, i.name, i.tickers, i.last_seen, i.search_rank';

export const toHit = ([slug, name, tickers, lastSeen, rank]: HitColumns): SearchHit => ({
  slug,
  name,
  tickers,
  lastSeen,
  rank,
});

export const lastSeenSecond = ({ rank }: SearchHit) => Math.floor(rank / RANKS_A_SECOND);

export function answerOrder(a: SearchHit, b: SearchHit): number {
  return compareText(b.lastSeen, a.lastSeen) || compareText(a.slug, b.slug);
}
