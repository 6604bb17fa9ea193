/** One person: the companies, and every reported transaction with every code, added up by filing. */

import type { z } from 'zod/v3';
import type { Meta } from '../../../../tools/contract/envelope.js';
import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import type { CareerLot, InsiderTransaction } from '../../../../tools/contract/shapes/insider.js';
import {
  type InsiderFiling,
  type InsiderIssuerRow,
  type InsiderTotals,
  insiderFiling,
} from '../../../../tools/contract/shapes/insider-filing.js';
import getInsider from '../../../../tools/get-insider.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { weeklyBars } from '../../charts/weekly-bars.js';
import { count, day, moment, plural, shortUsd } from '../../figures.js';
import { filterQuery, givenValues } from '../filters.js';
import { plannedSection } from '../form144/planned-columns.js';
import { tickerLink } from '../links.js';
import { jsonAddress, type ListView, listBody, type Preset, rowsShown, sortingOf } from '../list-view.js';
import type { Content, PageRequest } from '../page.js';
import { surnameLast } from '../readable-name.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { FORM4_RECORD, FORM4_SOURCE } from './filing-columns.js';
import { insiderFilingColumns, symbolOrName, transactionColumns } from './insider-columns.js';
import { companyTable, digestLinks } from './insider-companies.js';

type Insider = z.infer<typeof getInsider.output>;

const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'code',
    label: 'Transaction',
    as: [
      ['', 'Every code'],
      ['P', 'P: purchases'],
      ['S', 'S: sales'],
      ['P,S', 'P and S: open market'],
      ['A', 'A: grants and awards'],
      ['M', 'M: exercises, conversions'],
      ['F', 'F: tax withholding'],
      ['G', 'G: gifts'],
      ['D', 'D: back to the company'],
    ],
  },
  { name: 'min_value', label: 'Min. value ($)', as: 'amount' },
  { name: 'since', label: 'Filed from (UTC)', as: 'date' },
  { name: 'until', label: 'Filed to (UTC)', as: 'date' },
  {
    name: 'group',
    label: 'Added up',
    as: [
      ['filing', 'by filing'],
      ['row', 'no: every row'],
    ],
  },
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Open market', query: { code: 'P,S' } },
  { label: 'Purchases', query: { code: 'P' } },
  { label: 'Largest sales', query: { code: 'S', sort: 'value' } },
  { label: 'Grants and awards', query: { code: 'A' } },
];
const PAGE_ROWS = 100;

export const insider = toolPage({
  path: '/insiders/{id}',
  tool: getInsider,
  about: () => ['sec-edgar-form4'],
  given: (request) => ({ ...listChoice(request), id: request.params.id ?? '', issuers: 'holdings' }),
  filters: {
    fields: FILTERS,
    title: () => 'Transactions of an insider',
    notFound: 'There is no such person.',
    isList: true,
  },
  async render({ data, meta }, request): Promise<Content> {
    const { identity, careerLots, coFilers, issuers = [] } = data;
    const { slug, ownerName } = identity;
    const path = `/insiders/${slug}`;
    const view: ListView = { request, path, filters: FILTERS, sorts: ['filed', 'value', 'traded'] };
    const state = await stateOf(request, 'sec-edgar-form4');
    const isFirst = !Object.values(request.query).some((value) => value !== '');
    const extent = isWhole(state) ? ' on record here' : ' read so far';
    const readable = titleOf(ownerName, issuers);
    return {
      title: readable,
      lede: `${readable === ownerName ? '' : `Filed as ${ownerName}. `}Transactions reported on SEC Form 4: every code in the last ${WINDOW_DAYS} days, and the open-market lots of all filings on record here.`,
      body: html`${isFirst && tiles(request, identity, extent)}
${isFirst && (await digestLinks(request, slug, issuers))}
${isFirst && companyTable(request, issuers)}
${isFirst && (await chart(request, data, meta))}
<h2>Transactions of the last ${WINDOW_DAYS} days</h2>
${listBody(view, {
  presets: PRESETS,
  summary: meta.count > 0 && summary(view, data, meta),
  rows: await list(view, data),
  meta,
})}
${isFirst && (await plannedTable(request, slug))}
${isFirst && lotTable(request, careerLots, emptyWords(state, 'No open-market purchase or sale on record here.'))}
${isFirst && coFilers.length > 0 && coFilerTable(request, coFilers)}`,
      json: jsonAddress(view, `/v1/insiders/${slug}`, jsonArguments(request)),
      sources: [FORM4_SOURCE],
      caveats: [
        'Kind describes the filing and does not grade it.',
        'Prices and counts of options and other rights have another unit than those of shares.',
        'Owned after is as the filing states it for that class and form of ownership, not everything that the person owns.',
        FORM4_RECORD,
        'Figures are as filed; “not stated” means that the filing gives none.',
      ],
      fetchedAt: meta.fetchedAt,
      unlisted: !isFirst,
      ...(slug === request.params.id ? {} : { redirect: path + filterQuery(request, FILTERS) }),
    };
  },
});

