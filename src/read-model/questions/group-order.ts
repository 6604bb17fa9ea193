/** The order of groups that are added up from sums of filings. */

import { pricePartsOf } from '../../../tools/contract/filing-search.js';
import type { ListPlace } from '../../../tools/contract/place.js';
import type { ReadSearch } from './feed-filter.js';
import type { SumHeads } from './newest-sums.js';

/** Groups by their number: what their order needs. */
export interface Groups {
  sums: SumHeads;
  /** Which of `sums` is the newest of each group. */
  newest: number[];
  cents: number[];
  shares: number[];
  /** The date of the last trade. */
  traded: string[];
  keyOf(group: number): string[];
}

/** The numbers of the groups within the bounds of value, behind the place, in their order. */
export function wantedGroups(groups: Groups, search: ReadSearch): { found: number[]; total: number } {
  const { minCents, maxCents, after } = search;
  const found: number[] = [];
  for (const [group, cents] of groups.cents.entries())
    if (cents >= minCents && (maxCents === null || cents <= maxCents)) found.push(group);
  const first = firstOfPlaces(groups, search);
  const isDescending = search.order === 'desc';
  found.sort((a, b) => {
    // Each group has one. Only where it is the same does the rest decide.
    const [one, other] = [first[a] as string | number, first[b] as string | number];
    if (one !== other) return one < other === isDescending ? 1 : -1;
    return comparePlaces(groupPlace(groups, a, first, search), groupPlace(groups, b, first, search), search);
  });
  const isBehind = (group: number) =>
    after === undefined || comparePlaces(groupPlace(groups, group, first, search), after, search) > 0;
  const start = found.findIndex(isBehind);
  return { found: start === -1 ? [] : found.slice(start), total: found.length };
}

/** The value of each group that the order begins with. */
function firstOfPlaces(
  { sums, newest, cents, shares, traded }: Groups,
  { sort }: ReadSearch,
): ReadonlyArray<string | number> {
  // A group has a newest sum, and a place in every list.
  const ofNewest = (column: string[]) => newest.map((at) => column[at] as string);
  if (sort === 'value') return cents;
  if (sort === 'shares') return shares;
  if (sort === 'traded') return traded;
  if (sort === 'price') return cents.map((one, group) => pricePartsOf(one, shares[group] as number));
  // Groups of several filings are not sorted by change or insider: see `requireSuitableGroup`.
  return ofNewest(sort === 'ticker' ? sums.ticker : sums.filedAt);
}

function groupPlace(
  { sums, newest, keyOf }: Groups,
  group: number,
  first: ReadonlyArray<string | number>,
  { sort }: ReadSearch,
): ListPlace {
  // A group has a newest sum.
  const latest = sums.filedAt[newest[group] as number] as string;
  const sorted = first[group] as string | number;
  return [...(sort === 'filed' ? [] : [sorted]), latest, ...keyOf(group)];
}

/** Largest or newest first, or by symbol from Z to A, then the latest filing, then by the key; the reverse for `asc`. */
function comparePlaces(a: ListPlace, b: ListPlace, { sort, order }: ReadSearch): number {
  // By symbol, the reverse of A to Z with the latest filing first.
  const isBySymbol = sort === 'ticker';
  const isDescending = (at: number) => (isBySymbol ? at !== 1 : at < (sort === 'filed' ? 1 : 2));
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at === a.length) return 0;
  // `at` is a place of both.
  const isLess = (a[at] as string | number) < (b[at] as string | number);
  return (isDescending(at) === (order === 'desc')) === isLess ? 1 : -1;
}
