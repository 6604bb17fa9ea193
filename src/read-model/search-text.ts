/** Matches names with queries: the one definition of what matches and how well, used for indexing and searching. */

import { joinedWords, normaliseCase, splitWords } from '../records/words.js';

/** The parts of an owner that are compared. */
export interface SearchSubject {
  slug: string;
  name: string;
}

export interface SearchQuery {
  /** The query in lower case with single spaces. */
  raw: string;
  /** Words without apostrophes and full stops: O'Neil J.P. is oneil jp. */
  joined: string;
  /** The same with these as spaces: o neil j p. */
  split: string;
}

/**
 * Characters that names contain besides letters and digits. Any other character is literal and must be found as it
 * is.
 */
const NAME_SIGNS = /^[\p{L}\p{N}\s.,'’&/()-]*$/u;

export function searchQuery(q: string): SearchQuery {
  // No name contains a control character, and the index uses them as marks.
  if (/(?!\s)\p{Cc}/u.test(q)) return { raw: '', joined: '', split: '' };
  if (!NAME_SIGNS.test(q)) return { raw: normaliseCase(q), joined: '', split: '' };
  return { raw: normaliseCase(q), joined: joinedWords(q), split: splitWords(q) };
}

/**
 * How well subjects match: 0 the whole name in any order of its words, or the slug; 1 every word of the query starts
 * a word of it; 2 the query is somewhere in it; null not at all. One query compares thousands of names.
 */
export function matcher(query: SearchQuery): (subject: SearchSubject) => 0 | 1 | 2 | null {
  const [first, second] = [startPatterns(query), anywherePatterns(query)];
  const whole = { joined: sortWords(query.joined), split: sortWords(query.split) };
  return (subject) => {
    if (subject.slug === query.raw) return 0;
    const writings = nameVariants(subject);
    if (query.joined !== '') {
      const { joined, split } = writings;
      if (joined.length === whole.joined.length && sortWords(joined) === whole.joined) return 0;
      if (split.length === whole.split.length && sortWords(split) === whole.split) return 0;
    }
    const text = joinVariants(writings);
    if (first.some((patterns) => patterns.every((pattern) => text.includes(pattern)))) return 1;
    return second.some((pattern) => text.includes(pattern)) ? 2 : null;
  };
}

/** Alternatives for class 1: the search text must contain all patterns of one of them. */
export function startPatterns({ joined, split }: SearchQuery): string[][] {
  if (joined === '') return [];
  const words = [...new Set(joined.split(' '))].map((word) => ` ${word}`);
  return split === joined ? [words] : [words, [` ${split}`]];
}

/** Alternatives for class 2. A query of only special characters is searched as it is. */
export function anywherePatterns({ raw, joined, split }: SearchQuery): string[] {
  if (joined === '') return raw === '' ? [] : [raw];
  return split === joined ? [joined] : [joined, split];
}

/**
 * All searchable text of a subject: name and slug in all their spellings. Each starts after a space, so that the
 * start of a word can be searched, and two spaces separate them, so that nothing is found across two.
 */
export function searchText(subject: SearchSubject): string {
  return joinVariants(nameVariants(subject));
}

interface NameVariants {
  joined: string;
  split: string;
  lower: string;
  slug: string;
}

function nameVariants({ slug, name }: SearchSubject): NameVariants {
  const small = normaliseCase(name);
  // Most names and every slug are letters, digits and one separator between words, which need no Unicode expression.
  const plain = /^[a-z0-9]+(?: [a-z0-9]+)*$/.test(small);
  return {
    joined: plain ? small : joinedWords(name),
    split: plain ? small : splitWords(name),
    lower: small,
    slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) ? slug.replaceAll('-', ' ') : splitWords(slug),
  };
}

function joinVariants({ joined, split, lower: small, slug }: NameVariants): string {
  const writings = new Set([joined, split, small, slug]);
  return ` ${[...writings].join('  ')}  `;
}

