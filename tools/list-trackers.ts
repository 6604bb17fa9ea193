/** The tracked portfolios. REST only: agents find the same list in the catalog. */

import { z } from 'zod/v3';
import { requireLastReadAt, rowsFor, uncutListRows } from './contract/answer.js';
import { invalidParameter } from './contract/errors.js';
import { wordParameter } from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import { type ApiTrackerRow, type TrackerSummary, trackerRow } from './contract/shapes/tracker.js';
import type { TrackerHead } from './contract/shapes/tracker-view.js';
import { type SortValue, sortedBy } from './contract/short-list.js';
import { defineTool } from './contract/tool.js';

const SORTS = ['curated', 'name', 'filed', 'value', 'positions', 'new', 'sold', 'trades'] as const;
type TrackerSort = (typeof SORTS)[number];

export default defineTool({
  mcp: null,
  title: 'Tracked portfolios',
  path: '/v1/trackers',
  purpose: 'List of the tracked portfolios',
  source: 'curated-trackers',
  description:
    'The curated, closed set of tracked portfolios: 13F filers (hedge_fund), members of Congress (congress) and OGE Form 278-T filers (oge_278t), each with slug, role, benchmark and page. view=summary adds what their newest reports state.',
  input: z.object({
    view: wordParameter(
      'view',
      ['brief', 'summary'],
      'brief identities only (default), summary also filing date, value, positions and changes',
    ).default('brief'),
    sort: wordParameter(
      'sort',
      SORTS,
      'View summary: order of the rows; those without the value come last. Default: curated, the order of the set',
    ).optional(),
    order: wordParameter(
      'order',
      ['desc', 'asc'],
      'Largest first (desc) or smallest first. Default: desc, for curated and name asc',
    ).optional(),
  }),
  output: z.array(trackerRow),
  async run({ view, sort, order }, context) {
    const { reads, baseUrl } = context;
    if (view === 'brief' && (sort ?? order) !== undefined)
      throw invalidParameter([{ path: 'sort', message: 'sort and order need view=summary' }]);
    const read = await requireLastReadAt(reads, 'curated-trackers');
    const rows = await reads.trackers();
    read.requireRowsUnlessComplete(rows.length);
    const identities = rows.withUrls(baseUrl);
    return {
      data:
        view === 'brief'
          ? rowsFor(identities, context)
          : sorted(await withSummaries(reads, identities.rows()), sort, order),
      count: rows.length,
      rows: uncutListRows(rows),
      source: 'curated-trackers',
      fetchedAt: read.fetchedAt,
      page: '/trackers',
      governmentWork: true,
    };
  },
});

async function withSummaries(reads: Reads, rows: readonly ApiTrackerRow[]): Promise<ApiTrackerRow[]> {
  return Promise.all(
    rows.map(async (row) => {
      const head = await reads.trackerHead(row.slug);
      const isMember = head?.identity.archetype === 'congress';
      const memberSlug = isMember ? await reads.memberSlug(head.identity.sourceId) : null;
      return { ...row, ...summaryOf(head), memberSlug };
    }),
  );
}

function summaryOf(head: TrackerHead | null): Omit<TrackerSummary, 'memberSlug'> {
  const snapshot = head?.snapshot ?? null;
  const isFund = head?.identity.archetype === 'hedge_fund';
  return {
    periodEnd: snapshot?.periodEnd ?? null,
    periodLabel: isFund ? (snapshot?.periodLabel ?? null) : null,
    filedAt: head?.latestReport?.filedAt || null,
    totalValueUsd: snapshot?.totalValueUsd ?? null,
    // A net of brackets is not a holding.
    holdingsCount: isFund ? (snapshot?.holdingsCount ?? null) : null,
    newCount: head?.changeCounts?.new ?? null,
    soldCount: head?.changeCounts?.exit ?? null,
    tradeCount: head?.transactionCount ?? null,
  };
}

const SORT_VALUES: Record<Exclude<TrackerSort, 'curated'>, (row: ApiTrackerRow) => SortValue> = {
  name: ({ name }) => name,
  filed: ({ filedAt }) => filedAt,
  value: ({ totalValueUsd }) => totalValueUsd,
  positions: ({ holdingsCount }) => holdingsCount,
  new: ({ newCount }) => newCount,
  sold: ({ soldCount }) => soldCount,
  trades: ({ tradeCount }) => tradeCount,
};

function sorted(
  rows: ApiTrackerRow[],
  sort: TrackerSort = 'curated',
  order: 'asc' | 'desc' = sort === 'curated' || sort === 'name' ? 'asc' : 'desc',
): ApiTrackerRow[] {
  if (sort === 'curated') return order === 'asc' ? rows : [...rows].reverse();
  return sortedBy(rows, { sortValue: SORT_VALUES[sort], order });
}
