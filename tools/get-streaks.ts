/** Insiders who trade in one direction week after week. */

import { z } from 'zod/v3';
import { cutListRows, requireLastReadAt, rowsFor } from './contract/answer.js';
import { STREAK_MIN_USD, STREAK_MIN_WEEKS, STREAKS_MAX } from './contract/rules.js';
import { streakEntry } from './contract/shapes/digest.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: 'get_streaks',
  title: 'Streaks of one insider',
  source: 'sec-edgar-form4',
  path: '/v1/streaks',
  purpose: 'Insiders filing in one direction for two or more weeks in a row',
  description: `Insiders who filed open-market trades in one issuer and one direction for ${STREAK_MIN_WEEKS} or more consecutive ISO weeks (by filing day in New York), with at least USD ${STREAK_MIN_USD.toLocaleString('en-US')} over the run, and whose last week is this week or the previous one. It takes no arguments.

Use it for "who keeps buying" or "who sells every week". For several insiders of one company use get_clusters; for everything that one person filed use get_insider with ownerSlug.

Each entry has the run (weeks, streakValue, plannedValue: the part under a 10b5-1 plan), filingHistory of exactly twelve weeks, priceSeries (split-adjusted, empty without a price source, never interpolated) and trackRecord, the person's completed earlier runs in that issuer; returnPct is the price change from the end of a run (a close within seven days of it) to the latest close, otherwise null. get_catalog names the price source; public prices are sparse and some weeks late, and on days without a close they are the prices at which insiders traded. This describes filings; it is not advice.

At most ${STREAKS_MAX} entries, longest first, then largest; about 600 tokens each, so up to 30,000 in all, more with prices. meta.total is how many there are. An empty list is a normal result. Updated hourly.`,
  input: z.object({}),
  output: z.array(streakEntry),
  async run(_input, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const rows = await reads.streaks();
    read.requireRowsUnlessComplete(rows.length);
    return {
      data: rowsFor(rows.withUrls(baseUrl), context),
      count: rows.length,
      rows: cutListRows(rows.length, STREAKS_MAX, (await reads.digestTotals()).streaks),
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: '/streaks',
      governmentWork: true,
    };
  },
});
