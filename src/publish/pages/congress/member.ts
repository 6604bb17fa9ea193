/** One member of Congress: the disclosed trades, what they come to by ticker, and the reports that could not be read. */

import type { z } from 'zod/v3';
import type { Meta } from '../../../../tools/contract/envelope.js';
import { sentence } from '../../../../tools/contract/plain-text/text.js';
import {
  chosenMemberTrade,
  type MemberIdentity,
  type MemberTrade,
  type UnreadReport,
} from '../../../../tools/contract/shapes/congress.js';
import { MEMBER_TRADE_SORTS } from '../../../../tools/contract/trade-search.js';
import getCongressMember from '../../../../tools/get-congress-member.js';
import { type Html, html } from '../../../html.js';
import { bracketLine } from '../../charts/bracket-line.js';
import { count, day } from '../../figures.js';
import { filterQuery, givenValues } from '../filters.js';
import {
  jsonAddress,
  type ListView,
  listBody,
  listPath,
  type Preset,
  rowsShown,
  sortingOf,
} from '../list-view.js';
import type { Content, PageRequest } from '../page.js';
import { inOrdinaryCase } from '../readable-name.js';
import { trackersOfMember } from '../same-person.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { promptness, tickerTable } from './member-sums.js';
import {
  BRACKET_FILTER,
  CHAMBERS,
  CONGRESS_CAVEATS,
  CONGRESS_SOURCES,
  congressTabs,
  DAYS_CAVEAT,
  PARTIES,
  seatWords,
  TYPE_FILTER,
} from './stock-act.js';
import { daysColumn, tradeColumns } from './trade-columns.js';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PAGE_ROWS = 75;
const UNREAD_ROWS = 50;
const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 6 },
  TYPE_FILTER,
  { name: 'since', label: 'Disclosed from', as: 'date' },
  { name: 'until', label: 'Disclosed to', as: 'date', isRare: true },
  BRACKET_FILTER,
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Purchases', query: { type: 'purchase' } },
  { label: 'Sales', query: { type: 'sale' } },
  { label: 'Largest', query: { sort: 'amount' } },
  { label: 'Longest delay', query: { sort: 'delay' } },
];

type MemberAnswer = z.infer<typeof getCongressMember.output>;

export const member = toolPage({
  path: '/congress/{member}',
  tool: getCongressMember,
  rows: ['trades'],
  about: () => ['us-congress-stock-act'],
  given: ({ params }) => ({
    member: params.member ?? '',
    limit: PAGE_ROWS,
    sums: 'tickers',
    // With the days to disclosure, which are given to those who name them.
    fields: Object.keys(chosenMemberTrade.shape).join(','),
  }),
  filters: {
    fields: FILTERS,
    title: () => 'Trades of a member of Congress',
    notFound: 'There is no such member.',
    isList: true,
  },
  async render({ data, meta }, request): Promise<Content> {
    const { member, trades, unreadReports, sums } = data;
    // The answer counts the member as one.
    const listed = { ...meta, count: trades.length };
    const requestedSlug = request.params.member ?? '';
    // A slug that is not valid is not used as an address.
    const slug = SLUG.test(member.slug) ? member.slug : requestedSlug;
    const isFirst = !Object.values(request.query).some((value) => value !== '');
    const view: ListView = {
      request,
      path: `/congress/${requestedSlug}`,
      filters: FILTERS,
      most: PAGE_ROWS,
      sorts: MEMBER_TRADE_SORTS,
    };
    const name = inOrdinaryCase(member.memberName);
    return {
      title: name,
      lede: `${seatOf(member)}. ${name === member.memberName ? '' : `${sentence(`Filed as ${member.memberName}`)} `}Trades disclosed in periodic transaction reports under the STOCK Act.`,
      body: html`${congressTabs(request, '')}
${isFirst && (await tiles(request, member, unreadReports.length))}
${isFirst && (await trackersOfMember(request, slug))}
${listBody(view, {
  presets: PRESETS,
  summary: trades.length > 0 && summary(view, data, listed),
  rows: html`${brackets(trades)}
${await tradeTable(view, trades)}`,
  meta: listed,
})}
${sums !== undefined && tickerTable(request, sums)}
${isFirst && unreadReports.length > 0 && unreadTable(request, slug, unreadReports)}`,
      // With what the brackets come to by ticker, which is on the page too.
      json: jsonAddress(view, `/v1/congress/${slug}`, {
        ...givenValues(request, FILTERS),
        sums: 'tickers',
      }),
      unlisted: !isFirst,
      sources: CONGRESS_SOURCES,
      caveats: [...CONGRESS_CAVEATS, DAYS_CAVEAT],
      fetchedAt: meta.fetchedAt,
      // An earlier slug, or another name of the member.
      ...(slug === requestedSlug ? {} : { redirect: listPath({ ...view, path: `/congress/${slug}` }) }),
    };
  },
});

