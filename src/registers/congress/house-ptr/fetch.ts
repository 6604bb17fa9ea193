/** Asks the House Clerk what is new: the indexes of this year and the last, then the years further back. */

import { DAY_MS, localDate, NEW_YORK } from '../../../dates.js';
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
import { MAX_INDEX_BYTES, parseYearlyIndex, type YearlyIndex } from './yearly-index.js';

/** Cursors of one year's index. */
const CURSOR = {
  /** First day whose reports were asked for; a lower one asked for later makes the index be read again. */
  since: (year: number) => `since-${year}`,
  etag: (year: number) => `etag-${year}`,
  lastModified: (year: number) => `last-modified-${year}`,
  /** Entries of the last index, to notice one that was cut. */
  entries: (year: number) => `entries-${year}`,
} as const;

/** An index that lost more than this share of its entries is taken for a broken one. */
const MIN_REMAINING_SHARE = 0.5;
/**
 * A report can be listed before it is served, and a server under repair can deny what it has: only one that is so many
 * days old and was denied so many times, over two days and more, is missing.
 */
const GRACE_DAYS = 7;
const MIN_DENIALS = 6;

/**
 * Yields one index at a time. This year's and last year's (late filings; the first weeks of January) are asked for
 * on every reading, with the validators of the last answer; earlier years once, newest first, down to `since` or 2015.
 * An index that fails does not keep the others from being read; its failure is thrown at the end.
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

/** Null when there is nothing new. @throws RegisterFailure when the Clerk does not answer with a whole index. */
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
  // Validators only where the last answer was used from the same day on.
  const isSame = read !== null && read <= start;
  const answer = await http.request(url, {
    etag: (isSame && crawlState.cursor(CURSOR.etag(year))) || undefined,
    lastModified: (isSame && crawlState.cursor(CURSOR.lastModified(year))) || undefined,
    maxBytes: MAX_INDEX_BYTES,
  });
  if (answer.status === 304) return null;
  // The first index of a year appears with its first filing.
  if (answer.status === 404 && year === thisYear && localDate(NEW_YORK, now).slice(5, 7) === '01')
    return null;
  if (answer.status !== 200)
    throw new SourceError(`${url} answered ${answer.status}${refusalAdvice(answer.status)}`, answer.bytes);
  const { entries } = parseIndexResponse(answer, url, year);
  const before = Number(crawlState.cursor(CURSOR.entries(year)) ?? 0);
  if (entries < before * MIN_REMAINING_SHARE)
    throw new SourceError(`${url} has ${entries} entries, ${before} the last time`, answer.bytes);
  return {
    documents: [
      {
        key: `${year}FD`,
        kind: 'index',
        url,
        retrievedAt: now.toISOString(),
        bytes: answer.bytes,
        metadata: { since: start, ...(origin === CLERK_ORIGIN ? {} : { origin }) },
      },
    ],
    cursors: {
      [CURSOR.since(year)]: start,
      [CURSOR.etag(year)]: answer.headers.etag ?? '',
      [CURSOR.lastModified(year)]: answer.headers['last-modified'] ?? '',
      [CURSOR.entries(year)]: String(entries),
    },
  };
}

/** The list in an answer. @throws RegisterFailure for anything but an index of that year. */
export function parseIndexResponse(answer: HttpResponse, url: string, year: number): YearlyIndex {
  try {
    const list = parseYearlyIndex(answer.bytes, `${year}FD`);
    if (list.year !== year) throw new SourceError(`${url} is the index of ${list.year}`, answer.bytes);
    return list;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new SourceError(`${url}: ${error.message}`, answer.bytes);
  }
}

/**
 * Fetches one report. The address is built anew from year and DocID, so that no list can lead elsewhere.
 * @throws Gone when the Clerk does not have it; RegisterFailure when that cannot be told, or when a page came.
 */
export async function downloadReport(
  http: Http,
  queued: QueuedDocument & { attempts?: number },
  now: () => Date,
  origin = CLERK_ORIGIN,
): Promise<RawDocument> {
  const { key, kind, metadata, attempts = 0 } = queued;
  const { year = '', filingDate } = metadata ?? {};
  if (kind !== 'ptr-pdf' || !/^\d{4,8}$/.test(key) || !/^20\d\d$/.test(year))
    throw new SourceError(`${key}: no report of the House: ${queued.url}`);
  const url = pdfAddress(year, key, origin);
  const answer = await http.request(url);
  if (answer.status === 404 || answer.status === 410) {
    const age =
      filingDate === undefined ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(filingDate);
    if (age < GRACE_DAYS * DAY_MS || attempts < MIN_DENIALS)
      throw new SourceError(`${key} is listed by the Clerk but not served yet`, answer.bytes);
    throw new DocumentNotFoundError(`the Clerk does not have ${key}`);
  }
  if (answer.status !== 200)
    throw new SourceError(`${url} answered ${answer.status}${refusalAdvice(answer.status)}`, answer.bytes);
  if (!looksLikePdf(answer.bytes)) throw new SourceError(`${url} is no PDF`, answer.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, metadata };
}

/** The index of a year holds what was filed in it, so an older `since` asks for no more. */
const firstDayOf = (year: number, since: string) => (since > `${year}-01-01` ? since : `${year}-01-01`);
