/** Managers' transactions of one European market. */

import { notFound } from '../../../../tools/contract/errors.js';
import { EU_MARKETS, EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { EuCountry } from '../../../../tools/contract/shapes/eu.js';
import getEuFilings from '../../../../tools/get-eu-filings.js';
import { type Html, html } from '../../../html.js';
import { count, plural } from '../../figures.js';
import { filterForm, filterQuery } from '../filters.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { toolPage } from '../tool-page.js';
import { isMarket, MARKETS } from './markets.js';

const FILTERS = [
  { name: 'isin', label: 'ISIN', as: 'code', size: 14 },
  { name: 'since', label: 'Published since (UTC)', as: 'date' },
] as const;
const NO_MARKET =
  'There is no such market. This service has Germany, the United Kingdom, Sweden and the Netherlands.';

const titleOf = (name: string) => `Managers’ transactions, ${name}`;

export const market = toolPage({
  path: '/eu/{country}',
  nav: 'Europe',
  tool: getEuFilings,
  about: ({ country = '' }) => (isMarket(country) ? [MARKETS[country].source] : []),
  given: ({ params }) => ({ country: params.country ?? '' }),
  filters: {
    fields: FILTERS,
    title: ({ country = '' }) => titleOf(isMarket(country) ? MARKETS[country].name : ''),
    notFound: NO_MARKET,
  },
  async render({ data: rows, meta }, request) {
    const country = request.params.country ?? '';
    if (!isMarket(country)) throw notFound(NO_MARKET);
    const found = MARKETS[country];
    const query = filterQuery(request, FILTERS);
    return {
      title: titleOf(found.name),
      lede: `Acquisitions and disposals by managers and persons close to them under Article 19 of the Market Abuse Regulation, as published in the last ${EU_WINDOW_DAYS} days.`,
      body: html`${tabs(request, country)}
${filterForm(request, `/eu/${country}`, FILTERS)}
${found.table({
  caption: `${found.name}, newest publication first`,
  rows,
  total: meta.total,
  empty: emptyWords(
    await stateOf(request, found.source),
    query === ''
      ? `No acquisition or disposal was published in the last ${EU_WINDOW_DAYS} days.`
      : 'No acquisition or disposal matches these filters.',
  ),
  rest: html`More of them are in the JSON below${(meta.total ?? 0) > rows.length && `, ${plural(rows.length, 'row')} at most`}.`,
})}`,
      json: `/v1/eu/${country}${query}`,
      unlisted: query !== '',
      sources: [found.register],
      caveats: caveatsOf(country),
      fetchedAt: meta.fetchedAt,
    };
  },
});

function tabs(request: PageRequest, country: string): Html {
  return html`<nav class="tabs" aria-label="Market"><ul>${Object.entries(MARKETS).map(([code, { name }]) => html`<li><a href="${request.to(`/eu/${code}`)}"${code === country ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul></nav>`;
}

function caveatsOf(country: EuCountry): string[] {
  const { currency, floor } = EU_MARKETS[country];
  return [
    MARKETS[country].caveat,
    `Rows under ${currency} ${count(floor)} are left out. This floor applies only to rows in that currency, so read the currency before you add anything up.`,
    'Awards, vestings, option exercises, mergers and gifts are left out.',
  ];
}
