/**
 * The trigram index over owners' names, kept in the order of the answer: its row ids ascend as `lastSeen`
 * descends, so that a question with fifty thousand hits reads only the first of them and sorts nothing.
 */

import {
  anywherePatterns,
  inAnyOrder,
  matchClass,
  type SearchQuery,
  type SearchSubject,
  searchText,
  startPatterns,
  trigrams,
} from './search-text.js';
import type { Store } from './store.js';

/** Owners that can share one second of `lastSeen` (a data set puts a whole day on one). */
const RANKS_A_SECOND = 2 ** 20;
const LAST_SECOND = 2 ** 32;

/** A free rank for an owner last seen at this moment: the later, the lower. */
export function searchRank(store: Store, lastSeen: string): number {
  const first = (LAST_SECOND - Math.floor(Date.parse(lastSeen) / 1000)) * RANKS_A_SECOND;
  const { rank } = store
    .sql<{ rank: number | null }>(
      'SELECT max(search_rank) AS rank FROM insider WHERE search_rank >= ? AND search_rank < ?',
    )
    .get(first, first + RANKS_A_SECOND) as { rank: number | null };
  return rank === null ? first : rank + 1;
}

/** Puts an owner into the index under `rank`, taking it from where it stood. */
export function indexInsider(
  store: Store,
  subject: SearchSubject,
  rank: number,
  oldRank: number | null,
): void {
  const text = searchText(subject);
  if (oldRank !== null) store.sql('DELETE FROM insider_search WHERE rowid = CAST(? AS INTEGER)').run(oldRank);
  store.sql('INSERT INTO insider_search (rowid, search_text) VALUES (CAST(? AS INTEGER), ?)').run(rank, text);
  const gram = store.sql('INSERT INTO insider_gram (gram) VALUES (?) ON CONFLICT DO NOTHING');
  for (const one of trigrams(text)) gram.run(one);
}

export interface Hit extends SearchSubject {
  tickers: string;
  last_seen: string;
}

type RankedHit = Hit & { search_rank: number };

const HIT = 'i.slug, i.name, i.tickers, i.last_seen, i.search_rank';

/** Best class first; within each the latest `lastSeen`, then slug. At most `limit`. */
export function searchHits(store: Store, query: SearchQuery, limit: number): Hit[] {
  const hits: Hit[] = wholeNames(store, query).slice(0, limit);
  for (const [wanted, expression] of [
    [1, startExpression],
    [2, anywhereExpression],
  ] as const) {
    if (hits.length >= limit) break;
    const text = expression(store, query);
    if (text !== null) hits.push(...ranked(store, query, wanted, text, limit - hits.length));
  }
  return hits;
}

function wholeNames(store: Store, { raw, joined, split }: SearchQuery): Hit[] {
  const whole = joined === '' ? [null, null] : [inAnyOrder(joined), inAnyOrder(split)];
  return store
    .sql<RankedHit>(
      `SELECT ${HIT} FROM insider i WHERE i.slug = ?
       UNION SELECT ${HIT} FROM insider i WHERE i.words_joined = ?
       UNION SELECT ${HIT} FROM insider i WHERE i.words_split = ?`,
    )
    .all(raw, ...whole)
    .sort(answerOrder);
}

/** Reads hits of one class in the order of the index until `limit` is full and the second is over. */
function ranked(store: Store, query: SearchQuery, wanted: 1 | 2, expression: string, limit: number): Hit[] {
  const found: RankedHit[] = [];
  const rows = store.sql<RankedHit>(
    `SELECT ${HIT} FROM insider_search s JOIN insider i ON i.search_rank = s.rowid
     WHERE insider_search MATCH ? ORDER BY s.rowid`,
  );
  for (const row of rows.iterate(expression)) {
    const last = found.at(-1);
    if (last !== undefined && found.length >= limit && second(row) !== second(last)) break;
    if (matchClass(row, query) === wanted) found.push(row);
  }
  return found.sort(answerOrder).slice(0, limit);
}

const second = (row: RankedHit) => Math.floor(row.search_rank / RANKS_A_SECOND);

function answerOrder(a: Hit, b: Hit): number {
  if (a.last_seen !== b.last_seen) return a.last_seen < b.last_seen ? 1 : -1;
  return a.slug < b.slug ? -1 : 1;
}

function startExpression(store: Store, query: SearchQuery): string | null {
  return anyOf(
    startPatterns(query).map((patterns) => {
      const terms = patterns.map((pattern) => term(store, pattern));
      return terms.includes(null) ? null : `(${terms.join(' AND ')})`;
    }),
  );
}

function anywhereExpression(store: Store, query: SearchQuery): string | null {
  return anyOf(anywherePatterns(query).map((pattern) => term(store, pattern)));
}

function anyOf(alternatives: Array<string | null>): string | null {
  const possible = alternatives.filter((one) => one !== null);
  return possible.length === 0 ? null : possible.join(' OR ');
}

/** A pattern in the language of the index; null when nothing can contain it. */
function term(store: Store, pattern: string): string | null {
  if (Array.from(pattern).length >= 3) return quoted(pattern);
  const grams = store
    .sql<{ gram: string }>('SELECT gram FROM insider_gram WHERE gram >= ? AND gram < ?')
    .all(pattern, `${pattern}\u{10FFFF}`)
    .map((row) => quoted(row.gram));
  return grams.length === 0 ? null : `(${grams.join(' OR ')})`;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
