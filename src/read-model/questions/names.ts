/**
 * One search over every register: people by their own index; issuers, members, portfolios and European names by a walk
 * over the text of each list, which is short. Long because exact and similar names are found in the same lists.
 */

import { cikIn } from '../../../tools/contract/identifiers.js';
import { EU_COUNTRIES } from '../../../tools/contract/markets/index.js';
import type {
  InsiderHitFacts,
  SearchFacts,
  SearchHitFacts,
  SearchMatch,
  SearchType,
} from '../../../tools/contract/reads/names.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { appendTo, firstFrom } from '../../collections.js';
import { LineWords } from '../near-words.js';
import type { GenerationTables } from '../question.js';
import { CODE_MARK, type SearchListType, searchCode } from '../search-entries.js';
import {
  anywherePatterns,
  hasOfficeOfCongress,
  matcher,
  type SearchQuery,
  searchQuery,
  startPatterns,
  withoutInitials,
  withoutTitle,
} from '../search-text.js';
import { parseSound } from '../sound-json.js';
import { readableHits, type StoredHit } from '../unreadable-rows.js';
import { insiderOfCik, storedHit } from './insiders.js';
import { cikOfCusip } from './issuers.js';

const LISTS: Readonly<Record<SearchListType, readonly string[]>> = {
  issuer: ['issuer'],
  tracker: ['tracker'],
  member: ['member'],
  eu_issuer: EU_COUNTRIES.map((country) => `eu_issuer/${country}`),
  eu_manager: EU_COUNTRIES.map((country) => `eu_manager/${country}`),
};
/** A line feed, which begins a line, and the mark, which ends its identifiers. */
const LINE_SIGNS = new RegExp(`\\n|${CODE_MARK}`, 'g');
/** A shorter word is in too many lines. */
const WORD_MIN = 3;
const MATCHES = ['code', 'name', 'word', 'part'] as const;
type ExactMatch = (typeof MATCHES)[number];

/** A hit that is read when it is in the answer: many are found. */
type ReadHit = StoredHit<SearchHitFacts>;

/** The best hits of one type by match, and how many there are in all. */
interface TypeHits {
  found: Record<ExactMatch, ReadHit[]>;
  total: number;
}

const noHits = (): TypeHits['found'] => ({ code: [], name: [], word: [], part: [] });

export async function searchNames(
  tables: GenerationTables,
  question: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const found = await namesWith(tables, question);
  if (found.total > 0) return found;
  const plain = withoutTitle(question.q);
  if (plain === null) return nearNames(tables, question);
  const plainQuestion = { ...question, q: plain };
  if (!hasOfficeOfCongress(question.q)) return plainNames(tables, plainQuestion);
  const members = question.types.filter((type) => type === 'member');
  const member = await plainNames(tables, { ...plainQuestion, types: members });
  // Somebody else may have the name of a member who is filed in another spelling.
  return member.total > 0 ? member : approximate(await plainNames(tables, plainQuestion));
}

async function plainNames(
  tables: GenerationTables,
  question: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const found = await namesWith(tables, question);
  return found.total > 0 ? found : nearNames(tables, question);
}

type FoundNames = Awaited<ReturnType<Reads['searchNames']>>;

function approximate({ hits, total }: FoundNames): FoundNames {
  return { hits: hits.map((hit) => hit && { ...hit, match: 'approximate' as const }), total };
}

/** Names that match as they are written. */
async function namesWith(
  tables: GenerationTables,
  { q, types, limit }: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const ofTypes = await Promise.all(
    types.map((type) => (type === 'insider' ? people(tables, q, limit) : listed(tables, type, q, limit))),
  );
  const total = ofTypes.reduce((sum, one) => sum + one.total, 0);
  const hits = MATCHES.flatMap((match) =>
    inTurn(
      ofTypes.map(({ found }) => found[match]),
      limit,
    ),
  );
  return { hits: readableHits(tables, hits.slice(0, limit)), total };
}

/** Names with the words of the query but its initials; otherwise those near it, with typing errors. */
async function nearNames(
  tables: GenerationTables,
  question: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const plain = withoutInitials(question.q);
  if (plain === null) return namesNear(tables, question);
  const found = await namesWith(tables, { ...question, q: plain });
  // With another initial it may be somebody else.
  if (found.total > 0) return approximate(found);
  const near = await namesNear(tables, question);
  return near.total > 0 ? near : namesNear(tables, { ...question, q: plain });
}

