/**
 * One search over every register: people by their own index; issuers, members, portfolios and European names by a walk
 * over the text of each list, which is short.
 */

import { cikIn } from '../../../tools/contract/identifiers.js';
import { EU_COUNTRIES } from '../../../tools/contract/markets/index.js';
import type { Reads, SearchFacts, SearchHitFacts, SearchType } from '../../../tools/contract/reads.js';
import { appendTo } from '../../collections.js';
import { LineWords } from '../near-words.js';
import type { GenerationTables } from '../question.js';
import { CODE_MARK, type SearchListType, searchCode } from '../search-entries.js';
import { anywherePatterns, matcher, type SearchQuery, searchQuery, startPatterns } from '../search-text.js';
import { insiderOfCik } from './insiders.js';
import { cikOfCusip } from './issuers.js';

const LISTS: Readonly<Record<SearchListType, readonly string[]>> = {
  issuer: ['issuer'],
  tracker: ['tracker'],
  member: ['member'],
  eu_issuer: EU_COUNTRIES.map((country) => `eu_issuer/${country}`),
  eu_manager: EU_COUNTRIES.map((country) => `eu_manager/${country}`),
};
const MATCHES = ['code', 'name', 'word', 'part'] as const;
type ExactMatch = (typeof MATCHES)[number];

/** The best hits of one type by match, and how many there are in all. */
interface TypeHits {
  found: Record<ExactMatch, SearchHitFacts[]>;
  total: number;
}

const noHits = (): TypeHits['found'] => ({ code: [], name: [], word: [], part: [] });

export async function searchNames(
  tables: GenerationTables,
  { q, types, limit }: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const ofTypes = await Promise.all(
    types.map((type) => (type === 'insider' ? people(tables, q, limit) : listed(tables, type, q, limit))),
  );
  const total = ofTypes.reduce((sum, one) => sum + one.total, 0);
  if (total === 0) return nearNames(tables, { q, types, limit });
  const hits = MATCHES.flatMap((match) => inTurn(ofTypes.map(({ found }) => found[match])));
  return { hits: hits.slice(0, limit), total };
}

