/**
 * Derives positions from the disclosed transactions of a member of Congress or an official. Only brackets are
 * disclosed, so all sums here are sums of brackets: midpoints for Congress, lower bounds and never midpoints for OGE.
 * An open bracket counts with its lower bound, and each sum states how many of them it contains. Long because members and
 * officials are added up by the same rules.
 */

import { WINDOW_DAYS } from '../../../tools/contract/rules.js';
import { appendTo, compareText, itemAt, required } from '../../collections.js';
import { addDays } from '../../dates.js';
import { roundCents } from '../../decimal.js';
import type { Oge278TReport, Oge278TTransaction } from '../../records/portfolios/oge-278t.js';
import { isDateDoubtful } from '../congress/effective-trades.js';
import { congressOption, ogeOption } from './disclosed-options.js';

/** A row of a STOCK Act report with the disclosure date of its report; `StockActTrade` has the other fields. */
export interface CongressTrade {
  /** '' for none. */
  ticker: string;
  assetDescription: string;
  assetType: string;
  /** As filed; '' if it is blank. */
  owner: string;
  /** `Purchase`, `Sale`, `Sale (Full)`, `Sale (Partial)` or `Exchange`. */
  type: string;
  /** As typed by the filer, YYYY-MM-DD. */
  transactionDate: string;
  disclosureDate: string;
  /** USD, lower bound of the bracket. */
  amountMin: number;
  /** USD; null for an open bracket. */
  amountMid: number | null;
  /** One of them can have the terms of an option. */
  description: string | null;
  comments: string | null;
}

interface DisclosedHolding {
  /** As filed in the newest trade. */
  ticker: string;
  /** Name in the newest trade, as filed, without the ticker and the code of the asset type after it. */
  issuerName: string;
  /** USD, purchases less sales. Null if a trade in a blank or unknown bracket is part of it. */
  netUsd: number | null;
  /** Trades in an open bracket that are part of the net, and how many of them are sales. */
  openBrackets: number;
  openSales: number;
  /** Fraction of 1 of all holdings with a known net; null if that is unknown. */
  weight: number | null;
  /** Day of the newest trade, or of its disclosure if that day is blank or cannot be right. */
  asOfDate: string;
  tradeCount: number;
  /** Whose trades they are and of which kind, as filed, the most frequent first; empty for OGE, which has no such columns. */
  owners: string[];
  assetTypes: string[];
  /** Trades of the holding whose bracket is blank or unknown and is not summed. */
  unsummed: number;
}

export interface DisclosedPositions {
  /** Net above 0, largest first, then those with an unknown net. */
  holdings: DisclosedHolding[];
  /** USD, sum of the nets of the holdings; null, like the weights, if one of them is unknown. */
  totalNetUsd: number | null;
  /**
   * Tickers with as many or more sales than purchases: the excess was held before the first report. A negative net is
   * not a holding.
   */
  soldOut: Array<{ ticker: string; netUsd: number }>;
  /** An option counts as its underlying security. */
  hasOptions: boolean;
  /** Trades that are part of no holding, by reason. */
  excludedTrades: { withoutTicker: number; withoutDirection: number; exchanges: number; puts: number };
}

interface DisclosedTrade {
  ticker: string | null;
  name: string;
  type: string | null;
  /** Null if it is blank or cannot be right. */
  tradedOn: string | null;
  disclosedOn: string;
  /** The summed amount; null if there is none. */
  amount: number | null;
  isOpen: boolean;
  isOption: boolean;
  /** Or an option that says neither put nor call. */
  isPut: boolean;
  /** '' if unknown. */
  owner: string;
  assetType: string;
}

const isOpenBracket = ({ amountMid }: CongressTrade): boolean => amountMid === null;
const bracketAmount = ({ amountMid, amountMin }: CongressTrade): number => amountMid ?? amountMin;

/** The day of a trade as filed; null if it cannot be right. */
export function dayOfTrade(
  { transactionDate, disclosureDate }: Pick<CongressTrade, 'transactionDate' | 'disclosureDate'>,
  asOf: string,
): string | null {
  const isWrong = transactionDate > asOf || isDateDoubtful(transactionDate, disclosureDate);
  return isWrong ? null : transactionDate;
}

/**
 * Net of bracket midpoints by ticker. Every trade counts, whatever its date: a mistyped year does not undo a
 * purchase. Puts are left out, since buying one is the opposite of holding the share, and so are options that may be puts.
 * @param asOf YYYY-MM-DD; later transaction dates are typing errors.
 */
export function congressPositions(trades: readonly CongressTrade[], asOf: string): DisclosedPositions {
  return positionsOf(
    trades.map((trade) => ({
      ticker: trade.ticker || null,
      name: trade.assetDescription,
      type: trade.type,
      tradedOn: dayOfTrade(trade, asOf),
      disclosedOn: trade.disclosureDate,
      amount: bracketAmount(trade),
      isOpen: isOpenBracket(trade),
      owner: trade.owner,
      assetType: trade.assetType,
      ...congressOption(trade),
    })),
  );
}

/** The ticker of a transaction, and the words in its place that are not served; null for none. */
export type TickerOf = (transaction: Oge278TTransaction) => {
  ticker: string | null;
  tickerAsFiled: string | null;
};

/**
 * Net of bracket lower bounds by ticker, over effective reports (`classifyOgeReports`). An open bracket has a lower
 * bound as well. Puts are left out, and so are options that may be puts.
 */
