/** An issuer's page, by trading symbol or, where it has none, by CIK. */

import { requireLastReadAt } from '../../../tools/contract/answer.js';
import { notFound } from '../../../tools/contract/errors.js';
import { WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { StreakFacts } from '../../../tools/contract/shapes/digest.js';
import type { ApiFilingRow } from '../../../tools/contract/shapes/filing.js';
import { priceLine } from '../charts/price-line.js';
import { weeklyBars } from '../charts/weekly-bars.js';
import { dayIn, NEW_YORK, plural, shortUsd } from './figures.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Content, Page, Visit } from './page.js';
import { emptyWords, rowsBeside, stateOf } from './source-words.js';
import { table } from './table.js';

/** Letters and digits, and a class behind a separator: the symbols that issuers have. */
const SYMBOL = /^[A-Z0-9]{1,8}(?:[./ -][A-Z0-9]{1,4}){0,2}$/;

export const ticker: Page = {
  path: '/ticker/{ticker}',
  needs: ['/v1/filings'],
  about: () => ['sec-edgar-form4'],
  async render(visit) {
    const symbol = (visit.params.ticker ?? '').toUpperCase();
    if (!SYMBOL.test(symbol))
      throw notFound('A trading symbol is one to five letters, such as ACME or ACME.B.');
    const asked = { ticker: symbol };
    const rows = await visit.issuerRows(asked);
    const known = rows.length > 0 ? null : await visit.issuerOf(asked);
    if (rows.length === 0 && known === null) return unknownSymbol(visit, symbol);
    const name = rows[0]?.issuerName ?? known?.name ?? '';
    const title = name === '' ? symbol : `${name} (${symbol})`;
    const content = await issuerContent(visit, asked, { rows, title, cik: rows[0]?.cik ?? known?.cik ?? '' });
    const json = /^[A-Z]{1,5}$/.test(symbol)
      ? `/v1/filings?ticker=${symbol}&since=${window(visit)}&limit=500`
      : undefined;
    return { ...content, ...(json === undefined ? {} : { json }), unlisted: rows.length === 0 };
  },
};

export const issuer: Page = {
  path: '/issuers/{cik}',
  needs: ['/v1/filings'],
  about: () => ['sec-edgar-form4'],
  async render(visit) {
    const cik = visit.params.cik ?? '';
    if (!/^[1-9]\d{0,9}$/.test(cik))
      throw notFound('A CIK is a number of at most ten digits without leading zeros.');
    const asked = { cik };
    const rows = await visit.issuerRows(asked);
    const known = rows.length > 0 ? null : await visit.issuerOf(asked);
    if (rows.length === 0 && known === null) return unknownIssuer(visit, cik);
    const title = rows[0]?.issuerName ?? known?.name ?? `Issuer ${cik}`;
    const content = await issuerContent(visit, asked, { rows, title, cik });
    return { ...content, unlisted: rows.length === 0 };
  },
};

const COMPANY_SEARCH = 'https://www.sec.gov/edgar/searchedgar/companysearch';

/** @throws Failure `not_ready` while the register is read for the first time: who is unknown may not have come yet. */
async function refuseUnknown(visit: Visit): Promise<void> {
  (await requireLastReadAt(visit, 'sec-edgar-form4')).requireRowsUnlessComplete(0);
}

/** Nothing here names it: a typing mistake, or an issuer whose insiders filed nothing that is here. */
async function unknownSymbol(visit: Visit, symbol: string): Promise<Content> {
  await refuseUnknown(visit);
  const similar = await visit.similarSymbols(symbol);
  return {
    title: 'Unknown symbol',
    lede: `No issuer with the symbol ${symbol} is known here.`,
    body: html`${similar.length > 0 && html`<p>Did you mean one of these?</p><ul>${similar.map(({ ticker, name }) => html`<li><a href="${visit.to(`/ticker/${encodeURIComponent(ticker)}`)}">${ticker}</a> ${name}</li>`)}</ul>`}
<p>Look a company up by its name in the <a href="${COMPANY_SEARCH}">SEC’s company search</a>, or <a href="${visit.to('/insiders')}">search here</a>.</p>`,
    sources: [FORM4_SOURCE],
    status: 404,
    unlisted: true,
  };
}

async function unknownIssuer(visit: Visit, cik: string): Promise<Content> {
  await refuseUnknown(visit);
  return {
    title: 'Unknown issuer',
    lede: `No issuer with the CIK ${cik} is known here.`,
    body: html`<p>The <a href="https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}">SEC’s page for this number</a> says whose it is.</p>`,
    sources: [FORM4_SOURCE],
    status: 404,
    unlisted: true,
  };
}

async function issuerContent(
  visit: Visit,
  asked: { ticker: string } | { cik: string },
  { rows, title, cik }: { rows: ApiFilingRow[]; title: string; cik: string },
): Promise<Content> {
  const { meta } = await visit.ask('/v1/filings', { limit: 1, since: window(visit) });
  const totals = await visit.issuerTotals(asked);
  const of = (code: string) => rows.filter((row) => row.transactionCode === code).length;
  const people = new Set(rows.map((row) => row.ownerName)).size;
  const isCut = totals.rows > rows.length;
  return {
    title,
    lede: 'Open-market purchases and sales by this issuer’s insiders in the last 365 days, as filed on SEC Form 4.',
    body: html`${
      rows.length > 0 &&
      html`<ul class="tiles">
<li><strong>${shortUsd(totals.purchases)}</strong> bought${!isCut && ` in ${plural(of('P'), 'row')}`}</li>
<li><strong>${shortUsd(totals.sales)}</strong> sold${!isCut && ` in ${plural(of('S'), 'row')}`}</li>
<li><strong>${people}</strong> ${people === 1 ? 'insider' : 'insiders'}${isCut && ' in the rows below'}</li>
</ul>
${weeklyBars({ title: 'Purchases and sales by week of filing', now: visit.now, rows: rows.map((row) => ({ at: row.filedAt, code: row.transactionCode, value: row.totalValue })) })}
${await closes(visit, rows)}`
    }
${table({
  caption: 'Open-market purchases and sales',
  columns: filingColumns(visit, { issuer: false }),
  rows,
  total: totals.rows,
  rest: 'The sums above count all of them; the chart shows these.',
  empty: emptyWords(
    await stateOf(visit, 'sec-edgar-form4'),
    'No open-market purchase or sale of this issuer was filed in the last 365 days. Its insiders may still have reported awards, exercises or gifts.',
  ),
  most: 500,
  schema: visit.tools.find((tool) => tool.path === '/v1/filings')?.output,
})}`,
    sources: [
      cik === ''
        ? FORM4_SOURCE
        : {
            label: `SEC EDGAR, ownership filings of CIK ${cik}`,
            href: `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}&type=4&owner=include`,
          },
    ],
    caveats: FORM4_CAVEATS,
    fetchedAt: meta.fetchedAt,
  };
}

/** Prices are read for streaks alone: an issuer with one has a line, with the filings of all its insiders below it. */
async function closes(visit: Visit, rows: ApiFilingRow[]): Promise<Html | ''> {
  if (!visit.hasPage('/streaks')) return '';
  const live = (await rowsBeside(visit.ask('/v1/streaks'))) as StreakFacts[];
  const prices = live.find(
    (one) => one.issuerCik === rows[0]?.cik && one.priceSeries.length > 1,
  )?.priceSeries;
  const from = prices?.[0]?.date;
  if (prices === undefined || from === undefined) return '';
  const days = new Map<string, { date: string; code: 'P' | 'S'; value: number; count: number }>();
  for (const { filedAt, transactionCode: code, totalValue } of rows) {
    const date = dayIn(NEW_YORK, filedAt);
    if (date < from || (code !== 'P' && code !== 'S')) continue;
    const one = days.get(date + code) ?? { date, code, value: 0, count: 0 };
    days.set(date + code, { ...one, value: one.value + totalValue, count: one.count + 1 });
  }
  return priceLine(
    'Close of the last twelve weeks, split-adjusted, and the days of filing',
    prices,
    [...days.values()].map(({ date, code, value, count }) => ({
      date,
      code,
      label: `${date}: ${shortUsd(value)} ${code === 'P' ? 'bought' : 'sold'} in ${plural(count, 'row')}`,
    })),
  );
}

function window(visit: Visit): string {
  return new Date(visit.now.getTime() - WINDOW_DAYS * 86_400_000).toISOString().slice(0, 10);
}
