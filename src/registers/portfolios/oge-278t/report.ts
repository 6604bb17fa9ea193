/** One PDF of OGE as a report: read whole, recorded as paper, or failed with a reason. */

import {
  isSameFiler,
  type Oge278TEndnote,
  type Oge278TReport,
} from '../../../records/portfolios/oge-278t.js';
import { type PdfPage, readPdf, SlowPdf, UnreadablePdf } from '../../formats/pdf.js';
import type { Doubt, RawDocument, Wanted } from '../../register.js';
import { documentAddress, isDocumentId, requestAddress, SEARCH_PAGE } from './addresses.js';
import type { Listed } from './index-answer.js';
import { type RawReport, readLayout } from './layout.js';
import { calendarDate, type ReadRows, readRows } from './rows.js';

export interface ReadReport {
  /** Null for another form, and when neither the index nor the document says who filed. */
  report: Oge278TReport | null;
  doubts: Doubt[];
  /** Why the document must be read again by a better reader; null when it is read or is paper. */
  failure: string | null;
  /** Whether only time was short: the same reader may read it another time. */
  isSlow?: boolean;
}

/**
 * Reads one PDF. Facts of the index that are used: `name`, `title`, `agency`, `postedAt` (YYYY-MM-DD), `amended` and
 * `fileName`; without them the report's own name stands for the filer.
 */
export async function readReport(document: RawDocument): Promise<ReadReport> {
  let pages: PdfPage[];
  try {
    pages = await readPdf(document.bytes);
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    return { ...failed(document, null, error.message), isSlow: error instanceof SlowPdf };
  }
  if (pages.every((page) => page.items.length === 0)) return scanned(document, 'an image without text');
  const raw = readLayout(pages);
  // A layer of recognised text has neither as they are printed; rows out of it would be invented.
  if (!raw.hasSignature && !raw.hasTable)
    return scanned(
      document,
      'its text has no electronic signature and no table: a scan, or not from Integrity',
    );
  if (!raw.isTransactionReport && raw.hasSignature)
    return { report: null, doubts: [], failure: 'signed in Integrity, but not on OGE Form 278-T' };
  const fault = faultOf(raw);
  const report = frame(document, raw, 'read', '');
  if (fault !== null || report === null) return failed(document, raw, fault ?? 'who filed it is not said');
  const doubts: Doubt[] = [];
  const filedBy = report.signedDate ?? '';
  const rows = readRows(raw.rows, filedBy, document.key, doubts);
  const endnotes = raw.endnotes.map(({ part, number, text }) => ({ part, number: Number(number), text }));
  raiseDoubts(report, rows, endnotes, doubts);
  return { report: { ...report, ...rows, endnotes }, doubts, failure: null };
}

/** What is wrong with the report as a whole: a part of one is never given. */
function faultOf(raw: RawReport): string | null {
  if (raw.signed === null || calendarDate(slashed(raw.signed)) === null)
    return 'no electronic signature of the filer';
  if (!raw.hasTable) return 'no table of transactions';
  if (!raw.tableEnded) return 'the table of transactions has no end';
  const page = raw.pageNumbers.findIndex((number, place) => number !== place + 1);
  if (page >= 0) return `page ${page + 1} calls itself ${raw.pageNumbers[page] ?? 'nothing'}`;
  if (raw.astray.length > 0) return `text out of place: ${JSON.stringify(raw.astray[0]!.slice(0, 120))}`;
  if (raw.rows.length === 0) return 'a table without rows';
  const row = raw.rows.findIndex(({ number }, place) => number !== place + 1);
  if (row >= 0) return `row ${row + 1} has the number ${raw.rows[row]!.number}`;
  const note = raw.endnotes.find(({ part, number }) => part === '' || !/^\d+$/.test(number));
  if (note !== undefined) return `an endnote to no row: ${JSON.stringify(note.text.slice(0, 120))}`;
  return null;
}

const slashed = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

function failed(document: RawDocument, raw: RawReport | null, failure: string): ReadReport {
  return { report: frame(document, raw, 'failed', failure), doubts: [], failure };
}

function scanned(document: RawDocument, reason: string): ReadReport {
  const report = frame(document, null, 'scanned', reason);
  return { report, doubts: [], failure: report === null ? 'a scan of an unknown filer' : null };
}

/** The report without its rows; null when the filer is unknown. */
function frame(
  { key, url, facts = {} }: RawDocument,
  raw: RawReport | null,
  readability: Oge278TReport['readability'],
  reason: string,
): Oge278TReport | null {
  const filerName = facts.name ?? raw?.name ?? null;
  if (filerName === null) return null;
  const { fileName } = facts;
  // Only the index knows under which name OGE serves a file; without it the link leads to OGE's search.
  const isServed = fileName !== undefined && isDocumentId(key);
  const savedFrom = isServed ? documentAddress(key, fileName) : SEARCH_PAGE;
  return {
    kind: 'oge-278t-report',
    documentId: key,
    filerName,
    nameOnReport: raw?.name ?? null,
    title: facts.title ?? '',
    agency: facts.agency ?? '',
    position: raw?.position ?? null,
    postedAt: facts.postedAt ?? null,
    signedDate: raw?.signed ?? null,
    amended: facts.amended ?? null,
    fileName: fileName ?? key,
    sourceUrl: url.startsWith('http') ? url : savedFrom,
    readability,
    reason,
    transactions: [],
    headings: [],
    endnotes: [],
  };
}

/** That a report was filed which OGE lists and does not have. */
export function missingReport({ key, url, facts }: Wanted): Oge278TReport | null {
  const document = { key, url, facts, kind: 'report-pdf', retrievedAt: '', bytes: Buffer.alloc(0) };
  return frame(document, null, 'failed', 'OGE lists it and does not have the document');
}

/** A report that OGE lists and gives out on request only: filed, and not available. `nth` counts equal records from 1. */
export function onRequestReport(
  { name, title, agency, postedAt, amended }: Listed,
  nth: number,
): Oge278TReport {
  return {
    kind: 'oge-278t-report',
    documentId: `on request: ${name} ${postedAt} ${nth}`,
    filerName: name,
    nameOnReport: null,
    title,
    agency,
    position: null,
    postedAt,
    signedDate: null,
    amended,
    fileName: '',
    sourceUrl: requestAddress(name),
    readability: 'on-request',
    reason: 'OGE gives it out on request only',
    transactions: [],
    headings: [],
    endnotes: [],
  };
}

/** Things that are kept as filed and yet hard to believe. */
function raiseDoubts(
  report: Oge278TReport,
  { transactions, headings }: ReadRows,
  endnotes: readonly Oge278TEndnote[],
  doubts: Doubt[],
): void {
  const { documentId: where, filerName, nameOnReport, postedAt, signedDate } = report;
  if (nameOnReport !== null && !isSameFiler(filerName, nameOnReport))
    doubts.push({ kind: 'name-differs', detail: `${filerName} / ${nameOnReport}`, where });
  if (postedAt !== null && signedDate !== null && signedDate > postedAt)
    doubts.push({ kind: 'signed-after-posting', detail: `${signedDate} / ${postedAt}`, where });
  const noted = new Set(endnotes.map(({ number }) => number));
  const marked = new Set<number>();
  for (const { number, hasEndnote } of [...transactions, ...headings]) if (hasEndnote) marked.add(number);
  for (const number of marked)
    if (!noted.has(number)) doubts.push({ kind: 'endnote-missing', detail: `#${number}`, where });
  for (const number of noted)
    if (!marked.has(number)) doubts.push({ kind: 'endnote-unmarked', detail: `#${number}`, where });
}
