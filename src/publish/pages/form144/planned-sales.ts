/** The notices of planned sales (Form 144), each with what Form 4 reports of it. */

import { plannedSale } from '../../../../tools/contract/shapes/planned-sale.js';
import getPlannedSales from '../../../../tools/get-planned-sales.js';
import { CIK_FILTER, MIN_VALUE_FILTER, PLANS_FILTER, TICKER_FILTER } from '../common-filters.js';
import { NEW_YORK_DAYS } from '../form4/filing-columns.js';
import { insiderTabs } from '../insider-tabs.js';
import { listPage } from '../list-page.js';
import type { Preset } from '../list-view.js';
import { FORM144_CAVEATS, FORM144_SOURCE, plannedColumns } from './planned-columns.js';

const FILTERS = [
  TICKER_FILTER,
  {
    name: 'status',
    label: 'Status',
    as: [
      ['', 'Any'],
      ['open', 'Open'],
      ['sold,partly_sold', 'Sold, whole or in part'],
      ['sold', 'Sold in whole'],
      ['partly_sold', 'Partly sold'],
      ['lapsed', 'Lapsed'],
      ['unknown', 'Unknown'],
      ['amended', 'Replaced'],
    ],
  },
  MIN_VALUE_FILTER,
  PLANS_FILTER,
  { name: 'since', label: 'Filed from (UTC)', as: 'date' },
  { name: 'until', label: 'Filed to (UTC)', as: 'date', isRare: true },
  {
    name: 'owner',
    label: 'Seller',
    as: 'name',
    isRare: true,
    accepts:
      'is words of a name that only one insider has, the last part of the address of an insider’s page, or the CIK of the seller',
  },
  CIK_FILTER,
] as const;
const PATH = '/planned-sales';
const PRESETS: readonly Preset[] = [
  { label: 'Sold, whole or in part', query: { status: 'sold,partly_sold' } },
  { label: 'Open, largest first', query: { status: 'open', sort: 'value' } },
  { label: 'Lapsed', query: { status: 'lapsed' } },
  { label: 'Outside 10b5-1 plans', query: { planned: 'exclude' } },
];

export const plannedSales = listPage({
  path: PATH,
  under: '/filings',
  tool: getPlannedSales,
  source: 'sec-edgar-form144',
  title: 'Planned insider sales',
  lede: 'What officers, directors and large holders intend to sell, as filed on SEC Form 144, and how much of it Form 4 shows as sold.',
  filters: FILTERS,
  sorts: ['filed', 'sale_date', 'value'],
  presets: PRESETS,
  tabs: (request) => insiderTabs(request, PATH),
  caption: 'Notices of planned sales',
  empty: { all: 'No notice has been read.', filtered: 'No notice matches these filters.' },
  schema: plannedSale,
  columns: (request) => plannedColumns(request, { issuer: true, seller: true }),
  sources: [FORM144_SOURCE],
  caveats: [...FORM144_CAVEATS, NEW_YORK_DAYS],
});
