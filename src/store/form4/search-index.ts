/**
 * The trigram index over owners' names, kept in the order of the results: its row ids ascend as `lastSeen` descends,
 * so that a query with fifty thousand hits reads only the first of them and sorts nothing.
 */

import { compareText } from '../../collections.js';
import type { Store } from '../database/store.js';
import {
  anywherePatterns,
  matcher,
  type SearchQuery,
  type SearchSubject,
  searchText,
  sortWords,
  startPatterns,
  trigrams,
} from './search-text.js';

/** Owners that can share one second of `lastSeen` (a data set puts a whole day on one). */
const RANKS_A_SECOND = 2 ** 20;
const LAST_SECOND = 2 ** 32;

/** A free rank for an owner last seen at this moment: the later, the lower. */
export function searchRank(store: Store, lastSeen: string): number {
  const first = (LAST_SECOND - Math.floor(Date.parse(lastSeen) / 1000)) * RANKS_A_SECOND;
  // One row: an aggregate.
  const { rank } = store
    .sql<{ rank: number | null }>(
      'SELECT max(search_rank) AS rank FROM insider WHERE search_rank >= ? AND search_rank < ?',
    )
    .get(first, first + RANKS_A_SECOND) as { rank: number | null };
  return rank === null ? first : rank + 1;
}

/** Adds an owner to the index under `rank`. */
export function indexInsider(store: Store, subject: SearchSubject, rank: number): void {
  const text = indexText(subject);
  store.sql('INSERT INTO insider_search (rowid, search_text) VALUES (CAST(? AS INTEGER), ?)').run(rank, text);
  const gram = store.sql(
    'INSERT INTO insider_gram (gram, owners) VALUES (?, 1) ON CONFLICT (gram) DO UPDATE SET owners = insider_gram.owners + 1',
  );
  for (const one of new Set(trigrams(text))) gram.run(one);
}

/** Removes an owner from the index; `subject` is the indexed text. */
export function unindexInsider(store: Store, subject: SearchSubject, rank: number): void {
  store.sql('DELETE FROM insider_search WHERE rowid = CAST(? AS INTEGER)').run(rank);
  const gram = store.sql('UPDATE insider_gram SET owners = owners - 1 WHERE gram = ?');
  for (const one of new Set(trigrams(indexText(subject)))) gram.run(one);
}

/** A character that no name contains. */
const SEPARATOR = '\u0001';

/** The search text and, each between two marks, the first letters of its words: one trigram for each of them. */
function indexText(subject: SearchSubject): string {
  const text = searchText(subject);
  const initials = new Set(text.match(/(?<= )[^ ]/gu));
  return `${text}${SEPARATOR}${[...initials].join(SEPARATOR)}${SEPARATOR}`;
}

interface SearchHit extends SearchSubject {
  tickers: string;
  last_seen: string;
}

type RankedSearchHit = SearchHit & { search_rank: number };

const HIT_COLUMNS = 'i.slug, i.name, i.tickers, i.last_seen, i.search_rank';

/** Best class first; within each the latest `lastSeen`, then slug. At most `limit`. */
export function searchHits(store: Store, query: SearchQuery, limit: number): SearchHit[] {
  const hits: SearchHit[] = wholeNameHits(store, query).slice(0, limit);
  const classOf = matcher(query);
  for (const [wanted, expression] of [
    [1, startExpression],
    [2, anywhereExpression],
  ] as const) {
    if (hits.length >= limit) break;
    const text = expression(store, query);
    if (text !== null) hits.push(...hitsOfClass(store, classOf, wanted, text, limit - hits.length));
  }
  return hits;
}

/**
 * How many owners match. The index alone is enough: it is queried for each whole pattern, so every hit counts and no
 * name has to be read. Whole names whose words come in another order are added, because the index does not find them.
 */
export function countHits(store: Store, query: SearchQuery): number {
  const [starts, anywhere] = [startPatterns(query), anywherePatterns(query)];
  const found = anyOf([
    ...starts.map((patterns) => allOf(patterns.map((pattern) => exactTerm(store, pattern)))),
    ...anywhere.map((pattern) => exactTerm(store, pattern)),
  ]);
  // One row: an aggregate.
  const inIndex =
    found === null
      ? 0
      : (
          store
            .rows<[hits: number]>('SELECT count(*) FROM insider_search WHERE insider_search MATCH ?')
            .get(found) as [number]
        )[0];
  const notInIndex = wholeNameHits(store, query).filter((subject) => {
    const text = searchText(subject);
    return !(
      starts.some((patterns) => patterns.every((pattern) => text.includes(pattern))) ||
      anywhere.some((pattern) => text.includes(pattern))
    );
  });
  return inIndex + notInIndex.length;
}

/** A pattern in the index's syntax, with every letter; null if nothing can contain it. */
function exactTerm(store: Store, pattern: string): string | null {
  if (Array.from(pattern).length < 3) return indexTerm(store, pattern);
  return trigrams(pattern).some((gram) => countOwnersWith(store, gram) === 0) ? null : quoted(pattern);
}

