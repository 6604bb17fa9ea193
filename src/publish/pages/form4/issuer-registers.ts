/** What the registers besides the feed say of a company: each part of get_issuer as a section of its page. */

import { ApiError, invalidParameter } from '../../../../tools/contract/errors.js';
import { ISSUER_ROWS_LIMIT, WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { TimedTrade } from '../../../../tools/contract/shapes/congress.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import type {
  FundPosition,
  IssuerDetail,
  IssuerInsider,
  OfficialTrade,
} from '../../../../tools/contract/shapes/issuer.js';
import { type SortValue, sortedBy } from '../../../../tools/contract/short-list.js';
import getIssuer from '../../../../tools/get-issuer.js';
import { groupBy } from '../../../collections.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { amount, count, day, plural, UNKNOWN, usd } from '../../figures.js';
import type { Sorting } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, newest, type TableOptions, table } from '../table.js';
import { NAMES_AS_FILED } from './filing-columns.js';
import { congressColumns, europeColumns, fundColumns, officialColumns } from './register-columns.js';
import { netOf, sumWithUnvalued } from './unvalued.js';

/** Rows of a section; the endpoint behind it has all. */
const SECTION_ROWS = 15;
/** Insiders after they are sorted. */
const INSIDER_ROWS = 25;

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
  /** The answer of the API with the rows of this part, where that of the company does not have them. */
  json?: string;
  /** Where it has no fact of the company. */
  isBare?: true;
  /** Why the register cannot say anything of the company. */
  silence?: string;
}

/** The registers that have something to say. `path` is that of the page. */
export function registerSections(request: PageRequest, path: string, data: IssuerDetail): PageSection[] {
  const { congressTrades, officials, funds, insiders, europe } = data;
  const symbol = data.identity.ticker ?? '';
  const isin = data.identity.isins[0];
  const sections = [
    section('insiders', 'Insiders', insiders, (rows: IssuerInsider[], shared) =>
      insiderTable(request, path, { rows, shared, identity: data.identity }),
    ),
    section(
      'congress',
      'Members of Congress',
      congressTrades,
      (rows: TimedTrade[], shared) =>
        html`${table({
          ...shared,
          caption: `Disclosed trades in a symbol of this company${newestOf(rows, shared)}`,
          rows,
          columns: congressColumns(request),
        })}${symbol !== '' && html`<p><a href="${request.to(`/congress-trades?ticker=${encodeURIComponent(symbol)}`)}">All Congress trades in ${symbol}</a></p>`}`,
    ),
    section('officials', 'Officials of the executive branch', officials, (rows: OfficialTrade[], shared) =>
      table({
        ...shared,
        caption: `Disclosed trades of tracked officials in a symbol of this company${newestOf(rows, shared)}`,
        rows,
        columns: officialColumns(request),
      }),
    ),
    section('funds', 'Tracked funds', funds, (rows: FundPosition[], shared) =>
      table({
        ...shared,
        caption: 'Tracked 13F portfolios that hold it, or sold it in their latest report',
        rows,
        columns: fundColumns(request),
      }),
    ),
    section('europe', 'Europe', europe, (rows: AnyMarketRow[], shared) =>
      table({
        ...shared,
        caption: `Notifications of managers, joined by ISIN or LEI${newestOf(rows, shared)}`,
        rows,
        columns: europeColumns(request),
        rest:
          isin === undefined
            ? shared.rest
            : html`<a href="${request.to(`/eu/all?issuer=${isin}`)}">All of them</a>`,
      }),
    ),
  ].flat();
  return silentTogether(sections);
}

/** The registers that cannot say anything of the company: one section at the end, with each reason once. */
function silentTogether(sections: readonly PageSection[]): PageSection[] {
  const silent = sections.filter(({ silence }) => silence !== undefined);
  if (silent.length === 0) return [...sections];
  const reasons = [...groupBy(silent, ({ silence }) => silence ?? '')].map(
    ([reason, own]) =>
      html`<p class="hint"><strong>${own.map(({ title }) => title).join(', ')}.</strong> ${reason}</p>`,
  );
  return [
    ...sections.filter(({ silence }) => silence === undefined),
    { id: 'silent', title: 'Other registers', body: html`${reasons}`, isBare: true },
  ];
}

interface RegisterPart {
  state: string;
  note?: string | undefined;
  total: number | null;
  rows: unknown[] | null;
}

