/** The columns of a schedule, for the pages that list them, and what a reader must know about its figures. */

import type { MajorHolder } from '../../../../tools/contract/shapes/holder.js';
import { type Html, html } from '../../../html.js';
import { link, UNKNOWN } from '../../figures.js';
import { localLink, symbolAndName } from '../links.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';

export const HOLDERS_SOURCE = {
  label: 'SEC EDGAR, Schedules 13D and 13G',
  href: 'https://www.sec.gov/edgar/searchedgar/companysearch',
};
export const HOLDERS_CAVEATS = [
  'Each row is one schedule. Its persons report the same shares, so the figures are those of the person with the largest total, and no sum.',
  'Members of a group may file apart: the same shares are then in several rows.',
  'The percentage is as filed. It may include rights to acquire shares within 60 days, and it leaves out options and swaps that only the text describes.',
  'A crossing is read from two schedules of one holder, or from a first schedule; holders below 5% need not file, so a later sale may not be seen.',
  'Schedules before 18 December 2024 have no fields that could be read: they are linked, without figures.',
];

export function holderColumns(request: PageRequest): Array<Column<MajorHolder>> {
  return [
    { field: 'filedAt', head: 'Filed', as: 'day', sort: 'filed' },
    { field: 'eventDate', head: 'Event', as: 'day', sort: 'event', minor: true },
    {
      field: 'issuerName',
      head: 'Company',
      roomy: true,
      as: (name, { ticker }) => symbolAndName(ticker ?? '', name),
      to: ({ url }) => localLink(request, url),
    },
    ...stakeColumns(request),
  ];
}

/** Without the company. */
export function stakeColumns(request: PageRequest): Array<Column<MajorHolder>> {
  return [
    {
      field: 'holderName',
      head: 'Holder',
      roomy: true,
      as: (name, row) => nameAndPersons(request, name, row),
    },
    { field: 'form', head: 'Schedule', to: ({ rawFilingUrl }) => rawFilingUrl, as: shortForm },
    { field: 'percent', head: 'Stake', number: true, sort: 'percent', as: percentAndBefore },
    { field: 'shares', head: 'Shares', as: 'amount', sort: 'shares', minor: true },
    { field: 'crossings', head: 'Crossed', as: crossedLevels },
    {
      field: 'purpose',
      head: 'Purpose',
      isOptional: true,
      roomy: true,
      minor: true,
      as: quotation,
      to: ({ purposeUrl }) => purposeUrl,
    },
  ];
}

/** Below the name the class of the shares, and what the schedule says of others. */
function nameAndPersons(
  { to }: PageRequest,
  name: string | null,
  { persons, understated, securityClass, holderCik, filerCik }: MajorHolder,
): Html {
  const others = persons.length - 1;
  // One account may file for several holders; of a 13G it is mostly all that is known.
  const cik = holderCik ?? filerCik;
  const holder = link(cik === null ? null : to(`/major-holders?holder=${cik}`), name ?? UNKNOWN);
  return html`${holder}${securityClass !== null && html` <span class="note">${securityClass}</span>`}${others > 0 && html` <span class="note">and ${others} more in the same schedule</span>`}${understated && html` <span class="note">a group that may hold more</span>`}`;
}

const shortForm = (form: string): string => form.replace(/^(?:SCHEDULE|SC) /, '');

/** What it states leaves it open, such as a per cent that its number of shares contradicts. */
const UNCERTAIN_SIDE = 'not certain whether above 5%';

/** As filed; below it that of the schedule before. */
function percentAndBefore(value: number | null, { previousPercent, isBelow }: MajorHolder): Html {
  const before = previousPercent === null ? '' : html` <span class="note">was ${previousPercent}%</span>`;
  const side =
    isBelow === true ? 'at or below 5%' : isBelow === null && value !== null ? UNCERTAIN_SIDE : null;
  return html`${value === null ? UNKNOWN : `${value}%`}${side !== null && html` <span class="note">${side}</span>`}${before}`;
}

function crossedLevels(crossings: MajorHolder['crossings']): Html | string {
  if (crossings.length === 0) return '–';
  return html`${crossings.map(({ level, direction }) => html`<span class="mark ${direction === 'up' ? 'buy' : 'sell'}">${direction === 'up' ? '▲' : '▼'} ${level}%</span> `)}`;
}

/** The first sentences of item 4. */
const QUOTED = 160;

function quotation(purpose: string | null, { purposeCut }: MajorHolder): Html | string {
  if (purpose === null) return '–';
  const isCut = purposeCut || purpose.length > QUOTED;
  return html`<q>${purpose.slice(0, QUOTED)}${isCut && ' …'}</q>`;
}
