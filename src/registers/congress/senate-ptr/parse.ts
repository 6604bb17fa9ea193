/** Parses a search response or a report page into records. No network, no clock. */

import type { StockActReport, StockActTrade } from '../../../records/congress/stock-act.js';
import { type HtmlElement, readHtml } from '../../formats/html.js';
import {
  type Parsed,
  ParseError,
  type QueuedDocument,
  type RawDocument,
  type Warning,
} from '../../register.js';
import { idIn, officialLink, type ReportKind } from './addresses.js';
import { filerOfSearchRow } from './filer-name.js';
import { pageKind, titleOf } from './page-kind.js';
import { type ReportHead, readHead, readTransactions } from './report-page.js';
import { parseSearchResponse, type SearchRow } from './search-response.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 4;

/** The law is of 2012: an earlier trade is a typing error, or is not covered by it. */
const FIRST_TRADES = '2012-01-01';
const SCANNED = 'Filed on paper: eFD holds images of the pages only.';

/**
 * Yields, for a search response, the paper reports as filed without trades and the report pages to fetch; for
 * a report page, the report. A page that cannot be read still yields its filing, without trades, before it
 * throws: the filing stays visible while its bytes wait for a later parser.
 *
 * @throws ParseError
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  if (document.kind === 'search-answer') {
    yield readSearch(document);
    return;
  }
  const page = readHtml(document.bytes);
  const kind = pageKind(page);
  if (document.kind === 'paper' && kind === 'paper') {
    const detail = 'A scan names neither filer nor date: both come from the search response that lists it.';
    yield { records: [], warnings: [{ kind: 'paper-page-alone', detail, where: document.key }] };
    return;
  }
  if (kind !== 'report') {
    const listed = headFromListing(document);
    const reason =
      kind === 'lost'
        ? 'the session was lost: the search form came in place of the report'
        : `not a report page, its title is "${titleOf(page)}"`;
    if (listed !== null) yield { records: [failedReport(document, listed, reason)], warnings: [] };
    throw new ParseError(reason);
  }
  yield* readReport(document, page);
}

function* readReport(document: RawDocument, page: HtmlElement): Generator<Parsed> {
  let head: ReportHead | null = null;
  try {
    head = readHead(page);
    const { disclosureDate, filedAt, filedLine } = head;
    if (disclosureDate === null) throw new ParseError(`no filing day can be read: ${filedLine}`);
    const dated: DatedHead = { ...head, disclosureDate };
    const { trades, warnings } = readTransactions(page, document.key);
    warnings.push(
      ...impossibleDateWarnings(document, trades, disclosureDate),
      ...filingDateWarnings(document, dated),
    );
    if (filedAt === null)
      warnings.push({ kind: 'no-filing-time', detail: filedLine.slice(0, 100), where: document.key });
    yield { records: [report(document, dated, { readability: 'read', reason: '', trades })], warnings };
  } catch (error) {
    const known = headOfUnparsed(document, head);
    if (error instanceof ParseError && known !== null)
      yield { records: [failedReport(document, known, error.message)], warnings: [] };
    throw error;
  }
}

/** A header that gives the filing day. */
type DatedHead = Omit<ReportHead, 'disclosureDate' | 'filedLine'> & { disclosureDate: string };

/**
 * A report that cannot be read is listed anyway. Its day comes from the page, otherwise from the search,
 * otherwise from the title, whose date is the filing day or a day next to it.
 */
function headOfUnparsed(document: RawDocument, head: ReportHead | null): DatedHead | null {
  const listed = headFromListing(document);
  if (head === null) return listed;
  const disclosureDate = head.disclosureDate ?? listed?.disclosureDate ?? head.titleDate;
  return disclosureDate === null ? null : { ...head, disclosureDate };
}

/** Impossible trade dates, as typed: they are kept. */
function impossibleDateWarnings(
  document: RawDocument,
  trades: StockActTrade[],
  disclosed: string,
): Warning[] {
  return trades.flatMap(({ row, transactionDate }) => {
    const kind =
      transactionDate > disclosed
        ? 'date-after-filing'
        : transactionDate < FIRST_TRADES
          ? 'date-before-the-law'
          : null;
    if (kind === null) return [];
    const detail = `${transactionDate}, filed ${disclosed}`;
    return [{ kind, detail, where: `${document.key} row ${row + 1}` }];
  });
}

