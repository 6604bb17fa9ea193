/** The quarters of a 13F portfolio: which there are, what differs between two, and one security in all of them. */

import type { Reads } from '../../../tools/contract/reads.js';
import type {
  ComparedPosition,
  PositionQuarter,
  TrackerQuarter,
} from '../../../tools/contract/shapes/tracker-changes.js';
import { comparedQuarters, positionQuarters } from '../../derive/portfolios/compared-quarters.js';
import type { QuarterPosition } from '../../records/portfolios/fund-quarter.js';
import type { GenerationTables } from '../question.js';
import { parseSound } from '../sound-json.js';
import { readableRecord } from '../unreadable-rows.js';
import { storedDocument } from './documents.js';

/** Empty for a portfolio of another kind, and for an unknown one. */
export async function trackerQuarters(tables: GenerationTables, slug: string): Promise<TrackerQuarter[]> {
  return (await storedDocument<TrackerQuarter[]>(tables, `tracker-quarters/${slug}`)) ?? [];
}

export async function comparedPositions(
  tables: GenerationTables,
  { slug, quarter, prior }: Parameters<Reads['comparedPositions']>[0],
): Promise<ComparedPosition[]> {
  const report = async (facts: TrackerQuarter) => {
    const rows = await tables.rows<HoldingColumns>(
      `SELECT period_end, position, json FROM tracker_holding WHERE slug = ? AND period_end = ? ${tables.current}
       ORDER BY position`,
      [slug, facts.periodEnd, ...tables.currentValues],
    );
    return { facts, positions: rows.map((row) => positionIn(tables, slug, row)) };
  };
  return comparedQuarters(await report(quarter), prior === null ? null : await report(prior));
}

export async function positionHistory(
  tables: GenerationTables,
  { slug, cusip }: Parameters<Reads['positionHistory']>[0],
): Promise<PositionQuarter[]> {
  const rows = await tables.rows<HoldingColumns>(
    `SELECT period_end, position, json FROM tracker_holding WHERE slug = ? AND cusip = ? ${tables.current}
     ORDER BY period_end, position`,
    [slug, cusip, ...tables.currentValues],
  );
  const reports = (await trackerQuarters(tables, slug)).map((facts) => ({
    facts,
    positions: rows
      .filter(([periodEnd]) => periodEnd === facts.periodEnd)
      .map((row) => positionIn(tables, slug, row)),
  }));
  return positionQuarters(reports);
}

type HoldingColumns = [periodEnd: string, position: number, json: string];

/** @throws ApiError `not_ready` if it cannot be read: a comparison without it would be wrong */
function positionIn(
  tables: GenerationTables,
  slug: string,
  [periodEnd, position, json]: HoldingColumns,
): QuarterPosition {
  const key = `${slug} ${periodEnd} ${position}`;
  return readableRecord(tables, { table: 'tracker_holding', key }, () => parseSound<QuarterPosition>(json));
}
