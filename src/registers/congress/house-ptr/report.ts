/**
 * Turns one PDF of the House Clerk into a report: read in full, recorded as paper, or failed with a reason.
 */

import { itemAt, required } from '../../../collections.js';
import type {
  StockActFilerName,
  StockActReport,
  StockActTrade,
} from '../../../records/congress/stock-act.js';
import { PdfError, type PdfPage, PdfTimeoutError, readPdf } from '../../formats/pdf.js';
import type { RawDocument, Warning } from '../../register.js';
import { pdfAddress } from './addresses.js';
import { type HousePtrLayout, readLayout } from './layout.js';
import { markGaps, RowError, readDate, readTrade } from './trades.js';
import { ownersOfVehicle, withOwnerOfVehicle } from './vehicles.js';

interface HouseReportResult {
  /** Null when neither the index nor the document says who filed when. */
  report: StockActReport | null;
  warnings: Warning[];
  /** Why a later parser must read the document again; null when it is read or is paper. */
  failure: string | null;
  /** Whether only the time limit was hit: the same parser may succeed another time. */
  isSlow?: boolean;
}

/** The law is of 2012: an earlier trade is a typing error, or is not covered by it. */
const FIRST_TRADES = '2012-01-01';
/** DocIDs of what was filed on paper. */
const PAPER_ID = /^[89]\d{6}$/;

/**
 * Reads one PDF. Facts of the index that are used: `prefix`, `first`, `last`, `suffix`, `stateDistrict`,
 * `filingDate` (YYYY-MM-DD) and `year`; where they are missing, the report's own statements are used.
 */
export async function readReport(document: RawDocument): Promise<HouseReportResult> {
  const warnings: Warning[] = [];
  let pages: PdfPage[];
  try {
    pages = await readPdf(document.bytes);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return {
      ...failedResult(document, null, error.message, warnings),
      isSlow: error instanceof PdfTimeoutError,
    };
  }
  const isPaperId = PAPER_ID.test(document.key);
  if (pages.every((page) => page.items.length === 0)) {
    if (!isPaperId && isDamaged(document.bytes))
      return failedResult(
        document,
        null,
        'no text, although it is not a scan: the document is damaged',
        warnings,
      );
    if (!isPaperId)
      warnings.push({
        kind: 'electronic-without-text',
        detail: `${pages.length} pages`,
        where: document.key,
      });
    return scannedResult(document, 'the document is an image without text', warnings);
  }
  const raw = await ensureLetterCase(readLayout(pages), document.bytes);
  // Text that a fax machine or scanner printed over the image is not the report.
  if (isPaperId && !raw.hasTable && raw.filingId === null)
    return scannedResult(document, 'its text has no table of transactions', warnings);
  const report = reportWithoutTrades(document, raw, 'read', '');
  const fault = layoutProblem(raw, document.key) ?? (report === null ? 'who filed it is not said' : null);
  if (fault !== null || report === null) return failedResult(document, raw, fault ?? '', warnings);
  try {
    const layout = { isCaseCertain: raw.isCaseCertain, hasCodes: raw.hasGains };
    const trades = raw.rows.map((row, place) =>
      readTrade(row, place, layout, `${document.key}-${place}`, warnings),
    );
    addWarnings(document, raw, report, trades, warnings);
    const owned = trades.map((trade) => withOwnerOfVehicle(trade, report.vehicles));
    return { report: { ...report, trades: owned }, warnings, failure: null };
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return failedResult(document, raw, error.message, []);
  }
}

/**
 * Before May 2022 the text can have small letters for capitals: then the glyphs are read too, if possible.
 */
async function ensureLetterCase(raw: HousePtrLayout, bytes: Buffer): Promise<HousePtrLayout> {
  if (raw.isCaseCertain || !raw.hasTable) return raw;
  try {
    return readLayout(await readPdf(bytes, { restoreCase: true }));
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return raw;
  }
}

/**
 * True for a document without text that was meant to have some, or that was truncated: a scan has no font.
 */
function isDamaged(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return /\/Type\s*\/Font\b/.test(text) || !text.slice(-2048).includes('%%EOF');
}

/**
 * What is wrong with the report as a whole. Two counts that do not use the columns must agree with the rows.
 */
function layoutProblem(raw: HousePtrLayout, key: string): string | null {
  if (!raw.hasTable) return 'text, but no table of transactions';
  if (!raw.tableEnded) return 'the table of transactions has no end';
  if (raw.signed === null) return 'no signature line';
  if (raw.filingId === null) return 'no filing id';
  if (/^\d+$/.test(key) && raw.filingId !== key) return `this is filing ${raw.filingId}`;
  if (raw.incompletePages.length > 0) return `a part of page ${raw.incompletePages.join(', ')} is missing`;
  if (raw.unplacedText.length > 0)
    return `text out of place: ${JSON.stringify(itemAt(raw.unplacedText, 0).slice(0, 120))}`;
  const { datePairs, statusLines } = raw;
  if (raw.rows.length === 0) return 'a table without rows';
  if (raw.rows.length !== datePairs || datePairs !== statusLines)
    return `${raw.rows.length} rows, ${datePairs} pairs of dates and ${statusLines} filing statuses`;
  return null;
}

/**
 * A report that the index lists but the Clerk does not have; null where the index lacks the filer or the
 * date.
 */
export function missingReport({ key, url, metadata }: Pick<RawDocument, 'key' | 'url' | 'metadata'>) {
  const reason = 'Listed by the Clerk, who does not have the document.';
  return reportWithoutTrades({ key, url, metadata }, null, 'failed', reason);
}

