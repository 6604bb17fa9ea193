/** Finds names of people and firms among the words of a nature: Ms Grant is not a grant, and Award Capital LLP no award. */

import type { NamesOfRow, NatureWord, WordKind } from './nature-terms.js';

/** The words, those of names with the kind `name`. `written` has them as filed. */
export function withNames(
  words: readonly NatureWord[],
  written: readonly string[],
  { person = '', issuer = '' }: NamesOfRow,
): NatureWord[] {
  const known = [person, issuer].map((name) => new Set(name.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []));
  const asFiled = ({ at }: NatureWord): string => written[at] ?? '';
  const isShouted = !written.some((word) => /\p{Ll}/u.test(word));
  return words.map((word, i) => {
    const isName =
      known.some((some) => isOfName(words, i, some)) || (!isShouted && isInNameOfFirm(words, i, asFiled));
    return isName ? { ...word, kind: 'name', reason: null } : word;
  });
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'sir', 'dame', 'lord', 'lady', 'prof', 'professor']);

/** A word of a known name is one beside another word of it or after a title, or if it means nothing else. */
function isOfName(words: readonly NatureWord[], i: number, name: ReadonlySet<string>): boolean {
  const [before, word, after] = [words[i - 1], words[i], words[i + 1]];
  if (word === undefined) return false;
  if (TITLES.has(word.text)) return true;
  if (!name.has(word.text)) return false;
  const besides = [
    before?.text ?? '',
    after?.text ?? '',
    beyondInitial(words, i, -1),
    beyondInitial(words, i, 1),
  ];
  return word.kind === 'unknown' || besides.some((text) => name.has(text)) || TITLES.has(before?.text ?? '');
}

function beyondInitial(words: readonly NatureWord[], i: number, step: -1 | 1): string {
  return words[i + step]?.text.length === 1 ? (words[i + 2 * step]?.text ?? '') : '';
}

/** What a name of somebody follows: `by`, `on behalf of`. */
const isBeforeName = (before: string, first: string): boolean =>
  ['by', 'for', 'to', 'door'].includes(before) || (before === 'of' && ['behalf', 'name'].includes(first));

const NEVER_IN_NAMES: ReadonlySet<WordKind> = new Set([
  'share',
  'link',
  'tie',
  'from',
  'after',
  'stop',
  'venue',
]);

/**
 * Whether the word is in a run of capitalised words that is a name: with a word such as LLP, or after `by` with a word that is not in
 * the table. Abbreviations and words that the table has together, such as `Employee Benefit Trust`, keep their meaning.
 */
function isInNameOfFirm(
  words: readonly NatureWord[],
  i: number,
  asFiled: (word: NatureWord) => string,
): boolean {
  const isPart = (word: NatureWord | undefined): boolean =>
    word !== undefined &&
    !NEVER_IN_NAMES.has(word.kind) &&
    (/^\p{Lu}/u.test(asFiled(word)) || word.text === '&');
  const word = words[i];
  if (word === undefined || !isPart(word)) return false;
  if (word.reason !== null && (word.text.includes(' ') || !/\p{Ll}/u.test(asFiled(word)))) return false;
  let [from, to] = [i, i];
  while (isPart(words[from - 1])) from -= 1;
  while (isPart(words[to + 1])) to += 1;
  const run = words.slice(from, to + 1);
  if (isBeforeName(words[from - 1]?.text ?? '', words[from - 2]?.text ?? ''))
    return run.some(({ kind }) => kind === 'unknown' || kind === 'firm');
  return run.length > 1 && run.some(({ kind }) => kind === 'firm');
}
