/** The symbols that members of Congress trade most, as a part of the page of their trades. */

import { type RankedSymbol, rankedSymbol } from '../../../../tools/contract/shapes/ranking.js';
import { type Html, html } from '../../../html.js';
import { day, usd } from '../../figures.js';
import type { PageRequest } from '../page.js';
import { rankingOrNone } from '../rankings.js';
import { type Column, table } from '../table.js';

const DAYS = 90;
const SHOWN = 10;

export async function mostTraded(request: PageRequest): Promise<Html | ''> {
  const given = { of: 'most-traded-by-congress', days: DAYS, limit: SHOWN } as const;
  const found = await rankingOrNone(request, given);
  if (found === null || found.rows.length === 0) return '';
  return html`<h2 id="most-traded">Most traded symbols</h2>
${table({
  caption: `By the number of trades disclosed since ${found.since}, options included (a put that was bought is a purchase); the first ${SHOWN}`,
  // The rows of this ranking.
  rows: found.rows as RankedSymbol[],
  empty: '',
  schema: rankedSymbol,
  columns: columnsFor(request),
})}`;
}

/** The symbol leads to its trades here; its name to the company. */
function columnsFor(request: PageRequest): Array<Column<RankedSymbol>> {
  return [
    {
      field: 'ticker',
      head: 'Ticker',
      to: ({ ticker }) => request.to(`/congress-trades?ticker=${encodeURIComponent(ticker)}`),
    },
    {
      field: 'issuerName',
      head: 'Company',
      roomy: true,
      as: (name) => name ?? '–',
      to: ({ issuerName, ticker }) =>
        issuerName === null ? null : request.to(`/ticker/${encodeURIComponent(ticker)}`),
    },
    { field: 'trades', head: 'Trades', as: 'amount' },
    { field: 'purchases', head: 'Purchases', as: 'amount' },
    { field: 'sales', head: 'Sales', as: 'amount' },
    { field: 'members', head: 'Members', as: 'amount' },
    { field: 'amountMinSum', head: 'At least', as: usd, number: true, minor: true },
    { field: 'lastDisclosed', head: 'Last disclosed', as: (value) => day(value), minor: true },
  ];
}
