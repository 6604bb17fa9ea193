/** Schedules 13D and 13G of all companies, newest filing first or in another order. */

import { majorHolder } from '../../../../tools/contract/shapes/holder.js';
import getMajorHolders from '../../../../tools/get-major-holders.js';
import { html } from '../../../html.js';
import { filterQuery } from '../filters.js';
import { jsonAddress, type ListView, listBody, type Preset, rowsShown, sortingOf } from '../list-view.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { HOLDERS_CAVEATS, HOLDERS_SOURCE, holderColumns } from './holder-columns.js';

const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
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
      ['any', 'any level'],
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
      ['current', 'Newest of each holder'],
    ],
  },
  { name: 'since', label: 'Filed from', as: 'date' },
  { name: 'until', label: 'Filed to', as: 'date', isRare: true },
  {
    name: 'min_percent',
    label: 'Per cent',
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
const PATH = '/major-holders';
const TITLE = 'Major holders';
const PRESETS: readonly Preset[] = [
  { label: 'Crossed 5% upwards', query: { crossing: '5', direction: 'up' } },
  { label: 'Fell to 5% or less', query: { crossing: '5', direction: 'down' } },
  { label: 'Activists (13D)', query: { type: '13D' } },
  { label: 'Largest stakes now', query: { list: 'current', sort: 'percent' } },
];

export const majorHolders = toolPage({
  path: PATH,
  nav: 'Holders',
  tool: getMajorHolders,
  about: () => ['sec-edgar-13dg'],
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  async render({ data: rows, meta }, request) {
    const view: ListView = {
      request,
      path: PATH,
      filters: FILTERS,
      sorts: ['filed', 'event', 'percent', 'shares'],
    };
    return {
      title: TITLE,
      lede: 'Who holds more than five per cent of a class of shares, as filed with the SEC on Schedules 13D and 13G, and which levels holders crossed.',
      body: listBody(view, {
        presets: PRESETS,
        summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
        meta,
        rows: table({
          caption: 'Schedules 13D and 13G',
          rows,
          most: rows.length,
          empty: emptyWords(
            await stateOf(request, 'sec-edgar-13dg'),
            filterQuery(request, FILTERS) === ''
              ? 'No schedule has been read.'
              : 'No schedule matches these filters.',
          ),
          schema: majorHolder,
          columns: holderColumns(request),
          sorting: sortingOf(view),
        }),
      }),
      json: jsonAddress(view, '/v1/major-holders'),
      sources: [HOLDERS_SOURCE],
      caveats: HOLDERS_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});
