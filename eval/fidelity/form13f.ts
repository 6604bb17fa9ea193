/** 13F: each information table read a second time, by patterns, and its sum compared with the total on the cover. */

import type { Holdings13F } from '../../src/records/portfolios/form13f.js';
import { bytesOf, filesIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

export async function measure13F(): Promise<Score> {
  const tally = new Tally();
  for (const file of filesIn('sec/13f', /\.(txt|nc)$/)) {
    const text = bytesOf(file).toString('utf8');
    const records = await parsed('sec-13f', file);
    const report = records?.[0] as Holdings13F | undefined;
    const stated = { entries: number(text, 'tableEntryTotal'), total: number(text, 'tableValueTotal') };
    const found = report && [...report.rows.map(heldRow), totals(report)];
    tally.document(file, [...heldRows(text), stated], found ?? null);
  }
  return tally.score;
}

export function heldRow(row: Holdings13F['rows'][number]): ComparedRow {
  return {
    issuer: row.nameOfIssuer,
    titleOfClass: row.titleOfClass,
    cusip: row.cusip,
    value: row.value,
    amount: row.amount,
    amountType: row.amountType,
    putCall: row.putCall,
  };
}

function totals(report: Holdings13F): ComparedRow {
  return {
    entries: report.rows.length,
    total: report.rows.reduce((sum, { value }) => sum + (value ?? 0), 0),
  };
}

/** The second reader. */
export function heldRows(text: string): ComparedRow[] {
  return [...text.matchAll(/<(\w+:)?infoTable>([\s\S]*?)<\/(?:\w+:)?infoTable>/g)].map(([, , row = '']) => ({
    issuer: words(row, 'nameOfIssuer'),
    titleOfClass: words(row, 'titleOfClass'),
    cusip: words(row, 'cusip')?.toUpperCase(),
    value: number(row, 'value'),
    amount: number(row, 'sshPrnamt'),
    amountType: words(row, 'sshPrnamtType'),
    putCall: words(row, 'putCall'),
  }));
}

/** The text of the first element of that name; null if it is empty or not there. */
export function words(text: string, name: string): string | null {
  const found = new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(text)?.[1];
  return found === undefined ? null : found.replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim();
}

export function number(text: string, name: string): number | null {
  const found = words(text, name);
  return found === null || found === '' ? null : Number(found);
}