/** Notices of Form 144 of this person; nothing where there are none. */
async function plannedTable(request: PageRequest, slug: string): Promise<Html | ''> {
  const section = await plannedSection(request, { owner: slug });
  return section === null
    ? ''
    : html`<h2 id="${section.id}">${section.title}</h2>
${section.body}`;
}

/** The page adds rows up, because one order is often filled in ten; the tool gives rows. An unknown word goes to the tool. */
function listChoice({ query }: PageRequest): { group: 'filing' | undefined; limit: number } {
  const { group = '' } = query;
  // The tool refuses other words.
  return {
    group: group === 'row' ? undefined : group === '' ? 'filing' : (group as 'filing'),
    limit: PAGE_ROWS,
  };
}

function jsonArguments(request: PageRequest): Record<string, string> {
  const { group: _, ...given }: Record<string, string> = givenValues(request, FILTERS);
  const { group } = listChoice(request);
  return group === undefined ? given : { ...given, group };
}

/** An owner who is an officer or a director somewhere is taken as a person. */
function titleOf(ownerName: string, issuers: readonly InsiderIssuerRow[]): string {
  const isPerson = issuers.some(({ roles }) => roles.some((role) => role !== 'ten_percent'));
  return isPerson ? surnameLast(ownerName) : ownerName;
}

function tiles(request: PageRequest, identity: Insider['identity'], extent: string): Html {
  const { tickers, lifetimeDistinctFilings, lifetimeFilings, directionalFilings } = identity;
  return html`<ul class="tiles">
<li><strong>${tickers.length === 0 ? 'none' : tickers.map((one, index) => html`${index > 0 ? ', ' : ''}<a href="${tickerLink(request, one)}">${one}</a>`)}</strong> ${tickers.length === 1 ? 'ticker' : 'tickers'}</li>
<li><strong>${count(lifetimeDistinctFilings)}</strong> ${lifetimeDistinctFilings === 1 ? 'filing' : 'filings'} with ${plural(lifetimeFilings, 'row')}${extent}</li>
<li><strong>${count(directionalFilings)}</strong> open-market ${directionalFilings === 1 ? 'row' : 'rows'}</li>
<li><strong>${day(identity.firstSeen)}</strong> first filing${extent}</li>
<li><strong>${day(identity.lastSeen)}</strong> latest filing${extent}</li>
</ul>`;
}

/** The open-market filings of the whole window: of the list, if it has all of them. */
async function chart(request: PageRequest, { filings, identity }: Insider, meta: Meta): Promise<Html> {
  const isAll = meta.nextCursor === undefined;
  const all = isAll
    ? filings
    : (await request.callTool(getInsider, { id: identity.slug, group: 'filing', code: 'P,S' })).data.filings;
  const rows = (all ?? []).flatMap(
    ({ filedAt: at, transactionCode: code, totalValue: value, isDerivative }) =>
      isDerivative || value === null ? [] : [{ at, code, value }],
  );
  return html`${weeklyBars({ title: 'Open-market purchases and sales by week of filing', now: request.now, rows })}`;
}

