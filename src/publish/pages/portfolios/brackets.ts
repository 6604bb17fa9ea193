/** Tracked portfolios that are made of brackets: Congress and OGE. A net of brackets is no holding. */

import { type Html, html } from '../../../html.js';
import { plural, tradedOn, usd } from '../../figures.js';
import { type Row, table } from '../table.js';

const NOT_HELD =
  'This is what the disclosed trades add up to. It is not what is held: nothing says what was held before, and brackets are not amounts. Only assets with a ticker are counted; exchanges and put options are left out, and an asset with as many sales as purchases is not listed.';
/** What the figures of a tracker built from brackets are, and what they are not. */
export const NET_OF: Record<string, string> = {
  congress: `Purchases less sales, by the midpoints of the disclosed brackets. ${NOT_HELD}`,
  oge_278t: `Purchases less sales, by the lower bounds of the disclosed brackets. ${NOT_HELD}`,
};

/** `1 bracket is open-ended`; '' where each has an upper bound. */
function openWords(row: Row): string {
  const open = Number(row.openBrackets ?? 0);
  return open > 0 ? `${plural(open, 'bracket')} ${open === 1 ? 'is' : 'are'} open-ended` : '';
}

/** An open bracket counts with its lower bound: of purchases the sum is then at least this, of a net it may be either. */
export function net(value: unknown, row: Row): Html | string {
  const open = openWords(row);
  return open === ''
    ? usd(value)
    : html`${usd(value)} <span class="note">${open}: counted at the lower bound</span>`;
}

/** Of sums with options in them, whose rows have the name of the share. */
export const OPTIONS_IN_NET =
  'Call options are in these sums, each by the bracket of its own trade. A row that names a share may be options alone.';

export function counted(archetype: string, holdings: readonly Row[]): Html {
  if (archetype === 'hedge_fund')
    return html`<li><strong>${holdings.length}</strong> ${holdings.length === 1 ? 'holding' : 'holdings'}</li>`;
  const bought = holdings.filter(({ netUsd }) => typeof netUsd === 'number' && netUsd > 0).length;
  return html`<li><strong>${plural(bought, 'asset')}</strong> with a ticker and net purchases</li>`;
}

export function activity(found: Row | null): Html | '' {
  if (found === null || found === undefined) return '';
  const open = openWords(found);
  const sales = Number(found.openSales ?? 0);
  const purchases = Number(found.openBrackets ?? 0) - sales;
  const sum = (value: unknown, of: number) => html`<strong>${of > 0 && 'at least '}${usd(value)}</strong>`;
  return html`<h2>Last 365 days</h2><ul class="tiles"><li>${sum(found.bought, purchases)} bought, by midpoints</li><li>${sum(found.sold, sales)} sold, by midpoints</li><li><strong>${plural(Number(found.tradeCount), 'trade')}</strong></li></ul>
${open !== '' && html`<p class="hint">${open}: counted at the lower bound.</p>`}`;
}

export function oge(rows: Row[]): Html | '' {
  if (rows.length === 0) return '';
  return html`<h2>Transactions</h2>${table({
    caption: 'As reported on OGE Form 278-T',
    rows,
    empty: '',
    columns: [
      { field: 'transactionDate', head: 'Traded', as: tradedOn },
      { field: 'description', head: 'Asset' },
      { field: 'ticker', head: 'Ticker', as: (value) => String(value ?? '–') },
      { field: 'type', head: 'Type' },
      { field: 'valueLabel', head: 'Bracket as filed' },
      {
        field: 'notifiedLate',
        head: 'Notified over 30 days ago',
        as: (value) => (value === null ? '–' : value === true ? 'yes' : 'no'),
      },
      { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => String(row.sourceUrl) },
    ],
  })}`;
}