/** The fewest edits first, then the types in turn. */
async function namesNear(
  tables: GenerationTables,
  { q, types, limit }: Parameters<Reads['searchNames']>[0],
): ReturnType<Reads['searchNames']> {
  const words = searchQuery(q)
    .joined.split(' ')
    .filter((word) => word !== '');
  const byEdits = new Map<number, ReadHit[][]>();
  let total = 0;
  for (const type of types) {
    const found = new Map<number, ReadHit[]>();
    if (type === 'insider') {
      const people = await tables.search.near(q, limit);
      total += people.total;
      const hits = people.hits.map((person) => personHit(storedHit(person), 'approximate'));
      appendTo(byEdits, people.edits, hits);
      continue;
    }
    for (const list of LISTS[type]) {
      const names = await namesOf(tables, list);
      if (names === null) continue;
      const listWords = await tables.memoised(`words of ${list}`, async () => new LineWords(names.text));
      for (const [start, edits] of listWords.near(words)) {
        total += 1;
        const hits = found.get(edits) ?? [];
        found.set(edits, hits);
        if (hits.length < limit)
          hits.push(hitAt(names, firstFrom(names.starts, start), { type, match: 'approximate' }));
      }
    }
    for (const [edits, hits] of found) appendTo(byEdits, edits, hits);
  }
  const inOrder = [...byEdits].sort(([a], [b]) => a - b);
  const hits = inOrder.flatMap(([, lists]) => inTurn(lists, limit)).slice(0, limit);
  return { hits: readableHits(tables, hits), total };
}

/** The first of each list, then the second of each, and so on; at least `most` if there are so many. */
function inTurn<T>(lists: readonly T[][], most: number): T[] {
  const taken: T[] = [];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let at = 0; at < longest && taken.length < most; at += 1)
    // The list is longer.
    for (const list of lists) if (at < list.length) taken.push(list[at] as T);
  return taken;
}

async function people(tables: GenerationTables, q: string, limit: number): Promise<TypeHits> {
  const found = noHits();
  const cik = cikIn(q);
  const named = cik === null ? null : await insiderOfCik(tables, cik);
  if (named !== null)
    found.code.push(personHit({ table: 'insider', key: named.slug, read: () => named }, 'code'));
  const classOf = matcher(searchQuery(q));
  let isNamedFound = false;
  const hits = await tables.search.hits(q, limit);
  for (const person of hits) {
    if (person.slug === named?.slug) isNamedFound = true;
    else {
      // The index finds what the matcher matches.
      const match = (['name', 'word', 'part'] as const)[classOf(person) ?? 2];
      found[match].push(personHit(storedHit(person), match));
    }
  }
  const total = hits.length < limit ? hits.length : await tables.search.count(q);
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
    const lines = linesOf(names, q);
    if (type === 'issuer' && MATCHES.every((match) => lines[match].length === 0))
      lines.code.push(...(await linesOfCusip(tables, names, q)));
    for (const match of MATCHES) {
      total += lines[match].length;
      for (const line of lines[match].slice(0, limit)) found[match].push(hitAt(names, line, { type, match }));
    }
  }
  return { found, total };
}

/** The lines of a list one after another, each behind a line feed, and the facts chunk by chunk. */
interface NameList {
  list: string;
  text: string;
  /** The line feed before each line, and the one behind the last. */
  starts: Int32Array;
  /** Where the names of each line begin, behind its identifiers. */
  names: Int32Array;
  /** The number of the first line of each chunk. */
  firsts: number[];
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
  const text = `${rows.map(([lines]) => lines).join('')}\n`;
  const [starts, names]: [number[], number[]] = [[], []];
  for (const { 0: sign, index } of text.matchAll(LINE_SIGNS)) {
    if (sign === '\n') starts.push(index);
    names[starts.length - 1] = index + 1;
  }
  const firsts: number[] = [];
  let place = 0;
  for (const [lines] of rows) {
    firsts.push(firstFrom(starts, place));
    place += lines.length;
  }
  return {
    list,
    text,
    starts: Int32Array.from(starts),
    // The last line feed begins no line.
    names: Int32Array.from(names.slice(0, -1)),
    firsts,
    facts: rows.map(([, facts]) => facts),
  };
}

