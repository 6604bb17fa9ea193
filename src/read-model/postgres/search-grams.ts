/** What the search for people finds texts by: every window of three characters, and how many texts have each short part. */

import { trigrams } from '../search-text.js';

/** Longest part whose owners are counted. */
export const PART_LENGTH = 3;

/**
 * The numbers of the trigrams of a text, each once: the index keeps numbers, because they are smaller and quicker to
 * compare than text. Two trigrams may share a number, so whatever the index finds is compared with the text too.
 */
export function gramNumbers(text: string): number[] {
  return [...new Set(trigrams(text).map(gramNumber))];
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

/** Counts the texts that contain each part of one, two or three characters. */
export class PartCounts {
  readonly owners = new Map<string, number>();

  /** `weight` is 1 for a new text, -1 for one that is gone. */
  add(text: string, weight: 1 | -1): void {
    for (const part of partsOf(text)) this.owners.set(part, (this.owners.get(part) ?? 0) + weight);
  }
}

function partsOf(text: string): Set<string> {
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
