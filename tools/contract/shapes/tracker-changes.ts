/** How positions of a 13F change: since the report before, and between any two quarters (docs/reference.md, "Tracked portfolios"). */

import { z } from 'zod/v3';
import { exitIsSure, holding, trackerDetail } from './tracker.js';

/** What the kind of a filing says if its summary page does. */
export const WITHHELD_MARK = 'holdings withheld as confidential';

/** How a position of a 13F differs from the report before. */
export const POSITION_CHANGES = ['new', 'added', 'trimmed', 'held', 'unknown', 'exit'] as const;
export type FundChange = (typeof POSITION_CHANGES)[number];

/** How a position changed that is in the later report. Call it only where there is an earlier one. */
export function fundChangeOf({
  isNew,
  lastTxLabel,
}: Pick<z.infer<typeof holding>, 'isNew' | 'lastTxLabel'>): FundChange {
  if (isNew === true) return 'new';
  if (lastTxLabel === null) return 'unknown';
  if (lastTxLabel.startsWith('Added')) return 'added';
  return lastTxLabel.startsWith('Trimmed') ? 'trimmed' : 'held';
}

/** One position of a 13F that changed. */
export const trackerChange = z.object({
  change: z
    .enum(POSITION_CHANGES)
    .describe(
      'new, added or trimmed in the last report; exit: no longer in it; unknown: a split may be missing, or the position may have had another CUSIP',
    ),
  ticker: holding.shape.ticker,
  issuerName: holding.shape.issuerName,
  titleOfClass: holding.shape.titleOfClass,
  cusip: holding.shape.cusip,
  putCall: holding.shape.putCall,
  shares: holding.shape.shares,
  sharesChangePct: holding.shape.sharesChangePct,
  valueUsd: holding.shape.valueUsd.describe(
    'At the end of the last quarter; null for an exit, or contradicted by a known price',
  ),
  priorValueUsd: z
    .number()
    .nullable()
    .describe('Value of an exit in the previous report; null for all others'),
  weight: holding.shape.weight,
  deltaWeightPp: holding.shape.deltaWeightPp,
  changeIsSure: exitIsSure,
});
export type TrackerChange = z.infer<typeof trackerChange>;

/** What counts, and what a list of sales takes: what is gone and not sure does not count as an exit. */
export function countedChange({
  change,
  changeIsSure,
}: Pick<TrackerChange, 'change' | 'changeIsSure'>): FundChange {
  return changeIsSure === false ? 'unknown' : change;
}

const filing = trackerDetail.shape.filingHistory.element;

/** What was reported for one quarter, without its positions. */
export const trackerQuarter = z.object({
  quarter: z.string().describe('Such as 2026-Q2, as the parameters quarter and compare take it'),
  periodEnd: z.string().describe('Last day of the quarter, YYYY-MM-DD'),
  filedAt: z.string().describe('Filing date of the newest report that counts, YYYY-MM-DD'),
  totalValueUsd: z
    .number()
    .nullable()
    .describe('Filed total; null when a value could not be read, or when a known price contradicts one'),
  holdingsCount: z.number().int().describe('Positions; options and share classes are separate ones'),
  isAmended: z
    .boolean()
    .describe('True when a 13F-HR/A counts for this quarter: it replaced the report or added holdings'),
  filings: z
    .array(filing.pick({ filedAt: true, kind: true, sourceUrl: true }))
    .describe('Reports of the quarter, oldest first, also those that were replaced'),
});
export type TrackerQuarter = z.infer<typeof trackerQuarter>;

const { change, shares, valueUsd, weight, deltaWeightPp } = trackerChange.shape;

/** A position in one quarter, compared with an earlier one. */
export const comparedPosition = trackerChange.extend({
  change: change.describe(
    'Since the quarter that is compared: new, added, trimmed, held, or exit (no longer held); unknown: a split may be missing, the position may have had another CUSIP, or there is no earlier quarter here',
  ),
  shares: shares.describe('Null for an exit, for a principal amount, and when not disclosed'),
  priorShares: z
    .number()
    .nullable()
    .describe('In the earlier quarter, as filed then; null for a new position'),
  valueUsd: valueUsd.describe(
    'At the end of the quarter, as disclosed; null for an exit, or contradicted by a known price',
  ),
  priorValueUsd: z.number().nullable().describe('At the end of the earlier quarter; null for a new position'),
  valueChangePct: z
    .number()
    .nullable()
    .describe('Change of the disclosed value in per cent, from trades and prices together'),
  weight: weight.describe(
    'Fraction of 1 of the disclosed value of the quarter; null for an exit, or where the report has no total',
  ),
  priorWeight: z
    .number()
    .nullable()
    .describe('The same in the earlier quarter; null for a new position, or where that report has no total'),
  deltaWeightPp: deltaWeightPp.describe('Change of weight between the two quarters in percentage points'),
});
export type ComparedPosition = z.infer<typeof comparedPosition>;

/** The same position at the end of each quarter. */
export const positionQuarter = z.object({
  quarter: trackerQuarter.shape.quarter,
  ...trackerQuarter.pick({ periodEnd: true, filedAt: true, isAmended: true }).shape,
  priorQuarter: z.string().nullable().describe('The reported quarter before, which is compared'),
  ...comparedPosition.shape,
});
export type PositionQuarter = z.infer<typeof positionQuarter>;

/** `2026-Q2` of `2026-06-30`. */
export function quarterName(periodEnd: string): string {
  return `${periodEnd.slice(0, 4)}-Q${Math.ceil(Number(periodEnd.slice(5, 7)) / 3)}`;
}
