/** What pages request beyond the rows of a tool: sums of all matches of the feed, who an issuer is, whose an id is. */

import { type FilingsInput, feedSearch, isPlainFeed } from '../../../tools/contract/filing-search.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { FILINGS_LIMIT, WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { filingsQuery } from '../../../tools/get-latest-filings.js';
import { daysBefore } from '../../dates.js';
import { parseArguments } from '../../pipeline/arguments.js';
import type { PageRequest } from '../../publish/pages/page.js';

type PageFeed = Pick<
  PageRequest,
  'issuerRows' | 'issuerTotals' | 'issuerCloses' | 'feedTotals' | 'issuerOf' | 'similarSymbols'
>;

/** `feed` is the tool whose parameters the feed page accepts. */
export function feedOf(
  reads: Reads,
  { now, baseUrl, feed }: { now: Date; baseUrl: string; feed: Tool | undefined },
): PageFeed {
  const ofIssuer = (issuer: { ticker: string } | { cik: string }) => ({
    since: daysBefore(now, WINDOW_DAYS),
    until: now.toISOString(),
    codes: ['P', 'S'] as const,
    minValue: 0,
    ticker: null,
    ...issuer,
  });
  return {
    async issuerRows(issuer) {
      const rows = await reads.latestFilings({ ...ofIssuer(issuer), limit: FILINGS_LIMIT.max });
      return rows.withUrls(baseUrl).rows();
    },
    issuerTotals: (issuer) => reads.filingTotals(ofIssuer(issuer)),
    issuerCloses: (cik) => reads.issuerCloses({ cik, since: daysBefore(now, WINDOW_DAYS) }),
    async feedTotals(given) {
      if (feed === undefined) throw new Error('no tool answers /v1/filings');
      const { input } = parseArguments(feed, given);
      // `feed` is the tool that has these arguments, and they are parsed.
      const wanted = input as unknown as FilingsInput;
      if (isPlainFeed(wanted)) return reads.filingTotals(filingsQuery(wanted, now));
      const { after: _, ...search } = feedSearch(wanted, { now, after: undefined });
      return reads.searchTotals({ ...search, table: wanted.group === 'filing' ? 'filing_sum' : 'filing' });
    },
    issuerOf: (issuer) => reads.issuer(issuer),
    similarSymbols: (ticker) => reads.similarSymbols(ticker),
  };
}
