/**
 * Searches eFD for periodic transaction reports by windows of filing dates, and fetches single report pages.
 */

import { addDays, daysBetween } from '../../../dates.js';
import { readHtml, textOf } from '../../formats/html.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  DocumentNotFoundError,
  type FetchContext,
  type Http,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { idIn, type ReportKind, type SenateAddresses } from './addresses.js';
import { monthFirst, washingtonDay } from './dates.js';
import { type PageKind, pageKind, titleOf } from './page-kind.js';
import { parseSearchResponse, type SenateSearchResponse } from './search-response.js';
import type { SenateSession } from './session.js';

export const CURSOR = {
  /** Latest filing date that a search returned, YYYY-MM-DD. */
  newest: 'newest-filed',
  /** Every filing date from this one to the newest was searched, YYYY-MM-DD. */
  from: 'covered-from',
} as const;

/** The law dates from 2012, and so does the first report. */
export const FIRST_DAY = '2012-01-01';
/** A report can show up in the search some days after its filing date. */
const OVERLAP_DAYS = 7;
/** The first window of an empty store; earlier years follow one by one. */
const FIRST_WINDOW_DAYS = 90;
/** The most rows that eFD returns at once. */
const PAGE_SIZE = 100;
/** A row of a report has about a thousand characters. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** More pages than all reports since 2012 would fill: the search does not end. */
const MAX_PAGES = 100;
/**
 * The search sorts by date alone, so rows of one day can change places between two pages: the pages of a window are
 * requested again until together they list as many rows as the search counts.
 */
const MAX_PASSES = 3;
/** This many unreadable rows on a page mean that the rows have another shape. */
const MAX_UNREADABLE_ROWS = 20;

/**
 * The newest filings first, then the years back to the first requested day; each window advances a cursor.
 */
export async function* fetchSenate(
  addresses: SenateAddresses,
  session: SenateSession,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const { crawlState, now, signal } = context;
  const today = washingtonDay(now);
  const since = context.since < FIRST_DAY ? FIRST_DAY : context.since;
  const pass: SenateSearch = { addresses, session, http, context, hasRows: false };
  const search = (from: string, to: string) => searchWindow(pass, { from, to });
  // A filing date ahead of the clock is a typing error: as a cursor it would end discovery until that day. An earlier
  // version stored it, and the last months were not searched since.
  const stored = crawlState.cursor(CURSOR.newest);
  const newest = stored === null || stored > today ? null : stored;
  const start = latest(
    since,
    newest === null ? addDays(today, -FIRST_WINDOW_DAYS) : addDays(newest, -OVERLAP_DAYS),
  );
  let seen = newest ?? start;
  let covered = newest === null ? start : (crawlState.cursor(CURSOR.from) ?? start);
  for await (const { batch, newestFiled, last } of search(start, today)) {
    seen = latest(seen, earliest(newestFiled, today));
    yield last
      ? { ...batch, isPart: true, cursors: { [CURSOR.newest]: seen, [CURSOR.from]: covered } }
      : batch;
  }
  while (covered > since && !signal.aborted) {
    const to = addDays(covered, -1);
    const from = latest(since, `${to.slice(0, 4)}-01-01`);
    for await (const { batch, last } of search(from, to))
      yield last ? { ...batch, isPart: true, cursors: { [CURSOR.from]: from } } : batch;
    covered = from;
  }
}

interface SearchPage {
  batch: Batch;
  /** Latest filing date of the page; '' when it has no row. */
  newestFiled: string;
  /** True for the page that ends the window. */
  last: boolean;
  /** The rows as they are, and how many the search counts in the window. */
  rowTexts: string[];
  total: number;
}

interface SenateSearch {
  addresses: SenateAddresses;
  session: SenateSession;
  http: Http;
  context: FetchContext;
  /** Whether a search of this run gave a row. */
  hasRows: boolean;
}

interface SearchSpan {
  from: string;
  to: string;
}

/**
 * All pages of one window. An interrupted window has no last page, so its cursors do not move.
 *
 * @throws SourceError when pages do not list every row that the search counts
 */
async function* searchWindow(search: SenateSearch, span: SearchSpan): AsyncGenerator<SearchPage> {
  const listed = new Set<string>();
  let counted = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1)
    for await (const page of searchPages(search, span)) {
      // A report was removed: rows have moved to a page that was read, and the removed one is still in the list.
      if (page.total < counted) listed.clear();
      for (const row of page.rowTexts) listed.add(row);
      counted = page.total;
      const isWhole = page.last && listed.size >= counted;
      yield { ...page, last: isWhole };
      if (isWhole) return;
    }
  if (search.context.signal.aborted) return;
  throw new SourceError(
    `the search of eFD counts ${counted} rows for ${span.from} to ${span.to} and lists ${listed.size} different ones`,
  );
}

