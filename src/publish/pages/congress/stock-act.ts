/** What the pages of Congress share: their sources and caveats. */

import { CLERK_OF_THE_HOUSE, SECRETARY_OF_THE_SENATE } from '../../../../tools/contract/publishers.js';
import { LATE_DAYS } from '../../../../tools/contract/rules.js';
import { type Html, html } from '../../../html.js';
import type { PageRequest } from '../page.js';
import { USE_OF_REPORTS } from '../use-of-reports.js';

export const CONGRESS_SOURCES = [
  { label: CLERK_OF_THE_HOUSE.name, href: CLERK_OF_THE_HOUSE.homepage },
  { label: 'Senate eFD', href: SECRETARY_OF_THE_SENATE.homepage },
];
export const CONGRESS_CAVEATS = [
  'Amounts are brackets, because the law requires no more; a midpoint is arithmetic, not a reported figure.',
  'Reports are due within 45 days of the trade. Some come sooner and some later: read both dates.',
  'House reports are included from 2015, Senate reports from 2012.',
  'Trades of spouses and dependent children are included; the owner column says whose they are.',
  USE_OF_REPORTS,
];
export const DAYS_CAVEAT = `Days count from the trade to the report. The law allows at most ${LATE_DAYS}; weekends and extensions are not known here, so more days alone prove no violation. A trade in an amendment has none: an earlier report may have disclosed it, and which trade it restates is not stated.`;
export const PARTIES: Record<string, string> = { D: 'Democrat', R: 'Republican', I: 'Independent' };
export const CHAMBERS = { house: 'House', senate: 'Senate' };

/** `CA-11` of a district, `AK at large` of a state that has only one, `VT` of a senator. */
export function seatWords(district: string): string {
  const [, state = district, number = ''] = /^([A-Z]{2})(\d{2})$/.exec(district) ?? [];
  if (number === '') return state;
  return number === '00' ? `${state} at large` : `${state}-${number}`;
}

export const TYPE_FILTER = {
  name: 'type',
  label: 'Direction',
  as: [
    ['', 'All'],
    ['purchase', 'Purchases'],
    ['sale', 'Sales'],
    ['exchange', 'Exchanges'],
  ],
} as const;
export const CHAMBER_FILTER = {
  name: 'chamber',
  label: 'Chamber',
  as: [
    ['', 'Both'],
    ['house', 'House'],
    ['senate', 'Senate'],
  ],
} as const;
export const PARTY_FILTER = {
  name: 'party',
  label: 'Party',
  as: [
    ['', 'All'],
    ['D', 'Democrats'],
    ['R', 'Republicans'],
    ['I', 'Independents'],
  ],
} as const;
export const STATE_FILTER = { name: 'state', label: 'State', as: 'code', size: 3 } as const;
/** By the lower bound of the bracket. */
export const BRACKET_FILTER = {
  name: 'min_amount',
  label: 'Bracket',
  as: [
    ['0', 'Any'],
    ['15001', 'above $15,000'],
    ['50001', 'above $50,000'],
    ['100001', 'above $100,000'],
    ['250001', 'above $250,000'],
    ['500001', 'above $500,000'],
    ['1000001', 'above $1,000,000'],
  ],
  isRare: true,
} as const;

const TABS = [
  ['/congress-trades', 'Trades'],
  ['/congress', 'Members'],
] as const;

/** Links between the pages of Congress; `current` is one of their paths. */
export function congressTabs(request: PageRequest, current: string): Html {
  const tabs = TABS.filter(([path]) => request.hasPage(path));
  return html`<nav class="tabs" aria-label="Congress"><ul>${tabs.map(([path, words]) => html`<li><a href="${request.to(path)}"${path === current && html` aria-current="page"`}>${words}</a></li>`)}</ul></nav>`;
}
