/** One tracked portfolio: its disclosed positions, their changes, and figures that need prices. */

import { z } from 'zod/v3';
import { requireLastReadAt, type SourceFreshness, trackerPage } from './contract/answer.js';
import { requirePeriod } from './contract/bounds.js';
import { notFound } from './contract/errors.js';
import {
  dateParameter,
  fieldsParameter,
  pageParameters,
  slugParameter,
  tickersParameter,
  wordParameter,
} from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import { TRACKER_ROWS_LIMIT, TRACKER_SLUG_MAX } from './contract/rules.js';
import { type Archetype, type TrackerDetail, trackerDetail } from './contract/shapes/tracker.js';
import {
  anyTrackerRow,
  TRACKER_COLUMNS,
  TRACKER_VIEWS,
  type TrackerHead,
  trackerView,
} from './contract/shapes/tracker-view.js';
import { defineTool, type ToolAnswer, type ToolContext } from './contract/tool.js';
import { cusipParameter, quarterPage, quarterParameter } from './contract/tracker-quarters.js';
import {
  isCompared,
  POSITION_SORTS,
  requireSuitable,
  storedPage,
  TRACKER_TYPES,
  type TrackerArguments,
  type TrackerPage,
  type TrackerView,
  tradePage,
  viewOf,
} from './contract/tracker-search.js';

/** The registers behind each archetype. A congress tracker answers as soon as one chamber was read. */
const SOURCE_OF_ARCHETYPE = {
  hedge_fund: { source: 'curated-trackers', registers: ['sec-13f'] },
  oge_278t: { source: 'curated-trackers', registers: ['oge-278t'] },
  congress: { source: 'us-congress-stock-act', registers: undefined },
} as const;

const SERIES_RULE = 'series must be full or none';
const page = pageParameters(TRACKER_ROWS_LIMIT, 'rows');

export default defineTool({
  mcp: 'get_tracker',
  title: 'One tracked portfolio',
  path: '/v1/trackers/{slug}',
  purpose: 'One tracked portfolio: holdings, changes, filings',
  source: 'curated-trackers',
  description: `One tracked portfolio: identity, the latest snapshot with every holding, changes since the previous report, filed totals, filing history and caveatKeys. get_catalog lists the slugs; they are not those of get_congress_member.

Without view, all of it: for a 13F 250 tokens a holding and up to 30 a day of series (series=none omits them), for congress and oge_278t 150,000 tokens and more. So choose a view: summary (300 tokens); changes, what a 13F opened, added, trimmed and closed (90 a row); holdings; transactions, what a member or official bought and sold (110 a row, with since, until, ticker, type). format=table halves rows. meta.total is how many match; meta.nextCursor gives the next rows.

For a 13F, view=quarters lists the reported quarters; quarter and compare give holdings or changes of any two; view=history with position (a CUSIP) gives one position in each.

A 13F (hedge_fund) reports long U.S.-listed equity positions as of quarter end, disclosed up to 45 days later. It excludes shorts, bonds, cash and private holdings. Options are shown at the value of the underlying shares; share classes, puts and calls are separate rows; ticker is null when a CUSIP cannot be resolved. Where kind says that holdings were withheld as confidential, new and exit are uncertain. For congress and oge_278t, holdings are purchases less sales by disclosed brackets (netUsd): not what the person holds. Calls are netted with the shares; puts, exchanges and assets without a ticker are left out.

valueSeriesUsd is a price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window. It is not the filer's return and must not be presented as performance.

Use of reports behind congress and oge_278t is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money. Not advice.

Errors: 400 names the wrong parameter, 404 unknown slug (also for a member of Congress).`,
  input: z.object({
    slug: slugParameter('slug', TRACKER_SLUG_MAX, 'Slug from get_catalog, such as berkshire'),
    series: z
      .enum(['full', 'none'], { errorMap: () => ({ message: SERIES_RULE }) })
      .default('full')
      .describe(
        'none leaves valueHistory, valueSeriesUsd and benchmarkSeries empty, which makes the answer much smaller',
      ),
    view: wordParameter(
      'view',
      TRACKER_VIEWS,
      'full everything (default), summary no lists, or one list: changes (13F only), holdings, transactions (congress and oge_278t only), quarters (13F only), history (of one position, 13F only)',
    ).default('full'),
    limit: page.limit
      .removeDefault()
      .optional()
      .describe(
        `Maximum number of rows of a view: ${TRACKER_ROWS_LIMIT.min} to ${TRACKER_ROWS_LIMIT.max}, default ${TRACKER_ROWS_LIMIT.default}`,
      ),
    cursor: page.cursor,
    ticker: tickersParameter().optional(),
    since: dateParameter('since', 'View transactions: first date of the trade, YYYY-MM-DD').optional(),
    until: dateParameter('until', 'View transactions: last date of the trade, YYYY-MM-DD').optional(),
    type: wordParameter(
      'type',
      TRACKER_TYPES,
      'View transactions: purchase, sale or exchange. View changes: purchase (new, added), sale (trimmed, exit), one of these four, held (as many shares as before) or any; a 13F shows only that there are more or fewer shares',
    ).optional(),
    quarter: quarterParameter(
      'quarter',
      '13F, views holdings and changes: the reported quarter, such as 2026-Q2. Default: the newest. view=quarters lists them',
    ).optional(),
    compare: quarterParameter(
      'compare',
      '13F, views holdings and changes: an earlier quarter to compare with, such as 2025-Q4. Default: the one before',
    ).optional(),
    position: cusipParameter(
      'position',
      'View history: CUSIP of the position, such as 037833100; options are separate rows',
    ).optional(),
    sort: wordParameter(
      'sort',
      POSITION_SORTS,
      '13F, views holdings and changes: order of the rows. Default: value',
    ).optional(),
    order: wordParameter(
      'order',
      ['desc', 'asc'],
      'Largest first (desc) or smallest first. Default: desc, by name asc',
    ).optional(),
    fields: fieldsParameter(anyTrackerRow, 'a view')
      .describe(
        `Fields to keep in the rows of a view, comma-separated or as a list. holdings: ${TRACKER_COLUMNS.fundHoldings.all.join(', ')}. changes: ${TRACKER_COLUMNS.changes.all.join(', ')}. transactions of oge_278t: ${TRACKER_COLUMNS.ogeTransactions.all.join(', ')}; of congress: as in /v1/congress-trades, without fields ${TRACKER_COLUMNS.trades.usual.join(', ')}`,
      )
      .optional(),
    format: wordParameter(
      'format',
      ['rows', 'table'],
      'table gives the list of a view as {columns, rows}: the names once, and each row as an array, about half the size',
    ).default('rows'),
  }),
  otherNames: { id: 'slug', name: 'slug', tracker: 'slug', portfolio: 'slug', fund: 'slug' },
  output: trackerDetail,
  otherData: { schema: trackerView, when: 'a view other than full' },
  async run({ slug, series, ...input }, context) {
    const { reads } = context;
    const view = viewOf(input, context.after);
    requirePeriod(input);
    if (view !== 'full') return viewAnswer(slug, view, input, context);
    const facts = await reads.tracker(slug);
    if (facts === null) throw await trackerNotFound(reads, slug);
    const read = await archetypeFreshness(reads, facts.identity.archetype);
    read.requireRowsUnlessComplete(disclosedCount(facts));
    const data =
      series === 'none' ? { ...facts, valueHistory: [], valueSeriesUsd: [], benchmarkSeries: [] } : facts;
    return { ...answerParts(slug, read), data, count: 1 };
  },
});

