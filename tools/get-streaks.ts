/** Insiders who trade in one direction week after week. */

import { z } from 'zod/v3';
import { cutListRows, listFor, requireLastReadAt } from './contract/answer.js';
import {
  digestFilter,
  digestParameters,
  leastParameters,
  requireWholeDigest,
} from './contract/digest-search.js';
import { requireOwner } from './contract/known-owner.js';
import {
  limitParameter,
  orderParameters,
  rowParameters,
  slugParameter,
  wordParameter,
} from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import {
  INSIDER_SLUG_MAX,
  STREAK_MIN_USD,
  STREAK_MIN_WEEKS,
  STREAKS_LIMIT,
  STREAKS_MAX,
} from './contract/rules.js';
import type { SerializedPageRows } from './contract/serialized-rows.js';
import { STREAK_BRIEF, type StreakFacts, streakEntry } from './contract/shapes/digest.js';
import { defineTool, type GivenRows } from './contract/tool.js';

const COLUMNS = Object.keys(streakEntry.shape);

const input = z.object({
  ...digestParameters(),
  owner: slugParameter(
    'owner',
    INSIDER_SLUG_MAX,
    'Only this insider: ownerSlug of an entry, or a slug from search_insiders',
  ).optional(),
  series: wordParameter(
    'series',
    ['full', 'none'],
    'none leaves priceSeries empty, which makes the answer smaller. Default full',
  ).default('full'),
  limit: limitParameter(STREAKS_LIMIT, 'entries'),
  ...rowParameters(streakEntry, 'data', STREAK_BRIEF),
  ...leastParameters('min_weeks', 'streakValue', 'weeks in a row'),
  ...orderParameters(['weeks', 'value'], 'weeks (default), value by streakValue'),
});
type StreaksInput = z.infer<typeof input>;

export default defineTool({
  mcp: 'get_streaks',
  title: 'Streaks of one insider',
  source: 'sec-edgar-form4',
  path: '/v1/streaks',
  purpose: 'Insiders filing in one direction for two or more weeks in a row',
  description: `Insiders who filed open-market trades in one issuer and one direction for ${STREAK_MIN_WEEKS} or more consecutive ISO weeks (by filing day in New York), with at least USD ${STREAK_MIN_USD.toLocaleString('en-US')} over the run, and whose last week is this week or the previous one. All arguments are optional.

Use it for "who keeps buying" (direction=P) or "who sells every week" (direction=S). For several insiders of one company use get_clusters; for everything that one person filed use get_insider with ownerSlug.

Each entry has the run (weeks, streakValue, plannedValue: the part under a 10b5-1 plan), filingHistory of exactly twelve weeks, priceSeries (split-adjusted, empty without a price source, never interpolated) and trackRecord, the person's completed earlier runs in that issuer; returnPct is the price change from the end of a run (a close within seven days of it) to the latest close, otherwise null. get_catalog names the price source; public prices are sparse and some weeks late, and on days without a close they are the prices at which insiders traded. Prices are only for the first ${STREAKS_MAX} entries of the plain list; pricesLeftOut marks the others. This describes filings; it is not advice.

The first ${STREAKS_MAX} entries, longest first, then largest, more with limit; about 600 tokens each, more with prices; view=brief with format=table 60. meta.total is how many match. An empty list is a normal result. Updated hourly.`,
  input,
  output: z.array(streakEntry),
  async run(given, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const { rows, counted } = await (isPlain(given) ? plainRuns(reads) : searchedRuns(reads, given));
    read.requireRowsUnlessComplete(rows.length);
    if (rows.length === 0) await requireOwner(given.owner, context);
    const shown = given.series === 'none' ? rows.map((run) => ({ ...run, priceSeries: [] })) : rows;
    return {
      data: listFor(shown.withUrls(baseUrl), context, given, { columns: COLUMNS, brief: STREAK_BRIEF }),
      count: rows.length,
      rows: counted,
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: '/streaks',
      governmentWork: true,
    };
  },
});

interface Runs {
  rows: SerializedPageRows<StreakFacts>;
  counted: GivenRows | undefined;
}

/** Whether the plain list has what is requested. */
function isPlain({ direction, ticker, cik, owner, limit, ...given }: StreaksInput): boolean {
  const isAll = direction === 'all' && [ticker, cik, owner].every((one) => one === undefined);
  const isInOrder = given.sort === 'weeks' && given.order === 'desc';
  return isAll && isInOrder && given.min_value === 0 && given.min_weeks === 0 && limit === STREAKS_MAX;
}

async function plainRuns(reads: Reads): Promise<Runs> {
  const rows = await reads.streaks();
  const { streaks: total } = await reads.digestTotals();
  return { rows, counted: cutListRows(rows.length, STREAKS_MAX, total) };
}

async function searchedRuns(reads: Reads, given: StreaksInput): Promise<Runs> {
  const { owner = null, min_weeks: minWeeks, sort, limit } = given;
  const found = await reads.searchStreaks({ ...digestFilter(given), owner, minWeeks, sort, limit });
  requireWholeDigest(found);
  return { rows: found.rows, counted: { given: found.rows.length, total: found.total } };
}
