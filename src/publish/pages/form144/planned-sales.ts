/** The notices of planned sales (Form 144), each with what Form 4 reports of it. */

import { plannedSale } from '../../../../tools/contract/shapes/planned-sale.js';
import getPlannedSales from '../../../../tools/get-planned-sales.js';
import { html } from '../../../html.js';
import { insiderTabs } from '../insider-tabs.js';
import { jsonAddress, type ListView, listBody, type Preset, rowsShown, sortingOf } from '../list-view.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { FORM144_CAVEATS, FORM144_SOURCE, plannedColumns } from './planned-columns.js';

const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'status',
    label: 'Status',
    as: [
      ['', 'Any in effect'],
      ['open', 'Open'],
      ['sold,partly_sold', 'Sold, whole or in part'],
      ['sold', 'Sold in whole'],
      ['partly_sold', 'Partly sold'],
      ['lapsed', 'Lapsed'],
      ['unknown', 'Unknown'],
      ['amended', 'Replaced'],
    ],
  },
  { name: 'min_value', label: 'Min. value ($)', as: 'amount' },
  {
    name: 'planned',
    label: '10b5-1 plans',
    as: [
      ['all', 'With and without'],
      ['exclude', 'Without a plan'],
      ['only', 'Planned only'],
    ],
  },
  { name: 'since', label: 'Filed from (UTC)', as: 'date' },
  { name: 'until', label: 'Filed to (UTC)', as: 'date', isRare: true },
  {
    name: 'owner',
    label: 'Seller (id)',
    as: 'code',
    size: 16,
    isRare: true,
    accepts: 'is the last part of the address of an insider’s page, or the CIK of the seller',
  },
  { name: 'cik', label: 'CIK', as: 'code', size: 10, isRare: true },
] as const;
const PATH = '/planned-sales';
const TITLE = 'Planned sales of insiders';
const PRESETS: readonly Preset[] = [
  { label: 'Carried out, whole or in part', query: { status: 'sold,partly_sold' } },
  { label: 'Open, largest first', query: { status: 'open', sort: 'value' } },
  { label: 'Lapsed', query: { status: 'lapsed' } },
  { label: 'Without a 10b5-1 plan', query: { planned: 'exclude' } },
];

export const plannedSales = toolPage({
  path: PATH,
  tool: getPlannedSales,
  about: () => ['sec-edgar-form144'],
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  async render({ data: rows, meta }, request) {
    const view: ListView = {
      request,
      path: PATH,
      filters: FILTERS,
      sorts: ['filed', 'sale_date', 'value'],
    };
    return {
      title: TITLE,
      lede: 'What officers, directors and large holders intend to sell, as filed on SEC Form 144, and what of it Form 4 reports as sold.',
      body: html`${insiderTabs(request, PATH)}
${listBody(view, {
  presets: PRESETS,
  summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  meta,
  rows: table({
    caption: 'Notices of planned sales',
    rows,
    most: rows.length,
    empty: emptyWords(await stateOf(request, 'sec-edgar-form144'), 'No notice matches these filters.'),
    schema: plannedSale,
    columns: plannedColumns(request, { issuer: true, seller: true }),
    sorting: sortingOf(view),
  }),
})}`,
      json: jsonAddress(view, '/v1/planned-sales'),
      sources: [FORM144_SOURCE],
      caveats: FORM144_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});
