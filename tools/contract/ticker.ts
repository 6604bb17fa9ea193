/** Normalises trading symbols for lookups. */

/** The symbol without its class: BRK of BRK.B or BRK-B. Upper case. */
export function tickerBase(ticker: string): string {
  return ticker.toUpperCase().split(/[.\-/ ]/)[0] ?? '';
}

/** The symbol with one sign before its class, where registers write several: BRK.B of BRK/B or BRK-B. */
export const plainSymbol = (ticker: string): string => ticker.replace(/[-/ ]/g, '.');

/** A symbol with each sign that registers write before its class, itself first: BRK.B, BRK-B, BRK/B, `BRK B`. */
export function classSpellings(symbol: string): string[] {
  const spelled = ['.', '-', '/', ' '].map((sign) => symbol.replace(/[.\-/ ]/, sign));
  return [...new Set([symbol, ...spelled])];
}
