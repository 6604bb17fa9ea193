/** Managers' transactions of one European market, or of all. */

import { notFound } from '../../../../tools/contract/errors.js';
import { EU_SORTS } from '../../../../tools/contract/eu-search.js';
import { EU_MARKETS, isEuCountry } from '../../../../tools/contract/markets/index.js';
import { EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import getEuFilings from '../../../../tools/get-eu-filings.js';
import { type Html, html } from '../../../html.js';
import { filterQuery, givenValues } from '../filters.js';
import { jsonAddress, type ListView, listBody, listPath, type Preset, sortingOf } from '../list-view.js';
import type { Content, Page, PageRequest } from '../page.js';
import { toolPage } from '../tool-page.js';
import {
  caveatsOf,
  emptyText,
  marketsOf,
  PAGE_ROWS,
  ROW_FILTERS,
  rowsSummary,
  sourcesOf,
  withCurrency,
  withUnit,
} from './market-parts.js';
import { allMarketsTable, marketTable } from './market-table.js';

const FILTERS = [
  { name: 'issuer', label: 'Company or ISIN', as: 'name' },
  { name: 'manager', label: 'Manager', as: 'name' },
  ...ROW_FILTERS,
  { name: 'isin', label: 'ISIN', as: 'code', size: 14, isRare: true },
] as const;
const ALL = 'all';
const ALL_NAME = 'Europe';
const NAMES = Object.values(EU_MARKETS).map(({ name }) => name);
const NO_MARKET = `There is no such market. This service has: ${NAMES.join(', ')}.`;

const titleOf = (country: string) =>
  `Managers’ transactions, ${isEuCountry(country) ? EU_MARKETS[country].name : ALL_NAME}`;
const marketPage = toolPage({
  path: '/eu/{country}',
  nav: 'Europe',
  tool: getEuFilings,
  about: ({ country = '' }) => sourcesOf(country),
  given: ({ params }) => ({ country: params.country ?? '', limit: PAGE_ROWS }),
  filters: {
    fields: FILTERS,
    title: ({ country = '' }) => titleOf(country),
    notFound: NO_MARKET,
    isList: true,
  },
  async render({ data: rows, meta }, request) {
    const country = request.params.country ?? '';
    const markets = marketsOf(country);
    if (markets.length === 0) throw notFound(NO_MARKET);
    const path = `/eu/${country}`;
    const view: ListView = {
      request,
      path,
      filters: withUnit(request, markets, country === ALL ? FILTERS.map(withCurrency) : FILTERS),
      most: PAGE_ROWS,
      sorts: EU_SORTS,
    };
    const shared = {
      caption: country === ALL ? 'All markets' : `${markets[0]?.name}`,
      most: rows.length,
      empty: await emptyText(request, markets, filterQuery(request, FILTERS) !== ''),
      sorting: sortingOf(view),
    };
    return {
      title: titleOf(country),
      lede: `Acquisitions and disposals by managers of listed companies and people close to them, published under Article 19 of the Market Abuse Regulation in the last ${EU_WINDOW_DAYS} days.`,
      body: html`${tabs(request, country)}
${listBody(view, {
  presets: presetsFor(country),
  summary: rowsSummary(view, meta),
  meta,
  rows: isEuCountry(country)
    ? marketTable(request, country, { ...shared, rows })
    : // Rows of all markets name their own.
      allMarketsTable(request, { ...shared, rows: rows as AnyMarketRow[] }),
})}`,
      json: jsonAddress(view, `/v1/eu/${country}`, {
        ...givenValues(request, view.filters),
        limit: String(PAGE_ROWS),
      }),
      unlisted: Object.values(request.query).some((value) => value !== ''),
      sources: markets.map(({ registerName, source }) => ({ label: registerName, href: source.homepage })),
      caveats: caveatsOf(markets),
      fetchedAt: meta.fetchedAt,
    };
  },
});

/** The list of one market, or of all. `/eu/SE` is `/eu/se`. */
export const market: Page = {
  ...marketPage,
  async render(request) {
    const { country = '' } = request.params;
    const code = country.toLowerCase();
    const isOther = code !== country && marketsOf(code).length > 0;
    return isOther ? movedTo(code, request) : marketPage.render(request);
  },
};

/** `/eu`, where the addresses of all markets begin. */
export const europe: Page = {
  path: '/eu',
  needs: marketPage.needs,
  query: marketPage.query ?? [],
  render: async (request) => movedTo(ALL, request),
};

function movedTo(country: string, request: PageRequest): Content {
  const redirect = listPath({ request, path: `/eu/${country}`, filters: FILTERS, most: PAGE_ROWS });
  return { title: titleOf(country), lede: '', body: html``, redirect };
}

function presetsFor(country: string): Preset[] {
  const currency = isEuCountry(country) ? EU_MARKETS[country].currency : 'EUR';
  return [
    { label: 'Acquisitions', query: { direction: 'P' } },
    {
      label: `Acquisitions of ${currency} 100,000 or more`,
      query: { direction: 'P', min_value: '100000', currency },
    },
    { label: `Largest in ${currency}`, query: { currency, sort: 'value' } },
  ];
}

function tabs(request: PageRequest, country: string): Html {
  const all = [[ALL, { name: 'All markets' }], ...Object.entries(EU_MARKETS)] as const;
  return html`<nav class="tabs" aria-label="Market"><ul>${all.map(([code, { name }]) => html`<li><a href="${request.to(`/eu/${code}`)}"${code === country ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul></nav>`;
}
