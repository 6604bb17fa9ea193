/** The columns of a position that is compared with an earlier quarter, and of one position over the quarters. */

import type { Holding } from '../../../../tools/contract/shapes/tracker.js';
import type { ComparedPosition, PositionQuarter } from '../../../../tools/contract/shapes/tracker-changes.js';
import { type Html, html } from '../../../html.js';
import { amount, day, link, percent, shortPrice, toTenth, UNKNOWN, usd } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';

/** With the estimates that only the newest quarter has. */
export type ShownPosition = ComparedPosition & Pick<Holding, 'avgBuyPriceUsd' | 'returnPct'>;

const CHANGES: Record<ComparedPosition['change'], readonly [mark: 'buy' | 'sell' | 'other', words: string]> =
  {
    new: ['buy', '▲ New'],
    added: ['buy', '▲ Added'],
    trimmed: ['sell', '▼ Trimmed'],
    exit: ['sell', '▼ Sold'],
    held: ['other', 'Unchanged'],
    unknown: ['other', 'Unknown'],
  };

/** The report is empty, or the same shares seem to have another CUSIP. */
export const PERHAPS_NOT_SOLD = 'Gone, perhaps not sold';

/** Which columns a comparison has. */
export interface ShownColumns {
  /** The slug of the fund, as it was requested. */
  slug: string;
  /** The estimates of prices are of the newest quarter only. */
  isNewest: boolean;
  /** There is an earlier quarter. */
  isCompared: boolean;
}

export function positionColumns(
  request: PageRequest,
  { slug, isNewest, isCompared }: ShownColumns,
): Array<Column<ShownPosition>> {
  return [
    { field: 'ticker', head: 'Ticker', as: (ticker, row) => tickerAndOption(request, ticker, row) },
    {
      field: 'issuerName',
      head: 'Company',
      as: (name, row) => nameAndHistory(request, slug, name, row),
      sort: 'name',
      roomy: true,
    },
    ...(isCompared ? CHANGE : []),
    { field: 'shares', head: 'Shares', as: sharesAndBefore, number: true, minor: true },
    { field: 'valueUsd', head: 'Value', as: valueAndBefore, number: true, sort: 'value' },
    ...(isCompared ? CHANGE_OF_VALUE : []),
    {
      field: 'weight',
      head: 'Weight',
      as: weightAndChange,
      number: true,
      sort: 'weight_change',
    },
    ...(isNewest ? [ESTIMATE] : []),
  ];
}

const CHANGE: ReadonlyArray<Column<ShownPosition>> = [
  { field: 'change', head: 'Change', as: changeWords, sort: 'shares_change', isPlain: true },
];
const CHANGE_OF_VALUE: ReadonlyArray<Column<ShownPosition>> = [
  {
    field: 'valueChangePct',
    head: 'Change of value',
    as: percentOrDash,
    number: true,
    sort: 'value_change',
    minor: true,
  },
];
const ESTIMATE: Column<ShownPosition> = {
  field: 'avgBuyPriceUsd',
  head: 'Avg. quarter-end price (est.)',
  as: priceAndReturn,
  number: true,
  minor: true,
};

export function historyColumns(request: PageRequest, slug: string): Array<Column<PositionQuarter>> {
  return [
    {
      field: 'quarter',
      head: 'Quarter',
      as: (quarter, { isAmended }) =>
        html`${quarterWords(quarter)}${isAmended && html` <span class="note">amended</span>`}`,
      to: ({ quarter }) => request.to(`/trackers/${slug}?quarter=${quarter}`),
    },
    {
      field: 'change',
      head: 'Change',
      as: (change, row) => (row.priorQuarter === null ? 'First quarter here' : changeWords(change, row)),
    },
    { field: 'shares', head: 'Shares', as: (value, row) => gone(row, amount(value)), number: true },
    { field: 'valueUsd', head: 'Value', as: (value, row) => gone(row, usd(value)), number: true },
    { field: 'valueChangePct', head: 'Change of value', as: percentOrDash, number: true, minor: true },
    { field: 'weight', head: 'Weight', as: weightAndChange, number: true, minor: true },
    { field: 'filedAt', head: 'Filed', as: (value) => day(value), minor: true },
  ];
}

