/** What derivation knows of symbols in tests: the lists of the project, and the names that a test gives. */

import { type KnownSymbols, typedTicker } from '../../src/derive/typed-tickers.js';
import { curatedNames, knownWords } from '../../src/ingest/derive/known-symbols.js';

/** Names by symbol, beside those of the project's list. */
export const knownNames = (names: Readonly<Record<string, readonly string[]>> = {}): KnownSymbols => ({
  ...knownWords(),
  namesOf: (symbol) => [...(names[symbol] ?? []), ...(curatedNames().get(symbol) ?? [])],
});

/** What derivation makes of the ticker that a reader found, and of the words that may be one. */
export function judgedTicker(
  { ticker, tickerWords }: { ticker: string | null; tickerWords?: string },
  asset: string,
): string {
  if (ticker || !tickerWords) return ticker ?? '';
  return typedTicker(tickerWords, asset, knownNames()).ticker;
}
