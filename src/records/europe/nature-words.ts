/** Reads the words of a nature, or of a sentence about a trade, by the kinds that data/curated/nature-words.tsv gives them. */

import { withNames } from './nature-names.js';
import { keyOf, type NamesOfRow, type NatureWord, TERMS, type Term, type WordKind } from './nature-terms.js';

const WORD = /[\p{L}\p{N}]+(?:[.,/]\d+)*|(?<=\s|^)[-–—]+(?=\s|$)|[,;.:()&+]/gu;

/** The words of the text that it does not deny. */
export function wordsOf(text: string, names: NamesOfRow = {}): NatureWord[] {
  const written = text.replace(/['’]/g, '').match(WORD) ?? [];
  const small = written.map((word) => word.toLowerCase());
  const words: NatureWord[] = [];
  for (let at = 0; at < small.length; ) {
    const term = termAt(small, at);
    const size = term?.words.length ?? 1;
    const { kind, reason } = term ?? { kind: kindOf(itemOf(small, at)), reason: null };
    words.push({ text: small.slice(at, at + size).join(' '), kind, reason, at });
    at += size;
  }
  return withoutDenied(withNames(words, written, names));
}

const itemOf = (items: readonly string[], at: number): string => items[at] ?? '';

function termAt(small: readonly string[], at: number): Term | undefined {
  const first = itemOf(small, at);
  const some = [keyOf(first), first.slice(0, 1), '*'].flatMap((key) => TERMS.get(key) ?? []);
  return some.find(({ words }) => words.every((word, i) => isWord(itemOf(small, at + i), word)));
}

function isWord(word: string, term: string): boolean {
  if (term.startsWith('*')) return word.endsWith(term.slice(1)) && word.length > term.length;
  return term.endsWith('*') ? word.startsWith(term.slice(0, -1)) : word === term;
}

const JOINTS = new Set(['and', 'en', '&', '+']);

function kindOf(word: string): WordKind {
  if (JOINTS.has(word)) return 'and';
  if (/^\p{N}/u.test(word)) return 'number';
  return /^\p{L}/u.test(word) ? 'unknown' : 'stop';
}

/** Without what `not`, `other than` or `excluded` takes back: a denial ends with its clause, at a venue, or where a purpose begins. */
function withoutDenied(words: readonly NatureWord[]): NatureWord[] {
  const denied = new Set<number>();
  words.forEach(({ kind, text }, i) => {
    if (kind === 'denial' && !(text === 'no' && endsClause(words[i + 1])))
      for (let to = i; to < endOfDenial(words, i); to += 1) denied.add(to);
    // `Linked to share option programme: No`, `options excluded`
    if (kind === 'left-out' || (text === 'no' && isLast(words, i)))
      for (let to = i; to >= startOfDenied(words, i); to -= 1) denied.add(to);
  });
  return words.filter((_, i) => !denied.has(i));
}

const endsClause = (word: NatureWord | undefined): boolean => word === undefined || word.kind === 'stop';
const isLast = (words: readonly NatureWord[], i: number): boolean => words.slice(i + 1).every(endsClause);

function endOfDenial(words: readonly NatureWord[], start: number): number {
  for (let i = start + 1; i < words.length; i += 1) {
    const word = words[i];
    if (endsClause(word) || word?.kind === 'and' || word?.text === 'but') return i;
    const between = words.slice(start + 1, i);
    // `not related to inside information to cover tax`, but not `not a sale to cover tax`.
    if (word?.kind === 'purpose' && between.some(({ kind }) => kind === 'unknown')) return i - 1;
    if ((word?.kind === 'venue' || word?.text === 'market') && between.every(({ reason }) => reason === null))
      return i + 1;
  }
  return words.length;
}

function startOfDenied(words: readonly NatureWord[], end: number): number {
  const linked = words.findLastIndex(({ kind }, i) => kind === 'linked' && i < end);
  const stop = words.findLastIndex(({ kind }, i) => kind === 'stop' && i < end);
  return linked >= 0 ? linked : stop + 1;
}
