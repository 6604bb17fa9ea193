/**
 * The trigram index over owners' names, kept in the order of the results: its row ids ascend as `lastSeen` descends,
 * so that a query with fifty thousand hits reads only the first of them and sorts nothing.
 */

import type { SqliteDatabase } from '../../database/sqlite-database.js';
import type { Memoised } from '../memoised.js';
import { nearPeople, type StoredPerson, WORD_MARK } from '../near-people.js';
import type { InsiderSearch } from '../search.js';
import {
  anywherePatterns,
  matcher,
  PART_LENGTH,
  type SearchQuery,
  type SearchSubject,
  searchQuery,
  searchText,
  shortParts,
  sortWords,
  startPatterns,
  trigrams,
  wordsOf,
} from '../search-text.js';
import {
  answerOrder,
  HIT_COLUMNS,
  type HitColumns,
  lastSeenSecond,
  type SearchHit,
  toHit,
} from './search-hits.js';
import { nearHits, readVocabulary } from './search-near.js';

/** The tables of the index, beside those that every engine has. */
export const SEARCH_SCHEMA = `
CREATE VIRTUAL TABLE insider_search USING fts5 (
  search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');
CREATE TABLE insider_gram (gram TEXT PRIMARY KEY, owners INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE insider_word (word TEXT, rank INTEGER, PRIMARY KEY (word, rank)) WITHOUT ROWID;
-- People who had another name or slug in an earlier generation, or left: the index knows only how they are called now.
CREATE TABLE past_name (cik TEXT PRIMARY KEY) WITHOUT ROWID;
`;

/** The search of a connection that sees one generation. `memoised` keeps a result for that generation. */
export function sqliteSearch(database: SqliteDatabase, memoised: Memoised): InsiderSearch {
  const vocabulary = () => memoised('words of people', async () => readVocabulary(database));
  return {
    hits: async (q, limit) => searchHits(database, searchQuery(q), limit),
    count: async (q) => countHits(database, searchQuery(q)),
    near: (q, limit) =>
      nearPeople(q, limit, vocabulary, async (alternatives, most) => nearHits(database, alternatives, most)),
  };
}

/** Adds an owner to the index under `rank`. */
export function indexInsider(
  database: SqliteDatabase,
  subject: SearchSubject,
  rank: number,
  counts: GramCounts,
): void {
  const text = indexText(subject);
  database.runNow('INSERT INTO insider_search (rowid, search_text) VALUES (CAST(? AS INTEGER), ?)', [
    rank,
    text,
  ]);
  for (const word of wordsOf(searchText(subject)))
    database.runNow('INSERT INTO insider_word (word, rank) VALUES (?, CAST(? AS INTEGER))', [word, rank]);
  for (const part of countedParts(subject)) counts.set(part, (counts.get(part) ?? 0) + 1);
}

/** Removes an owner from the index; `subject` is the indexed text. */
export function unindexInsider(
  database: SqliteDatabase,
  subject: SearchSubject,
  rank: number,
  counts: GramCounts,
): void {
  database.runNow('DELETE FROM insider_search WHERE rowid = CAST(? AS INTEGER)', [rank]);
  for (const word of wordsOf(searchText(subject)))
    database.runNow('DELETE FROM insider_word WHERE word = ? AND rank = CAST(? AS INTEGER)', [word, rank]);
  for (const part of countedParts(subject)) counts.set(part, (counts.get(part) ?? 0) - 1);
}

/** The trigrams of the index, one and two letters, and the words, each behind a mark. */
function countedParts(subject: SearchSubject): Set<string> {
  const text = searchText(subject);
  const words = wordsOf(text).map((word) => WORD_MARK + word);
  return new Set([...trigrams(indexText(subject)), ...shortParts(text), ...words]);
}

/** By how many owners each part has more or fewer. Written once for a publication: a name has about sixty. */
export type GramCounts = Map<string, number>;

export function writeGramCounts(database: SqliteDatabase, counts: GramCounts): void {
  const add = `INSERT INTO insider_gram (gram, owners) VALUES (?, ?)
    ON CONFLICT (gram) DO UPDATE SET owners = insider_gram.owners + excluded.owners`;
  for (const [gram, owners] of counts) if (owners !== 0) database.runNow(add, [gram, owners]);
}

