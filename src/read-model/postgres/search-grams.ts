/** What the search for people finds texts by: every window of three characters, and how many texts have each short part. */

import { WORD_MARK } from '../near-people.js';
import { shortParts, trigrams, wordsOf } from '../search-text.js';

/**
 * The numbers of the trigrams of a text, each once: the index keeps numbers, because they are smaller and quicker to
 * compare than text. Two trigrams may share a number, so whatever the index finds is compared with the text too.
 */
export function gramNumbers(text: string): number[] {
  return [...new Set(trigrams(text).map(gramNumber))];
}

/** The numbers that the index has of a text: its trigrams, the first letters of its words, and its words. */
export function indexNumbers(text: string): number[] {
  const initials = text.match(/ [^ ]/gu) ?? [];
  return [...new Set([...gramNumbers(text), ...initials.map(gramNumber), ...wordsOf(text).map(wordNumber)])];
}

/** A space and the first letter of a word. */
export function isInitial(pattern: string): boolean {
  return /^ [^ ]$/u.test(pattern);
}

export function wordNumber(word: string): number {
  return gramNumber(WORD_MARK + word);
}

/** As PostgreSQL reads an array. */
export function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

/** FNV-1a over the code points, as a signed number of 32 bits. */
export function gramNumber(gram: string): number {
  let hash = 0x811c9dc5;
  for (const character of gram) {
    // A character of a string that is being walked has a code point.
    hash ^= character.codePointAt(0) as number;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}

/** Counts the texts that contain each part of one, two or three characters, and each word behind a mark. */
export class PartCounts {
  readonly owners = new Map<string, number>();

  /** `weight` is 1 for a new text, -1 for one that is gone. */
  add(text: string, weight: 1 | -1): void {
    const words = wordsOf(text).map((word) => WORD_MARK + word);
    for (const part of [...shortParts(text), ...words])
      this.owners.set(part, (this.owners.get(part) ?? 0) + weight);
  }
}
