/** Looks once a day which fails-to-deliver files the page links to, and fetches those of the last 24 months once. */

import { type EdgarAddresses, fileOrMissing, newYorkTime } from '../edgar.js';
import {
  type Batch,
  type FetchContext,
  Gone,
  type Http,
  type RawDocument,
  RegisterFailure,
  type Wanted,
} from '../register.js';
import { failsFiles } from './fails-page.js';

export const CURSOR = {
  /** New York day on which the page was last read. */
  day: 'page-read-on',
} as const;

/** A security that did not fail is missing in a file: so many months are read together. */
export const MONTHS = 24;

const MAX_BYTES = 64 * 1024 * 1024;

export const failsPage = (addresses: EdgarAddresses) =>
  `${addresses.www}/data-research/sec-markets-data/fails-deliver-data`;

/** Yields the files of the window that nobody knows yet, newest first. @throws RegisterFailure for a page without links. */
export async function* fetchFails(
  addresses: EdgarAddresses,
  http: Http,
  { memory, now }: FetchContext,
): AsyncGenerator<Batch> {
  const { day } = newYorkTime(now);
  if (memory.cursor(CURSOR.day) === day) return;
  const url = failsPage(addresses);
  const answer = await http.request(url);
  if (answer.status !== 200) throw new RegisterFailure(`${url} answered ${answer.status}`, answer.bytes);
  const files = failsFiles(answer.bytes.toString('utf8'), addresses.onWww);
  if (files.length === 0) throw new RegisterFailure(`${url} links to no fails-to-deliver file`, answer.bytes);
  const first = monthsBefore(day, MONTHS);
  const inside = files.filter(({ month }) => month >= first);
  const known = memory.known(inside.map(({ key }) => key));
  yield {
    wanted: inside
      .filter(({ key }) => !known.has(key))
      .map(({ key, url }) => ({ key, kind: 'fails-to-deliver', url })),
    cursors: { [CURSOR.day]: day },
  };
}

/** The month (YYYY-MM) that lies `count` months before that of `day`. */
function monthsBefore(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** @throws Gone when the file that the page linked to is not there any more. */
export async function retrieveFails(http: Http, wanted: Wanted, now: () => Date): Promise<RawDocument> {
  const bytes = fileOrMissing(await http.request(wanted.url, { maxBytes: MAX_BYTES, timeoutMs: 300_000 }));
  if (bytes === null) throw new Gone(`${wanted.url} is not there`);
  const { key, kind, url } = wanted;
  return { key, kind, url, retrievedAt: now().toISOString(), bytes };
}
