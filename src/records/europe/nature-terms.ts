/** The words of data/curated/nature-words.tsv, by which natures of trades are read. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.js';

const KINDS = [
  ...['buy', 'sell', 'trade', 'acquire', 'dispose', 'transferred'],
  ...['share', 'instrument', 'venue', 'holder', 'firm', 'link', 'linked', 'tie'],
  ...['from', 'after', 'money', 'handed', 'purpose', 'part', 'of-which', 'cover', 'tax', 'other'],
  ...['denial', 'left-out', 'buyback', 'transfer', 'act', 'plan', 'paid', 'never'],
] as const;

/** What a word is, as `data/curated/README.md` says; `stop` is a mark between clauses, `and` joins two of them, `unknown` the rest. */
export type WordKind = (typeof KINDS)[number] | 'stop' | 'and' | 'number' | 'name' | 'unknown';

export interface NatureWord {
  /** In small letters; several words where the table has them together. */
  text: string;
  kind: WordKind;
  /** Why a row with this word may be another transaction than a plain trade. */
  reason: string | null;
  /** Where it is among the words as written. */
  at: number;
}

/** The names that a text may have, apart from those of firms: of the person and of the issuer. */
export interface NamesOfRow {
  person?: string | undefined;
  issuer?: string | undefined;
}

export interface Term {
  words: string[];
  kind: WordKind;
  reason: string | null;
}

/** By the first two letters of their first word; `*` before the end of a word. */
export const TERMS: ReadonlyMap<string, Term[]> = readTerms(
  readFileSync(join(packageRoot(), 'data/curated/nature-words.tsv'), 'utf8'),
);

/** @throws TypeError for a line that is not one. */
export function readTerms(table: string): Map<string, Term[]> {
  const terms = new Map<string, Term[]>();
  for (const line of table.trimEnd().split('\n').slice(1)) {
    const [words = '', kind, reason = ''] = line.split('\t');
    const known = KINDS.find((one) => one === kind);
    if (known === undefined || words === '') throw new TypeError(`not a line of nature-words.tsv: ${line}`);
    const term = { words: words.split(' '), kind: known, reason: reason === '' ? null : reason };
    terms.set(keyOf(words), [...(terms.get(keyOf(words)) ?? []), term]);
  }
  // The longest comes first.
  for (const some of terms.values()) some.sort((a, b) => sizeOf(b) - sizeOf(a));
  return terms;
}

/** Where the terms of a word are. */
export function keyOf(word: string): string {
  return word.startsWith('*') ? '*' : word.replace('*', '').slice(0, 2);
}

function sizeOf({ words }: Term): number {
  return words.length * 100 + words.join(' ').length;
}
