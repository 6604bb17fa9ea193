/**
 * The issuers and owners that a digest can name, decided from few facts about the trades of the last weeks, so that a
 * refresh reads the whole lots of these only. No issuer or owner that a digest names is missing here.
 */

import {
  CLUSTER_MIN_INSIDERS,
  CLUSTER_MIN_USD,
  CLUSTER_WINDOW_DAYS,
  STREAK_MIN_WEEKS,
} from '../../../tools/contract/rules.js';
import { newYorkDate } from '../../dates.js';
import type { MarketTrade } from '../../records/form4/open-market-lots.js';
import { weekNumber } from './new-york-weeks.js';

/** Trades filed earlier than this many days ago decide nothing here. */
export const CANDIDATE_DAYS = Math.max(CLUSTER_WINDOW_DAYS, 7 * (STREAK_MIN_WEEKS + 2));

/**
 * Issuers that can have a cluster: in one direction as many owners as a cluster has insiders, and together the money
 * of as many. Owners who count as one insider only make the insiders fewer, and their sums larger.
 */
export function clusterCandidates(trades: readonly MarketTrade[]): string[] {
  interface Direction {
    issuerCik: string;
    owners: Set<string>;
    total: number;
  }
  const directions = new Map<string, Direction>();
  for (const { issuerCik, code, ownerCik, totalValue } of trades) {
    const key = `${code}${issuerCik}`;
    let one = directions.get(key);
    if (one === undefined) {
      one = { issuerCik, owners: new Set(), total: 0 };
      directions.set(key, one);
    }
    one.owners.add(ownerCik);
    one.total += totalValue;
  }
  const found = new Set<string>();
  // A dollar less than the money of the insiders: the sums are made in another order.
  const least = CLUSTER_MIN_INSIDERS * CLUSTER_MIN_USD - 1;
  for (const { issuerCik, owners, total } of directions.values())
    if (owners.size >= CLUSTER_MIN_INSIDERS && total >= least) found.add(issuerCik);
  return [...found];
}

/**
 * Owners and the issuers in which they can have a live streak: they filed in one direction in every week of the
 * shortest one, which ends in this week or in the last.
 */
export function streakCandidates(
  trades: readonly MarketTrade[],
  now: Date,
): Array<{ ownerCik: string; issuerCik: string }> {
  const thisWeek = weekNumber(newYorkDate(now.toISOString()));
  const threads = new Map<string, { ownerCik: string; issuerCik: string; weeks: Set<number> }>();
  for (const { issuerCik, code, ownerCik, filedAt } of trades) {
    const week = weekNumber(newYorkDate(filedAt));
    if (week < thisWeek - STREAK_MIN_WEEKS || week > thisWeek) continue;
    const key = `${code}${ownerCik}|${issuerCik}`;
    const thread = threads.get(key);
    if (thread === undefined) threads.set(key, { ownerCik, issuerCik, weeks: new Set([week]) });
    else thread.weeks.add(week);
  }
  const found = new Map<string, { ownerCik: string; issuerCik: string }>();
  for (const { ownerCik, issuerCik, weeks } of threads.values()) {
    const hasRun = [thisWeek, thisWeek - 1].some((end) =>
      Array.from({ length: STREAK_MIN_WEEKS }, (_, back) => end - back).every((week) => weeks.has(week)),
    );
    if (hasRun) found.set(`${ownerCik}|${issuerCik}`, { ownerCik, issuerCik });
  }
  return [...found.values()];
}