async function viewAnswer(
  slug: string,
  view: TrackerView,
  input: TrackerArguments,
  context: ToolContext,
): Promise<ToolAnswer<TrackerDetail>> {
  const head = await context.reads.trackerHead(slug);
  if (head === null) throw await trackerNotFound(context.reads, slug);
  const { archetype } = head.identity;
  requireSuitable(input, view, head);
  const read = await archetypeFreshness(context.reads, archetype);
  read.requireRowsUnlessComplete(disclosedRows(head));
  const answer = (data: object, count: number) =>
    // `output` is the whole portfolio; `otherData` is what a view gives in its place.
    ({ ...answerParts(slug, read), data: { view, ...head, ...data } as unknown as TrackerDetail, count });
  if (view === 'summary') return answer({}, 1);
  const { data, counted } = await listPage(view, input, head, context);
  return { ...answer(data, counted.given), rows: counted };
}

function listPage(
  view: TrackerView,
  input: TrackerArguments,
  head: TrackerHead,
  context: ToolContext,
): Promise<TrackerPage> {
  if (view === 'quarters' || view === 'history' || isCompared(input))
    return quarterPage(input, view, head, context);
  const isTrades = view === 'transactions' && head.identity.archetype === 'congress';
  return isTrades ? tradePage(input, head, context) : storedPage(input, view, head, context);
}

function answerParts(slug: string, { fetchedAt }: SourceFreshness) {
  return {
    source: 'curated-trackers' as const,
    fetchedAt,
    page: trackerPage(slug),
    governmentWork: true,
  };
}

function archetypeFreshness(reads: Reads, archetype: Archetype): Promise<SourceFreshness> {
  const { source, registers } = SOURCE_OF_ARCHETYPE[archetype];
  return requireLastReadAt(reads, source, registers);
}

/** The list is complete once portfolios were derived. Before that, any slug may belong to it. */
async function trackerNotFound(reads: Reads, slug: string): Promise<Error> {
  const names = await reads.trackerNames();
  const isListed = names.length === 0 || names.some((one) => one.slug === slug);
  if (isListed) (await requireLastReadAt(reads, 'curated-trackers')).requireRowsUnlessComplete(0);
  return notFound(`Tracker not found: ${slug}. Slugs are listed by get_catalog.`);
}

/** How much was disclosed; 0 for a portfolio without any parsed report. */
function disclosedCount({
  snapshot,
  filingHistory,
  ogeTransactions,
  congressActivity,
}: TrackerDetail): number {
  const held = snapshot === null ? 0 : 1;
  return held + filingHistory.length + (ogeTransactions?.length ?? 0) + (congressActivity?.tradeCount ?? 0);
}

/** The same without the lists. */
function disclosedRows({ snapshot, reportCount, transactionCount, congressActivity }: TrackerHead): number {
  const held = snapshot === null ? 0 : 1;
  return held + reportCount + (transactionCount ?? 0) + (congressActivity?.tradeCount ?? 0);
}
