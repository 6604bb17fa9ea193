/** The tracked portfolios. REST only: agents find the same list in the catalog. */

import { z } from 'zod/v3';
import { requireLastReadAt, rowsFor, uncutListRows } from './contract/answer.js';
import { trackerRow } from './contract/shapes/tracker.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: null,
  title: 'Tracked portfolios',
  path: '/v1/trackers',
  purpose: 'List of the tracked portfolios',
  source: 'curated-trackers',
  description:
    'The curated, closed set of tracked portfolios: 13F filers (hedge_fund), members of Congress (congress) and OGE Form 278-T filers (oge_278t), each with slug, role, benchmark and page.',
  input: z.object({}),
  output: z.array(trackerRow),
  async run(_input, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'curated-trackers');
    const rows = await reads.trackers();
    read.requireRowsUnlessComplete(rows.length);
    return {
      data: rowsFor(rows.withUrls(baseUrl), context),
      count: rows.length,
      rows: uncutListRows(rows.length),
      source: 'curated-trackers',
      fetchedAt: read.fetchedAt,
      page: '/trackers',
      governmentWork: true,
    };
  },
});