/** The words of a name in alphabetical order, so that a name is the same in either order. */
export function sortWords(words: string): string {
  return words.split(' ').sort().join(' ');
}

/**
 * The words of a name without accents, in the spellings of `searchText`, each after a space: a word begins one of them if
 * the text contains it behind a space.
 */
export function foldedWords(name: string): string {
  const plain = withoutAccents(name);
  return ` ${[...new Set([joinedWords(plain), splitWords(plain)])].join('  ')} `;
}

/** What a name is sorted by: its words without accents and capitals. */
export function sortName(name: string): string {
  return firstCharacters(splitWords(withoutAccents(name)));
}

/** The beginning of a text that rows are sorted by, up to a length at which names differ. Cuts no character in two. */
export function firstCharacters(text: string): string {
  return text.length <= SORT_MAX ? text : Array.from(text).slice(0, SORT_MAX).join('');
}
const SORT_MAX = 80;

/** Patterns that `foldedWords` of a name must all contain; none if the query has no letter or digit. */
export function foldedStarts(query: string): string[] {
  const words = splitWords(withoutAccents(query));
  return words === '' ? [] : [...new Set(words.split(' '))].map((word) => ` ${word}`);
}

const OFFICE = 'sen(?:ator)?|rep(?:resentative)?|congress(?:wo)?man';
const TITLE = String.raw`(?:${OFFICE}|mrs?|ms|dr|prof(?:essor)?)(?:\.\s*|\s+)`;
const EXCHANGE = String.raw`(?:nasdaq|nyse(?: american| arca)?|amex|otc)\s*:\s*`;
/** `Mr. T` is not AT&T: a single letter after a title is not searched as a symbol. */
const BEFORE_A_NAME = new RegExp(String.raw`^(?:(?:${TITLE})+(?=.*[\p{L}\p{N}]{2})|${EXCHANGE}(?=\S))`, 'iu');

/** A query without what callers write before a name or a symbol and no register files; null if there is no such word. */
export function withoutTitle(q: string): string | null {
  const plain = q.trim().replace(BEFORE_A_NAME, '');
  return plain === q.trim() ? null : plain;
}

/** Whether a query begins with the title of a member of Congress. */
export function hasOfficeOfCongress(q: string): boolean {
  return new RegExp(String.raw`^\s*(?:${OFFICE})[.\s]`, 'i').test(q);
}

/**
 * A query without initials, which many people use and do not file. Null if there are none, or if fewer than two words
 * are left. A person found without them may be another one, so such a hit is never exact.
 */
export function withoutInitials(q: string): string | null {
  const words = q.split(/\s+/).filter((word) => word !== '');
  const left = words.filter((word) => !/^\p{L}[.,]*$/u.test(word));
  return left.length < words.length && left.length > 1 ? left.join(' ') : null;
}

/** `Bälgö` as `Balgo`. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The windows of three characters that the search index makes of a text, in their order. */
export function trigrams(text: string): string[] {
  const characters = Array.from(text);
  const grams: string[] = [];
  for (let at = 0; at + 3 <= characters.length; at++) grams.push(characters.slice(at, at + 3).join(''));
  return grams;
}

/** Longest part of a text that is counted. */
export const PART_LENGTH = 3;

/** Every window of one to `PART_LENGTH` characters of a text, each once. */
export function shortParts(text: string): Set<string> {
  const characters = Array.from(text);
  const parts = new Set<string>();
  for (let at = 0; at < characters.length; at++) {
    let part = '';
    for (const character of characters.slice(at, at + PART_LENGTH)) {
      part += character;
      parts.add(part);
    }
  }
  return parts;
}

/** The words of a search text, each once, in every spelling but those with signs inside; no numbers. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(' ').filter((word) => /^[\p{L}\p{N}]+$/u.test(word) && !isNumber(word)))];
}

/** A number that is only similar is another one. */
export function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}
