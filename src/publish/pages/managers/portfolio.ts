/** One manager: its report of a quarter, what changed since another one, and one position through all of them. */

import {
  type HeldInQuarter,
  heldInQuarter,
  type ManagerDetail,
  type ManagerHolding,
  type ManagerReportRow,
  managerHolding,
  managerReport,
} from '../../../../tools/contract/shapes/managers.js';
import getManager from '../../../../tools/get-manager.js';
import { type Html, html } from '../../../html.js';
import { count, partOf, UNKNOWN } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import { jsonAddress, type ListView, listBody, rowsOfPage, rowsShown, sortingOf } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import {
  comparedFilters,
  kindWords,
  MANAGERS_CAVEATS,
  MANAGERS_SOURCE_LINK,
  positionColumnsOf,
  quarterForm,
  withQuarters,
} from './holding-columns.js';
import { positionsOrWhy, reportFacts, STATE_WORDS } from './report-facts.js';

const FILTERS = [
  {
    name: 'list',
    label: 'Show',
    as: [
      ['', 'Holdings'],
      ['changes', 'Changes'],
      ['reports', 'Reports of all quarters'],
      ['history', 'One position in all quarters'],
    ],
  },
  ...comparedFilters([
    ['', 'All'],
    ['shares', 'Shares'],
  ]),
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'position',
    label: 'CUSIP',
    as: 'code',
    size: 10,
    isRare: true,
    accepts:
      'is that of the position to show in all quarters: 9 letters and digits, such as 037833100. The names of companies among the holdings lead to their positions',
  },
] as const;

export const managerPortfolio = toolPage({
  path: '/managers/{cik}',
  tool: getManager,
  rows: ['rows'],
  about: () => ['sec-edgar-13f'],
  // A page has one address: names are only for callers.
  given: ({ params }) => ({ cik: /^\d+$/.test(params.cik ?? '') ? params.cik : '' }),
  filters: {
    fields: FILTERS,
    title: () => 'Institutional manager',
    isList: true,
    notFound: 'A CIK is a number of at most ten digits.',
  },
  render({ data, meta }, request) {
    const { cik, name, quarter, compare, report, counts } = data;
    const view: ListView = {
      request,
      path: `/managers/${cik}`,
      filters: withQuarters(FILTERS, data.quarters),
      most: rowsOfPage(getManager),
      sorts: ['value', 'amount', 'change'],
    };
    const isCompared = data.list === 'holdings' || data.list === 'changes';
    return {
      title: quarter === null ? name : `${name}, ${quarterWords(quarter)}`,
      lede: `What ${name} reported to the SEC on Form 13F${quarter === null ? '' : ` for ${quarterWords(quarter)}`}${compare === null ? '' : `, compared with ${quarterWords(compare)}`}.`,
      body: html`${report !== null && reportFacts(request, report)}
${isCompared && report === null && html`<p>No report of this manager for ${quarter !== null && quarterWords(quarter)} is here.</p>`}
${counts !== null && compare !== null && report?.state === 'holdings' && html`<p>Since ${quarterWords(compare)}: ${count(counts.new)} new, ${count(counts.added)} added, ${count(counts.trimmed)} trimmed, ${count(counts.exit)} sold, ${count(counts.held)} unchanged, ${count(counts.unknown)} unknown or uncertain.</p>`}
${isCompared && quarterForm(view)}
${listBody(view, {
  presets: [
    { label: 'Changes', query: { list: 'changes' } },
    { label: 'New positions', query: { list: 'changes', change: 'new' } },
    { label: 'Sold', query: { list: 'changes', change: 'exit' } },
    { label: 'Reports of all quarters', query: { list: 'reports' } },
  ],
  summary: data.rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  meta,
  rows: rowsOf(data, view),
})}`,
      json: jsonAddress(view, `/v1/managers/${cik}`),
      sources: [MANAGERS_SOURCE_LINK],
      caveats: MANAGERS_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});

/** The rows are of the kind that the list has. */
function rowsOf({ list, rows, cik }: ManagerDetail, view: ListView): Html {
  const { request } = view;
  const common = { most: rows.length, empty: 'No position matches.' };
  if (list === 'history')
    return table({
      ...common,
      caption: 'The position in each reported quarter, newest first',
      rows: rows as HeldInQuarter[],
      schema: heldInQuarter,
      columns: HISTORY_COLUMNS,
    });
  if (list === 'reports')
    return table({
      ...common,
      caption: 'Reports, newest quarter first',
      rows: rows as ManagerReportRow[],
      schema: managerReport,
      columns: reportColumns(request, cik),
    });
  return table({
    ...common,
    caption: list === 'changes' ? 'Positions that changed' : 'Positions',
    rows: rows as ManagerHolding[],
    schema: managerHolding,
    columns: positionColumnsOf(request, cik),
    sorting: sortingOf(view),
  });
}

const HISTORY_COLUMNS: ReadonlyArray<Column<HeldInQuarter>> = [
  {
    field: 'quarter',
    head: 'Quarter',
    as: quarterWords,
    isPlain: true,
    to: ({ sourceUrl }) => sourceUrl,
  },
  { field: 'state', head: 'Report', as: (state) => STATE_WORDS[state], minor: true },
  { field: 'kind', head: 'Kind', as: (kind) => kindWords(kind) },
  {
    field: 'amount',
    head: 'Amount',
    number: true,
    as: (value, { kind, maybeSplit }) =>
      html`${value === null ? (kind === null ? '–' : UNKNOWN) : count(value)}${maybeSplit && html` <span class="note">perhaps split</span>`}`,
  },
  { field: 'valueUsd', head: 'Value', as: 'usd' },
  {
    field: 'weight',
    head: 'Weight',
    number: true,
    as: (weight) => (weight === null ? '–' : partOf(weight)),
    minor: true,
  },
];

function reportColumns(request: PageRequest, cik: string): Array<Column<ManagerReportRow>> {
  return [
    {
      field: 'quarter',
      head: 'Quarter',
      as: quarterWords,
      isPlain: true,
      to: ({ quarter }) => request.to(`/managers/${cik}?quarter=${quarter}`),
    },
    { field: 'state', head: 'Report', as: (state) => STATE_WORDS[state] },
    { field: 'filedAt', head: 'Filed', as: 'day' },
    { field: 'totalValueUsd', head: 'Value', as: 'usd' },
    { field: 'positions', head: 'Positions', number: true, as: positionsOrWhy },
    { field: 'filings', head: 'Filings', number: true, as: (filings) => count(filings.length), minor: true },
  ];
}
