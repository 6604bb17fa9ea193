/** Members of Congress and what each of them disclosed. */

import { notFound } from '../../../tools/contract/errors.js';
import { CLERK_OF_THE_HOUSE, SECRETARY_OF_THE_SENATE } from '../../../tools/contract/publishers.js';
import { bracketLine } from '../charts/bracket-line.js';
import { day, plural, tradedOn } from './figures.js';
import { ownPath } from './filing-columns.js';
import { askFiltered, type Filter, filterForm, givenValues, wrongFilters } from './filters.js';
import { type Html, html } from './html.js';
import type { Page } from './page.js';
import { emptyWords, isWhole, stateOf } from './source-words.js';
import { type Row, table } from './table.js';
import { USE_OF_REPORTS } from './use-of-reports.js';

const SOURCES = [
  { label: CLERK_OF_THE_HOUSE.name, href: CLERK_OF_THE_HOUSE.homepage },
  { label: 'Senate eFD', href: SECRETARY_OF_THE_SENATE.homepage },
];
const CAVEATS = [
  'Amounts are brackets, because the law asks for no more; a midpoint is arithmetic, and no one reported it.',
  'Reports come 30 to 45 days after the trade, often later: read both dates.',
  'Reports of the House are read from 2015 on, those of the Senate from 2012 on. Earlier ones are not here.',
  'Trades of spouses and dependent children are included; the owner column says whose they are.',
  USE_OF_REPORTS,
];
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const CHAMBER: Record<string, string> = { house: 'House', senate: 'Senate' };

