/** What every story is told with: the calendar, the prices, and the usual kinds of rows and filings. */

import { type Calendar, daysBetween } from '../calendar.js';
import { issuerOf, priceAt, type SampleIssuer } from '../issuers.js';
import { boardOf, type Owner } from '../people.js';
import type { Draft, DraftRow, Noted } from './draft.js';
import * as say from './footnotes.js';

export interface Stage {
  calendar: Calendar;
  /** USD for each share at the close of a day. */
  priceOn(issuer: SampleIssuer, date: string): number;
}

export const stageOf = (calendar: Calendar): Stage => ({
  calendar,
  priceOn: (issuer, date) => priceAt(issuer, daysBetween(date, calendar.day)),
});

export const cents = (n: number): number => Math.round(n * 100) / 100;

/** The insider in this place of the issuer's board, with `more` said about the relationship. */
export function insider(tickerOrName: string, place: number, more: Partial<Owner> = {}): Owner {
  const owner = boardOf(tickerOrName)[place];
  if (!owner) throw new RangeError(`nobody has place ${place} at ${tickerOrName}`);
  return { ...owner, ...more };
}

export interface Trade {
  ticker: string;
  owners: readonly Owner[];
  code: 'P' | 'S';
  /** Value that all lots together reach, in USD. */
  usd: number;
  /** The filing: a day, or business days back from the newest one. */
  filed: string | number;
  /** Business days from the trade to the filing. Default 1. */
  lag?: number;
  /** Rows, at slightly different prices. Default 1. */
  lots?: number;
  /** Says in a footnote that each price is an average. */
  averaged?: boolean;
  nature?: string;
  /** Hung on every row. */
  notes?: DraftRow['notes'];
}

const DEPOSITARY = 'American Depositary Shares';

/** An ordinary filing of open-market purchases or sales on one day. */
export function market(stage: Stage, trade: Trade, more: Partial<Draft> = {}): Draft {
  const { calendar } = stage;
  const issuer = issuerOf(trade.ticker);
  const filed = typeof trade.filed === 'string' ? trade.filed : calendar.business(trade.filed);
  const date = calendar.business(calendar.backTo(filed) + (trade.lag ?? 1));
  return {
    issuer,
    owners: trade.owners,
    filed,
    rows: lotsOf(stage, issuer, date, trade),
    ...more,
  };
}

/** The rows of one trading day: `lots` of them, together worth at least `usd`. */
export function lotsOf(
  stage: Stage,
  issuer: SampleIssuer,
  date: string,
  { code, usd, lots = 1, averaged = false, nature, notes }: Omit<Trade, 'ticker' | 'owners' | 'filed'>,
): DraftRow[] {
  const close = stage.priceOn(issuer, date);
  return Array.from({ length: lots }, (_, i) => {
    // Lots a little above the close, so that the sum never falls short.
    const price = cents(close * (1 + 0.004 * i));
    const priceNotes = averaged
      ? [say.weightedAverage(code === 'P' ? 'purchased' : 'sold', cents(price * 0.995), cents(price * 1.005))]
      : [];
    const merged: DraftRow['notes'] = { ...notes };
    if (averaged) merged.price = [...priceNotes, ...(notes?.price ?? [])];
    if (issuer.securityTitle === DEPOSITARY) merged.title = [say.adsRatio('twenty (20)')];
    return {
      date,
      code,
      title: issuer.securityTitle,
      acquired: code === 'P',
      shares: Math.ceil(usd / lots / price) + i,
      price,
      ...(nature === undefined ? {} : { nature }),
      notes: merged,
    };
  });
}

/** A non-derivative row of any code. */
export const row = (
  code: string,
  acquired: boolean,
  date: string,
  shares: number | null,
  price: number | null,
  more: Partial<DraftRow> = {},
): DraftRow => ({ date, code, title: 'Common Stock', acquired, shares, price, ...more });

/** One footnote in one place of a row. */
export const noted = (place: Noted, ...texts: string[]): DraftRow['notes'] => ({ [place]: texts });

/** Terms of an option on one share each. */
export const option = (
  exercisePrice: number | null,
  shares: number,
  expires: string | null,
  exercisable: string | null = null,
): NonNullable<DraftRow['derivative']> => ({
  exercisePrice,
  exercisable,
  expires,
  underlyingTitle: 'Common Stock',
  underlyingShares: shares,
});
