/** The members of Congress who have filed a report. */

import listCongress from '../../../../tools/list-congress.js';
import { html } from '../../../html.js';
import { plural } from '../../figures.js';
import { localLink } from '../links.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { CHAMBERS, CONGRESS_CAVEATS, CONGRESS_SOURCES, congressTabs } from './stock-act.js';

export const members = toolPage({
  path: '/congress',
  name: 'Members of Congress',
  tool: listCongress,
  about: () => ['us-congress-stock-act'],
  async render({ data, meta }, request) {
    const state = await stateOf(request, 'us-congress-stock-act');
    // In the order of the English alphabet for readers; the order of the answer means nothing.
    const rows = [...data].sort((a, b) => a.name.localeCompare(b.name, 'en'));
    return {
      title: 'Members of Congress',
      lede: 'Everyone in the House and the Senate, in office or not, with at least one periodic transaction report under the STOCK Act on record here.',
      body: html`${congressTabs(request, '/congress')}
${table({
  caption: `${plural(rows.length, 'member')}${isWhole(state) ? '' : ' so far'}`,
  rows,
  empty: emptyWords(state, 'No member has filed a report that this service has read.'),
  most: 1000,
  columns: [
    { field: 'name', head: 'Name', to: (row) => localLink(request, row.url) },
    { field: 'chamber', head: 'Chamber', as: (value) => CHAMBERS[value] },
    { field: 'district', head: 'District' },
  ],
})}`,
      json: '/v1/congress',
      sources: CONGRESS_SOURCES,
      caveats: CONGRESS_CAVEATS,
      fetchedAt: meta.fetchedAt,
    };
  },
});
