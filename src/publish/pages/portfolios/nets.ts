/** The net of the disclosed trades of each asset, in a portfolio of Congress or OGE. It is not what the person holds. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import type { Holding, TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import getTracker from '../../../../tools/get-tracker.js';
import { type Html, html } from '../../../html.js';
import { count, plural, usd } from '../../figures.js';
import { TICKER_FILTER } from '../common-filters.js';
import { type Filter, givenValues } from '../filters.js';
import { tickerLink } from '../links.js';
import { jsonAddress, type ListView, listArguments, listBody, rowsShown } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { ARCHETYPES, netExplanation } from './archetypes.js';
import { share } from './fund-columns.js';

/** Nets above the trades; the list of nets has all. */
const FIRST = 25;
const ROWS = 100;
/** The parameter with which the page lists nets instead of trades. */
export const LIST = 'list';
const NETS = 'net';

const FILTERS: readonly Filter[] = [
  TICKER_FILTER,
  {
    name: LIST,
    label: 'List',
    as: [
      ['', 'Trades'],
      [NETS, 'Net by asset'],
    ],
    isApart: true,
  },
];

/** A net with whose trades it is made of. */
type NetRow = Required<Pick<Holding, 'tradeCount' | 'owners' | 'assetTypes'>> &
  Pick<Holding, 'ticker' | 'issuerName' | 'netUsd' | 'openBrackets' | 'openSales' | 'weight'>;

interface Nets {
  rows: NetRow[];
  meta: Meta;
}

export function isNetList({ request }: Pick<ListView, 'request'>): boolean {
  return request.query[LIST] === NETS;
}

export function netView(request: PageRequest, slug: string): ListView {
  return { request, path: `/trackers/${slug}`, filters: FILTERS, most: ROWS };
}

async function netsOf(request: PageRequest, given: object): Promise<Nets> {
  const { data, meta } = await request.callTool(getTracker, {
    ...{ slug: request.params.slug ?? '', view: 'holdings' },
    fields: 'ticker,issuerName,netUsd,openBrackets,openSales,weight,tradeCount,owners,assetTypes',
    ...given,
  });
  // With these fields the tool gives these rows.
  const { holdings } = data as unknown as { holdings: NetRow[] };
  return { rows: holdings, meta };
}

/** The largest nets, with a link to all. */
export async function netSection(view: ListView, detail: TrackerDetail): Promise<Html | ''> {
  const { request, path } = view;
  const { rows, meta } = await netsOf(request, { limit: FIRST });
  if (rows.length === 0) return '';
  const all = request.to(`${path}?${LIST}=${NETS}`);
  return html`${heading(detail)}${table({
    ...shared(request, detail),
    rows,
    most: FIRST,
    total: meta.total,
    rest: html`<a href="${all}">All assets</a>`,
  })}`;
}

/** All nets, in pages. */
export async function netList(view: ListView, detail: TrackerDetail): Promise<{ body: Html; json: string }> {
  const { request, path } = view;
  const { [LIST]: _, ...given } = givenValues(request, view.filters);
  const { rows, meta } = await netsOf(request, { ...given, limit: ROWS, ...listArguments(request, ROWS) });
  return {
    body: html`${heading(detail)}
${listBody(view, {
  presets: [],
  summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  rows: table({ ...shared(request, detail), rows, most: ROWS }),
  meta,
})}
<p><a href="${request.to(path)}">The trades, and the reports</a></p>`,
    json: jsonAddress(view, `/v1${path}`, { view: 'holdings', limit: String(ROWS), ...given }),
  };
}

function heading({ identity, caveatKeys }: TrackerDetail): Html {
  return html`<h2>Net of disclosed trades (not holdings)</h2><p>${netExplanation(ARCHETYPES[identity.archetype], caveatKeys)}</p>`;
}

function shared(request: PageRequest, { identity }: TrackerDetail) {
  return {
    caption: 'Largest net purchase first',
    empty: 'No asset has a net of disclosed trades.',
    schema: getTracker.otherData?.schema,
    columns: netColumns(request, identity.archetype === 'congress'),
  };
}

/** OGE Form 278-T names neither an owner nor the kind of an asset. */
function netColumns(request: PageRequest, isMember: boolean): Array<Column<NetRow>> {
  const ofMember: Array<Column<NetRow>> = [
    { field: 'owners', head: 'Owner', as: 'list', minor: true },
    { field: 'assetTypes', head: 'Kind', as: 'list', minor: true },
  ];
  return [
    { field: 'ticker', head: 'Ticker', as: 'dash', to: (row) => tickerLink(request, row.ticker) },
    { field: 'issuerName', head: 'Company', roomy: true },
    ...(isMember ? ofMember : []),
    { field: 'tradeCount', head: 'Trades', as: count, number: true },
    { field: 'netUsd', head: 'Net of brackets', as: net, number: true },
    { field: 'weight', head: 'Share of net', as: share, number: true, minor: true },
  ];
}

/** `1 bracket is open-ended`; '' where each has an upper bound. */
export function openWords(open: number): string {
  return open > 0 ? `${plural(open, 'bracket')} ${open === 1 ? 'is' : 'are'} open-ended` : '';
}

/** An open bracket counts with its lower bound. A sum of purchases is then at least this; a net may be more or less. */
export function net(
  value: number | null,
  { openBrackets = 0 }: Pick<Holding, 'openBrackets'>,
): Html | string {
  const open = openWords(openBrackets);
  return open === ''
    ? usd(value)
    : html`${usd(value)} <span class="note">${open}: counted at the lower bound</span>`;
}

/** How many assets were bought on balance. An asset sold on balance is not held. */
export function netPurchases(holdings: ReadonlyArray<Pick<Holding, 'netUsd'>>): number {
  return holdings.filter(({ netUsd }) => netUsd !== null && netUsd > 0).length;
}
