/** Prices as a source gave them: raw closes and split events, never adjusted here. */

/**
 * What a stored price is. `close`: the close of `date`. `settlement-reference`: a price column of the
 * fails-to-deliver files; `date` is the settlement date, the price is the close of the trading day before it.
 * `form4`: what insiders paid or got on `date`; made at derivation, never stored.
 */
export type PriceKind = 'close' | 'settlement-reference' | 'form4';

const PRICE_SOURCES = ['sec-public', 'csv', 'tiingo'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

export interface RawClose {
  /** YYYY-MM-DD */
  date: string;
  /** USD a share, as filed. */
  close: number;
  kind: PriceKind;
}

/** `numerator` new shares for `denominator` old ones, from the opening of `date` on. */
export interface Split {
  /** YYYY-MM-DD */
  date: string;
  numerator: number;
  denominator: number;
}

export interface Closes {
  kind: 'closes';
  source: PriceSource;
  /** The symbol as the source writes it. */
  rows: Array<RawClose & { symbol: string }>;
}

export interface Splits {
  kind: 'splits';
  source: PriceSource;
  rows: Array<Split & { symbol: string }>;
}

/** The symbol as prices are looked up: BRK.B, BRK-B, BRK/B and BRKB are one. */
export function priceSymbol(symbol: string): string {
  return symbol.toUpperCase().replace(/[./\s-]/g, '');
}
