/** The tiles at the top of the page of an insider. */

import type { z } from 'zod/v3';
import type { CareerLot } from '../../../../tools/contract/shapes/insider.js';
import type getInsider from '../../../../tools/get-insider.js';
import { type Html, html } from '../../../html.js';
import { count, day, plural, shortUsd } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';

/** What is known of a person in a few figures. Lots are of the whole record, rows of unknown value of the window. */
export function tiles(
  request: PageRequest,
  { identity, careerLots, issuers = [] }: z.infer<typeof getInsider.output>,
  isAll: boolean,
): Html {
  const { tickers, lifetimeDistinctFilings: filings, lifetimeFilings } = identity;
  const soFar = isAll ? '' : ', as read so far';
  const extent = isAll ? ' on record here' : ' read so far';
  const sum = (code: CareerLot['direction'], unvalued: number) => {
    const lots = careerLots.filter(({ direction }) => direction === code);
    const more = unvalued > 0 && `, and ${plural(unvalued, 'row')} of unknown value or date`;
    // Not $0: rows of unknown value before the window are not counted here.
    if (lots.length === 0)
      return html`<strong>no</strong> open-market ${code === 'P' ? 'purchase' : 'sale'} of known value and date${more}`;
    const value = shortUsd(lots.reduce((total, { totalValue }) => total + totalValue, 0));
    return html`<strong>${value}</strong> ${code === 'P' ? 'bought' : 'sold'} on the open market${more}`;
  };
  const bought = sum(
    'P',
    issuers.reduce((total, one) => total + (one.purchasesUnvalued ?? 0), 0),
  );
  const sold = sum(
    'S',
    issuers.reduce((total, one) => total + (one.salesUnvalued ?? 0), 0),
  );
  const hasTraded =
    careerLots.length > 0 || issuers.some((one) => one.purchasesUnvalued ?? one.salesUnvalued);
  return html`<ul class="tiles">
<li><strong>${tickers.length === 0 ? 'none' : tickers.map((one, index) => html`${index > 0 ? ', ' : ''}<a href="${tickerLink(request, one)}">${one}</a>`)}</strong> ${tickers.length === 1 ? 'ticker' : 'tickers'}</li>
${hasTraded && html`<li>${bought}${soFar}</li><li>${sold}${soFar}</li>`}
${
  // These counts are those of Form 4.
  filings === 0
    ? html`<li><strong>no</strong> Form 4${extent}</li>`
    : html`<li><strong>${count(filings)}</strong> ${filings === 1 ? 'filing' : 'filings'} with ${plural(lifetimeFilings, 'transaction')}${extent}</li>`
}
<li><strong>${day(identity.lastSeen)}</strong> latest filing; first${extent}: ${day(identity.firstSeen)}</li>
</ul>`;
}
