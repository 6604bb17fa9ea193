/** The feed of open-market Form 4 rows: with filters, orders and pages that work without JavaScript. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import type { FilingTotals } from '../../../../tools/contract/reads/filings.js';
import { DEFAULT_SINCE_DAYS, WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import { type ApiFilingGroup, filingGroupRow } from '../../../../tools/contract/shapes/filing-group.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { moment, shortUsd } from '../../figures.js';
import {
  CIK_FILTER,
  DIRECTION_FILTER,
  MIN_VALUE_FILTER,
  PLANS_FILTER,
  TICKER_FILTER,
} from '../common-filters.js';
import { givenValues } from '../filters.js';
import { insiderTabs } from '../insider-tabs.js';
import {
  jsonAddress,
  type ListView,
  listBody,
  type Preset,
  rowsOfPage,
  rowsShown,
  sortingOf,
} from '../list-view.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { filedPeriod } from './filed-period.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns, NAMES_AS_FILED } from './filing-columns.js';
import { groupColumns } from './group-columns.js';

/** A page shows filings, because a sale of one day often has ten lots; the tool gives lots. */
const GROUPS = [
  ['filing', 'by filing'],
  ['insider', 'by insider'],
  ['issuer', 'by company'],
  ['lot', 'no: every lot'],
] as const;
const FILTERS = [
  TICKER_FILTER,
  DIRECTION_FILTER,
  MIN_VALUE_FILTER,
  {
    name: 'role',
    label: 'Role',
    as: [
      ['', 'Any'],
      ['ceo', 'CEO'],
      ['cfo', 'CFO'],
      ['chief', 'Any chief officer'],
      ['officer', 'Officer'],
      ['director', 'Director'],
      ['ten_percent', '10% owner'],
    ],
  },
  { name: 'since', label: 'Filed from (UTC)', as: 'date' },
  { name: 'until', label: 'Filed to (UTC)', as: 'date', isRare: true },
  { name: 'max_value', label: 'Max. value ($)', as: 'amount', isRare: true },
  {
    name: 'min_change',
    label: 'Min. change of holding (%)',
    as: 'amount',
    isRare: true,
    accepts:
      'is a percentage, such as 25 for a holding that grew or shrank by a quarter or more; it works where rows are added up by filing',
  },
  { ...PLANS_FILTER, isRare: true },
  { name: 'group', label: 'Added up', as: GROUPS, isRare: true },
  {
    name: 'owner',
    label: 'Insider',
    as: 'name',
    isRare: true,
    accepts:
      'is words of a name that only one insider has, or the last part of the address of an insider’s page',
  },
  CIK_FILTER,
] as const;
const PATH = '/filings';
const TITLE = 'Latest insider trades';
/** A change is known of one filing only, and a group of several may have several names. */
const COMMON_SORTS = ['filed', 'value', 'traded', 'ticker', 'shares', 'price'];
const SORTS = {
  lot: [...COMMON_SORTS, 'insider'],
  filing: [...COMMON_SORTS, 'insider', 'change'],
  insider: COMMON_SORTS,
  issuer: COMMON_SORTS,
};
const PRESETS: readonly Preset[] = [
  { label: 'Purchases of $100K or more', query: { direction: 'P', min_value: '100000' } },
  { label: 'Purchases by chief officers', query: { direction: 'P', role: 'chief' } },
  { label: 'Largest purchases', query: { direction: 'P', sort: 'value' } },
  { label: 'Largest sales outside plans', query: { direction: 'S', planned: 'exclude', sort: 'value' } },
  { label: 'Holdings that doubled', query: { direction: 'P', min_change: '100' } },
  { label: '10% owners', query: { role: 'ten_percent' } },
  { label: 'Most-bought companies', query: { direction: 'P', group: 'issuer', sort: 'value' } },
];

