/**
 * People whose names have the words of a query with typing errors. The words of all names are compared with those of the
 * query; then each engine finds the people who have the near ones.
 */

import { compareText } from '../collections.js';
import { canBeNear, lettersOf, WordDistance } from './near-words.js';
import { isNumber, searchQuery } from './search-text.js';

/** A person as the read model has one: `tickers` is JSON. */
export interface StoredPerson {
  slug: string;
  name: string;
  tickers: string;
  lastSeen: string;
}

/** Marks a word among the parts that are counted. No text has it. */
export const WORD_MARK = '\u0002';
/** The range of parts that are words. */
export const WORD_RANGE = [WORD_MARK, '\u0003'] as const;

/** Edits of a name in all. */
const EDITS_MAX = 3;
/** A name has fewer words, and each of them costs time. */
const WORDS_MAX = 8;

/** The words of all names, and how many people have each. */
export class Vocabulary {
  private readonly words: string[] = [];
  private readonly owners: number[] = [];
  /** Places of words, and which letters each has, by their length. */
  private readonly byLength = new Map<number, { places: number[]; letters: number[] }>();

  /** `lines` has a word and the number of its owners in each line. */
  constructor(lines: string) {
    // By code unit; engines give nearly this order, which makes it quick.
    for (const line of lines === '' ? [] : lines.split('\n').sort()) {
      const end = line.indexOf(' ');
      const word = line.slice(0, end);
      const same = this.byLength.get(word.length) ?? { places: [], letters: [] };
      this.byLength.set(word.length, same);
      same.places.push(this.words.length);
      same.letters.push(lettersOf(word));
      this.words.push(word);
      this.owners.push(Number(line.slice(end + 1)));
    }
  }

  /** How people can have this word, by the number of edits. */
  near(word: string): WantedWord[] {
    if (isNumber(word)) return [{ start: word, words: [], owners: Number.POSITIVE_INFINITY, edits: 0 }];
    const starting = this.ownersOfStart(word);
    const found: WantedWord[] =
      starting === 0 ? [] : [{ start: word, words: [], owners: starting, edits: 0 }];
    const distance = new WordDistance(word);
    for (let edits = 1; edits <= distance.edits; edits++)
      found.push({ start: null, words: [], owners: 0, edits });
    for (const place of this.candidates(word, distance.edits)) {
      const text = this.words[place] as string;
      const edits = distance.to(text, 0, text.length);
      const wanted = edits === null || edits === 0 ? undefined : found.find((one) => one.edits === edits);
      if (wanted === undefined) continue;
      wanted.words.push(text);
      wanted.owners += this.owners[place] ?? 0;
    }
    return found.filter(({ owners }) => owners > 0);
  }

  /** Places of all words that can be so many edits away. */
  private candidates(word: string, edits: number): number[] {
    const wanted = lettersOf(word);
    const found: number[] = [];
    for (let length = word.length - edits; length <= word.length + edits; length++) {
      const { places, letters } = this.byLength.get(length) ?? { places: [], letters: [] };
      for (let at = 0; at < places.length; at++) {
        // Both have the same length.
        if (canBeNear(letters[at] as number, wanted, edits)) found.push(places[at] as number);
      }
    }
    return found;
  }

  private ownersOfStart(start: string): number {
    let sum = 0;
    for (let at = this.firstFrom(start); this.words[at]?.startsWith(start) === true; at++)
      sum += this.owners[at] ?? 0;
    return sum;
  }

  /** The place of the first word that is not before `word`. */
  private firstFrom(word: string): number {
    let [from, to] = [0, this.words.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compareText(this.words[middle] ?? '', word) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** A word that a name must have: one that begins with `start`, or one of `words`. */
export interface WantedWord {
  start: string | null;
  words: string[];
  /** At most this many people have it; of a number, unknown. */
  owners: number;
  edits: number;
}

/** The words that a name must have all. */
export type WantedWords = readonly WantedWord[];

/** What an engine finds: people who match one of `alternatives`, the latest seen first, and how many there are. */
export type FindNear = (
  alternatives: readonly WantedWords[],
  limit: number,
) => Promise<{ hits: StoredPerson[]; total: number }>;

export interface NearPeople {
  hits: StoredPerson[];
  total: number;
  /** Edits of each of them. */
  edits: number;
}

/** Those with the fewest edits, of at most `EDITS_MAX`. */
export async function nearPeople(
  q: string,
  limit: number,
  vocabulary: () => Promise<Vocabulary>,
  find: FindNear,
): Promise<NearPeople> {
  const none = { hits: [], total: 0, edits: 0 };
  const words = [...new Set(searchQuery(q).joined.split(' '))].filter((word) => word !== '');
  if (words.length === 0 || words.length > WORDS_MAX) return none;
  const known = await vocabulary();
  const near = words.map((word) => known.near(word));
  if (near.some((ways) => ways.length === 0)) return none;
  for (let edits = 1; edits <= EDITS_MAX; edits++) {
    const alternatives = withEdits(near, edits);
    const found = alternatives.length === 0 ? null : await find(alternatives, limit);
    if (found !== null && found.total > 0) return { ...found, edits };
  }
  return none;
}

/** One of the ways for each word, with so many edits in all. */
function withEdits(near: readonly WantedWord[][], edits: number): WantedWord[][] {
  const [first, ...rest] = near;
  if (first === undefined) return edits === 0 ? [[]] : [];
  return first.flatMap((way) =>
    way.edits > edits ? [] : withEdits(rest, edits - way.edits).map((others) => [way, ...others]),
  );
}

/** Whether a search text has all these words. */
export function hasWords(text: string, words: WantedWords): boolean {
  return words.every(({ start, words: others }) =>
    start === null ? others.some((word) => text.includes(` ${word} `)) : text.includes(` ${start}`),
  );
}

/** The wanted words, those that the fewest people have first. */
export function byOwners(words: WantedWords): WantedWord[] {
  return [...words].sort((a, b) => a.owners - b.owners);
}