export const congress: Page = {
  path: '/congress',
  nav: 'Congress',
  needs: ['/v1/congress'],
  about: () => ['us-congress-stock-act'],
  async render(visit) {
    const envelope = await visit.ask('/v1/congress');
    const state = await stateOf(visit, 'us-congress-stock-act');
    const rows = [...(envelope.data as Row[])].sort((a, b) => String(a.name).localeCompare(String(b.name)));
    return {
      title: 'Members of Congress',
      lede: 'Everyone in the House and the Senate, in office or not, with at least one periodic transaction report under the STOCK Act on record here.',
      body: table({
        caption: `${plural(rows.length, 'member')}${isWhole(state) ? '' : ' so far'}`,
        rows,
        empty: emptyWords(state, 'No member has filed a report that this service has read.'),
        most: 1000,
        columns: [
          { field: 'name', head: 'Name', to: (row) => ownPath(visit, row.url) },
          { field: 'chamber', head: 'Chamber', as: (value) => CHAMBER[String(value)] ?? String(value) },
          { field: 'district', head: 'District' },
        ],
      }),
      json: '/v1/congress',
      sources: SOURCES,
      caveats: CAVEATS,
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

const FILTERS: readonly Filter[] = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 6 },
  { name: 'since', label: 'Disclosed since', as: 'date' },
];

const SIGNS: Record<string, [string, string]> = {
  Purchase: ['buy', '▲'],
  Sale: ['sell', '▼'],
  'Sale (Full)': ['sell', '▼'],
  'Sale (Partial)': ['sell', '▼'],
  Exchange: ['sell', '⇄'],
};

/** The filed word with its sign; a word that we do not know has none. */
function kind(word: string): Html | string {
  const [name, sign] = SIGNS[word] ?? [];
  return sign === undefined ? word : html`<span class="mark ${name}">${sign} ${word}</span>`;
}

/** The asset as filed, and below it what the report says of an option. */
function asset(value: unknown, { optionTerms }: Row): Html | string {
  const terms = (optionTerms as { asFiled?: unknown } | undefined)?.asFiled;
  // An option whose terms are in its name alone.
  const isSaid = terms === undefined || String(value).includes(String(terms));
  return isSaid ? String(value) : html`${String(value)} <small>${String(terms)}</small>`;
}

export const congressMember: Page = {
  path: '/congress/{member}',
  needs: ['/v1/congress/{member}'],
  about: () => ['us-congress-stock-act'],
  query: FILTERS.map(({ name }) => name),
  async render(visit) {
    const slug = visit.params.member ?? '';
    const given = givenValues(visit, FILTERS);
    const question = new URLSearchParams(given).toString();
    const answer = await askFiltered(visit, '/v1/congress/{member}', { member: slug, ...given });
    if ('failed' in answer) {
      if (answer.failed.issues?.some(({ path }) => path === 'member'))
        throw notFound('There is no such member.');
      const title = 'Trades of a member of Congress';
      return wrongFilters(visit, {
        title,
        action: `/congress/${slug}`,
        filters: FILTERS,
        failed: answer.failed,
      });
    }
    const { envelope } = answer;
    const state = await stateOf(visit, 'us-congress-stock-act');
    const {
      member,
      trades,
      unreadReports = [],
    } = envelope.data as { member: Row; trades: Row[]; unreadReports?: Row[] };
    const name = String(member.memberName);
    const own = SLUG.test(String(member.slug)) ? String(member.slug) : slug;
    const seat = [CHAMBER[String(member.chamber)], member.district, member.party]
      .filter((word) => word !== '' && word !== undefined)
      .join(', ');
    return {
      title: name,
      lede: `Trades disclosed by ${name} (${seat}) in periodic transaction reports under the STOCK Act, newest disclosure first.`,
      body: html`<ul class="tiles">
<li><strong>${String(member.lifetimeFilings)}</strong> ${member.lifetimeFilings === 1 ? 'report' : 'reports'} ${isWhole(state) ? 'on record here' : 'listed so far'}</li>
<li><strong>${day(member.firstSeen)}</strong> first disclosure ${isWhole(state) ? 'on record here' : 'read so far'}</li>
<li><strong>${day(member.lastSeen)}</strong> latest disclosure${!isWhole(state) && ' read so far'}</li>
</ul>
${filterForm(visit, `/congress/${slug}`, FILTERS)}
${bracketLine(
  'Disclosed brackets by date of the trade',
  trades
    .filter(({ dateDoubtful }) => dateDoubtful !== true)
    .map((trade) => ({
      date: String(trade.transactionDate),
      low: Number(trade.amountMin),
      high: typeof trade.amountMax === 'number' ? trade.amountMax : null,
      buy: trade.type === 'Purchase',
      label: `${String(trade.transactionDate)} ${String(trade.type)} ${String(trade.ticker || trade.assetDescription)}: ${String(trade.amountLabel)}`,
    })),
)}
${table({
  caption: 'Disclosed trades',
  rows: trades,
  total: envelope.meta.total,
  empty: emptyWords(
    state,
    question === ''
      ? 'None of the reports has a trade that could be read.'
      : 'No trade matches these filters.',
  ),
  most: 500,
  rest: 'Filters show others.',
  schema: visit.tools.find((tool) => tool.path === '/v1/congress/{member}')?.output,
  columns: [
    { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
    { field: 'transactionDate', head: 'Traded', as: tradedOn },
    {
      field: 'ticker',
      head: 'Ticker',
      as: (value) => String(value || '–'),
      to: (row) => (row.ticker === '' ? null : visit.to(`/ticker/${encodeURIComponent(String(row.ticker))}`)),
    },
    { field: 'assetDescription', head: 'Asset', roomy: true, as: asset },
    { field: 'assetType', head: 'Kind' },
    {
      field: 'type',
      head: 'Direction',
      as: (value) => kind(String(value)),
    },
    { field: 'owner', head: 'Owner' },
    { field: 'amountLabel', head: 'Bracket as filed' },
    { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => String(row.sourceLink) },
  ],
})}
${
  unreadReports.length > 0 &&
  html`<h2>Reports that were not read</h2><p>Their trades exist and are not in the list above.</p>${table({
    caption: 'Unread reports',
    rows: unreadReports,
    empty: '',
    columns: [
      { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
      { field: 'reason', head: 'Why' },
      { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => String(row.sourceLink) },
    ],
  })}`
}`,
      json: `/v1/congress/${own}${question === '' ? '' : `?${question}`}`,
      unlisted: question !== '',
      sources: SOURCES,
      caveats: CAVEATS,
      fetchedAt: envelope.meta.fetchedAt,
      // An earlier slug, or another name of the member.
      ...(own === slug ? {} : { redirect: `/congress/${own}${question === '' ? '' : `?${question}`}` }),
    };
  },
};
