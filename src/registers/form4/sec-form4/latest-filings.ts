/** Step one: the latest-filings feed, newest first, until it tells nothing new. */

import { HOUR_MS } from '../../../dates.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Batch, type HttpResponse, SourceError } from '../../register.js';
import { type CrawlPass, CURSOR, withoutSeen } from './crawl-pass.js';
import { readFeedPage } from './indexes.js';

const PAGE_SIZE = 100;
/**
 * EDGAR caps the feed at 5,100 entries of all forms that begin with a 4, which is one to two business days and less on
 * the busiest: what lies behind is in the daily indexes. A feed without an end is a fault.
 */
const MAX_PAGES = 300;
/** A filing can show up some time after its acceptance, so the reading goes this far behind the last mark. */
const OVERLAP_MS = 2 * HOUR_MS;

/**
 * Reads pages until one holds only known accession numbers and lies wholly before the high-water mark minus two
 * hours, or until the feed ends. The mark moves only then: a pass that was stopped is read again in full.
 */
export async function* readLatestFilings(pass: CrawlPass): AsyncGenerator<Batch> {
  const { context } = pass;
  const mark = context.crawlState.cursor(CURSOR.feed);
  const enough = mark === null ? null : new Date(Date.parse(mark) - OVERLAP_MS).toISOString();
  let newest = mark;
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES)
      throw new SourceError(`the latest-filings feed has no end after ${MAX_PAGES} pages`);
    if (context.signal.aborted) return;
    context.progress({ what: 'pages of the latest-filings feed', done: page, total: null });
    const answer = await feedPageOrNull(pass, page * PAGE_SIZE);
    if (answer === null) break;
    const listing = readFeedPage(answer.bytes, answer.url, pass.addresses);
    if (listing.newest !== null && (newest === null || listing.newest > newest)) newest = listing.newest;
    const toFetch = withoutSeen(pass, listing.filings);
    yield { toFetch, warnings: listing.warnings };
    if (listing.entries === 0) break;
    const old = enough !== null && listing.newest !== null && listing.newest < enough;
    if (old && toFetch.length === 0) break;
  }
  // A time ahead of the clock would end every later reading too early.
  const now = context.now.toISOString();
  if (newest !== null) yield { cursors: { [CURSOR.feed]: newest < now ? newest : now }, isPart: true };
}

/**
 * One page, or null past the cap. EDGAR answers both the cap and an outage with the same 503 page: it is the cap
 * when the first page works at the same time and the page in question still does not.
 */
async function feedPageOrNull({ http, addresses }: CrawlPass, start: number): Promise<HttpResponse | null> {
  const ask = (from: number) => http.request(addresses.latestFilings('4', from));
  let answer = await ask(start);
  if (answer.status === 503 && start > 0) {
    const first = await ask(0);
    if (first.status !== 200)
      throw new SourceError(
        `${first.url} answered ${first.status}${refusalAdvice(first.status)}`,
        first.bytes,
      );
    answer = await ask(start);
    if (answer.status === 503) return null;
  }
  if (answer.status !== 200)
    throw new SourceError(
      `${answer.url} answered ${answer.status}${refusalAdvice(answer.status)}`,
      answer.bytes,
    );
  return answer;
}
