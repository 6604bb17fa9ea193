/** What the trades of a member come to: days to disclosure, and the brackets of each ticker. */

import { LATE_DAYS } from '../../../../tools/contract/rules.js';
import {
  type MemberSums,
  type MemberSymbolSums,
  memberSums,
} from '../../../../tools/contract/shapes/congress.js';
import { type Html, html } from '../../../html.js';
import { count, plural, usd } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';

const TICKERS = 30;

/** “Median 28 days from trade to report; 3 of 40 trades reported after more than 45 days.” */
export function promptness({ medianDays, timed, late, trades }: MemberSums): string {
  if (medianDays === null) return 'How long these reports took is not known.';
  const unknown = trades > timed ? `, not known for ${plural(trades - timed, 'more trade')}` : '';
  return `Median ${medianDays} days from trade to report; ${count(late)} of ${plural(timed, 'trade')} reported after more than ${LATE_DAYS} days${unknown}.`;
}

/** “It is not known which rows some amendments replace, so 2 trades are left out.” */
export function openCorrectionWords(openCorrections: number): string {
  return `It is not known which rows some amendments replace, so ${plural(openCorrections, 'trade')} ${openCorrections === 1 ? 'is' : 'are'} left out.`;
}

export function tickerTable(
  request: PageRequest,
  { tickers, withoutTicker, possibleRepeats = 0, openCorrections = 0 }: MemberSums,
): Html | '' {
  if (tickers.length === 0) return '';
  return html`<h2 id="by-ticker">By ticker</h2>
${table({
  caption: `Sums of the lower bounds of brackets, so at least that much. Options are included: a put that was bought is a purchase. Most trades first.${withoutTicker > 0 ? ` ${plural(withoutTicker, 'trade')} of assets without a ticker ${withoutTicker === 1 ? 'is' : 'are'} left out.` : ''}${possibleRepeats > 0 ? ` ${plural(possibleRepeats, 'trade')} that an earlier report may have too ${possibleRepeats === 1 ? 'is' : 'are'} left out.` : ''}${openCorrections > 0 ? ` ${openCorrectionWords(openCorrections)}` : ''}`,
  rows: tickers,
  empty: '',
  most: TICKERS,
  rest: 'Filter by ticker to see any other.',
  schema: memberSums,
  columns: columnsFor(request),
})}`;
}

function columnsFor(request: PageRequest): Array<Column<MemberSymbolSums>> {
  return [
    { field: 'ticker', head: 'Ticker', to: ({ ticker }) => tickerLink(request, ticker) },
    { field: 'purchases', head: 'Purchases', as: 'amount' },
    { field: 'purchasesMin', head: 'Bought, at least', as: orNone, number: true },
    { field: 'sales', head: 'Sales', as: 'amount' },
    { field: 'salesMin', head: 'Sold, at least', as: orNone, number: true },
    { field: 'exchanges', head: 'Exchanges', as: 'amount', minor: true },
    { field: 'lastTraded', head: 'Last traded', as: 'day' },
  ];
}

function orNone(value: number): Html | string {
  return value === 0 ? '–' : usd(value);
}
