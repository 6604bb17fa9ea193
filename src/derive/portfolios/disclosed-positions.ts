/**
 * What the disclosed transactions of a member of Congress or of an official leave. Only brackets are disclosed, so
 * all sums here are of brackets: midpoints for Congress, lower bounds for OGE, never a midpoint there. An open bracket
 * counts with its lower bound, and how many of them are in a sum is said beside it.
 */

import { WINDOW_DAYS } from '../../../tools/contract/rules.js';
import { appendTo, compareText, itemAt, required } from '../../collections.js';
import { addDays } from '../../dates.js';
import { roundCents } from '../../decimal.js';
import type { Oge278TReport, Oge278TTransaction } from '../../records/portfolios/oge-278t.js';

/** A row of a STOCK Act report with the disclosure date of its report; `StockActTrade` has the other fields. */
export interface CongressTrade {
  /** '' for none. */
  ticker: string;
  assetDescription: string;
  assetType: string;
  /** `Purchase`, `Sale`, `Sale (Full)`, `Sale (Partial)` or `Exchange`. */
  type: string;
  /** As typed by the filer, YYYY-MM-DD. */
  transactionDate: string;
  disclosureDate: string;
  /** USD, lower bound of the bracket. */
  amountMin: number;
  /** USD; null for an open bracket. */
  amountMid: number | null;
  /** Terms of an option. */
  description: string | null;
}

interface DisclosedHolding {
  ticker: string;
  /** Of the newest trade, as filed, without the ticker and the code of the asset type behind it. */
  issuerName: string;
  /** USD, purchases less sales. Null where a trade in a blank or unknown bracket is part of it. */
  netUsd: number | null;
  /** Trades in an open bracket that the net has part of, and how many of them are sales. */
  openBrackets: number;
  openSales: number;
  /** Fraction of 1 of all holdings with a known net; null where that is unknown. */
  weight: number | null;
  /** Day of the newest trade; its disclosure where that day is blank or cannot be right. */
  asOfDate: string;
  tradeCount: number;
  /** Trades of it whose bracket is blank or unknown and is not summed. */
  unsummed: number;
}

export interface DisclosedPositions {
  /** Net above 0, largest first, then those with an unknown net. */
  holdings: DisclosedHolding[];
  /** USD, sum of the nets of the holdings; null, as are the weights, where one of them is unknown. */
  totalNetUsd: number | null;
  /**
   * Tickers of which as much or more was sold than bought: what was sold beyond had been held before the first
   * report. A negative net is nobody's holding.
   */
  soldOut: Array<{ ticker: string; netUsd: number }>;
  /** An option counts as its underlying security. */
  hasOptions: boolean;
  /** Trades that belong to no holding, by the reason. */
  excludedTrades: { withoutTicker: number; withoutDirection: number; exchanges: number; puts: number };
}

interface DisclosedTrade {
  ticker: string | null;
  name: string;
  type: string | null;
  /** Null where it is blank or cannot be right. */
  tradedOn: string | null;
  disclosedOn: string;
  /** What is summed; null where nothing can be. */
  amount: number | null;
  isOpen: boolean;
  isOption: boolean;
  isPut: boolean;
}

const isOpenBracket = ({ amountMid }: CongressTrade): boolean => amountMid === null;
const bracketAmount = ({ amountMid, amountMin }: CongressTrade): number => amountMid ?? amountMin;

/**
 * Net of bracket midpoints by ticker. Every trade counts, whatever its date: a mistyped year does not undo a
 * purchase. Puts are left out, since buying one is the opposite of holding the share.
 * @param asOf YYYY-MM-DD; later transaction dates are typing errors.
 */
export function congressPositions(trades: readonly CongressTrade[], asOf: string): DisclosedPositions {
  return positionsOf(
    trades.map((trade) => {
      const isOption = /\boption/i.test(trade.assetType);
      return {
        ticker: trade.ticker || null,
        name: trade.assetDescription,
        type: trade.type,
        tradedOn: trade.transactionDate <= asOf ? trade.transactionDate : null,
        disclosedOn: trade.disclosureDate,
        amount: bracketAmount(trade),
        isOpen: isOpenBracket(trade),
        isOption,
        isPut: isOption && /\bputs?\b/i.test(`${trade.assetDescription} ${trade.description ?? ''}`),
      };
    }),
  );
}

