/** The managers who file Form 13F, by name. */

import { type ManagerHit, managerHit } from '../../../../tools/contract/shapes/managers.js';
import searchManagers from '../../../../tools/search-managers.js';
import { html } from '../../../html.js';
import { count } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import { holderTabs } from '../insider-tabs.js';
import { localLink } from '../links.js';
import { jsonAddress, type ListView, listBody, rowsOfPage, rowsShown } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { MANAGERS_CAVEATS, MANAGERS_SOURCE_LINK } from './holding-columns.js';
import { positionsOrWhy, STATE_WORDS } from './report-facts.js';

const PATH = '/managers';
const TITLE = 'Institutional managers';
const FILTERS = [{ name: 'q', label: 'Name or CIK', as: 'name' }] as const;

export const managersList = toolPage({
  path: PATH,
  name: 'Managers',
  under: '/major-holders',
  tool: searchManagers,
  about: () => ['sec-edgar-13f'],
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  async render({ data: rows, meta }, request) {
    const view: ListView = { request, path: PATH, filters: FILTERS, most: rowsOfPage(searchManagers) };
    return {
      title: TITLE,
      lede: `Every manager whose report on SEC Form 13F was read here${howMany(request, meta.total)}, largest latest report first.`,
      body: html`${holderTabs(request, PATH)}
${listBody(view, {
  presets: [],
  summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  meta,
  rows: table({
    caption: 'By the value of the latest report',
    rows,
    most: rows.length,
    empty: emptyWords(await stateOf(request, 'sec-edgar-13f'), 'No manager has that name.'),
    schema: managerHit,
    columns: columns(request),
  }),
})}`,
      json: jsonAddress(view, '/v1/managers'),
      sources: [MANAGERS_SOURCE_LINK],
      caveats: MANAGERS_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});

/** Nothing for a selection, whose total is another. */
function howMany({ query }: PageRequest, total: number | undefined): string {
  return total === undefined || (query.q ?? '') !== '' ? '' : `, ${count(total)} in all`;
}

function columns(request: PageRequest): Array<Column<ManagerHit>> {
  return [
    { field: 'name', head: 'Manager', roomy: true, isPlain: true, to: ({ url }) => localLink(request, url) },
    { field: 'quarter', head: 'Latest quarter', as: quarterWords },
    { field: 'state', head: 'Report', as: (state) => STATE_WORDS[state], minor: true },
    { field: 'totalValueUsd', head: 'Value', as: 'usd' },
    { field: 'positions', head: 'Positions', number: true, as: positionsOrWhy },
    { field: 'quarters', head: 'Quarters here', number: true, as: (value) => count(value), minor: true },
    { field: 'filedAt', head: 'Filed', as: 'day', minor: true },
  ];
}
