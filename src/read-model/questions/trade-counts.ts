/**
 * Counts trades of the Congress in memory: an index of all trades would be walked row by row, which takes 4 ms for each question.
 * The trades that were disclosed in a quarter are read at a time, with 23 bytes each.
 */

import { setImmediate } from 'node:timers/promises';
import type { TradeSearch } from '../../../tools/contract/reads.js';
import { LATE_DAYS } from '../../../tools/contract/rules.js';
import { isCalendarDate } from '../../dates.js';
import type { GenerationTables } from '../question.js';
import { TRADE_FLAGS, UNKNOWN_DELAY } from '../tables.js';
import { hundredthsOf } from './feed-filter.js';

/** The values of each column. Dates are numbers such as 20260131, 0 if unknown. */
interface QuarterOfTrades {
  disclosed: Int32Array;
  traded: Int32Array;
  cents: Float64Array;
  flags: Uint16Array;
  delay: Int32Array;
  state: Uint16Array;
  hasTicker: Uint8Array;
}

/** More than there are reports of. */
const YEARS_MAX = 40;
/** How dates begin and end that are of a quarter. */
const QUARTERS = [
  ['-01-01', '-03-31'],
  ['-04-01', '-06-30'],
  ['-07-01', '-09-30'],
  ['-10-01', '-12-31'],
] as const;

/**
 * How many trades match, of all members and symbols; null if their days are not all of the calendar. Not for an earlier
 * generation, which has too few questions to keep its trades in memory.
 */
export async function countTrades(tables: GenerationTables, search: TradeSearch): Promise<number | null> {
  const years = await yearsOf(tables);
  if (years === null) return null;
  const wanted = wantedTrades(search);
  let matching = 0;
  for (const year of years) {
    if (!wanted.isByTrade && (year < yearOf(wanted.since) || year > yearOf(wanted.until))) continue;
    for (const [begin, end] of QUARTERS) {
      const [from, to] = [`${year}${begin}`, `${year}${end}`];
      const trades = await tables.memoised(`trades from ${from}`, () => readQuarter(tables, from, to));
      matching += countIn(trades, wanted);
    }
  }
  return matching;
}

/** The years in which trades were disclosed, and those between them. */
function yearsOf(tables: GenerationTables): Promise<number[] | null> {
  return tables.memoised('years of trades', async () => {
    // One row: an aggregate.
    const [[first, last]] = (await tables.rows<[first: string | null, last: string | null]>(
      `SELECT min(disclosure_date), max(disclosure_date) FROM member_trade WHERE disclosure_date >= '' ${tables.current}`,
      tables.currentValues,
    )) as [[string | null, string | null]];
    if (first === null || last === null) return [];
    const count = yearOf(dayNumber(last)) - yearOf(dayNumber(first)) + 1;
    if (!isCalendarDate(first) || !isCalendarDate(last) || count > YEARS_MAX) return null;
    return Array.from({ length: count }, (_, at) => yearOf(dayNumber(first)) + at);
  });
}

async function readQuarter(tables: GenerationTables, from: string, to: string): Promise<QuarterOfTrades> {
  type Columns = [string, string, cents: number, flags: number, delay: number, state: string, ticker: string];
  const rows = await tables.rows<Columns>(
    `SELECT disclosure_date, transaction_date, cents, flags, delay, state, ticker_base FROM member_trade
     WHERE disclosure_date BETWEEN ? AND ? ${tables.current}`,
    [from, to, ...tables.currentValues],
  );
  const trades = {
    disclosed: Int32Array.from(rows, ([disclosed]) => dayNumber(disclosed)),
    traded: Int32Array.from(rows, ([, traded]) => dayNumber(traded)),
    cents: Float64Array.from(rows, ([, , cents]) => cents),
    flags: Uint16Array.from(rows, ([, , , flags]) => flags),
    delay: Int32Array.from(rows, ([, , , , delay]) => delay),
    state: Uint16Array.from(rows, (row) => stateNumber(row[5])),
    hasTicker: Uint8Array.from(rows, (row) => (row[6] === '' ? 0 : 1)),
  };
  // Other requests are answered between two quarters.
  await setImmediate();
  return trades;
}

interface WantedTrades {
  isByTrade: boolean;
  since: number;
  until: number;
  minCents: number;
  /** Bits of `flags` that all must be set. */
  flags: number;
  /** Null for all. */
  state: number | null;
  minDelay: number;
  maxDelay: number;
  withTicker: boolean;
}

function wantedTrades(search: TradeSearch): WantedTrades {
  const { since, until, dates, minAmount, state, late, sort, chamber, party, type, owner } = search;
  const words = [chamber, party, type, owner].filter((word) => word !== null);
  const isTimed = late !== null || sort === 'delay';
  return {
    isByTrade: dates === 'traded',
    since: dayNumber(since ?? ''),
    until: dayNumber(until),
    minCents: minAmount > 0 ? hundredthsOf(minAmount) : Number.NEGATIVE_INFINITY,
    flags: words.reduce((bits, word) => bits | TRADE_FLAGS[word], 0),
    state: state === null ? null : stateNumber(state),
    minDelay: late === true ? LATE_DAYS + 1 : isTimed ? UNKNOWN_DELAY + 1 : Number.NEGATIVE_INFINITY,
    maxDelay: late === false ? LATE_DAYS : Number.POSITIVE_INFINITY,
    withTicker: sort === 'ticker',
  };
}

function countIn(trades: QuarterOfTrades, wanted: WantedTrades): number {
  const { cents, flags, delay, state, hasTicker } = trades;
  const days = wanted.isByTrade ? trades.traded : trades.disclosed;
  let matching = 0;
  for (let at = 0; at < days.length; at += 1) {
    // The lists have the same length, here and below.
    const day = days[at] as number;
    if (day < wanted.since || day > wanted.until) continue;
    if (((flags[at] as number) & wanted.flags) !== wanted.flags || (cents[at] as number) < wanted.minCents)
      continue;
    const passed = delay[at] as number;
    if (passed < wanted.minDelay || passed > wanted.maxDelay) continue;
    if (wanted.state !== null && state[at] !== wanted.state) continue;
    if (!wanted.withTicker || hasTicker[at] === 1) matching += 1;
  }
  return matching;
}

/** 20260131 of a date as YYYY-MM-DD; 0 of ''. */
const dayNumber = (date: string): number => Number(date.slice(0, 10).replaceAll('-', ''));

const yearOf = (day: number): number => Math.floor(day / 10_000);

/** Two letters as one number; 0 if unknown. */
const stateNumber = (state: string): number =>
  state.length === 2 ? (state.charCodeAt(0) << 8) | state.charCodeAt(1) : 0;