async function list(view: ListView, data: Insider): Promise<Html> {
  const { request } = view;
  const isFiltered = filterQuery(request, FILTERS) !== '';
  const shared = {
    caption: 'Every transaction code',
    most: PAGE_ROWS,
    empty: emptyWords(
      await stateOf(request, 'sec-edgar-form4'),
      isFiltered
        ? 'No transaction matches these filters.'
        : `No filing in the last ${WINDOW_DAYS} days. People stay here after they have filed once.`,
    ),
    sorting: sortingOf(view),
  };
  const { filings } = data;
  if (filings !== undefined)
    return table<InsiderFiling>({
      ...shared,
      rows: filings,
      schema: insiderFiling,
      columns: insiderFilingColumns(request),
    });
  return table<InsiderTransaction>({
    ...shared,
    rows: data.transactions,
    schema: getInsider.output,
    columns: transactionColumns(request),
  });
}

/** Which rows these are, since when, and what all that match come to. */
function summary(view: ListView, { totals }: Insider, meta: Meta): Html {
  const { request } = view;
  const given: Record<string, string> = givenValues(request, FILTERS);
  const from = day(given.since ?? daysBefore(request.now, WINDOW_DAYS));
  const period = given.until === undefined ? html`since ${from}` : html`from ${from} to ${day(given.until)}`;
  const { groupedSince } = meta;
  return html`<p class="summary">${totals !== undefined && 'Added up by filing. '}${rowsShown(view, meta)} filed ${period} (UTC)${totals !== undefined && `: ${sums(totals, given.code)}`}.${groupedSince !== undefined && html` Only filings from ${moment(groupedSince)} on are added up: choose fewer days.`}</p>`;
}

/** Only the sums of what was searched: a list of gifts says nothing about sales. */
function sums({ rows, purchases, sales, unvalued }: InsiderTotals, codes: string | undefined): string {
  const has = (code: string) => codes === undefined || codes.split(',').includes(code);
  return [
    plural(rows, 'transaction'),
    ...(has('P') ? [`purchases of ${shortUsd(purchases)}`] : []),
    ...(has('S') ? [`sales of ${shortUsd(sales)}`] : []),
    ...(unvalued > 0 ? [`${count(unvalued)} more of unknown value`] : []),
  ].join(', ');
}

function lotTable(request: PageRequest, lots: CareerLot[], empty: string): Html {
  return html`<h2>Open-market lots on record here</h2>
${table({ caption: 'By company and direction', rows: lots, empty, columns: lotColumns(request) })}`;
}

function lotColumns(request: PageRequest): Array<Column<CareerLot>> {
  return [
    {
      field: 'issuerTicker',
      head: 'Ticker',
      to: (row) => tickerLink(request, row.issuerTicker),
      as: symbolOrName,
    },
    { field: 'issuerName', head: 'Issuer' },
    { field: 'direction', head: 'Direction', as: 'direction' },
    { field: 'lots', head: 'Lots', as: 'amount' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'firstDate', head: 'First', as: 'day' },
    { field: 'lastDate', head: 'Last', as: 'day' },
  ];
}

function coFilerTable(request: PageRequest, coFilers: Insider['coFilers']): Html {
  return html`<h2>Filed together with</h2>
${table({
  caption: 'People named as reporting owners on the same documents, most shared filings first, 100 at most',
  rows: coFilers,
  empty: '',
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => request.to(`/insiders/${row.slug}`) },
    { field: 'sharedFilings', head: 'Shared filings', as: 'amount' },
  ],
})}`;
}