/** A reading of a transaction's ticker, such as a look into the list of listed companies; null where none is sure. */
export type TickerOf = (transaction: Oge278TTransaction) => string | null;

/**
 * Net of bracket lows by ticker, over reports that stand (`standingReports`). An open bracket has a low as well.
 * @param tickerOf takes the ticker as filed when not given, which can be wrong.
 */
export function ogePositions(
  reports: readonly Oge278TReport[],
  tickerOf: TickerOf = ({ ticker }) => ticker,
): DisclosedPositions {
  return positionsOf(
    reports.flatMap((report) =>
      report.transactions.map((row) => ({
        ticker: tickerOf(row),
        name: row.description,
        type: row.type,
        tradedOn: row.isDateDoubtful ? null : row.transactionDate,
        disclosedOn: report.postedAt ?? report.signedDate ?? '',
        amount: row.valueLow,
        isOpen: row.valueLow !== null && row.valueHigh === null,
        isOption: /\boptions?\b/i.test(row.description),
        isPut: /\bput options?\b|\boptions?\b.*\bputs?\b/i.test(row.description),
      })),
    ),
  );
}

function positionsOf(trades: readonly DisclosedTrade[]): DisclosedPositions {
  const excludedTrades = { withoutTicker: 0, withoutDirection: 0, exchanges: 0, puts: 0 };
  const byTicker = new Map<string, DisclosedTrade[]>();
  for (const trade of trades) {
    const { ticker, type } = trade;
    if (ticker === null) excludedTrades.withoutTicker += 1;
    else if (trade.isPut) excludedTrades.puts += 1;
    else if (type === 'Exchange') excludedTrades.exchanges += 1;
    else if (signOf(type) === 0) excludedTrades.withoutDirection += 1;
    else {
      appendTo(byTicker, ticker, trade);
    }
  }
  const held: Array<Omit<DisclosedHolding, 'weight'>> = [];
  const soldOut: DisclosedPositions['soldOut'] = [];
  for (const [ticker, own] of byTicker) {
    const net = roundCents(own.reduce((sum, trade) => sum + signOf(trade.type) * (trade.amount ?? 0), 0));
    const unsummed = own.filter(({ amount }) => amount === null);
    const mayRemain = unsummed.some(({ type }) => signOf(type) > 0);
    if (net <= 0 && !mayRemain) {
      soldOut.push({ ticker, netUsd: net });
      continue;
    }
    const newest = itemAt([...own].sort(newestFirst), 0);
    held.push({
      ticker,
      issuerName: nameWithoutTicker(ticker, newest.name),
      ...countOpenBrackets(own),
      // A sum without one of its parts is not the net.
      netUsd: unsummed.length === 0 ? net : null,
      asOfDate: newest.tradedOn ?? newest.disclosedOn,
      tradeCount: own.length,
      unsummed: unsummed.length,
    });
  }
  const isKnown = held.every(({ netUsd }) => netUsd !== null);
  const totalNetUsd = isKnown
    ? roundCents(held.reduce((sum, { netUsd }) => sum + required(netUsd, 'netUsd'), 0))
    : null;
  return {
    holdings: held
      .map(({ netUsd, ...rest }) => ({
        ...rest,
        netUsd,
        weight: netUsd === null || totalNetUsd === null ? null : netUsd / totalNetUsd,
      }))
      .sort((one, other) => (other.netUsd ?? 0) - (one.netUsd ?? 0) || compareText(one.ticker, other.ticker)),
    totalNetUsd,
    soldOut: soldOut.sort((one, other) => compareText(one.ticker, other.ticker)),
    hasOptions: [...byTicker.values()].flat().some(({ isOption }) => isOption),
    excludedTrades,
  };
}

/** `Acme, Inc. (ACM) [ST]` beside ticker ACM is `Acme, Inc.`; a bracket with anything else stays. */
function nameWithoutTicker(ticker: string, name: string): string {
  const symbol = (text: string) => text.toUpperCase().replace(/[./-]/g, '.');
  const plain = name.replace(/\s*\[[A-Z0-9]{2}\]$/i, '');
  const found = /^(.*\S)\s*\((?:[A-Za-z]+: ?)?([^()\s]+)\)$/.exec(plain);
  return found !== null && symbol(itemAt(found, 2)) === symbol(ticker) ? itemAt(found, 1) : plain || name;
}

