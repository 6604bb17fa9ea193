/** The page of an issuer, by trading symbol or, for an issuer without one, by CIK. */

import { issuerPage, requireLastReadAt } from '../../../../tools/contract/answer.js';
import { notFound } from '../../../../tools/contract/errors.js';
import type { FilingTotals } from '../../../../tools/contract/reads/filings.js';
import { FIRST_FORM35_DAY, ISSUER_ROWS_LIMIT, WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import { type ApiFilingGroup, filingGroupRow } from '../../../../tools/contract/shapes/filing-group.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { weeklyBars } from '../../charts/weekly-bars.js';
import { count, plural } from '../../figures.js';
import { plannedSection } from '../form144/planned-columns.js';
import { holderSection } from '../holders/company-holders.js';
import { tickerLink } from '../links.js';
import { managersSection } from '../managers/holders.js';
import type { Content, IssuerKey, Page, PageList, PageRequest } from '../page.js';
import { emptyWords, rowsOrNone, stateOf } from '../source-state.js';
import { newest, table } from '../table.js';
import { FORM4_CAVEATS, FORM4_SOURCE, NAMES_AS_FILED } from './filing-columns.js';
import { groupColumns } from './group-columns.js';
import { INSIDER_QUERY, issuerDetailOf, type PageSection, registerSections } from './issuer-registers.js';
import { digestCards, edgarCompany, identity, jumps, quarters, tiles } from './issuer-summary.js';
import { issuerTimeline } from './issuer-timeline.js';
import { PRICE_AFTER_WORDS, priceAfterColumns, type ShownCloses } from './price-after.js';

/** Filings on the page; the list of filings has all. */
const TRADES = 15;
/** Letters and digits, and a class after a separator: the symbols that issuers have. */
const SYMBOL = /^[A-Z0-9]{1,8}(?:[./ -][A-Z0-9]{1,4}){0,2}$/;
const COMPANY_SEARCH = 'https://www.sec.gov/edgar/searchedgar/companysearch';

/** Open-market filings of a company; a file has every lot. */
function tradesOf(keyOf: (params: Record<string, string>) => IssuerKey): PageList {
  return {
    tool: getLatestFilings,
    filters: [],
    isContinued: true,
    title: ({ params }) => `Insider trades, ${Object.values(params).join(', ')}`,
    async given(request, form) {
      const key = keyOf(request.params);
      if ((await request.issuerOf(key)) === null)
        throw notFound('No company of that symbol or CIK is known here.');
      const { cursor = '' } = request.query;
      return {
        ...key,
        since: windowStart(request),
        ...(form === 'csv' ? {} : { group: 'filing' }),
        ...(cursor === '' ? {} : { cursor }),
      };
    },
  };
}

export const ticker: Page = {
  path: '/ticker/{ticker}',
  needs: [getLatestFilings.path],
  query: INSIDER_QUERY,
  list: tradesOf(({ ticker = '' }) => ({ ticker: ticker.toUpperCase() })),
  about: () => ['sec-edgar-form4'],
  async render(request) {
    const symbol = (request.params.ticker ?? '').toUpperCase();
    if (!SYMBOL.test(symbol))
      throw notFound('A trading symbol is one to five letters, such as ACME or ACME.B.');
    const bySymbol = await request.issuerRows({ ticker: symbol });
    const known = bySymbol[0] ?? (await knownIssuer(request, { ticker: symbol }));
    if (known === null) return unknownSymbol(request, symbol);
    const { cik, issuerName } = known;
    const address = bySymbol.length > 0 ? issuerPage(symbol, cik) : await usualAddress(request, symbol, cik);
    if (address !== issuerPage(request.params.ticker ?? '', cik)) return movedTo(address);
    // The filings of a share class or a warrant often name the company by another of its symbols.
    const key: IssuerKey = bySymbol.length === 0 && cik !== '' ? { cik } : { ticker: symbol };
    const rows = 'cik' in key ? await request.issuerRows(key) : bySymbol;
    const title = issuerName === '' ? symbol : `${issuerName} (${symbol})`;
    return issuerContent(request, key, { rows, title, cik });
  },
};

export const issuer: Page = {
  path: '/issuers/{cik}',
  needs: [getLatestFilings.path],
  query: INSIDER_QUERY,
  list: tradesOf(({ cik = '' }) => ({ cik })),
  about: () => ['sec-edgar-form4'],
  async render(request) {
    const cik = request.params.cik ?? '';
    if (!/^[1-9]\d{0,9}$/.test(cik))
      throw notFound('A CIK is a number of at most ten digits without leading zeros.');
    const key = { cik };
    const rows = await request.issuerRows(key);
    const known = rows[0] ?? (await knownIssuer(request, key));
    if (known === null) return unknownIssuer(request, cik);
    const title = known.issuerName === '' ? `Company ${cik}` : known.issuerName;
    return issuerContent(request, key, { rows, title, cik });
  },
};

/** That of the symbol if it is one of the company's; else that of the company, of which a class was guessed. */
async function usualAddress(request: PageRequest, symbol: string, cik: string): Promise<string> {
  const detail = cik === '' ? null : await issuerDetailOf(request, cik);
  const plain = (text: string) => text.replace(/[-/ ]/g, '.');
  if (detail === null || detail.identity.tickers.some((one) => plain(one) === plain(symbol)))
    return issuerPage(symbol, cik);
  return issuerPage(detail.identity.ticker ?? '', cik);
}

function movedTo(address: string): Content {
  return { title: 'Company', lede: '', body: html``, redirect: address };
}

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

/** A company that only Forms 3 and 5 name has only its list there, and the pages of people link to it. Null for any other. */
async function listOfForms35(request: PageRequest, key: IssuerKey): Promise<Content | null> {
  const given = { ...key, forms: '3,5', since: FIRST_FORM35_DAY, limit: 1 };
  const [row] = await rowsOrNone<Pick<ApiFilingRow, 'cik'>>(request.callTool(getLatestFilings, given));
  return row === undefined ? null : movedTo(`/forms-3-5?cik=${row.cik}`);
}

/** No document here names the symbol: a typing mistake, or an issuer without filings here. */
async function unknownSymbol(request: PageRequest, symbol: string): Promise<Content> {
  const list = await listOfForms35(request, { ticker: symbol });
  if (list !== null) return list;
  await refuseWhileFilling(request);
  const similar = await request.similarSymbols(symbol);
  return {
    title: 'Unknown symbol',
    lede: `No company with the symbol ${symbol} is known here.`,
    body: html`${similar.length > 0 && html`<p>Did you mean one of these?</p><ul>${similar.map(({ ticker, name }) => html`<li><a href="${tickerLink(request, ticker)}">${ticker}</a> ${name}</li>`)}</ul>`}
<p>Find a company by its name in the <a href="${COMPANY_SEARCH}">SEC’s company search</a>, or <a href="${request.to('/search')}">search here</a>.</p>`,
    sources: [FORM4_SOURCE],
    status: 404,
    unlisted: true,
  };
}

async function unknownIssuer(request: PageRequest, cik: string): Promise<Content> {
  const list = await listOfForms35(request, { cik });
  if (list !== null) return list;
  await refuseWhileFilling(request);
  return {
    title: 'Unknown company',
    lede: `No company with the CIK ${cik} is known here.`,
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
  const path = 'ticker' in key ? `/ticker/${encodeURIComponent(key.ticker)}` : pathOf(request, key.cik);
  const id = cik === '' && 'ticker' in key ? key.ticker : cik;
  const detail = await issuerDetailOf(request, id);
  const closes = cik === '' ? [] : await request.issuerCloses(cik);
  const planned = await plannedSection(
    request,
    cik === '' && 'ticker' in key ? { ticker: key.ticker } : { cik },
  );
  const sections: PageSection[] = [
    {
      id: 'trades',
      title: 'Insider trades',
      body: await trades(request, key, { rows, totals, closes }),
      ...(rows.length === 0 ? { isBare: true } : {}),
    },
    ...(await holderSection(request, cik)),
    ...(await managersSection(request, 'ticker' in key ? key.ticker : (detail?.identity.ticker ?? null))),
    ...(planned === null ? [] : [planned]),
    ...(detail === null ? [] : registerSections(request, path, detail)),
  ];
  return {
    title,
    lede: `Open-market purchases and sales by this company’s insiders in the last ${WINDOW_DAYS} days, as filed on SEC Form 4, and what other registers say about it.`,
    body: html`${identity(cik, detail)}
${tiles(rows, totals, closes)}
${jumps(sections)}
${digestCards(request, detail)}
${issuerTimeline({ now: request.now, rows, detail, closes })}
${quarters(detail)}
${sections.map(({ id, title, body }) => html`<h2 id="${id}">${title}</h2>${body}`)}`,
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
    json: [
      ...(detail === null ? [] : [issuerJson(id)]),
      ...filingsJson(request, key),
      ...sections.flatMap(({ json }) => json ?? []),
    ],
    unlisted: sections.every(({ isBare }) => isBare === true) || (request.query.sort ?? '') !== '',
  };
}

/** The newest trades by filing, and the weeks in which they were filed. */
async function trades(
  request: PageRequest,
  key: IssuerKey,
  { rows, totals, closes }: { rows: ApiFilingRow[]; totals: FilingTotals; closes: ShownCloses },
): Promise<Html> {
  const given = { ...key, group: 'filing', since: windowStart(request) };
  const { data, meta } = await request.callTool(getLatestFilings, { ...given, limit: TRADES });
  // With `group` the rows of the tool are groups.
  const groups = data as unknown as ApiFilingGroup[];
  const all = request.to(`/filings?${new URLSearchParams({ ...key, since: given.since })}`);
  const isCut = totals.rows > rows.length;
  const columns = groupColumns(request, 'filing').filter(({ field }) => field !== 'issuerName');
  const priceAfter = priceAfterColumns(request, groups, closes);
  return html`${weeklyBars({ title: `Purchases and sales by week of filing${isCut ? `, the newest ${count(rows.length)} lots` : ''}`, now: request.now, rows: rows.filter(({ acquisition = 'market' }) => acquisition === 'market').map((row) => ({ at: row.firstFiledAt ?? row.filedAt, code: row.transactionCode, value: row.totalValue })) })}
${table({
  caption: `Open-market purchases and sales: ${plural(totals.rows, 'lot')}, added up by filing and direction${newest(groups.length, meta.total)}. ${NAMES_AS_FILED}${priceAfter.length > 0 ? PRICE_AFTER_WORDS : ''}`,
  columns: [...columns.slice(0, -1), ...priceAfter, ...columns.slice(-1)],
  rows: groups,
  total: meta.total,
  rest: html`<a href="${all}">All of them</a>, with filters`,
  most: TRADES,
  empty: emptyWords(
    await stateOf(request, 'sec-edgar-form4'),
    `No open-market purchase or sale by insiders of this company was filed in the last ${WINDOW_DAYS} days. They may still have reported awards, exercises or gifts.`,
  ),
  schema: filingGroupRow,
})}`;
}

/** The sections that are cut have more rows there. */
function issuerJson(id: string): string {
  return `/v1/issuers/${encodeURIComponent(id)}?limit=${ISSUER_ROWS_LIMIT.max}`;
}

/** The lots of the charts, and the sums by filing of the table. */
function filingsJson(request: PageRequest, key: IssuerKey): string[] {
  const given = { ...key, since: windowStart(request) };
  return [
    { ...given, limit: '500' },
    { ...given, group: 'filing' },
  ].map((query) => `/v1/filings?${new URLSearchParams(query)}`);
}

/** The address of the page, which an issuer without a symbol has at its CIK. */
function pathOf({ params }: PageRequest, cik: string): string {
  return params.ticker === undefined ? `/issuers/${cik}` : `/ticker/${encodeURIComponent(params.ticker)}`;
}

function windowStart({ now }: PageRequest): string {
  return daysBefore(now, WINDOW_DAYS);
}
