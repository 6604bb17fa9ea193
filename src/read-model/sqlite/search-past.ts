/**
 * The search for people in an earlier generation. The index knows how people are called now, and so gives only candidates:
 * with those who had another name before, each is looked up as the generation had it, and compared with the query.
 */

import type { SqliteDatabase } from '../../database/sqlite-database.js';
import { hasWords, nearPeople, type StoredPerson, Vocabulary, type WantedWords } from '../near-people.js';
import type { InsiderSearch } from '../search.js';
import { matcher, type SearchQuery, searchQuery, searchText, sortWords, wordsOf } from '../search-text.js';
import { TABLES } from '../tables.js';
import { pastName, pastRows } from './schema.js';
import {
  answerOrder,
  HIT_COLUMNS,
  type HitColumns,
  lastSeenSecond,
  type SearchHit,
  toHit,
} from './search-hits.js';
import {
  anywhereExpression,
  countHits,
  countStarts,
  searchExpression,
  startExpression,
} from './search-index.js';
import { candidateRanks, type RankQuery, readWordLines } from './search-near.js';

/** The words of all names, also of those that people had before; `until` is the last generation that it has. */
export interface KnownWords {
  until: number;
  vocabulary: Vocabulary;
}

/** More people than this are not all looked up: only the first ones are, and all are counted by what changed. */
const BROAD_FROM = 2000;

/** @param words the words of the names of this and all earlier generations */
export function pastSearch(
  database: SqliteDatabase,
  generation: number,
  words: () => KnownWords,
  broadFrom = BROAD_FROM,
): InsiderSearch {
  // The hits of a question and their number are often wanted one after the other.
  let last: { q: string; matches: ClassedHit[] } | null = null;
  const matchesOf = (q: string): ClassedHit[] => {
    if (last?.q !== q) last = { q, matches: [...matching(database, generation, searchQuery(q))] };
    return last.matches;
  };
  return {
    hits: async (q, limit) => {
      const query = searchQuery(q);
      const found =
        countHits(database, query) > broadFrom
          ? firstOfMany(database, generation, query, { limit, broadFrom })
          : bestOf(matchesOf(q), limit);
      return found;
    },
    count: async (q) => {
      const query = searchQuery(q);
      const classOf = matcher(query);
      // In one state of the file: a publication between the two would be counted by one of them.
      const broad = database.db.transaction(() => {
        const now = countHits(database, query);
        return now > broadFrom ? now + changeOfCount(database, generation, classOf) : null;
      })();
      if (broad !== null) return broad;
      return matchesOf(q).length;
    },
    near: (q, limit) =>
      nearPeople(
        q,
        limit,
        async () => words().vocabulary,
        async (alternatives, most) => nearHits(database, generation, alternatives, most),
      ),
  };
}

/** A person who matches, and in which way: see `matcher`. */
type ClassedHit = readonly [found: number, hit: SearchHit];

/** All who match, in the order of their ranks. */
function* matching(database: SqliteDatabase, generation: number, query: SearchQuery): Generator<ClassedHit> {
  const classOf = matcher(query);
  for (const hit of candidates(database, generation, namedNow(database, query))) {
    const found = classOf(hit);
    if (found !== null) yield [found, hit];
  }
}

function bestOf(matches: Iterable<ClassedHit>, limit: number): SearchHit[] {
  const best = [0, 1, 2].map(() => new FirstHits(limit));
  for (const [found, hit] of matches) best[found]?.add(hit);
  return best.flatMap((one) => one.sorted()).slice(0, limit);
}

/** The best hits of very many: the first of each class are found in the order of their ranks, and the others are not read. */
function firstOfMany(
  database: SqliteDatabase,
  generation: number,
  query: SearchQuery,
  { limit, broadFrom }: { limit: number; broadFrom: number },
): SearchHit[] {
  const classOf = matcher(query);
  // One query after the other: what is not read to its end would keep the connection busy.
  const firstOf = (found: 0 | 1 | 2, people: Iterable<SearchHit>): SearchHit[] => {
    const hits = new FirstHits(limit);
    for (const hit of people) {
      if (classOf(hit) === found) hits.add(hit);
      if (hits.isFull) break;
    }
    return hits.sorted();
  };
  const starts = startExpression(database, query);
  const isBroad = starts !== null && countStarts(database, query) > broadFrom;
  const best = firstOf(0, candidates(database, generation, wholeNow(query)));
  const starting = isBroad
    ? inOrder(database, generation, starts)
    : candidates(database, generation, inIndex(starts));
  best.push(...firstOf(1, starting));
  if (best.length >= limit) return best.slice(0, limit);
  const parts = anywhereExpression(database, query);
  const anywhere =
    parts === null ? candidates(database, generation, inIndex(null)) : inOrder(database, generation, parts);
  return [...best, ...firstOf(2, anywhere)].slice(0, limit);
}

/**
 * Those whom an expression of the index finds as they are called now, and all who changed since a generation, as they were in it,
 * in the order of their ranks. SQLite merges the two as far as they are read.
 */
function inOrder(database: SqliteDatabase, generation: number, expression: string): Iterable<SearchHit> {
  return hitsOf(
    database.iterate<HitColumns>(
      `SELECT i.slug, i.name, i.tickers, i.last_seen, s.rowid
       FROM insider_search s CROSS JOIN main.insider i ON i.search_rank = s.rowid
       WHERE insider_search MATCH ? AND i.valid_from <= ?
       UNION ALL SELECT ${HIT_COLUMNS} FROM (${pastRows(TABLES.insider)}) i
         WHERE i.valid_from <= ? AND i.valid_to > ? ORDER BY 5`,
      [expression, generation, generation, generation],
    ),
  );
}

/**
 * By how many the people who match were more or fewer than now: only those differ who came later or had another name. Those who
 * did not change since are called as they are now.
 */
