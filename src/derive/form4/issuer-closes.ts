/**
 * The closes that the SEC's fails-to-deliver files state for the symbols of an issuer, as witnesses of the prices of its rows.
 * They are not adjusted: a row states what was paid on its day.
 */

import { dateOfDay, dayNumber } from '../../dates.js';
import type { FilingHead } from '../../records/derived-rows.js';
import type { CusipSymbol } from '../../records/portfolios/cusip.js';
import { priceSymbol, type RawClose } from '../../records/prices/price.js';
import { namesAlike } from '../portfolios/cusip-resolver.js';
import { namesOtherSecurity } from '../prices/traded-prices.js';
import { tradingDayBefore } from '../prices/trading-days.js';
import { parseSymbol } from './issuer-ticker.js';

/** Closes of these days speak about a price. */
export const CLOSE_DAYS = 7;
/** A close is filed with the settlement date, which a weekend and a holiday put off. */
const SETTLED_WITHIN = 5;

/** What is stored. Symbols are in capitals, without separators. */
export interface FiledCloses {
  /** Prices with a settlement date from `since` to `until` (YYYY-MM-DD), oldest first. */
  closes(symbol: string, since: string, until: string): readonly RawClose[];
  /** The securities that had the symbol on `since` or later. */
  securities(symbol: string, since: string): readonly CusipSymbol[];
}

interface DatedRow {
  accession: string;
  /** Day of the trade, as a number. */
  day: number;
}

export interface NearCloses {
  closes: ReadonlyArray<{ price: number /** Days after the trade. */; after: number }>;
  /** All of them are closes of the issuer's common shares, and none of these is missing. */
  isSure: boolean;
}

export interface WitnessCloses {
  /** Those of the week before and after a trade. */
  near(row: DatedRow): NearCloses;
  /** Those of any time. */
  ever(row: DatedRow): readonly number[];
}

export const NO_CLOSES: WitnessCloses = { near: () => ({ closes: [], isSure: false }), ever: () => [] };

type NamingHead = Pick<FilingHead, 'accession' | 'issuerName' | 'tradingSymbol' | 'foreignTradingSymbol'>;

/**
 * @param input.heads all filings of the issuer
 * @param input.tickers the ticker table's symbols of the issuer
 */
export function issuerCloses(input: {
  heads: readonly NamingHead[];
  tickers: readonly string[];
  filed: FiledCloses;
}): WitnessCloses {
  const { filed } = input;
  const headOf = (wanted: string) => input.heads.find(({ accession }) => accession === wanted);
  const listed = input.tickers.map(priceSymbol);
  return {
    near({ accession, day }) {
      const head = headOf(accession);
      if (head === undefined) return NO_CLOSES.near({ accession, day });
      const since = dateOfDay(day - CLOSE_DAYS);
      const until = dateOfDay(day + CLOSE_DAYS + SETTLED_WITHIN);
      const series = symbolsOf(head, listed).map((symbol) => ({
        closes: filed
          .closes(symbol, since, until)
          .map(({ date, close }) => ({ price: close, after: dayNumber(tradingDayBefore(date)) - day }))
          .filter(({ after }) => Math.abs(after) <= CLOSE_DAYS),
        isSure: isOwnCommon(filed.securities(symbol, since), head),
      }));
      return {
        closes: series.flatMap(({ closes }) => closes),
        isSure: series.length > 0 && series.every(({ closes, isSure }) => isSure && closes.length > 0),
      };
    },
    ever({ accession }) {
      const head = headOf(accession);
      const symbols = head === undefined ? [] : symbolsOf(head, listed);
      return symbols.flatMap((symbol) => filed.closes(symbol, '', '9999').map(({ close }) => close));
    },
  };
}

/** What the filing names; the symbols of all classes if one of them is still the issuer's, or if it names none. */
function symbolsOf({ tradingSymbol }: NamingHead, listed: readonly string[]): string[] {
  const text = parseSymbol(tradingSymbol ?? '');
  const named = text.kind === 'one' ? [text.symbol] : text.kind === 'several' ? text.parts : [];
  const symbols = named.map(priceSymbol);
  const isFormer = symbols.length > 0 && !symbols.some((symbol) => listed.includes(symbol));
  return isFormer ? symbols : [...new Set([...symbols, ...listed])];
}

/** A reverse split, and another company with the symbol, bring another CUSIP. */
function isOwnCommon(securities: readonly CusipSymbol[], head: NamingHead): boolean {
  const [only, ...others] = securities;
  return (
    only !== undefined &&
    others.length === 0 &&
    // Then the symbol may be that of depositary shares.
    head.foreignTradingSymbol === null &&
    !namesOtherSecurity(only.description) &&
    namesAlike(head.issuerName, only.description)
  );
}
