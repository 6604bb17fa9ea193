/** One PDF of OGE as a report: read whole, recorded as paper, or failed with a reason. */

import { itemAt } from '../../../collections.js';
import {
  isSameFiler,
  type Oge278TEndnote,
  type Oge278TReport,
} from '../../../records/portfolios/oge-278t.js';
import { PdfError, type PdfPage, PdfTimeoutError, readPdf } from '../../formats/pdf.js';
import type { QueuedDocument, RawDocument, Warning } from '../../register.js';
import { documentAddress, isDocumentId, requestAddress, SEARCH_PAGE } from './addresses.js';
import type { OgeListing } from './index-response.js';
import { type Oge278TLayout, readLayout } from './layout.js';
import { calendarDate, type ParsedRows, readRows } from './rows.js';

interface OgeReportResult {
  /** Null for another form, and when neither the index nor the document says who filed. */
  report: Oge278TReport | null;
  warnings: Warning[];
  /** Why the document must be read again by a better reader; null when it is read or is paper. */
  failure: string | null;
  /** Whether only time was short: the same reader may read it another time. */
  isSlow?: boolean;
}

/**
 * Reads one PDF. Facts of the index that are used: `name`, `title`, `agency`, `postedAt` (YYYY-MM-DD), `amended` and
 * `fileName`; without them the report's own name stands for the filer.
 */
export async function readReport(document: RawDocument): Promise<OgeReportResult> {
  let pages: PdfPage[];
  try {
    pages = await readPdf(document.bytes);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { ...failedResult(document, null, error.message), isSlow: error instanceof PdfTimeoutError };
  }
  if (pages.every((page) => page.items.length === 0)) return scannedResult(document, 'an image without text');
  const raw = readLayout(pages);
  // A layer of recognised text has neither as they are printed; rows out of it would be invented.
  if (!raw.hasSignature && !raw.hasTable)
    return scannedResult(
      document,
      'its text has no electronic signature and no table: a scan, or not from Integrity',
    );
  if (!raw.isTransactionReport && raw.hasSignature)
    return { report: null, warnings: [], failure: 'signed in Integrity, but not on OGE Form 278-T' };
  const fault = layoutProblem(raw);
  const report = reportWithoutRows(document, raw, 'read', '');
  if (fault !== null || report === null)
    return failedResult(document, raw, fault ?? 'who filed it is not said');
  const warnings: Warning[] = [];
  const filedBy = report.signedDate ?? '';
  const rows = readRows(raw.rows, filedBy, document.key, warnings);
  const endnotes = raw.endnotes.map(({ part, number, text }) => ({ part, number: Number(number), text }));
  addWarnings(report, rows, endnotes, warnings);
  return { report: { ...report, ...rows, endnotes }, warnings, failure: null };
}

/** What is wrong with the report as a whole: a part of one is never given. */
function layoutProblem(raw: Oge278TLayout): string | null {
  if (raw.signed === null || calendarDate(toSlashedDate(raw.signed)) === null)
    return 'no electronic signature of the filer';
  if (!raw.hasTable) return 'no table of transactions';
  if (!raw.tableEnded) return 'the table of transactions has no end';
  const page = raw.pageNumbers.findIndex((number, place) => number !== place + 1);
  if (page >= 0) return `page ${page + 1} calls itself ${raw.pageNumbers[page] ?? 'nothing'}`;
  if (raw.unplacedText.length > 0)
    return `text out of place: ${JSON.stringify(itemAt(raw.unplacedText, 0).slice(0, 120))}`;
  if (raw.rows.length === 0) return 'a table without rows';
  const row = raw.rows.findIndex(({ number }, place) => number !== place + 1);
  if (row >= 0) return `row ${row + 1} has the number ${itemAt(raw.rows, row).number}`;
  const note = raw.endnotes.find(({ part, number }) => part === '' || !/^\d+$/.test(number));
  if (note !== undefined) return `an endnote to no row: ${JSON.stringify(note.text.slice(0, 120))}`;
  return null;
}

const toSlashedDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

function failedResult(document: RawDocument, raw: Oge278TLayout | null, failure: string): OgeReportResult {
  return { report: reportWithoutRows(document, raw, 'failed', failure), warnings: [], failure };
}

function scannedResult(document: RawDocument, reason: string): OgeReportResult {
  const report = reportWithoutRows(document, null, 'scanned', reason);
  return { report, warnings: [], failure: report === null ? 'a scan of an unknown filer' : null };
}

/** The report without its rows; null when the filer is unknown. */
function reportWithoutRows(
  { key, url, metadata = {} }: RawDocument,
  raw: Oge278TLayout | null,
  readability: Oge278TReport['readability'],
  reason: string,
): Oge278TReport | null {
  const filerName = metadata.name ?? raw?.name ?? null;
  if (filerName === null) return null;
  const { fileName } = metadata;
  // Only the index knows under which name OGE serves a file; without it the link leads to OGE's search.
  const isServed = fileName !== undefined && isDocumentId(key);
  const savedFrom = isServed ? documentAddress(key, fileName) : SEARCH_PAGE;
  return {
    kind: 'oge-278t-report',
    documentId: key,
    filerName,
    nameOnReport: raw?.name ?? null,
    title: metadata.title ?? '',
    agency: metadata.agency ?? '',
    position: raw?.position ?? null,
    postedAt: metadata.postedAt ?? null,
    signedDate: raw?.signed ?? null,
    amended: metadata.amended ?? null,
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
export function missingReport({ key, url, metadata }: QueuedDocument): Oge278TReport | null {
  const document = { key, url, metadata, kind: 'report-pdf', retrievedAt: '', bytes: Buffer.alloc(0) };
  return reportWithoutRows(document, null, 'failed', 'OGE lists it and does not have the document');
}

/** A report that OGE lists and gives out on request only: filed, and not available. `nth` counts equal records from 1. */
export function onRequestReport(
  { name, title, agency, postedAt, amended }: OgeListing,
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
function addWarnings(
  report: Oge278TReport,
  { transactions, headings }: ParsedRows,
  endnotes: readonly Oge278TEndnote[],
  warnings: Warning[],
): void {
  const { documentId: where, filerName, nameOnReport, postedAt, signedDate } = report;
  if (nameOnReport !== null && !isSameFiler(filerName, nameOnReport))
    warnings.push({ kind: 'name-differs', detail: `${filerName} / ${nameOnReport}`, where });
  if (postedAt !== null && signedDate !== null && signedDate > postedAt)
    warnings.push({ kind: 'signed-after-posting', detail: `${signedDate} / ${postedAt}`, where });
  const noted = new Set(endnotes.map(({ number }) => number));
  const marked = new Set<number>();
  for (const { number, hasEndnote } of [...transactions, ...headings]) if (hasEndnote) marked.add(number);
  for (const number of marked)
    if (!noted.has(number)) warnings.push({ kind: 'endnote-missing', detail: `#${number}`, where });
  for (const number of noted)
    if (!marked.has(number)) warnings.push({ kind: 'endnote-unmarked', detail: `#${number}`, where });
}
