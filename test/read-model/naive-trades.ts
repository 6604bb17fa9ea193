/** Trades of members of Congress over an array, as plainly as possible: what the read model is compared with. */

import type { TradeFilter, TradeSearch } from '../../tools/contract/reads/congress.js';
import { LATE_DAYS } from '../../tools/contract/rules.js';
import type { MemberSums, MemberSymbolSums, MemberTrade } from '../../tools/contract/shapes/congress.js';
import { tickerBase } from '../../tools/contract/ticker.js';

export interface DelayedTrade {
  trade: MemberTrade;
  delay: number | null;
}
type Key = Array<string | number>;

/** `search.member` is a current slug. */
export function searchTradeRows(
  trades: readonly DelayedTrade[],
  search: TradeSearch,
): { rows: DelayedTrade[]; places: Key[]; total: number } {
  const { after, limit, order } = search;
  const way = order === 'desc' ? -1 : 1;
  const matching = trades
    .filter((one) => isWanted(one, search))
    .map((one) => ({ one, key: keyOf(one, search) }))
    .sort((a, b) => way * compare(a.key, b.key, search));
  const rows = matching
    .filter(({ key }) => after === undefined || way * compare(key, [...after], search) > 0)
    .slice(0, limit);
  return { rows: rows.map(({ one }) => one), places: rows.map(({ key }) => key), total: matching.length };
}

/** What trades come to, by a search without order. */
export function sumTradeRows(trades: readonly DelayedTrade[], question: TradeFilter): MemberSums {
  const every = { sort: 'disclosed', order: 'desc', after: undefined, limit: trades.length } as const;
  const { rows } = searchTradeRows(trades, { ...question, ...every });
  const delays = rows.flatMap(({ delay }) => delay ?? []).sort((a, b) => a - b);
  const middle = (delays.length - 1) / 2;
  const symbolOf = ({ trade }: DelayedTrade) => trade.ticker.toUpperCase().replace(/[-/ ]/g, '.');
  const symbols = [...new Set(rows.map(symbolOf))].filter((one) => one !== '');
  const sums = symbols.map((ticker): MemberSymbolSums => {
    const own = rows.filter((one) => symbolOf(one) === ticker);
    const ofType = (type: string) => own.filter(({ trade }) => trade.type.startsWith(type));
    const least = (type: string) =>
      ofType(type).reduce((cents, { trade }) => cents + Math.round(trade.amountMin * 100), 0) / 100;
    const certain = own.filter(({ trade }) => trade.transactionDate <= trade.disclosureDate);
    return {
      ticker,
      purchases: ofType('Purchase').length,
      purchasesMin: least('Purchase'),
      sales: ofType('Sale').length,
      salesMin: least('Sale'),
      exchanges: ofType('Exchange').length,
      lastTraded: (certain.length > 0 ? certain : own)
        .map(({ trade }) => trade.transactionDate)
        .sort()
        .at(-1)!,
    };
  });
  const size = ({ ticker }: MemberSymbolSums) => rows.filter((one) => symbolOf(one) === ticker).length;
  return {
    trades: rows.length,
    late: delays.filter((delay) => delay > LATE_DAYS).length,
    timed: delays.length,
    medianDays: delays.length === 0 ? null : (delays[Math.floor(middle)]! + delays[Math.ceil(middle)]!) / 2,
    withoutTicker: rows.filter(({ trade }) => trade.ticker === '').length,
    tickers: sums.sort((a, b) => size(b) - size(a) || (a.ticker < b.ticker ? -1 : 1)),
  };
}

function keyOf({ trade, delay }: DelayedTrade, { sort }: TradeSearch): Key {
  const { filingId, disclosureDate, transactionDate, amountMin } = trade;
  const at = filingId.lastIndexOf('-');
  const first: Record<TradeSearch['sort'], Key> = {
    disclosed: [],
    traded: [transactionDate],
    amount: [Math.round(amountMin * 100)],
    delay: [delay ?? 0],
    ticker: [tickerBase(trade.ticker.toUpperCase())],
    member: [`${trade.memberName.split(' ').at(-1)} ${trade.memberName}`.toLowerCase(), trade.memberSlug],
  };
  const last = [disclosureDate, transactionDate, filingId.slice(0, at), Number(filingId.slice(at + 1))];
  // A place names a date once.
  return [...first[sort], ...(sort === 'traded' ? [last[0]!, ...last.slice(2)] : last)];
}

/** From the first of the alphabet on, of each the newest first. */
function compare(a: Key, b: Key, { sort }: TradeSearch): number {
  const names = sort === 'ticker' ? 1 : sort === 'member' ? 2 : a.length;
  for (const [at, one] of a.entries()) {
    const other = b[at]!;
    if (one !== other) return one < other === at < names ? -1 : 1;
  }
  return 0;
}

function isWanted({ trade, delay }: DelayedTrade, search: TradeSearch): boolean {
  const { since, tickers, minAmount, late } = search;
  const date = search.dates === 'traded' ? trade.transactionDate : trade.disclosureDate;
  const symbol = trade.ticker.toUpperCase();
  const isOf = (wanted: string | null, stated: string) => wanted === null || stated === wanted;
  return (
    isOf(search.member, trade.memberSlug) &&
    isOf(search.party, trade.party) &&
    isOf(search.chamber, trade.chamber) &&
    isOf(search.state, trade.district.slice(0, 2)) &&
    isOf(search.owner, trade.owner.toLowerCase()) &&
    (search.type === null || trade.type.toLowerCase().startsWith(search.type)) &&
    (since === null || date >= since) &&
    date <= search.until &&
    trade.amountMin >= minAmount &&
    (search.sort !== 'delay' || delay !== null) &&
    (search.sort !== 'ticker' || symbol !== '') &&
    (late === null || (delay !== null && delay > LATE_DAYS === late)) &&
    (tickers.length === 0 ||
      tickers.some(
        (one) => (one === tickerBase(one) ? tickerBase(symbol) : symbol.replace(/[-/ ]/, '.')) === one,
      ))
  );
}
