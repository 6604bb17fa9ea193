/** Issuers in which several insiders traded in the same direction. */

import { CLUSTER_MIN_INSIDERS, CLUSTER_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { ClusterFacts, ClusterInsiderFacts } from '../../../../tools/contract/shapes/digest.js';
import getClusters from '../../../../tools/get-clusters.js';
import { type Html, html } from '../../../html.js';
import { amount } from '../../figures.js';
import { filterQuery, givenValues } from '../filters.js';
import { FORM4_SOURCE } from '../form4/filing-columns.js';
import { localLink, symbolAndName } from '../links.js';
import { jsonAddress, type ListView, listBody, type Preset, rowsShown, sortingOf } from '../list-view.js';
import type { PageAnswer, PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';

const PATH = '/clusters';
const TITLE = 'Clusters';
const PAGE_ROWS = 100;
/** Names of insiders in one row. */
const NAMES = 5;
const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'direction',
    label: 'Direction',
    as: [
      ['all', 'Both'],
      ['P', 'Purchases'],
      ['S', 'Sales'],
    ],
  },
  {
    name: 'chief',
    label: 'Chief officer',
    as: [
      ['', 'With and without'],
      ['true', 'With a chief officer'],
      ['false', 'Without one'],
    ],
  },
  { name: 'min_insiders', label: 'Min. insiders', as: 'amount' },
  { name: 'min_value', label: 'Min. value ($)', as: 'amount' },
  { name: 'cik', label: 'CIK', as: 'code', size: 10, isRare: true },
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Purchases', query: { direction: 'P' } },
  { label: 'Purchases with a chief officer', query: { direction: 'P', chief: 'true' } },
  { label: 'Most insiders', query: { sort: 'insiders' } },
  { label: 'Largest', query: { sort: 'value' } },
  { label: 'Newest', query: { sort: 'filed' } },
];
const ROLES = [
  ['chief', 'chief', 'chiefs'],
  ['officer', 'officer', 'officers'],
  ['director', 'director', 'directors'],
  ['tenPercentOwner', '10% owner', '10% owners'],
  ['other', 'other', 'others'],
] as const;

type Card = PageAnswer<typeof getClusters>['data'][number];

export const clusters = toolPage({
  path: PATH,
  nav: 'Clusters',
  tool: getClusters,
  about: () => ['sec-edgar-form4'],
  given: () => ({ insiders: 'names', limit: PAGE_ROWS }),
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  async render({ data: rows, meta }, request) {
    const view: ListView = {
      request,
      path: PATH,
      filters: FILTERS,
      sorts: ['conviction', 'value', 'insiders', 'filed'],
    };
    return {
      title: TITLE,
      lede: `Issuers in which ${CLUSTER_MIN_INSIDERS} or more insiders bought, or sold, in the open market within ${CLUSTER_WINDOW_DAYS} days.${['', 'conviction'].includes(request.query.sort ?? '') ? ' Sorted by a conviction score with a published formula.' : ''} Not a recommendation.`,
      body: listBody(view, {
        presets: PRESETS,
        summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
        meta,
        rows: table({
          caption: `Clusters of the last ${CLUSTER_WINDOW_DAYS} days`,
          rows,
          total: meta.total,
          most: PAGE_ROWS,
          rest: 'The filters show others.',
          empty: emptyWords(
            await stateOf(request, 'sec-edgar-form4'),
            filterQuery(request, FILTERS) === ''
              ? 'There is no cluster at the moment. That is not unusual.'
              : 'No cluster matches these filters.',
          ),
          schema: getClusters.output,
          columns: columnsFor(request),
          sorting: sortingOf(view),
        }),
      }),
      json: jsonAddress(view, '/v1/clusters', {
        ...givenValues(request, FILTERS),
        insiders: 'names',
        limit: String(PAGE_ROWS),
      }),
      sources: [FORM4_SOURCE],
      caveats: [
        html`Conviction is a composite of breadth, seniority, materiality, recency and concentration; <a href="${request.to('/methodology')}">How figures are calculated</a> gives the formula with an example.`,
        'Owners who file jointly count as one insider, so a fund family does not make a cluster.',
      ],
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});

function columnsFor(request: PageRequest): Array<Column<Card>> {
  return [
    {
      field: 'issuerName',
      head: 'Company',
      roomy: true,
      as: (name, { issuerTicker }) => symbolAndName(issuerTicker, name),
      to: (row) => localLink(request, row.url),
    },
    { field: 'direction', head: 'Direction', as: 'direction' },
    { field: 'insiderCount', head: 'Insiders', as: 'amount', sort: 'insiders' },
    {
      field: 'seniority',
      head: 'Who',
      roomy: true,
      as: (seniority, { insiders = [] }) =>
        html`${roleCounts(seniority)} <span class="note">${names(request, insiders)}</span>`,
    },
    { field: 'totalValue', head: 'Value', as: 'usd', sort: 'value' },
    { field: 'discretionaryValue', head: 'Without plans', as: 'usd', minor: true },
    {
      field: 'conviction',
      head: 'Conviction',
      sort: 'conviction',
      as: (value) =>
        html`<span class="code"><meter min="0" max="100" value="${value}" aria-label="Conviction ${value} of 100"></meter> ${amount(value)}</span>`,
    },
    { field: 'firstFiledAt', head: 'First filed', as: 'day', minor: true },
    { field: 'lastFiledAt', head: 'Last filed', as: 'day', sort: 'filed', minor: true },
  ];
}

/** `1 chief, 2 officers` */
function roleCounts(seniority: ClusterFacts['seniority']): string {
  return ROLES.filter(([role]) => seniority[role] > 0)
    .map(([role, one, many]) => `${seniority[role]} ${seniority[role] === 1 ? one : many}`)
    .join(', ');
}

/** Those with the largest value first, as filed. */
function names(request: PageRequest, insiders: readonly ClusterInsiderFacts[]): Html {
  const more = insiders.length - NAMES;
  return html`${insiders.slice(0, NAMES).map(({ slug, name }, at) => html`${at > 0 ? ', ' : ''}<a href="${request.to(`/insiders/${slug}`)}">${name}</a>`)}${more > 0 && ` and ${more} more`}`;
}
