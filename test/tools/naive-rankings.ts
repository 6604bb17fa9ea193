/** Rankings over arrays, as plainly as possible: what the read model is compared with. */

import { trackerHeadOf } from '../../src/store/rows/trackers.js';
import type {
  IssuerRankingQuery,
  PositionRankingQuery,
  SymbolRankingQuery,
} from '../../tools/contract/reads/digests.js';
import type { MemberTrade } from '../../tools/contract/shapes/congress.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import type { RankedIssuer, RankedPosition, RankedSymbol } from '../../tools/contract/shapes/ranking.js';
import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';

interface Ranked<R> {
  rows: R[];
  total: number;
}

const cents = (values: number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
const distinct = <T>(values: T[]) => new Set(values).size;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Each part of `items` with one key, in a list. */
function parts<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...new Set(items.map(keyOf))].map((key) => items.filter((item) => keyOf(item) === key));
}

/** An amendment of a lot is not a new trade. */
export const publicAt = ({ filedAt, firstFiledAt }: FilingFacts): string => firstFiledAt ?? filedAt;

/** `names` are those that the read model has. */
export function rankIssuerRows(
  filings: readonly FilingFacts[],
  { code, since, planned, limit }: IssuerRankingQuery,
  nameOf: (row: FilingFacts) => { name: string; ticker: string } = (row) => ({
    name: row.issuerName,
    ticker: row.issuerTicker,
  }),
): Ranked<Omit<RankedIssuer, 'url'>> {
  const wanted = filings.filter(
    (row) =>
      row.transactionCode === code && publicAt(row) >= since && !(planned === 'exclude' && row.is10b5_1),
  );
  const all = parts(wanted, ({ cik }) => cik).map((rows) => ({
    cik: rows[0]!.cik,
    issuerName: nameOf(rows[0]!).name,
    issuerTicker: nameOf(rows[0]!).ticker,
    totalValue: cents(rows.map(({ totalValue }) => totalValue)),
    plannedValue: cents(rows.flatMap(({ is10b5_1, totalValue }) => (is10b5_1 ? [totalValue] : []))),
    insiders: distinct(rows.map(({ ownerCik }) => ownerCik)),
    filings: distinct(rows.map(({ filingId }) => filingId.slice(0, 20))),
    lastFiledAt: rows.map(publicAt).sort().at(-1)!,
  }));
  const sorted = all.sort((a, b) => b.totalValue - a.totalValue || byText(a.cik, b.cik));
  return { rows: sorted.slice(0, limit), total: all.length };
}

/** Without the issuers, which the read model finds by symbol. */
export function rankSymbolRows(
  trades: readonly MemberTrade[],
  { by, since, limit }: SymbolRankingQuery,
): Ranked<Omit<RankedSymbol, 'url' | 'cik' | 'issuerName'>> & { withoutTicker: number } {
  const recent = trades.filter(({ disclosureDate }) => disclosureDate >= since);
  const symbolOf = ({ ticker }: MemberTrade) => ticker.toUpperCase().replace(/[-/ ]/g, '.');
  const all = parts(
    recent.filter(({ ticker }) => ticker !== ''),
    symbolOf,
  ).map((own) => ({
    ticker: symbolOf(own[0]!),
    trades: own.length,
    amountMinSum: cents(own.map(({ amountMin }) => amountMin)),
    purchases: own.filter(({ type }) => type === 'Purchase').length,
    sales: own.filter(({ type }) => type.startsWith('Sale')).length,
    members: distinct(own.map(({ memberSlug }) => memberSlug)),
    lastDisclosed: own
      .map(({ disclosureDate }) => disclosureDate)
      .sort()
      .at(-1)!,
  }));
  const [first, second] =
    by === 'trades' ? (['trades', 'amountMinSum'] as const) : (['amountMinSum', 'trades'] as const);
  const sorted = all.sort(
    (a, b) => b[first] - a[first] || b[second] - a[second] || byText(a.ticker, b.ticker),
  );
  const withoutTicker = recent.filter(({ ticker }) => ticker === '').length;
  return { rows: sorted.slice(0, limit), total: all.length, withoutTicker };
}

export function rankPositionRows(
  details: readonly TrackerDetail[],
  { kind, since, limit }: PositionRankingQuery,
): Ranked<Omit<RankedPosition, 'url'>> & {
  unvalued: number;
  funds: number;
  recent: number;
  compared: number;
} {
  const funds = details.filter(({ identity }) => identity.archetype === 'hedge_fund');
  const recent = funds.filter(({ snapshot }) => (snapshot?.filedAt ?? '') >= since && snapshot !== null);
  const all = recent.flatMap((detail) => {
    const { holdings, quarterChanges, periodLabel, filedAt } = detail.snapshot!;
    const common = { slug: detail.identity.slug, fund: detail.identity.displayName, periodLabel, filedAt };
    if (kind === 'new')
      return holdings
        .filter(({ isNew }) => isNew === true)
        .map(({ ticker, issuerName, titleOfClass, cusip, putCall, shares, valueUsd, weight }) => ({
          ...common,
          ...{ ticker, issuerName, titleOfClass, cusip, putCall, shares, valueUsd, weight },
        }));
    const none = { titleOfClass: null, cusip: null, shares: null, weight: null };
    return (quarterChanges?.exits ?? []).map(({ ticker, issuerName, putCall, priorValueUsd }) => ({
      ...common,
      ...none,
      ...{ ticker, issuerName, putCall, valueUsd: priorValueUsd },
    }));
  });
  const valued = all.filter((row): row is Omit<RankedPosition, 'url'> => row.valueUsd !== null);
  // A stable sort keeps the order of the portfolio.
  const sorted = valued.sort((a, b) => b.valueUsd - a.valueUsd || byText(a.slug, b.slug));
  const compared = recent.filter((detail) => trackerHeadOf(detail, null).changeCounts !== null).length;
  return {
    rows: sorted.slice(0, limit),
    total: valued.length,
    unvalued: all.length - valued.length,
    funds: funds.length,
    recent: recent.length,
    compared,
  };
}
