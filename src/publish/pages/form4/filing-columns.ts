/** The columns of open-market Form 4 rows, for every page that lists them. */

import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { acquisitionWords } from '../../../../tools/contract/shapes/acquisition.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import { type Html, html } from '../../../html.js';
import { day, direction } from '../../figures.js';
import { companyColumn } from '../company-column.js';
import type { PageRequest } from '../page.js';
import { searchQuery } from '../search-query.js';
import type { Column } from '../table.js';

export const FORM4_SOURCE = { label: 'SEC EDGAR, Form 4', href: 'https://www.sec.gov/edgar/search/' };

/** Beside the names that it explains: titles of pages have another order. */
export const NAMES_AS_FILED = 'Names as filed, surname first.';

/** On every page that shows days of filing and has filters by date. */
export const NEW_YORK_DAYS =
  'The day of a filing is the one in New York, as the SEC counts it. Filters by date take UTC days, so a filing late in the evening may fall on the next day.';

export const FORM4_CAVEATS = [
  'Purchases (code P) and sales (code S) only, one row for each economic lot. Awards, exercises, tax withholding, gifts, and trades without a price in US dollars or with an impossible or contradicted figure are in each person’s history.',
  'A purchase from the issuer, in an offering or placement, under a plan, with reinvested dividends, or whose filing contradicts itself is listed with these words, and is in no sum, cluster, streak or ranking.',
  'A filing is due within two business days of the trade, and some are late: read both dates.',
  NEW_YORK_DAYS,
  'Names are as filed, surname first; titles of pages have the surname last, where that is certain.',
  'Figures are as filed. A row with a price, number or day that cannot be right, or that other statements contradict, is left out here. It is in the person’s history, with the reason.',
];

export const FORM4_RECORD = `This record begins ${WINDOW_DAYS} days before this service first read the register. Earlier filings are at the SEC.`;

/** An amendment of a lot is not a new trade. */
export const filedDay = (filedAt: string, { firstFiledAt }: { firstFiledAt?: string | undefined }): Html =>
  firstFiledAt === undefined
    ? day(filedAt)
    : html`${day(filedAt)} <span class="note">first filed ${day(firstFiledAt)}</span>`;

/** A name as filed may belong to several people, so the owner columns link to the person. */
export function filingColumns(request: PageRequest, show: { issuer: boolean }): Array<Column<ApiFilingRow>> {
  return [
    { field: 'filedAt', head: 'Filed', as: filedDay, sort: 'filed' },
    ...(show.issuer ? [{ ...companyColumn<ApiFilingRow>(request), sort: 'ticker' }] : []),
    {
      field: 'ownerName',
      head: 'Insider',
      roomy: true,
      sort: 'insider',
      to: ({ ownerSlug, ownerName }) =>
        request.to(ownerSlug === '' ? insiderSearchPath(ownerName) : `/insiders/${ownerSlug}`),
    },
    { field: 'ownerTitle', head: 'Role', isPlain: true },
    { field: 'transactionCode', head: 'Direction', as: directionAndPlan, isPlain: true },
    { field: 'transactionDate', head: 'Traded', as: 'day', sort: 'traded' },
    { field: 'shares', head: 'Shares', as: 'amount', minor: true, sort: 'shares' },
    { field: 'pricePerShare', head: 'Price', as: 'price', minor: true, sort: 'price' },
    { field: 'totalValue', head: 'Value', as: 'usd', sort: 'value' },
    {
      field: 'rawFilingUrl',
      head: 'Original',
      as: () => 'EDGAR',
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
  ];
}

function directionAndPlan(
  code: 'P' | 'S',
  { is10b5_1, footnoteUnclear = [], acquisition }: ApiFilingRow,
): Html {
  const unclear = footnoteUnclear.includes('is10b5_1') ? '10b5-1 plan unclear' : '';
  return withNotes(code, [is10b5_1 ? '10b5-1 plan' : unclear, acquisitionWords(acquisition)]);
}

/** Direction, and what is said beside it; a note without words is left out. */
export function withNotes(code: 'P' | 'S', notes: readonly string[]): Html {
  const said = notes.filter((one) => one !== '').join(', ');
  return said === '' ? direction(code) : html`${direction(code)} <span class="note">${said}</span>`;
}

/** The search for a name as filed. It leads to the person where only one person has exactly this name. */
function insiderSearchPath(name: string): string {
  return `/insiders?q=${encodeURIComponent(searchQuery(name))}`;
}
