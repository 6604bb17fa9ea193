/** Issuers, symbols and positions by one number. Sums are made once in a generation, from memory or from one index without the rows. */

import { issuerPage, trackerPage } from '../../../tools/contract/answer.js';
import type {
  IssuerRankingQuery,
  PositionRankingQuery,
  RankedPositions,
  RankedSymbols,
  SymbolRankingQuery,
} from '../../../tools/contract/reads/digests.js';
import type { Found } from '../../../tools/contract/reads/found.js';
import { RANKING_LIMIT } from '../../../tools/contract/rules.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { RankedIssuer, RankedPosition, RankedSymbol } from '../../../tools/contract/shapes/ranking.js';
import type { Holding, TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import type { TrackerHead } from '../../../tools/contract/shapes/tracker-view.js';
import { plainSymbol } from '../../../tools/contract/ticker.js';
import { compareText } from '../../collections.js';
import type { SqlValue } from '../../database/database.js';
import { FLAGS, NOT_SUMMED, TRADE_FLAGS } from '../column-values.js';
import { type GenerationTables, placeholders } from '../question.js';
import { firstReadable } from '../unreadable-rows.js';
import { trackerNames } from './documents.js';
import { IS_IN_MARKET, IS_PUBLIC_SINCE, matchingFlags, PUBLIC_AT } from './feed-filter.js';
import { issuerTotals } from './filing-days.js';
import { trackerHead } from './tracker-rows.js';

/** Up to so many days an index by time is shorter than one by issuer. */
const SHORT_WINDOW = 100;

export async function rankIssuers(
  tables: GenerationTables,
  question: IssuerRankingQuery,
): Promise<Found<Omit<RankedIssuer, 'url'>>> {
  const { code, since, planned, limit } = question;
  const sums = await tables.memoised(`issuers by ${code} since ${since}, ${planned}`, () =>
    issuerSums(tables, question),
  );
  const first = sums.slice(0, limit);
  const facts = await issuerFacts(
    tables,
    question,
    first.map(([cik]) => cik),
  );
  const rows = first.flatMap(([cik, cents]): Array<[string, string]> => {
    const found = facts.get(cik);
    if (found === undefined) return [];
    const { issuerName, issuerTicker, plannedCents, ...counts } = found;
    const totals = { totalValue: cents / 100, plannedValue: plannedCents / 100 };
    const row = { cik, issuerName, issuerTicker, ...totals, ...counts };
    return [[JSON.stringify(row), issuerPage(issuerTicker, cik)]];
  });
  return { rows: new SerializedPageRows(rows), total: sums[0]?.[2] ?? 0 };
}

/** The issuers with the largest sums, each with the number of all that have one. */
async function issuerSums(
  tables: GenerationTables,
  { code, since, planned, days }: IssuerRankingQuery,
): Promise<Array<[cik: string, cents: number, all: number]>> {
  const flags = matchingFlags({ role: null, planned });
  const totals = await issuerTotals(tables, { code, since, flags });
  if (totals !== null)
    return totals
      .sort(([a, ofA], [b, ofB]) => ofB - ofA || compareText(a, b))
      .slice(0, RANKING_LIMIT.max)
      .map(([cik, cents]) => [cik, cents, totals.length]);
  // A short window is read by time. A long one is added up in the order of the index by issuer, which takes half as long.
  const [cik, condition] = days <= SHORT_WINDOW ? ["cik || ''", ''] : ['cik', "cik > '' AND "];
  return tables.rows(
    `SELECT cik, total, count(*) OVER () FROM (
       SELECT ${cik} AS cik, CAST(sum(CASE WHEN code = ? AND ${IS_IN_MARKET} THEN cents END) AS BIGINT) AS total FROM filing_sum
       WHERE ${condition}filed_at >= ? AND ${IS_PUBLIC_SINCE}${plannedFilter(planned)} ${tables.current} GROUP BY ${cik}
     ) AS sums WHERE total IS NOT NULL ORDER BY total DESC, cik LIMIT ${RANKING_LIMIT.max}`,
    [code, since, since, ...tables.currentValues],
  );
}

interface IssuerCounts {
  issuerName: string;
  issuerTicker: string;
  plannedCents: number;
  insiders: number;
  filings: number;
  lastFiledAt: string;
}

async function issuerFacts(
  tables: GenerationTables,
  { code, since, planned }: IssuerRankingQuery,
  ciks: readonly string[],
): Promise<Map<string, IssuerCounts>> {
  if (ciks.length === 0) return new Map();
  const names = await tables.rows<[cik: string, name: string, ticker: string]>(
    `SELECT cik, name, ticker FROM issuer WHERE cik IN (${placeholders(ciks)}) ${tables.current}`,
    [...ciks, ...tables.currentValues],
  );
  const nameOf = new Map(names.map(([cik, name, ticker]) => [cik, { name, ticker }] as const));
  const rows = await tables.rows<
    [cik: string, filings: number, insiders: number, plannedCents: number, last: string]
  >(
    `SELECT cik, count(DISTINCT accession), count(DISTINCT owner_cik),
       CAST(sum(CASE WHEN (flags & ${FLAGS.planned}) <> 0 THEN cents ELSE 0 END) AS BIGINT), max(${PUBLIC_AT})
     FROM filing_sum WHERE cik IN (${placeholders(ciks)}) AND code = ? AND ${IS_IN_MARKET} AND filed_at >= ? AND ${IS_PUBLIC_SINCE}${plannedFilter(planned)}
     ${tables.current} GROUP BY cik`,
    [...ciks, code, since, since, ...tables.currentValues],
  );
  return new Map(
    rows.map(([cik, filings, insiders, plannedCents, lastFiledAt]) => {
      const { name: issuerName = '', ticker: issuerTicker = '' } = nameOf.get(cik) ?? {};
      return [cik, { issuerName, issuerTicker, plannedCents, insiders, filings, lastFiledAt }] as const;
    }),
  );
}

const plannedFilter = (planned: IssuerRankingQuery['planned']) =>
  planned === 'all' ? '' : ` AND (flags & ${FLAGS.planned}) = 0`;

/** A symbol in every spelling that was filed, and its trades. */
interface SymbolSums {
  ticker: string;
  filed: string[];
  bases: Set<string>;
  trades: number;
  cents: number;
}

export async function rankSymbols(
  tables: GenerationTables,
  { by, since, limit }: SymbolRankingQuery,
): Promise<RankedSymbols> {
  const { symbols, withoutTicker } = await tables.memoised(`symbols of trades since ${since}`, () =>
    symbolSums(tables, since),
  );
  const order = (a: SymbolSums, b: SymbolSums) =>
    (by === 'trades' ? b.trades - a.trades : b.cents - a.cents) ||
    (by === 'trades' ? b.cents - a.cents : b.trades - a.trades) ||
    compareText(a.ticker, b.ticker);
  const first = [...symbols].sort(order).slice(0, limit);
  const issuers = await issuersOfSymbols(tables, first);
  const counts = await symbolCounts(tables, since, first);
  const rows = first.map((sums): readonly [string, string] => {
    const { ticker, trades, cents } = sums;
    // Both have every symbol of `first`.
    const [issuer, counted] = [issuers.get(ticker) ?? null, counts.get(ticker) as SymbolCounts];
    const row: Omit<RankedSymbol, 'url'> = {
      ticker,
      cik: issuer?.cik ?? null,
      issuerName: issuer?.name ?? null,
      trades,
      amountMinSum: cents / 100,
      purchases: counted.purchases,
      sales: counted.sales,
      members: counted.members.size,
      lastDisclosed: counted.lastDisclosed,
    };
    return [JSON.stringify(row), issuerPage(ticker, '')];
  });
  return { rows: new SerializedPageRows(rows), total: symbols.length, withoutTicker };
}

async function symbolSums(
  tables: GenerationTables,
  since: string,
): Promise<{ symbols: SymbolSums[]; withoutTicker: number }> {
  const rows = await tables.rows<[base: string, ticker: string, trades: number, cents: number]>(
    `SELECT ticker_base, ticker, count(*), CAST(sum(cents) AS BIGINT) FROM member_trade
     WHERE disclosure_date >= ? AND (flags & ${NOT_SUMMED}) = 0 ${tables.current}
     GROUP BY ticker_base, ticker ORDER BY ticker_base, ticker`,
    [since, ...tables.currentValues],
  );
  const symbols = new Map<string, SymbolSums>();
  let withoutTicker = 0;
  for (const [base, filed, trades, cents] of rows) {
    const ticker = plainSymbol(filed);
    if (ticker === '') {
      withoutTicker += trades;
      continue;
    }
    const sums = symbols.get(ticker) ?? { ticker, filed: [], bases: new Set(), trades: 0, cents: 0 };
    sums.filed.push(filed);
    sums.bases.add(base);
    sums.trades += trades;
    sums.cents += cents;
    symbols.set(ticker, sums);
  }
  return { symbols: [...symbols.values()], withoutTicker };
}

interface SymbolCounts {
  members: Set<string>;
  purchases: number;
  sales: number;
  lastDisclosed: string;
}

async function symbolCounts(
  tables: GenerationTables,
  since: string,
  symbols: readonly SymbolSums[],
): Promise<Map<string, SymbolCounts>> {
  const counts = new Map<string, SymbolCounts>(
    symbols.map(({ ticker }) => [ticker, { members: new Set(), purchases: 0, sales: 0, lastDisclosed: '' }]),
  );
  const bases = [...new Set(symbols.flatMap((one) => [...one.bases]))];
  if (bases.length === 0) return counts;
  const rows = await tables.rows<
    [ticker: string, memberId: string, flags: number, trades: number, last: string]
  >(
    `SELECT ticker, member_id, flags, count(*), max(disclosure_date) FROM member_trade
     WHERE ticker_base IN (${placeholders(bases)}) AND disclosure_date >= ? AND (flags & ${NOT_SUMMED}) = 0
       ${tables.current}
     GROUP BY ticker, member_id, flags`,
    [...bases, since, ...tables.currentValues],
  );
  for (const [filed, memberId, flags, trades, last] of rows) {
    // A base has other classes too.
    const counted = counts.get(plainSymbol(filed));
    if (counted === undefined) continue;
    counted.members.add(memberId);
    if ((flags & TRADE_FLAGS.purchase) !== 0) counted.purchases += trades;
    if ((flags & TRADE_FLAGS.sale) !== 0) counted.sales += trades;
    if (last > counted.lastDisclosed) counted.lastDisclosed = last;
  }
  return counts;
}

/** The issuers whose symbols these are, by the table of symbols. */
async function issuersOfSymbols(
  tables: GenerationTables,
  symbols: readonly SymbolSums[],
): Promise<Map<string, { cik: string; name: string }>> {
  const spelled = symbols.flatMap(({ ticker, filed }) => [...filed, ticker, ticker.replace('.', '-')]);
  if (spelled.length === 0) return new Map();
  const rows = await tables.rows<[symbol: string, cik: string, name: string]>(
    `SELECT symbol, cik, name FROM symbol WHERE symbol IN (${placeholders(spelled)}) AND cik <> '' ${tables.current}
     ORDER BY symbol`,
    [...spelled, ...tables.currentValues],
  );
  return new Map(rows.map(([symbol, cik, name]) => [plainSymbol(symbol), { cik, name }] as const));
}

export async function rankPositions(
  tables: GenerationTables,
  { kind, since, limit }: PositionRankingQuery,
): Promise<RankedPositions> {
  const heads = await tables.memoised('heads of funds', () => fundHeads(tables));
  const recent = new Map(
    heads.flatMap((head) =>
      head.snapshot !== null && head.snapshot.filedAt >= since ? [[head.identity.slug, head] as const] : [],
    ),
  );
  const compared = [...recent.values()].filter(({ changeCounts }) => changeCounts !== null).length;
  const counts = { funds: heads.length, recent: recent.size, compared };
  if (recent.size === 0) return { rows: new SerializedPageRows([]), total: 0, unvalued: 0, ...counts };
  const values: SqlValue[] = [kind, ...recent.keys(), ...tables.currentValues];
  const filter = `kind = ? AND slug || '' IN (${placeholders([...recent])}) ${tables.current}`;
  const ask = (most: number) =>
    tables.rows<[slug: string, list: string, position: number, json: string]>(
      `SELECT slug, list, position, json FROM tracker_row WHERE cents >= 0 AND ${filter}
       ORDER BY cents DESC, slug, list, position LIMIT ?`,
      [...values, most],
    );
  const { rows, unreadable } = await firstReadable(tables, limit, ask, {
    table: 'tracker_row',
    keyOf: ([slug, list, position]) => `${slug} ${list} ${position}`,
    // Only rows of `recent` are selected.
    read: ([slug, , , json]) => positionRow(recent.get(slug) as TrackerHead, JSON.parse(json)),
  });
  // One row: an aggregate.
  const [[all, valued]] = (await tables.rows<[all: number, valued: number]>(
    `SELECT count(*), count(CASE WHEN cents >= 0 THEN 1 END) FROM tracker_row WHERE ${filter}`,
    values,
  )) as [[number, number]];
  return {
    rows: new SerializedPageRows(rows, unreadable),
    total: valued,
    unvalued: all - valued,
    ...counts,
  };
}

async function fundHeads(tables: GenerationTables): Promise<TrackerHead[]> {
  const funds = (await trackerNames(tables)).filter(({ archetype }) => archetype === 'hedge_fund');
  const heads = await Promise.all(funds.map(({ slug }) => trackerHead(tables, slug)));
  return heads.filter((head) => head !== null);
}

type Exit = NonNullable<NonNullable<TrackerDetail['snapshot']>['quarterChanges']>['exits'][number];

function positionRow(head: TrackerHead, held: Partial<Holding> & Partial<Exit>): readonly [string, string] {
  const { identity, snapshot } = head;
  const row: Omit<RankedPosition, 'url'> = {
    slug: identity.slug,
    fund: identity.displayName,
    periodLabel: snapshot?.periodLabel ?? '',
    filedAt: snapshot?.filedAt ?? '',
    ticker: held.ticker ?? null,
    issuerName: held.issuerName ?? '',
    titleOfClass: held.titleOfClass ?? null,
    cusip: held.cusip ?? null,
    putCall: held.putCall ?? null,
    shares: held.shares ?? null,
    // A row without a value is in no ranking.
    valueUsd: (held.valueUsd ?? held.priorValueUsd) as number,
    weight: held.weight ?? null,
  };
  return [JSON.stringify(row), trackerPage(identity.slug)];
}
