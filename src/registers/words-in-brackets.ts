/**
 * What filers type in brackets at the end of an asset's name, for the reports of the House, the Senate and OGE. The same
 * brackets hold tickers and many other words: here a word only may be a ticker.
 */

import { joinTickerWords } from '../records/ticker-words.js';

/** Says that a ticker follows: `Ticker: CCLFX`, `NYSE: IBM`. A symbol of a foreign market can be another company's here. */
const MARK =
  /^(?:(?:stock |trading )?(?:ticker|symbol)(?: symbol)?(?: ?:| )|(?:NASDAQ|NYSE|AMEX|BATS|CBOE|OTC)[ -]?(?:American|Arca|GM|GS|CM|MKT|MKTS|BB|QB|QX|Pink)?:) ?/i;
/** The last brackets, with at most a word or sign before the ones that were read: `Alpha (ALFA) and (ALFC)`. */
const LAST_BRACKETS = /\(([^()]*)\)\s*(?:and|or|[&/,;+])?$/i;
/** In a report whose letter case is uncertain, a word written like a name (`Japan`) is a name. */
const LIKE_A_NAME = /^[A-Z][a-z]{2,}$/;
/** `Class (A)`. */
const CLASS_BEFORE = /\b(?:class|cl|series|ser)\.?$/i;

/** No name ends with as many. Each is searched from the beginning of the name, which a broken page can make very long. */
const MAX_BRACKETS = 8;

/**
 * The words in the brackets at the end of `text`, as `joinTickerWords` gives them; '' where none has the form of a ticker.
 * A letter of a class is none.
 */
export function wordsInBrackets(text: string, isCaseCertain = true): string {
  const words: string[] = [];
  let name = text.trim();
  for (let read = 0; read < MAX_BRACKETS; read++) {
    const [brackets, inside] = LAST_BRACKETS.exec(name) ?? [];
    if (brackets === undefined || inside === undefined) break;
    name = name.slice(0, -brackets.length).trim();
    const filed = inside.trim();
    const word = filed.replace(MARK, '');
    const isClass = filed.length === 1 && CLASS_BEFORE.test(name);
    if (!isClass) words.push(isCaseCertain || LIKE_A_NAME.test(filed) ? word : word.toUpperCase());
  }
  return joinTickerWords(words);
}
