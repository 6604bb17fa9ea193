/** One member of Congress: the disclosed trades, and the reports that could not be read. */

import type {
  MemberIdentity,
  MemberTrade,
  UnreadReport,
} from '../../../../tools/contract/shapes/congress.js';
import getCongressMember from '../../../../tools/get-congress-member.js';
import { type Html, html } from '../../../html.js';
import { bracketLine } from '../../charts/bracket-line.js';
import { day, tradedOn } from '../../figures.js';
import { filterForm, filterQuery } from '../filters.js';
import { tickerLink } from '../links.js';
import type { Content, PageRequest } from '../page.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { CHAMBERS, CONGRESS_CAVEATS, CONGRESS_SOURCES } from './stock-act.js';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 6 },
  { name: 'since', label: 'Disclosed since', as: 'date' },
] as const;

export const member = toolPage({
  path: '/congress/{member}',
  tool: getCongressMember,
  about: () => ['us-congress-stock-act'],
  given: ({ params }) => ({ member: params.member ?? '' }),
  filters: {
    fields: FILTERS,
    title: () => 'Trades of a member of Congress',
    notFound: 'There is no such member.',
  },
  async render({ data, meta }, request): Promise<Content> {
    const { member, trades, unreadReports } = data;
    const { memberName: name, chamber, district, party } = member;
    const requestedSlug = request.params.member ?? '';
    // A slug that is not valid is not used as an address.
    const slug = SLUG.test(member.slug) ? member.slug : requestedSlug;
    const query = filterQuery(request, FILTERS);
    const seat = [CHAMBERS[chamber], district, party].filter((word) => word).join(', ');
    return {
      title: name,
      lede: `Trades disclosed by ${name} (${seat}) in periodic transaction reports under the STOCK Act, newest disclosure first.`,
      body: html`${await tiles(request, member)}
${filterForm(request, `/congress/${requestedSlug}`, FILTERS)}
${brackets(trades)}
${await tradeTable(request, trades, meta.total)}
${unreadReports.length > 0 && unreadTable(unreadReports)}`,
      json: `/v1/congress/${slug}${query}`,
      unlisted: query !== '',
      sources: CONGRESS_SOURCES,
      caveats: CONGRESS_CAVEATS,
      fetchedAt: meta.fetchedAt,
      // An earlier slug, or another name of the member.
      ...(slug === requestedSlug ? {} : { redirect: `/congress/${slug}${query}` }),
    };
  },
});

async function tiles(request: PageRequest, member: MemberIdentity): Promise<Html> {
  const whole = isWhole(await stateOf(request, 'us-congress-stock-act'));
  return html`<ul class="tiles">
<li><strong>${member.lifetimeFilings}</strong> ${member.lifetimeFilings === 1 ? 'report' : 'reports'} ${whole ? 'on record here' : 'listed so far'}</li>
<li><strong>${day(member.firstSeen)}</strong> first disclosure ${whole ? 'on record here' : 'read so far'}</li>
<li><strong>${day(member.lastSeen)}</strong> latest disclosure${!whole && ' read so far'}</li>
</ul>`;
}

function brackets(trades: readonly MemberTrade[]): Html | '' {
  return bracketLine(
    'Disclosed brackets by date of the trade',
    trades
      .filter(({ dateDoubtful }) => dateDoubtful !== true)
      .map((trade) => ({
        date: trade.transactionDate,
        low: trade.amountMin,
        high: trade.amountMax,
        buy: trade.type === 'Purchase',
        label: `${trade.transactionDate} ${trade.type} ${trade.ticker || trade.assetDescription}: ${trade.amountLabel}`,
      })),
  );
}

async function tradeTable(
  request: PageRequest,
  trades: MemberTrade[],
  total: number | undefined,
): Promise<Html> {
  const columns: Array<Column<MemberTrade>> = [
    { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
    { field: 'transactionDate', head: 'Traded', as: tradedOn },
    {
      field: 'ticker',
      head: 'Ticker',
      as: 'dash',
      to: (row) => tickerLink(request, row.ticker),
    },
    { field: 'assetDescription', head: 'Asset', roomy: true, as: assetAndOption },
    { field: 'assetType', head: 'Kind' },
    { field: 'type', head: 'Direction', as: typeWithSign },
    { field: 'owner', head: 'Owner' },
    { field: 'amountLabel', head: 'Bracket as filed' },
    { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => row.sourceLink },
  ];
  return table({
    caption: 'Disclosed trades',
    rows: trades,
    total,
    empty: emptyWords(
      await stateOf(request, 'us-congress-stock-act'),
      filterQuery(request, FILTERS) === ''
        ? 'None of the reports has a trade that could be read.'
        : 'No trade matches these filters.',
    ),
    most: 500,
    rest: 'Use the filters to see others.',
    schema: getCongressMember.output,
    columns,
  });
}

const SIGNS: Record<string, readonly [mark: 'buy' | 'sell', sign: string]> = {
  Purchase: ['buy', '▲'],
  Sale: ['sell', '▼'],
  'Sale (Full)': ['sell', '▼'],
  'Sale (Partial)': ['sell', '▼'],
  Exchange: ['sell', '⇄'],
};

/** The filed word with its sign; an unknown word has none. */
function typeWithSign(word: string): Html | string {
  const [mark, sign] = SIGNS[word] ?? [];
  return sign === undefined ? word : html`<span class="mark ${mark}">${sign} ${word}</span>`;
}

/** The asset as filed, and below it the terms of an option, unless its name already gives them. */
function assetAndOption(asset: string, { optionTerms }: MemberTrade): Html | string {
  const terms = optionTerms?.asFiled;
  return terms === undefined || asset.includes(terms) ? asset : html`${asset} <small>${terms}</small>`;
}

function unreadTable(reports: readonly UnreadReport[]): Html {
  return html`<h2>Unread reports</h2><p>These reports have trades that are missing in the list above.</p>${table(
    {
      caption: 'Unread reports',
      rows: reports,
      empty: '',
      columns: [
        { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
        { field: 'reason', head: 'Why' },
        { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => row.sourceLink },
      ],
    },
  )}`;
}
