/** Compares two stored quarters of a 13F filer, and follows positions through all of them. */

import {
  type ComparedPosition,
  fundChangeOf,
  type PositionQuarter,
  type TrackerQuarter,
} from '../../../tools/contract/shapes/tracker-changes.js';
import { required } from '../../collections.js';
import type { QuarterPosition } from '../../records/portfolios/fund-quarter.js';
import type { SplitInfo } from '../prices/holding-splits.js';
import { round, weightOf } from './effective-reports.js';
import { type PositionChange, quarterChanges } from './quarter-changes.js';
import { unsureChanges } from './unsure-changes.js';

/** A quarter with its positions, or with those that are compared. */
export interface QuarterReport {
  facts: TrackerQuarter;
  positions: QuarterPosition[];
  /** See `unsureBetween`: with the quarter before, where `positions` are not all. */
  unsure?: ReadonlySet<string>;
}

/** The keys of what came or went between two whole quarters, and was not surely bought or sold. */
export function unsureBetween(current: QuarterReport, prior: QuarterReport): ReadonlySet<string> {
  return unsureChanges(current.positions, prior.positions);
}

/** The positions of `current`, then those of `prior` that are gone, each the largest first. */
export function comparedQuarters(current: QuarterReport, prior: QuarterReport | null): ComparedPosition[] {
  const known = new Map(prior?.positions.map((one) => [one.key, one]));
  const after = new Map(current.positions.map((one) => [one.key, one]));
  const { changes, exits } = quarterChanges(
    reportOf(current),
    prior === null ? null : reportOf(prior),
    ({ key }) => splitsBetween(known.get(key), after.get(key)),
    current.unsure,
  );
  const row = (position: QuarterPosition, change: PositionChange | null) => {
    const before = known.get(position.key);
    return comparedPosition(position, { before, change, current, prior });
  };
  return [
    ...current.positions.map((one) => row(one, required(changes.get(one.key), 'changes'))),
    ...exits.map(({ position: { key }, changeIsSure }) => ({
      ...row(required(known.get(key), 'known'), null),
      ...(changeIsSure === false ? { changeIsSure, deltaWeightPp: null } : {}),
    })),
  ];
}

/** @param reports newest first, as the rows are too; each is compared with the one before it */
export function positionQuarters(reports: readonly QuarterReport[]): PositionQuarter[] {
  return reports.flatMap((report, at) => {
    const prior = reports[at + 1] ?? null;
    const { quarter, periodEnd, filedAt, isAmended } = report.facts;
    return comparedQuarters(report, prior).map((one) => ({
      quarter,
      periodEnd,
      filedAt,
      isAmended,
      priorQuarter: prior?.facts.quarter ?? null,
      ...one,
    }));
  });
}

function reportOf({ facts, positions }: QuarterReport) {
  return { periodEnd: facts.periodEnd, totalUsd: facts.totalValueUsd, positions };
}

/** The splits between two quarters of one position, from what each quarter says of all splits before it. */
function splitsBetween(before: QuarterPosition | undefined, after: QuarterPosition | undefined): SplitInfo {
  if (before === undefined || after === undefined) return { factor: 1, isSure: false };
  return {
    factor: after.splitFactor / before.splitFactor,
    isSure: before.hasEarlierCloses && after.hasLaterCloses,
  };
}

interface Comparison {
  before: QuarterPosition | undefined;
  /** Null for a position that is gone. */
  change: PositionChange | null;
  current: QuarterReport;
  prior: QuarterReport | null;
}

function comparedPosition(
  position: QuarterPosition,
  { before, change, current, prior }: Comparison,
): ComparedPosition {
  const { ticker, nameOfIssuer, titleOfClass, cusip, putCall } = position;
  const now = change === null ? undefined : position;
  const weight = weightIn(now, current);
  const priorWeight = prior === null ? null : weightIn(before, prior);
  const deltaOfExit = priorWeight === null ? null : round(-priorWeight * 100, 4);
  const [value, priorValue] = [now?.valueUsd ?? null, before?.valueUsd ?? null];
  return {
    change: change === null ? 'exit' : prior === null ? 'unknown' : fundChangeOf(change),
    ticker,
    issuerName: nameOfIssuer,
    titleOfClass,
    cusip,
    putCall,
    shares: now?.shares ?? null,
    priorShares: before?.shares ?? null,
    sharesChangePct: change?.sharesChangePct ?? null,
    valueUsd: value,
    priorValueUsd: priorValue,
    valueChangePct:
      value === null || priorValue === null || priorValue === 0
        ? null
        : round((value / priorValue - 1) * 100, 2),
    weight,
    priorWeight,
    deltaWeightPp: change === null ? deltaOfExit : change.deltaWeightPp,
  };
}

function weightIn(position: QuarterPosition | undefined, { facts }: QuarterReport): number | null {
  if (position === undefined) return null;
  const weight = weightOf(position, { totalUsd: facts.totalValueUsd });
  return weight === null ? null : round(weight, 8);
}
