/** What the registers besides the feed say of a company: each part of get_issuer as a section of its page. */

import { ApiError, invalidParameter } from '../../../../tools/contract/errors.js';
import { EU_MARKETS, isEuCountry } from '../../../../tools/contract/markets/index.js';
import { ISSUER_ROWS_LIMIT, WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { TimedTrade } from '../../../../tools/contract/shapes/congress.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import type {
  FundPosition,
  IssuerDetail,
  IssuerInsider,
  OfficialTrade,
} from '../../../../tools/contract/shapes/issuer.js';
import getIssuer from '../../../../tools/get-issuer.js';
import { type Html, html } from '../../../html.js';
import { amount, day, direction, tradedOn, UNKNOWN, usd } from '../../figures.js';
import { typeWithSign } from '../congress/trade-columns.js';
import type { Sorting } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, type TableOptions, table } from '../table.js';

/** Rows of a section; the endpoint behind it has all. */
const SECTION_ROWS = 25;

/** What every register says of a company, by CIK or symbol; null where this service has no such record. */
export async function issuerDetailOf(request: PageRequest, id: string): Promise<IssuerDetail | null> {
  if (!request.tools.some((tool) => tool.path === getIssuer.path)) return null;
  try {
    return (await request.callTool(getIssuer, { id, limit: ISSUER_ROWS_LIMIT.max })).data;
  } catch (error) {
    // The page shows its feed without it.
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'not_ready')) return null;
    throw error;
  }
}

/** A part of the page with its place in the list of parts. */
export interface PageSection {
  id: string;
  title: string;
  body: Html;
}

/** The registers that have something to say. `path` is that of the page. */
export function registerSections(request: PageRequest, path: string, data: IssuerDetail): PageSection[] {
  const { congressTrades, officials, funds, insiders, europe } = data;
  const symbol = data.identity.ticker ?? '';
  const isin = data.identity.isins[0];
  return [
    section('insiders', 'Insiders', insiders, (rows: IssuerInsider[], shared) =>
      insiderTable(request, path, { rows, shared }),
    ),
    section('congress', 'Members of Congress', congressTrades, (rows: TimedTrade[], shared) =>
      table({
        ...shared,
        caption: 'Disclosed trades in a symbol of this company',
        rows,
        columns: congressColumns(request),
        rest: html`<a href="${request.to(`/congress-trades?ticker=${encodeURIComponent(symbol)}`)}">All trades of Congress in ${symbol}</a>`,
      }),
    ),
    section('officials', 'Officials of the executive branch', officials, (rows: OfficialTrade[], shared) =>
      table({
        ...shared,
        caption: 'Transactions of tracked officials in a symbol of this company',
        rows,
        columns: officialColumns(request),
      }),
    ),
    section('funds', 'Funds', funds, (rows: FundPosition[], shared) =>
      table({
        ...shared,
        caption: 'Tracked 13F portfolios that hold it, or left it in their last report',
        rows,
        columns: fundColumns(request),
      }),
    ),
    section('europe', 'Europe', europe, (rows: AnyMarketRow[], shared) =>
      table({
        ...shared,
        caption: 'Notifications of managers, joined by ISIN or LEI',
        rows,
        columns: europeColumns(request),
        rest:
          isin === undefined ? '' : html`<a href="${request.to(`/eu/all?issuer=${isin}`)}">All of them</a>`,
      }),
    ),
  ].flat();
}

interface RegisterPart {
  state: string;
  note?: string | undefined;
  total: number | null;
  rows: unknown[] | null;
}

type SharedOptions<R> = Pick<TableOptions<R>, 'empty' | 'most' | 'total'>;

/** A part with its rows. A register without rows says so in one line; one that is switched off says nothing. */
function section<R>(
  id: string,
  title: string,
  part: RegisterPart | undefined,
  render: (rows: R[], shared: SharedOptions<R>) => Html,
): PageSection[] {
  if (part === undefined || part.state === 'off') return [];
  // The output of the tool has checked the rows of each part.
  const rows = part.rows as R[] | null;
  const note = part.note !== undefined && html`<p class="hint">${part.note}</p>`;
  if (rows === null) return [{ id, title, body: html`${note}` }];
  if (rows.length === 0) {
    if (part.state === 'whole') return [];
    return [{ id, title, body: html`<p class="hint">Nothing in what has been read so far.</p>` }];
  }
  const shared = { empty: '', most: SECTION_ROWS, total: part.total ?? rows.length };
  return [{ id, title, body: html`${note}${render(rows, shared)}` }];
}

