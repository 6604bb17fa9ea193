/** Issuers in which several insiders traded in the same direction. */

import { CLUSTER_MIN_INSIDERS, CLUSTER_WINDOW_DAYS, CLUSTERS_MAX } from '../../../../tools/contract/rules.js';
import type { ClusterFacts } from '../../../../tools/contract/shapes/digest.js';
import getClusters from '../../../../tools/get-clusters.js';
import { html } from '../../../html.js';
import { amount } from '../../figures.js';
import { FORM4_SOURCE } from '../form4/filing-columns.js';
import { localLink } from '../links.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';

const ROLES = [
  ['chief', 'chief', 'chiefs'],
  ['officer', 'officer', 'officers'],
  ['director', 'director', 'directors'],
  ['tenPercentOwner', '10% owner', '10% owners'],
  ['other', 'other', 'others'],
] as const;

export const clusters = toolPage({
  path: '/clusters',
  nav: 'Clusters',
  tool: getClusters,
  about: () => ['sec-edgar-form4'],
  async render({ data, meta }, request) {
    const issuerLink = (row: { url: string }) => localLink(request, row.url);
    return {
      title: 'Clusters',
      lede: `Issuers in which ${CLUSTER_MIN_INSIDERS} or more insiders bought, or sold, in the open market within ${CLUSTER_WINDOW_DAYS} days. Sorted by a conviction score with a published formula. Not a recommendation.`,
      body: table({
        caption: `Clusters of the last ${CLUSTER_WINDOW_DAYS} days`,
        rows: data,
        total: meta.total,
        rest: `Only the first ${CLUSTERS_MAX} are kept.`,
        empty: emptyWords(
          await stateOf(request, 'sec-edgar-form4'),
          'There is no cluster at the moment. That is not unusual.',
        ),
        schema: getClusters.output,
        columns: [
          { field: 'issuerTicker', head: 'Ticker', as: 'dash', to: issuerLink },
          { field: 'issuerName', head: 'Issuer', to: issuerLink },
          { field: 'direction', head: 'Direction', as: 'direction' },
          { field: 'insiderCount', head: 'Insiders', as: 'amount' },
          { field: 'seniority', head: 'Who', as: roleCounts },
          { field: 'totalValue', head: 'Value', as: 'usd' },
          { field: 'discretionaryValue', head: 'Without plans', as: 'usd' },
          {
            field: 'conviction',
            head: 'Conviction',
            as: (value) =>
              html`<span class="code"><meter min="0" max="100" value="${value}" aria-label="Conviction ${value} of 100"></meter> ${amount(value)}</span>`,
          },
          { field: 'firstFiledAt', head: 'First filed', as: 'day' },
          { field: 'lastFiledAt', head: 'Last filed', as: 'day' },
        ],
      }),
      json: '/v1/clusters',
      sources: [FORM4_SOURCE],
      caveats: [
        html`Conviction is a composite of breadth, seniority, materiality, recency and concentration; <a href="${request.to('/methodology')}">How figures are calculated</a> gives the formula with an example.`,
        'Owners who file jointly count as one insider, so a fund family does not make a cluster.',
      ],
      fetchedAt: meta.fetchedAt,
    };
  },
});

/** `1 chief, 2 officers` */
function roleCounts(seniority: ClusterFacts['seniority']): string {
  return ROLES.filter(([role]) => seniority[role] > 0)
    .map(([role, one, many]) => `${seniority[role]} ${seniority[role] === 1 ? one : many}`)
    .join(', ');
}
