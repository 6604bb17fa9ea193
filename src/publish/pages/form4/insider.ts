/** One person: every reported transaction, with every transaction code. */

import type { z } from 'zod/v3';
import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type {
  CareerLot,
  InsiderTransaction,
  SignalQuality,
} from '../../../../tools/contract/shapes/insider.js';
import getInsider from '../../../../tools/get-insider.js';
import { type Html, html } from '../../../html.js';
import { weeklyBars } from '../../charts/weekly-bars.js';
import { day, plural } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { FORM4_RECORD, FORM4_SOURCE } from './filing-columns.js';

type Insider = z.infer<typeof getInsider.output>;

const QUALITIES: Record<SignalQuality, string> = {
  'discretionary-buy': 'discretionary purchase',
  'discretionary-sell': 'discretionary sale',
  'mechanical-buy': 'exercise or conversion',
  'mechanical-sell': 'sale for tax or after an exercise',
  'non-discretionary': 'not an open-market choice',
  planned: 'under a 10b5-1 plan',
};

export const insider = toolPage({
  path: '/insiders/{id}',
  tool: getInsider,
  about: () => ['sec-edgar-form4'],
  given: ({ params }) => ({ id: params.id ?? '' }),
  async render({ data, meta }, request) {
    const { identity, transactions, careerLots, coFilers } = data;
    const state = await stateOf(request, 'sec-edgar-form4');
    const directional = transactions.filter((row) => !row.isDerivative && row.totalValue !== null);
    return {
      title: identity.ownerName,
      lede: `Transactions of ${identity.ownerName}, as reported on SEC Form 4: every code in the last ${WINDOW_DAYS} days, and the open-market lots of all filings on record here.`,
      body: html`${tiles(request, identity, isWhole(state) ? ' on record here' : ' read so far')}
${weeklyBars({ title: 'Open-market purchases and sales by week of filing', now: request.now, rows: directional.map((row) => ({ at: row.filedAt, code: row.transactionCode, value: row.totalValue ?? 0 })) })}
<h2>Transactions of the last ${WINDOW_DAYS} days</h2>
${table({
  caption: 'Every transaction code, newest filing first',
  rows: transactions,
  total: meta.total,
  empty: emptyWords(
    state,
    `No filing in the last ${WINDOW_DAYS} days. People stay here after they have filed once.`,
  ),
  most: 300,
  rest: 'The others are in the JSON below.',
  schema: getInsider.output,
  columns: transactionColumns(request),
})}
<h2>Open-market lots on record here</h2>
${table({
  caption: 'By issuer and direction',
  rows: careerLots,
  empty: emptyWords(state, 'No open-market purchase or sale on record here.'),
  columns: lotColumns(request),
})}
${coFilers.length > 0 && coFilerTable(request, coFilers)}`,
      json: `/v1/insiders/${request.params.id}`,
      sources: [FORM4_SOURCE],
      caveats: [
        'Kind describes the filing; it ranks nothing.',
        'Prices and counts of options and other rights have another unit than those of shares.',
        FORM4_RECORD,
        'Figures are as filed; “not stated” means that the filing gives none.',
      ],
      fetchedAt: meta.fetchedAt,
    };
  },
});

function tiles(request: PageRequest, identity: Insider['identity'], extent: string): Html {
  const { tickers, lifetimeDistinctFilings, lifetimeFilings, directionalFilings } = identity;
  return html`<ul class="tiles">
<li><strong>${tickers.length === 0 ? 'none' : tickers.map((one, index) => html`${index > 0 ? ', ' : ''}<a href="${tickerLink(request, one)}">${one}</a>`)}</strong> ${tickers.length === 1 ? 'ticker' : 'tickers'}</li>
<li><strong>${lifetimeDistinctFilings}</strong> ${lifetimeDistinctFilings === 1 ? 'filing' : 'filings'} with ${plural(lifetimeFilings, 'row')}${extent}</li>
<li><strong>${directionalFilings}</strong> open-market ${directionalFilings === 1 ? 'row' : 'rows'}</li>
<li><strong>${day(identity.firstSeen)}</strong> first filing${extent}</li>
<li><strong>${day(identity.lastSeen)}</strong> latest filing${extent}</li>
</ul>`;
}

/** The symbol, or the name of an issuer without one. */
function symbolOrName(ticker: string, { issuerName }: { issuerName: string }): string {
  return ticker === '' ? issuerName : ticker;
}

function transactionColumns(request: PageRequest): Array<Column<InsiderTransaction>> {
  return [
    { field: 'filedAt', head: 'Filed', as: 'day' },
    {
      field: 'issuerTicker',
      head: 'Ticker',
      to: (row) => tickerLink(request, row.issuerTicker),
      as: symbolOrName,
    },
    { field: 'ownerTitle', head: 'Role' },
    {
      field: 'transactionCode',
      head: 'Transaction',
      as: (value, row) => codeAndWords(value, row.intentLabel),
    },
    { field: 'signalQuality', head: 'Kind', as: (value) => QUALITIES[value] },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'pricePerShare', head: 'Price', as: 'price' },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'rawFilingUrl', head: 'Original', as: () => 'EDGAR', to: (row) => row.rawFilingUrl },
  ];
}

function lotColumns(request: PageRequest): Array<Column<CareerLot>> {
  return [
    {
      field: 'issuerTicker',
      head: 'Ticker',
      to: (row) => tickerLink(request, row.issuerTicker),
      as: symbolOrName,
    },
    { field: 'issuerName', head: 'Issuer' },
    { field: 'direction', head: 'Direction', as: 'direction' },
    { field: 'lots', head: 'Lots', as: 'amount' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'firstDate', head: 'First', as: 'day' },
    { field: 'lastDate', head: 'Last', as: 'day' },
  ];
}

function coFilerTable(request: PageRequest, coFilers: Insider['coFilers']): Html {
  return html`<h2>Filed together with</h2>
${table({
  caption: 'People named as reporting owners on the same documents, most shared filings first, 100 at most',
  rows: coFilers,
  empty: '',
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => request.to(`/insiders/${row.slug}`) },
    { field: 'sharedFilings', head: 'Shared filings', as: 'amount' },
  ],
})}`;
}

/** The transaction code with its mark, and the words for it. */
function codeAndWords(code: string, words: string): Html {
  const [name, sign] = code === 'P' ? ['buy', '▲ P'] : code === 'S' ? ['sell', '▼ S'] : ['other', code];
  return html`<span class="mark ${name}">${sign}</span> ${words}`;
}
