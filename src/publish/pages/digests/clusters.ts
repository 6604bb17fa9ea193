/** Issuers in which several insiders traded in the same direction. */

import {
  CLUSTER_MIN_INSIDERS,
  CLUSTER_WINDOW_DAYS,
  CLUSTERS_LIMIT,
} from '../../../../tools/contract/rules.js';
import type { ClusterFacts, ClusterInsiderFacts } from '../../../../tools/contract/shapes/digest.js';
import getClusters from '../../../../tools/get-clusters.js';
import { type Html, html } from '../../../html.js';
import { amount, direction } from '../../figures.js';
import { CIK_FILTER, DIRECTION_FILTER, MIN_VALUE_FILTER, TICKER_FILTER } from '../common-filters.js';
import { companyColumn } from '../company-column.js';
import { FORM4_SOURCE, NAMES_AS_FILED } from '../form4/filing-columns.js';
import { listPage } from '../list-page.js';
import type { Preset } from '../list-view.js';
import type { PageAnswer, PageRequest } from '../page.js';
import type { Column } from '../table.js';

const PATH = '/clusters';
const PAGE_ROWS = 50;
/** Names of insiders in one row. */
const NAMES = 5;
const FILTERS = [
  TICKER_FILTER,
  DIRECTION_FILTER,
  {
    name: 'chief',
    label: 'Chief officer',
    as: [
      ['', 'Any'],
      ['true', 'With a chief officer'],
      ['false', 'No chief officer'],
    ],
  },
  { name: 'min_insiders', label: 'Min. insiders', as: 'amount' },
  MIN_VALUE_FILTER,
  CIK_FILTER,
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

export const clusters = listPage({
  path: PATH,
  nav: 'Clusters',
  tool: getClusters,
  source: 'sec-edgar-form4',
  newestBy: 'filed',
  title: 'Clusters',
  lede: ({ query }) =>
    `Companies where ${CLUSTER_MIN_INSIDERS} or more insiders bought, or sold, on the open market within ${CLUSTER_WINDOW_DAYS} days.${['', 'conviction'].includes(query.sort ?? '') ? ' Sorted by a conviction score with a published formula.' : ''} Not a recommendation.`,
  filters: FILTERS,
  sorts: ['conviction', 'value', 'insiders', 'filed'],
  presets: PRESETS,
  given: () => ({ insiders: 'names', limit: PAGE_ROWS }),
  caption: `Clusters of the last ${CLUSTER_WINDOW_DAYS} days, each naming the ${NAMES} insiders with the largest trades. ${NAMES_AS_FILED}`,
  empty: {
    all: 'There is no cluster at the moment. That is not unusual.',
    filtered: 'No cluster matches these filters.',
  },
  schema: getClusters.output,
  columns: columnsFor,
  sources: [FORM4_SOURCE],
  caveats: (request) => [
    html`Conviction is a composite of breadth, seniority, materiality, recency and concentration; <a href="${request.to('/methodology')}">How figures are calculated</a> gives the formula with an example.`,
    'Owners who file jointly count as one insider, so a family of funds alone is not a cluster.',
  ],
});

async function columnsFor(request: PageRequest): Promise<Array<Column<Card>>> {
  const bothWays = await companiesBothWays(request);
  return [
    companyColumn(request),
    {
      field: 'direction',
      head: 'Direction',
      isPlain: true,
      as: (code, { issuerCik }) =>
        html`${direction(code)}${bothWays.has(issuerCik) && html` <span class="note"><a href="${request.to(`${PATH}?cik=${issuerCik}`)}">also ${code === 'P' ? 'sales' : 'purchases'}</a></span>`}`,
    },
    { field: 'insiderCount', head: 'Insiders', as: 'amount', sort: 'insiders' },
    {
      field: 'seniority',
      head: 'Who',
      roomy: true,
      as: (seniority, { insiders = [] }) =>
        html`${roleCounts(seniority)} <span class="note">${names(request, insiders)}</span>`,
    },
    { field: 'totalValue', head: 'Value', as: 'usd', sort: 'value' },
    { field: 'discretionaryValue', head: 'Outside plans', as: 'usd', minor: true },
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

/** CIKs of the companies with a cluster in each direction: the other one may be on another page, or left out by a filter. */
async function companiesBothWays({ callTool }: PageRequest): Promise<Set<string>> {
  const sold = async (code: 'P' | 'S') => {
    const { data } = await callTool(getClusters, { direction: code, limit: CLUSTERS_LIMIT.max });
    return new Set(data.map(({ issuerCik }) => issuerCik));
  };
  const [purchases, sales] = [await sold('P'), await sold('S')];
  return new Set([...purchases].filter((cik) => sales.has(cik)));
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
