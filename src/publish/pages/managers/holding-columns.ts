/** The columns of positions that are compared between two quarters, and what a reader must know of their figures. */

import type {
  HoldingChange,
  ManagerHolding,
  SecurityHolder,
} from '../../../../tools/contract/shapes/managers.js';
import { type Html, html } from '../../../html.js';
import { amount, partOf, percent, UNKNOWN } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import { apartForm, type Filter, filterForm } from '../filters.js';
import { localLink, symbolAndName, tickerLink } from '../links.js';
import type { ListView } from '../list-view.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';

export const MANAGERS_SOURCE_LINK = {
  label: 'SEC, Form 13F data sets and filings',
  href: 'https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets',
};
export const MANAGERS_CAVEATS = [
  'A 13F shows long positions in U.S.-listed securities at the end of a quarter, up to 45 days old when it is filed: no short positions, no cash, and not the whole portfolio.',
  'A change is stated only if the manager filed both quarters, and if the shares do not seem to have been split in between. Sold means that the position is no longer in the report.',
  'After a merger or a spin-off a security is new for all its holders, and the old one counts as sold: shares were exchanged.',
  'New and sold are uncertain where one of the two reports has no position, and where the same shares seem to have another CUSIP.',
  'Options are at the value of the underlying shares, and never added to shares.',
  'Two managers may report the same shares: sums over managers are as reported.',
  'Values are in dollars as filed. Some filers state thousands: the unit is decided for a whole report by the prices that other reports imply, and a report where that is not certain says so.',
];

const CHANGE_WORDS: Readonly<Record<HoldingChange, string>> = {
  new: 'New',
  added: 'Added',
  trimmed: 'Trimmed',
  held: 'Unchanged',
  exit: 'Sold',
  unknown: 'Unknown',
};
const MARKS: Partial<Record<HoldingChange, readonly [mark: 'buy' | 'sell', sign: string]>> = {
  new: ['buy', '▲'],
  added: ['buy', '▲'],
  trimmed: ['sell', '▼'],
  exit: ['sell', '▼'],
};
const KIND_WORDS = {
  shares: 'Shares',
  put: 'Puts',
  call: 'Calls',
  principal: 'Bonds',
  unknown: 'Unknown',
} as const;

type Compared = Pick<ManagerHolding, 'change' | 'changeIsSure' | 'amountChangePct' | 'priorAmount'>;

function changeWords(change: HoldingChange, { changeIsSure, amountChangePct }: Compared): Html {
  const mark = MARKS[change];
  // A position that was sold or is unchanged says it by its word.
  const size = amountChangePct !== null && mark !== undefined && change !== 'exit';
  const words = html`${CHANGE_WORDS[change]}${size && html` ${percent(amountChangePct)}`}`;
  const isDoubtful = !changeIsSure && change !== 'unknown';
  return html`${mark === undefined ? words : html`<span class="mark ${mark[0]}">${mark[1]} ${words}</span>`}${isDoubtful && html` <small>uncertain</small>`}`;
}

const share = (weight: number | null) => (weight === null ? UNKNOWN : partOf(weight));
const amountBefore = (value: number | null, { priorAmount }: Compared) =>
  html`${value === null ? '–' : amount(value)}${priorAmount !== null && priorAmount !== value && html` <span class="note"><span class="code">was ${amount(priorAmount)}</span></span>`}`;

export function holderColumnsOf(request: PageRequest): Array<Column<SecurityHolder>> {
  return [
    {
      field: 'manager',
      head: 'Manager',
      roomy: true,
      isPlain: true,
      to: ({ url }) => localLink(request, url),
    },
    { field: 'kind', head: 'Kind', as: (kind) => KIND_WORDS[kind], minor: true },
    { field: 'change', head: 'Change', as: changeWords, sort: 'change', isPlain: true },
    { field: 'amount', head: 'Amount', number: true, as: amountBefore, sort: 'amount' },
    { field: 'valueUsd', head: 'Value', as: 'usd', sort: 'value' },
    { field: 'weight', head: 'Weight', number: true, as: share, minor: true },
    { field: 'filedAt', head: 'Filed', as: 'day', to: ({ sourceUrl }) => sourceUrl || null, minor: true },
  ];
}

export function positionColumnsOf(request: PageRequest, cik: string): Array<Column<ManagerHolding>> {
  return [
    {
      field: 'issuerName',
      head: 'Security',
      roomy: true,
      isPlain: true,
      as: (name, { ticker, titleOfClass }) =>
        html`${symbolAndName(ticker ?? '', name)} <small>${titleOfClass}</small>`,
      to: ({ ticker }) => tickerLink(request, ticker),
    },
    {
      field: 'cusip',
      head: 'CUSIP',
      minor: true,
      as: 'dash',
      to: ({ cusip }) =>
        cusip === null ? null : request.to(`/managers/${cik}?list=history&position=${cusip}`),
    },
    { field: 'kind', head: 'Kind', as: (kind) => KIND_WORDS[kind] },
    { field: 'change', head: 'Change', as: changeWords, sort: 'change', isPlain: true },
    { field: 'amount', head: 'Amount', number: true, as: amountBefore, sort: 'amount' },
    { field: 'valueUsd', head: 'Value', as: 'usd', sort: 'value' },
    { field: 'weight', head: 'Weight', number: true, as: share, minor: true },
  ];
}

export const kindWords = (kind: keyof typeof KIND_WORDS | null): string =>
  kind === null ? 'None' : KIND_WORDS[kind];

/** The filters of a comparison that both lists have. The first kind is what they show without a choice. */
export const comparedFilters = (kinds: ReadonlyArray<readonly [string, string]>) =>
  [
    { name: 'quarter', label: 'Quarter', as: 'code', size: 8, accepts: 'is a quarter, such as 2026-Q2' },
    {
      name: 'compare',
      label: 'Compared with',
      as: 'code',
      size: 8,
      accepts: 'is an earlier quarter, such as 2025-Q2',
    },
    {
      name: 'change',
      label: 'Change',
      as: [
        ['', 'Any'],
        ['new', 'New'],
        ['added', 'Added'],
        ['trimmed', 'Trimmed'],
        ['exit', 'Sold'],
        ['trimmed,exit', 'Trimmed and sold'],
        ['held', 'Unchanged'],
        ['unknown', 'Unknown'],
      ],
    },
    {
      name: 'kind',
      label: 'Kind',
      as: [
        ...kinds,
        ['put', 'Puts'],
        ['call', 'Calls'],
        ['put,call', 'Puts and calls'],
        ['principal', 'Bonds'],
      ],
    },
    { name: 'min_value', label: 'Min. value ($)', as: 'amount', isRare: true },
  ] as const satisfies readonly Filter[];

/** The filters with the quarters that are here as choices. */
export function withQuarters(filters: readonly Filter[], quarters: readonly string[]): Filter[] {
  const choices = (usual: string) => [
    ['', usual] as const,
    ...quarters.map((one) => [one, quarterWords(one)] as const),
  ];
  return filters.map((filter) => {
    if (filter.name === 'quarter') return { ...filter, as: choices('Latest'), isApart: true };
    return filter.name === 'compare' ? { ...filter, as: choices('Previous'), isApart: true } : filter;
  });
}

/** Any two quarters, as on the page of a tracked fund. */
export function quarterForm({ request, path, filters }: ListView): Html {
  return filterForm(request, path, apartForm(filters), [], { label: 'Quarters', button: 'Compare' });
}
