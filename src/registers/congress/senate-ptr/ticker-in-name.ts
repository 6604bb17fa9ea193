/** What may be a ticker that a senator typed into the name of an asset instead of the ticker cell. */

import { joinTickerWords, splitTickerWords } from '../../../records/ticker-words.js';
import { isLinkedNote } from '../../debt-securities.js';
import { wordsInBrackets } from '../../words-in-brackets.js';

const LISTED_ASSET_TYPES = new Set(['Stock', 'Stock Option']);

/**
 * `SPYM - Tradr 2X Long SPY Monthly ETF` and `Electronic Arts Inc. (EA)` name their ticker; both forms were
 * seen with the ticker confirmed by an amendment or by the market. The first place can hold a broker (`UBS - Apple Inc`). ''
 * where the name has no word of a ticker's form in either place.
 */
export function tickerWordsOfName(name: string, assetType: string): string {
  if (!LISTED_ASSET_TYPES.has(assetType) || isLinkedNote(name)) return '';
  const inBrackets = wordsInBrackets(name);
  const leading = /^([A-Z]{1,5}(?:[.-][A-Z])?) - (?=\S)/.exec(name)?.[1];
  return joinTickerWords([
    ...(inBrackets === '' ? [] : splitTickerWords(inBrackets)),
    ...(leading === undefined ? [] : [leading]),
  ]);
}
