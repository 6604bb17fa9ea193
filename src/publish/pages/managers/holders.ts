/** Who holds a security of all managers: a separate page, and a section of the company's page. */

import { ApiError } from '../../../../tools/contract/errors.js';
import { type HoldersOf, securityHolder } from '../../../../tools/contract/shapes/managers.js';
import getHolders from '../../../../tools/get-holders.js';
import { type Html, html } from '../../../html.js';
import { amount, count, plural, usd } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import type { PageSection } from '../form4/issuer-registers.js';
import { tickerLink } from '../links.js';
import { jsonAddress, type ListView, listBody, rowsOfPage, rowsShown, sortingOf } from '../list-view.js';
import type { PageAnswer, PageRequest } from '../page.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import {
  comparedFilters,
  holderColumnsOf,
  MANAGERS_CAVEATS,
  MANAGERS_SOURCE_LINK,
  quarterForm,
  withQuarters,
} from './holding-columns.js';

const FILTERS = comparedFilters([['', 'Shares']]);
/** Rows of the section; the list has all. */
const MOST = 15;

export const securityHolders = toolPage({
  path: '/holders/{security}',
  under: '/major-holders',
  tool: getHolders,
  rows: ['holders'],
  about: () => ['sec-edgar-13f'],
  given: ({ params }) => ({ security: params.security ?? '' }),
  filters: {
    fields: FILTERS,
    title: () => 'Institutional holders',
    isList: true,
    notFound: 'A security is a trading symbol, or a CUSIP of nine letters and digits.',
  },
  render({ data, meta }, request) {
    const { ticker, issuerName, titleOfClass, cusip, quarter, compare } = data;
    const path = `/holders/${encodeURIComponent(request.params.security ?? '')}`;
    const view: ListView = {
      request,
      path,
      filters: withQuarters(FILTERS, data.quarters),
      most: rowsOfPage(getHolders),
      sorts: ['value', 'amount', 'change'],
    };
    const company = tickerLink(request, ticker);
    const name = issuerName === '' ? cusip : issuerName;
    return {
      title: `Institutional holders of ${name}, ${quarterWords(quarter)}`,
      lede: `Managers who reported ${name} (${titleOfClass}, CUSIP ${cusip}) to the SEC on Form 13F for ${quarterWords(quarter)}${compare === null ? '' : `, compared with ${quarterWords(compare)}`}.`,
      body: html`${summaryOf(data)}
${quarterForm(view)}
${company !== null && html`<p><a href="${company}">${ticker}: insiders, Congress and tracked funds</a></p>`}
${listBody(view, {
  presets: [
    { label: 'New holders', query: { change: 'new' } },
    { label: 'Added most', query: { change: 'added', sort: 'change' } },
    { label: 'Sold most', query: { change: 'trimmed,exit', sort: 'change', order: 'asc' } },
    { label: 'Puts and calls', query: { kind: 'put,call' } },
  ],
  summary: data.holders.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  meta,
  rows: table({
    caption: 'Managers and what they hold',
    rows: data.holders,
    most: data.holders.length,
    empty: 'No manager matches.',
    schema: securityHolder,
    columns: holderColumnsOf(request),
    sorting: sortingOf(view),
  }),
})}`,
      json: jsonAddress(view, `/v1/holders/${encodeURIComponent(request.params.security ?? '')}`),
      sources: [MANAGERS_SOURCE_LINK],
      caveats: MANAGERS_CAVEATS,
      fetchedAt: meta.fetchedAt,
      unlisted: true,
    };
  },
});

/** None where the register is switched off or was not read, and for a symbol that no report is known to have. */
export async function managersSection(request: PageRequest, ticker: string | null): Promise<PageSection[]> {
  if (ticker === null || ticker === '' || !request.tools.some(({ path }) => path === getHolders.path))
    return [];
  let answer: PageAnswer<typeof getHolders>;
  try {
    answer = await request.callTool(getHolders, { security: ticker, limit: MOST });
  } catch (error) {
    // A symbol that no 13F has, or that is written in another way.
    const isAbsent =
      error instanceof ApiError && ['not_ready', 'not_found', 'invalid_parameter'].includes(error.code);
    if (isAbsent) return [];
    throw error;
  }
  const { data, meta } = answer;
  const list = request.to(`/holders/${encodeURIComponent(ticker)}`);
  return [
    {
      id: 'institutions',
      title: 'Institutional holders',
      ...(data.holders.length === 0 ? { isBare: true } : {}),
      json: `/v1/holders/${encodeURIComponent(ticker)}`,
      body: html`${summaryOf(data)}
${table({
  caption: `Managers who reported shares for ${quarterWords(data.quarter)} on Form 13F, largest first`,
  rows: data.holders,
  columns: holderColumnsOf(request).filter(({ field }) => field !== 'kind'),
  total: meta.total,
  most: MOST,
  empty: 'No report that is here has shares of it for this quarter.',
  rest: html`<a href="${list}">All of them</a>, by quarter and change`,
})}`,
    },
  ];
}

/** What all reports of the quarter that are here say together. A report that is missing may have the security too. */
export function summaryOf({
  summary,
  quarter,
  compare,
  managersReported,
}: Pick<HoldersOf, 'summary' | 'quarter' | 'compare' | 'managersReported'>): Html {
  if (summary === null)
    return managersReported === 0
      ? html`<p>No report for ${quarterWords(quarter)} is here, so nothing is known.</p>`
      : html`<p>It is in none of the reports for ${quarterWords(quarter)} that are here, from ${plural(managersReported, 'manager')}.</p>`;
  const { holders, shares, valueUsd, putHolders, callHolders, maybeSplit } = summary;
  return html`<p>${count(holders)} of ${plural(managersReported, 'manager')} reported ${amount(shares)} shares worth ${usd(valueUsd)} for ${quarterWords(quarter)}. ${count(putHolders)} reported puts and ${count(callHolders)} calls.${compare !== null && html` Since ${quarterWords(compare)}: ${count(summary.newHolders)} new, ${count(summary.added)} added, ${count(summary.trimmed)} trimmed, ${count(summary.exits)} sold, ${count(summary.held)} unchanged, ${count(summary.unsure)} unknown or uncertain.`}${maybeSplit && html` The shares seem to have been split in between, so amounts are not compared.`}</p>`;
}
