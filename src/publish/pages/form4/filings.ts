/** The feed of open-market Form 4 rows, with filters that work without JavaScript. */

import { DEFAULT_SINCE_DAYS, WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { count, day, plural, shortUsd } from '../../figures.js';
import { filterForm, filterQuery, givenValues } from '../filters.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns } from './filing-columns.js';

const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 6 },
  {
    name: 'direction',
    label: 'Direction',
    as: [
      ['all', 'Both'],
      ['P', 'Purchases'],
      ['S', 'Sales'],
    ],
  },
  { name: 'min_value', label: 'Min. value ($)', as: 'amount' },
  { name: 'since', label: 'Filed since (UTC)', as: 'date' },
] as const;
const TITLE = 'Latest insider trades';

export const filings = toolPage({
  path: '/filings',
  nav: 'Filings',
  tool: getLatestFilings,
  about: () => ['sec-edgar-form4'],
  filters: { fields: FILTERS, title: () => TITLE },
  async render({ data: rows, meta }, request) {
    const query = filterQuery(request, FILTERS);
    return {
      title: TITLE,
      lede: 'Open-market purchases and sales of shares by corporate insiders, as filed on SEC Form 4, newest filing first.',
      body: html`${filterForm(request, '/filings', FILTERS)}
${rows.length > 0 && (await summary(request, rows.length))}
${table({
  caption: 'Open-market purchases and sales',
  columns: filingColumns(request, { issuer: true }),
  rows,
  total: meta.total,
  rest: 'Use the filters to see others.',
  empty: emptyWords(
    await stateOf(request, 'sec-edgar-form4'),
    'No open-market purchase or sale matches these filters.',
  ),
  schema: getLatestFilings.output,
})}`,
      json: `/v1/filings${query}`,
      sources: [FORM4_SOURCE],
      caveats: FORM4_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: query !== '',
    };
  },
});

/** Sums of all rows that match, not only of the rows shown. */
async function summary(request: PageRequest, shown: number): Promise<Html> {
  const given = givenValues(request, FILTERS);
  const { rows, purchases, sales } = await request.feedTotals(given);
  const earliest = daysBefore(request.now, WINDOW_DAYS);
  const wanted = given.since ?? daysBefore(request.now, DEFAULT_SINCE_DAYS);
  const since = wanted < earliest ? earliest : wanted;
  const which = shown < rows ? `Rows 1 to ${shown} of ${count(rows)}` : plural(rows, 'row');
  return html`<p class="summary">${which} filed since ${day(since)} (UTC)${shown < rows ? '. All of them together' : ''}: purchases of ${shortUsd(purchases)}, sales of ${shortUsd(sales)}.</p>`;
}
