/** The columns of open-market Form 4 rows, for every page that lists them. */

import { SEARCH_QUERY_LENGTH } from '../../../../tools/contract/rules.js';
import { html } from '../../../html.js';
import type { Visit } from '../page.js';
import type { Column, Row } from '../table.js';

export const FORM4_SOURCE = { label: 'SEC EDGAR, Form 4', href: 'https://www.sec.gov/edgar/search/' };

export const FORM4_CAVEATS = [
  'Open-market purchases and sales only, one row for each economic lot. Awards, exercises, tax withholding and gifts are in each person’s history.',
  'A filing may come up to two business days after the trade, and late ones come later: read both dates.',
  'Figures are as filed. A wrong filing is a wrong row until it is amended.',
];

export const FORM4_RECORD =
  'The record here begins 365 days before this service first read the register. Earlier filings are at the SEC.';

/** Owner columns link to the person: a name as filed may be that of several people. */
export function filingColumns(visit: Visit, show: { issuer: boolean }): Column[] {
  const issuer: Column[] = [
    {
      field: 'issuerTicker',
      head: 'Ticker',
      as: (value) => (value === '' ? html`<span class="unknown">none</span>` : String(value)),
      to: (row) => ownPath(visit, row.url),
    },
    { field: 'issuerName', head: 'Issuer', roomy: true, to: (row) => ownPath(visit, row.url) },
  ];
  return [
    { field: 'filedAt', head: 'Filed', as: 'day' },
    ...(show.issuer ? issuer : []),
    {
      field: 'ownerName',
      head: 'Insider',
      roomy: true,
      to: (row) =>
        visit.to(row.ownerSlug ? `/insiders/${row.ownerSlug}` : insiderSearchPath(String(row.ownerName))),
    },
    { field: 'ownerTitle', head: 'Role' },
    { field: 'transactionCode', head: 'Direction', as: planned },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'pricePerShare', head: 'Price', as: 'price' },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'rawFilingUrl', head: 'Original', as: () => 'EDGAR', to: (row) => String(row.rawFilingUrl) },
  ];
}

function planned(value: unknown, row: Row) {
  const mark =
    value === 'P'
      ? html`<span class="mark buy">▲ Purchase</span>`
      : html`<span class="mark sell">▼ Sale</span>`;
  return row.is10b5_1 === true ? html`${mark} <span class="note">10b5-1 plan</span>` : mark;
}

/** The search for a name as filed, which leads to the person where the name is somebody's whole name. */
function insiderSearchPath(name: string): string {
  return `/insiders?q=${encodeURIComponent([...name.trim()].slice(0, SEARCH_QUERY_LENGTH.max).join(''))}`;
}

/** A `url` that we handed out, as a link below our own root. */
export function ownPath(visit: Visit, url: unknown): string | null {
  if (typeof url !== 'string') return null;
  return url.startsWith(visit.baseUrl) ? visit.to(url.slice(visit.baseUrl.length)) : url;
}