/** Empties the index, before everything is published again. */
export function clearSearchIndex(database: SqliteDatabase): void {
  database.runNow("INSERT INTO insider_search (insider_search) VALUES ('delete-all')");
  database.runNow('DELETE FROM insider_gram');
  database.runNow('DELETE FROM insider_word');
}

/** Notes that an owner is not called so any more. */
export function noteFormerName(database: SqliteDatabase, cik: string): void {
  database.runNow('INSERT OR IGNORE INTO past_name (cik) VALUES (?)', [cik]);
}

/** A character that no name contains. */
const SEPARATOR = '\u0001';

/** The search text and, each between two marks, the first letters of its words: one trigram for each of them. */
function indexText(subject: SearchSubject): string {
  const text = searchText(subject);
  const initials = new Set(text.match(/(?<= )[^ ]/gu));
  return `${text}${SEPARATOR}${[...initials].join(SEPARATOR)}${SEPARATOR}`;
}

/** Best class first; within each the latest `lastSeen`, then slug. At most `limit`. */
function searchHits(database: SqliteDatabase, query: SearchQuery, limit: number): StoredPerson[] {
  const hits: SearchHit[] = wholeNameHits(database, query).slice(0, limit);
  const classOf = matcher(query);
  for (const [wanted, expression] of [
    [1, startExpression],
    [2, anywhereExpression],
  ] as const) {
    if (hits.length >= limit) break;
    const text = expression(database, query);
    if (text !== null) hits.push(...hitsOfClass(database, classOf, wanted, text, limit - hits.length));
  }
  return hits;
}

/** How many people match as they are called now. */
export function countHits(database: SqliteDatabase, query: SearchQuery): number {
  const [starts, anywhere] = [startPatterns(query), anywherePatterns(query)];
  const inIndex = countedOwners(database, query) ?? countInIndex(database, starts, anywhere);
  const notInIndex = wholeNameHits(database, query).filter((subject) => {
    const text = searchText(subject);
    return !(
      starts.some((patterns) => patterns.every((pattern) => text.includes(pattern))) ||
      anywhere.some((pattern) => text.includes(pattern))
    );
  });
  return inIndex + notInIndex.length;
}

/** What the writer counted: of one short part, which every name that starts a word with it has too. Null for other queries. */
function countedOwners(database: SqliteDatabase, query: SearchQuery): number | null {
  const [pattern = '', ...others] = anywherePatterns(query);
  const isOne = others.length === 0 && !pattern.includes(' ') && pattern !== '';
  return isOne && Array.from(pattern).length <= PART_LENGTH ? countOwnersWith(database, pattern) : null;
}

/** How many people have words that begin with those of the query, as they are called now. */
export function countStarts(database: SqliteDatabase, query: SearchQuery): number {
  return countInIndex(database, startPatterns(query), []);
}

function countInIndex(database: SqliteDatabase, starts: string[][], anywhere: string[]): number {
  const found = anyOf([
    ...starts.map((patterns) => allOf(patterns.map((pattern) => exactTerm(database, pattern)))),
    ...anywhere.map((pattern) => exactTerm(database, pattern)),
  ]);
  if (found === null) return 0;
  // One row: an aggregate.
  const [[count]] = database.rowsNow<[hits: number]>(
    'SELECT count(*) FROM insider_search WHERE insider_search MATCH ?',
    [found],
  ) as [[number]];
  return count;
}

/** A pattern in the index's syntax, with every letter; null if nothing can contain it. */
function exactTerm(database: SqliteDatabase, pattern: string): string | null {
  if (Array.from(pattern).length < 3) return indexTerm(database, pattern);
  return trigrams(pattern).some((gram) => countOwnersWith(database, gram) === 0) ? null : quoted(pattern);
}

