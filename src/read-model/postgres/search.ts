/**
 * The search for people in PostgreSQL. A query that many match is answered by walking over the people in the order of the
 * answer; one that few match, by an index of trigrams. Which it is follows from how many texts have its parts.
 */

import type { SqlValue } from '../../database/database.js';
import { nearPeople, type StoredPerson } from '../near-people.js';
import type { InsiderSearch } from '../search.js';
import {
  anywherePatterns,
  PART_LENGTH,
  type SearchQuery,
  searchQuery,
  searchText,
  sortWords,
  startPatterns,
  trigrams,
} from '../search-text.js';
import { arrayText, gramNumber, gramNumbers, isInitial } from './search-grams.js';
import { type GramTables, nearHits, readVocabulary } from './search-near.js';

/** When to walk, which a test with few people needs to set. */
export interface SearchLimits {
  /** If fewer can match, the index finds them sooner than a walk. */
  walkFrom: number;
  /** How many people a walk looks at before the index is used instead. */
  walkLength: number;
}

const LIMITS: SearchLimits = { walkFrom: 1500, walkLength: 5000 };
/** Counts of queries that this many match are kept: they take longest, and there are few. */
const KEEP_COUNT_FROM = 500;

type FoundPerson = [cik: string, slug: string, name: string, tickers: string, lastSeen: string];
type SearchTables = GramTables & { limits: SearchLimits };

export function postgresSearch(generation: GramTables, limits: SearchLimits = LIMITS): InsiderSearch {
  const tables = { ...generation, limits };
  const counts = new Map<string, number>();
  const vocabulary = () => generation.memoised('words of people', () => readVocabulary(generation));
  return {
    hits: (q, limit) => searchHits(tables, searchQuery(wellFormed(q)), limit),
    async count(q) {
      const query = searchQuery(wellFormed(q));
      const known = counts.get(query.raw);
      if (known !== undefined) return known;
      const count = await countHits(tables, query);
      if (count >= KEEP_COUNT_FROM) counts.set(query.raw, count);
      return count;
    },
    near: (q, limit) =>
      nearPeople(wellFormed(q), limit, vocabulary, (alternatives, most) =>
        nearHits(generation, alternatives, most),
      ),
  };
}

/** Half a pair of UTF-16 becomes U+FFFD, as it does in every text that a database is given. */
function wellFormed(q: string): string {
  return Buffer.from(q).toString();
}

async function searchHits(tables: SearchTables, query: SearchQuery, limit: number): Promise<StoredPerson[]> {
  const whole = await wholeNameHits(tables, query);
  const hits = whole.slice(0, limit);
  const starts = startPatterns(query);
  const anywhere = anywherePatterns(query).map((pattern) => [pattern]);
  if (hits.length < limit && starts.length > 0)
    hits.push(...(await classHits(tables, { wanted: starts, not: [] }, whole, limit - hits.length)));
  if (hits.length < limit && anywhere.length > 0)
    hits.push(...(await classHits(tables, { wanted: anywhere, not: starts }, whole, limit - hits.length)));
  return hits.map(([, slug, name, tickers, lastSeen]) => ({
    slug,
    name,
    tickers,
    lastSeen,
  }));
}

/** Alternatives, of which each is a list of patterns that a text must contain. */
type Alternatives = ReadonlyArray<readonly string[]>;

interface HitClass {
  wanted: Alternatives;
  /** What has one of these belongs to a better class. */
  not: Alternatives;
}

/** The people of one class in the order of the answer, without those of the best class. */
async function classHits(
  tables: SearchTables,
  { wanted, not }: HitClass,
  best: readonly FoundPerson[],
  limit: number,
): Promise<FoundPerson[]> {
  const plan = await planSearch(tables, wanted);
  if (plan === null) return [];
  const condition = contains(wanted);
  const exclusion = not.length === 0 ? { text: 'false', values: [] } : contains(not);
  const filter = {
    text: `${condition.text} AND NOT (${exclusion.text})${best.map(() => ' AND s.cik <> ?').join('')}`,
    values: [...condition.values, ...exclusion.values, ...best.map(([cik]) => cik)],
  };
  if (plan.most >= tables.limits.walkFrom) {
    const found = await walk(tables, filter, limit);
    if (found.length >= limit) return found;
  }
  return askIndex(tables, plan, filter, limit);
}

