/** Adds the transactions of one person up by filing: what get_insider gives with group=filing. */

import { groupBy, itemAt } from '../../src/collections.js';
import type { ListPlace } from './place.js';
import type { TransactionSearch } from './reads/insiders.js';
import { sharedErratum } from './shapes/erratum.js';
import type { InsiderTransaction } from './shapes/insider.js';
import type { InsiderFiling, InsiderTotals } from './shapes/insider-filing.js';
import { compareTransactionPlaces, transactionPlace } from './transaction-search.js';

/** Shares are added up in ten-thousandths and values in cents, so that sums are exact. */
const SHARE_PARTS = 10_000;

type FilingOrder = Pick<TransactionSearch, 'sort' | 'order' | 'minValue' | 'after'>;

/** How many groups there are, those behind the place in the requested order, and what all of them come to. */
export function insiderFilings(
  rows: readonly InsiderTransaction[],
  search: FilingOrder,
): { all: number; behind: InsiderFiling[]; totals: InsiderTotals } {
  const { sort, order, minValue, after } = search;
  const sign = order === 'desc' ? 1 : -1;
  const groups = [...groupBy(rows, keyOf).values()]
    .map(toFiling)
    .filter((group) => minValue === 0 || (group.totalValue !== null && group.totalValue >= minValue))
    // An order needs what it sorts by.
    .filter(
      ({ totalValue, lastDate }) => sort === 'filed' || (sort === 'value' ? totalValue : lastDate) !== null,
    )
    .map((group) => ({ group, place: placeOfFiling(search, group) }))
    .sort((a, b) => sign * compareTransactionPlaces(a.place, b.place));
  const behind =
    after === undefined
      ? groups
      : groups.filter(({ place }) => sign * compareTransactionPlaces(place, after) > 0);
  return {
    all: groups.length,
    behind: behind.map(({ group }) => group),
    totals: totalsOf(groups.map(({ group }) => group)),
  };
}

/** The place of a group in its list: that of a row with its value and its last date. */
export function placeOfFiling(
  search: Pick<TransactionSearch, 'sort'>,
  { filingId, filedAt, totalValue, lastDate }: InsiderFiling,
): ListPlace {
  return transactionPlace(search, { filingId, filedAt, totalValue, transactionDate: lastDate });
}

/** Rows that an amendment adds are apart from those that it repeats. */
function keyOf({
  filingId,
  firstFiledAt,
  transactionCode,
  securityTitle,
  isDerivative,
  acquisition,
}: InsiderTransaction): string {
  return JSON.stringify([
    filingId.slice(0, filingId.lastIndexOf('-')),
    transactionCode,
    securityTitle,
    isDerivative,
    firstFiledAt ?? '',
    acquisition ?? '',
  ]);
}

function rowOf({ filingId }: InsiderTransaction): number {
  return Number(filingId.slice(filingId.lastIndexOf('-') + 1));
}

function toFiling(rows: readonly InsiderTransaction[]): InsiderFiling {
  const inOrder = [...rows].sort((a, b) => rowOf(a) - rowOf(b));
  const first = itemAt(inOrder, 0);
  const shares = sumOf(
    inOrder.map((row) => row.shares),
    SHARE_PARTS,
  );
  const totalValue = sumOf(
    inOrder.map((row) => row.totalValue),
    100,
  );
  const reasons = [...new Set(inOrder.flatMap(({ implausible = [] }) => implausible))];
  const dates = inOrder.flatMap(({ transactionDate }) => transactionDate ?? []).sort();
  return {
    filingId: first.filingId,
    filedAt: first.filedAt,
    ...(first.firstFiledAt === undefined ? {} : { firstFiledAt: first.firstFiledAt }),
    filedAtApproximate: first.filedAtApproximate,
    issuerName: first.issuerName,
    issuerTicker: first.issuerTicker,
    ownerTitle: first.ownerTitle,
    transactionCode: first.transactionCode,
    intentLabel: first.intentLabel,
    signalQuality: inOrder.every((row) => row.signalQuality === first.signalQuality)
      ? first.signalQuality
      : null,
    ...(first.acquisition === undefined ? {} : { acquisition: first.acquisition }),
    securityTitle: first.securityTitle,
    isDerivative: first.isDerivative,
    rows: inOrder.length,
    shares,
    ...(reasons.length === 0 ? {} : { implausible: reasons }),
    averagePrice:
      shares === null || totalValue === null || shares === 0
        ? null
        : Math.round((totalValue / shares) * SHARE_PARTS) / SHARE_PARTS,
    totalValue,
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
    ...holdingAfter(inOrder, shares),
    ...sharedErratum(inOrder),
    rawFilingUrl: first.rawFilingUrl,
  };
}

/** Null when one of them is unknown: a part is not the sum. */
function sumOf(values: ReadonlyArray<number | null>, parts: number): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += Math.round(value * parts);
  }
  return sum / parts;
}

/**
 * What is owned after the last row. Several rows may be of several accounts: it is known only if each row begins with what
 * the one before it ended with. The sign of a change is certain only for purchases and sales.
 */
function holdingAfter(
  rows: readonly InsiderTransaction[],
  shares: number | null,
): Pick<InsiderFiling, 'sharesOwnedAfter' | 'changePct'> {
  const { sharesOwnedAfter: after, transactionCode: code } = itemAt(rows, -1);
  if (after === null || !followOneAnother(rows)) return { sharesOwnedAfter: null, changePct: null };
  const change = code === 'P' ? shares : code === 'S' && shares !== null ? -shares : null;
  const before = change === null ? 0 : after - change;
  return {
    sharesOwnedAfter: after,
    changePct: change !== null && before > 0 ? Math.round((change / before) * 10_000) / 100 : null,
  };
}

function followOneAnother(rows: readonly InsiderTransaction[]): boolean {
  return rows.every((row, at) => {
    const before = rows[at - 1]?.sharesOwnedAfter;
    if (at === 0) return true;
    if (before === null || before === undefined || row.sharesOwnedAfter === null || row.shares === null)
      return false;
    const change = row.sharesOwnedAfter - before;
    const moved =
      row.transactionCode === 'P' ? change : row.transactionCode === 'S' ? -change : Math.abs(change);
    return Math.abs(moved - row.shares) < 1 / SHARE_PARTS;
  });
}

/** A purchase that was not made in the market is in no sum. An option that is bought or sold is not a trade in shares: as in the feed, it is in no sum of purchases and sales. */
function totalsOf(groups: readonly InsiderFiling[]): InsiderTotals {
  const withCode = (code: 'P' | 'S') =>
    groups.filter(
      ({ transactionCode, isDerivative, acquisition }) =>
        transactionCode === code && !isDerivative && (acquisition ?? 'market') === 'market',
    );
  const sum = (code: 'P' | 'S') =>
    sumOf(
      withCode(code).map(({ totalValue }) => totalValue ?? 0),
      100,
    ) ?? 0;
  return {
    rows: groups.reduce((total, { rows }) => total + rows, 0),
    purchases: sum('P'),
    sales: sum('S'),
    unvalued: [...withCode('P'), ...withCode('S')].filter(({ totalValue }) => totalValue === null).length,
  };
}