function wholeNameHits(store: Store, { raw, joined, split }: SearchQuery): SearchHit[] {
  const whole = joined === '' ? [null, null] : [sortWords(joined), sortWords(split)];
  return store
    .sql<RankedSearchHit>(
      `SELECT ${HIT_COLUMNS} FROM insider i WHERE i.slug = ? AND i.lifetime_distinct_filings > 0
       UNION SELECT ${HIT_COLUMNS} FROM insider i WHERE i.words_joined = ?
       UNION SELECT ${HIT_COLUMNS} FROM insider i WHERE i.words_split = ?`,
    )
    .all(raw, ...whole)
    .sort(answerOrder);
}

/** Reads hits of one class in the order of the index until `limit` is reached and the second is over. */
function hitsOfClass(
  store: Store,
  classOf: (subject: SearchSubject) => number | null,
  matchClass: 1 | 2,
  expression: string,
  limit: number,
): SearchHit[] {
  const found: RankedSearchHit[] = [];
  const rows = store.sql<RankedSearchHit>(
    `SELECT ${HIT_COLUMNS} FROM insider_search s JOIN insider i ON i.search_rank = s.rowid
     WHERE insider_search MATCH ? ORDER BY s.rowid`,
  );
  for (const row of rows.iterate(expression)) {
    const last = found.at(-1);
    if (last !== undefined && found.length >= limit && lastSeenSecond(row) !== lastSeenSecond(last)) break;
    if (classOf(row) === matchClass) found.push(row);
  }
  return found.sort(answerOrder).slice(0, limit);
}

const lastSeenSecond = (row: RankedSearchHit) => Math.floor(row.search_rank / RANKS_A_SECOND);

function answerOrder(a: SearchHit, b: SearchHit): number {
  return compareText(b.last_seen, a.last_seen) || compareText(a.slug, b.slug);
}

function startExpression(store: Store, query: SearchQuery): string | null {
  return anyOf(
    startPatterns(query).map((patterns) => allOf(patterns.map((pattern) => indexTerm(store, pattern)))),
  );
}

function anywhereExpression(store: Store, query: SearchQuery): string | null {
  return anyOf(
    anywherePatterns(query).map((pattern) => {
      // Word by word, each with the spaces around it: the index is fastest with short parts.
      const words = pattern.split(' ');
      const terms = words.map((word, at) =>
        indexTerm(store, `${at === 0 ? '' : ' '}${word}${at === words.length - 1 ? '' : ' '}`),
      );
      return terms.includes(null) ? null : `(${terms.join(' AND ')})`;
    }),
  );
}

function allOf(terms: Array<string | null>): string | null {
  return terms.includes(null) ? null : `(${terms.join(' AND ')})`;
}

function anyOf(alternatives: Array<string | null>): string | null {
  const possible = alternatives.filter((one) => one !== null);
  return possible.length === 0 ? null : possible.join(' OR ');
}

/** A pattern in the index's syntax; null if nothing can contain it. */
function indexTerm(store: Store, pattern: string): string | null {
  const characters = Array.from(pattern);
  if (characters.length === 2 && characters[0] === ' ') return quoted(SEPARATOR + characters[1] + SEPARATOR);
  if (characters.length < 3) return startingWith(store, pattern);
  const owners = trigrams(pattern).map((gram) => countOwnersWith(store, gram));
  if (owners.includes(0)) return null;
  if (characters.length <= 5) return quoted(pattern);
  // Reading the owners of every trigram of a long word is slow. Its rarest four letters, and the rarest apart from
  // those, leave few names that have both and not the word; `matcher` filters them.
  const parts = characters.slice(3).map((_, at) => ({
    at,
    part: characters.slice(at, at + 4).join(''),
    owners: Math.min(owners[at] ?? 0, owners[at + 1] ?? 0),
  }));
  parts.sort((a, b) => a.owners - b.owners);
  // More than five characters have at least three parts.
  const rarest = parts[0] as (typeof parts)[number];
  const far = ({ at }: { at: number }) => Math.min(3, Math.abs(at - rarest.at));
  // Stable: of those equally far apart the rarest comes first.
  const apart = parts.slice(1).sort((a, b) => far(b) - far(a))[0];
  return `(${[rarest, ...(apart === undefined ? [] : [apart])].map(({ part }) => quoted(part)).join(' AND ')})`;
}

function startingWith(store: Store, pattern: string): string | null {
  const grams = store
    .sql<{ gram: string }>('SELECT gram FROM insider_gram WHERE gram >= ? AND gram < ? AND owners > 0')
    .all(pattern, `${pattern}\u{10FFFF}`)
    .map((row) => quoted(row.gram));
  return grams.length === 0 ? null : `(${grams.join(' OR ')})`;
}

function countOwnersWith(store: Store, gram: string): number {
  const row = store.sql<{ owners: number }>('SELECT owners FROM insider_gram WHERE gram = ?').get(gram);
  return row?.owners ?? 0;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** After a change of very many owners: one whole index is read in half the time of many partial ones. */
export function optimiseSearchIndex(store: Store): void {
  store.sql("INSERT INTO insider_search (insider_search) VALUES ('optimize')").run();
}
