/** One tracked portfolio: its disclosed positions, their changes, and figures that need prices. */

import { z } from 'zod/v3';
import { requireLastReadAt, type SourceFreshness, trackerPage } from './contract/answer.js';
import { notFound } from './contract/errors.js';
import { slugParameter } from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import { TRACKER_SLUG_MAX } from './contract/rules.js';
import { type Archetype, type TrackerDetail, trackerDetail } from './contract/shapes/tracker.js';
import { defineTool } from './contract/tool.js';

/** The registers behind each archetype. A congress tracker answers as soon as one chamber was read. */
const SOURCE_OF_ARCHETYPE = {
  hedge_fund: { source: 'curated-trackers', registers: ['sec-13f'] },
  oge_278t: { source: 'curated-trackers', registers: ['oge-278t'] },
  congress: { source: 'us-congress-stock-act', registers: undefined },
} as const;

const SERIES_RULE = 'series must be full or none';

export default defineTool({
  mcp: 'get_tracker',
  title: 'One tracked portfolio',
  path: '/v1/trackers/{slug}',
  purpose: 'One tracked portfolio: holdings, changes, filings',
  source: 'curated-trackers',
  description: `One tracked portfolio in full: identity, the latest snapshot with every holding, changes since the previous report, filed totals, filing history and caveatKeys. get_catalog lists the slugs; they are not the slugs of get_congress_member.

A 13F (hedge_fund) reports long U.S.-listed equity positions as of quarter end, disclosed up to 45 days later. It excludes shorts, bonds, cash and private holdings. Options are shown at the value of the underlying shares; share classes, puts and calls are separate rows; ticker is null when a CUSIP cannot be resolved with certainty. For congress and oge_278t, holdings are purchases less sales by disclosed brackets (netUsd): this is not what the person holds, so never call them holdings. Call options are netted with the shares of the company and carry its name; puts, exchanges and assets without a ticker are left out.

valueSeriesUsd is a price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window. It is not the filer's return and must not be presented as performance. Without a price source it is empty, and currentPriceUsd and returnPct are null. avgBuyPriceUsd is computed from filed quarter ends only.

Use of reports behind congress and oge_278t is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money. Not advice.

Typical size: for a 13F 250 tokens a holding and up to 30 tokens a day of series; with series=none, which leaves the three series empty, 50 holdings take about 5,000 to 13,000 tokens. congress and oge_278t have no series to omit and list every position and transaction, often many hundreds: 150,000 tokens and more. Errors: 400 malformed slug, 404 unknown slug (also for a member of Congress).`,
  input: z.object({
    slug: slugParameter('slug', TRACKER_SLUG_MAX, 'Slug from get_catalog, such as berkshire'),
    series: z
      .enum(['full', 'none'], { errorMap: () => ({ message: SERIES_RULE }) })
      .default('full')
      .describe(
        'none leaves valueHistory, valueSeriesUsd and benchmarkSeries empty, which makes the answer much smaller',
      ),
  }),
  output: trackerDetail,
  async run({ slug, series }, { reads }) {
    const facts = await reads.tracker(slug);
    if (facts === null) throw await trackerNotFound(reads, slug);
    const read = await archetypeFreshness(reads, facts.identity.archetype);
    read.requireRowsUnlessComplete(disclosedCount(facts));
    const data =
      series === 'none' ? { ...facts, valueHistory: [], valueSeriesUsd: [], benchmarkSeries: [] } : facts;
    return {
      data,
      count: 1,
      source: 'curated-trackers',
      fetchedAt: read.fetchedAt,
      page: trackerPage(slug),
      governmentWork: true,
    };
  },
});

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
