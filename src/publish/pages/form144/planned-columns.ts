/** The columns of planned sales, and the section of them on the pages of a company and of a person. */

import type { z } from 'zod/v3';
import { ApiError } from '../../../../tools/contract/errors.js';
import type { PlannedSaleStatus, plannedSale } from '../../../../tools/contract/shapes/planned-sale.js';
import getPlannedSales from '../../../../tools/get-planned-sales.js';
import { type Html, html } from '../../../html.js';
import { amount, day, link, UNKNOWN } from '../../figures.js';
import { companyColumn } from '../company-column.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';

type PlannedSale = z.infer<typeof plannedSale>;

export const FORM144_SOURCE = { label: 'SEC EDGAR, Form 144', href: 'https://www.sec.gov/edgar/search/' };
export const FORM144_CAVEATS = [
  'A notice states an intention; the sale may never happen. Never add notices to sales.',
  'Sold is what Form 4 reports for the same person, issuer, class and plan. The oldest notice takes a sale first, and no share counts twice.',
  'Unknown does not mean not sold: no Form 4 is expected from that person, a figure cannot be right, a sale on Form 4 may be of the notice, or Form 4 has not been read completely here.',
  'Several open notices of one person may cover the same shares.',
  'Names, relationships and figures are as filed.',
];

const STATUS_WORDS: Record<PlannedSaleStatus, string> = {
  open: 'Open',
  partly_sold: 'Partly sold',
  sold: 'Sold',
  lapsed: 'Lapsed',
  amended: 'Replaced',
  unknown: 'Unknown',
};

export function plannedColumns(
  request: PageRequest,
  show: { issuer: boolean; seller: boolean },
): Array<Column<PlannedSale>> {
  const seller: Column<PlannedSale> = {
    field: 'sellerName',
    head: 'Seller',
    roomy: true,
    as: (name, { relationships, sellerSlug: slug }) =>
      html`${link(slug === null ? null : request.to(`/insiders/${slug}`), name)} <span class="note">${relationships.join(', ')}</span>`,
  };
  return [
    { field: 'filedAt', head: 'Filed', as: 'day', sort: 'filed' },
    ...(show.issuer ? [companyColumn<PlannedSale>(request)] : []),
    ...(show.seller ? [seller] : []),
    { field: 'securityTitle', head: 'Class', minor: true },
    { field: 'shares', head: 'To sell', as: 'amount' },
    { field: 'marketValue', head: 'Value', as: 'usd', sort: 'value' },
    { field: 'approxSaleDate', head: 'Sale from', as: 'day', sort: 'sale_date', minor: true },
    { field: 'windowEnds', head: 'Until', as: 'day', minor: true },
    { field: 'status', head: 'Status', as: statusAndPlan },
    { field: 'sharesSold', head: 'Sold', number: true, as: soldWithEvidence },
    {
      field: 'rawFilingUrl',
      head: 'Original',
      as: () => 'EDGAR',
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
  ];
}

function statusAndPlan(status: PlannedSaleStatus, { isPlanned, implausible }: PlannedSale): Html {
  return html`${STATUS_WORDS[status]}${isPlanned && html` <span class="note">10b5-1 plan</span>`}${implausible.length > 0 && html` <span class="note">a figure cannot be right</span>`}`;
}

/** The shares, the filings that report them, and what the person stated of a sale that no Form 4 would report. */
function soldWithEvidence(
  sold: number | null,
  { sales, statedLater, filesForm4 }: PlannedSale,
): Html | string {
  if (sold !== null && sold > 0) {
    const filings = [...new Set(sales.map(({ rawFilingUrl }) => rawFilingUrl))];
    return html`${amount(sold)} <span class="note">Form 4: ${filings.map((url, at) => html`${at > 0 && ', '}<a href="${url}">${at + 1}</a>`)}</span>`;
  }
  if (filesForm4) return sold === null ? UNKNOWN : amount(sold);
  return html`${UNKNOWN}${statedLater.map(({ shares, saleDate }) => html` <span class="note">the seller states ${shares === null ? UNKNOWN : amount(shares)}${saleDate !== null && html` on ${day(saleDate)}`}</span>`)}`;
}

/** Rows of the section; the page of planned sales has all. */
const SECTION_ROWS = 10;

/** The newest notices of a company (`cik` or `ticker`) or of a person (`owner`); null where there is none to show. */
export async function plannedSection(
  request: PageRequest,
  given: { cik: string } | { ticker: string } | { owner: string },
): Promise<{ id: string; title: string; body: Html; json: string } | null> {
  if (!request.tools.some((tool) => tool.path === getPlannedSales.path)) return null;
  try {
    const { data, meta } = await request.callTool(getPlannedSales, { ...given, limit: SECTION_ROWS });
    if (data.length === 0) return null;
    const query = new URLSearchParams(given).toString();
    const all = request.to(`/planned-sales?${query}`);
    const isOfPerson = 'owner' in given;
    const body = table({
      caption: 'Notices of planned sales (Form 144), newest first',
      rows: data,
      columns: plannedColumns(request, { issuer: isOfPerson, seller: !isOfPerson }),
      total: meta.total,
      rest: html`<a href="${all}">All of them</a>, with filters`,
      most: SECTION_ROWS,
      empty: '',
      schema: getPlannedSales.output,
    });
    return { id: 'planned', title: 'Planned sales', body, json: `/v1/planned-sales?${query}` };
  } catch (error) {
    // The page shows the rest without it.
    if (error instanceof ApiError && (error.code === 'not_ready' || error.code === 'invalid_parameter'))
      return null;
    throw error;
  }
}
