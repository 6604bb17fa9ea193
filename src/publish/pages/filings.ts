/** The feed of open-market Form 4 rows, with a filter that works without JavaScript. */

import type { FilingRow } from '../../../tools/contract/shapes/filing.js';
import { plural, shortUsd } from './figures.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Page, Visit } from './page.js';
import { table } from './table.js';

const NAMES = ['ticker', 'direction', 'min_value', 'since'];

export const filings: Page = {
  path: '/filings',
  nav: 'Filings',
  needs: ['/v1/filings'],
  query: NAMES,
  async render(visit) {
    const given = Object.fromEntries(
      NAMES.map((name) => [name, visit.query[name] ?? '']).filter(([, value]) => value !== ''),
    );
    const question = new URLSearchParams(given).toString();
    const envelope = await visit.ask('/v1/filings', given);
    const rows = envelope.data as FilingRow[];
    const total = (code: string) =>
      rows.filter((row) => row.transactionCode === code).reduce((sum, row) => sum + row.totalValue, 0);
    return {
      title: 'Latest insider trades',
      lede: 'Open-market purchases and sales of shares by corporate insiders, as filed on SEC Form 4, newest filing first.',
      body: html`${filter(visit)}
<p class="summary">${plural(rows.length, 'row')}: purchases of ${shortUsd(total('P'))}, sales of ${shortUsd(total('S'))}.</p>
${table({
  caption: 'Open-market purchases and sales',
  columns: filingColumns(visit, { issuer: true }),
  rows,
  empty: 'No open-market purchase or sale fits these filters.',
  schema: visit.tools.find((tool) => tool.path === '/v1/filings')?.output,
})}`,
      json: `/v1/filings${question === '' ? '' : `?${question}`}`,
      sources: [FORM4_SOURCE],
      caveats: FORM4_CAVEATS,
      fetchedAt: envelope.meta.fetchedAt,
      unlisted: question !== '',
    };
  },
};

function filter({ query, to }: Visit): Html {
  const option = (value: string, words: string) =>
    html`<option value="${value}"${query.direction === value ? html` selected` : ''}>${words}</option>`;
  return html`<form class="panel" action="${to('/filings')}" aria-label="Filter">
<div><label for="ticker">Ticker</label><input id="ticker" name="ticker" value="${query.ticker}" maxlength="5" size="6" autocomplete="off"></div>
<div><label for="direction">Direction</label><select id="direction" name="direction">${option('all', 'Both')}${option('P', 'Purchases')}${option('S', 'Sales')}</select></div>
<div><label for="min_value">Least value, USD</label><input id="min_value" name="min_value" inputmode="numeric" value="${query.min_value}" size="10" autocomplete="off"></div>
<div><label for="since">Filed since</label><input id="since" name="since" type="date" value="${query.since}"></div>
<button>Show</button></form>`;
}
