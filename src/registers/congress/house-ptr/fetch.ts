/** Asks the House Clerk what is new: the indexes of this year and the last, then the years further back. */

import { everyPart } from '../../every-part.js';
import { looksLikePdf } from '../../formats/pdf.js';
import { whyRefused } from '../../http/refusal.js';
import {
  type Batch,
  type FetchContext,
  Gone,
  type Http,
  type HttpAnswer,
  type RawDocument,
  RegisterFailure,
  Unreadable,
  type Wanted,
} from '../../register.js';
import { CLERK, FIRST_YEAR, indexAddress, pdfAddress } from './addresses.js';
import { MAX_INDEX_BYTES, readYearList, type YearList } from './list.js';

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
const LEAST_SHARE = 0.5;
/**
 * A report can be listed before it is served, and a server under repair can deny what it has: only one that is so many
 * days old and was denied so many times, over two days and more, is missing.
 */
const YOUNG_DAYS = 7;
const DENIALS = 6;
const DAY_MS = 86_400_000;

/**
 * Yields one index at a time. This year's and last year's (late filings; the first weeks of January) are asked for
 * on every reading, with the validators of the last answer; earlier years once, newest first, down to `since` or 2015.
 * An index that fails does not keep the others from being read; its failure is thrown at the end.
 */
export async function* fetchIndexes(
  http: Http,
  context: FetchContext,
  origin = CLERK,
): AsyncGenerator<Batch> {
  const { now, since, memory, progress } = context;
  const thisYear = Number(washingtonDay(now).slice(0, 4));
  const first = Math.max(FIRST_YEAR, Number(since.slice(0, 4)));
  const years: number[] = [];
  for (let year = thisYear; year >= Math.min(first, thisYear); year -= 1) {
    const read = memory.cursor(CURSOR.since(year));
    const isSettled = read !== null && read <= from(year, since);
    if (year >= thisYear - 1 || !isSettled) years.push(year);
  }
  const told = (done: number) => progress({ what: 'yearly indexes', done, total: years.length });
  yield* everyPart(years, async function* (year, done) {
    told(done);
    const batch = await readIndex(http, context, year, thisYear, origin);
    told(done + 1);
    if (batch !== null) yield { ...batch, isPart: true };
  });
}

/** Null when there is nothing new. @throws RegisterFailure when the Clerk does not answer with a whole index. */
async function readIndex(
  http: Http,
  { now, since, memory }: FetchContext,
  year: number,
  thisYear: number,
  origin: string,
): Promise<Batch | null> {
  const url = indexAddress(year, origin);
  const start = from(year, since);
  const read = memory.cursor(CURSOR.since(year));
  // Validators only where the last answer was used from the same day on.
  const isSame = read !== null && read <= start;
  const answer = await http.request(url, {
    etag: (isSame && memory.cursor(CURSOR.etag(year))) || undefined,
    lastModified: (isSame && memory.cursor(CURSOR.lastModified(year))) || undefined,
    maxBytes: MAX_INDEX_BYTES,
  });
  if (answer.status === 304) return null;
  // The first index of a year appears with its first filing.
  if (answer.status === 404 && year === thisYear && washingtonDay(now).slice(5, 7) === '01') return null;
  if (answer.status !== 200)
    throw new RegisterFailure(`${url} answered ${answer.status}${whyRefused(answer.status)}`, answer.bytes);
  const { entries } = readAnswer(answer, url, year);
  const before = Number(memory.cursor(CURSOR.entries(year)) ?? 0);
  if (entries < before * LEAST_SHARE)
    throw new RegisterFailure(`${url} has ${entries} entries, ${before} the last time`, answer.bytes);
  return {
    documents: [
      {
        key: `${year}FD`,
        kind: 'index',
        url,
        retrievedAt: now.toISOString(),
        bytes: answer.bytes,
        facts: { since: start, ...(origin === CLERK ? {} : { origin }) },
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
export function readAnswer(answer: HttpAnswer, url: string, year: number): YearList {
  try {
    const list = readYearList(answer.bytes, `${year}FD`);
    if (list.year !== year) throw new RegisterFailure(`${url} is the index of ${list.year}`, answer.bytes);
    return list;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new RegisterFailure(`${url}: ${error.message}`, answer.bytes);
  }
}

/**
 * Fetches one report. The address is built anew from year and DocID, so that no list can lead elsewhere.
 * @throws Gone when the Clerk does not have it; RegisterFailure when that cannot be told, or when a page came.
 */
export async function retrieveReport(
  http: Http,
  wanted: Wanted & { attempts?: number },
  now: () => Date,
  origin = CLERK,
): Promise<RawDocument> {
  const { key, kind, facts, attempts = 0 } = wanted;
  const { year = '', filingDate } = facts ?? {};
  if (kind !== 'ptr-pdf' || !/^\d{4,8}$/.test(key) || !/^20\d\d$/.test(year))
    throw new RegisterFailure(`${key}: no report of the House: ${wanted.url}`);
  const url = pdfAddress(year, key, origin);
  const answer = await http.request(url);
  if (answer.status === 404 || answer.status === 410) {
    const age =
      filingDate === undefined ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(filingDate);
    if (age < YOUNG_DAYS * DAY_MS || attempts < DENIALS)
      throw new RegisterFailure(`${key} is listed by the Clerk but not served yet`, answer.bytes);
    throw new Gone(`the Clerk does not have ${key}`);
  }
  if (answer.status !== 200)
    throw new RegisterFailure(`${url} answered ${answer.status}${whyRefused(answer.status)}`, answer.bytes);
  if (!looksLikePdf(answer.bytes)) throw new RegisterFailure(`${url} is no PDF`, answer.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, facts };
}

/** The index of a year holds what was filed in it, so an older `since` asks for no more. */
const from = (year: number, since: string) => (since > `${year}-01-01` ? since : `${year}-01-01`);

/** The calendar day in Washington, by which the Clerk names his years. */
function washingtonDay(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at);
}