/** The lines that match, each once under its best match and in their order. */
function linesOf(names: NameList, q: string): Record<ExactMatch, number[]> {
  const query = searchQuery(q);
  const isFound = new Uint8Array(names.names.length);
  const scanned = new Map<string, number[]>();
  const each = (alternatives: ReadonlyArray<readonly string[]>): number[] => {
    const lines: number[] = [];
    for (const patterns of alternatives)
      for (const line of linesWith(names, patterns, scanned))
        if (isFound[line] === 0) {
          isFound[line] = 1;
          lines.push(line);
        }
    return lines;
  };
  // Two spellings find lines in turns.
  const inOrder = (alternatives: ReadonlyArray<readonly string[]>) =>
    alternatives.length > 1 ? each(alternatives).sort((a, b) => a - b) : each(alternatives);
  return {
    code: each(codesOf(q).map((code) => [CODE_MARK + code + CODE_MARK])),
    name: inOrder(wholeNames(query).map((name) => [name])),
    word: inOrder(startPatterns(query)),
    part: inOrder(anywherePatterns(query).map((pattern) => [pattern])),
  };
}

/** The lines of the issuer of a CUSIP that no symbol of a tracked portfolio names. */
async function linesOfCusip(tables: GenerationTables, names: NameList, q: string): Promise<number[]> {
  for (const code of codesOf(q)) {
    const cik = code.length === 9 ? await cikOfCusip(tables, code) : null;
    if (cik !== null) return linesWith(names, [CODE_MARK + cik + CODE_MARK]);
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

/**
 * The lines that have all patterns, in their order. `scanned` keeps the lines of a word: the patterns of a query are several
 * spellings of the same words.
 */
function linesWith(
  names: NameList,
  patterns: readonly string[],
  scanned = new Map<string, number[]>(),
): number[] {
  // The longest is in the fewest lines, and a word is found faster than the space before it.
  const [longest = ''] = [...patterns].sort((a, b) => b.length - a.length);
  const [word = ''] = longest.split(' ').sort((a, b) => b.length - a.length);
  const sought = word.length < WORD_MIN ? longest : word;
  const lines = scanned.get(sought) ?? scan(names, sought);
  scanned.set(sought, lines);
  const others = patterns.filter((pattern) => pattern !== sought);
  if (others.length === 0) return lines;
  const begins = beginsFor(sought, names);
  return lines.filter((line) => {
    const written = names.text.slice(begins[line], names.starts[line + 1]);
    return others.every((pattern) => written.includes(pattern));
  });
}

/** Only a pattern with the mark is looked for among the identifiers of a line. */
function beginsFor(pattern: string, { starts, names }: NameList): Int32Array {
  return pattern.includes(CODE_MARK) ? starts : names;
}

/** The lines that have a pattern. */
function scan(list: NameList, pattern: string): number[] {
  const { text, starts } = list;
  const lines: number[] = [];
  if (pattern === '' || pattern.includes('\n')) return lines;
  const begins = beginsFor(pattern, list);
  let line = 0;
  for (let at = text.indexOf(pattern); at !== -1; ) {
    while ((starts[line + 1] ?? text.length) <= at) line += 1;
    // No pattern is found behind the last line: it would contain a line feed.
    const [begin, end] = [begins[line] as number, starts[line + 1] as number];
    if (at >= begin) lines.push(line);
    at = text.indexOf(pattern, at < begin ? begin : end);
  }
  return lines;
}

function personHit(person: StoredHit<InsiderHitFacts>, match: SearchMatch): ReadHit {
  return { ...person, read: () => ({ type: 'insider', match, facts: person.read() }) };
}

function hitAt(names: NameList, line: number, found: Pick<SearchHitFacts, 'type' | 'match'>): ReadHit {
  return {
    table: 'search_chunk',
    key: `${names.list} ${line}`,
    // The facts of a list are those of its type.
    read: () => ({ ...found, facts: factsAt(names, line) }) as SearchHitFacts,
  };
}

function factsAt({ firsts, facts }: NameList, line: number): SearchFacts<SearchType> {
  let chunk = firsts.length - 1;
  while (chunk > 0 && (firsts[chunk] ?? 0) > line) chunk -= 1;
  const lines = facts[chunk] ?? '';
  let from = 0;
  for (let left = line - (firsts[chunk] ?? 0); left > 0; left -= 1) from = lines.indexOf('\n', from) + 1;
  const end = lines.indexOf('\n', from);
  // The writer puts the facts of each line at its place.
  return parseSound<SearchFacts<SearchType>>(lines.slice(from, end === -1 ? undefined : end));
}
