/** Estimates the cost of disclosed shares, as far as filed quarter ends allow. */

import { required } from '../../collections.js';
import type { Position } from '../../records/portfolios/fund-quarter.js';
import { noSplits, type SplitLookup, splitFactorBetween } from '../prices/holding-splits.js';
import { type EffectiveReport, impliedPrice, round } from './effective-reports.js';
import { unsureChanges } from './unsure-changes.js';

/**
 * The average cost of a share of a position, in USD and in shares of the last quarter end, from quarter ends alone:
 * an increase between two reports is assumed to have been bought at the price that follows from the filed value of
 * the later report (value divided by shares); a reduction leaves the average unchanged, and an exit ends it. Null for
 * options and principal amounts, if the purchase was before the first known report or in a quarter without a report,
 * if there may be an unrecorded split between two reports, and if it was not surely bought (`unsureChanges`).
 * @param reports oldest first; the last one is the snapshot
 */
export function averageBuyPrices(
  reports: readonly EffectiveReport[],
  splits: SplitLookup = noSplits,
): Map<string, number | null> {
  interface Lot {
    position: Position;
    shares: number;
    /** Null when unknown. */
    average: number | null;
  }
  let lots = new Map<string, Lot>();
  reports.forEach((report, i) => {
    const prior = reports[i - 1];
    const follows = prior !== undefined && isNextQuarter(prior.periodEnd, report.periodEnd);
    const next = new Map<string, Lot>();
    const unsure: ReadonlySet<string> =
      prior === undefined ? new Set() : unsureChanges(report.positions, prior.positions);
    for (const position of report.positions) {
      const { key, shares, putCall } = position;
      if (putCall !== null || shares === null || shares <= 0) continue;
      const price = impliedPrice(position);
      const lot = lots.get(key);
      if (lot === undefined) {
        next.set(key, { position, shares, average: follows && !unsure.has(key) ? price : null });
        continue;
      }
      const split = splits(position, required(prior, 'prior').periodEnd, report.periodEnd);
      const factor = splitFactorBetween(lot.position, position, split);
      if (factor === null) {
        next.set(key, { position, shares, average: null });
        continue;
      }
      const before = lot.shares * factor;
      const average = lot.average === null ? null : lot.average / factor;
      const bought = shares - before;
      // A split leaves a fraction of a share over; it was not bought.
      if (bought < 1) next.set(key, { position, shares, average });
      else if (average === null || price === null || !follows)
        next.set(key, { position, shares, average: null });
      else next.set(key, { position, shares, average: (average * before + price * bought) / shares });
    }
    lots = next;
  });
  const last = reports.at(-1);
  return new Map((last?.positions ?? []).map(({ key }) => [key, lots.get(key)?.average ?? null]));
}

function isNextQuarter(before: string, after: string): boolean {
  const quarter = (day: string) => Number(day.slice(0, 4)) * 4 + Math.ceil(Number(day.slice(5, 7)) / 3);
  return quarter(after) - quarter(before) === 1;
}

/** Per cent of price change from purchase to now; null if either is unknown. */
export function returnPct(average: number | null, current: number | null): number | null {
  return average === null || current === null || average <= 0
    ? null
    : round((current / average - 1) * 100, 2);
}
