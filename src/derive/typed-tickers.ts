/**
 * Which of the words that a report has in the place of a ticker is the symbol of the asset: reports of Congress and of
 * officials. A word that has other meanings too is only where a name known for that symbol is the name of the asset.
 */

import { bareSymbol } from '../records/portfolios/cusip.js';
import { hasTickerForm, splitTickerWords } from '../records/ticker-words.js';
import { joinedWords } from '../records/words.js';

/** What is known about symbols and words; all words are in capitals. */
export interface KnownSymbols {
  /** Words that mean something else too: `ADR`, `IRA`, `TX`. */
  otherMeanings: ReadonlySet<string>;
  /** Words of names that many companies and funds have, or places: two names that share one can be of two companies. */
  commonWords: ReadonlySet<string>;
  /** Legal forms and kinds of shares: whether a name has them makes no difference. */
  formWords: ReadonlySet<string>;
  /** Every name known for a symbol without marks (`BRKB`), today or earlier. */
  namesOf(symbol: string): readonly string[];
}

export interface TypedTicker {
  /** '' where it is not certain. */
  ticker: string;
  /** The words of a ticker's form that are not served, in the order of the report; null where there are none. */
  tickerAsFiled: string | null;
  /** A word that may be another company's symbol, or the symbol although its names are others; null for none. */
  doubt: string | null;
}

/** `ROG.SW` of Zurich: ROG is another company here. `.PA` is left out, because preferred shares have it too. */
const OF_FOREIGN_MARKET = /\.(?:AS|AX|BO|BR|CO|DE|HE|HK|KS|LS|MC|MI|MX|NS|NZ|OL|SA|SI|SS|ST|SW|SZ|TO|TW|VI)$/;

/**
 * Reads the words of a record (`records/ticker-words.ts`), the last first. Words with other meanings are passed over unless they
 * are the symbol; any other text ends the search. Two symbols are none, because it is not known which of them was traded.
 */
export function typedTicker(words: string, asset: string, known: KnownSymbols): TypedTicker {
  const found = new Map<string, string>();
  const unconfirmed: string[] = [];
  for (const word of splitTickerWords(words)) {
    const isSymbol = isSymbolOf(word, asset, known);
    if (isSymbol && !found.has(bareSymbol(word))) found.set(bareSymbol(word), word);
    if (isSymbol) continue;
    if (!hasOtherMeanings(word, known)) break;
    if (namesOf(word, known).length > 0) unconfirmed.push(word);
  }
  const [ticker, another] = found.values();
  if (ticker !== undefined && another === undefined) {
    const names = namesOf(ticker, known);
    const isAnothers = names.length > 0 && !names.some((name) => hasWordInCommon(name, asset, known));
    return { ticker, tickerAsFiled: null, doubt: isAnothers ? ticker : null };
  }
  const filed = splitTickerWords(words).filter(hasTickerForm).reverse();
  return { ticker: '', tickerAsFiled: filed.join(', ') || null, doubt: ticker ?? unconfirmed[0] ?? null };
}

function isSymbolOf(word: string, asset: string, known: KnownSymbols): boolean {
  if (!hasTickerForm(word) || OF_FOREIGN_MARKET.test(word)) return false;
  // `UBS - UBS Group AG`, `SPY (SPDR S&P 500)`: the name follows.
  const before = [`${word} - `, `${word} (`].find((start) => asset.startsWith(start));
  const name = before === undefined ? asset : asset.slice(before.length);
  return !hasOtherMeanings(word, known) || namesOf(word, known).some((one) => isNameOf(one, name, known));
}

const rootOf = (word: string): string => word.split(/[./-]/)[0] ?? word;

/** `S/A` has those of `S`, `SA` and `S/A`; `Roth IRA` and `Class A` those of their words. */
function hasOtherMeanings(text: string, { otherMeanings }: KnownSymbols): boolean {
  return text
    .toUpperCase()
    .split(' ')
    .every(
      (word, place) =>
        (place > 0 && word.length === 1) ||
        [word, rootOf(word), bareSymbol(word)].some((one) => otherMeanings.has(one)),
    );
}

const namesOf = (word: string, { namesOf: of }: KnownSymbols): string[] => [
  ...new Set([bareSymbol(word), bareSymbol(rootOf(word))].flatMap((symbol) => of(symbol))),
];

/** The words of a name in capitals, without legal forms, kinds of shares and the mark of a class. */
function wordsOf(name: string, { formWords }: KnownSymbols): string[] {
  return joinedWords(name.replaceAll('&', ' '))
    .toUpperCase()
    .split(' ')
    .filter((word, place, all) => {
      const isClass = word.length === 1 && formWords.has(all[place - 1] ?? '');
      return word !== '' && !formWords.has(word) && !isClass;
    });
}

/**
 * Whether a name known for a symbol is that of the asset: both have a word that few other names have, or the asset begins
 * with the whole name, or the name with three words of the asset. A name of one word must be the whole asset.
 */
function isNameOf(name: string, asset: string, known: KnownSymbols): boolean {
  const [words, own] = [wordsOf(name, known), wordsOf(asset, known)];
  if (haveInCommon(words, own, (word) => isDistinctive(word, known), 4)) return true;
  const start = wordsOf(asset.split('(')[0] ?? asset, known);
  const [shorter, longer] = words.length <= start.length ? [words, start] : [start, words];
  const isWhole = shorter.length === longer.length;
  return (
    shorter.length >= (isWhole ? 1 : shorter === words ? 2 : 3) &&
    shorter.every((word, place) => isAlike(word, longer[place] ?? '', 4))
  );
}

/** Few other names have the word, nor does one have a longer word that it is cut from: `AMER`. */
function isDistinctive(word: string, { commonWords, otherMeanings }: KnownSymbols): boolean {
  if (word.length < 3 || commonWords.has(word) || otherMeanings.has(word)) return false;
  return ![...commonWords].some((common) => common.startsWith(word));
}

/** Whether a name and an asset have any word in common. */
function hasWordInCommon(name: string, asset: string, known: KnownSymbols): boolean {
  const withoutSymbols = asset.split('(')[0] || asset;
  return haveInCommon(wordsOf(name, known), wordsOf(withoutSymbols, known), () => true, 3);
}

/** Whether two names have a word in common of those that count, or one that neighbours make together (`Master Card`). */
function haveInCommon(
  names: readonly string[],
  others: readonly string[],
  counts: (word: string) => boolean,
  letters: number,
): boolean {
  const ofOther = withJoined(others, counts);
  return withJoined(names, counts).some((word) => ofOther.some((other) => isAlike(word, other, letters)));
}

/**
 * Words are cut in tables (`AGRIC`): one that begins the other is the same, from `letters` on. So is one of its consonants, with
 * the first and the last (`TWR`, `UTD`).
 */
function isAlike(one: string, other: string, letters: number): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short === long || (short.length >= letters && long.startsWith(short))) return true;
  if (short.length < 3 || short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of short) {
    if (at > 0 && 'AEIOU'.includes(letter)) return false;
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The words that count, and what each makes with one or two neighbours: `J P MORGAN`. */
function withJoined(words: readonly string[], counts: (word: string) => boolean): string[] {
  return words.flatMap((_word, place) =>
    [1, 2, 3].flatMap((count) => {
      const some = words.slice(place, place + count);
      return some.length === count && some.some(counts) ? [some.join('')] : [];
    }),
  );
}
