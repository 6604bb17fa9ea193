/** A portfolio of trades in brackets, from reports of Congress and OGE. A net of brackets is not a holding. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { MemberTrade } from '../../../../tools/contract/shapes/congress.js';
import type { Holding, TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import getTracker from '../../../../tools/get-tracker.js';
import listTrackers from '../../../../tools/list-trackers.js';
import { type Html, html } from '../../../html.js';
import { count, day, plural, tradedOn, usd } from '../../figures.js';
import { tradeColumns, typeWithSign } from '../congress/trade-columns.js';
import { type Filter, givenValues } from '../filters.js';
import { tickerLink } from '../links.js';
import { jsonAddress, type ListView, listArguments, listBody, rowsShown } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { ARCHETYPES, netExplanation } from './archetypes.js';
import { share } from './fund-columns.js';

const ROWS = 100;
/** Nets on a page; the others are in the JSON. */
const NETS = 100;
const FILTERS: readonly Filter[] = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'type',
    label: 'Direction',
    as: [
      ['', 'All'],
      ['purchase', 'Purchases'],
      ['sale', 'Sales'],
      ['exchange', 'Exchanges'],
    ],
  },
  { name: 'since', label: 'Traded from', as: 'date' },
  { name: 'until', label: 'Traded to', as: 'date' },
];
/** What the columns of a member's trades need. */
const TRADE_FIELDS =
  'disclosureDate,transactionDate,dateDoubtful,ticker,assetDescription,assetType,type,owner,amountLabel,optionTerms,sourceLink';

type OgeRow = NonNullable<TrackerDetail['ogeTransactions']>[number];

/** The list of the view transactions: rows of a member or of an official. */
interface TradesAnswer {
  data: { transactions: MemberTrade[] | OgeRow[]; leftOut: { undated: number; untyped: number } };
  meta: Meta;
}

/** A net with whose trades it is made of. */
type NetRow = Required<Pick<Holding, 'tradeCount' | 'owners' | 'assetTypes'>> &
  Pick<Holding, 'ticker' | 'issuerName' | 'netUsd' | 'openBrackets' | 'openSales' | 'weight'>;

export function bracketView(request: PageRequest, slug: string): ListView {
  return { request, path: `/trackers/${slug}`, filters: FILTERS };
}

/** @throws ApiError for a filter that does not suit */
export async function tradesOf(view: ListView, { identity }: TrackerDetail): Promise<TradesAnswer> {
  const { request } = view;
  const { data, meta } = await request.callTool(getTracker, {
    ...{ slug: request.params.slug ?? '', view: 'transactions', limit: ROWS },
    ...(identity.archetype === 'congress' ? { fields: TRADE_FIELDS } : {}),
    ...givenValues(request, view.filters),
    ...listArguments(request),
  });
  // With this view the tool gives the list.
  return { data: data as unknown as TradesAnswer['data'], meta };
}

export async function netsOf(request: PageRequest): Promise<{ rows: NetRow[]; total: number }> {
  const { data, meta } = await request.callTool(getTracker, {
    ...{ slug: request.params.slug ?? '', view: 'holdings', limit: NETS },
    fields: 'ticker,issuerName,netUsd,openBrackets,openSales,weight,tradeCount,owners,assetTypes',
  });
  // With these fields the tool gives these rows.
  const { holdings } = data as unknown as { holdings: NetRow[] };
  return { rows: holdings, total: meta.total ?? holdings.length };
}

/** The page of the member of Congress; null for an official, and for a member without reports here. */
export async function memberOf(request: PageRequest, { identity }: TrackerDetail): Promise<string | null> {
  if (identity.archetype !== 'congress' || !request.hasPage('/congress/{member}')) return null;
  const { data } = await request.callTool(listTrackers, { view: 'summary' });
  const memberSlug = data.find(({ slug }) => slug === request.params.slug)?.memberSlug ?? null;
  return memberSlug === null ? null : request.to(`/congress/${memberSlug}`);
}

/** The same rows as JSON. */
export function bracketJson(view: ListView): string {
  const given = { view: 'transactions', limit: String(ROWS), ...givenValues(view.request, view.filters) };
  return jsonAddress(view, `/v1${view.path}`, given);
}

/** The whole page above its filings. */
export async function bracketBody(
  view: ListView,
  detail: TrackerDetail,
  {
    trades,
    nets,
    member,
  }: { trades: TradesAnswer; nets: { rows: NetRow[]; total: number }; member: string | null },
): Promise<Html> {
  const { data, meta } = trades;
  const { undated, untyped } = data.leftOut;
  const missing = [
    ...(undated > 0 ? [`${plural(undated, 'transaction')} without a date`] : []),
    ...(untyped > 0 ? [`${plural(untyped, 'transaction')} without a direction`] : []),
  ];
  return html`${tiles(detail)}
${member !== null && html`<p class="panel"><a href="${member}">All reports and trades of this member, with the delay of each</a></p>`}
${activity(detail.congressActivity)}
${nets.rows.length > 0 && netTable(view.request, detail, nets)}
<h2>Transactions</h2>
${listBody(view, {
  presets: [
    { label: 'All', query: {} },
    { label: 'Purchases', query: { type: 'purchase' } },
    { label: 'Sales', query: { type: 'sale' } },
  ],
  summary:
    data.transactions.length > 0 &&
    html`<p class="summary">${rowsShown(view, meta)}${missing.length > 0 && html`; left out by the filters: ${missing.join(', ')}`}.</p>`,
  rows: transactions(view.request, detail, data.transactions),
  meta,
})}`;
}

