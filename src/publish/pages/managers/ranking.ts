/** What all managers together bought, sold, opened and left in a quarter, security by security. */

import { heldSecurity, type RankedHolding } from '../../../../tools/contract/shapes/managers.js';
import rankHoldings from '../../../../tools/rank-holdings.js';
import { html } from '../../../html.js';
import { amount, count, UNKNOWN, usd } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import { holderTabs } from '../insider-tabs.js';
import { symbolAndName } from '../links.js';
import { listPage } from '../list-page.js';
import type { Preset } from '../list-view.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';
import { MANAGERS_CAVEATS, MANAGERS_SOURCE_LINK } from './holding-columns.js';

const PATH = '/holders';
const FILTERS = [
  {
    name: 'quarter',
    label: 'Quarter, such as 2026-Q2',
    as: 'code',
    size: 8,
    accepts: 'is a quarter, such as 2026-Q2',
  },
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Most bought', query: {} },
  { label: 'Most sold', query: { sort: 'net', order: 'asc' } },
  { label: 'Most new holders', query: { sort: 'new' } },
  { label: 'Sold by most', query: { sort: 'exits' } },
  { label: 'Held by most', query: { sort: 'holders' } },
];

export const holdingsRanking = listPage({
  path: PATH,
  name: 'What managers bought',
  under: '/major-holders',
  tool: rankHoldings,
  source: 'sec-edgar-13f',
  title: 'What all managers bought and sold',
  lede: 'Every security in the SEC Form 13F reports for one quarter, compared with the quarter before: how many managers hold it, how many are new or sold it, and how much those who filed both quarters bought on balance.',
  filters: FILTERS,
  sorts: ['net', 'new', 'exits', 'holders'],
  presets: PRESETS,
  tabs: (request) => holderTabs(request, PATH),
  caption: 'By the net that managers bought, unless sorted otherwise',
  empty: {
    all: 'No report has been read.',
    filtered: 'No manager reported a security for this quarter.',
  },
  schema: heldSecurity,
  columns,
  sources: [MANAGERS_SOURCE_LINK],
  caveats: [
    'Net bought is the change in shares at the middle price of the quarter: neither what was paid nor what was gained. It is unknown, and comes last, where no price is known, an amount is unknown, the shares seem to have been split, or hardly any manager held the security in one of the two quarters.',
    ...MANAGERS_CAVEATS,
  ],
});

function columns(request: PageRequest): Array<Column<RankedHolding>> {
  const number = (value: number) => count(value);
  return [
    {
      field: 'issuerName',
      head: 'Security',
      roomy: true,
      isPlain: true,
      as: (name, { ticker, titleOfClass }) =>
        html`${symbolAndName(ticker ?? '', name)} <small>${titleOfClass}</small>`,
      to: ({ cusip }) => request.to(`/holders/${cusip}`),
    },
    { field: 'quarter', head: 'Quarter', as: quarterWords, minor: true },
    { field: 'holders', head: 'Holders', number: true, as: number, sort: 'holders' },
    { field: 'newHolders', head: 'New', number: true, as: number, sort: 'new' },
    { field: 'exits', head: 'Sold', number: true, as: number, sort: 'exits' },
    { field: 'added', head: 'Added', number: true, as: number, minor: true },
    { field: 'trimmed', head: 'Trimmed', number: true, as: number, minor: true },
    { field: 'unsure', head: 'Uncertain', number: true, as: number, minor: true },
    {
      field: 'sharesChange',
      head: 'Change in shares',
      number: true,
      as: (value, { maybeSplit }) =>
        maybeSplit
          ? html`${UNKNOWN} <span class="note">split</span>`
          : value === null
            ? UNKNOWN
            : amount(value),
    },
    {
      field: 'netUsd',
      head: 'Net bought',
      number: true,
      as: (value) => (value === null ? UNKNOWN : usd(value)),
      sort: 'net',
    },
    { field: 'valueUsd', head: 'Value held', as: 'usd', minor: true },
  ];
}
