/** The members of Congress who have filed a report, with what their reports come to. */

import { type ListedMember, memberRow } from '../../../../tools/contract/shapes/congress.js';
import listCongress from '../../../../tools/list-congress.js';
import { type Html, html } from '../../../html.js';
import { count, day } from '../../figures.js';
import { localLink } from '../links.js';
import { listPage } from '../list-page.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';
import {
  CHAMBER_FILTER,
  CHAMBERS,
  CONGRESS_CAVEATS,
  CONGRESS_SOURCES,
  congressTabs,
  DAYS_CAVEAT,
  PARTIES,
  PARTY_FILTER,
  STATE_FILTER,
  seatWords,
} from './stock-act.js';

const PATH = '/congress';
const PAGE_ROWS = 100;

export const members = listPage({
  path: PATH,
  under: '/congress-trades',
  name: 'Members of Congress',
  tool: listCongress,
  source: 'us-congress-stock-act',
  isFile: true,
  title: 'Members of Congress',
  lede: 'Current and former members of the House and Senate with at least one periodic transaction report under the STOCK Act on record here.',
  filters: [
    { name: 'q', label: 'Name', as: 'name' },
    CHAMBER_FILTER,
    PARTY_FILTER,
    { ...STATE_FILTER, label: 'State (two letters)' },
  ],
  sorts: ['name', 'disclosed', 'traded', 'trades', 'reports', 'delay'],
  presets: [
    { label: 'By surname', query: {} },
    { label: 'Latest report', query: { sort: 'disclosed' } },
    { label: 'Most trades', query: { sort: 'trades' } },
    { label: 'Longest delay', query: { sort: 'delay' } },
    { label: 'Senate', query: { chamber: 'senate' } },
  ],
  given: () => ({ view: 'summary', limit: PAGE_ROWS }),
  tabs: (request) => congressTabs(request, PATH),
  caption: 'Party, chamber and seat in the latest term. Trades are counted in the reports that were read.',
  empty: {
    all: 'No member has filed a report that this service has read.',
    filtered: 'No member matches these filters.',
  },
  schema: memberRow,
  columns: columnsFor,
  sources: CONGRESS_SOURCES,
  caveats: [...CONGRESS_CAVEATS, DAYS_CAVEAT],
});

function columnsFor(request: PageRequest): Array<Column<ListedMember>> {
  return [
    { field: 'name', head: 'Member', roomy: true, sort: 'name', to: (row) => localLink(request, row.url) },
    { field: 'party', head: 'Party', as: partyWords, isPlain: true },
    { field: 'chamber', head: 'Chamber', as: (value) => CHAMBERS[value], isPlain: true },
    {
      field: 'district',
      head: 'Seat',
      as: (value) => (value === '' ? NOT_KNOWN : seatWords(value)),
      isPlain: true,
    },
    { field: 'lifetimeFilings', head: 'Reports', as: reportsAndUnread, number: true, sort: 'reports' },
    { field: 'trades', head: 'Trades', as: 'amount', sort: 'trades' },
    { field: 'lastTraded', head: 'Last trade', as: (value) => (value ? day(value) : '–'), sort: 'traded' },
    { field: 'lastSeen', head: 'Last report', as: 'day', sort: 'disclosed', minor: true },
    {
      field: 'medianDays',
      head: 'Median days to report',
      as: (value) => (value === null || value === undefined ? '–' : String(value)),
      number: true,
      sort: 'delay',
      minor: true,
    },
  ];
}

const NOT_KNOWN = html`<span class="unknown">not known</span>`;

/** Another party, or a filed name that matches no known member. */
function partyWords(party: string | undefined): Html | string {
  return party === undefined || party === '' ? NOT_KNOWN : (PARTIES[party] ?? party);
}

function reportsAndUnread(reports: number | undefined, { unreadReports = 0 }: ListedMember): Html | string {
  if (reports === undefined) return NOT_KNOWN;
  return html`${count(reports)}${unreadReports > 0 && html` <span class="note">${count(unreadReports)} unread</span>`}`;
}