function tiles({ snapshot, filingHistory, identity }: TrackerDetail): Html {
  const unread = filingHistory.filter(({ itemCount }) => itemCount === null).length;
  return html`<ul class="tiles">${snapshot !== null && snapshot.periodEnd !== snapshot.filedAt && html`<li><strong>${day(snapshot.periodEnd)}</strong> latest trade</li>`}${snapshot !== null && html`<li><strong>${day(snapshot.filedAt)}</strong> latest report with trades</li>`}<li><strong>${plural(netPurchases(snapshot?.holdings ?? []), 'asset')}</strong> with a ticker and net purchases</li><li><strong>${count(filingHistory.length)}</strong> ${filingHistory.length === 1 ? 'report' : 'reports'}${unread > 0 && html`, ${count(unread)} of them not read`}${identity.archetype === 'congress' && ' under the STOCK Act'}</li></ul>`;
}

function netTable(
  request: PageRequest,
  { identity, caveatKeys }: TrackerDetail,
  { rows, total }: { rows: NetRow[]; total: number },
): Html {
  const isMember = identity.archetype === 'congress';
  return html`<h2>Net of disclosed trades (not holdings)</h2><p>${netExplanation(ARCHETYPES[identity.archetype], caveatKeys)}</p>${table(
    {
      caption: 'Largest net purchase first',
      rows,
      total,
      most: rows.length,
      rest: 'The others are in the JSON of the whole portfolio.',
      empty: '',
      schema: getTracker.otherData?.schema,
      columns: netColumns(request, isMember),
    },
  )}`;
}

/** OGE Form 278-T names neither an owner nor the kind of an asset. */
function netColumns(request: PageRequest, isMember: boolean): Array<Column<NetRow>> {
  const ofMember: Array<Column<NetRow>> = [
    { field: 'owners', head: 'Owner', as: 'list', minor: true },
    { field: 'assetTypes', head: 'Kind', as: 'list', minor: true },
  ];
  return [
    { field: 'ticker', head: 'Ticker', as: 'dash', to: (row) => tickerLink(request, row.ticker) },
    { field: 'issuerName', head: 'Issuer', roomy: true },
    ...(isMember ? ofMember : []),
    { field: 'tradeCount', head: 'Trades', as: count, number: true },
    { field: 'netUsd', head: 'Net of brackets', as: net, number: true },
    { field: 'weight', head: 'Share of net', as: share, number: true, minor: true },
  ];
}

/** `1 bracket is open-ended`; '' where each has an upper bound. */
function openWords(open: number): string {
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

/** The trades of a member of Congress in the last year. */
export function activity(found: TrackerDetail['congressActivity']): Html | '' {
  if (found === null) return '';
  const { bought, sold, openBrackets, openSales, tradeCount } = found;
  const open = openWords(openBrackets);
  const sum = (value: number, openOnes: number) =>
    html`<strong>${openOnes > 0 && 'at least '}${usd(value)}</strong>`;
  return html`<h2>Last ${WINDOW_DAYS} days</h2><ul class="tiles"><li>${sum(bought, openBrackets - openSales)} bought, by midpoints</li><li>${sum(sold, openSales)} sold, by midpoints</li><li><strong>${plural(tradeCount, 'trade')}</strong></li></ul>
${open !== '' && html`<p class="hint">${open}: counted at the lower bound.</p>`}`;
}

function transactions(
  request: PageRequest,
  { identity }: TrackerDetail,
  rows: MemberTrade[] | OgeRow[],
): Html {
  const shared = { most: rows.length, empty: 'No transaction matches these filters.' };
  if (identity.archetype === 'congress')
    return table<MemberTrade>({
      ...shared,
      caption: 'Disclosed trades, the latest first',
      // The trades of a member.
      rows: rows as MemberTrade[],
      columns: tradeColumns(request),
    });
  return table<OgeRow>({
    ...shared,
    caption: 'As reported on OGE Form 278-T, the newest report first',
    // Those of an official.
    rows: rows as OgeRow[],
    columns: ogeColumns(request),
  });
}

function ogeColumns(request: PageRequest): Array<Column<OgeRow>> {
  return [
    { field: 'transactionDate', head: 'Traded', as: tradedOn },
    { field: 'description', head: 'Asset', roomy: true },
    { field: 'ticker', head: 'Ticker', as: 'dash', to: (row) => tickerLink(request, row.ticker) },
    { field: 'type', head: 'Direction', as: (value) => typeWithSign(value ?? 'not stated') },
    { field: 'valueLabel', head: 'Bracket as filed' },
    {
      field: 'notifiedLate',
      head: 'Notified more than 30 days after the trade',
      as: (value) => (value === null ? '–' : value ? 'yes' : 'no'),
      minor: true,
    },
    { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => row.sourceUrl, minor: true },
  ];
}
