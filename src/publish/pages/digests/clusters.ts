/** Issuers in which several insiders moved together. */

import { html } from '../../../html.js';
import { amount, direction } from '../../figures.js';
import { FORM4_SOURCE, ownPath } from '../form4/filing-columns.js';
import type { Page } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { type Row, table } from '../table.js';

const ROLES = [
  ['chief', 'chief', 'chiefs'],
  ['officer', 'officer', 'officers'],
  ['director', 'director', 'directors'],
  ['tenPercentOwner', '10% owner', '10% owners'],
  ['other', 'other', 'others'],
] as const;

export const clusters: Page = {
  path: '/clusters',
  nav: 'Clusters',
  needs: ['/v1/clusters'],
  about: () => ['sec-edgar-form4'],
  async render(visit) {
    const envelope = await visit.ask('/v1/clusters');
    return {
      title: 'Clusters',
      lede: 'Issuers of which three or more insiders bought, or sold, in the open market within sixty days. Sorted by a conviction score with a published formula. Not a recommendation.',
      body: table({
        caption: 'Clusters of the last sixty days',
        rows: envelope.data as Row[],
        total: envelope.meta.total,
        rest: 'Only the first are kept.',
        empty: emptyWords(
          await stateOf(visit, 'sec-edgar-form4'),
          'There is no cluster at this time, which is nothing unusual.',
        ),
        schema: visit.tools.find((tool) => tool.path === '/v1/clusters')?.output,
        columns: [
          {
            field: 'issuerTicker',
            head: 'Ticker',
            as: (value) => String(value || '–'),
            to: (row) => ownPath(visit, row.url),
          },
          { field: 'issuerName', head: 'Issuer', to: (row) => ownPath(visit, row.url) },
          { field: 'direction', head: 'Direction', as: direction },
          { field: 'insiderCount', head: 'Insiders', as: 'amount' },
          { field: 'seniority', head: 'Who', as: who },
          { field: 'totalValue', head: 'Value', as: 'usd' },
          { field: 'discretionaryValue', head: 'Without plans', as: 'usd' },
          {
            field: 'conviction',
            head: 'Conviction',
            as: (value) =>
              typeof value === 'number'
                ? html`<span class="code"><meter min="0" max="100" value="${value}" aria-label="Conviction ${value} of 100"></meter> ${amount(value)}</span>`
                : '',
          },
          { field: 'firstFiledAt', head: 'First filed', as: 'day' },
          { field: 'lastFiledAt', head: 'Last filed', as: 'day' },
        ],
      }),
      json: '/v1/clusters',
      sources: [FORM4_SOURCE],
      caveats: [
        html`Conviction is a composite of breadth, seniority, materiality, recency and concentration; <a href="${visit.to('/methodology')}">How figures are made</a> gives the formula with an example.`,
        'Owners who file jointly are one insider, so a fund family is not a crowd.',
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

function who(value: unknown): string {
  const counts = (value ?? {}) as Record<string, number>;
  return ROLES.filter(([role]) => (counts[role] ?? 0) > 0)
    .map(([role, one, many]) => `${counts[role]} ${counts[role] === 1 ? one : many}`)
    .join(', ');
}
