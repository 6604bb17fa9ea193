/** Members of Congress and what each of them disclosed. */

import { bracketLine } from '../charts/bracket-line.js';
import { day, plural } from './figures.js';
import { ownPath } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Page } from './page.js';
import { type Row, table } from './table.js';
import { USE_OF_REPORTS } from './use-of-reports.js';

const SOURCES = [
  { label: 'Clerk of the House', href: 'https://disclosures-clerk.house.gov/' },
  { label: 'Senate eFD', href: 'https://efdsearch.senate.gov/' },
];
const CAVEATS = [
  'Amounts are brackets, because that is what the law has filed; a midpoint is arithmetic, nobody reported it.',
  'Reports come 30 to 45 days after the trade, often later: read both dates.',
  'Trades of spouses and dependent children are included; the owner column says whose they are.',
  USE_OF_REPORTS,
];
const CHAMBER: Record<string, string> = { house: 'House', senate: 'Senate' };

export const congress: Page = {
  path: '/congress',
  nav: 'Congress',
  needs: ['/v1/congress'],
  async render(visit) {
    const envelope = await visit.ask('/v1/congress');
    const rows = [...(envelope.data as Row[])].sort((a, b) => String(a.name).localeCompare(String(b.name)));
    return {
      title: 'Members of Congress',
      lede: 'Everybody in the House and the Senate who filed at least one periodic transaction report under the STOCK Act.',
      body: table({
        caption: plural(rows.length, 'member'),
        rows,
        empty: 'No member has filed a report that this service has read.',
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

export const congressMember: Page = {
  path: '/congress/{member}',
  needs: ['/v1/congress/{member}'],
  async render(visit) {
    const slug = visit.params.member ?? '';
    const envelope = await visit.ask('/v1/congress/{member}', { member: slug });
    const {
      member,
      trades,
      unreadReports = [],
    } = envelope.data as { member: Row; trades: Row[]; unreadReports?: Row[] };
    const name = String(member.memberName);
    const seat = [CHAMBER[String(member.chamber)], member.district, member.party]
      .filter((word) => word !== '' && word !== undefined)
      .join(', ');
    return {
      title: name,
      lede: `Trades disclosed by ${name} (${seat}) in periodic transaction reports under the STOCK Act, newest disclosure first.`,
      body: html`<ul class="tiles">
<li><strong>${String(member.lifetimeFilings)}</strong> reports ever filed</li>
<li><strong>${day(member.firstSeen)}</strong> first disclosure</li>
<li><strong>${day(member.lastSeen)}</strong> latest disclosure</li>
</ul>
${bracketLine(
  'Disclosed brackets by date of the trade',
  trades.map((trade) => ({
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
  empty: 'No trade that could be read.',
  most: 500,
  schema: visit.tools.find((tool) => tool.path === '/v1/congress/{member}')?.output,
  columns: [
    { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
    {
      field: 'ticker',
      head: 'Ticker',
      as: (value) => String(value || '–'),
      to: (row) => (row.ticker === '' ? null : visit.to(`/ticker/${encodeURIComponent(String(row.ticker))}`)),
    },
    { field: 'assetDescription', head: 'Asset', roomy: true },
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
  html`<h2>Reports that could not be read</h2><p>Their trades exist and are not in the list above.</p>${table(
    {
      caption: 'Unread reports',
      rows: unreadReports,
      empty: '',
      columns: [
        { field: 'disclosureDate', head: 'Disclosed', as: 'day' },
        { field: 'reason', head: 'Why' },
        { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => String(row.sourceLink) },
      ],
    },
  )}`
}`,
      json: `/v1/congress/${slug}`,
      sources: SOURCES,
      caveats: CAVEATS,
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};
