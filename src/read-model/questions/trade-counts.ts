/**
 * Counts trades of the Congress in memory: an index of all trades would be walked row by row, which takes 4 ms for each question.
 * The trades that were disclosed in a quarter are read at a time, with 24 bytes each.
 */

import type { TradeSearch } from '../../../tools/contract/reads/congress.js';
import { LATE_DAYS } from '../../../tools/contract/rules.js';
import { isCalendarDate } from '../../dates.js';
import { TRADE_FLAGS, UNKNOWN_DELAY } from '../column-values.js';
import type { GenerationTables } from '../question.js';
import { hundredthsOf } from './feed-filter.js';

/** The values of each column. Dates are numbers such as 20260131, 0 if unknown. */
interface QuarterOfTrades {
  disclosed: Int32Array;
  traded: Int32Array;
  cents: Float64Array;
  flags: Uint16Array;
  delay: Int32Array;
  state: Uint16Array;
}

/** More than there are reports of. */
const YEARS_MAX = 40;

/**
 * How many trades match, of all members and symbols. Null if the first or the last day is not one of the calendar, or if there are
 * too many years. Not for an earlier generation, which has too few questions to keep its trades in memory, nor for the order by
 * symbol, which leaves out trades without one.
 */
export async function countTradesInMemory(
  tables: GenerationTables,
  search: TradeSearch,
): Promise<number | null> {
  const years = await yearsOf(tables);
  if (years === null) return null;
  const wanted = wantedTrades(search);
  let matching = 0;
  for (const year of years) {
    if (!wanted.isByTrade && (year < yearOf(wanted.since) || year > yearOf(wanted.until))) continue;
    // As text, so that a date of which the month is impossible is in one of them too.
    const bounds = [`${year}`, `${year}-04`, `${year}-07`, `${year}-10`, `${year + 1}`];
    for (const [at, from] of bounds.slice(0, -1).entries()) {
      // There is one behind each.
      const to = bounds[at + 1] as string;
      const trades = await tables.memoised(`trades from ${from}`, () => readQuarter(tables, from, to));
      matching += countIn(trades, wanted);
    }
  }
  return matching;
}

/** The years in which trades were disclosed, and those between them. */
function yearsOf(tables: GenerationTables): Promise<number[] | null> {
  return tables.memoised('years of trades', async () => {
    const [first, last] = [await endOfTrades(tables, 'ASC'), await endOfTrades(tables, 'DESC')];
    if (first === null || last === null) return [];
    const count = yearOf(dateNumber(last)) - yearOf(dateNumber(first)) + 1;
    if (!isCalendarDate(first) || !isCalendarDate(last) || count > YEARS_MAX) return null;
    return Array.from({ length: count }, (_, at) => yearOf(dateNumber(first)) + at);
  });
}

/** The first or the last day of a disclosure; null without any. Not by `min` and `max`, which would walk a whole index. */
async function endOfTrades(tables: GenerationTables, order: 'ASC' | 'DESC'): Promise<string | null> {
  const [found] = await tables.rows<[date: string]>(
    `SELECT disclosure_date FROM member_trade WHERE disclosure_date >= '' ${tables.current}
     ORDER BY disclosure_date ${order} LIMIT 1`,
    tables.currentValues,
  );
  return found?.[0] ?? null;
}

async function readQuarter(tables: GenerationTables, from: string, to: string): Promise<QuarterOfTrades> {
  // From one index, without the rows behind it.
  const rows = await tables.rows<
    [string, string, cents: number, flags: number, delay: number, state: string]
  >(
    `SELECT disclosure_date, transaction_date, cents, flags, delay, state FROM member_trade
     WHERE disclosure_date >= ? AND disclosure_date < ? ${tables.current}`,
    [from, to, ...tables.currentValues],
  );
  return {
    disclosed: Int32Array.from(rows, ([disclosed]) => dateNumber(disclosed)),
    traded: Int32Array.from(rows, ([, traded]) => dateNumber(traded)),
    cents: Float64Array.from(rows, ([, , cents]) => cents),
    flags: Uint16Array.from(rows, ([, , , flags]) => flags),
    delay: Int32Array.from(rows, ([, , , , delay]) => delay),
    state: Uint16Array.from(rows, (row) => stateNumber(row[5])),
  };
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
}

function wantedTrades(search: TradeSearch): WantedTrades {
  const { since, until, dates, minAmount, state, late, sort, chamber, party, type, owner } = search;
  const words = [chamber, party, type, owner].filter((word) => word !== null);
  const isTimed = late !== null || sort === 'delay';
  return {
    isByTrade: dates === 'traded',
    since: dateNumber(since ?? ''),
    until: dateNumber(until),
    minCents: minAmount > 0 ? hundredthsOf(minAmount) : Number.NEGATIVE_INFINITY,
    flags: words.reduce((bits, word) => bits | TRADE_FLAGS[word], 0),
    // No trade has -1.
    state: state === null ? null : stateNumber(state) || -1,
    minDelay: late === true ? LATE_DAYS + 1 : isTimed ? UNKNOWN_DELAY + 1 : Number.NEGATIVE_INFINITY,
    maxDelay: late === false ? LATE_DAYS : Number.POSITIVE_INFINITY,
  };
}

function countIn(trades: QuarterOfTrades, wanted: WantedTrades): number {
  const { cents, flags, delay, state } = trades;
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
    if (wanted.state === null || state[at] === wanted.state) matching += 1;
  }
  return matching;
}

/** 20260131 of a date as YYYY-MM-DD; 0 of ''. */
const dateNumber = (date: string): number => Number(date.slice(0, 10).replaceAll('-', ''));

const yearOf = (day: number): number => Math.floor(day / 10_000);

/** Two letters as one number; 0 if unknown. */
const stateNumber = (state: string): number =>
  state.length === 2 ? (state.charCodeAt(0) << 8) | state.charCodeAt(1) : 0;