type SharedOptions<R> = Pick<TableOptions<R>, 'empty' | 'most' | 'total' | 'rest'>;

function newestOf<R>(rows: readonly R[], { most, total }: SharedOptions<R>): string {
  return newest(Math.min(rows.length, most ?? rows.length), total);
}

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
  if (rows === null) return [{ id, title, body: html``, silence: part.note ?? '' }];
  if (rows.length === 0) {
    if (part.state === 'whole') return [];
    return [
      { id, title, body: html`<p class="hint">Nothing in what has been read so far.</p>`, isBare: true },
    ];
  }
  const shared = {
    empty: '',
    most: SECTION_ROWS,
    total: part.total ?? rows.length,
    rest: 'More are in the JSON below.',
  };
  return [{ id, title, body: html`${note}${render(rows, shared)}` }];
}

/** Orders of the insiders. The net of a person who reports under another one is not known. */
const INSIDER_ORDERS: Record<string, (row: IssuerInsider) => SortValue> = {
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
  {
    rows,
    shared,
    identity: { cik, ticker },
  }: {
    rows: IssuerInsider[];
    shared: SharedOptions<IssuerInsider>;
    identity: Pick<IssuerDetail['identity'], 'cik' | 'ticker'>;
  },
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
  const company: Record<string, string> = cik === null ? { ticker: ticker ?? '' } : { cik };
  const all: Record<string, string> = {
    ...company,
    group: 'insider',
    since: daysBefore(request.now, WINDOW_DAYS),
  };
  const total = shared.total ?? rows.length;
  const isCut = total > rows.length;
  return html`${table({
    ...shared,
    most: INSIDER_ROWS,
    rest: html`Another order shows others. <a href="${request.to(`/filings?${new URLSearchParams(all)}`)}">Everyone who bought or sold</a> is in the list of trades.`,
    caption: `${isCut ? `The ${count(rows.length)} latest of ${count(total)} insiders` : plural(total, 'insider')} who filed a Form 4 for this company, whether or not they traded. Open-market purchases and sales of the last ${WINDOW_DAYS} days. ${NAMES_AS_FILED}`,
    rows: sortedBy(rows, {
      sortValue: INSIDER_ORDERS[sort] ?? netOf,
      order: isAscending ? 'asc' : 'desc',
    }),
    sorting,
    columns: insiderColumns(request),
  })}<p class="hint">Awards, exercises, gifts and all other codes are on the page of each insider.</p>`;
}

function insiderColumns(request: PageRequest): Array<Column<IssuerInsider>> {
  const sumOr = (of: (row: IssuerInsider) => Html | string) => (_: unknown, row: IssuerInsider) =>
    row.reportedUnder === undefined
      ? of(row)
      : html`<a href="${request.to(`/insiders/${row.reportedUnder}`)}">with another owner</a>`;
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
    { field: 'title', head: 'Role', isPlain: true },
    { field: 'lastFiledAt', head: 'Latest filing', as: 'day', sort: 'latest', minor: true },
    {
      field: 'purchases',
      head: 'Bought',
      as: sumOr((row) => sumWithUnvalued(row, 'P')),
      number: true,
      sort: 'bought',
      minor: true,
    },
    {
      field: 'sales',
      head: 'Sold',
      as: sumOr((row) => sumWithUnvalued(row, 'S')),
      number: true,
      sort: 'sold',
      minor: true,
    },
    {
      field: 'purchaseRows',
      head: 'Net',
      as: sumOr((row) => usd(netOf(row))),
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
function holdingsOf(
  holdings: IssuerInsider['holdings'],
  { holdingsTotal }: Pick<IssuerInsider, 'holdingsTotal'>,
): Html {
  if (holdings.length === 0) return UNKNOWN as Html;
  return html`${holdings.map(
    ({ shares, securityTitle, ownership, nature, filedAt, notStatedSince }, at) =>
      html`${at > 0 && html`<br>`}${amount(shares)} ${securityTitle} <span class="note">${ownership === 'I' ? `indirect${nature === null ? '' : `, ${nature}`}; ` : ''}${day(filedAt)}${notStatedSince !== undefined && ', not stated since'}</span>`,
  )}${holdingsTotal > holdings.length && html`<br><span class="note">and ${holdingsTotal - holdings.length} more</span>`}`;
}
