/** Finds records of a short list by their name. */

import { invalidParameter } from './errors.js';

/** The error for words of several names. `found` are names with their codes, and at the end how many more. */
export function severalNamed(
  { path, who, code }: { path: string; who: string; code: string },
  found: readonly string[],
): Error {
  const message = `${path} must name one: several ${who} have these words in their names. Give one ${code}: ${found.join(', ')}`;
  return invalidParameter([{ path, message }]);
}

/** Whether a message is that of `severalNamed`. */
export function namesSeveral(message: string): boolean {
  return /^\w+ must name one: several /.test(message);
}

export interface NamedRecord {
  slug: string;
  name: string;
}

/** Whether each word of `q` begins a word of the name or the slug, with or without accents. */
export function isNamed({ slug, name }: NamedRecord, q: string): boolean {
  const words = [...wordsOf(name), ...wordsOf(slug)];
  return wordsOf(q).every((start) => words.some((word) => word.startsWith(start)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