interface SearchCondition {
  text: string;
  values: SqlValue[];
}

/** The condition that the search text contains what is wanted. */
function contains(alternatives: Alternatives): SearchCondition {
  const one = (patterns: readonly string[]) =>
    patterns.map(() => 'strpos(s.search_text, ?) > 0').join(' AND ');
  return {
    text: `(${alternatives.map((patterns) => `(${one(patterns)})`).join(' OR ')})`,
    values: alternatives.flat(),
  };
}

const PERSON = 'SELECT i.cik, i.slug, i.name, i.tickers, i.last_seen';

/** The first people in the order of the answer who match, among the last seen. */
async function walk(tables: SearchTables, filter: SearchCondition, limit: number): Promise<FoundPerson[]> {
  const { current, currentValues } = tables;
  return tables.rows<FoundPerson>(
    `${PERSON} FROM (
       SELECT s.cik, s.last_seen, s.slug FROM (
         SELECT cik, last_seen, slug, search_text FROM insider_search WHERE true ${current}
         ORDER BY last_seen DESC, slug LIMIT ${tables.limits.walkLength}) s
       WHERE ${filter.text} ORDER BY s.last_seen DESC, s.slug LIMIT ?) f
     JOIN insider i ON i.cik = f.cik ${ofInsider(current)} ORDER BY f.last_seen DESC, f.slug`,
    [...currentValues, ...filter.values, limit, ...currentValues],
  );
}

/** All who match, from the index of trigrams; then sorted. */
async function askIndex(
  tables: SearchTables,
  { grams }: SearchPlan,
  filter: SearchCondition,
  limit: number,
): Promise<FoundPerson[]> {
  const { current, currentValues } = tables;
  return tables.gramRows<FoundPerson>(
    `${PERSON} FROM (
       SELECT s.cik, s.last_seen, s.slug FROM insider_search s
       WHERE ${grams.text} AND ${filter.text} ${current}
       ORDER BY s.last_seen || '' DESC, s.slug LIMIT ?) f
     JOIN insider i ON i.cik = f.cik ${ofInsider(current)} ORDER BY f.last_seen DESC, f.slug`,
    [...grams.values, ...filter.values, ...currentValues, limit, ...currentValues],
  );
}

async function countHits(tables: SearchTables, query: SearchQuery): Promise<number> {
  const [starts, anywhere] = [startPatterns(query), anywherePatterns(query).map((pattern) => [pattern])];
  // What contains ` son` contains `son`.
  const isOneWord = starts.every((patterns) => anywhere.some(([pattern]) => ` ${pattern}` === patterns[0]));
  const wanted = isOneWord ? anywhere : [...starts, ...anywhere];
  const inIndex = wanted.length === 0 ? 0 : await countContaining(tables, wanted);
  const notInIndex = (await wholeNameHits(tables, query)).filter(([, slug, name]) => {
    const text = searchText({ slug, name });
    return ![...starts, ...anywhere].some((patterns) => patterns.every((pattern) => text.includes(pattern)));
  });
  return inIndex + notInIndex.length;
}

async function countContaining(tables: SearchTables, wanted: Alternatives): Promise<number> {
  const plan = await planSearch(tables, wanted);
  if (plan === null) return 0;
  if (plan.isExact) return plan.most;
  const filter = contains(wanted);
  // One row: an aggregate.
  const [[count]] = (await tables.gramRows<[count: number]>(
    `SELECT count(*) FROM insider_search s WHERE ${plan.grams.text} AND ${filter.text} ${tables.current}`,
    [...plan.grams.values, ...filter.values, ...tables.currentValues],
  )) as [[number]];
  return count;
}

interface SearchPlan {
  /** At most this many match; all of these if `isExact`. */
  most: number;
  isExact: boolean;
  /** The condition for the index. */
  grams: SearchCondition;
}

