/**
 * Normalises names, as filers type them and as the identity files have them, to words that can be compared.
 */

import type { Member, MemberName } from '../../records/congress/member.js';

/**
 * Titles, degrees and generations: they appear anywhere in a filed name and do not reliably identify a
 * person.
 */
const NON_NAME_WORDS = new Set(
  (
    'the hon honorable rep representative sen senator dr mr mrs ms miss md do phd dds dmd dvm facs esq usn ret ' +
    'jr sr ii iii iv'
  ).split(' '),
);

/** Lower-case words without accents, quotes, dots, honorifics and degrees. */
export function nameWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}.'’‘`"“”]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !NON_NAME_WORDS.has(word));
}

/** The parts of a member's name that a filing may contain. */
export interface KnownName {
  /** Each last name in use, as words; two-word names as two words. */
  lastNames: string[][];
  /** First and middle names and nicknames, including those of earlier terms. */
  givenNames: Set<string>;
}

export function toKnownName({ name, otherNames }: Pick<Member, 'name' | 'otherNames'>): KnownName {
  const all: Array<Partial<MemberName>> = [name, ...otherNames];
  const lasts = new Map<string, string[]>();
  for (const { last } of all) {
    const words = nameWords(last ?? '');
    if (words.length > 0) lasts.set(words.join(' '), words);
  }
  const givenNames = new Set(
    all.flatMap(({ first, middle, nickname, officialFull }) => [
      ...nameWords(first ?? ''),
      ...nameWords(middle ?? ''),
      ...nameWords(nickname ?? ''),
      ...nameWords(officialFull ?? ''),
    ]),
  );
  for (const words of lasts.values()) for (const word of words) givenNames.delete(word);
  // A given name that is also the last name (Scott Scott) is still a given name.
  for (const { first, middle, nickname } of all)
    for (const word of nameWords([first, middle, nickname].join(' '))) givenNames.add(word);
  return { lastNames: [...lasts.values()], givenNames };
}

/**
 * Splits a filed name at a member's last name. Filers split two-word names in different places (`Delaney`,
 * `April McClain`), so the last name is searched at the end of the whole name. Null if the name does not end
 * with it.
 * @returns the words before the last name, and how many words the last name has
 */
export function splitAtLastName(
  filed: { first: string; last: string },
  known: KnownName,
): { given: string[]; length: number } | null {
  const words = [...nameWords(filed.first), ...nameWords(filed.last)];
  let best: { given: string[]; length: number } | null = null;
  for (const last of known.lastNames) {
    const at = words.length - last.length;
    if (at < 0 || !last.every((word, index) => words[at + index] === word)) continue;
    if (best === null || last.length > best.length) best = { given: words.slice(0, at), length: last.length };
  }
  return best;
}

/**
 * 3 the same given name, 2 a short form of one, 1 a matching initial, 0 nothing in common. Two whole names
 * with the same first letter have nothing in common: a newcomer with the same last name must not be taken for
 * another member.
 */
export function givenNameSimilarity(filed: string[], known: KnownName): 0 | 1 | 2 | 3 {
  const givens = [...known.givenNames];
  const whole = filed.filter((word) => word.length > 1);
  if (whole.some((word) => known.givenNames.has(word))) return 3;
  if (whole.some((word) => givens.some((given) => isShortForm(word, given)))) return 2;
  const fits = (word: string) =>
    givens.some((given) => given[0] === word[0] && (given.length === 1 || word.length === 1));
  return filed.some(fits) ? 1 : 0;
}

/** Whether the given names fit this person, who may have sat in the other chamber or at another time. */
export function isSimilarName(filed: { first: string; last: string }, known: KnownName): boolean {
  const split = splitAtLastName(filed, known);
  return split !== null && givenNameSimilarity(split.given, known) > 0;
}

/**
 * Whether a given name is the same and one last name is the beginning of the other: filers add a married name (`Hinson
 * Arenholz`), or leave out the second of two (`Gonzalez` of `González-Colón`).
 */
export function isLongerOrShorterName(filed: { first: string; last: string }, known: KnownName): boolean {
  const words = [...nameWords(filed.first), ...nameWords(filed.last)];
  return known.lastNames.some((last) =>
    words.some((_word, at) => {
      const rest = words.slice(at);
      const isBeginning = rest.every((word, place) => place >= last.length || word === last[place]);
      return (
        isBeginning && rest.length !== last.length && givenNameSimilarity(words.slice(0, at), known) === 3
      );
    }),
  );
}

/** Short forms that do not begin like the whole name; the others need no list. */
const SHORT_FORMS = [
  'andrew andy drew',
  'anthony tony',
  'charles chuck charlie',
  'david dave',
  'deborah debbie debra',
  'edward ted ned',
  'elizabeth betsy betty lizzie',
  'gerald jerry',
  'henry hank harry',
  'james jim jimmy',
  'john jack',
  'joseph joe joey',
  'kathleen katherine kathy kate',
  'lawrence larry',
  'margaret peggy maggie',
  'michael mike mick',
  'richard dick rick',
  'robert bob bobby',
  'stephen steven steve',
  'susan sue suzanne',
  'theodore ted',
  'thomas tom tommy',
  'william bill billy',
].map((forms) => new Set(forms.split(' ')));

/** `Chris` and `Christopher`: one begins with the other, three letters at least. `Jim` and `James` by the list. */
function isShortForm(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))) return true;
  return SHORT_FORMS.some((forms) => forms.has(a) && forms.has(b));
}

/** `jr` of `Jr.`; '' where no generation is stated. */
export function generationOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.findLast((word) => GENERATIONS.has(word)) ?? '';
}

const GENERATIONS = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
