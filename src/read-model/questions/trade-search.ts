/** Trades of one member of Congress or of all, by any filter and in any order. */

import type { ListPlace } from '../../../tools/contract/place.js';
import type { FoundTrades, TradeSearch } from '../../../tools/contract/reads/congress.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { LATE_DAYS } from '../../../tools/contract/rules.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { MemberSums, MemberSymbolSums, MemberTrade } from '../../../tools/contract/shapes/congress.js';
import { plainSymbol } from '../../../tools/contract/ticker.js';
import { compareText, groupBy, median } from '../../collections.js';
import type { SqlValue } from '../../database/database.js';
import {
  NOT_SUMMED,
  OPEN_CORRECTION,
  POSSIBLE_REPEAT,
  TRADE_FLAGS,
  UNKNOWN_DELAY,
} from '../column-values.js';
import type { GenerationTables } from '../question.js';
import { soundObject } from '../sound-json.js';
import { firstReadable, type RowReader } from '../unreadable-rows.js';
import { adderTo, type Condition } from './condition.js';
import { memberIdOf } from './congress.js';
import { countMatches } from './count-matches.js';
import { hundredthsOf, tickerFilter } from './feed-filter.js';
import { behindPlace, type Order, orderColumns, orderText, reversed } from './feed-order.js';
import { countTradesInMemory } from './trade-counts.js';

/** Newest disclosure first; a document belongs to one member, so that the order is total. */
const TRADE_ORDER: Order = [
  ['disclosure_date', 'DESC'],
  ['transaction_date', 'DESC'],
  ['document_id', 'DESC'],
  ['"row"', 'DESC'],
];

/** An index of the table has each of them. */
const DESCENDING: Record<TradeSearch['sort'], Order> = {
  disclosed: TRADE_ORDER,
  traded: [['transaction_date', 'DESC'], ...TRADE_ORDER.filter(([column]) => column !== 'transaction_date')],
  amount: [['cents', 'DESC'], ...TRADE_ORDER],
  delay: [['delay', 'DESC'], ...TRADE_ORDER],
  // Ascending is A to Z, the newest trade of each first.
  ticker: reversed([['ticker_base', 'ASC'], ...TRADE_ORDER]),
  member: reversed([['member_name', 'ASC'], ['member_id', 'ASC'], ...TRADE_ORDER]),
};

/** What finds the rows: the index of one member or of some symbols, or the one that has all rows in an order. */
type TradeDriver = 'one member' | 'some symbols' | TradeSearch['sort'];

type FoundTradeColumns = [delay: number, json: string, ...place: ListPlace];

const TRADE_ROW: RowReader<FoundTradeColumns, FoundTradeColumns> = {
  table: 'member_trade',
  // Every order ends in the document and its row.
  keyOf: (row) => row.slice(-2).join(' '),
  read(row) {
    soundObject(row[1]);
    return row;
  },
};

export async function searchTrades(
  tables: GenerationTables,
  search: TradeSearch,
): Promise<FoundTrades | null> {
  const memberId = search.member === null ? null : await memberIdOf(tables, search.member);
  if (search.member !== null && memberId === null) return null;
  const narrow = memberId !== null ? 'one member' : search.tickers.length > 0 ? 'some symbols' : null;
  const { filter, values } = tradeFilter(search, memberId, narrow ?? search.sort);
  const { current, currentValues } = tables;
  const descending = DESCENDING[search.sort];
  const order = search.order === 'desc' ? descending : reversed(descending);
  const behind = behindPlace(order, search.after);
  const columns = orderColumns(order);
  // The order by member has the column already.
  const keyAndPlace = search.sort === 'member' ? columns : `member_id, ${columns}`;
  // The rows are found and sorted by an index alone: the JSON of most of them is not read.
  const ask = (limit: number) =>
    tables.rows<FoundTradeColumns>(
      `WITH places AS MATERIALIZED (
       SELECT ${keyAndPlace} FROM member_trade WHERE ${filter}${behind.filter} ${current}
       ORDER BY ${orderText(order)} LIMIT ?)
     SELECT delay, json, ${columns} FROM member_trade
     WHERE (member_id, document_id, "row") IN (SELECT member_id, document_id, "row" FROM places) ${current}
     ORDER BY ${orderText(order)}`,
      [...values, ...behind.values, ...currentValues, limit, ...currentValues],
    );
  const { rows, unreadable } = await firstReadable(tables, search.limit, ask, TRADE_ROW);
  const isAll = search.after === undefined && rows.length < search.limit;
  const isByIndex = isAll || narrow !== null || tables.isPast || search.sort === 'ticker';
  const counted = isByIndex ? null : await countTradesInMemory(tables, search);
  return {
    rows: new SerializedPageRows<MemberTrade>(
      rows.map(([, json]) => [json, '']),
      unreadable,
    ),
    delays: rows.map(([delay]) => (delay === UNKNOWN_DELAY ? null : delay)),
    places: rows.map(([, , ...place]) => place),
    total: isAll
      ? rows.length + unreadable
      : (counted ??
        (await countMatches(
          tables,
          'member_trade',
          tradeFilter(search, memberId, narrow ?? counting(search)),
        ))),
  };
}