/** How to find the texts that contain what is wanted; null if there are none. */
async function planSearch(tables: SearchTables, wanted: Alternatives): Promise<SearchPlan | null> {
  const parts = new Set(wanted.flat().flatMap((pattern) => [...partsOf(pattern)]));
  const owners = new Map(
    await tables.rows<[part: string, owners: number]>(
      `SELECT part, owners FROM search_part
       WHERE part = ANY (ARRAY(SELECT json_array_elements_text(?::text::json) COLLATE "C")) ${tables.current}`,
      [JSON.stringify([...parts]), ...tables.currentValues],
    ),
  );
  const ownersOf = (pattern: string) => Math.min(...partsOf(pattern).map((part) => owners.get(part) ?? 0));
  const possible = wanted
    .map((patterns) => ({ patterns, most: Math.min(...patterns.map(ownersOf)) }))
    .filter(({ most }) => most > 0);
  if (possible.length === 0) return null;
  const conditions = await Promise.all(possible.map(({ patterns }) => gramCondition(tables, patterns)));
  return {
    most: possible.reduce((sum, { most }) => sum + most, 0),
    isExact: possible.length === 1 && possible.every(({ patterns }) => isOnePart(patterns)),
    grams: {
      text: `(${conditions.map(({ text }) => text).join(' OR ')})`,
      values: conditions.flatMap(({ values }) => values),
    },
  };
}

const lengthOf = (text: string) => Array.from(text).length;

const isOnePart = (patterns: readonly string[]) =>
  patterns.length === 1 && patterns.every((pattern) => lengthOf(pattern) <= PART_LENGTH);

/** The counted parts of a pattern: itself if it is short, else its trigrams. */
function partsOf(pattern: string): string[] {
  return lengthOf(pattern) <= PART_LENGTH ? [pattern] : trigrams(pattern);
}

/** A text contains all patterns only if the index has all of this. */
async function gramCondition(tables: SearchTables, patterns: readonly string[]): Promise<SearchCondition> {
  const long = patterns.filter((pattern) => lengthOf(pattern) >= PART_LENGTH);
  const initials = patterns.filter(isInitial);
  if (long.length + initials.length > 0)
    return {
      text: 's.grams @> ?::integer[]',
      values: [arrayText([...new Set([...long.flatMap(gramNumbers), ...initials.map(gramNumber)])])],
    };
  // One or two characters: all trigrams that begin with the longest pattern. Every text ends with two spaces.
  const [longest = ''] = [...patterns].sort((a, b) => lengthOf(b) - lengthOf(a));
  const grams = await tables.rows<[part: string]>(
    `SELECT part FROM search_part WHERE part >= ? AND part < ? AND char_length(part) = ${PART_LENGTH} ${tables.current}`,
    [longest, `${longest}\u{10FFFF}`, ...tables.currentValues],
  );
  return { text: 's.grams && ?::integer[]', values: [arrayText(grams.map(([part]) => gramNumber(part)))] };
}

async function wholeNameHits(
  tables: SearchTables,
  { raw, joined, split }: SearchQuery,
): Promise<FoundPerson[]> {
  const [wholeJoined, wholeSplit] = joined === '' ? [null, null] : [sortWords(joined), sortWords(split)];
  const person = (condition: string) =>
    `${PERSON} FROM insider i WHERE ${condition} ${ofInsider(tables.current)}`;
  return tables.rows<FoundPerson>(
    `SELECT cik, slug, name, tickers, last_seen FROM (
       ${person('i.slug = ?')} UNION ${person('i.words_joined = ?')}
       UNION ${person('i.words_joined = ? AND i.words_split IS NULL')} UNION ${person('i.words_split = ?')}) f
     ORDER BY last_seen DESC, slug`,
    [raw, wholeJoined, wholeSplit, wholeSplit].flatMap((value) => [value, ...tables.currentValues]),
  );
}

/** The condition on the generation, for one of several tables. */
function ofInsider(current: string): string {
  return current.replaceAll('valid_', 'i.valid_');
}