function wholeNameHits(database: SqliteDatabase, { raw, joined, split }: SearchQuery): SearchHit[] {
  const [wholeJoined, wholeSplit] = joined === '' ? [null, null] : [sortWords(joined), sortWords(split)];
  return database
    .rowsNow<HitColumns>(
      `SELECT ${HIT_COLUMNS} FROM insider i WHERE i.slug = ?
       UNION SELECT ${HIT_COLUMNS} FROM insider i WHERE i.words_joined = ?
       UNION SELECT ${HIT_COLUMNS} FROM insider i WHERE i.words_joined = ? AND i.words_split IS NULL
       UNION SELECT ${HIT_COLUMNS} FROM insider i WHERE i.words_split = ?`,
      [raw, wholeJoined, wholeSplit, wholeSplit],
    )
    .map(toHit)
    .sort(answerOrder);
}

/** Reads hits of one class in the order of the index until `limit` is reached and the second is over. */
function hitsOfClass(
  database: SqliteDatabase,
  classOf: (subject: SearchSubject) => number | null,
  matchClass: 1 | 2,
  expression: string,
  limit: number,
): SearchHit[] {
  const found: SearchHit[] = [];
  const rows = database.iterate<HitColumns>(
    `SELECT ${HIT_COLUMNS} FROM insider_search s JOIN insider i ON i.search_rank = s.rowid
     WHERE insider_search MATCH ? ORDER BY s.rowid`,
    [expression],
  );
  for (const columns of rows) {
    const hit = toHit(columns);
    const last = found.at(-1);
    if (last !== undefined && found.length >= limit && lastSeenSecond(hit) !== lastSeenSecond(last)) break;
    if (classOf(hit) === matchClass) found.push(hit);
  }
  return found.sort(answerOrder).slice(0, limit);
}

/** Finds at least everybody who matches in more than the whole name, as they are called now; null if no one can. */
export function searchExpression(database: SqliteDatabase, query: SearchQuery): string | null {
  const [starts, anywhere] = [startExpression(database, query), anywhereExpression(database, query)];
  return anyOf([starts, anywhere]);
}

/** Finds at least everybody of `countStarts`; null if no one can. */
export function startExpression(database: SqliteDatabase, query: SearchQuery): string | null {
  return anyOf(
    startPatterns(query).map((patterns) => allOf(patterns.map((pattern) => indexTerm(database, pattern)))),
  );
}

/** Finds at least everybody who has the query anywhere; null if no one can. */
export function anywhereExpression(database: SqliteDatabase, query: SearchQuery): string | null {
  return anyOf(
    anywherePatterns(query).map((pattern) => {
      // Word by word, each with the spaces around it: the index is fastest with short parts.
      const words = pattern.split(' ');
      const terms = words.map((word, at) =>
        indexTerm(database, `${at === 0 ? '' : ' '}${word}${at === words.length - 1 ? '' : ' '}`),
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
function indexTerm(database: SqliteDatabase, pattern: string): string | null {
  const characters = Array.from(pattern);
  if (characters.length === 2 && characters[0] === ' ') return quoted(SEPARATOR + characters[1] + SEPARATOR);
  if (characters.length < 3) return startingWith(database, pattern);
  const owners = trigrams(pattern).map((gram) => countOwnersWith(database, gram));
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

function startingWith(database: SqliteDatabase, pattern: string): string | null {
  const grams = database
    .rowsNow<[gram: string]>(
      `SELECT gram FROM insider_gram WHERE gram >= ? AND gram < ? AND length(gram) = ${PART_LENGTH} AND owners > 0`,
      [pattern, `${pattern}\u{10FFFF}`],
    )
    .map(([gram]) => quoted(gram));
  return grams.length === 0 ? null : `(${grams.join(' OR ')})`;
}

function countOwnersWith(database: SqliteDatabase, gram: string): number {
  const [row] = database.rowsNow<[owners: number]>('SELECT owners FROM insider_gram WHERE gram = ?', [gram]);
  return row?.[0] ?? 0;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** After a change of very many owners: one whole index is read in half the time of many partial ones. */
export function optimiseSearchIndex(database: SqliteDatabase): void {
  database.runNow("INSERT INTO insider_search (insider_search) VALUES ('optimize')");
}
