/** Looks once a day which fails-to-deliver files the SEC's page links to, and fetches those of the window once. */

import { localTime, NEW_YORK } from '../../../dates.js';
import { type EdgarAddresses, fileOrNull } from '../../edgar/edgar.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import {
  type Batch,
  DocumentNotFoundError,
  type FetchContext,
  type Http,
  type HttpResponse,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../../register.js';
import { type FailsFile, failsFiles } from './fails-page.js';

export const CURSOR = {
  /** New York day on which the page was last read. */
  day: 'page-read-on',
} as const;

const MAX_BYTES = 64 * 1024 * 1024;

/** Months whose files are always read: a security that did not fail is missing in a file, and its CUSIP with it. */
const MONTHS = 24;

/** Yields what the window (from `since` on, 24 months at least) still lacks. @throws RegisterFailure when the page links to no file at all. */
export async function* fetchFails(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const { crawlState, now, since } = context;
  const { day } = localTime(NEW_YORK, now);
  // The first day wanted is part of it: an operator who reaches further back gets the older files at once.
  const reading = `${day} since ${since.slice(0, 7)}`;
  if (crawlState.cursor(CURSOR.day) === reading) return;
  const answer = await http.request(addresses.failsPage);
  const files = readFailsPage(answer, addresses);
  const first = monthsBefore(day, MONTHS);
  const inside = files.filter(({ until }) => until >= (since < first ? since : first));
  const known = crawlState.filterSeen(inside.map(({ key }) => key));
  yield {
    toFetch: inside
      .filter(({ key }) => !known.has(key))
      .map(({ key, url }) => ({ key, kind: 'fails-to-deliver', url })),
    cursors: { [CURSOR.day]: reading },
  };
}

/** The files that the page links to, oldest first. @throws RegisterFailure when it links to none, or breaks off. */
export function readFailsPage({ status, bytes }: HttpResponse, addresses: EdgarAddresses): FailsFile[] {
  const { failsPage } = addresses;
  if (status !== 200) throw new SourceError(`${failsPage} answered ${status}${refusalAdvice(status)}`, bytes);
  const page = bytes.toString('utf8');
  // The day counts as read, so a page that breaks off must not pass for one that links to fewer files.
  if (!/<\/html>/i.test(page)) throw new SourceError(`${failsPage} breaks off`, bytes);
  const files = failsFiles(page, addresses.onWww);
  if (files.length === 0) throw new SourceError(`${failsPage} links to no fails-to-deliver file`, bytes);
  return files;
}

/** The first day of the month that lies `count` months before that of `day`. */
function monthsBefore(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** @throws Gone when the file that the page linked to is not there any more. */
export async function downloadFails(
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
): Promise<RawDocument> {
  const bytes = fileOrNull(await http.request(queued.url, { maxBytes: MAX_BYTES, timeoutMs: 300_000 }));
  if (bytes === null) throw new DocumentNotFoundError(`${queued.url} is not there`);
  const { key, kind, url } = queued;
  return { key, kind, url, retrievedAt: now().toISOString(), bytes };
}
