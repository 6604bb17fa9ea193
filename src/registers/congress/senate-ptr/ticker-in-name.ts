/** A ticker that a senator typed into the name of an asset instead of the ticker cell. */

import { isLinkedNote } from '../../debt-securities.js';
import { isDoubtful, isTicker, type OnDoubt, tickerInBrackets } from '../../ticker-in-brackets.js';

const LISTED_ASSET_TYPES = new Set(['Stock', 'Stock Option']);

/**
 * `SPYM - Tradr 2X Long SPY Monthly ETF` and `Electronic Arts Inc. (EA)` name their ticker; both forms were
 * seen with the ticker confirmed by an amendment or by the market. The first place can hold a broker (`UBS - Apple
 * Inc`), so brackets that name another one leave both open. '' where the name gives none for certain; then
 * `onDoubt` is called with a word that may be one.
 */
export function tickerInName(name: string, assetType: string, onDoubt: OnDoubt = () => undefined): string {
  if (!LISTED_ASSET_TYPES.has(assetType) || isLinkedNote(name)) return '';
  let doubtful: string | undefined;
  let ticker = tickerInBrackets(name, (word) => {
    doubtful = word;
  });
  const [, leading, rest] = /^([A-Z]{1,5}(?:[.-][A-Z])?) - (\S.*)/.exec(name) ?? [];
  if (leading !== undefined && rest !== undefined) {
    if (!isTicker(leading, rest)) doubtful ??= isDoubtful(leading) ? leading : undefined;
    else if (ticker === '' || ticker === leading) return leading;
    else [ticker, doubtful] = ['', leading];
  }
  if (ticker === '' && doubtful !== undefined) onDoubt(doubtful);
  return ticker;
}
