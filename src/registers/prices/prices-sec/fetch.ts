/** Looks once a day which fails-to-deliver files the SEC's page links to, and fetches those of the window once. */

import { type EdgarAddresses, fileOrMissing, newYorkTime } from '../../edgar/edgar.js';
import { whyRefused } from '../../http/refusal.js';
import {
  type Batch,
  type FetchContext,
  Gone,
  type Http,
  type HttpAnswer,
  type RawDocument,
  RegisterFailure,
  type Wanted,
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
  const { memory, now, since } = context;
  const { day } = newYorkTime(now);
  // The first day wanted is part of it: an operator who reaches further back gets the older files at once.
  const reading = `${day} since ${since.slice(0, 7)}`;
  if (memory.cursor(CURSOR.day) === reading) return;
  const answer = await http.request(addresses.failsPage);
  const files = readFailsPage(answer, addresses);
  const first = monthsBefore(day, MONTHS);
  const inside = files.filter(({ until }) => until >= (since < first ? since : first));
  const known = memory.known(inside.map(({ key }) => key));
  yield {
    wanted: inside
      .filter(({ key }) => !known.has(key))
      .map(({ key, url }) => ({ key, kind: 'fails-to-deliver', url })),
    cursors: { [CURSOR.day]: reading },
  };
}

/** The files that the page links to, oldest first. @throws RegisterFailure when it links to none, or breaks off. */
export function readFailsPage({ status, bytes }: HttpAnswer, addresses: EdgarAddresses): FailsFile[] {
  const { failsPage } = addresses;
  if (status !== 200)
    throw new RegisterFailure(`${failsPage} answered ${status}${whyRefused(status)}`, bytes);
  const page = bytes.toString('utf8');
  // The day counts as read, so a page that breaks off must not pass for one that links to fewer files.
  if (!/<\/html>/i.test(page)) throw new RegisterFailure(`${failsPage} breaks off`, bytes);
  const files = failsFiles(page, addresses.onWww);
  if (files.length === 0) throw new RegisterFailure(`${failsPage} links to no fails-to-deliver file`, bytes);
  return files;
}

/** The first day of the month that lies `count` months before that of `day`. */
function monthsBefore(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** @throws Gone when the file that the page linked to is not there any more. */
export async function retrieveFails(http: Http, wanted: Wanted, now: () => Date): Promise<RawDocument> {
  const bytes = fileOrMissing(await http.request(wanted.url, { maxBytes: MAX_BYTES, timeoutMs: 300_000 }));
  if (bytes === null) throw new Gone(`${wanted.url} is not there`);
  const { key, kind, url } = wanted;
  return { key, kind, url, retrievedAt: now().toISOString(), bytes };
}
