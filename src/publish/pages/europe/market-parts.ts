/** What the pages of European markets, issuers and managers share: filters, caveats, what an empty list means. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import { EU_COUNTRIES, EU_MARKETS, isEuCountry } from '../../../../tools/contract/markets/index.js';
import type { EuMarket } from '../../../../tools/contract/markets/market.js';
import type { SourceId } from '../../../../tools/contract/reads/sources.js';
import { EU_WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { type Html, html } from '../../../html.js';
import { count } from '../../figures.js';
import type { Filter } from '../filters.js';
import { type ListView, rowsShown } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';

/** Rows of one page; the tool gives far more by default. */
export const PAGE_ROWS = 100;

/** The filters of rows, of whatever names. */
export const ROW_FILTERS = [
  {
    name: 'direction',
    label: 'Direction',
    as: [
      ['all', 'All'],
      ['P', 'Acquisitions'],
      ['S', 'Disposals'],
    ],
  },
  { name: 'min_value', label: 'Min. value', as: 'amount' },
  // A row may be in any currency: a list of choices would leave some out.
  { name: 'currency', label: 'Currency', as: 'code', size: 4 },
  { name: 'since', label: 'Published from (UTC)', as: 'date', isRare: true },
  { name: 'until', label: 'Published to (UTC)', as: 'date', isRare: true },
] as const;

/** The markets of a country or of `all`; none for another word. */
export function marketsOf(country: string): EuMarket[] {
  if (isEuCountry(country)) return [EU_MARKETS[country]];
  return country === 'all' ? EU_COUNTRIES.map((one) => EU_MARKETS[one]) : [];
}

export function sourcesOf(country: string): SourceId[] {
  // The description of a market names a source.
  return marketsOf(country).map(({ source }) => source.id as SourceId);
}

/** Amounts of all markets are compared in one currency: without it there is neither a bound nor an order by value. */
export function withCurrency(filter: Filter): Filter {
  return filter.name === 'currency' ? { ...filter, removes: ['min_value', 'sort', 'order'] } : filter;
}

/** The filters with the currency of the least value in its label, where that is known. */
export function withUnit(
  { query }: PageRequest,
  markets: readonly EuMarket[],
  filters: readonly Filter[],
): Filter[] {
  const [market, ...others] = markets;
  const own = others.length === 0 ? (market?.currency ?? '') : '';
  const unit = (query.currency ?? '') === '' ? own : query.currency?.toUpperCase();
  return filters.map((filter) =>
    filter.name === 'min_value' && unit !== '' ? { ...filter, label: `${filter.label} (${unit})` } : filter,
  );
}

/** Which rows these are, and that rows in another currency are missing where the reader named none. */
export function rowsSummary(view: ListView, meta: Meta, more = ''): Html | false {
  const { onlyCurrency, count: given } = meta;
  if (given === 0 && onlyCurrency === undefined) return false;
  return html`<p class="summary">${rowsShown(view, meta)}${more}.${onlyCurrency !== undefined && ` Only rows in ${onlyCurrency}: those in another currency, or of unknown value, are left out.`}</p>`;
}

/** A register has more notifications than are shown: an empty page does not say that none was published. */
export const LEFT_OUT = 'Rows under the floor, awards and option exercises are left out.';

/** With several markets, what holds where the least is known. */
export async function emptyText(
  request: PageRequest,
  markets: readonly EuMarket[],
  isFiltered: boolean,
): Promise<string> {
  const text = isFiltered
    ? 'No acquisition or disposal matches these filters.'
    : `No acquisition or disposal published in the last ${EU_WINDOW_DAYS} days is shown here. ${LEFT_OUT}`;
  const states = await Promise.all(
    // As above.
    markets.map(({ source }) => stateOf(request, source.id as SourceId)),
  );
  return emptyWords(states.find((state) => state?.status !== 'ok') ?? states[0], text);
}

export function caveatsOf(markets: readonly EuMarket[]): string[] {
  const several = markets.length > 1;
  return [
    ...markets.map(({ name, caveat }) => (several ? `${name}: ${caveat}` : caveat)),
    `Rows under ${markets.map(({ name, currency, floor }) => `${currency} ${count(floor)}${several ? ` (${name})` : ''}`).join(', ')} are left out. ${several ? 'Each floor' : 'This floor'} applies only to rows in that currency, so read the currency before you add anything up.`,
    'The day of a publication is the one at the register. Filters by date take UTC days, so a row of midnight or soon after may fall on the day before.',
    'Awards, vestings, option exercises, mergers and gifts are left out.',
    'Acquisition and Disposal translate the register’s own word, which is beside them. Positions are translated where the register has a fixed list of them.',
  ];
}
