/** The columns of Form 4 lots that are added up: by filing, by insider, by issuer. */

import { acquisitionWords } from '../../../../tools/contract/shapes/acquisition.js';
import type { ApiFilingGroup } from '../../../../tools/contract/shapes/filing-group.js';
import { type Html, html } from '../../../html.js';
import { amount, day, percent, plural, shortPrice, UNKNOWN } from '../../figures.js';
import { companyColumn } from '../company-column.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';
import { withNotes } from './filing-columns.js';

export function groupColumns(
  request: PageRequest,
  group: ApiFilingGroup['group'],
): Array<Column<ApiFilingGroup>> {
  const filed: Column<ApiFilingGroup> = {
    field: 'lastFiledAt',
    head: group === 'filing' ? 'Filed' : 'Last filed',
    as: 'day',
    sort: 'filed',
  };
  const who: Column<ApiFilingGroup> =
    group === 'issuer'
      ? { field: 'insiders', head: 'Insiders', as: 'amount', minor: true }
      : {
          field: 'ownerName',
          head: 'Insider',
          roomy: true,
          // A person with several filings may have several names.
          ...(group === 'filing' ? { sort: 'insider' } : {}),
          as: (name, { ownerSlug: slug, ownerTitle }) =>
            html`${slug ? html`<a href="${request.to(`/insiders/${slug}`)}">${name}</a>` : name} <span class="note">${ownerTitle}</span>`,
        };
  return [
    filed,
    { ...companyColumn<ApiFilingGroup>(request), sort: 'ticker' },
    who,
    { field: 'transactionCode', head: 'Direction', as: directionAndPlan, isPlain: true },
    { field: 'lastDate', head: 'Traded', as: datesOf, sort: 'traded' },
    { field: 'shares', head: 'Shares', as: sharesAndLots, number: true, minor: true, sort: 'shares' },
    {
      field: 'averagePrice',
      head: 'Avg. price',
      as: averageOrUnknown,
      number: true,
      minor: true,
      sort: 'price',
    },
    { field: 'totalValue', head: 'Value', as: 'usd', sort: 'value' },
    ...(group === 'issuer' ? [] : [group === 'filing' ? { ...OWNED, sort: 'change' } : OWNED]),
    {
      field: 'rawFilingUrl',
      head: 'Original',
      as: (_, { filings }) => (filings > 1 ? 'latest on EDGAR' : 'EDGAR'),
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
  ];
}

const OWNED: Column<ApiFilingGroup> = {
  field: 'sharesOwnedAfter',
  head: 'Owned after',
  number: true,
  minor: true,
  as: (after, { changePct }) =>
    html`${amount(after)}${changePct !== null && html` <span class="note">${percent(changePct)}</span>`}`,
};

/** Why a sum of shares is not the sum of the filed numbers. */
export const splitWords = (split: NonNullable<ApiFilingGroup['split']>): string =>
  split === 'adjusted' ? 'older lots converted for a split' : 'not added up: a split came between the lots';

/** An average is calculated, so that it is in cents; a price as filed keeps its decimals. */
export function averageOrUnknown(price: number | null): Html | string {
  return price === null ? UNKNOWN : shortPrice(price);
}

const PLANS = { all: '10b5-1 plan', some: 'in part 10b5-1 plan', none: '' };

function directionAndPlan(code: 'P' | 'S', { planned, acquisition }: ApiFilingGroup): Html {
  return withNotes(code, [PLANS[planned], acquisitionWords(acquisition)]);
}

function datesOf(last: string, { firstDate: first }: ApiFilingGroup): Html {
  return first === last
    ? day(last)
    : html`${day(first)} <span class="note"><span class="code">to ${day(last)}</span></span>`;
}

function sharesAndLots(shares: number | null, { lots, split }: ApiFilingGroup): Html | string {
  const notes = [
    ...(lots === 1 ? [] : [plural(lots, 'lot')]),
    ...(split === undefined ? [] : [splitWords(split)]),
  ];
  return notes.length === 0
    ? amount(shares)
    : html`${amount(shares)} <span class="note">${notes.join(', ')}</span>`;
}
