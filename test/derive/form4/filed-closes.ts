/** Closes as the fails-to-deliver files state them: with the settlement date, which is the trading day after. */

import { dateOfDay, dayNumber } from '../../../src/dates.js';
import { deriveIssuer, type FiledCloses, issuerCloses } from '../../../src/derive/index.js';
import { tradingDayBefore } from '../../../src/derive/prices/trading-days.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import type { CusipSymbol } from '../../../src/records/portfolios/cusip.js';
import { ISSUER } from './filings.js';

/** The close of a trading day: `MM-DD` of 2025. */
export type DayClose = [day: string, close: number];

export interface StatedSymbol {
  closes: DayClose[];
  securities?: Array<Partial<CusipSymbol>>;
}

/** The settlement date of a close. */
export function settledOn(day: string): string {
  for (let next = dayNumber(day) + 1; ; next += 1)
    if (tradingDayBefore(dateOfDay(next)) === day) return dateOfDay(next);
}

/** One common share for each symbol, unless others are given. */
export function filedCloses(symbols: Record<string, StatedSymbol>): FiledCloses {
  return {
    closes: (symbol, since, until) =>
      (symbols[symbol]?.closes ?? [])
        .map(([day, close]) => ({
          date: settledOn(`2025-${day}`),
          close,
          kind: 'settlement-reference' as const,
        }))
        .filter(({ date }) => date >= since && date <= until),
    securities: (symbol, since) =>
      symbols[symbol] === undefined
        ? []
        : (symbols[symbol].securities ?? [{}])
            .map((one, at) => ({
              cusip: `99000${at}110`,
              symbol,
              description: 'ORRERY INSTRS INC COM',
              lastDate: '2025-12-31',
              ...one,
            }))
            .filter(({ lastDate }) => lastDate >= since),
  };
}

/** Derives the issuer beside these closes. */
export function readBeside(
  symbols: Record<string, StatedSymbol>,
  filings: readonly Form4Filing[],
  tickers: readonly string[] = [],
) {
  const heads = filings.map(({ accession, issuer }) => ({
    accession,
    issuerName: issuer.name,
    tradingSymbol: issuer.tradingSymbol,
    foreignTradingSymbol: issuer.foreignTradingSymbol,
  }));
  const closes = issuerCloses({ heads, tickers, filed: filedCloses(symbols) });
  return deriveIssuer({ issuerCik: ISSUER, filings, tickers, closes });
}
