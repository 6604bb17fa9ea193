/** The latest-filings feed, newest first, until it has nothing new. */

import { HOUR_MS } from '../../dates.js';
import { refusalAdvice } from '../http/refusal-advice.js';
import { type Batch, type HttpResponse, SourceError } from '../register.js';
import { type CrawlPass, CURSOR, withoutSeen } from './crawl-pass.js';
import { readFeedPage } from './indexes.js';

const PAGE_SIZE = 100;
/**
 * EDGAR caps the feed at 5,100 entries of all forms with the prefix: of those that begin with a 4, one to two business
 * days and less on the busiest. Older filings are in the daily indexes. A feed without an end is a fault.
 */
const MAX_PAGES = 300;
/**
 * A filing can show up some time after its acceptance, so reading continues this far behind the last mark.
 */
const OVERLAP_MS = 2 * HOUR_MS;
const RECENT_MS = 12 * HOUR_MS;

/**
 * Reads pages until one holds only known accession numbers and is entirely before the high-water mark minus
 * two hours, or until the feed ends. The mark moves only then: an interrupted pass is read again in full.
 */
export async function* readLatestFilings(pass: CrawlPass): AsyncGenerator<Batch> {
  const { context } = pass;
  const cursor = pass.forms.feedCursor ?? CURSOR.feed;
  const mark = context.crawlState.cursor(cursor);
  const enough = mark === null ? null : new Date(Date.parse(mark) - OVERLAP_MS).toISOString();
  let newest = mark;
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES)
      throw new SourceError(`the latest-filings feed has no end after ${MAX_PAGES} pages`);
    if (context.signal.aborted) return;
    context.progress({ what: 'pages of the latest-filings feed', done: page, total: null });
    const response = await feedPageOrNull(pass, page * PAGE_SIZE);
    if (response === null) break;
    const listing = readFeedPage(response.bytes, response.url, pass.addresses, pass.forms);
    if (listing.newest !== null && (newest === null || listing.newest > newest)) newest = listing.newest;
    const toFetch = withoutSeen(pass, listing.filings);
    const isImpossible = page === 0 && listing.entries === 0 && isRecent(mark, context.now);
    const empty = { kind: 'feed-empty', detail: pass.forms.feed, where: response.url };
    yield { toFetch, warnings: [...listing.warnings, ...(isImpossible ? [empty] : [])] };
    if (listing.entries === 0) break;
    const old = enough !== null && listing.newest !== null && listing.newest < enough;
    if (old && toFetch.length === 0) break;
  }
  // A time ahead of the clock would end every later pass too early.
  const now = context.now.toISOString();
  if (newest !== null) yield { cursors: { [cursor]: newest < now ? newest : now }, isPart: true };
}

/** The feed reaches back a business day at least, so it still has what was accepted in the last hours. */
function isRecent(mark: string | null, now: Date): boolean {
  return mark !== null && now.getTime() - Date.parse(mark) < RECENT_MS;
}

/**
 * One page, or null past the cap. EDGAR returns the same 503 page for the cap and for an outage: it is the
 * cap if the first page works at the same time and the page in question still does not.
 */
async function feedPageOrNull(
  { http, addresses, forms }: CrawlPass,
  start: number,
): Promise<HttpResponse | null> {
  const requestPage = (from: number) => http.request(addresses.latestFilings(forms.feed, from));
  let response = await requestPage(start);
  if (response.status === 503 && start > 0) {
    const first = await requestPage(0);
    if (first.status !== 200)
      throw new SourceError(
        `${first.url} answered ${first.status}${refusalAdvice(first.status)}`,
        first.bytes,
      );
    response = await requestPage(start);
    if (response.status === 503) return null;
  }
  if (response.status !== 200)
    throw new SourceError(
      `${response.url} answered ${response.status}${refusalAdvice(response.status)}`,
      response.bytes,
    );
  return response;
}