function readSearch(document: RawDocument): Parsed {
  const response = parseSearchResponse(document.bytes, document.key);
  if (response === null) throw new ParseError('not a search response');
  const records = response.rows.filter((row) => row.kind === 'paper').map(paperReport);
  const toFetch = response.rows.filter((row) => row.kind === 'ptr').map(queuedPage);
  return { records, warnings: response.warnings, toFetch };
}

function paperReport(row: SearchRow): StockActReport {
  return {
    kind: 'stock-act-report',
    chamber: 'senate',
    documentId: row.id.toLowerCase(),
    filerName: filerOfSearchRow(row),
    stateDistrict: null,
    disclosureDate: row.filed,
    filedAt: null,
    titleDate: row.titleDate,
    amendment: row.amendment,
    sourceLink: officialLink('paper', row.id),
    readability: 'scanned',
    reason: SCANNED,
    trades: [],
    vehicles: [],
    comments: null,
  };
}

/** The newest reports come first, regardless of their ids. */
function queuedPage(row: SearchRow): QueuedDocument {
  const { first, last, office, titleDate, amendment, filed } = row;
  return {
    key: row.id.toLowerCase(),
    kind: 'ptr',
    url: officialLink('ptr', row.id),
    metadata: {
      first,
      last,
      office,
      filed,
      ...(titleDate === null ? {} : { titleDate }),
      ...(amendment === null ? {} : { amendment: String(amendment) }),
    },
    priority: Number(filed.replaceAll('-', '')),
  };
}

/** What the search says about a page; null for a page that was saved without it. */
function headFromListing({ metadata }: Pick<RawDocument, 'metadata'>): DatedHead | null {
  const { first, last, office, filed, titleDate, amendment } = metadata ?? {};
  if (first === undefined || last === undefined || office === undefined || filed === undefined) return null;
  return {
    filerName: filerOfSearchRow({ first, last, office }),
    titleDate: titleDate ?? null,
    amendment: amendment === undefined ? null : Number(amendment),
    disclosureDate: filed,
    filedAt: null,
  };
}

function filingDateWarnings(document: RawDocument, head: DatedHead): Warning[] {
  const listed = headFromListing(document);
  if (listed === null || listed.disclosureDate === head.disclosureDate) return [];
  const detail = `the search says ${listed.disclosureDate}, the page ${head.disclosureDate}`;
  return [{ kind: 'filing-dates-differ', detail, where: document.key }];
}

/** A report that the search lists but eFD does not have; null where the search row is not known. */
export function missingReport(queued: ListedDocument): StockActReport | null {
  const head = headFromListing(queued);
  const reason = 'Listed by eFD, which does not have the page.';
  return head && report(queued, head, { readability: 'failed', reason, trades: [] });
}

function failedReport(document: RawDocument, head: DatedHead, why: string): StockActReport {
  const reason = `The page cannot be read: ${why}`;
  return report(document, head, { readability: 'failed', reason, trades: [] });
}

type ListedDocument = Pick<RawDocument, 'key' | 'kind' | 'url' | 'metadata'>;

function report(
  document: ListedDocument,
  head: DatedHead,
  content: Pick<StockActReport, 'readability' | 'reason' | 'trades'>,
): StockActReport {
  const { filerName, disclosureDate, filedAt, titleDate, amendment } = head;
  return {
    kind: 'stock-act-report',
    chamber: 'senate',
    documentId: document.key.toLowerCase(),
    filerName,
    stateDistrict: null,
    disclosureDate,
    filedAt,
    titleDate,
    amendment,
    // `parse` reads a search response elsewhere: all other documents are of these two kinds.
    sourceLink: officialLink(document.kind as ReportKind, idIn(document.url) ?? document.key),
    ...content,
    vehicles: [],
    comments: null,
  };
}