/** Orders of the insiders. The net of a person who reports under another one is not known. */
const INSIDER_ORDERS: Record<string, (row: IssuerInsider) => string | number | null> = {
  latest: ({ lastFiledAt }) => lastFiledAt,
  name: ({ name }) => name,
  bought: ({ purchases }) => purchases,
  sold: ({ sales }) => sales,
  net: netOf,
};
/** Parameters of the page for the order of its insiders. */
export const INSIDER_QUERY = ['sort', 'order'];

function insiderTable(
  request: PageRequest,
  path: string,
  { rows, shared }: { rows: IssuerInsider[]; shared: SharedOptions<IssuerInsider> },
): Html {
  const { sort: given = '', order } = request.query;
  if (given !== '' && !Object.hasOwn(INSIDER_ORDERS, given))
    throw invalidParameter([
      { path: 'sort', message: `sort must be one of: ${Object.keys(INSIDER_ORDERS).join(', ')}` },
    ]);
  if (order !== undefined && !['', 'asc', 'desc'].includes(order))
    throw invalidParameter([{ path: 'order', message: 'order must be one of: asc, desc' }]);
  const sort = given === '' ? 'latest' : given;
  const isAscending = order === 'asc';
  const sorting: Sorting = {
    sort,
    isAscending,
    href: (by, ascending) =>
      request.to(
        `${path}?${new URLSearchParams({ sort: by, ...(ascending ? { order: 'asc' } : {}) })}#insiders`,
      ),
  };
  const isCut = (shared.total ?? 0) > rows.length;
  return html`${table({
    ...shared,
    most: rows.length,
    caption: `Owners who filed a Form 4 for this company. Open-market purchases and sales of ${WINDOW_DAYS} days${isCut ? '. The order is that of the rows shown' : ''}`,
    rows: ordered(rows, sort, isAscending),
    sorting,
    columns: insiderColumns(request),
  })}<p class="hint">The page of each insider has awards, exercises, gifts and all other codes.</p>`;
}

/** Unknown values come last in both directions. */
function ordered(rows: readonly IssuerInsider[], sort: string, isAscending: boolean): IssuerInsider[] {
  const keyOf = INSIDER_ORDERS[sort] ?? netOf;
  const direction = isAscending ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a === b ? 0 : a < b ? -direction : direction;
  });
}

function netOf({ purchases, sales }: IssuerInsider): number | null {
  return purchases === null || sales === null ? null : purchases - sales;
}

