/** The parts of a tracked portfolio that consist of brackets, from reports of Congress and OGE. A net of brackets is not a holding. */

import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { Holding, TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import { type Html, html } from '../../../html.js';
import { plural, tradedOn, usd } from '../../figures.js';
import { table } from '../table.js';

/** `1 bracket is open-ended`; '' where each has an upper bound. */
function openWords(open: number): string {
  return open > 0 ? `${plural(open, 'bracket')} ${open === 1 ? 'is' : 'are'} open-ended` : '';
}

/** An open bracket counts with its lower bound. A sum of purchases is then at least this; a net may be more or less. */
export function net(
  value: number | null,
  { openBrackets = 0 }: Pick<Holding, 'openBrackets'>,
): Html | string {
  const open = openWords(openBrackets);
  return open === ''
    ? usd(value)
    : html`${usd(value)} <span class="note">${open}: counted at the lower bound</span>`;
}

/** How many assets were bought on balance. An asset sold on balance is not held. */
export function netPurchases(holdings: ReadonlyArray<Pick<Holding, 'netUsd'>>): number {
  return holdings.filter(({ netUsd }) => netUsd !== null && netUsd > 0).length;
}

/** The trades of a member of Congress in the last year. */
export function activity(found: TrackerDetail['congressActivity']): Html | '' {
  if (found === null) return '';
  const { bought, sold, openBrackets, openSales, tradeCount } = found;
  const open = openWords(openBrackets);
  const sum = (value: number, openOnes: number) =>
    html`<strong>${openOnes > 0 && 'at least '}${usd(value)}</strong>`;
  return html`<h2>Last ${WINDOW_DAYS} days</h2><ul class="tiles"><li>${sum(bought, openBrackets - openSales)} bought, by midpoints</li><li>${sum(sold, openSales)} sold, by midpoints</li><li><strong>${plural(tradeCount, 'trade')}</strong></li></ul>
${open !== '' && html`<p class="hint">${open}: counted at the lower bound.</p>`}`;
}

export function ogeTransactions(rows: NonNullable<TrackerDetail['ogeTransactions']>): Html | '' {
  if (rows.length === 0) return '';
  return html`<h2>Transactions</h2>${table({
    caption: 'As reported on OGE Form 278-T',
    rows,
    empty: '',
    columns: [
      { field: 'transactionDate', head: 'Traded', as: tradedOn },
      { field: 'description', head: 'Asset' },
      { field: 'ticker', head: 'Ticker', as: 'dash' },
      { field: 'type', head: 'Type' },
      { field: 'valueLabel', head: 'Bracket as filed' },
      {
        field: 'notifiedLate',
        head: 'Notified over 30 days ago',
        as: (value) => (value === null ? '–' : value ? 'yes' : 'no'),
      },
      { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => row.sourceUrl },
    ],
  })}`;
}
