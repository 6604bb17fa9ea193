/** The columns of rows of Forms 3 and 5, and the section of them on the page of a person. */

import { ApiError } from '../../../../tools/contract/errors.js';
import { FIRST_FORM35_DAY } from '../../../../tools/contract/rules.js';
import { type OwnershipRow, ownershipRow } from '../../../../tools/contract/shapes/ownership-row.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { type Html, html } from '../../../html.js';
import { amount, day, UNKNOWN, usd } from '../../figures.js';
import { companyColumn } from '../company-column.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';

export const FORM35_SOURCE = { label: 'SEC EDGAR, Forms 3 and 5', href: 'https://www.sec.gov/edgar/search/' };
export const FORM35_CAVEATS = [
  'A holding is a position, not a trade: it says what was held on the day of the event (Form 3) or at the end of the fiscal year (Form 5). Never add holdings to trades.',
  'A trade on a Form 5 has its own date, which may be more than a year before the filing.',
  'Late: marked so by the filer, a row that another form should have had, or filed some weekdays after the deadline. Nothing is marked around holidays.',
  'Rows that an amendment restates are left out. Figures are as filed; “not stated” means that the filing gives none.',
];

export function ownershipColumns(
  request: PageRequest,
  show: { issuer: boolean; owner: boolean },
): Array<Column<OwnershipRow>> {
  const owner: Array<Column<OwnershipRow>> = [
    {
      field: 'ownerName',
      head: 'Insider',
      roomy: true,
      to: ({ ownerSlug }) => (ownerSlug === '' ? null : request.to(`/insiders/${ownerSlug}`)),
    },
    { field: 'ownerTitle', head: 'Role', isPlain: true, minor: true },
  ];
  return [
    { field: 'filedAt', head: 'Filed', as: 'day', sort: 'filed' },
    { field: 'formType', head: 'Form', as: formAndLate },
    ...(show.issuer ? [companyColumn<OwnershipRow>(request)] : []),
    ...(show.owner ? owner : []),
    { field: 'rowKind', head: 'Kind', as: kindOf, isPlain: true },
    { field: 'securityTitle', head: 'Security', roomy: true, as: securityAndAccount, minor: true },
    { field: 'transactionDate', head: 'Traded', as: ofTrade(day), sort: 'traded' },
    { field: 'shares', head: 'Shares traded', number: true, as: ofTrade(amount), minor: true },
    { field: 'totalValue', head: 'Value', number: true, as: ofTrade(usd), sort: 'value', minor: true },
    { field: 'sharesOwnedAfter', head: 'Held', number: true, as: heldOf },
    {
      field: 'rawFilingUrl',
      head: 'Original',
      as: () => 'EDGAR',
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
  ];
}

function formAndLate(form: string | null, { late }: OwnershipRow): Html | string {
  return late === true ? html`${form} <span class="note">late</span>` : (form ?? UNKNOWN);
}

function kindOf(kind: OwnershipRow['rowKind'], row: OwnershipRow): Html | string {
  if (kind === 'none_owned') return 'Nothing owned';
  if (kind === 'holding') return 'Holding';
  const { transactionCode, intentLabel } = row;
  return html`${transactionCode ?? UNKNOWN} <span class="note">${intentLabel ?? ''}</span>`;
}

function securityAndAccount(title: string, row: OwnershipRow): Html | string {
  if (row.rowKind === 'none_owned') return '–';
  const { ownershipType, natureOfOwnership, account } = row;
  const nature = ownershipType === 'I' ? `indirect${natureOfOwnership ? `, ${natureOfOwnership}` : ''}` : '';
  return html`${title}${nature !== '' && html` <span class="note">${nature}</span>`}${account && html` <span class="note">${account}</span>`}`;
}

/** A holding has none of these; a trade may leave them out. */
function ofTrade<V>(words: (value: V) => Html | string) {
  return (value: V, { rowKind }: OwnershipRow) => (rowKind === 'transaction' ? words(value) : '–');
}

/** A derivative holding of a Form 3 states the size of what it is for, and no number. */
function heldOf(held: number | null, row: OwnershipRow): Html | string {
  if (row.rowKind === 'none_owned') return 'none';
  const { underlyingShares, underlyingTitle, underlyingValue, valueOwned } = row;
  if (held !== null) return amount(held);
  if (typeof valueOwned === 'number') return usd(valueOwned);
  if (row.rowKind === 'holding' && typeof underlyingShares === 'number')
    return html`${amount(underlyingShares)} <span class="note">${underlyingTitle ?? ''}</span>`;
  // A note that is converted at a price of later states only the dollars.
  if (row.rowKind === 'holding' && typeof underlyingValue === 'number')
    return html`${usd(underlyingValue)} <span class="note">${underlyingTitle ?? ''}</span>`;
  return UNKNOWN;
}

/** Rows of the section; the page of Forms 3 and 5 has all. */
const SECTION_ROWS = 15;

/** The newest rows of Forms 3 and 5 of a person; nothing where there are none to show. */
export async function form35Section(request: PageRequest, slug: string): Promise<Html | ''> {
  try {
    const { data, meta } = await request.callTool(getLatestFilings, {
      forms: '3,5',
      owner: slug,
      since: FIRST_FORM35_DAY,
      limit: SECTION_ROWS,
    });
    if (data.length === 0) return '';
    const all = request.to(`/forms-3-5?${new URLSearchParams({ owner: slug })}`);
    return html`<h2 id="forms-3-5">Forms 3 and 5</h2>
${table({
  caption: 'Holdings, and trades that are not on Form 4, newest first. A trade has its own date.',
  // With `forms` the rows of the tool are these.
  rows: data as unknown as OwnershipRow[],
  columns: ownershipColumns(request, { issuer: true, owner: false }),
  total: meta.total,
  rest: html`<a href="${all}">All of them</a>`,
  most: SECTION_ROWS,
  empty: '',
  schema: ownershipRow,
})}`;
  } catch (error) {
    // The page shows the rest without it: the register is not read here, or no filing names the person yet.
    if (error instanceof ApiError && ['not_ready', 'invalid_parameter', 'not_found'].includes(error.code))
      return '';
    throw error;
  }
}