/** “Democrat, House, CA-11”: what is known of it. */
function seatOf({ party, chamber, district }: MemberIdentity): string {
  return [PARTIES[party] ?? party, CHAMBERS[chamber], seatWords(district)].filter((word) => word).join(', ');
}

async function tiles(request: PageRequest, member: MemberIdentity, unread: number): Promise<Html> {
  const whole = isWhole(await stateOf(request, 'us-congress-stock-act'));
  return html`<ul class="tiles">
<li><strong>${count(member.lifetimeFilings)}</strong> ${member.lifetimeFilings === 1 ? 'report' : 'reports'} ${whole ? 'on record here' : 'listed so far'}</li>
<li><strong>${day(member.firstSeen)}</strong> first disclosure ${whole ? 'on record here' : 'listed so far'}</li>
<li><strong>${day(member.lastSeen)}</strong> latest disclosure${!whole && ' listed so far'}</li>
${unread > 0 && html`<li><strong>${count(unread)}</strong> unread ${unread === 1 ? 'report' : 'reports'}, whose trades are missing here</li>`}
</ul>`;
}

function summary(view: ListView, { sums }: MemberAnswer, meta: Meta): Html {
  return html`<p class="summary">${rowsShown(view, meta)}.${sums !== undefined && html` ${promptness(sums)}${sums.tickers.length > 0 && html` <a href="#by-ticker">Sums by ticker</a>`}`}</p>`;
}

function brackets(trades: readonly MemberTrade[]): Html | '' {
  return bracketLine(
    'Brackets of the trades below, by date of the trade',
    trades
      .filter(
        ({ dateDoubtful, possibleRepeatOf, correction }) =>
          dateDoubtful !== true && possibleRepeatOf === undefined && correction === undefined,
      )
      .map((trade) => ({
        date: trade.transactionDate,
        low: trade.amountMin,
        high: trade.amountMax,
        buy: trade.type === 'Purchase',
        label: `${trade.transactionDate} ${trade.type} ${trade.ticker || trade.assetDescription}: ${trade.amountLabel}`,
      })),
  );
}

async function tradeTable(view: ListView, trades: MemberTrade[]): Promise<Html> {
  const { request } = view;
  const columns = tradeColumns(request);
  return table({
    caption: 'Disclosed trades',
    rows: trades,
    empty: emptyWords(
      await stateOf(request, 'us-congress-stock-act'),
      filterQuery(request, FILTERS) === ''
        ? 'None of the reports has a trade that could be read.'
        : 'No trade matches these filters.',
    ),
    most: PAGE_ROWS,
    schema: getCongressMember.output,
    columns: [...columns.slice(0, -1), daysColumn(), ...columns.slice(-1)],
    sorting: sortingOf(view),
  });
}

function unreadTable({ to }: PageRequest, slug: string, reports: readonly UnreadReport[]): Html {
  return html`<h2>Unread reports</h2><p>The trades in these reports are missing from the list above.</p>${table(
    {
      caption: 'Newest first',
      rows: reports,
      empty: '',
      most: UNREAD_ROWS,
      rest: html`All are in <a href="${to(`/v1/congress/${slug}?limit=1`)}">the JSON</a>.`,
      columns: [
        { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
        { field: 'reason', head: 'Why' },
        { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => row.sourceLink },
      ],
    },
  )}`;
}
