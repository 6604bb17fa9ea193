/**
 * The search for people in an earlier generation. The index knows how people are called now, and so gives only candidates:
 * with those who had another name before, each is looked up as the generation had it, and compared with the query.
 */

import type { InsiderHitFacts } from '../../../tools/contract/reads.js';
import type { SqliteDatabase } from '../../database/sqlite-database.js';
import { hasWords, nearPeople, Vocabulary, type WantedWords } from '../near-people.js';
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
  toFacts,
  toHit,
} from './search-hits.js';
import { countHits, countStarts, searchExpression, startExpression } from './search-index.js';
import { candidateRanks, type RankQuery, readWordLines } from './search-near.js';

/** The words of all names, also of those that people had before; `until` is the last generation that it has. */
export interface KnownWords {
  until: number;
  vocabulary: Vocabulary;
}

/** How a search goes that very many people match. */
export interface PastSearchLimits {
  /** More people than this are not all looked up: the first ones are walked to or looked up, and all are counted by what changed. */
  broadFrom: number;
  /** How far a walk goes. */
  walkLength: number;
}

const LIMITS: PastSearchLimits = { broadFrom: 2000, walkLength: 20_000 };

/** @param words the words of the names of this and all earlier generations */
export function pastSearch(
  database: SqliteDatabase,
  generation: number,
  words: () => KnownWords,
  { broadFrom, walkLength }: PastSearchLimits = LIMITS,
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
          ? (firstOfMany(database, generation, query, { limit, broadFrom, walkLength }) ??
            bestOf(matching(database, generation, query), limit))
          : bestOf(matchesOf(q), limit);
      return found.map(toFacts);
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

/** The best hits of very many, in the order of ranks; null if too few of the first people match. */
function firstOfMany(
  database: SqliteDatabase,
  generation: number,
  query: SearchQuery,
  { limit, broadFrom, walkLength }: PastSearchLimits & { limit: number },
): SearchHit[] | null {
  const classOf = matcher(query);
  const all = (found: 0 | 1, wanted: RankQuery) => {
    const hits = new FirstHits(limit);
    for (const hit of candidates(database, generation, wanted)) if (classOf(hit) === found) hits.add(hit);
    return hits.sorted();
  };
  const walked = (found: 1 | 2) =>
    firstWalkedTo(database, generation, walkLength, new FirstHits(limit), (hit) => classOf(hit) === found);
  const whole = all(0, wholeNow(query));
  const isBroad = countStarts(database, query) > broadFrom;
  const starting = isBroad ? walked(1) : all(1, inIndex(startExpression(database, query)));
  if (starting === null) return null;
  const best = [...whole, ...starting];
  if (best.length >= limit) return best.slice(0, limit);
  const anywhere = walked(2);
  return anywhere === null ? null : [...best, ...anywhere].slice(0, limit);
}

/** The first who match in the order of ranks; null if the walk ends before there are enough. */
function firstWalkedTo(
  database: SqliteDatabase,
  generation: number,
  walkLength: number,
  found: FirstHits,
  isWanted: (hit: SearchHit) => boolean,
): SearchHit[] | null {
  const walk = database.iterate<HitColumns>(
    `SELECT ${HIT_COLUMNS} FROM (${versions('main.insider')} UNION ALL ${versions(PAST)} AND valid_to > ?) i
     ORDER BY i.search_rank LIMIT ?`,
    [generation, generation, generation, walkLength],
  );
  for (const hit of hitsOf(walk)) {
    if (isWanted(hit)) found.add(hit);
    if (found.isFull) return found.sorted();
  }
  return null;
}

/** By how many the people who match were more or fewer than now: only those differ who came later or had another name. */
function changeOfCount(
  database: SqliteDatabase,
  generation: number,
  classOf: ReturnType<typeof matcher>,
): number {
  // Each half by its index: with an OR, and with UNION, which sorts, all people would be read.
  const later = database.iterate<[slug: string, name: string]>(
    `SELECT slug, name FROM main.insider WHERE cik IN (SELECT cik FROM past_name)
     UNION ALL SELECT slug, name FROM main.insider i WHERE valid_from > ? AND cik NOT IN (SELECT cik FROM past_name)
       AND NOT EXISTS (SELECT 1 FROM main.${pastName('insider')} p WHERE p.cik = i.cik AND p.valid_from <= ?)`,
    [generation, generation],
  );
  let change = 0;
  for (const [slug, name] of later) if (classOf({ slug, name }) !== null) change -= 1;
  const former = database.iterate<HitColumns>(
    `SELECT ${HIT_COLUMNS} FROM (${versions('main.insider')} UNION ALL ${versions(PAST)} AND valid_to > ?) i
     WHERE i.cik IN (SELECT cik FROM past_name)`,
    [generation, generation, generation],
  );
  for (const hit of hitsOf(former)) if (classOf(hit) !== null) change += 1;
  return change;
}

const PAST = `(${pastRows(TABLES.insider)})`;
const versions = (from: string) =>
  `SELECT cik, slug, name, tickers, last_seen, search_rank FROM ${from} WHERE valid_from <= ?`;

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
 * Those people, and all who had another name, as they were in a generation, in the order of their ranks. An index has all that is
 * read of those who did not change since then, by their ranks.
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
       UNION ALL ${from('main.insider')} AND i.cik IN (SELECT cik FROM past_name) AND i.search_rank NOT IN wanted
       UNION ALL ${from(`(${pastRows(TABLES.insider)})`)} AND i.cik IN changed AND i.valid_to > ? ORDER BY 5`,
      [...values, ...Array.from({ length: 5 }, () => generation)],
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
): { hits: InsiderHitFacts[]; total: number } {
  const found = new FirstHits(limit);
  let total = 0;
  for (const hit of candidates(database, generation, candidateRanks(alternatives))) {
    const text = searchText(hit);
    if (!alternatives.some((words) => hasWords(text, words))) continue;
    total += 1;
    found.add(hit);
  }
  return { hits: found.sorted().map(toFacts), total };
}
