/** The page of an issuer, by trading symbol or, for an issuer without one, by CIK. */

import { requireLastReadAt } from '../../../../tools/contract/answer.js';
import { notFound } from '../../../../tools/contract/errors.js';
import { STREAK_HISTORY_WEEKS, WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import getStreaks from '../../../../tools/get-streaks.js';
import { daysBefore, NEW_YORK } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { priceLine } from '../../charts/price-line.js';
import { weeklyBars } from '../../charts/weekly-bars.js';
import { dayIn, plural, shortUsd } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { Content, IssuerKey, Page, PageRequest } from '../page.js';
import { emptyWords, rowsOrNone, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns } from './filing-columns.js';

/** Letters and digits, and a class after a separator: the symbols that issuers have. */
const SYMBOL = /^[A-Z0-9]{1,8}(?:[./ -][A-Z0-9]{1,4}){0,2}$/;
const COMPANY_SEARCH = 'https://www.sec.gov/edgar/searchedgar/companysearch';
const edgarCompany = (cik: string) => `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}`;

export const ticker: Page = {
  path: '/ticker/{ticker}',
  needs: [getLatestFilings.path],
  about: () => ['sec-edgar-form4'],
  async render(request) {
    const symbol = (request.params.ticker ?? '').toUpperCase();
    if (!SYMBOL.test(symbol))
      throw notFound('A trading symbol is one to five letters, such as ACME or ACME.B.');
    const key = { ticker: symbol };
    const rows = await request.issuerRows(key);
    const known = rows[0] ?? (await knownIssuer(request, key));
    if (known === null) return unknownSymbol(request, symbol);
    const { cik, issuerName } = known;
    const title = issuerName === '' ? symbol : `${issuerName} (${symbol})`;
    const content = await issuerContent(request, key, { rows, title, cik });
    const json = /^[A-Z]{1,5}$/.test(symbol)
      ? { json: `/v1/filings?ticker=${symbol}&since=${windowStart(request)}&limit=500` }
      : {};
    return { ...content, ...json, unlisted: rows.length === 0 };
  },
};

export const issuer: Page = {
  path: '/issuers/{cik}',
  needs: [getLatestFilings.path],
  about: () => ['sec-edgar-form4'],
  async render(request) {
    const cik = request.params.cik ?? '';
    if (!/^[1-9]\d{0,9}$/.test(cik))
      throw notFound('A CIK is a number of at most ten digits without leading zeros.');
    const key = { cik };
    const rows = await request.issuerRows(key);
    const known = rows[0] ?? (await knownIssuer(request, key));
    if (known === null) return unknownIssuer(request, cik);
    const title = known.issuerName === '' ? `Issuer ${cik}` : known.issuerName;
    const content = await issuerContent(request, key, { rows, title, cik });
    return { ...content, unlisted: rows.length === 0 };
  },
};

/** An issuer that has no rows but is known by name. */
async function knownIssuer(
  request: PageRequest,
  key: IssuerKey,
): Promise<Pick<ApiFilingRow, 'cik' | 'issuerName'> | null> {
  const facts = await request.issuerOf(key);
  return facts === null ? null : { cik: facts.cik, issuerName: facts.name };
}

/** @throws ApiError `not_ready` during the initial import, when an unknown issuer may still come. */
async function refuseWhileFilling(request: PageRequest): Promise<void> {
  (await requireLastReadAt(request, 'sec-edgar-form4')).requireRowsUnlessComplete(0);
}

/** No document here names the symbol: a typing mistake, or an issuer without filings here. */
async function unknownSymbol(request: PageRequest, symbol: string): Promise<Content> {
  await refuseWhileFilling(request);
  const similar = await request.similarSymbols(symbol);
  return {
    title: 'Unknown symbol',
    lede: `No issuer with the symbol ${symbol} is known here.`,
    body: html`${similar.length > 0 && html`<p>Did you mean one of these?</p><ul>${similar.map(({ ticker, name }) => html`<li><a href="${tickerLink(request, ticker)}">${ticker}</a> ${name}</li>`)}</ul>`}
<p>Find a company by its name in the <a href="${COMPANY_SEARCH}">SEC’s company search</a>, or <a href="${request.to('/insiders')}">search here</a>.</p>`,
    sources: [FORM4_SOURCE],
    status: 404,
    unlisted: true,
  };
}

async function unknownIssuer(request: PageRequest, cik: string): Promise<Content> {
  await refuseWhileFilling(request);
  return {
    title: 'Unknown issuer',
    lede: `No issuer with the CIK ${cik} is known here.`,
    body: html`<p>The <a href="${edgarCompany(cik)}">SEC’s page for this number</a> names its owner.</p>`,
    sources: [FORM4_SOURCE],
    status: 404,
    unlisted: true,
  };
}

async function issuerContent(
  request: PageRequest,
  key: IssuerKey,
  { rows, title, cik }: { rows: ApiFilingRow[]; title: string; cik: string },
): Promise<Content> {
  const { meta } = await request.callTool(getLatestFilings, { limit: 1, since: windowStart(request) });
  const totals = await request.issuerTotals(key);
  return {
    title,
    lede: `Open-market purchases and sales by this issuer’s insiders in the last ${WINDOW_DAYS} days, as filed on SEC Form 4.`,
    body: html`${
      rows.length > 0 &&
      html`${tiles(rows, totals)}
${weeklyBars({ title: 'Purchases and sales by week of filing', now: request.now, rows: rows.map((row) => ({ at: row.filedAt, code: row.transactionCode, value: row.totalValue })) })}
${await closes(request, rows)}`
    }
${table({
  caption: 'Open-market purchases and sales',
  columns: filingColumns(request, { issuer: false }),
  rows,
  total: totals.rows,
  rest: 'The sums above count all of them; the chart shows these.',
  empty: emptyWords(
    await stateOf(request, 'sec-edgar-form4'),
    `No open-market purchase or sale of this issuer was filed in the last ${WINDOW_DAYS} days. Its insiders may still have reported awards, exercises or gifts.`,
  ),
  most: 500,
  schema: getLatestFilings.output,
})}`,
    sources: [
      cik === ''
        ? FORM4_SOURCE
        : {
            label: `SEC EDGAR, ownership filings of CIK ${cik}`,
            href: `${edgarCompany(cik)}&type=4&owner=include`,
          },
    ],
    caveats: FORM4_CAVEATS,
    fetchedAt: meta.fetchedAt,
  };
}

/** The sums of all rows. Counts are left out where `rows` holds only the first of them. */
function tiles(rows: ApiFilingRow[], totals: { rows: number; purchases: number; sales: number }): Html {
  const withCode = (code: ApiFilingRow['transactionCode']) =>
    rows.filter((row) => row.transactionCode === code).length;
  const people = new Set(rows.map((row) => row.ownerName)).size;
  const isCut = totals.rows > rows.length;
  return html`<ul class="tiles">
<li><strong>${shortUsd(totals.purchases)}</strong> bought${!isCut && ` in ${plural(withCode('P'), 'row')}`}</li>
<li><strong>${shortUsd(totals.sales)}</strong> sold${!isCut && ` in ${plural(withCode('S'), 'row')}`}</li>
<li><strong>${people}</strong> ${people === 1 ? 'insider' : 'insiders'}${isCut && ' in the rows below'}</li>
</ul>`;
}

/** Prices are read only for streaks, so an issuer with a streak has a price line, with the filings of all its insiders. */
async function closes(request: PageRequest, rows: ApiFilingRow[]): Promise<Html | ''> {
  if (!request.hasPage('/streaks')) return '';
  const streaks = await rowsOrNone(request.callTool(getStreaks));
  const prices = streaks.find(
    (one) => one.issuerCik === rows[0]?.cik && one.priceSeries.length > 1,
  )?.priceSeries;
  const from = prices?.[0]?.date;
  if (prices === undefined || from === undefined) return '';
  return priceLine(
    `Close of the last ${STREAK_HISTORY_WEEKS} weeks, split-adjusted, and the days of filing`,
    prices,
    filingDays(rows, from).map(({ date, code, value, count }) => ({
      date,
      code,
      label: `${date}: ${shortUsd(value)} ${code === 'P' ? 'bought' : 'sold'} in ${plural(count, 'row')}`,
    })),
  );
}

interface FilingDay {
  date: string;
  code: 'P' | 'S';
  value: number;
  count: number;
}

/** The rows summed by filing day and direction, from the day `from` on. */
function filingDays(rows: readonly ApiFilingRow[], from: string): FilingDay[] {
  const days = new Map<string, FilingDay>();
  for (const { filedAt, transactionCode: code, totalValue } of rows) {
    const date = dayIn(NEW_YORK, filedAt);
    if (date < from) continue;
    const one = days.get(date + code) ?? { date, code, value: 0, count: 0 };
    days.set(date + code, { ...one, value: one.value + totalValue, count: one.count + 1 });
  }
  return [...days.values()];
}

function windowStart({ now }: PageRequest): string {
  return daysBefore(now, WINDOW_DAYS);
}
