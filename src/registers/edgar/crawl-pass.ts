/**
 * What the steps of one crawl share: the HTTP client, the crawl state, and the accession numbers listed so
 * far.
 */

import type { FetchContext, Http, QueuedDocument } from '../register.js';
import type { EdgarAddresses } from './edgar.js';

/** Names of the cursors. Each quarter has one, `quarter-2026q2`, once its filings are listed. */
export const CURSOR = {
  /** Latest acceptance of a feed that was read far enough, ISO 8601 UTC. */
  feed: 'feed-high-water',
  /** Every business day up to this one has its daily index read in full, YYYY-MM-DD. */
  day: 'index-day',
  /** First day of the requested filings, YYYY-MM-DD. */
  from: 'covered-from',
  quarter: (name: string) => `quarter-${name}`,
} as const;

/** The forms that a register reads. */
export interface WantedForms {
  /** What is requested of the feed; EDGAR takes it as a prefix. */
  feed: string;
  /** The exact names, as feed and indexes write them. */
  names: ReadonlySet<string>;
  /** The cursor of the feed, for a register that reads several. Default: `CURSOR.feed`. */
  feedCursor?: string;
}

export interface CrawlPass {
  http: Http;
  context: FetchContext;
  addresses: EdgarAddresses;
  forms: WantedForms;
  /** Listed in this pass; the store may not have written them yet. */
  listed: Set<string>;
}

/** The entries of `toFetch` that are not known yet. They count as listed from now on. */
export function withoutSeen(pass: CrawlPass, toFetch: QueuedDocument[]): QueuedDocument[] {
  const unseen = toFetch.filter(({ key }) => !pass.listed.has(key));
  const seen = pass.context.crawlState.filterSeen(unseen.map(({ key }) => key));
  for (const { key } of toFetch) pass.listed.add(key);
  return unseen.filter(({ key }) => !seen.has(key));
}
