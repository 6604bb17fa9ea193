/** What the page of a European name has beside its rows: sums by currency, its managers or issuers, and the same company elsewhere. */

import { ApiError } from '../../../../tools/contract/errors.js';
import { namePage } from '../../../../tools/contract/market-call.js';
import { EU_MARKETS, isEuCountry } from '../../../../tools/contract/markets/index.js';
import { EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import getIssuer from '../../../../tools/get-issuer.js';
import { groupBy, itemAt } from '../../../collections.js';
import { type Html, html } from '../../../html.js';
import { count, day, money, plural } from '../../figures.js';
import { euIssuerLink, euManagerLink, localLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { table } from '../table.js';

const LISTED = 50;

/** Amounts of one direction in one currency, and how many rows have no value. */
interface MarketSum {
  currency: string;
  value: number;
  rows: number;
}

/** The value of a row in its own currency; null if unknown. */
function amountOf(row: AnyMarketRow): number | null {
  // `defineMarket` has checked that the rows of a market have the fields of its description.
  return (row as unknown as Record<string, number | null>)[EU_MARKETS[row.market].mainFields[1]] ?? null;
}

/** Each currency apart: nothing is converted. */
function sumsOf(rows: readonly AnyMarketRow[], direction: 'P' | 'S'): MarketSum[] {
  const known = rows.filter(
    (row) => row.direction === direction && row.currency !== null && amountOf(row) !== null,
  );
  return [...groupBy(known, ({ currency }) => currency ?? '')].map(([currency, own]) => ({
    currency,
    value: own.reduce((total, row) => total + (amountOf(row) ?? 0), 0),
    rows: own.length,
  }));
}

export function nameTiles(rows: readonly AnyMarketRow[]): Html {
  const unknown = rows.filter(
    (row) => row.direction !== null && (amountOf(row) === null || row.currency === null),
  );
  const sums = (direction: 'P' | 'S', done: string) =>
    sumsOf(rows, direction).map(
      ({ currency, value, rows: counted }) =>
        html`<li><strong>${money(Math.round(value))} ${currency}</strong> ${done} in ${plural(counted, 'row')}</li>`,
    );
  // Newest first, at least one.
  const { publicationAt, market } = itemAt(rows, 0);
  return html`<ul class="tiles">
<li><strong>${count(rows.length)}</strong> ${rows.length === 1 ? 'row' : 'rows'}</li>
${sums('P', 'acquired')}${sums('S', 'disposed of')}
${unknown.length > 0 && html`<li><strong>${count(unknown.length)}</strong> of unknown value</li>`}
<li><strong>${day(publicationAt, EU_MARKETS[market].timeZone)}</strong> latest publication</li>
</ul>`;
}

/** Links to the issuer, to namesakes, and to the company of the same ISIN at the SEC. */
export async function relatedLinks(
  request: PageRequest,
  newest: AnyMarketRow,
  rows: readonly AnyMarketRow[],
): Promise<Html | ''> {
  const { issuer, manager } = request.params;
  const links: Html[] = [];
  if (manager !== undefined && issuer !== undefined && isEuCountry(newest.market)) {
    const page = euIssuerLink(request, newest, newest.market);
    if (page !== null) links.push(html`<a href="${page}">All managers of ${newest.issuerName}</a>`);
    links.push(
      html`<a href="${request.to(`/eu/managers/${encodeURIComponent(newest.pdmrName)}`)}">Everyone filed under this name</a>, at every company`,
    );
  }
  if (issuer !== undefined) links.push(...(await companyLinks(request, rows)));
  if (links.length === 0) return '';
  return html`<ul class="panel">${links.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** A company that files with the SEC has a CUSIP in its ISIN. */
async function companyLinks(request: PageRequest, rows: readonly AnyMarketRow[]): Promise<Html[]> {
  if (!request.tools.some(({ path }) => path === getIssuer.path)) return [];
  const isins = [...new Set(rows.flatMap(({ isin }) => (/^(?:US|CA)/.test(isin ?? '') ? (isin ?? []) : [])))];
  const [id] = isins;
  if (id === undefined) return [];
  try {
    const { identity } = (await request.callTool(getIssuer, { id, parts: 'clusters' })).data;
    if (identity.cik === null) return [];
    return [
      html`The same ISIN at the SEC: <a href="${localLink(request, identity.url)}">${identity.ticker ?? ''} ${identity.name ?? ''}</a>`,
    ];
  } catch (error) {
    if (error instanceof ApiError && ['not_found', 'not_ready', 'invalid_parameter'].includes(error.code))
      return [];
    throw error;
  }
}

/** The rows of one name, and what they come to. */
interface NamedRows {
  name: string;
  row: AnyMarketRow;
  rows: number;
  acquired: MarketSum[];
  disposed: MarketSum[];
  latest: string;
}

export function managerTable(request: PageRequest, rows: readonly AnyMarketRow[]): Html | '' {
  return namedTable(
    'Managers',
    // Rows that name no manager are not those of one person.
    rows.filter(({ pdmrName }) => pdmrName !== ''),
    ({ pdmrName }) => pdmrName,
    (row) => (isEuCountry(row.market) ? euManagerLink(request, row, row.market) : null),
  );
}

/** The name is the same, and at each issuer it may be another person. */
export function issuerTable(request: PageRequest, rows: readonly AnyMarketRow[]): Html | '' {
  return namedTable(
    'Companies',
    rows,
    ({ issuerName }) => issuerName,
    (row) => {
      const page = namePage({ country: row.market, issuer: row.issuerName, code: row.isin }, row.pdmrName);
      return page === null ? null : request.to(page);
    },
  );
}

function namedTable(
  title: string,
  rows: readonly AnyMarketRow[],
  nameOf: (row: AnyMarketRow) => string,
  to: (row: AnyMarketRow) => string | null,
): Html | '' {
  const named = [...groupBy(rows, nameOf)].map(([name, own]): NamedRows => {
    const row = itemAt(own, 0);
    return {
      name,
      row,
      rows: own.length,
      acquired: sumsOf(own, 'P'),
      disposed: sumsOf(own, 'S'),
      latest: row.publicationAt,
    };
  });
  if (named.length === 0) return '';
  const sums: (value: MarketSum[]) => string = (value: MarketSum[]) =>
    value.length === 0
      ? 'none'
      : value.map(({ currency, value: sum }) => `${money(Math.round(sum))} ${currency}`).join(', ');
  return html`<h2>${title}</h2>
${table<NamedRows>({
  caption: `Totals of the last ${EU_WINDOW_DAYS} days in each currency, latest publication first`,
  rows: named,
  empty: '',
  most: LISTED,
  rest: 'The others are in the rows above, page by page.',
  columns: [
    { field: 'name', head: 'Name as published', roomy: true, to: ({ row }) => to(row) },
    { field: 'rows', head: 'Rows', as: 'amount' },
    { field: 'acquired', head: 'Acquired', as: sums },
    { field: 'disposed', head: 'Disposed of', as: sums },
    {
      field: 'latest',
      head: 'Latest publication',
      as: (at, { row }) => day(at, EU_MARKETS[row.market].timeZone),
    },
  ],
})}`;
}