export function ogePositions(reports: readonly Oge278TReport[], tickerOf: TickerOf): DisclosedPositions {
  return positionsOf(
    reports.flatMap((report) =>
      report.transactions.map((row) => ({
        ticker: tickerOf(row).ticker,
        name: row.description,
        type: row.type,
        tradedOn: row.isDateDoubtful ? null : row.transactionDate,
        disclosedOn: report.postedAt ?? report.signedDate ?? '',
        amount: row.valueLow,
        isOpen: row.valueLow !== null && row.valueHigh === null,
        owner: '',
        assetType: '',
        ...ogeOption(row),
      })),
    ),
  );
}

/** `BRK.B`, `BRK/B` and `BRK-B` are filed for one share. */
const CLASS_MARK = /[./-]/g;

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
      appendTo(byTicker, ticker.toUpperCase().replace(CLASS_MARK, '.'), trade);
    }
  }
  const held: Array<Omit<DisclosedHolding, 'weight'>> = [];
  const soldOut: DisclosedPositions['soldOut'] = [];
  for (const own of byTicker.values()) {
    const newest = itemAt([...own].sort(newestFirst), 0);
    const ticker = required(newest.ticker, 'ticker');
    const net = roundCents(own.reduce((sum, trade) => sum + signOf(trade.type) * (trade.amount ?? 0), 0));
    const unsummed = own.filter(({ amount }) => amount === null);
    const mayRemain = unsummed.some(({ type }) => signOf(type) > 0);
    if (net <= 0 && !mayRemain) {
      soldOut.push({ ticker, netUsd: net });
      continue;
    }
    held.push({
      ticker,
      issuerName: nameWithoutTicker(ticker, newest.name),
      ...countOpenBrackets(own),
      // A sum with a missing part is not the net.
      netUsd: unsummed.length === 0 ? net : null,
      asOfDate: newest.tradedOn ?? newest.disclosedOn,
      tradeCount: own.length,
      owners: byFrequency(own.map(({ owner }) => owner)),
      assetTypes: byFrequency(own.map(({ assetType }) => assetType)),
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

/** Each word once, without ''. */
function byFrequency(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || compareText(one, other))
    .map(([word]) => word);
}

/** `Acme, Inc. (ACM) [ST]` with ticker ACM is `Acme, Inc.`; a bracket with anything else stays. */
function nameWithoutTicker(ticker: string, name: string): string {
  const symbol = (text: string) => text.toUpperCase().replace(CLASS_MARK, '.');
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
  /** USD, all three: sums of bracket midpoints, or the lower bound of an open bracket. */
  bought: number;
  sold: number;
  netFlow: number;
  /** Trades in an open bracket in these sums, and how many of them are sales. */
  openBrackets: number;
  openSales: number;
  /** Trades of the window that are in no sum, because one of them may stand for another; only where there are some. */
  openCorrections?: number;
  /** All other trades of the window, exchanges included. */
  tradeCount: number;
}

/**
 * The trades by transaction date in the 365 days that end with `asOf` (YYYY-MM-DD), without those whose date cannot be
 * right.
 */
export function congressActivity(
  trades: readonly CongressTrade[],
  asOf: string,
  openCorrections: ReadonlyArray<Parameters<typeof dayOfTrade>[0]> = [],
): CongressActivity {
  const from = addDays(asOf, -WINDOW_DAYS);
  const isRecent = (trade: Parameters<typeof dayOfTrade>[0]) => (dayOfTrade(trade, asOf) ?? '') > from;
  const recent = trades.filter(isRecent);
  const doubtful = openCorrections.filter(isRecent).length;
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
    ...(doubtful > 0 ? { openCorrections: doubtful } : {}),
    tradeCount: recent.length,
  };
}

/** A row of `ogeTransactions`. A bracket has no midpoint here. */
interface OgeTransactionRow {
  description: string;
  ticker: string | null;
  /** Only where words in the place of a ticker are not served as one. */
  tickerAsFiled?: string;
  type: string | null;
  /** Only where the form does not have the type: its words. */
  typeAsFiled?: string;
  /** As filed, including a mistyped year. */
  transactionDate: string | null;
  /** Only if the date cannot be right. */
  dateDoubtful?: true;
  notifiedLate: boolean | null;
  valueLow: number | null;
  valueHigh: number | null;
  valueLabel: string | null;
  sourceUrl: string;
}

/**
 * All trades of effective reports: the newest report first, in each the newest trade first. Trades without a date, or
 * with one that cannot be right, come last in their report, so that a mistyped year is never first in the list.
 */
export function ogeTransactionRows(
  reports: readonly Oge278TReport[],
  tickerOf: TickerOf,
): OgeTransactionRow[] {
  const posted = (report: Oge278TReport) => report.postedAt ?? report.signedDate ?? '';
  const day = (row: Oge278TTransaction) => (row.isDateDoubtful ? '' : (row.transactionDate ?? ''));
  return [...reports]
    .sort(
      (one, other) =>
        compareText(posted(other), posted(one)) || compareText(one.documentId, other.documentId),
    )
    .flatMap(({ documentId, transactions, sourceUrl }) =>
      [...transactions]
        .sort((one, other) => compareText(day(other), day(one)) || one.number - other.number)
        .map((row) => ({
          description: row.description,
          ...tickerFieldsOf(tickerOf(row)),
          type: row.type,
          ...(row.typeFiled === undefined ? {} : { typeAsFiled: row.typeFiled }),
          transactionDate: row.transactionDate,
          ...(row.isDateDoubtful ? { dateDoubtful: true as const } : {}),
          notifiedLate: row.notifiedLate,
          valueLow: row.valueLow,
          valueHigh: row.valueHigh,
          valueLabel: row.valueLabel,
          sourceUrl,
          filingId: `${documentId}-${row.number}`,
        })),
    );
}

const tickerFieldsOf = ({ ticker, tickerAsFiled }: ReturnType<TickerOf>) => ({
  ticker,
  ...(tickerAsFiled === null ? {} : { tickerAsFiled }),
});
