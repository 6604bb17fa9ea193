/** The pages of one European issuer, of one manager of it, and of everybody with one filed name. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import { EU_SORTS } from '../../../../tools/contract/eu-search.js';
import { EU_MARKETS, isEuCountry } from '../../../../tools/contract/markets/index.js';
import { EU_ROWS_LIMIT, EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import { rowOfUsualIssuer } from '../../../../tools/contract/usual-issuer.js';
import getEuFilings from '../../../../tools/get-eu-filings.js';
import { type Html, html } from '../../../html.js';
import { givenValues } from '../filters.js';
import { jsonAddress, type ListView, listBody, type Preset, sortingOf } from '../list-view.js';
import type { Content, Page, PageRequest } from '../page.js';
import { toolPage } from '../tool-page.js';
import { knownName } from './known-name.js';
import {
  caveatsOf,
  emptyText,
  LEFT_OUT,
  marketsOf,
  PAGE_ROWS,
  ROW_FILTERS,
  rowsSummary,
  sourcesOf,
  withCurrency,
  withUnit,
} from './market-parts.js';
import { allMarketsTable, marketTable } from './market-table.js';
import { issuerTable, managerTable, nameTiles, relatedLinks } from './name-parts.js';

const FILTERS = ROW_FILTERS.map(withCurrency) as unknown as typeof ROW_FILTERS;
const NOT_FOUND = `No notification of that name or identifier from the last ${EU_WINDOW_DAYS} days is shown here. ${LEFT_OUT}`;

export const euIssuer = namesPage('/eu/issuers/{issuer}');
export const euIssuerManager = namesPage('/eu/issuers/{issuer}/managers/{manager}');
export const euMarketIssuer = namesPage('/eu/{country}/issuers/{issuer}');
export const euMarketManager = namesPage('/eu/{country}/issuers/{issuer}/managers/{manager}');
export const euManager = namesPage('/eu/managers/{manager}');

/** Without a country the names of all markets are meant; an issuer may be an ISIN or LEI. */
function namesPage(path: string): Page {
  return toolPage({
    path,
    tool: getEuFilings,
    about: ({ country = 'all' }) => sourcesOf(country),
    given: ({ params }) => ({ ...namesOf(params), limit: PAGE_ROWS }),
    filters: {
      fields: FILTERS,
      title: () => 'Managers’ transactions',
      notFound: NOT_FOUND,
      isList: true,
    },
    render: ({ data, meta }, request) => content(request, path, withMarket(request, data), meta),
  });
}

function namesOf({ country = 'all', issuer, manager }: PageRequest['params']) {
  return {
    country,
    ...(issuer === undefined ? {} : { issuer }),
    ...(manager === undefined ? {} : { manager }),
    names: 'whole',
  };
}

/** The rows of one market do not name it. */
function withMarket({ params }: PageRequest, rows: readonly unknown[]): AnyMarketRow[] {
  const { country = 'all' } = params;
  const market = country === 'all' ? {} : { market: country };
  return rows.map((row) => ({ ...market, ...(row as AnyMarketRow) }));
}