function insiderColumns(request: PageRequest): Array<Column<IssuerInsider>> {
  const sum = (value: number | null, { reportedUnder }: IssuerInsider) =>
    value === null && reportedUnder !== undefined
      ? html`<a href="${request.to(`/insiders/${reportedUnder}`)}">with another owner</a>`
      : usd(value);
  return [
    {
      field: 'name',
      head: 'Insider',
      roomy: true,
      sort: 'name',
      as: (name, { leftSection16 }) =>
        html`${name ?? UNKNOWN}${leftSection16 === true && html` <span class="note">no longer an insider</span>`}`,
      to: ({ slug }) => (slug === null ? null : request.to(`/insiders/${slug}`)),
    },
    { field: 'title', head: 'Role' },
    { field: 'lastFiledAt', head: 'Latest filing', as: 'day', sort: 'latest', minor: true },
    { field: 'purchases', head: 'Bought', as: sum, number: true, sort: 'bought', minor: true },
    { field: 'sales', head: 'Sold', as: sum, number: true, sort: 'sold', minor: true },
    {
      field: 'purchaseRows',
      head: 'Net',
      as: (_, row) => sum(netOf(row), row),
      number: true,
      sort: 'net',
    },
    { field: 'holdings', head: 'Owns, as last filed', as: holdingsOf },
    {
      field: 'rawFilingUrl',
      head: 'Original',
      as: () => 'EDGAR',
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
  ];
}

/** Each class and form of ownership apart: they are never added up. */
export function holdingsOf(
  holdings: IssuerInsider['holdings'],
  { holdingsTotal }: Pick<IssuerInsider, 'holdingsTotal'>,
): Html {
  if (holdings.length === 0) return UNKNOWN as Html;
  return html`${holdings.map(
    ({ shares, securityTitle, ownership, nature, filedAt }, at) =>
      html`${at > 0 && html`<br>`}${amount(shares)} ${securityTitle} <span class="note">${ownership === 'I' ? `indirect${nature === null ? '' : `, ${nature}`}; ` : ''}${day(filedAt)}</span>`,
  )}${holdingsTotal > holdings.length && html`<br><span class="note">and ${holdingsTotal - holdings.length} more</span>`}`;
}

function congressColumns(request: PageRequest): Array<Column<TimedTrade>> {
  return [
    { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
    {
      field: 'memberName',
      head: 'Member',
      roomy: true,
      to: ({ memberSlug }) => request.to(`/congress/${memberSlug}`),
    },
    { field: 'transactionDate', head: 'Traded', as: tradedOn, minor: true },
    {
      field: 'assetDescription',
      head: 'Asset',
      roomy: true,
      as: (asset, { assetType }) => html`${asset} <span class="note">${assetType}</span>`,
    },
    { field: 'type', head: 'Direction', as: typeWithSign },
    { field: 'owner', head: 'Owner', minor: true },
    { field: 'amountLabel', head: 'Bracket as filed' },
    {
      field: 'daysToDisclosure',
      head: 'Days',
      number: true,
      as: (days) => (days === null ? UNKNOWN : String(days)),
      minor: true,
    },
    { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => row.sourceLink, minor: true },
  ];
}

function officialColumns(request: PageRequest): Array<Column<OfficialTrade>> {
  return [
    { field: 'transactionDate', head: 'Traded', as: tradedOn },
    { field: 'name', head: 'Official', roomy: true, to: ({ slug }) => request.to(`/trackers/${slug}`) },
    { field: 'description', head: 'Asset', roomy: true, minor: true },
    { field: 'type', head: 'Direction', as: (type) => (type === null ? UNKNOWN : typeWithSign(type)) },
    { field: 'valueLabel', head: 'Bracket as filed' },
    { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => row.sourceUrl, minor: true },
  ];
}

function fundColumns(request: PageRequest): Array<Column<FundPosition>> {
  return [
    { field: 'name', head: 'Portfolio', roomy: true, to: ({ slug }) => request.to(`/trackers/${slug}`) },
    {
      field: 'titleOfClass',
      head: 'Class',
      as: (title, { putCall }) =>
        html`${title ?? UNKNOWN}${putCall !== null && html` <span class="note">${putCall}</span>`}`,
      minor: true,
    },
    {
      field: 'quarter',
      head: 'Report',
      as: (quarter, { filedAt }) => html`${quarter} <span class="note">filed ${day(filedAt)}</span>`,
    },
    { field: 'shares', head: 'Shares', as: 'amount', minor: true },
    {
      field: 'valueUsd',
      head: 'Value',
      number: true,
      as: (value, { status, priorValueUsd }) =>
        status === 'exited' ? html`none <span class="note">before: ${usd(priorValueUsd)}</span>` : usd(value),
    },
    {
      field: 'lastTxLabel',
      head: 'Change',
      as: (label, { status }) => (status === 'exited' ? 'Left' : (label ?? UNKNOWN)),
    },
  ];
}

function europeColumns(request: PageRequest): Array<Column<AnyMarketRow>> {
  return [
    {
      field: 'publicationAt',
      head: 'Published',
      as: (at, { market }) => day(at, EU_MARKETS[market].timeZone),
    },
    {
      field: 'market',
      head: 'Market',
      as: (market) => (isEuCountry(market) ? EU_MARKETS[market].name : market),
      to: ({ market, isin }) => request.to(`/eu/${market}${isin ? `?isin=${isin}` : ''}`),
    },
    { field: 'pdmrName', head: 'Manager', roomy: true },
    {
      field: 'direction',
      head: 'Direction',
      as: (code) => (code === null ? UNKNOWN : direction(code)),
    },
    { field: 'transactionDate', head: 'Traded', as: 'day', minor: true },
  ];
}
