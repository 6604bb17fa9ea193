/** Rows of the Swedish register whose prices can be compared with each other. */

import { dayNumber } from '../../dates.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';

/** So many others must pay a similar price. */
export const MIN_AGREEING_PEERS = 3;
export const AGREEING_RATIO = 1.2;
export const PEER_DAYS = 30;

/** A row whose figures can be compared; a price of 0 cannot. */
export type PricedRow = PdmrFiling & { price: number; volume: number; transactionDate: string };

export function isPriced(row: PdmrFiling): row is PricedRow {
  return row.price !== null && row.price !== 0 && row.volume !== null && row.transactionDate !== null;
}

/** Rows of one instrument. Series of options often share the ISIN of the share and differ only in name. */
export function instrumentOf(row: PricedRow): string {
  const isin = row.isin?.toUpperCase() ?? '';
  if (!ISIN.test(isin)) return row.filingId;
  const series = DERIVATIVE.test(row.instrumentType ?? '') ? row.instrumentName : '';
  return [isin, row.instrumentType, series].join('|');
}

/** Some people write `-` for none: rows of several companies would then be compared. */
const ISIN = /^[A-Z]{2}[A-Z\d]{9}\d$/;

export const DERIVATIVE = /option|warrant|terminer|futures?\b|forward|derivat|swap/i;
const RIGHT = /rätt|\brights?\b/i;

/** Its price may lose nine tenths within days, or gain as much. */
export function isVolatile({ instrumentType }: PricedRow): boolean {
  return DERIVATIVE.test(instrumentType ?? '') || RIGHT.test(instrumentType ?? '');
}

/**
 * False where two LEIs and two names beside one ISIN are two companies: the ISIN of one row is that of another company. With one name,
 * the LEI is the wrong one, such as that of the person's holding.
 */
export function isOneIssuer(a: PricedRow, b: PricedRow): boolean {
  if (a.lei === null || b.lei === null || a.lei.toUpperCase() === b.lei.toUpperCase()) return true;
  return a.issuerName.toLowerCase() === b.issuerName.toLowerCase();
}

export function timesApart(a: number, b: number): number {
  return Math.max(a / b, b / a);
}

/** Each row is compared with all others of its instrument: reading both dates each time takes most of the time of a large store. */
const dayNumbers = new WeakMap<PricedRow, number>();

export function daysApart(a: PricedRow, b: PricedRow): number {
  return Math.abs(dayOf(a) - dayOf(b));
}

function dayOf(row: PricedRow): number {
  const known = dayNumbers.get(row);
  if (known !== undefined) return known;
  const day = dayNumber(row.transactionDate);
  dayNumbers.set(row, day);
  return day;
}
