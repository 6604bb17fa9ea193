/** An issuer's page, by trading symbol or, where it has none, by CIK. */

import { notFound } from '../../../tools/contract/errors.js';
import { FILINGS_LIMIT, WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { StreakFacts } from '../../../tools/contract/shapes/digest.js';
import type { FilingRow } from '../../../tools/contract/shapes/filing.js';
import { priceLine } from '../charts/price-line.js';
import { weeklyBars } from '../charts/weekly-bars.js';
import { plural, shortUsd } from './figures.js';
import { FORM4_CAVEATS, FORM4_SOURCE, filingColumns } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Content, Page, Visit } from './page.js';
import { table } from './table.js';

/** Letters and digits, and a class behind a separator: the symbols that issuers have. */
const SYMBOL = /^[A-Z0-9]{1,8}(?:[./ -][A-Z0-9]{1,4}){0,2}$/;

export const ticker: Page = {
  path: '/ticker/{ticker}',
  needs: ['/v1/filings'],
  async render(visit) {
    const symbol = (visit.params.ticker ?? '').toUpperCase();
    if (!SYMBOL.test(symbol))
      throw notFound('A trading symbol is one to five letters, such as ACME or ACME.B.');
    const rows = await visit.issuerRows({ ticker: symbol });
    const name = rows[0]?.issuerName;
    const content = await issuerContent(visit, rows, name === undefined ? symbol : `${name} (${symbol})`);
    const json = /^[A-Z]{1,5}$/.test(symbol)
      ? `/v1/filings?ticker=${symbol}&since=${window(visit)}&limit=500`
      : undefined;
    return { ...content, ...(json === undefined ? {} : { json }), unlisted: rows.length === 0 };
  },
};

export const issuer: Page = {
  path: '/issuers/{cik}',
  needs: ['/v1/filings'],
  async render(visit) {
    const cik = visit.params.cik ?? '';
    if (!/^[1-9]\d{0,9}$/.test(cik))
      throw notFound('A CIK is a number of at most ten digits without leading zeros.');
    const rows = await visit.issuerRows({ cik });
    const content = await issuerContent(visit, rows, rows[0]?.issuerName ?? `Issuer ${cik}`);
    return { ...content, unlisted: rows.length === 0 };
  },
};

async function issuerContent(visit: Visit, rows: FilingRow[], title: string): Promise<Content> {
  const { meta } = await visit.ask('/v1/filings', { limit: 1 });
  const of = (code: string) => rows.filter((row) => row.transactionCode === code);
  const sum = (some: FilingRow[]) => some.reduce((total, row) => total + row.totalValue, 0);
  const people = new Set(rows.map((row) => row.ownerName)).size;
  const cik = rows[0]?.cik;
  return {
    title,
    lede: 'Open-market purchases and sales by this issuer’s insiders in the last 365 days, as filed on SEC Form 4.',
    body: html`${
      rows.length > 0 &&
      html`<ul class="tiles">
<li><strong>${shortUsd(sum(of('P')))}</strong> bought in ${plural(of('P').length, 'row')}</li>
<li><strong>${shortUsd(sum(of('S')))}</strong> sold in ${plural(of('S').length, 'row')}</li>
<li><strong>${people}</strong> ${people === 1 ? 'insider' : 'insiders'}</li>
</ul>
${weeklyBars({ title: 'Purchases and sales by week of filing', now: visit.now, rows: rows.map((row) => ({ at: row.filedAt, code: row.transactionCode, value: row.totalValue })) })}
${await closes(visit, rows)}`
    }
${table({
  caption: 'Open-market purchases and sales',
  columns: filingColumns(visit, { issuer: false }),
  rows,
  empty:
    'No open-market purchase or sale of this issuer was filed in the last 365 days. Its insiders may still have reported awards, exercises or gifts.',
  most: 500,
  schema: visit.tools.find((tool) => tool.path === '/v1/filings')?.output,
})}`,
    sources: [
      cik === undefined
        ? FORM4_SOURCE
        : {
            label: `SEC EDGAR, ownership filings of CIK ${cik}`,
            href: `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}&type=4&owner=include`,
          },
    ],
    caveats:
      rows.length < FILINGS_LIMIT.max
        ? FORM4_CAVEATS
        : [`Only the newest ${FILINGS_LIMIT.max} rows are shown and counted here.`, ...FORM4_CAVEATS],
    fetchedAt: meta.fetchedAt,
  };
}

/** Prices are read for streaks alone: an issuer with one has a line, with the filings of all its insiders below it. */
async function closes(visit: Visit, rows: FilingRow[]): Promise<Html | ''> {
  if (!visit.hasPage('/streaks')) return '';
  const { data } = await visit.ask('/v1/streaks');
  const prices = (data as StreakFacts[]).find(
    (one) => one.issuerCik === rows[0]?.cik && one.priceSeries.length > 1,
  )?.priceSeries;
  const from = prices?.[0]?.date;
  if (prices === undefined || from === undefined) return '';
  const days = new Map<string, { date: string; code: 'P' | 'S'; value: number; count: number }>();
  for (const { filedAt, transactionCode: code, totalValue } of rows) {
    const date = filedAt.slice(0, 10);
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