/** The index that has the column of every filter. */
function counting({ sort }: TradeSearch): TradeDriver {
  return sort === 'ticker' ? 'ticker' : 'disclosed';
}

/** What the trades of one member come to, from an index alone. Null for an unknown member. */
export async function tradeSums(
  tables: GenerationTables,
  question: Parameters<Reads['tradeSums']>[0],
): Promise<MemberSums | null> {
  const memberId = await memberIdOf(tables, question.member);
  if (memberId === null) return null;
  const search = {
    ...question,
    sort: 'disclosed' as const,
    order: 'desc' as const,
    after: undefined,
    limit: 0,
  };
  const { filter, values } = tradeFilter(search, memberId, 'one member');
  const rows = await tables.rows<SummedTrade>(
    `SELECT ticker, flags, cents, delay, transaction_date, disclosure_date FROM member_trade WHERE ${filter} ${tables.current}`,
    [...values, ...tables.currentValues],
  );
  const delays = rows.flatMap(([, , , delay]) => (delay === UNKNOWN_DELAY ? [] : [delay]));
  // A member files one share as BRK.B and as BRK/B.
  const counted = rows.filter(([, flags]) => (flags & NOT_SUMMED) === 0);
  const countOf = (bit: number) => rows.filter(([, flags]) => (flags & bit) !== 0).length;
  const [possibleRepeats, openCorrections] = [countOf(POSSIBLE_REPEAT), countOf(OPEN_CORRECTION)];
  const tickers = [...groupBy(counted, ([ticker]) => plainSymbol(ticker))].filter(
    ([ticker]) => ticker !== '',
  );
  return {
    trades: rows.length,
    late: delays.filter((delay) => delay > LATE_DAYS).length,
    timed: delays.length,
    medianDays: delays.length === 0 ? null : median(delays),
    withoutTicker: counted.filter(([ticker]) => ticker === '').length,
    ...(possibleRepeats > 0 ? { possibleRepeats } : {}),
    ...(openCorrections > 0 ? { openCorrections } : {}),
    tickers: tickers
      .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareText(a, b))
      .map(([ticker, own]) => symbolSums(ticker, own)),
  };
}

type SummedTrade = [
  ticker: string,
  flags: number,
  cents: number,
  delay: number,
  traded: string,
  disclosed: string,
];

function symbolSums(ticker: string, trades: readonly SummedTrade[]): MemberSymbolSums {
  const ofType = (type: 'purchase' | 'sale' | 'exchange') =>
    trades.filter(([, flags]) => (flags & TRADE_FLAGS[type]) !== 0);
  const dollars = (some: readonly SummedTrade[]) =>
    some.reduce((total, [, , cents]) => total + cents, 0) / 100;
  const [purchases, sales] = [ofType('purchase'), ofType('sale')];
  // A day after the report is a typing error.
  const certain = trades.filter(([, , , , traded, disclosed]) => traded <= disclosed);
  return {
    ticker,
    purchases: purchases.length,
    purchasesMin: dollars(purchases),
    sales: sales.length,
    salesMin: dollars(sales),
    exchanges: ofType('exchange').length,
    lastTraded: (certain.length > 0 ? certain : trades)
      .map(([, , , , traded]) => traded)
      .reduce((a, b) => (b > a ? b : a)),
  };
}

/** `|| ''` and `+ 0` exclude a column from the choice of index and change nothing else. */
function tradeFilter(search: TradeSearch, memberId: string | null, driver: TradeDriver): Condition {
  const { since, until, tickers, state, minAmount, late, sort } = search;
  const isByDate = driver === 'disclosed' || driver === 'one member' || driver === 'some symbols';
  const date = search.dates === 'traded' ? 'transaction_date' : 'disclosure_date';
  const parts = [`${isByDate ? date : `${date} || ''`} BETWEEN ? AND ?`];
  const values: SqlValue[] = [since ?? '', until];
  const add = adderTo(parts, values);
  if (memberId !== null) add('member_id = ?', memberId);
  if (tickers.length > 0) {
    const symbols = tickerFilter(tickers, driver === 'some symbols' ? 'ticker' : 'none');
    add(symbols.filter, ...symbols.values);
  }
  if (state !== null) add('state = ?', state);
  if (minAmount > 0) add(`${driver === 'amount' ? 'cents' : 'cents + 0'} >= ?`, hundredthsOf(minAmount));
  const delay = driver === 'delay' ? 'delay' : 'delay + 0';
  if (sort === 'ticker') add(`ticker_base${driver === 'ticker' ? '' : " || ''"} > ''`);
  if (sort === 'delay') add(`${delay} <> ${UNKNOWN_DELAY}`);
  if (late !== null) add(late ? `${delay} > ${LATE_DAYS}` : `${delay} BETWEEN 0 AND ${LATE_DAYS}`);
  for (const word of [search.chamber, search.party, search.type, search.owner])
    if (word !== null) add(`(flags & ${TRADE_FLAGS[word]}) <> 0`);
  return { filter: parts.join(' AND '), values };
}