async function content(
  request: PageRequest,
  path: string,
  rows: AnyMarketRow[],
  meta: Meta,
): Promise<Content> {
  const { params } = request;
  const { country = 'all' } = params;
  const markets = marketsOf(country);
  // What holds of markets that have no row here would only be in the way.
  const shown = markets.filter((market) => rows.some((row) => EU_MARKETS[row.market] === market));
  const named = shown.length === 0 ? markets : shown;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const filters = withUnit(request, markets, FILTERS);
  const view: ListView = { request, path: filled, filters, most: PAGE_ROWS, sorts: EU_SORTS };
  const isFirst = !Object.values(request.query).some((value) => value !== '');
  const [newest] = rows;
  const known = isFirst && newest === undefined ? await knownName(request, filled) : null;
  const none = await emptyText(request, markets, Object.keys(givenValues(request, FILTERS)).length > 0);
  const empty = known === null ? none : `${none} Known here: ${known.words}.`;
  const lists = listBody(view, {
    presets: presetsFor(rows),
    summary: rowsSummary(view, meta, `, published in the last ${EU_WINDOW_DAYS} days`),
    rows: rowTable(view, rows, empty),
    meta,
  });
  const all = isFirst && newest !== undefined ? await allRows(request, rows, meta) : [];
  return {
    ...words(params, newest, rowOfUsualIssuer(rows)),
    body: html`${
      isFirst &&
      newest !== undefined &&
      html`${nameTiles(all)}
${await relatedLinks(request, newest, all)}`
    }
${lists}
${isFirst && params.manager === undefined && managerTable(request, all)}
${isFirst && params.issuer === undefined && issuerTable(request, all)}`,
    json: [
      jsonAddress(view, `/v1/eu/${country}`, jsonNames(request)),
      ...(known === null ? [] : [known.json]),
    ],
    sources: named.map(({ registerName, source }) => ({ label: registerName, href: source.homepage })),
    caveats: [
      ...caveatsOf(named),
      'The registers identify people by name alone. Two people with one name are listed together, and a person whose name is written in two ways has two pages.',
    ],
    fetchedAt: meta.fetchedAt,
    unlisted: !isFirst || newest === undefined,
    ...(newest === undefined && isFirst && known === null ? { status: 404 as const } : {}),
  };
}

/** Amounts are compared in one currency only. */
function presetsFor(rows: readonly AnyMarketRow[]): Preset[] {
  const currencies = [...new Set(rows.flatMap(({ currency }) => currency ?? []))];
  return [
    { label: 'Acquisitions', query: { direction: 'P' } },
    { label: 'Disposals', query: { direction: 'S' } },
    ...currencies
      .filter((currency) => /^[A-Z]{3}$/.test(currency))
      .map((currency) => ({ label: `Largest in ${currency}`, query: { currency, sort: 'value' } })),
  ];
}

function jsonNames(request: PageRequest): Record<string, string> {
  const { country: _, ...names } = namesOf(request.params);
  return { ...names, ...givenValues(request, FILTERS) };
}

/** All rows of the names; of the list, if it has them all. */
async function allRows(request: PageRequest, rows: AnyMarketRow[], meta: Meta): Promise<AnyMarketRow[]> {
  if (meta.nextCursor === undefined) return rows;
  const { data } = await request.callTool(getEuFilings, {
    ...namesOf(request.params),
    limit: EU_ROWS_LIMIT.max,
  });
  return withMarket(request, data);
}

/** With the columns of a market where all rows are of it. */
function rowTable(view: ListView, rows: AnyMarketRow[], empty: string): Html {
  const { request } = view;
  const { issuer, manager } = request.params;
  // A row of another company may have the ISIN by mistake, and a company a former name: then each row says which.
  const isOneName = new Set(rows.map(({ issuerName }) => issuerName)).size <= 1;
  const shared = {
    most: rows.length,
    empty,
    sorting: sortingOf(view),
    named: { isIssuer: issuer !== undefined && isOneName, isManager: manager !== undefined },
  };
  const [country, ...others] = new Set(rows.map(({ market }) => market));
  if (country !== undefined && isEuCountry(country) && others.length === 0)
    return marketTable(request, country, { ...shared, caption: EU_MARKETS[country].name, rows });
  return allMarketsTable(request, { ...shared, caption: 'All markets', rows });
}

function words(
  { issuer, manager }: PageRequest['params'],
  newest: AnyMarketRow | undefined,
  usual: AnyMarketRow | undefined,
): Pick<Content, 'title' | 'lede'> {
  const company = usual?.issuerName ?? issuer ?? '';
  const person = newest?.pdmrName ?? manager ?? '';
  const what = `published under Article 19 of the Market Abuse Regulation in the last ${EU_WINDOW_DAYS} days`;
  if (manager === undefined)
    return {
      title: company,
      lede: `Acquisitions and disposals of ${company} securities by its managers and people close to them, ${what}.`,
    };
  if (issuer === undefined)
    return {
      title: person,
      lede: `Everyone filed under the name ${person}, at every company: these may be several people. Acquisitions and disposals ${what}.`,
    };
  return {
    title: `${person}, ${company}`,
    lede: `Acquisitions and disposals at ${company} filed under the name ${person}, ${what}.`,
  };
}
