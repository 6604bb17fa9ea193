/** What pages request of the Form 4 feed beyond the rows of a tool: sums of all matches, and who an issuer is. */

import type { Reads } from '../../../tools/contract/reads.js';
import { FILINGS_LIMIT, WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { filingsQuery } from '../../../tools/get-latest-filings.js';
import { daysBefore } from '../../dates.js';
import { parseArguments } from '../../pipeline/arguments.js';
import type { PageRequest } from '../../publish/pages/page.js';

type PageFeed = Pick<
  PageRequest,
  'issuerRows' | 'issuerTotals' | 'feedTotals' | 'issuerOf' | 'similarSymbols'
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
    async feedTotals(given) {
      if (feed === undefined) throw new Error('no tool answers /v1/filings');
      const { input } = parseArguments(feed, given);
      // `feed` is the tool whose parameters `filingsQuery` takes, and they are parsed.
      return reads.filingTotals(filingsQuery(input as Parameters<typeof filingsQuery>[0], now));
    },
    issuerOf: (issuer) => reads.issuer(issuer),
    similarSymbols: (ticker) => reads.similarSymbols(ticker),
  };
}
