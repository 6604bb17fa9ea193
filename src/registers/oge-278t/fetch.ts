/** Asks OGE for the reports of the tracked filers: the index by name, then one document at a time. */

import { createHash } from 'node:crypto';
import { everyPart } from '../every-part.js';
import { looksLikePdf } from '../formats/pdf.js';
import {
  type Batch,
  type FetchContext,
  Gone,
  type Http,
  type HttpAnswer,
  type RawDocument,
  RegisterFailure,
  type Wanted,
} from '../register.js';
import {
  documentAddress,
  INDEX_VERSIONS,
  type IndexVersion,
  indexAddress,
  isDocumentId,
  OGE,
  SEARCH_PAGE,
} from './addresses.js';
import { type IndexAnswer, readIndexAnswer } from './index-answer.js';

/** Cursors of one name. */
const CURSOR = {
  /** Digest of what its search gave, so that an unchanged list is not read again. */
  list: (name: string) => `list-${name}`,
  /** Documents that the search found, to notice a list that was cut. */
  found: (name: string) => `found-${name}`,
} as const;

/** Records asked for at once: no filer has so many documents, so a second page means another use of the list. */
const PAGE = 1000;
const MOST_PAGES = 40;
/** A list that lost more than this share of its documents is taken for a broken one. */
const LEAST_SHARE = 0.5;
/** A report can be listed before it is served; after so many days a missing one is missing. */
const YOUNG_DAYS = 7;
const DAY_MS = 86_400_000;
/** Scans of the President's reports have up to 27 MB. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;
export const HEADERS = { referer: SEARCH_PAGE, accept: 'application/json, application/pdf, */*' };

/**
 * Searches the index for each tracked name and yields its pages when the list has changed. A name that fails does
 * not keep the others from being read; its failure is thrown at the end.
 */
export async function* fetchLists(
  http: Http,
  context: FetchContext,
  filers: readonly string[],
  origin = OGE,
): AsyncGenerator<Batch> {
  const { progress } = context;
  const names = [...new Set(filers.flatMap(searchedNames))];
  const told = (done: number) => progress({ what: 'names in the index', done, total: names.length });
  yield* everyPart(names, async function* (name, done) {
    told(done);
    const batch = await readList(http, context, name, filers, origin);
    told(done + 1);
    if (batch !== null) yield batch;
  });
}

/** The name itself and, since middle names come and go over the years, surname and first name alone. */
export function searchedNames(filer: string): string[] {
  const short = /^([^,]+),\s*(\S+)\s+\S/.exec(filer);
  return short === null ? [filer] : [filer, `${short[1]}, ${short[2]}`];
}

/** Null when the list is as it was. @throws RegisterFailure when OGE does not answer with an index. */
async function readList(
  http: Http,
  { now, since, memory }: FetchContext,
  name: string,
  filers: readonly string[],
  origin: string,
): Promise<Batch | null> {
  const documents: RawDocument[] = [];
  const answers: IndexAnswer[] = [];
  let records = 0;
  for (let page = 0; ; page += 1) {
    const { url, bytes, answer } = await askIndex(http, { name, start: records, length: PAGE }, origin);
    // The search by column is the only one that works; unheeded, it would walk through everybody's documents.
    if (answer.records >= PAGE && answer.names.length > 50)
      throw new RegisterFailure(`${url}: the search for ${name} was not heeded`, bytes);
    records += answer.records;
    answers.push(answer);
    const key = page === 0 ? `index ${name}` : `index ${name} ${page + 1}`;
    const facts = { since, filers: JSON.stringify(filers), ...(origin === OGE ? {} : { origin }) };
    documents.push({ key, kind: 'index', url, retrievedAt: now.toISOString(), bytes, facts });
    // Without a count of what was found, a page that is not full is the last one.
    const isLast = answer.found === null ? answer.records < PAGE : records >= answer.found;
    if (answer.records === 0 || isLast) break;
    if (page + 1 >= MOST_PAGES) throw new RegisterFailure(`${url}: more than ${MOST_PAGES} pages`, bytes);
  }
  const before = Number(memory.cursor(CURSOR.found(name)) ?? 0);
  if (records < before * LEAST_SHARE)
    throw new RegisterFailure(
      `the index has ${records} documents of ${name}, ${before} the last time`,
      documents[0]!.bytes,
    );
  const digest = digestOf(answers, since, filers);
  if (memory.cursor(CURSOR.list(name)) === digest) return null;
  return { documents, cursors: { [CURSOR.list(name)]: digest, [CURSOR.found(name)]: String(records) } };
}

/** One page of the index. Where the first address is gone, the second is asked. @throws RegisterFailure */
export async function askIndex(
  http: Http,
  page: { name: string; start: number; length: number },
  origin = OGE,
): Promise<{ url: string; bytes: Buffer; answer: IndexAnswer }> {
  const ask = async (version: IndexVersion): Promise<{ url: string; answer: HttpAnswer }> => {
    const url = indexAddress(version, page, origin);
    return { url, answer: await http.request(url, { headers: HEADERS }) };
  };
  let { url, answer } = await ask(INDEX_VERSIONS[0]);
  if (answer.status === 404 || answer.status === 410) ({ url, answer } = await ask(INDEX_VERSIONS[1]));
  const { status, bytes } = answer;
  if (status !== 200) throw new RegisterFailure(`${url} answered ${status}`, bytes);
  const read = readIndexAnswer(bytes, url);
  if (read === null) throw new RegisterFailure(`${url} is no index of documents`, bytes);
  return { url, bytes, answer: read };
}

/** Of what matters in a list; the time of day of a document is not among it. */
function digestOf(answers: IndexAnswer[], since: string, filers: readonly string[]): string {
  const content = answers.map(({ entries, onRequest, others, doubts }) => [
    entries,
    onRequest,
    others,
    doubts.length,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([since, filers, content]))
    .digest('hex');
}

/**
 * Fetches one report. The address is built anew from id and file name, so that no list can lead elsewhere.
 * @throws Gone when OGE does not have it; RegisterFailure when that cannot be told, or when no PDF came.
 */
export async function retrieveReport(
  http: Http,
  wanted: Wanted,
  now: () => Date,
  origin = OGE,
): Promise<RawDocument> {
  const { key, kind, facts } = wanted;
  const { fileName = '', postedAt } = facts ?? {};
  if (kind !== 'report-pdf' || !isDocumentId(key) || fileName === '')
    throw new RegisterFailure(`${key}: no report of OGE: ${wanted.url}`);
  const url = documentAddress(key, fileName, origin);
  const answer = await http.request(url, { headers: HEADERS, maxBytes: MAX_REPORT_BYTES });
  if (answer.status === 404 || answer.status === 410) {
    const age = postedAt === undefined ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(postedAt);
    if (age < YOUNG_DAYS * DAY_MS)
      throw new RegisterFailure(`${key} is listed by OGE but not served yet`, answer.bytes);
    throw new Gone(`OGE does not have ${key}`);
  }
  if (answer.status !== 200) throw new RegisterFailure(`${url} answered ${answer.status}`, answer.bytes);
  if (!looksLikePdf(answer.bytes)) throw new RegisterFailure(`${url} is no PDF`, answer.bytes);
  return { key, kind, url, retrievedAt: now().toISOString(), bytes: answer.bytes, facts };
}
