/** Compares one effective report with the next: new, added, trimmed, held and sold positions. */

import type { Position } from '../../records/portfolios/fund-quarter.js';
import { noSplits, type SplitInfo, splitFactorBetween } from '../prices/holding-splits.js';
import { type EffectiveReport, round, weightOf } from './effective-reports.js';
import { unsureChanges } from './unsure-changes.js';

/** The splits of the security of a position after `from`, up to and with `to`. */
type PositionSplits = (position: Position, from: string, to: string) => SplitInfo;

/** What a comparison needs of a report. */
export type ComparedReport = Pick<EffectiveReport, 'periodEnd' | 'positions' | 'totalUsd'>;

export interface PositionChange {
  /** Null if no earlier report is known, and for a new position that was not surely bought: see `unsureChanges`. */
  isNew: boolean | null;
  /**
   * Per cent, with prior shares in shares of this quarter; null for a new position, for a principal amount, and if
   * there may be an unrecorded split between the reports.
   */
  sharesChangePct: number | null;
  /**
   * Percentage points of the disclosed value; for a new position its whole weight; null without an earlier report.
   */
  deltaWeightPp: number | null;
  lastTxLabel: string | null;
}

/** A position that is gone. */
export interface PositionExit {
  position: Position;
  /** Only where it was not surely sold: see `unsureChanges`. */
  changeIsSure?: false;
}

const NO_KEYS: ReadonlySet<string> = new Set();
const UNKNOWN_CHANGE: PositionChange = {
  isNew: null,
  sharesChangePct: null,
  deltaWeightPp: null,
  lastTxLabel: null,
};

/**
 * Each position of `current` compared with the same position of `prior`, and the positions that are gone.
 * @param unsure what came or went and is not sure, where these are not the whole reports
 */
export function quarterChanges(
  current: ComparedReport,
  prior: ComparedReport | null,
  splits: PositionSplits = noSplits,
  unsure = prior === null ? NO_KEYS : unsureChanges(current.positions, prior.positions),
): { changes: Map<string, PositionChange>; exits: PositionExit[] } {
  const before = new Map(prior?.positions.map((position) => [position.key, position]));
  const changes = new Map<string, PositionChange>();
  for (const position of current.positions) {
    const known = before.get(position.key);
    before.delete(position.key);
    changes.set(
      position.key,
      unsure.has(position.key) ? UNKNOWN_CHANGE : changeOf(position, known, current, prior, splits),
    );
  }
  const exits = [...before.values()].map((position) =>
    unsure.has(position.key) ? { position, changeIsSure: false as const } : { position },
  );
  return { changes, exits };
}

function changeOf(
  position: Position,
  known: Position | undefined,
  current: ComparedReport,
  prior: ComparedReport | null,
  splits: PositionSplits,
): PositionChange {
  if (prior === null) return UNKNOWN_CHANGE;
  const weight = weightOf(position, current);
  const weightBefore = known === undefined ? 0 : weightOf(known, prior);
  const deltaWeightPp =
    weight === null || weightBefore === null ? null : round((weight - weightBefore) * 100, 4);
  if (known === undefined) return { isNew: true, sharesChangePct: null, deltaWeightPp, lastTxLabel: 'New' };
  const amount = position.shares ?? position.principalUsd;
  const amountBefore = known.shares ?? known.principalUsd;
  if (amount === null || amountBefore === null || amountBefore === 0)
    return { isNew: false, sharesChangePct: null, deltaWeightPp, lastTxLabel: null };
  const isShares = position.shares !== null;
  const factor = isShares
    ? splitFactorBetween(known, position, splits(position, prior.periodEnd, current.periodEnd))
    : 1;
  if (factor === null) return { isNew: false, sharesChangePct: null, deltaWeightPp, lastTxLabel: null };
  const change = (amount / (amountBefore * factor) - 1) * 100;
  return {
    isNew: false,
    sharesChangePct: isShares ? round(change, 2) : null,
    deltaWeightPp,
    lastTxLabel: labelOf(change),
  };
}

/** `Added 15%`, `Trimmed 4%`, `Held`. Fractions of a share that a split leaves over do not count as a change. */
function labelOf(change: number): string {
  const size = Math.abs(change);
  if (size < 0.005) return 'Held';
  const percent = size < 0.5 ? '<1' : String(Math.round(size));
  return `${change > 0 ? 'Added' : 'Trimmed'} ${percent}%`;
}