function countOpenBrackets(trades: readonly Pick<DisclosedTrade, 'isOpen' | 'type'>[]): {
  openBrackets: number;
  openSales: number;
} {
  const open = trades.filter((trade) => trade.isOpen);
  return {
    openBrackets: open.length,
    openSales: open.filter(({ type }) => signOf(type) < 0).length,
  };
}

function newestFirst(one: DisclosedTrade, other: DisclosedTrade): number {
  const day = ({ tradedOn, disclosedOn }: DisclosedTrade) => tradedOn ?? disclosedOn;
  return compareText(day(other), day(one));
}

function signOf(type: string | null): 1 | 0 | -1 {
  if (type === 'Purchase') return 1;
  return type !== null && /^Sale\b/.test(type) ? -1 : 0;
}

interface CongressActivity {
  /** USD, all three: sums of bracket midpoints, of an open bracket its lower bound. */
  bought: number;
  sold: number;
  netFlow: number;
  /** Trades in an open bracket in these sums, and how many of them are sales. */
  openBrackets: number;
  openSales: number;
  /** All trades of the window, exchanges included. */
  tradeCount: number;
}

/** What was traded, by transaction date, in the 365 days that end with `asOf` (YYYY-MM-DD). */
export function congressActivity(trades: readonly CongressTrade[], asOf: string): CongressActivity {
  const from = addDays(asOf, -WINDOW_DAYS);
  const recent = trades.filter(({ transactionDate }) => transactionDate > from && transactionDate <= asOf);
  const of = (sign: 1 | -1) => recent.filter(({ type }) => signOf(type) === sign);
  const sum = (some: readonly CongressTrade[]) =>
    roundCents(some.reduce((total, trade) => total + bracketAmount(trade), 0));
  const [bought, sold] = [sum(of(1)), sum(of(-1))];
  const open = [...of(1), ...of(-1)].map((trade) => ({ type: trade.type, isOpen: isOpenBracket(trade) }));
  return {
    bought,
    sold,
    netFlow: roundCents(bought - sold),
    ...countOpenBrackets(open),
    tradeCount: recent.length,
  };
}

/** A row of `ogeTransactions`. A bracket has no midpoint here. */
interface OgeTransactionRow {
  description: string;
  ticker: string | null;
  type: string | null;
  /** As filed, a mistyped year included. */
  transactionDate: string | null;
  /** Only where the date cannot be right. */
  dateDoubtful?: true;
  notifiedLate: boolean | null;
  valueLow: number | null;
  valueHigh: number | null;
  valueLabel: string | null;
  sourceUrl: string;
}

/**
 * All trades of reports that stand: the newest report first, in each the newest trade first. Trades without a date,
 * or with one that cannot be right, come last in their report, so that no mistyped year leads the list.
 */
export function ogeTransactionRows(
  reports: readonly Oge278TReport[],
  tickerOf: TickerOf = ({ ticker }) => ticker,
): OgeTransactionRow[] {
  const posted = (report: Oge278TReport) => report.postedAt ?? report.signedDate ?? '';
  const day = (row: Oge278TTransaction) => (row.isDateDoubtful ? '' : (row.transactionDate ?? ''));
  return [...reports]
    .sort(
      (one, other) =>
        compareText(posted(other), posted(one)) || compareText(one.documentId, other.documentId),
    )
    .flatMap(({ transactions, sourceUrl }) =>
      [...transactions]
        .sort((one, other) => compareText(day(other), day(one)) || one.number - other.number)
        .map((row) => ({
          description: row.description,
          ticker: tickerOf(row),
          type: row.type,
          transactionDate: row.transactionDate,
          ...(row.isDateDoubtful ? { dateDoubtful: true as const } : {}),
          notifiedLate: row.notifiedLate,
          valueLow: row.valueLow,
          valueHigh: row.valueHigh,
          valueLabel: row.valueLabel,
          sourceUrl,
        })),
    );
}
