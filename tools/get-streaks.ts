/** Insiders who trade in one direction week after week. */

import { z } from 'zod/v3';
import { cutListRows, listFor, page, requireLastReadAt } from './contract/answer.js';
import {
  digestFilter,
  digestParameters,
  leastParameters,
  requireWholeDigest,
  streakOrder,
} from './contract/digest-search.js';
import { ownerSlug, personParameter, requireOwner } from './contract/known-person.js';
import { orderParameters, pageParameters, rowParameters, wordParameter } from './contract/parameters.js';
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
import { placeIn, requireShortPlace } from './contract/short-list.js';
import { defineTool, type GivenRows, type ToolContext } from './contract/tool.js';

const COLUMNS = Object.keys(streakEntry.shape);

const input = z.object({
  ...digestParameters(),
  owner: personParameter(
    'owner',
    INSIDER_SLUG_MAX,
    'Only this insider: ownerSlug of an entry, or a slug from search_insiders',
  ).optional(),
  planned: wordParameter(
    'planned',
    ['all', 'exclude'],
    'exclude leaves out runs with any trade under a 10b5-1 plan. Default all',
  ).default('all'),
  series: wordParameter(
    'series',
    ['full', 'none'],
    'none leaves priceSeries empty, which makes the answer smaller. Default full',
  ).default('full'),
  ...pageParameters(STREAKS_LIMIT, 'entries'),
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

The first ${STREAKS_MAX} entries, longest first, then largest, more with limit; about 600 tokens each, more with prices; view=brief with format=table 60. meta.total is how many match; meta.nextCursor gives the next ones. An empty list is a normal result. Updated hourly.`,
  input,
  output: z.array(streakEntry),
  async run(input, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const given = { ...input, owner: await ownerSlug(input.owner, context) };
    const { rows, counted } = await (isPlain(given) ? plainRuns(reads) : searchedRuns(context, given));
    const total = counted?.total ?? rows.length;
    read.requireRowsUnlessComplete(total);
    if (total === 0) await requireOwner(given.owner, context);
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
function isPlain({ direction, ticker, cik, owner, limit, cursor, ...given }: StreaksInput): boolean {
  const isAll = direction === 'all' && [ticker, cik, owner, cursor].every((one) => one === undefined);
  const isInOrder = given.sort === 'weeks' && given.order === 'desc';
  const isUnbounded = given.planned === 'all' && given.min_value === 0 && given.min_weeks === 0;
  return isAll && isInOrder && isUnbounded && limit === STREAKS_MAX;
}

async function plainRuns(reads: Reads): Promise<Runs> {
  const rows = await reads.streaks();
  const { streaks: total } = await reads.digestTotals();
  return { rows, counted: cutListRows(rows, STREAKS_MAX, total) };
}

async function searchedRuns({ reads, after }: ToolContext, given: StreaksInput): Promise<Runs> {
  const { owner = null, min_weeks: minWeeks, planned, sort, limit } = given;
  const place = requireShortPlace(after);
  const found = await reads.searchStreaks({
    ...digestFilter(given),
    ...{ owner, minWeeks, planned, sort, after: place, limit: limit + 1 },
  });
  requireWholeDigest(found);
  const count = async () => found.total;
  return page(found.rows, { limit, after: place, count }, (last) => placeIn(streakOrder({ sort }), last));
}
