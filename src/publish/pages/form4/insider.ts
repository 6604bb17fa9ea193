/** One person: what was reported, with every transaction code. */

import type { InsiderFacts } from '../../../../tools/contract/reads.js';
import type { SIGNAL_QUALITIES } from '../../../../tools/contract/shapes/insider.js';
import { type Html, html } from '../../../html.js';
import { weeklyBars } from '../../charts/weekly-bars.js';
import { day, plural } from '../../figures.js';
import type { Page } from '../page.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { FORM4_RECORD, FORM4_SOURCE } from './filing-columns.js';

const QUALITIES: Record<(typeof SIGNAL_QUALITIES)[number], string> = {
  'discretionary-buy': 'discretionary purchase',
  'discretionary-sell': 'discretionary sale',
  'mechanical-buy': 'exercise or conversion',
  'mechanical-sell': 'sale for tax or after an exercise',
  'non-discretionary': 'not an open-market choice',
  planned: 'under a 10b5-1 plan',
};

export const insider: Page = {
  path: '/insiders/{id}',
  needs: ['/v1/insiders/{id}'],
  about: () => ['sec-edgar-form4'],
  async render(visit) {
    const id = visit.params.id ?? '';
    const envelope = await visit.ask('/v1/insiders/{id}', { id });
    const { identity, transactions, careerLots, coFilers } = envelope.data as InsiderFacts;
    const state = await stateOf(visit, 'sec-edgar-form4');
    const soFar = isWhole(state) ? ' on record here' : ' read so far';
    const tickerPath = (row: Record<string, unknown>) =>
      row.issuerTicker === '' ? null : visit.to(`/ticker/${encodeURIComponent(String(row.issuerTicker))}`);
    const feed = transactions.filter((row) => !row.isDerivative && row.totalValue !== null);
    return {
      title: identity.ownerName,
      lede: `Transactions of ${identity.ownerName}, as reported on SEC Form 4: every code in the last 365 days, and the open-market lots of all filings on record here.`,
      body: html`<ul class="tiles">
<li><strong>${identity.tickers.length === 0 ? 'none' : identity.tickers.map((one, index) => html`${index > 0 ? ', ' : ''}<a href="${visit.to(`/ticker/${encodeURIComponent(one)}`)}">${one}</a>`)}</strong> ${identity.tickers.length === 1 ? 'ticker' : 'tickers'}</li>
<li><strong>${identity.lifetimeDistinctFilings}</strong> ${identity.lifetimeDistinctFilings === 1 ? 'filing' : 'filings'} with ${plural(identity.lifetimeFilings, 'row')}${soFar}</li>
<li><strong>${identity.directionalFilings}</strong> open-market ${identity.directionalFilings === 1 ? 'row' : 'rows'}</li>
<li><strong>${day(identity.firstSeen)}</strong> first filing${soFar}</li>
<li><strong>${day(identity.lastSeen)}</strong> latest filing${soFar}</li>
</ul>
${weeklyBars({ title: 'Open-market purchases and sales by week of filing', now: visit.now, rows: feed.map((row) => ({ at: row.filedAt, code: row.transactionCode, value: row.totalValue ?? 0 })) })}
<h2>Transactions of the last 365 days</h2>
${table({
  caption: 'Every transaction code, newest filing first',
  rows: transactions,
  total: envelope.meta.total,
  empty: emptyWords(state, 'No filing in the last 365 days. People stay here once they have filed.'),
  most: 300,
  rest: 'More of them are in the JSON below.',
  schema: visit.tools.find((tool) => tool.path === '/v1/insiders/{id}')?.output,
  columns: [
    { field: 'filedAt', head: 'Filed', as: 'day' },
    {
      field: 'issuerTicker',
      head: 'Ticker',
      to: tickerPath,
      as: (value, row) => (value === '' ? String(row.issuerName) : String(value)),
    },
    { field: 'ownerTitle', head: 'Role' },
    {
      field: 'transactionCode',
      head: 'Transaction',
      as: (value, row) => coded(String(value), String(row.intentLabel)),
    },
    {
      field: 'signalQuality',
      head: 'Kind',
      as: (value) => QUALITIES[value as keyof typeof QUALITIES] ?? String(value),
    },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'pricePerShare', head: 'Price', as: 'price' },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'rawFilingUrl', head: 'Original', as: () => 'EDGAR', to: (row) => String(row.rawFilingUrl) },
  ],
})}
<h2>Open-market lots on record here</h2>
${table({
  caption: 'By issuer and direction',
  rows: careerLots,
  empty: emptyWords(state, 'No open-market purchase or sale on record here.'),
  columns: [
    {
      field: 'issuerTicker',
      head: 'Ticker',
      to: tickerPath,
      as: (value, row) => (value === '' ? String(row.issuerName) : String(value)),
    },
    { field: 'issuerName', head: 'Issuer' },
    { field: 'direction', head: 'Direction', as: 'direction' },
    { field: 'lots', head: 'Lots', as: 'amount' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'firstDate', head: 'First', as: 'day' },
    { field: 'lastDate', head: 'Last', as: 'day' },
  ],
})}
${
  coFilers.length > 0 &&
  html`<h2>Filed together with</h2>
${table({
  caption: 'People named as reporting owners on the same documents, most shared filings first, 100 at most',
  rows: coFilers,
  empty: '',
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => visit.to(`/insiders/${row.slug}`) },
    { field: 'sharedFilings', head: 'Shared filings', as: 'amount' },
  ],
})}`
}`,
      json: `/v1/insiders/${id}`,
      sources: [FORM4_SOURCE],
      caveats: [
        'Kind describes how the filing reads; it ranks nothing.',
        'Options and other rights have prices and counts of another unit than shares.',
        FORM4_RECORD,
        'Figures are as filed; “not stated” means that the filing gives none.',
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

/** The code with its mark, and the words for it. */
function coded(code: string, words: string): Html {
  const [name, sign] = code === 'P' ? ['buy', '▲ P'] : code === 'S' ? ['sell', '▼ S'] : ['other', code];
  return html`<span class="mark ${name}">${sign}</span> ${words}`;
}