/** Only the index can identify the filer: nothing is guessed from the image or from stamps on it. */
function scannedResult(document: RawDocument, why: string, warnings: Warning[]): HouseReportResult {
  const report = reportWithoutTrades(document, null, 'scanned', `Filed on paper: ${why}.`);
  if (report === null) return { report, warnings: [], failure: 'a scanned report of an unknown filer' };
  return { report, warnings, failure: null };
}

function failedResult(
  document: RawDocument,
  raw: HousePtrLayout | null,
  failure: string,
  warnings: Warning[],
): HouseReportResult {
  const reason = `The report cannot be read: ${failure}`;
  return { report: reportWithoutTrades(document, raw, 'failed', reason), warnings, failure };
}

/** The report without its trades; null when the filer or the day of filing is unknown. */
function reportWithoutTrades(
  { key, url, metadata = {} }: Pick<RawDocument, 'key' | 'url' | 'metadata'>,
  raw: HousePtrLayout | null,
  readability: StockActReport['readability'],
  reason: string,
): StockActReport | null {
  const filerName = metadata.last ? nameFromIndex(metadata) : raw?.name ? nameFromReport(raw.name) : null;
  const disclosureDate = metadata.filingDate ?? (raw?.signed ? readDate(raw.signed) : null);
  if (filerName === null || disclosureDate === null) return null;
  return {
    kind: 'stock-act-report',
    chamber: 'house',
    documentId: key,
    filerName,
    stateDistrict: metadata.stateDistrict ?? raw?.stateDistrict ?? null,
    disclosureDate,
    filedAt: null,
    titleDate: null,
    amendment: null,
    sourceLink: url.startsWith('http') ? url : pdfAddress(metadata.year ?? disclosureDate.slice(0, 4), key),
    readability,
    reason,
    trades: [],
    vehicles: readability === 'read' ? (raw?.vehicles ?? []).map(inFormLetters).map(markGaps) : [],
    comments: readability === 'read' && raw?.comments ? markGaps(raw.comments) : null,
    ...(readability === 'read' && raw?.isCaseCertain === false ? { assetCaseUncertain: true as const } : {}),
  };
}

/** The owner of a vehicle in the letters of the form: before May 2022 `(owner: sP)` occurs too. */
const inFormLetters = (vehicle: string): string =>
  vehicle.replace(/\(owner: ([a-z]{2})\)$/i, (_all, owner: string) => `(Owner: ${owner.toUpperCase()})`);

function nameFromIndex(facts: Record<string, string>): StockActFilerName {
  const { prefix = '', first = '', last = '', suffix = '' } = facts;
  return {
    asFiled: [prefix, first, last, suffix].filter((part) => part !== '').join(' '),
    prefix: prefix || null,
    first,
    last,
    suffix: suffix || null,
  };
}

/** The report prints the parts in one line; the last word is taken as the last name. */
function nameFromReport(text: string): StockActFilerName {
  const words = text.split(/\s+/);
  const prefix =
    /^(Hon|Mrs?|Ms|Dr)\.?$/i.test(words[0] ?? '') && words.length > 2
      ? required(words.shift(), 'words')
      : null;
  const suffix =
    /^(Jr|Sr|I{2,3}|IV|V)\.?$/i.test(words.at(-1) ?? '') && words.length > 2
      ? required(words.pop(), 'words')
      : null;
  return { asFiled: text, prefix, first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '', suffix };
}

/** Values that are kept as filed although they are implausible. */
function addWarnings(
  { key, metadata = {} }: RawDocument,
  raw: HousePtrLayout,
  report: StockActReport,
  trades: StockActTrade[],
  warnings: Warning[],
): void {
  const cased = raw.hasReadableLabels ? (text: string) => text.toLowerCase() : (text: string) => text;
  const squeezed = (text: string) => cased(text.replace(/\s+/g, ' ').trim());
  if (squeezed(raw.status ?? '') !== squeezed('Member'))
    warnings.push({ kind: 'unknown-filer-status', detail: String(raw.status), where: key });
  if (metadata.last && raw.name !== null && squeezed(raw.name) !== squeezed(report.filerName.asFiled))
    warnings.push({ kind: 'name-differs', detail: `${report.filerName.asFiled} / ${raw.name}`, where: key });
  const signed = readDate(raw.signed ?? '');
  if (metadata.filingDate !== undefined && signed !== metadata.filingDate)
    warnings.push({
      kind: 'signed-on-another-day',
      detail: `${metadata.filingDate} / ${raw.signed}`,
      where: key,
    });
  if (report.assetCaseUncertain)
    warnings.push({
      kind: 'letter-case-uncertain',
      detail: 'capital letters of the text can appear as lower case',
      where: key,
    });
  for (const trade of trades) {
    const where = `${key}-${trade.row}`;
    if (trade.transactionDate > report.disclosureDate)
      warnings.push({ kind: 'date-after-filing', detail: trade.transactionDate, where });
    if (trade.transactionDate < FIRST_TRADES)
      warnings.push({ kind: 'date-before-the-law', detail: trade.transactionDate, where });
    const owners = ownersOfVehicle(report.vehicles, trade);
    if (owners.length > 0)
      warnings.push({
        kind: 'owner-only-of-vehicle',
        detail: `${trade.subholding}: ${owners.join(', ')}`,
        where,
      });
  }
}
