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
import { soundObject } from '../sound-json.js';
import { documentText } from './documents.js';

/** Empty for a portfolio of another kind, and for an unknown one. */
export async function trackerQuarters(tables: GenerationTables, slug: string): Promise<TrackerQuarter[]> {
  const text = await documentText(tables, `tracker-quarters/${slug}`);
  return text === null ? [] : JSON.parse(text);
}

export async function comparedPositions(
  tables: GenerationTables,
  { slug, quarter, prior }: Parameters<Reads['comparedPositions']>[0],
): Promise<ComparedPosition[]> {
  const report = async (facts: TrackerQuarter) => {
    const rows = await tables.rows<[json: string]>(
      `SELECT json FROM tracker_holding WHERE slug = ? AND period_end = ? ${tables.current} ORDER BY position`,
      [slug, facts.periodEnd, ...tables.currentValues],
    );
    return { facts, positions: rows.map(([json]) => positionIn(json)) };
  };
  return comparedQuarters(await report(quarter), prior === null ? null : await report(prior));
}

export async function positionHistory(
  tables: GenerationTables,
  { slug, cusip }: Parameters<Reads['positionHistory']>[0],
): Promise<PositionQuarter[]> {
  const rows = await tables.rows<[periodEnd: string, json: string]>(
    `SELECT period_end, json FROM tracker_holding WHERE slug = ? AND cusip = ? ${tables.current}
     ORDER BY period_end, position`,
    [slug, cusip, ...tables.currentValues],
  );
  const reports = (await trackerQuarters(tables, slug)).map((facts) => ({
    facts,
    positions: rows
      .filter(([periodEnd]) => periodEnd === facts.periodEnd)
      .map(([, json]) => positionIn(json)),
  }));
  return positionQuarters(reports);
}

function positionIn(json: string): QuarterPosition {
  // What the writer wrote.
  return JSON.parse(soundObject(json)) as QuarterPosition;
}