/** Names with words near those of the query: the fewest edits first, then the types in turn. */
async function nearNames(
  tables: GenerationTables,
  { q, types, limit }: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const words = searchQuery(q)
    .joined.split(' ')
    .filter((word) => word !== '');
  const byEdits = new Map<number, SearchHitFacts[][]>();
  let total = 0;
  for (const type of types) {
    const found = new Map<number, SearchHitFacts[]>();
    if (type === 'insider') {
      const people = await tables.search.near(q, limit);
      total += people.total;
      const hits = people.hits.map((facts): SearchHitFacts => ({ type, match: 'approximate', facts }));
      appendTo(byEdits, people.edits, hits);
      continue;
    }
    for (const list of LISTS[type]) {
      const names = await namesOf(tables, list);
      if (names === null) continue;
      const listWords = await tables.memoised(`words of ${list}`, async () => new LineWords(names.text));
      for (const [place, edits] of listWords.near(words)) {
        total += 1;
        const hits = found.get(edits) ?? [];
        found.set(edits, hits);
        // The facts of a list are those of its type.
        if (hits.length < limit)
          hits.push({ type, match: 'approximate', facts: factsAt(names, place) } as SearchHitFacts);
      }
    }
    for (const [edits, hits] of found) appendTo(byEdits, edits, hits);
  }
  const inOrder = [...byEdits].sort(([a], [b]) => a - b);
  return { hits: inOrder.flatMap(([, lists]) => inTurn(lists)).slice(0, limit), total };
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly T[][]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

async function people(tables: GenerationTables, q: string, limit: number): Promise<TypeHits> {
  const found = noHits();
  const cik = cikIn(q);
  const named = cik === null ? null : await insiderOfCik(tables, cik);
  if (named !== null) found.code.push({ type: 'insider', match: 'code', facts: named });
  const classOf = matcher(searchQuery(q));
  let isNamedFound = false;
  for (const facts of await tables.search.hits(q, limit)) {
    if (facts.slug === named?.slug) isNamedFound = true;
    else {
      // The index finds what the matcher matches.
      const match = (['name', 'word', 'part'] as const)[classOf(facts) ?? 2];
      found[match].push({ type: 'insider', match, facts });
    }
  }
  const total = await tables.search.count(q);
  return { found, total: total + (named === null || isNamedFound ? 0 : 1) };
}

async function listed(
  tables: GenerationTables,
  type: SearchListType,
  q: string,
  limit: number,
): Promise<TypeHits> {
  const found = noHits();
  let total = 0;
  for (const list of LISTS[type]) {
    const names = await namesOf(tables, list);
    if (names === null) continue;
    const places = placesIn(names.text, q);
    if (type === 'issuer' && MATCHES.every((match) => places[match].length === 0))
      places.code.push(...(await placesOfCusip(tables, names.text, q)));
    for (const match of MATCHES) {
      total += places[match].length;
      // The facts of a list are those of its type.
      for (const place of places[match].slice(0, limit))
        found[match].push({ type, match, facts: factsAt(names, place) } as SearchHitFacts);
    }
  }
  return { found, total };
}

/** The lines of a list one after another, each behind a line feed, and the facts chunk by chunk. */
interface NameList {
  text: string;
  /** Where each chunk begins in `text`. */
  starts: number[];
  facts: string[];
}

function namesOf(tables: GenerationTables, list: string): Promise<NameList | null> {
  return tables.memoised(`names of ${list}`, () => readList(tables, list));
}

async function readList(tables: GenerationTables, list: string): Promise<NameList | null> {
  const rows = await tables.rows<[names: string, facts: string]>(
    `SELECT names, facts FROM search_chunk WHERE list = ? ${tables.current} ORDER BY chunk`,
    [list, ...tables.currentValues],
  );
  if (rows.length === 0) return null;
  const starts: number[] = [];
  let length = 0;
  for (const [names] of rows) {
    starts.push(length);
    length += names.length;
  }
  return {
    text: `${rows.map(([names]) => names).join('')}\n`,
    starts,
    facts: rows.map(([, facts]) => facts),
  };
}

/** Where the lines begin that match, each once under its best match and in their order. */
function placesIn(text: string, q: string): Record<ExactMatch, number[]> {
  const query = searchQuery(q);
  const seen = new Set<number>();
  const add = (to: number[], places: Iterable<number>) => {
    for (const place of places)
      if (!seen.has(place)) {
        seen.add(place);
        to.push(place);
      }
  };
  const found: Record<ExactMatch, number[]> = { code: [], name: [], word: [], part: [] };
  for (const code of codesOf(q)) add(found.code, linesWith(text, [CODE_MARK + code + CODE_MARK]));
  for (const name of wholeNames(query)) add(found.name, linesWith(text, [name]));
  for (const patterns of startPatterns(query)) add(found.word, linesWith(text, patterns));
  for (const pattern of anywherePatterns(query)) add(found.part, linesWith(text, [pattern]));
  // Two spellings find lines in turns.
  for (const places of [found.name, found.word, found.part]) places.sort((a, b) => a - b);
  return found;
}

/** Where the issuer of a CUSIP is that no symbol of a tracked portfolio names. */
async function placesOfCusip(tables: GenerationTables, text: string, q: string): Promise<Iterable<number>> {
  for (const code of codesOf(q)) {
    const cik = code.length === 9 ? await cikOfCusip(tables, code) : null;
    if (cik !== null) return linesWith(text, [CODE_MARK + cik + CODE_MARK]);
  }
  return [];
}

/** A whole name is between two spaces on both sides. */
function wholeNames({ joined, split, raw }: SearchQuery): string[] {
  return [...new Set([joined, split, raw])].filter((name) => name !== '').map((name) => `  ${name}  `);
}

/** The identifiers that a query can be: a symbol, a CIK with zeros before it, an ISIN, or the CUSIP inside one. */
function codesOf(q: string): string[] {
  const code = searchCode(q.replace(/^\s*\$/, ''));
  if (!/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(code)) return [];
  const cik = cikIn(q) ?? undefined;
  // The national number in an ISIN of the USA or Canada is the CUSIP.
  const [, cusip] = /^(?:US|CA)([A-Z0-9]{9})\d$/.exec(code) ?? [];
  return [...new Set([code, cik, cusip])].filter((one) => one !== undefined);
}

/** Where the lines begin that have all patterns, in their order. */
function* linesWith(text: string, patterns: readonly string[]): Generator<number> {
  // The longest is in the fewest lines.
  const [rarest = '', ...others] = [...patterns].sort((a, b) => b.length - a.length);
  if (rarest === '' || rarest.includes('\n')) return;
  for (let at = text.indexOf(rarest); at !== -1; ) {
    const start = text.lastIndexOf('\n', at);
    const end = text.indexOf('\n', at);
    const line = text.slice(start, end);
    // Only a pattern with the mark is looked for among the identifiers of a line.
    const names = rarest.includes(CODE_MARK) ? 0 : line.lastIndexOf(CODE_MARK) + 1;
    const isFound = start + names <= at || line.includes(rarest, names);
    if (isFound && others.every((pattern) => line.includes(pattern, names))) yield start;
    at = text.indexOf(rarest, end);
  }
}

function factsAt({ text, starts, facts }: NameList, place: number): SearchFacts<SearchType> {
  let chunk = starts.length - 1;
  while (chunk > 0 && (starts[chunk] ?? 0) > place) chunk -= 1;
  const lines = facts[chunk] ?? '';
  let from = 0;
  for (let at = starts[chunk] ?? 0; at < place; at = text.indexOf('\n', at + 1))
    from = lines.indexOf('\n', from) + 1;
  const end = lines.indexOf('\n', from);
  // The writer puts the facts of each line at its place.
  return JSON.parse(lines.slice(from, end === -1 ? undefined : end)) as SearchFacts<SearchType>;
}