async function* searchPages(search: SenateSearch, { from, to }: SearchSpan): AsyncGenerator<SearchPage> {
  const { addresses, session, http, context } = search;
  let read = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    if (context.signal.aborted) return;
    context.progress({ what: `reports filed ${from} to ${to}`, done: page, total: null });
    const response = await session.post(
      http,
      addresses.searchData,
      searchForm(from, to, read),
      ({ bytes }) => (parseSearchResponse(bytes, '') === null ? 'lost' : 'good'),
    );
    const key = `search-answer ${from} ${to} ${read}`;
    const found = response.status === 200 ? parseSearchResponse(response.bytes, key) : null;
    if (found === null)
      throw new SourceError(
        `the search of eFD did not return search results (${response.status})`,
        response.bytes,
      );
    rejectImplausible(search, { from, to }, found, response.bytes);
    read += found.count;
    const last = read >= found.total;
    if (!last && found.count === 0)
      throw new SourceError(`the search of eFD has ${found.total} rows and returned ${read}`, response.bytes);
    const { bytes } = response;
    yield {
      batch: {
        documents: [
          {
            key,
            kind: 'search-answer',
            url: addresses.searchData,
            retrievedAt: context.now.toISOString(),
            bytes,
          },
        ],
      },
      newestFiled: found.rows.reduce((day, row) => latest(day, row.filed), ''),
      last,
      rowTexts: found.rowTexts,
      total: found.total,
    };
    if (last) return;
  }
  throw new SourceError(`the search of eFD has no end after ${MAX_PAGES} pages`);
}

/** @throws SourceError for a page whose rows have another shape, or an empty one that cannot be true. */
function rejectImplausible(
  search: SenateSearch,
  { from, to }: SearchSpan,
  { total, count, warnings }: SenateSearchResponse,
  bytes: Buffer,
): void {
  const unreadable = warnings.length;
  if (unreadable > MAX_UNREADABLE_ROWS || (unreadable > 1 && unreadable === count))
    throw new SourceError(`${unreadable} of ${count} rows in the search of eFD have an unknown shape`, bytes);
  if (count > 0) search.hasRows = true;
  // Some reports are filed every month. A search that found nothing yet in this run proves nothing.
  if (total === 0 && !search.hasRows && daysBetween(from, to) >= FIRST_WINDOW_DAYS)
    throw new SourceError(`the search of eFD finds no report from ${from} to ${to}`, bytes);
}

/** Oldest first, so that a report filed meanwhile is added at the end and shifts nothing. */
export function searchForm(from: string, to: string, start: number, length = PAGE_SIZE): URLSearchParams {
  return new URLSearchParams({
    // A whole number, also after a page that is shorter than requested.
    draw: String(Math.floor(start / length) + 1),
    start: String(start),
    length: String(length),
    'search[value]': '',
    'search[regex]': 'false',
    'order[0][column]': '4',
    'order[0][dir]': 'asc',
    report_types: '[11]',
    filer_types: '[1, 5]',
    submitted_start_date: `${monthFirst(from)} 00:00:00`,
    submitted_end_date: `${monthFirst(to)} 23:59:59`,
    candidate_state: '',
    senator_state: '',
    office_id: '',
    first_name: '',
    last_name: '',
  });
}

/**
 * Fetches one report page. The address is built from the id, so that no list can redirect it elsewhere.
 *
 * @throws DocumentNotFoundError when eFD does not have it; SourceError when it refuses, or shows the search
 * form even to a new session.
 */
export async function downloadReport(
  addresses: SenateAddresses,
  session: SenateSession,
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
): Promise<RawDocument> {
  const id = idIn(queued.url) ?? queued.key;
  // The queue of this register has only reports, of these two kinds.
  const url = addresses.report(queued.kind as ReportKind, id);
  const response = await session.get(
    http,
    url,
    ({ bytes }) => (isReport(pageKind(readHtml(bytes))) ? 'good' : 'lost'),
    MAX_PAGE_BYTES,
  );
  if (response.status === 404 || response.status === 410)
    throw new DocumentNotFoundError(`eFD does not have ${queued.key}`);
  if (response.status !== 200)
    throw new SourceError(
      `${url} answered ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  const page = readHtml(response.bytes);
  const found = pageKind(page);
  // A report in a new design is kept for a later parser. A challenge or a maintenance notice is not a report:
  // the page is requested again.
  const isNewDesign = found === 'unknown' && /Periodic Transaction Report/.test(textOf(page));
  if (!isReport(found) && !isNewDesign)
    throw new SourceError(
      found === 'lost'
        ? `${url} shows the search form in place of the report, in a new session too`
        : `${url} shows a page titled ${JSON.stringify(titleOf(page).slice(0, 100))} in place of the report`,
      response.bytes,
    );
  const { key, kind, metadata } = queued;
  return { key, kind, url: queued.url, retrievedAt: now().toISOString(), bytes: response.bytes, metadata };
}

const isReport = (kind: PageKind) => kind === 'report' || kind === 'paper';

function latest(a: string, b: string): string {
  return a > b ? a : b;
}

function earliest(a: string, b: string): string {
  return a < b ? a : b;
}
