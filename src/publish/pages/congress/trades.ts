/** The trades of all members of Congress, newest disclosure first or in another order. */

import { LATE_DAYS } from '../../../../tools/contract/rules.js';
import { congressTrade } from '../../../../tools/contract/shapes/congress.js';
import { TRADE_SORTS } from '../../../../tools/contract/trade-search.js';
import getCongressTrades from '../../../../tools/get-congress-trades.js';
import { daysBefore } from '../../../dates.js';
import { TICKER_FILTER } from '../common-filters.js';
import { listPage } from '../list-page.js';
import type { Preset } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { mostTraded } from './most-traded.js';
import {
  BRACKET_FILTER,
  CHAMBER_FILTER,
  CONGRESS_CAVEATS,
  CONGRESS_SOURCES,
  congressTabs,
  DAYS_CAVEAT,
  PARTY_FILTER,
  STATE_FILTER,
  TYPE_FILTER,
} from './stock-act.js';
import { allMembersColumns } from './trade-columns.js';

const FILTERS = [
  TICKER_FILTER,
  TYPE_FILTER,
  CHAMBER_FILTER,
  PARTY_FILTER,
  { name: 'since', label: 'Disclosed from', as: 'date' },
  { name: 'until', label: 'Disclosed to', as: 'date', isRare: true },
  { ...STATE_FILTER, isRare: true },
  {
    name: 'member',
    label: 'Member',
    as: 'name',
    isRare: true,
    accepts:
      'is words of a name that only one member has, or the last part of the address of a member’s page',
  },
  BRACKET_FILTER,
  {
    name: 'owner',
    label: 'Owner',
    as: [
      ['', 'Any'],
      ['self', 'Member'],
      ['spouse', 'Spouse'],
      ['joint', 'Joint'],
      ['child', 'Child'],
      ['other', 'Other'],
    ],
    isRare: true,
  },
  {
    name: 'late',
    label: 'Days to report',
    as: [
      ['', 'Any'],
      ['true', `More than ${LATE_DAYS} days`],
      ['false', `Within ${LATE_DAYS} days`],
    ],
    isRare: true,
  },
] as const;
const PATH = '/congress-trades';
const WEEK = 7;
const presetsOn = ({ now }: PageRequest): readonly Preset[] => [
  {
    label: `Purchases of the last ${WEEK} days`,
    query: { type: 'purchase', since: daysBefore(now, WEEK) },
  },
  { label: 'Purchases', query: { type: 'purchase' } },
  { label: 'Largest', query: { sort: 'amount' } },
  { label: 'Purchases above $250,000', query: { type: 'purchase', min_amount: '250001' } },
  { label: `Reported after more than ${LATE_DAYS} days`, query: { late: 'true' } },
  { label: 'Senate', query: { chamber: 'senate' } },
];

export const congressTrades = listPage({
  path: PATH,
  nav: 'Congress',
  tool: getCongressTrades,
  source: 'us-congress-stock-act',
  title: 'Congress trades',
  lede: 'Trades of members of the House and Senate, their spouses and dependent children, as disclosed in periodic transaction reports under the STOCK Act.',
  filters: FILTERS,
  sorts: TRADE_SORTS,
  presets: presetsOn,
  tabs: (request) => congressTabs(request, PATH),
  below: mostTraded,
  caption: 'Disclosed trades of all members',
  empty: {
    all: 'None of the reports has a trade that could be read.',
    filtered: 'No trade matches these filters.',
  },
  schema: congressTrade,
  columns: allMembersColumns,
  sources: CONGRESS_SOURCES,
  caveats: [...CONGRESS_CAVEATS, DAYS_CAVEAT],
});