function changeOfCount(
  database: SqliteDatabase,
  generation: number,
  classOf: ReturnType<typeof matcher>,
): number {
  const later = database.iterate<[slug: string, name: string]>(
    `SELECT slug, name FROM main.insider i WHERE valid_from > ? AND (cik IN (SELECT cik FROM past_name)
       OR NOT EXISTS (SELECT 1 FROM main.${pastName('insider')} p WHERE p.cik = i.cik AND p.valid_from <= ?))`,
    [generation, generation],
  );
  let change = 0;
  for (const [slug, name] of later) if (classOf({ slug, name }) !== null) change -= 1;
  const former = database.iterate<HitColumns>(
    `SELECT ${HIT_COLUMNS} FROM (${pastRows(TABLES.insider)}) i
     WHERE i.cik IN (SELECT cik FROM past_name) AND i.valid_from <= ? AND i.valid_to > ?`,
    [generation, generation],
  );
  for (const hit of hitsOf(former)) if (classOf(hit) !== null) change += 1;
  return change;
}

/** A word that no one had in a generation finds no one there, so one vocabulary serves all earlier ones. */
export function readKnownWords(database: SqliteDatabase): KnownWords {
  // One row: an aggregate.
  const [[until]] = database.rowsNow<[number | null]>('SELECT max(number) FROM kept_generation') as [
    [number | null],
  ];
  const owners = new Map<string, number>();
  for (const line of readWordLines(database).split('\n').filter(Boolean)) {
    const end = line.indexOf(' ');
    owners.set(line.slice(0, end), Number(line.slice(end + 1)));
  }
  const former = database.iterate<[slug: string, name: string]>(
    `SELECT slug, name FROM (${pastRows(TABLES.insider)}) WHERE cik IN (SELECT cik FROM past_name) GROUP BY slug, name`,
  );
  for (const [slug, name] of former)
    for (const word of wordsOf(searchText({ slug, name }))) owners.set(word, (owners.get(word) ?? 0) + 1);
  const lines = [...owners].map(([word, count]) => `${word} ${count}`).join('\n');
  return { until: until ?? -1, vocabulary: new Vocabulary(lines) };
}

/** The first hits in the order of the answer, given in the order of their ranks. */
class FirstHits {
  private readonly found: SearchHit[] = [];
  isFull = false;

  constructor(private readonly limit: number) {}

  add(hit: SearchHit): void {
    if (this.isFull) return;
    const last = this.found.at(-1);
    const isLater = last !== undefined && lastSeenSecond(hit) !== lastSeenSecond(last);
    // Ranks are exact to the second: those of one second are sorted afterwards.
    if (this.found.length >= this.limit && isLater) this.isFull = true;
    else this.found.push(hit);
  }

  sorted(): SearchHit[] {
    return this.found.sort(answerOrder).slice(0, this.limit);
  }
}

function namedNow(database: SqliteDatabase, query: SearchQuery): RankQuery {
  const whole = wholeNow(query);
  const others = inIndex(searchExpression(database, query));
  return { text: `${others.text} UNION ${whole.text}`, values: [...others.values, ...whole.values] };
}

/** Those whom an expression of the index finds; no one without one. */
function inIndex(expression: string | null): RankQuery {
  if (expression === null) return { text: 'SELECT NULL WHERE false', values: [] };
  return { text: 'SELECT rowid FROM insider_search WHERE insider_search MATCH ?', values: [expression] };
}

/** Those whose whole name or slug the query is. */
function wholeNow({ raw, joined, split }: SearchQuery): RankQuery {
  const [wholeJoined, wholeSplit] = joined === '' ? [null, null] : [sortWords(joined), sortWords(split)];
  return {
    text: `SELECT search_rank FROM main.insider WHERE slug = ?
      UNION SELECT search_rank FROM main.insider WHERE words_joined IN (?, ?)
      UNION SELECT search_rank FROM main.insider WHERE words_split = ?`,
    values: [raw, wholeJoined, wholeSplit, wholeSplit],
  };
}

/**
 * Those people as they were in a generation, and all who may have had another name in it, in the order of their ranks. An index
 * has all that is read of those who did not change since then, by their ranks.
 */
function candidates(
  database: SqliteDatabase,
  generation: number,
  { text, values }: RankQuery,
): Iterable<SearchHit> {
  const from = (table: string) => `SELECT ${HIT_COLUMNS} FROM ${table} i WHERE i.valid_from <= ?`;
  return hitsOf(
    database.iterate<HitColumns>(
      `WITH wanted (wanted_rank) AS MATERIALIZED (${text}),
         changed (cik) AS MATERIALIZED (
           SELECT cik FROM main.insider WHERE search_rank IN wanted AND valid_from > ? UNION SELECT cik FROM past_name)
       ${from('main.insider')} AND i.search_rank IN wanted
       UNION ALL ${from(`(${pastRows(TABLES.insider)})`)} AND i.cik IN changed AND i.valid_to > ? ORDER BY 5`,
      [...values, ...Array.from({ length: 4 }, () => generation)],
    ),
  );
}

function* hitsOf(rows: Iterable<HitColumns>): Generator<SearchHit> {
  for (const columns of rows) yield toHit(columns);
}

function nearHits(
  database: SqliteDatabase,
  generation: number,
  alternatives: readonly WantedWords[],
  limit: number,
): { hits: StoredPerson[]; total: number } {
  const found = new FirstHits(limit);
  let total = 0;
  for (const hit of candidates(database, generation, candidateRanks(alternatives))) {
    const text = searchText(hit);
    if (!alternatives.some((words) => hasWords(text, words))) continue;
    total += 1;
    found.add(hit);
  }
  return { hits: found.sorted(), total };
}
