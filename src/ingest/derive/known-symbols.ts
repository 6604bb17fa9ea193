/** Gathers what typed tickers are judged by: the names in the store, and the lists of words in `data/curated`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownSymbols } from '../../derive/index.js';
import { packageRoot } from '../../package-root.js';
import type { Store } from '../../store/database/open.js';
import { symbolNames } from '../../store/symbol-names.js';

/** Names are read when they are needed, each symbol once. */
export function knownSymbols(store: Store): KnownSymbols {
  const names = new Map<string, readonly string[]>();
  return {
    ...knownWords(),
    namesOf(symbol) {
      const known = names.get(symbol) ?? symbolNames(store, symbol).concat(curatedNames().get(symbol) ?? []);
      names.set(symbol, known);
      return known;
    },
  };
}

type WordLists = Omit<KnownSymbols, 'namesOf'>;
let words: WordLists | undefined;
let curated: Map<string, string[]> | undefined;

/** The lists of words, read once. */
export function knownWords(): WordLists {
  if (words !== undefined) return words;
  const ofNames = curatedLines('words-in-names.tsv');
  const ofKind = (kind: string) =>
    new Set(ofNames.flatMap(([word = '', kindOfWord]) => (kindOfWord === kind ? [word] : [])));
  words = {
    otherMeanings: new Set(curatedLines('words-in-brackets.tsv').map(([word = '']) => word)),
    commonWords: ofKind('common'),
    formWords: ofKind('form'),
  };
  return words;
}

/** Names of symbols that mean something else too, for a store that has not read the SEC's files, and of symbols of earlier years. */
export function curatedNames(): ReadonlyMap<string, readonly string[]> {
  if (curated !== undefined) return curated;
  curated = new Map();
  for (const [symbol = '', name = ''] of curatedLines('symbol-names.tsv'))
    curated.set(symbol, [...(curated.get(symbol) ?? []), name]);
  return curated;
}

/** The lines of a list behind its head, each by its tabs. */
function curatedLines(file: string): string[][] {
  const text = readFileSync(join(packageRoot(), 'data/curated', file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}
