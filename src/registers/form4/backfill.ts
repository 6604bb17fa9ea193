/** Step three, done once: the quarters before the daily indexes, from the quarterly data sets. */

import { addDays, localTime, NEW_YORK } from '../../dates.js';
import { type CrawlPass, CURSOR } from '../edgar/crawl-pass.js';
import {
  type EdgarAddresses,
  fileOrNull,
  type Quarter,
  quarterDays,
  quarterName,
  quarterOf,
  quarters,
} from '../edgar/edgar.js';
import { downloadSubmission } from '../edgar/edgar-submission.js';
import { dayBefore, readQuarterlyIndex } from '../edgar/index-quarters.js';
import {
  type Batch,
  DocumentNotFoundError,
  type Http,
  type QueuedDocument,
  type RawDocument,
  SourceError,
} from '../register.js';
import { isDataSet } from './data-set-tables.js';

const LARGE = { maxBytes: 128 * 1024 * 1024, timeoutMs: 600_000 };

/**
 * Covers every complete quarter from the one that contains `since`, newest first, so that the recent past can
 * be served early. A newest quarter that is not yet published is left to the daily indexes; an older one
 * without a data set is listed from its quarterly index. Runs again only when the operator sets an
 * earlier `since`.
 */
export async function* backfillQuarters(pass: CrawlPass): AsyncGenerator<Batch> {
  const { since, crawlState, now } = pass.context;
  const from = crawlState.cursor(CURSOR.from);
  if (from !== null && from <= since) return;
  const running = quarterDays(quarterOf(localTime(NEW_YORK, now).day)).first;
  const todo = quarters(since, addDays(from ?? running, -1)).reverse();
  let links: Map<string, string> | null = null;
  let indexFrom = from === null ? running : null;
  for (const [done, quarter] of todo.entries()) {
    const name = quarterName(quarter);
    if (crawlState.cursor(CURSOR.quarter(name)) !== null) continue;
    if (pass.context.signal.aborted) return;
    pass.context.progress({ what: 'quarterly data sets', done, total: todo.length });
    links ??= await dataSetLinks(pass);
    const document = await fetchDataSet({ ...pass, now }, quarter, links.get(name));
    if (document !== null) {
      yield {
        documents: [document],
        isDownloadable: true,
        cursors: { [CURSOR.quarter(name)]: 'data-set' },
        isPart: true,
      };
    } else if (done === 0 && from === null) {
      indexFrom = quarterDays(quarter).first;
    } else {
      yield {
        ...(await readQuarterlyIndex(pass, quarter)),
        cursors: { [CURSOR.quarter(name)]: 'index' },
        isPart: true,
      };
    }
  }
  const first = todo.at(-1);
  const covered = first === undefined ? since : quarterDays(first).first;
  const cursors: Record<string, string> = { [CURSOR.from]: covered < since ? covered : since };
  if (indexFrom !== null) cursors[CURSOR.day] = dayBefore(indexFrom > since ? indexFrom : since);
  yield { cursors };
}

/**
 * Fetches what the queue of a register of ownership forms has: a filing, or a data set that could not be parsed.
 *
 * @throws DocumentNotFoundError when EDGAR does not have it; SourceError when that cannot be determined.
 */
export async function downloadOwnership(
  addresses: EdgarAddresses,
  http: Http,
  queued: QueuedDocument,
  now: () => Date,
): Promise<RawDocument> {
  if (queued.kind !== 'data-set') return downloadSubmission(addresses, http, queued, now);
  const [, year, quarter] = /^(\d{4})q([1-4])$/.exec(queued.key) ?? [];
  if (year === undefined) throw new SourceError(`${queued.key}: not a data set of a quarter`);
  // The expression allows 1 to 4.
  const wanted = { year: Number(year), quarter: Number(quarter) as Quarter['quarter'] };
  const link = addresses.onWww(queued.url) ?? undefined;
  const document = await fetchDataSet({ addresses, http, now: now() }, wanted, link);
  if (document === null) throw new DocumentNotFoundError(`EDGAR does not have the data set ${queued.key}`);
  return document;
}

/** The zip of a quarter; null when EDGAR does not have it at any address. */
async function fetchDataSet(
  { addresses, http, now }: { addresses: EdgarAddresses; http: Http; now: Date },
  quarter: Quarter,
  link: string | undefined,
): Promise<RawDocument | null> {
  for (const url of new Set([...(link === undefined ? [] : [link]), ...addresses.dataSets(quarter)])) {
    const response = await http.request(url, LARGE);
    const bytes = fileOrNull(response);
    if (bytes === null) continue;
    // It marks the quarter as read, so a truncated file or anything else must be rejected.
    if (!isDataSet(bytes)) throw new SourceError(`${url} is not a data set`, bytes);
    const retrievedAt = now.toISOString();
    return {
      key: quarterName(quarter),
      kind: 'data-set',
      url,
      retrievedAt,
      bytes,
      metadata: { base: addresses.www },
    };
  }
  return null;
}

/** What the page of the data sets links to, by quarter. The folder has changed once; the page is optional. */
export async function dataSetLinks({
  http,
  addresses,
}: Pick<CrawlPass, 'http' | 'addresses'>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const response = await http.request(addresses.dataSetPage);
  if (response.status !== 200) return found;
  for (const [, link = ''] of response.bytes.toString('utf8').matchAll(/href\s*=\s*["']([^"']+)["']/gi)) {
    const name = /\/(\d{4}q[1-4])_form345[^/]*\.zip$/i.exec(link)?.[1]?.toLowerCase();
    const url = name === undefined ? null : addresses.onWww(link);
    if (name !== undefined && url !== null && !found.has(name)) found.set(name, url);
  }
  return found;
}
