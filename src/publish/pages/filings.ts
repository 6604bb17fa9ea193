/** The feed of open-market Form 4 rows, with a filter that works without JavaScript. */

import { daysBefore } from '../../../tools/contract/answer.js';
import { DEFAULT_SINCE_DAYS, WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { ApiFilingRow } from '../../../tools/contract/shapes/filing.js';
import { day, plural, shortUsd } from './figures.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns } from './filing-columns.js';
import { askFiltered, type Filter, filterForm, givenValues, wrongFilters } from './filters.js';
import { type Html, html } from './html.js';
import type { Page, Visit } from './page.js';
import { emptyWords, stateOf } from './source-words.js';
import { table } from './table.js';

const FILTERS: readonly Filter[] = [
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
];
const TITLE = 'Latest insider trades';

export const filings: Page = {
  path: '/filings',
  nav: 'Filings',
  needs: ['/v1/filings'],
  about: () => ['sec-edgar-form4'],
  query: FILTERS.map(({ name }) => name),
  async render(visit) {
    const given = givenValues(visit, FILTERS);
    const question = new URLSearchParams(given).toString();
    const answer = await askFiltered(visit, '/v1/filings', given);
    if ('failed' in answer)
      return wrongFilters(visit, {
        title: TITLE,
        action: '/filings',
        filters: FILTERS,
        failed: answer.failed,
      });
    const { data, meta } = answer.envelope;
    const rows = data as ApiFilingRow[];
    return {
      title: TITLE,
      lede: 'Open-market purchases and sales of shares by corporate insiders, as filed on SEC Form 4, newest filing first.',
      body: html`${filterForm(visit, '/filings', FILTERS)}
${rows.length > 0 && (await summary(visit, rows.length, given))}
${table({
  caption: 'Open-market purchases and sales',
  columns: filingColumns(visit, { issuer: true }),
  rows,
  total: meta.total,
  rest: 'Filters show others.',
  empty: emptyWords(
    await stateOf(visit, 'sec-edgar-form4'),
    'No open-market purchase or sale matches these filters.',
  ),
  schema: visit.tools.find((tool) => tool.path === '/v1/filings')?.output,
})}`,
      json: `/v1/filings${question === '' ? '' : `?${question}`}`,
      sources: [FORM4_SOURCE],
      caveats: FORM4_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: question !== '',
    };
  },
};

/** Of all rows that match, not only of those that are shown. */
async function summary(visit: Visit, shown: number, given: Record<string, string>): Promise<Html> {
  const { rows, purchases, sales } = await visit.feedTotals(given);
  const earliest = daysBefore(visit.now, WINDOW_DAYS);
  const wanted = given.since ?? daysBefore(visit.now, DEFAULT_SINCE_DAYS);
  const since = wanted < earliest ? earliest : wanted;
  const which = shown < rows ? `Rows 1 to ${shown} of ${rows.toLocaleString('en-US')}` : plural(rows, 'row');
  return html`<p class="summary">${which} filed since ${day(since)} (UTC)${shown < rows ? '. All of them together' : ''}: purchases of ${shortUsd(purchases)}, sales of ${shortUsd(sales)}.</p>`;
}
