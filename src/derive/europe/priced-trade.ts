/** Rows of a market whose figures can be compared with each other. */

import { dayNumber } from '../../dates.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { isDebt } from './per-cent-price.js';

/** Notifications of these days speak about a price. */
export const PEER_DAYS = 30;

export interface PricedTrade {
  row: PdmrFiling;
  /** What identifies the instrument; null where the row has no ISIN that can be one. */
  instrument: string | null;
  kind: InstrumentKind;
  /** In `currency`: pounds, where it is quoted in pence. */
  price: number;
  /** As filed, or for Germany, which states no number, value by price. */
  volume: number;
  value: number;
  currency: string;
  /** That of the trade, or of the publication where that of the trade cannot be. */
  day: number;
}

/** The price of a `volatile` one may lose nine tenths within days. The prices of `debt`, in per cent or for a piece, say nothing about each other. */
export type InstrumentKind = 'share' | 'volatile' | 'debt' | 'unknown';

/** Null for a row whose figures cannot be compared: a price of 0, one in a unit that is not known, an amount. */
export function pricedTrade(row: PdmrFiling, day: string): PricedTrade | null {
  const { currency, totalValue, valueUnknown } = row;
  if (!row.price || currency === null || valueUnknown) return null;
  const volume = row.volume ?? (totalValue === null ? null : totalValue / row.price);
  if (!volume) return null;
  const product = row.price * volume;
  // Only British prices are quoted in hundredths of the currency.
  const price = totalValue !== null && product > 10 * totalValue ? row.price / 100 : row.price;
  const kind = kindOf(row);
  return {
    ...{ row, kind, price, volume, currency, day: dayNumber(day), value: price * volume },
    instrument: instrumentOf(row, kind),
  };
}

/** Series of options often share the ISIN of the share and differ only in name. */
function instrumentOf(row: PdmrFiling, kind: InstrumentKind): string | null {
  const isin = row.isin?.toUpperCase() ?? '';
  const series = kind === 'volatile' ? row.instrumentName : '';
  if (!ISIN.test(isin) || series === null) return null;
  return [isin, row.instrumentType?.toLowerCase() ?? '', series].join('|');
}

/** Some people write `-` for none: rows of several companies would then be compared. */
const ISIN = /^[A-Z]{2}[A-Z\d]{9}\d$/;

const DERIVATIVE = /option|warrant|terminer|futures?\b|forward|derivat|swap/i;
const RIGHT = /rätt|\brights?\b/i;
/** Other instruments that can cost more than any share. */
const NO_SHARE =
  /kapitalandel|capital equity|konvertib|convertib|obligation|\bbonds?\b|certifikat|certificate|commercial paper|utsläpp|emission allowance|skuld|\bnotes?\b|\bMTN\b/i;
/** Parts of words for a share: Swedish and German, Dutch, English. */
const SHARE_WORDS = ['aktie', 'aandeel', 'aandelen', 'share'];
/** BaFin's four kinds. Only the first one is a share, although two others have its word. */
const GERMAN_SHARE = 'Aktie';

function kindOf({ market, instrumentType, instrumentName }: PdmrFiling): InstrumentKind {
  if (market === 'de') return (instrumentType ?? GERMAN_SHARE) === GERMAN_SHARE ? 'share' : 'debt';
  const words = instrumentType ?? instrumentName ?? '';
  if (DERIVATIVE.test(words) || RIGHT.test(words)) return 'volatile';
  if (NO_SHARE.test(words) || isDebt(words)) return 'debt';
  // Without a type the name is mostly that of the company.
  const isShare = instrumentType === null || SHARE_WORDS.some((word) => words.toLowerCase().includes(word));
  return isShare ? 'share' : 'unknown';
}

/**
 * False where two LEIs and two names beside one ISIN are two companies: the ISIN of one row is that of another company. With one name,
 * the LEI is the wrong one, such as that of the person's holding.
 */
export function isOneIssuer({ row: a }: PricedTrade, { row: b }: PricedTrade): boolean {
  if (a.lei === null || b.lei === null || a.lei.toUpperCase() === b.lei.toUpperCase()) return true;
  return a.issuerName.toLowerCase() === b.issuerName.toLowerCase();
}

export const timesApart = (a: number, b: number): number => Math.max(a / b, b / a);
