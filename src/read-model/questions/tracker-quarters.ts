/** The quarters of a 13F portfolio: which there are, what differs between two, and one security in all of them. */

import type { Reads } from '../../../tools/contract/reads.js';
import type {
  ComparedPosition,
  PositionQuarter,
  TrackerQuarter,
} from '../../../tools/contract/shapes/tracker-changes.js';
import {
  comparedQuarters,
  positionQuarters,
  type QuarterReport,
  unsureBetween,
} from '../../derive/portfolios/compared-quarters.js';
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
  return comparedQuarters(
    await wholeReport(tables, slug, quarter),
    prior === null ? null : await wholeReport(tables, slug, prior),
  );
}

async function wholeReport(
  tables: GenerationTables,
  slug: string,
  facts: TrackerQuarter,
): Promise<QuarterReport> {
  const rows = await tables.rows<HoldingColumns>(
    `SELECT period_end, position, json FROM tracker_holding WHERE slug = ? AND period_end = ? ${tables.current}
     ORDER BY position`,
    [slug, facts.periodEnd, ...tables.currentValues],
  );
  return { facts, positions: rows.map((row) => positionIn(tables, slug, row)) };
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
  const compared = reports.map(async (report, at): Promise<QuarterReport> => {
    const prior = reports[at + 1];
    // Whether it came or went under another CUSIP is seen beside the others only.
    if (prior === undefined || hasSameKeys(report, prior)) return { ...report, unsure: new Set() };
    const whole = ({ facts }: QuarterReport) => wholeReport(tables, slug, facts);
    return { ...report, unsure: unsureBetween(await whole(report), await whole(prior)) };
  });
  return positionQuarters(await Promise.all(compared));
}

function hasSameKeys(one: QuarterReport, other: QuarterReport): boolean {
  const keys = ({ positions }: QuarterReport) =>
    positions
      .map(({ key }) => key)
      .sort()
      .join(' ');
  return keys(one) === keys(other);
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
