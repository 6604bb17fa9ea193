/** Reads OGE's index for the tracked filers: by surname as its page does, or the whole of it where no search is heeded. */

import { createHash } from 'node:crypto';
import { itemAt } from '../../../collections.js';
import { utcDate } from '../../../dates.js';
import { isSameFiler } from '../../../records/portfolios/oge-278t.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Batch, type FetchContext, type Http, type RawDocument, SourceError } from '../../register.js';
import {
  INDEX_VERSIONS,
  type IndexPageQuery,
  indexAddress,
  OGE_ORIGIN,
  SEARCH_PAGE,
  surnameOf,
} from './addresses.js';
import { type OgeIndexResponse, type OgeListing, parseIndexResponse } from './index-response.js';

/** Cursors of one surname, or of the whole index (''). */
const CURSOR = {
  /** Digest of what was listed of the tracked filers, so that an unchanged list is not read again. */
  list: (surname: string) => `list-${surname}`,
  /** Records that were found, to notice a list that was cut. */
  found: (surname: string) => `found-${surname}`,
  /** UTC day on which the whole index was last read. */
  whole: 'whole-index-read-on',
} as const;

/** Records asked for at once: no surname has so many. The whole index has 17 times as many. */
const PAGE_SIZE = 1000;
const MAX_PAGES = 60;
/** A list that lost more than this share of its records is taken for a broken one. */
const MIN_REMAINING_SHARE = 0.5;
export const REQUEST_HEADERS = { referer: SEARCH_PAGE, accept: 'application/json, application/pdf, */*' };

/**
 * Searches the index for the surname of each tracked filer and yields its pages when their list has changed. A surname
 * that fails does not keep the others from being read; its failure is thrown at the end. Where a search is not heeded,
 * the whole index is read instead, once a day.
 */
export async function* fetchLists(
  http: Http,
  context: FetchContext,
  filers: readonly string[],
  origin = OGE_ORIGIN,
): AsyncGenerator<Batch> {
  const { crawlState, now, progress } = context;
  const surnames = [...new Set(filers.map(surnameOf))];
  const failures: SourceError[] = [];
  for (const [done, surname] of surnames.entries()) {
    progress({ what: 'surnames in the index', done, total: surnames.length });
    try {
      const read = await readList(http, context, surname, filers, origin);
      if (read.batch !== null) yield { ...read.batch, isPart: true };
      if (read.isHeeded) continue;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      failures.push(error);
      continue;
    }
    const today = utcDate(now);
    if (crawlState.cursor(CURSOR.whole) === today) return;
    const { batch } = await readList(http, context, '', filers, origin);
    yield { ...batch, cursors: { ...batch?.cursors, [CURSOR.whole]: today } };
    return;
  }
  progress({ what: 'surnames in the index', done: surnames.length, total: surnames.length });
  if (failures[0] !== undefined) throw failures[0];
}

/** True when every record found is of somebody with that surname. */
export function isFilterApplied({ names }: OgeIndexResponse, surname: string): boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return names.every((name) => plain(name).includes(plain(surname)));
}

/**
 * All pages of one surname, or with '' of the whole index; `batch` is null when its list is as it was, or when the search
 * was not heeded or never found anything. @throws RegisterFailure when OGE does not answer with an index.
 */
async function readList(
  http: Http,
  context: FetchContext,
  surname: string,
  filers: readonly string[],
  origin: string,
): Promise<{ isHeeded: boolean; batch: Batch | null }> {
  const { now, since, crawlState, signal } = context;
  const documents: RawDocument[] = [];
  const answers: OgeIndexResponse[] = [];
  let records = 0;
  for (let page = 0; ; page += 1) {
    signal.throwIfAborted();
    const { url, bytes, answer } = await requestIndexPage(
      http,
      { surname, start: records, length: PAGE_SIZE },
      origin,
    );
    if (!isFilterApplied(answer, surname)) return { isHeeded: false, batch: null };
    records += answer.records;
    answers.push(answer);
    const key = `index ${surname === '' ? 'of everybody' : surname}${page === 0 ? '' : ` ${page + 1}`}`;
    const metadata = { since, filers: JSON.stringify(filers), ...(origin === OGE_ORIGIN ? {} : { origin }) };
    documents.push({ key, kind: 'index', url, retrievedAt: now.toISOString(), bytes, metadata });
    if (surname === '')
      context.progress({ what: 'records of the whole index', done: records, total: answer.found });
    // Without a count of what was found, a page that is not full is the last one.
    const isLast = answer.found === null ? answer.records < PAGE_SIZE : records >= answer.found;
    if (answer.records === 0 || isLast) break;
    if (page + 1 >= MAX_PAGES) throw new SourceError(`${url}: more than ${MAX_PAGES} pages`, bytes);
  }
  const before = Number(crawlState.cursor(CURSOR.found(surname)) ?? 0);
  // A tracked filer has filed: a search that never found anything does not say that nothing is there.
  if (surname !== '' && records === 0 && before === 0) return { isHeeded: false, batch: null };
  if (records < before * MIN_REMAINING_SHARE)
    throw new SourceError(
      `the index has ${records} records${surname === '' ? '' : ` of ${surname}`}, ${before} the last time`,
      itemAt(documents, 0).bytes,
    );
  const digest = digestOf(answers, since, filers);
  if (crawlState.cursor(CURSOR.list(surname)) === digest) return { isHeeded: true, batch: null };
  const cursors = { [CURSOR.list(surname)]: digest, [CURSOR.found(surname)]: String(records) };
  return { isHeeded: true, batch: { documents, cursors } };
}

/** One page of the index. Where the first address gives no 200, the second is asked. @throws RegisterFailure */
export async function requestIndexPage(
  http: Http,
  page: IndexPageQuery,
  origin = OGE_ORIGIN,
): Promise<{ url: string; bytes: Buffer; answer: OgeIndexResponse }> {
  const refusals: string[] = [];
  let firstBytes: Buffer | null = null;
  for (const version of INDEX_VERSIONS) {
    const url = indexAddress(version, page, origin);
    const { status, bytes } = await http.request(url, { headers: REQUEST_HEADERS });
    if (status === 200) {
      const answer = parseIndexResponse(bytes, url);
      if (answer === null) throw new SourceError(`${url} is no index of documents`, bytes);
      return { url, bytes, answer };
    }
    refusals.push(`${url} answered ${status}${refusalAdvice(status)}`);
    firstBytes ??= bytes;
  }
  throw new SourceError(refusals.join(', and '), firstBytes ?? '');
}

/** Of what matters in a list: the tracked filers' reports; the time of day of a record is not among it. */
function digestOf(answers: OgeIndexResponse[], since: string, filers: readonly string[]): string {
  const isTracked = ({ name }: OgeListing) => filers.some((filer) => isSameFiler(filer, name));
  const content = answers.map(({ entries, requests, warnings }) => [
    entries.filter(isTracked),
    requests.filter(isTracked),
    warnings.length,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([since, filers, content]))
    .digest('hex');
}
