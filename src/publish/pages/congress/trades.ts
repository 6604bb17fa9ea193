/** The trades of all members of Congress, newest disclosure first or in another order. */

import { LATE_DAYS } from '../../../../tools/contract/rules.js';
import { congressTrade } from '../../../../tools/contract/shapes/congress.js';
import getCongressTrades from '../../../../tools/get-congress-trades.js';
import { html } from '../../../html.js';
import { filterQuery } from '../filters.js';
import { jsonAddress, type ListView, listBody, type Preset, rowsShown, sortingOf } from '../list-view.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import {
  BRACKET_FILTER,
  CONGRESS_CAVEATS,
  CONGRESS_SOURCES,
  congressTabs,
  DAYS_CAVEAT,
  TYPE_FILTER,
} from './stock-act.js';
import { allMembersColumns } from './trade-columns.js';

const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  TYPE_FILTER,
  {
    name: 'chamber',
    label: 'Chamber',
    as: [
      ['', 'Both'],
      ['house', 'House'],
      ['senate', 'Senate'],
    ],
  },
  {
    name: 'party',
    label: 'Party',
    as: [
      ['', 'All'],
      ['D', 'Democrats'],
      ['R', 'Republicans'],
      ['I', 'Independents'],
    ],
  },
  { name: 'since', label: 'Disclosed from', as: 'date' },
  { name: 'until', label: 'Disclosed to', as: 'date', isRare: true },
  { name: 'state', label: 'State', as: 'code', size: 3, isRare: true },
  {
    name: 'member',
    label: 'Member (id)',
    as: 'code',
    size: 16,
    isRare: true,
    accepts: 'is the last part of the address of a member’s page; the search finds it by name',
  },
  BRACKET_FILTER,
  {
    name: 'owner',
    label: 'Owner',
    as: [
      ['', 'Any'],
      ['self', 'Member'],
      ['spouse', 'Spouse'],
      ['joint', 'Joint'],
      ['child', 'Child'],
      ['other', 'Other'],
    ],
    isRare: true,
  },
  {
    name: 'late',
    label: `Over ${LATE_DAYS} days`,
    as: [
      ['', 'Any delay'],
      ['true', `More than ${LATE_DAYS} days`],
      ['false', `Within ${LATE_DAYS} days`],
    ],
    isRare: true,
  },
] as const;
const PATH = '/congress-trades';
const TITLE = 'Trades of Congress';
const PRESETS: readonly Preset[] = [
  { label: 'Purchases', query: { type: 'purchase' } },
  { label: 'Largest', query: { sort: 'amount' } },
  { label: 'Purchases from $250,001', query: { type: 'purchase', min_amount: '250001' } },
  { label: `Disclosed after more than ${LATE_DAYS} days`, query: { late: 'true' } },
  { label: 'Senate', query: { chamber: 'senate' } },
];

export const congressTrades = toolPage({
  path: PATH,
  nav: 'Congress',
  tool: getCongressTrades,
  about: () => ['us-congress-stock-act'],
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  async render({ data: rows, meta }, request) {
    const view: ListView = {
      request,
      path: PATH,
      filters: FILTERS,
      sorts: ['disclosed', 'traded', 'amount', 'delay'],
    };
    return {
      title: TITLE,
      lede: 'Trades that members of the House and the Senate, their spouses and dependent children disclosed in periodic transaction reports under the STOCK Act.',
      body: html`${congressTabs(request, PATH)}
${listBody(view, {
  presets: PRESETS,
  summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  meta,
  rows: table({
    caption: 'Disclosed trades of all members',
    rows,
    most: rows.length,
    empty: emptyWords(
      await stateOf(request, 'us-congress-stock-act'),
      filterQuery(request, FILTERS) === ''
        ? 'None of the reports has a trade that could be read.'
        : 'No trade matches these filters.',
    ),
    schema: congressTrade,
    columns: allMembersColumns(request),
    sorting: sortingOf(view),
  }),
})}`,
      json: jsonAddress(view, '/v1/congress-trades'),
      sources: CONGRESS_SOURCES,
      caveats: [...CONGRESS_CAVEATS, DAYS_CAVEAT],
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});
