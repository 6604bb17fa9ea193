/** Parses the response of eFD's search: rows of [first, last, office, link, date], and the total. */

import { readHtml, textOf } from '../../formats/html.js';
import { parseJson } from '../../formats/json.js';
import type { Warning } from '../../register.js';
import { type ReportKind, reportIn } from './addresses.js';
import { isoDay } from './dates.js';

export interface SenateSearchResponse {
  /** Total rows of the query, over all pages. */
  total: number;
  rows: SearchRow[];
  /** Rows of the page, including reports of other kinds. */
  count: number;
  /** The rows of the page as they are: two that are alike are one row that was listed twice. */
  rowTexts: string[];
  warnings: Warning[];
}

export interface SearchRow {
  kind: ReportKind;
  /** As linked; the oldest paper ids are in capitals. */
  id: string;
  first: string;
  last: string;
  /** `Last, First (Senator)`, or only `Senator`. */
  office: string;
  /** Date in the title, YYYY-MM-DD; null when it names none. */
  titleDate: string | null;
  amendment: number | null;
  /** Fifth cell, YYYY-MM-DD. */
  filed: string;
}

/**
 * Reads one page of a search. A row that cannot be read becomes a warning; a report of another kind is
 * skipped. Null when the bytes are not a search response.
 */
export function parseSearchResponse(bytes: Buffer, where: string): SenateSearchResponse | null {
  const response = jsonObject(bytes);
  if (response === null || !Array.isArray(response.data)) return null;
  const total = response.recordsFiltered ?? response.recordsTotal;
  if (typeof total !== 'number' || (response.result !== undefined && response.result !== 'ok')) return null;
  const rows: SearchRow[] = [];
  const warnings: Warning[] = [];
  for (const [index, cells] of response.data.entries()) {
    const read = readRow(cells);
    if (read === 'another-kind') continue;
    if (read === null)
      warnings.push({
        kind: 'row-unreadable',
        detail: JSON.stringify(cells).slice(0, 500),
        where: `${where} row ${index + 1}`,
      });
    else rows.push(read);
  }
  const rowTexts = response.data.map((cells) => JSON.stringify(cells));
  return { total, rows, count: response.data.length, rowTexts, warnings };
}

const TITLE = /^Periodic Transaction Report(?: for (\d{1,2}\/\d{1,2}\/\d{4}))?(?: \(Amendment (\d+)\))?$/;

/** Parses the title of a report, in the search and on the page alike; null for another report. */
export function readTitle(title: string): { titleDate: string | null; amendment: number | null } | null {
  const found = TITLE.exec(title);
  if (found === null) return null;
  const titleDate = found[1] === undefined ? null : isoDay(found[1]);
  if (found[1] !== undefined && titleDate === null) return null;
  return { titleDate, amendment: found[2] === undefined ? null : Number(found[2]) };
}

function readRow(cells: unknown): SearchRow | 'another-kind' | null {
  if (!Array.isArray(cells) || cells.length !== 5 || !cells.every((cell) => typeof cell === 'string'))
    return null;
  // Checked above to be five texts.
  const [first, last, office, link, date] = cells as [string, string, string, string, string];
  const label = textOf(readHtml(Buffer.from(link)));
  if (!label.startsWith('Periodic Transaction Report')) return label === '' ? null : 'another-kind';
  const title = readTitle(label);
  const report = reportIn(link);
  const filed = isoDay(date.trim());
  if (title === null || report === null || filed === null) return null;
  return { ...report, first, last, office, ...title, filed };
}

function jsonObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(bytes);
    // A JSON object that is not a list has texts as keys.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
