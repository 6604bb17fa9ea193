/** The list of tracked portfolios. */

import listTrackers from '../../../../tools/list-trackers.js';
import { localLink } from '../links.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { USE_OF_REPORTS } from '../use-of-reports.js';
import { ARCHETYPES } from './archetypes.js';

export const trackers = toolPage({
  path: '/trackers',
  nav: 'Trackers',
  tool: listTrackers,
  about: () => ['curated-trackers'],
  render: ({ data, meta }, request) => ({
    title: 'Tracked portfolios',
    lede: 'A curated, closed set of disclosed portfolios: funds by Form 13F, members of Congress by the STOCK Act, and officials of the executive branch by OGE Form 278-T.',
    body: table({
      caption: 'Trackers',
      rows: data,
      empty: 'No tracker is configured.',
      schema: listTrackers.output,
      columns: [
        { field: 'name', head: 'Name', to: (row) => localLink(request, row.url) },
        { field: 'entityName', head: 'Entity', as: 'dash' },
        { field: 'role', head: 'Role' },
        { field: 'archetype', head: 'Built from', as: (value) => ARCHETYPES[value].label },
        { field: 'benchmarkTicker', head: 'Benchmark' },
      ],
    }),
    json: '/v1/trackers',
    sources: Object.values(ARCHETYPES).flatMap(({ sources }) => sources),
    caveats: [
      'A 13F is not a portfolio, and a bracket is not an amount: each page says what its figures leave out.',
      USE_OF_REPORTS,
    ],
    fetchedAt: meta.fetchedAt,
  }),
});
