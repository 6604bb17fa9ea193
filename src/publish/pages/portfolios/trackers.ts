/** The list of tracked portfolios: what the newest reports of each state. */

import type { ApiTrackerRow } from '../../../../tools/contract/shapes/tracker.js';
import listTrackers from '../../../../tools/list-trackers.js';
import { type Html, html } from '../../../html.js';
import { count, day, link, shortUsd } from '../../figures.js';
import { holderTabs } from '../insider-tabs.js';
import { localLink } from '../links.js';
import { sortingOf } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { USE_OF_REPORTS } from '../use-of-reports.js';
import { ARCHETYPES } from './archetypes.js';

const PATH = '/trackers';
const TITLE = 'Tracked portfolios';

export const trackers = toolPage({
  path: PATH,
  nav: 'Trackers',
  tool: listTrackers,
  about: () => ['curated-trackers'],
  given: () => ({ view: 'summary' }),
  newestBy: 'filed',
  filters: { fields: [], title: () => TITLE, isList: true },
  render: ({ data, meta }, request) => ({
    title: TITLE,
    lede: 'A curated set of portfolios: funds from Form 13F, members of Congress from STOCK Act reports, and officials of the executive branch from OGE Form 278-T.',
    body: html`${holderTabs(request, PATH)}
${table({
  caption:
    'Figures from the latest report that was read. Funds report holdings once a quarter; members and officials report trades in brackets.',
  rows: data,
  empty: 'No tracker is configured.',
  schema: listTrackers.output,
  sorting: sortingOf({ request, path: PATH, filters: [], most: data.length, sorts: ['curated'] }),
  columns: columnsFor(request),
})}`,
    json: '/v1/trackers?view=summary',
    sources: Object.values(ARCHETYPES).flatMap(({ sources }) => sources),
    caveats: [
      'A 13F is not a portfolio, and a bracket is not an amount: each page says what its figures leave out.',
      'The value of a 13F is that of the filed positions at the end of the quarter. New and sold positions are counted against the report before.',
      USE_OF_REPORTS,
    ],
    fetchedAt: meta.fetchedAt,
    unlisted: Object.values(request.query).some((value) => value !== ''),
  }),
});

function columnsFor(request: PageRequest): Array<Column<ApiTrackerRow>> {
  return [
    {
      field: 'name',
      head: 'Name',
      as: (name, row) => named(name, row, localLink(request, row.url)),
      sort: 'name',
      roomy: true,
    },
    { field: 'archetype', head: 'Kind', as: (value) => ARCHETYPES[value].label },
    {
      field: 'totalValueUsd',
      head: 'Value',
      as: (value) => figure(value, shortUsd),
      number: true,
      sort: 'value',
    },
    {
      field: 'holdingsCount',
      head: 'Positions',
      as: (value) => figure(value, count),
      number: true,
      sort: 'positions',
    },
    { field: 'newCount', head: 'New', as: (value) => figure(value, count), number: true, sort: 'new' },
    { field: 'soldCount', head: 'Sold', as: (value) => figure(value, count), number: true, sort: 'sold' },
    {
      field: 'tradeCount',
      head: 'Trades',
      as: (value) => figure(value, count),
      number: true,
      sort: 'trades',
    },
    { field: 'periodEnd', head: 'Reported', as: reported },
    {
      field: 'filedAt',
      head: 'Filed',
      as: (value) => (value ? day(value) : html`<span class="unknown">not read</span>`),
      sort: 'filed',
    },
    { field: 'benchmarkTicker', head: 'Benchmark', minor: true },
  ];
}

function named(name: string, { entityName, role }: ApiTrackerRow, href: string): Html {
  return html`${link(href, name)} <span class="note">${[entityName, role].filter((words) => words !== null && words !== '').join(', ')}</span>`;
}

/** A dash where the kind of portfolio has no such figure, or no report to compare with was read. */
function figure(value: number | null | undefined, as: (value: number) => string): string {
  return value === null || value === undefined ? '–' : as(value);
}

/** Only a fund reports a quarter; a member or official reports single trades. */
function reported(periodEnd: string | null | undefined, { periodLabel }: ApiTrackerRow): Html | string {
  if (periodEnd === null || periodEnd === undefined) return '–';
  return periodLabel ?? html`trades to ${day(periodEnd)}`;
}