/** Not “not stated”: an estimate that cannot be made is not missing in a filing. */
const NO_PRICE = html`<span class="unknown">no price</span>`;

/** A position without a CUSIP cannot be followed. */
function hasHistory(cusip: string | null): boolean {
  return cusip !== null && /^[0-9A-Z]{9}$/i.test(cusip);
}

/** The company under its symbol; a put or a call says so. */
function tickerAndOption(
  request: PageRequest,
  ticker: string | null,
  { putCall }: ComparedPosition,
): Html | string {
  const symbol = ticker === null || ticker === '' ? '–' : link(tickerLink(request, ticker), ticker);
  return putCall === null ? symbol : html`${symbol} <span class="note">${putCall}</span>`;
}

/** The name leads to the position in every quarter; below it the class and the CUSIP. */
function nameAndHistory(
  request: PageRequest,
  slug: string,
  name: string,
  { titleOfClass, cusip }: ComparedPosition,
): Html {
  const history = hasHistory(cusip) ? request.to(`/trackers/${slug}/${cusip}`) : null;
  const below = [titleOfClass, cusip].filter(Boolean).join(', ');
  return html`${link(history, name)}${below !== '' && html` <span class="note">${below}</span>`}`;
}

/** The sign and the word, and by how much there are more or fewer shares. */
function changeWords(
  change: ComparedPosition['change'],
  { sharesChangePct, changeIsSure }: ComparedPosition,
): Html {
  const [mark, words] = CHANGES[change];
  const isPart = (change === 'added' || change === 'trimmed') && sharesChangePct !== null;
  return html`<span class="mark ${mark}">${changeIsSure === false ? PERHAPS_NOT_SOLD : words}${isPart && html` ${smallPercent(sharesChangePct)}`}</span>`;
}

/** A change that is not 0 is not shown as 0. */
function smallPercent(value: number): Html | string {
  if (value === 0 || Math.abs(value) >= 0.05) return percent(value);
  return value > 0 ? 'under 0.1%' : 'under −0.1%';
}

function percentOrDash(value: number | null): Html | string {
  return value === null ? '–' : html`<span class="${value < 0 ? 'sell' : 'buy'}">${percent(value)}</span>`;
}

function gone({ change }: ComparedPosition, shown: Html | string): Html | string {
  return change === 'exit' ? '–' : shown;
}

/** A figure of the earlier quarter, below that of the later one. */
function was(figure: Html | string): Html {
  return html` <span class="note"><span class="code">was ${figure}</span></span>`;
}

/** The change of the price since is as much an estimate as the price. */
function priceAndReturn(average: number | null, { returnPct, change }: ShownPosition): Html | string {
  if (change === 'exit') return '–';
  if (average === null) return NO_PRICE;
  return html`${shortPrice(average)}${returnPct !== null && html` <span class="note"><span class="code">${percent(returnPct)} since</span></span>`}`;
}

function sharesAndBefore(shares: number | null, row: ComparedPosition): Html {
  const before = row.priorShares !== null && row.priorShares !== shares ? was(amount(row.priorShares)) : '';
  return html`${gone(row, shares === null ? UNKNOWN : amount(shares))}${before}`;
}

function valueAndBefore(value: number | null, row: ComparedPosition): Html {
  const before = row.priorValueUsd !== null && was(usd(row.priorValueUsd));
  return html`${gone(row, usd(value))}${before}`;
}

function weightAndChange(weight: number | null, { deltaWeightPp }: ComparedPosition): Html {
  const points = deltaWeightPp === null ? null : toTenth(deltaWeightPp);
  const sign = points === null || points === 0 ? '' : points > 0 ? '+' : '−';
  return html`${share(weight)}${points !== null && html` <span class="note"><span class="code">${sign}${Math.abs(points)} points</span></span>`}`;
}

/** A part of the whole. A small part is not shown as zero. */
export function share(value: number | null): string {
  if (value === null) return '–';
  return value > 0 && value < 0.0005 ? 'under 0.1%' : `${toTenth(value * 100)}%`;
}
