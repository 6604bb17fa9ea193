/** Managers' transactions of one European market. Words stay the register's own. */

import { notFound } from '../../../tools/contract/errors.js';
import { EU_MARKETS, isEuCountry } from '../../../tools/contract/markets/index.js';
import type { EuMarket, MarketColumn } from '../../../tools/contract/markets/market.js';
import { EU_WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { PublicSourceId } from '../../../tools/contract/sources.js';
import { amount, day, link, plural, UNKNOWN } from './figures.js';
import { askFiltered, type Filter, filterForm, givenValues, wrongFilters } from './filters.js';
import { type Html, html } from './html.js';
import type { Page } from './page.js';
import { emptyWords, stateOf } from './source-words.js';
import { type Column, type Row, table } from './table.js';

const FILTERS: readonly Filter[] = [
  { name: 'isin', label: 'ISIN', as: 'code', size: 14 },
  { name: 'since', label: 'Published since (UTC)', as: 'date' },
];

/** The issuer, and the paper that was traded. */
function paper(value: unknown, row: Row): Html {
  return html`${String(value)}${typeof row.isin === 'string' && row.isin !== '' && html` <span class="note">${row.isin}</span>`}`;
}

/** An amount with its own currency: rows of one market differ. */
function worth(value: unknown, row: Row): Html {
  if (typeof value !== 'number') return UNKNOWN;
  return html`${amount(value)} ${typeof row.currency === 'string' ? row.currency : html`<span class="unknown">currency not stated</span>`}`;
}

/** A column of the description, with the way to show it. */
function shownColumn({ field, head, as }: MarketColumn): Column {
  switch (as) {
    case 'value':
      return { field, head, as: worth, number: true };
    case 'original':
      return { field, head, as: (value) => link(value, 'register') };
    default:
      return as === undefined ? { field, head } : { field, head, as };
  }
}

export const europe: Page = {
  path: '/eu/{country}',
  nav: 'Europe',
  needs: ['/v1/eu/{country}'],
  about: ({ country = '' }) => (isEuCountry(country) ? [EU_MARKETS[country].source.id] : []),
  query: FILTERS.map(({ name }) => name),
  async render(visit) {
    const country = visit.params.country ?? '';
    const given = givenValues(visit, FILTERS);
    const question = new URLSearchParams(given).toString();
    const answer = await askFiltered(visit, '/v1/eu/{country}', { country, ...given });
    const market: EuMarket<PublicSourceId> | undefined = isEuCountry(country)
      ? EU_MARKETS[country]
      : undefined;
    if ('failed' in answer) {
      if (market === undefined)
        throw notFound(
          `There is no such market. These are here: ${Object.values(EU_MARKETS)
            .map(({ name }) => name)
            .join(', ')}.`,
        );
      return wrongFilters(visit, {
        title: `Managers’ transactions, ${market.name}`,
        action: `/eu/${country}`,
        filters: FILTERS,
        failed: answer.failed,
      });
    }
    if (market === undefined) throw new Error(`no description of market ${country}`);
    const { envelope } = answer;
    const { currency, floor, registerName, source } = market;
    const rows = envelope.data as Row[];
    return {
      title: `Managers’ transactions, ${market.name}`,
      lede: `Acquisitions and disposals by managers and persons close to them under Article 19 of the Market Abuse Regulation, as published in the last ${EU_WINDOW_DAYS} days.`,
      body: html`<nav class="tabs" aria-label="Market"><ul>${Object.entries(EU_MARKETS).map(([code, one]) => html`<li><a href="${visit.to(`/eu/${code}`)}"${code === country ? html` aria-current="page"` : ''}>${one.name}</a></li>`)}</ul></nav>
${filterForm(visit, `/eu/${country}`, FILTERS)}
${table({
  caption: `${market.name}, newest publication first`,
  rows,
  total: envelope.meta.total,
  empty: emptyWords(
    await stateOf(visit, source.id),
    question === ''
      ? `No acquisition or disposal was published in the last ${EU_WINDOW_DAYS} days.`
      : 'No acquisition or disposal matches these filters.',
  ),
  most: 200,
  rest: html`More of them are in the JSON below${(envelope.meta.total ?? 0) > rows.length && `, ${plural(rows.length, 'row')} at most`}.`,
  schema: visit.tools.find((tool) => tool.path === '/v1/eu/{country}')?.output,
  columns: [
    { field: 'publicationAt', head: 'Published', as: (value) => day(value, market.timeZone) },
    { field: 'issuerName', head: 'Issuer', as: paper, roomy: true },
    { field: 'pdmrName', head: 'Manager', roomy: true },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
    ...market.columns.map(shownColumn),
  ],
})}`,
      json: `/v1/eu/${country}${question === '' ? '' : `?${question}`}`,
      unlisted: question !== '',
      sources: [{ label: registerName, href: source.homepage }],
      caveats: [
        market.caveat,
        `Rows under ${currency} ${floor.toLocaleString('en-US')} are left out; rows in another currency pass, so read the currency before adding up.`,
        'Awards, vestings, option exercises, mergers and gifts are left out.',
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};
