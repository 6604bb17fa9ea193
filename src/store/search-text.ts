/** How a name and a query meet: the one definition of what matches and how well, used to index and to answer. */

/** What is compared of an owner. */
export interface SearchSubject {
  slug: string;
  name: string;
}

export interface SearchQuery {
  /** As asked, lower case, single spaces. */
  raw: string;
  /** Words without apostrophes and full stops: O'Neil J.P. is oneil jp. */
  joined: string;
  /** The same with these as spaces: o neil j p. */
  split: string;
}

/** What stands in names besides letters and digits. Any other sign is meant as it is, and must be found as it is. */
const NAME_SIGNS = /^[\p{L}\p{N}\s.,'’&/()-]*$/u;

export function searchQuery(q: string): SearchQuery {
  // No name holds a control character, and the index keeps its own marks among them.
  if (/(?!\s)\p{Cc}/u.test(q)) return { raw: '', joined: '', split: '' };
  if (!NAME_SIGNS.test(q)) return { raw: lower(q), joined: '', split: '' };
  return { raw: lower(q), joined: joinedWords(q), split: splitWords(q) };
}

/**
 * How well a subject matches: 0 the whole name in any order of its words, or the slug; 1 every word of the
 * query starts a word of it; 2 the query stands somewhere in it; null not at all.
 */
export function matchClass(subject: SearchSubject, query: SearchQuery): 0 | 1 | 2 | null {
  if (subject.slug === query.raw) return 0;
  if (query.joined !== '') {
    if (inAnyOrder(joinedWords(subject.name)) === inAnyOrder(query.joined)) return 0;
    if (inAnyOrder(splitWords(subject.name)) === inAnyOrder(query.split)) return 0;
  }
  const text = searchText(subject);
  const [first, second] = [startPatterns(query), anywherePatterns(query)];
  if (first.some((patterns) => patterns.every((pattern) => text.includes(pattern)))) return 1;
  return second.some((pattern) => text.includes(pattern)) ? 2 : null;
}

/** Alternatives for class 1: of each, all patterns must stand in the search text. */
export function startPatterns({ joined, split }: SearchQuery): string[][] {
  if (joined === '') return [];
  const words = [...new Set(joined.split(' '))].map((word) => ` ${word}`);
  return split === joined ? [words] : [words, [` ${split}`]];
}

/** Alternatives for class 2. A query of nothing but signs is looked for as it is. */
export function anywherePatterns({ raw, joined, split }: SearchQuery): string[] {
  if (joined === '') return raw === '' ? [] : [raw];
  return split === joined ? [joined] : [joined, split];
}

/**
 * Everything of a subject that can be found: name and slug in all their writings. Each starts after a space, so
 * that the start of a word can be looked for, and two spaces part them, so that nothing is found across two.
 */
export function searchText({ slug, name }: SearchSubject): string {
  const writings = new Set([joinedWords(name), splitWords(name), lower(name), splitWords(slug)]);
  return ` ${[...writings].join('  ')}  `;
}

/** The words of a name in alphabetical order, so that a name is the same in either order. */
export function inAnyOrder(words: string): string {
  return words.split(' ').sort().join(' ');
}

export function joinedWords(text: string): string {
  return splitWords(text.replace(/['’.]/g, ''));
}

export function splitWords(text: string): string {
  return lower(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function lower(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The windows of three characters that the search index makes of a text, in their order. */
export function trigrams(text: string): string[] {
  const characters = Array.from(text);
  const grams: string[] = [];
  for (let at = 0; at + 3 <= characters.length; at++) grams.push(characters.slice(at, at + 3).join(''));
  return grams;
}
