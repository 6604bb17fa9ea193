/** Normalises trading symbols for lookups. */

/** The symbol without its class: BRK of BRK.B or BRK-B. Upper case. */
export function tickerBase(ticker: string): string {
  return ticker.toUpperCase().split(/[.\-/ ]/)[0] ?? '';
}
