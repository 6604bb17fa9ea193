/** What get_clusters and get_streaks share: arguments, and what is true of both lists. */

import { z } from 'zod/v3';
import { ApiError } from './errors.js';
import { cikParameter, dollarsParameter, tickersParameter, wordParameter } from './parameters.js';
import type { ClusterSearch, StreakSearch } from './reads/digests.js';
import type { ClusterFacts, StreakFacts } from './shapes/digest.js';
import type { ShortOrder } from './short-list.js';

/** Every refresh derives the digests again; the next one is at most an hour away. */
const RETRY_SECONDS = 900;

export function digestParameters() {
  return {
    direction: wordParameter(
      'direction',
      ['P', 'S', 'all'],
      'P purchases, S sales, all both (default)',
    ).default('all'),
    ticker: tickersParameter().optional(),
    cik: cikParameter('CIK of the issuer, for one without a symbol too, such as 320193').optional(),
  };
}

/** `min_value`, and the least of a count. */
export function leastParameters<N extends string>(name: N, value: string, what: string) {
  const message = `${name} must be a whole number from 0 to 1000`;
  const least = z
    .number({ invalid_type_error: message })
    .int(message)
    .min(0, message)
    .max(1000, message)
    .default(0)
    .describe(`Minimum number of ${what}. Default 0`);
  return {
    min_value: dollarsParameter('min_value', `Minimum ${value} in US dollars. Default 0`).default(0),
    // One name, of which a computed key keeps no type.
    ...({ [name]: least } as { [Name in N]: typeof least }),
  };
}

/** The filters of `digestParameters` and `leastParameters`, and the order, for the store. */
export function digestFilter({
  direction,
  ticker,
  cik,
  min_value,
  order,
}: {
  direction: 'P' | 'S' | 'all';
  ticker?: string | undefined;
  cik?: string | undefined;
  min_value: number;
  order: 'desc' | 'asc';
}) {
  return {
    direction: direction === 'all' ? null : direction,
    tickers: ticker === undefined ? [] : ticker.split(','),
    cik: cik ?? null,
    minValue: min_value,
    order,
  };
}

/** @throws ApiError `not_ready` while only the first entries are known: others may match. */
export function requireWholeDigest({ isWhole }: { isWhole: boolean }): void {
  if (isWhole) return;
  throw new ApiError(
    'not_ready',
    'Only the plain list is derived so far: after an upgrade the next refresh adds the others. Ask without filters, or again later.',
    { headers: { 'Retry-After': String(RETRY_SECONDS) } },
  );
}

type ListedBy<F> = Omit<ShortOrder<F>, 'order'>;

const CLUSTER_VALUES: Record<NonNullable<ClusterSearch['sort']>, (facts: ClusterFacts) => number> = {
  conviction: ({ conviction }) => conviction,
  value: ({ totalValue }) => totalValue,
  insiders: ({ insiderCount }) => insiderCount,
  filed: ({ lastFiledAt }) => Date.parse(lastFiledAt),
};

/** A company has at most one card for each direction. */
export function clusterOrder({ sort = 'conviction' }: Pick<ClusterSearch, 'sort'>): ListedBy<ClusterFacts> {
  return {
    sortValue: CLUSTER_VALUES[sort],
    idOf: ({ issuerCik, direction }) => `${issuerCik} ${direction}`,
  };
}

const STREAK_VALUES: Record<NonNullable<StreakSearch['sort']>, (facts: StreakFacts) => number> = {
  weeks: ({ weeks }) => weeks,
  value: ({ streakValue }) => streakValue,
};

/** An insider has at most one live run in a company for each direction. */
export function streakOrder({ sort = 'weeks' }: Pick<StreakSearch, 'sort'>): ListedBy<StreakFacts> {
  return {
    sortValue: STREAK_VALUES[sort],
    idOf: ({ ownerSlug, issuerCik, direction }) => `${ownerSlug} ${issuerCik} ${direction}`,
  };
}
