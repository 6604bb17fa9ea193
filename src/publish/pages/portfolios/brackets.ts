/** A portfolio of trades in brackets, from reports of Congress and OGE. A net of brackets is not a holding. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { MemberTrade } from '../../../../tools/contract/shapes/congress.js';
import type { TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import getTracker from '../../../../tools/get-tracker.js';
import listTrackers from '../../../../tools/list-trackers.js';
import { type Html, html } from '../../../html.js';
import { count, day, plural, tradedOn, usd } from '../../figures.js';
import { TICKER_FILTER } from '../common-filters.js';
import { openCorrectionWords } from '../congress/member-sums.js';
import { TYPE_FILTER } from '../congress/stock-act.js';
import { tradeColumns, typeWithSign } from '../congress/trade-columns.js';
import { type Filter, filterQuery, givenValues } from '../filters.js';
import { tickerLink } from '../links.js';
import { jsonAddress, type ListView, listArguments, listBody, rowsShown } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { netPurchases, netSection, openWords } from './nets.js';

const ROWS = 75;
const FILTERS: readonly Filter[] = [
  TICKER_FILTER,
  TYPE_FILTER,
  { name: 'since', label: 'Traded from', as: 'date' },
  { name: 'until', label: 'Traded to', as: 'date' },
];
/** What the columns of a member's trades need. */
const TRADE_FIELDS =
  'disclosureDate,transactionDate,dateDoubtful,possibleRepeatOf,correction,ticker,assetDescription,assetType,type,owner,amountLabel,optionTerms,sourceLink';

type OgeRow = NonNullable<TrackerDetail['ogeTransactions']>[number];

/** The list of the view transactions: rows of a member or of an official. */
interface TradesAnswer {
  data: { transactions: MemberTrade[] | OgeRow[]; leftOut: { undated: number; untyped: number } };
  meta: Meta;
}

export function bracketView(request: PageRequest, slug: string): ListView {
  return { request, path: `/trackers/${slug}`, filters: FILTERS, most: ROWS };
}

/** @throws ApiError for a filter that does not suit */
export async function tradesOf(view: ListView, { identity }: TrackerDetail): Promise<TradesAnswer> {
  const { request } = view;
  const { data, meta } = await request.callTool(getTracker, {
    ...{ slug: request.params.slug ?? '', view: 'transactions', limit: ROWS },
    ...(identity.archetype === 'congress' ? { fields: TRADE_FIELDS } : {}),
    ...givenValues(request, view.filters),
    ...listArguments(request, ROWS),
  });
  // With this view the tool gives the list.
  return { data: data as unknown as TradesAnswer['data'], meta };
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

/** The whole page above its filings. The lists that continue or are filtered have nothing above them. */
export async function bracketBody(
  view: ListView,
  detail: TrackerDetail,
  { trades, member }: { trades: TradesAnswer; member: string | null },
): Promise<Html> {
  const { data, meta } = trades;
  const { undated, untyped } = data.leftOut;
  const missing = [
    ...(undated > 0 ? [`${plural(undated, 'transaction')} without a date`] : []),
    ...(untyped > 0 ? [`${plural(untyped, 'transaction')} without a direction`] : []),
  ];
  const isFirst = Object.values(view.request.query).every((value) => value === '');
  return html`${isFirst && tiles(detail)}
${member !== null && html`<p class="panel"><a href="${member}">All reports and trades of this member, with the days from trade to report</a></p>`}
${isFirst && activity(detail.congressActivity)}
${isFirst && (await netSection(view, detail))}
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
  rows: transactions(view, detail, data.transactions),
  meta,
})}`;
}

function tiles({ snapshot, filingHistory, identity }: TrackerDetail): Html {
  const unread = filingHistory.filter(({ itemCount }) => itemCount === null).length;
  return html`<ul class="tiles">${snapshot !== null && snapshot.periodEnd !== snapshot.filedAt && html`<li><strong>${day(snapshot.periodEnd)}</strong> latest trade</li>`}${snapshot !== null && html`<li><strong>${day(snapshot.filedAt)}</strong> latest report with trades</li>`}<li><strong>${plural(netPurchases(snapshot?.holdings ?? []), 'asset')}</strong> with a ticker and net purchases</li><li><strong>${count(filingHistory.length)}</strong> ${filingHistory.length === 1 ? 'report' : 'reports'}${unread > 0 && html`, ${count(unread)} of them not read`}${identity.archetype === 'congress' && ' under the STOCK Act'}</li></ul>`;
}

/** The trades of a member of Congress in the last year. */
export function activity(found: TrackerDetail['congressActivity']): Html | '' {
  if (found === null) return '';
  const { bought, sold, openBrackets, openSales, openCorrections = 0, tradeCount } = found;
  const open = openWords(openBrackets);
  const sum = (value: number, openOnes: number) =>
    html`<strong>${openOnes > 0 && 'at least '}${usd(value)}</strong>`;
  return html`<h2>Last ${WINDOW_DAYS} days</h2><ul class="tiles"><li>${sum(bought, openBrackets - openSales)} bought, by midpoints</li><li>${sum(sold, openSales)} sold, by midpoints</li><li><strong>${count(tradeCount)}</strong> ${tradeCount === 1 ? 'trade' : 'trades'}</li></ul>
${open !== '' && html`<p class="hint">${open}: counted at the lower bound.</p>`}${openCorrections > 0 && html`<p class="hint">${openCorrectionWords(openCorrections)}</p>`}`;
}

function transactions(view: ListView, { identity }: TrackerDetail, rows: MemberTrade[] | OgeRow[]): Html {
  const { request } = view;
  const empty =
    filterQuery(request, view.filters) === ''
      ? 'None of the reports has a transaction that could be read.'
      : 'No transaction matches these filters.';
  const shared = { most: rows.length, empty };
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

/** “Notification received over 30 days ago” on the form is counted from the report, not from the trade. */
export function ogeColumns(request: PageRequest): Array<Column<OgeRow>> {
  return [
    { field: 'transactionDate', head: 'Traded', as: tradedOn },
    { field: 'description', head: 'Asset', roomy: true },
    { field: 'ticker', head: 'Ticker', as: 'dash', to: (row) => tickerLink(request, row.ticker) },
    { field: 'type', head: 'Direction', as: (value) => typeWithSign(value ?? 'not stated') },
    { field: 'valueLabel', head: 'Bracket' },
    {
      field: 'notifiedLate',
      head: 'Notified over 30 days before the report',
      as: (value) => (value === null ? '–' : value ? 'yes' : 'no'),
      minor: true,
    },
    { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => row.sourceUrl, minor: true },
  ];
}
