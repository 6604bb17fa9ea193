/** Fetches what is new at the House Clerk: the indexes of this year and last year, then earlier years. */

import { localDate, NEW_YORK } from '../../../dates.js';
import { forEachPart } from '../../for-each-part.js';
import { looksLikePdf } from '../../formats/pdf.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  DocumentNotFoundError,
  type FetchContext,
  type Http,
  type HttpResponse,
  ParseError,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { CLERK_ORIGIN, FIRST_YEAR, indexAddress, pdfAddress } from './addresses.js';
import { isWithoutEntries, MAX_INDEX_BYTES, parseYearlyIndex, type YearlyIndex } from './yearly-index.js';

/** Cursors of one year's index. */
const CURSOR = {
  /**
   * First day whose reports were requested; if an earlier one is requested later, the index is read again.
   */
  since: (year: number) => `since-${year}`,
  etag: (year: number) => `etag-${year}`,
  lastModified: (year: number) => `last-modified-${year}`,
  /** Number of entries in the last index, to detect a truncated one. */
  entries: (year: number) => `entries-${year}`,
} as const;

/** An index that lost more than this share of its entries is treated as broken. */
const MIN_REMAINING_SHARE = 0.5;

/**
 * Yields one index at a time. This year's and last year's (late filings; the first weeks of January) are
 * requested on every run, with the validators of the last response; earlier years once, newest first, down to
 * `since` or 2015. A failing index does not prevent the others from being read; its error is thrown at the
 * end.
 */
export async function* fetchIndexes(
  http: Http,
  context: FetchContext,
  origin = CLERK_ORIGIN,
): AsyncGenerator<Batch> {
  const { now, since, crawlState, progress } = context;
  const thisYear = Number(localDate(NEW_YORK, now).slice(0, 4));
  const first = Math.max(FIRST_YEAR, Number(since.slice(0, 4)));
  const years: number[] = [];
  for (let year = thisYear; year >= Math.min(first, thisYear); year -= 1) {
    const read = crawlState.cursor(CURSOR.since(year));
    const isSettled = read !== null && read <= firstDayOf(year, since);
    if (year >= thisYear - 1 || !isSettled) years.push(year);
  }
  const reportProgress = (done: number) => progress({ what: 'yearly indexes', done, total: years.length });
  yield* forEachPart(years, async function* (year, done) {
    reportProgress(done);
    const batch = await readIndex(http, context, year, thisYear, origin);
    reportProgress(done + 1);
    if (batch !== null) yield { ...batch, isPart: true };
  });
}

/**
 * Null when there is nothing new.
 *
 * @throws SourceError when the Clerk does not return a complete index.
 */
async function readIndex(
  http: Http,
  { now, since, crawlState }: FetchContext,
  year: number,
  thisYear: number,
  origin: string,
): Promise<Batch | null> {
  const url = indexAddress(year, origin);
  const start = firstDayOf(year, since);
  const read = crawlState.cursor(CURSOR.since(year));
  // Send validators only if the last response was used from the same first day.
  const isSame = read !== null && read <= start;
  const response = await http.request(url, {
    etag: (isSame && crawlState.cursor(CURSOR.etag(year))) || undefined,
    lastModified: (isSame && crawlState.cursor(CURSOR.lastModified(year))) || undefined,
    maxBytes: MAX_INDEX_BYTES,
  });
  if (response.status === 304) return null;
  const before = Number(crawlState.cursor(CURSOR.entries(year)) ?? 0);
  // The first entry of a year appears with its first filing, and often the index too.
  const isEarly = year === thisYear && localDate(NEW_YORK, now).slice(5, 7) === '01';
  if (isEarly && response.status === 404) return null;
  if (isEarly && before === 0 && response.status === 200 && isWithoutEntries(response.bytes)) return null;
  if (response.status !== 200)
    throw new SourceError(
      `${url} answered ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  const { entries } = parseIndexResponse(response, url, year);
  if (entries < before * MIN_REMAINING_SHARE)
    throw new SourceError(`${url} has ${entries} entries, ${before} the last time`, response.bytes);
  return {
    documents: [
      {
        key: `${year}FD`,
        kind: 'index',
        url,
        retrievedAt: now.toISOString(),
        bytes: response.bytes,
        metadata: { since: start, ...(origin === CLERK_ORIGIN ? {} : { origin }) },
      },
    ],
    cursors: {
      [CURSOR.since(year)]: start,
      [CURSOR.etag(year)]: response.headers.etag ?? '',
      [CURSOR.lastModified(year)]: response.headers['last-modified'] ?? '',
      [CURSOR.entries(year)]: String(entries),
    },
  };
}

/**
 * The list in a response.
 *
 * @throws SourceError for anything but an index of that year.
 */
export function parseIndexResponse(response: HttpResponse, url: string, year: number): YearlyIndex {
  try {
    const list = parseYearlyIndex(response.bytes, `${year}FD`);
    if (list.year !== year) throw new SourceError(`${url} is the index of ${list.year}`, response.bytes);
    return list;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new SourceError(`${url}: ${error.message}`, response.bytes);
  }
}

/**
 * Fetches one report. The address is built from year and DocID, so that no list can redirect it elsewhere.
 *
 * @throws DocumentNotFoundError when the Clerk does not have it; SourceError when that cannot be determined,
 * or when the response is a web page.
 */
export async function downloadReport(
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
  origin = CLERK_ORIGIN,
): Promise<RawDocument> {
  const { key, kind, metadata } = queued;
  const { year = '' } = metadata ?? {};
  if (kind !== 'ptr-pdf' || !/^\d{4,8}$/.test(key) || !/^20\d\d$/.test(year))
    throw new SourceError(`${key}: not a report of the House: ${queued.url}`);
  const url = pdfAddress(year, key, origin);
  const response = await http.request(url);
  if (response.status === 404 || response.status === 410)
    throw new DocumentNotFoundError(`the Clerk does not have ${key}`);
  if (response.status !== 200)
    throw new SourceError(
      `${url} answered ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  if (!looksLikePdf(response.bytes)) throw new SourceError(`${url} is not a PDF`, response.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: response.bytes, metadata };
}

/** The index of a year holds what was filed in it, so an older `since` adds nothing. */
const firstDayOf = (year: number, since: string) => (since > `${year}-01-01` ? since : `${year}-01-01`);
