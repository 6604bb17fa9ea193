/** Schedules 13D and 13G of all companies, newest filing first or in another order. */

import { majorHolder } from '../../../../tools/contract/shapes/holder.js';
import getMajorHolders from '../../../../tools/get-major-holders.js';
import { TICKER_FILTER } from '../common-filters.js';
import { NEW_YORK_DAYS } from '../form4/filing-columns.js';
import { holderTabs } from '../insider-tabs.js';
import { listPage } from '../list-page.js';
import type { Preset } from '../list-view.js';
import { HOLDERS_CAVEATS, HOLDERS_SOURCE, holderColumns } from './holder-columns.js';

const FILTERS = [
  TICKER_FILTER,
  {
    name: 'type',
    label: 'Schedule',
    as: [
      ['', '13D and 13G'],
      ['13D', '13D, possible influence'],
      ['13G', '13G, passive'],
    ],
  },
  {
    name: 'crossing',
    label: 'Crossed',
    as: [
      ['', 'All schedules'],
      ['any', 'Any threshold'],
      ['5', '5%'],
      ['10', '10%'],
      ['20', '20%'],
      ['50', '50%'],
    ],
  },
  {
    name: 'direction',
    label: 'Direction',
    as: [
      ['', 'Up and down'],
      ['up', 'Up'],
      ['down', 'Down'],
    ],
  },
  {
    name: 'list',
    label: 'List',
    as: [
      ['history', 'Every schedule'],
      ['current', 'Latest of each holder'],
    ],
  },
  { name: 'since', label: 'Filed from (UTC)', as: 'date' },
  { name: 'until', label: 'Filed to (UTC)', as: 'date', isRare: true },
  { name: 'event_since', label: 'Event from', as: 'date', isRare: true },
  { name: 'event_until', label: 'Event to', as: 'date', isRare: true },
  {
    name: 'min_percent',
    label: 'Stake',
    as: [
      ['0', 'Any'],
      ['5', 'from 5%'],
      ['10', 'from 10%'],
      ['20', 'from 20%'],
      ['50', 'from 50%'],
    ],
    isRare: true,
  },
  { name: 'holder', label: 'Holder (CIK)', as: 'code', size: 10, isRare: true },
  { name: 'cik', label: 'Company (CIK)', as: 'code', size: 10, isRare: true },
  { name: 'cusip', label: 'CUSIP', as: 'code', size: 9, isRare: true },
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Rose above 5%', query: { crossing: '5', direction: 'up' } },
  { label: 'Fell to 5% or less', query: { crossing: '5', direction: 'down' } },
  { label: 'Activists (13D)', query: { type: '13D' } },
  { label: 'Largest stakes now', query: { list: 'current', sort: 'percent' } },
];

export const majorHolders = listPage({
  path: '/major-holders',
  nav: 'Holders',
  tool: getMajorHolders,
  source: 'sec-edgar-13dg',
  title: 'Major holders',
  lede: 'Who holds more than 5% of a class of shares, as filed with the SEC on Schedules 13D and 13G, and which thresholds they crossed.',
  filters: FILTERS,
  sorts: ['filed', 'event', 'percent', 'shares'],
  presets: PRESETS,
  tabs: (request) => holderTabs(request, '/major-holders'),
  caption: 'Schedules 13D and 13G',
  empty: { all: 'No schedule has been read.', filtered: 'No schedule matches these filters.' },
  schema: majorHolder,
  columns: holderColumns,
  sources: [HOLDERS_SOURCE],
  caveats: [...HOLDERS_CAVEATS, NEW_YORK_DAYS],
});
