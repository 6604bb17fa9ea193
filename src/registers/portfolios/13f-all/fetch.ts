/**
 * Lists the data sets that the SEC's page links to, and the single filings that no data set has yet. A set is one step:
 * what was read stays read when a run is stopped.
 */

import { addDays } from '../../../dates.js';
import { type CrawlPass, CURSOR } from '../../edgar/crawl-pass.js';
import { type EdgarAddresses, fileOrNull, quarterDays } from '../../edgar/edgar.js';
import { readIndexDays } from '../../edgar/index-days.js';
import { readLatestFilings } from '../../edgar/latest-filings.js';
import { readDataSetDate } from '../../edgar/values.js';
import { forEachPart } from '../../for-each-part.js';
import { type Batch, type FetchContext, type Http, type RawDocument, SourceError } from '../../register.js';
import { isDataSet } from './data-set-tables.js';
import { dataSetName } from './parse.js';

export const FORM_13F = {
  feed: '13F',
  names: new Set(['13F-HR', '13F-HR/A', '13F-NT', '13F-NT/A']),
} as const;

/** The largest was 95 MB. */
const LARGE = { maxBytes: 256 * 1024 * 1024, timeoutMs: 900_000 };
/** The first reports in XML are for this quarter. */
const FIRST_PERIOD = '2013-03-31';

/** One data set as the page links to it; the days are days of filing. */
export interface ListedDataSet {
  name: string;
  url: string;
  first: string;
  last: string;
}

/** @param quarters how many quarters are kept, or null for all since 2013 */
export async function* fetchManagers(
  addresses: EdgarAddresses,
  quarters: number | null,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const pass: CrawlPass = { http, context, addresses, forms: FORM_13F, listed: new Set() };
  let areSetsRead = false;
  yield* forEachPart(['data sets', 'feed', 'indexes'] as const, async function* (step) {
    if (step === 'data sets') {
      yield* readDataSets(pass, oldestPeriod(context.now, quarters));
      areSetsRead = true;
    }
    // A set names most filings: without it, each of them would be requested on its own.
    else if (areSetsRead) yield* step === 'feed' ? readLatestFilings(pass) : readIndexDays(pass);
  });
}

const setCursor = (name: string) => `data-set-${name}`;

/** Newest first. A set of which the tables cannot be read is downloaded again by the queue. */
async function* readDataSets(pass: CrawlPass, oldest: string): AsyncGenerator<Batch> {
  const { context, addresses } = pass;
  const sets = await listedDataSets(pass);
  const wanted = sets.filter(({ last }) => last > oldest);
  const newest = wanted[0];
  if (newest === undefined)
    throw new SourceError(`${addresses.managerDataSetPage} links to no data set since ${oldest}`);
  const todo = wanted.filter(({ name }) => context.crawlState.cursor(setCursor(name)) === null);
  for (const [done, set] of todo.entries()) {
    if (context.signal.aborted) return;
    context.progress({ what: 'data sets of Form 13F', done, total: todo.length });
    yield {
      documents: [await downloadDataSet(addresses, pass.http, set, context.now)],
      isDownloadable: true,
      cursors: { [setCursor(set.name)]: 'read' },
      isPart: true,
    };
  }
  // Filings of the evening of the last day are in the next set.
  if (context.crawlState.cursor(CURSOR.day) === null)
    yield { cursors: { [CURSOR.day]: addDays(newest.last, -1) } };
}

/** What the page links to, newest first. The folder has changed once, so no address is made here. */
export async function listedDataSets({
  http,
  addresses,
}: Pick<CrawlPass, 'http' | 'addresses'>): Promise<ListedDataSet[]> {
  const page = addresses.managerDataSetPage;
  const bytes = fileOrNull(await http.request(page));
  if (bytes === null) throw new SourceError(`${page} does not exist any more`);
  const found = new Map<string, ListedDataSet>();
  for (const [, link = ''] of bytes.toString('utf8').matchAll(/href\s*=\s*["']([^"']+)["']/gi)) {
    const name = dataSetName(link);
    const url = name === null ? null : addresses.onWww(link);
    const days = name === null ? null : daysOf(name);
    if (name !== null && url !== null && days !== null && !found.has(name))
      found.set(name, { name, url, ...days });
  }
  if (found.size === 0) throw new SourceError(`${page} links to no data set of Form 13F`, bytes);
  return [...found.values()].sort((a, b) => (a.last < b.last ? 1 : -1));
}

/** `2013q2` is a quarter of filing, `01jun2025-31aug2025` names its days. */
function daysOf(name: string): { first: string; last: string } | null {
  const quarter = /^(\d{4})q([1-4])$/.exec(name);
  // The expression allows 1 to 4.
  if (quarter !== null)
    return quarterDays({ year: Number(quarter[1]), quarter: Number(quarter[2]) as 1 | 2 | 3 | 4 });
  const days = /^(\d{2})([a-z]{3})(\d{4})-(\d{2})([a-z]{3})(\d{4})$/.exec(name);
  if (days === null) return null;
  const first = readDataSetDate(`${days[1]}-${days[2]}-${days[3]}`);
  const last = readDataSetDate(`${days[4]}-${days[5]}-${days[6]}`);
  return first && last ? { first, last } : null;
}

/** @throws SourceError for a response that is not a data set: it marks the set as read, so anything else must be rejected. */
export async function downloadDataSet(
  { www }: EdgarAddresses,
  http: Http,
  { name, url }: Pick<ListedDataSet, 'name' | 'url'>,
  now: Date,
): Promise<RawDocument> {
  const bytes = fileOrNull(await http.request(url, LARGE));
  if (bytes === null) throw new SourceError(`${url} is listed but not there`);
  if (!isDataSet(bytes)) throw new SourceError(`${url} is not a data set`, bytes);
  const metadata = { base: www };
  return { key: name, kind: 'data-set', url, retrievedAt: now.toISOString(), bytes, metadata };
}

/** The end of the oldest quarter that is kept: the newest one that has ended counts as the first. */
export function oldestPeriod(now: Date, quarters: number | null): string {
  if (quarters === null) return FIRST_PERIOD;
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  // The first month after the newest ended quarter, then back.
  const first = month - (month % 3) - 3 * (quarters - 1);
  const end = addDays(`${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`, -1);
  return end < FIRST_PERIOD ? FIRST_PERIOD : end;
}