export const filings = toolPage({
  path: PATH,
  nav: 'Filings',
  tool: getLatestFilings,
  about: () => ['sec-edgar-form4'],
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  suited: suitedOrder,
  given: groupArgument,
  async render({ data, meta }, request) {
    const { group } = groupArgument(request);
    const sorts = SORTS[group ?? 'lot'];
    const view: ListView = {
      request,
      path: PATH,
      filters: FILTERS,
      most: rowsOfPage(getLatestFilings),
      sorts,
    };
    return {
      title: TITLE,
      lede: 'Open-market purchases and sales of shares by corporate insiders, as filed on SEC Form 4.',
      body: html`${insiderTabs(request, PATH)}
${listBody(view, {
  presets: PRESETS,
  summary: data.length > 0 && (await summary(view, meta, group)),
  rows: await list(view, data, group),
  meta,
})}`,
      json: jsonAddress(view, '/v1/filings', toolArguments(request, group)),
      sources: [FORM4_SOURCE],
      caveats: FORM4_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});

type Group = ApiFilingGroup['group'] | undefined;

/** The group that the tool gives; an unknown word goes to the tool, which says what it accepts. */
function groupArgument({ query }: PageRequest): { group: Group } {
  const { group = '' } = query;
  // The tool refuses other words.
  return { group: group === 'lot' ? undefined : group === '' ? 'filing' : (group as Group) };
}

/** The form keeps the order when the reader changes what is added up. */
function suitedOrder(request: PageRequest): PageRequest {
  const { group } = groupArgument(request);
  const { sort = '' } = request.query;
  // An unknown word goes to the tool.
  const isOfOthers = SORTS.filing.includes(sort) && SORTS[group ?? 'lot']?.includes(sort) === false;
  return isOfOthers ? { ...request, query: { ...request.query, sort: '', order: '' } } : request;
}

async function list(view: ListView, data: ApiFilingRow[], group: Group): Promise<Html> {
  const { request } = view;
  const shared = {
    caption: `Open-market purchases and sales. ${NAMES_AS_FILED}`,
    most: data.length,
    empty: emptyWords(
      await stateOf(request, 'sec-edgar-form4'),
      html`No open-market purchase or sale that matches these filters was ${period(request, toolArguments(request, group))}.`,
    ),
    sorting: sortingOf(view),
  };
  if (group === undefined)
    return table({
      ...shared,
      rows: data,
      columns: filingColumns(request, { issuer: true }),
      schema: getLatestFilings.output,
    });
  // With `group` the rows of the tool are groups.
  const rows = data as unknown as ApiFilingGroup[];
  return table({ ...shared, rows, columns: groupColumns(request, group), schema: filingGroupRow });
}

/** Which rows these are, since when, and the sums of all that match. */
async function summary(view: ListView, meta: Meta, group: Group): Promise<Html> {
  const { request } = view;
  const given = toolArguments(request, group);
  const words = {
    filing: 'Added up by filing. ',
    insider: 'Added up by insider and company. ',
    issuer: 'Added up by company. ',
  };
  const which = `${group === undefined ? '' : words[group]}${rowsShown(view, meta)}`;
  const bounded = meta.groupedSince;
  // A cursor belongs to an earlier moment: totals of this one would not fit its rows.
  const hasTotals = (request.query.cursor ?? '') === '' && (group === undefined || group === 'filing');
  const totals = hasTotals ? await request.feedTotals(given) : null;
  return html`<p class="summary">${which} ${period(request, given)}${totals !== null && sums(totals, given.direction)}.${bounded !== undefined && html` Only filings from ${moment(bounded)} on are added up, because more match than one page can add up: choose fewer days.`}</p>`;
}

/** Only the sum of what was searched: a filter of purchases says nothing about sales. */
function sums({ purchases, sales }: FilingTotals, direction: string | undefined): string {
  const words = [
    ...(direction === 'S' ? [] : [`purchases of ${shortUsd(purchases)}`]),
    ...(direction === 'P' ? [] : [`sales of ${shortUsd(sales)}`]),
  ];
  return `: ${words.join(' and ')} in total`;
}

/** The filters in use, and the group, as the tool takes them. */
function toolArguments(request: PageRequest, group: Group): Record<string, string> {
  const { group: _, ...given }: Record<string, string> = givenValues(request, FILTERS);
  return group === undefined ? given : { ...given, group };
}

/** The days that the tool searches: see `feedSearch`. */
function period({ now }: PageRequest, { since, until }: Record<string, string>): Html {
  const earliest = daysBefore(now, WINDOW_DAYS);
  const end = until === undefined ? now : new Date(`${until}T23:59:59.999Z`);
  const wanted = since ?? daysBefore(end, DEFAULT_SINCE_DAYS);
  return filedPeriod(wanted < earliest ? earliest : wanted, until);
}
