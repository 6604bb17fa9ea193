/** Managers' transactions of one European market. Words stay the register's own. */

import { notFound } from '../../../../tools/contract/errors.js';
import type { SourceId } from '../../../../tools/contract/reads.js';
import { EU_MARKETS, EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { type Html, html } from '../../../html.js';
import { amount, day, link, plural, UNKNOWN } from '../../figures.js';
import { askFiltered, type Filter, filterForm, givenValues, wrongFilters } from '../filters.js';
import type { Page } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { type Column, type Row, table } from '../table.js';

interface Market {
  name: string;
  register: { label: string; href: string };
  /** Where the days of the register are counted. */
  zone: string;
  columns: Column[];
  caveat: string;
}

const MARKETS: Record<string, Market> = {
  de: {
    name: 'Germany',
    zone: 'Europe/Berlin',
    register: {
      label: 'BaFin, directors’ dealings',
      href: 'https://portal.mvp.bafin.de/database/DealingsInfo/',
    },
    columns: [
      { field: 'capacity', head: 'Relation' },
      { field: 'transactionNature', head: 'Nature' },
      { field: 'price', head: 'Price', as: 'amount' },
      { field: 'totalValue', head: 'Value', as: worth, number: true },
    ],
    caveat: 'BaFin publishes no number of shares; the value is as the register states it.',
  },
  uk: {
    name: 'United Kingdom',
    zone: 'Europe/London',
    register: {
      label: 'FCA National Storage Mechanism',
      href: 'https://data.fca.org.uk/#/nsm/nationalstoragemechanism',
    },
    columns: [
      { field: 'capacity', head: 'Relation' },
      { field: 'transactionNature', head: 'Nature' },
      { field: 'volume', head: 'Volume', as: 'amount' },
      { field: 'pricePerShare', head: 'Price as quoted', as: 'amount' },
      { field: 'totalValue', head: 'Value', as: worth, number: true },
    ],
    caveat:
      'Prices are as quoted, mostly pence; where the unit could not be determined, currency and value are not stated.',
  },
  se: {
    name: 'Sweden',
    zone: 'Europe/Stockholm',
    register: {
      label: 'Finansinspektionen, insynsregistret',
      href: 'https://marknadssok.fi.se/Publiceringsklient',
    },
    columns: [
      { field: 'position', head: 'Position' },
      { field: 'characterSe', head: 'Character' },
      { field: 'volume', head: 'Volume', as: 'amount' },
      { field: 'price', head: 'Price', as: 'amount' },
      { field: 'totalValueNative', head: 'Value', as: worth, number: true },
    ],
    caveat:
      'Values are in each row’s own currency; nothing is converted. Obvious keying errors are left out.',
  },
  nl: {
    name: 'Netherlands',
    zone: 'Europe/Amsterdam',
    register: {
      label: 'AFM, managers’ transactions',
      href: 'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-',
    },
    columns: [
      { field: 'capacity', head: 'Position' },
      { field: 'transactionCategory', head: 'Category' },
      { field: 'quantity', head: 'Quantity', as: 'amount' },
      { field: 'price', head: 'Price', as: 'amount' },
      { field: 'totalValue', head: 'Value', as: worth, number: true },
    ],
    caveat:
      'The register gives no time of publication. The date is when this service first saw the row; for rows of its first reading it is the day of the trade.',
  },
};

const SOURCE: Record<string, SourceId | undefined> = {
  de: 'bafin-directors-dealings',
  uk: 'fca-nsm',
  se: 'fi-insynsregistret',
  nl: 'afm-mar19',
};

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

export const europe: Page = {
  path: '/eu/{country}',
  nav: 'Europe',
  needs: ['/v1/eu/{country}'],
  about: ({ country = '' }) => (SOURCE[country] === undefined ? [] : [SOURCE[country]]),
  query: FILTERS.map(({ name }) => name),
  async render(visit) {
    const country = visit.params.country ?? '';
    const given = givenValues(visit, FILTERS);
    const question = new URLSearchParams(given).toString();
    const answer = await askFiltered(visit, '/v1/eu/{country}', { country, ...given });
    const market = MARKETS[country];
    if ('failed' in answer) {
      if (market === undefined)
        throw notFound(
          'There is no such market: Germany, the United Kingdom, Sweden and the Netherlands are here.',
        );
      return wrongFilters(visit, {
        title: `Managers’ transactions, ${market.name}`,
        action: `/eu/${country}`,
        filters: FILTERS,
        failed: answer.failed,
      });
    }
    if (market === undefined) throw new Error(`no words for market ${country}`);
    const { envelope } = answer;
    const { currency, floor } = EU_MARKETS[country as keyof typeof EU_MARKETS];
    const rows = envelope.data as Row[];
    return {
      title: `Managers’ transactions, ${market.name}`,
      lede: `Acquisitions and disposals by managers and persons close to them under Article 19 of the Market Abuse Regulation, as published in the last ${EU_WINDOW_DAYS} days.`,
      body: html`<nav class="tabs" aria-label="Market"><ul>${Object.entries(MARKETS).map(([code, one]) => html`<li><a href="${visit.to(`/eu/${code}`)}"${code === country ? html` aria-current="page"` : ''}>${one.name}</a></li>`)}</ul></nav>
${filterForm(visit, `/eu/${country}`, FILTERS)}
${table({
  caption: `${market.name}, newest publication first`,
  rows,
  total: envelope.meta.total,
  empty: emptyWords(
    await stateOf(visit, SOURCE[country] as SourceId),
    question === ''
      ? `No acquisition or disposal was published in the last ${EU_WINDOW_DAYS} days.`
      : 'No acquisition or disposal matches these filters.',
  ),
  most: 200,
  rest: html`More of them are in the JSON below${(envelope.meta.total ?? 0) > rows.length && `, ${plural(rows.length, 'row')} at most`}.`,
  schema: visit.tools.find((tool) => tool.path === '/v1/eu/{country}')?.output,
  columns: [
    { field: 'publicationAt', head: 'Published', as: (value) => day(value, market.zone) },
    { field: 'issuerName', head: 'Issuer', as: paper, roomy: true },
    { field: 'pdmrName', head: 'Manager', roomy: true },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
    ...market.columns,
    {
      field: 'url',
      head: 'Original',
      as: (value, row) => link(value ?? row.rawArtefactUrl, 'register'),
    },
  ],
})}`,
      json: `/v1/eu/${country}${question === '' ? '' : `?${question}`}`,
      unlisted: question !== '',
      sources: [market.register],
      caveats: [
        market.caveat,
        `Rows under ${currency} ${floor.toLocaleString('en-US')} are left out; rows in another currency pass, so read the currency before adding up.`,
        'Awards, vestings, option exercises, mergers and gifts are left out.',
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};
