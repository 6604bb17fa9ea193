/** One person: the companies, and every reported transaction with every code, added up by filing. */

import type { z } from 'zod/v3';
import type { Meta } from '../../../../tools/contract/envelope.js';
import { sentence } from '../../../../tools/contract/plain-text/text.js';
import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import {
  type CareerLot,
  type InsiderTransaction,
  insiderTransaction,
} from '../../../../tools/contract/shapes/insider.js';
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
import { amount, count, day, moment, plural, shortUsd } from '../../figures.js';
import { MIN_VALUE_FILTER, TICKER_FILTER } from '../common-filters.js';
import { filterQuery, givenValues } from '../filters.js';
import { plannedSection } from '../form144/planned-columns.js';
import { tickerLink } from '../links.js';
import {
  jsonAddress,
  type ListView,
  listBody,
  listPath,
  type Preset,
  rowsShown,
  sortingOf,
} from '../list-view.js';
import type { Content, PageRequest } from '../page.js';
import { surnameLast } from '../readable-name.js';
import { emptyWords, isWhole, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { FORM4_RECORD, FORM4_SOURCE, NEW_YORK_DAYS } from './filing-columns.js';
import { splitWords } from './group-columns.js';
import { insiderFilingColumns, symbolOrName, transactionColumns } from './insider-columns.js';
import { companyTable, digestLinks } from './insider-companies.js';
import { tiles } from './insider-tiles.js';
import { OWNED_CAVEATS, ownedSection } from './owned-lines.js';
import { form35Section } from './ownership-columns.js';
import { UNVALUED_CAVEAT } from './unvalued.js';

type Insider = z.infer<typeof getInsider.output>;

const FILTERS = [
  TICKER_FILTER,
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
  MIN_VALUE_FILTER,
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
const PAGE_ROWS = 75;
/** Companies and directions of the lots on record, and people of the same documents. */
const LOT_ROWS = 40;
const CO_FILERS = 50;

export const insider = toolPage({
  path: '/insiders/{id}',
  tool: getInsider,
  rows: ['filings', 'transactions'],
  about: () => ['sec-edgar-form4'],
  given: (request) => ({
    ...listChoice(request),
    id: request.params.id ?? '',
    issuers: 'holdings',
    holdings: 'current',
  }),
  filters: {
    fields: FILTERS,
    title: () => 'Transactions of an insider',
    notFound: 'There is no such person.',
    isList: true,
  },
  async render({ data, meta }, request): Promise<Content> {
    const { identity, careerLots, coFilers, issuers = [], holdings } = data;
    const { slug, ownerName } = identity;
    const path = `/insiders/${slug}`;
    const view: ListView = {
      request,
      path,
      filters: FILTERS,
      most: PAGE_ROWS,
      sorts: ['filed', 'value', 'traded'],
    };
    const state = await stateOf(request, 'sec-edgar-form4');
    const isFirst = !Object.values(request.query).some((value) => value !== '');
    const readable = titleOf(ownerName, issuers);
    // Notices of Form 144 of this person.
    const planned = isFirst ? await plannedSection(request, { owner: slug }) : null;
    return {
      title: readable,
      lede: `${readable === ownerName ? '' : `${sentence(`Filed as ${ownerName}`)} `}Transactions reported on SEC Form 4: all codes in the last ${WINDOW_DAYS} days, and every open-market trade on record here.`,
      body: html`${isFirst && tiles(request, data, isWhole(state))}
${isFirst && (await digestLinks(request, slug, issuers))}
${isFirst && companyTable(request, issuers, holdings?.lines ?? [])}
${isFirst && ownedSection(request, slug, holdings)}
${isFirst && (await chart(request, data, meta))}
<h2>Transactions of the last ${WINDOW_DAYS} days</h2>
${listBody(view, {
  presets: PRESETS,
  summary: meta.count > 0 && summary(view, data, meta),
  rows: await list(view, data),
  meta,
})}
${planned !== null && html`<h2 id="${planned.id}">${planned.title}</h2>${planned.body}`}
${isFirst && (await form35Section(request, slug))}
${isFirst && lotTable(request, careerLots, emptyWords(state, 'No open-market purchase or sale of known value and date on record here.'))}
${isFirst && coFilers.length > 0 && coFilerTable(request, coFilers)}`,
      json: [
        jsonAddress(view, `/v1/insiders/${slug}`, jsonArguments(request)),
        ...(planned === null ? [] : [planned.json]),
      ],
      sources: [FORM4_SOURCE],
      caveats: [
        'Kind describes a transaction; it does not rate it.',
        'Prices and numbers of options and other rights are in other units than those of shares.',
        'Owned after is as the filing states it for that class and form of ownership, not everything that the person owns.',
        ...OWNED_CAVEATS,
        UNVALUED_CAVEAT,
        'Only the sum above that list and the chart by week have rows with an impossible date.',
        NEW_YORK_DAYS,
        FORM4_RECORD,
        'Figures are as filed; “not stated” means that the filing gives none.',
      ],
      fetchedAt: meta.fetchedAt,
      unlisted: !isFirst,
      ...(slug === request.params.id ? {} : { redirect: listPath(view) }),
    };
  },
});

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
  // The companies, and what the person owns, are on the page too.
  const all = { ...given, issuers: 'holdings', holdings: 'current' };
  return group === undefined ? all : { ...all, group };
}

/** An owner who is an officer or a director somewhere is taken as a person. */
function titleOf(ownerName: string, issuers: readonly InsiderIssuerRow[]): string {
  const isPerson = issuers.some(({ roles }) => roles.some((role) => role !== 'ten_percent'));
  return isPerson ? surnameLast(ownerName) : ownerName;
}

/** The open-market filings of the whole window: of the list, if it has all of them. */
async function chart(request: PageRequest, { filings, identity }: Insider, meta: Meta): Promise<Html> {
  const isAll = meta.nextCursor === undefined;
  const all = isAll
    ? filings
    : (await request.callTool(getInsider, { id: identity.slug, group: 'filing', code: 'P,S' })).data.filings;
  const rows = (all ?? []).flatMap(
    ({ filedAt, firstFiledAt: at = filedAt, transactionCode: code, totalValue: value, ...row }) =>
      row.isDerivative || value === null || (row.acquisition ?? 'market') !== 'market'
        ? []
        : [{ at, code, value }],
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
        : `No filing in the last ${WINDOW_DAYS} days. People keep their page after their first filing.`,
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
    schema: insiderTransaction,
    columns: transactionColumns(request),
  });
}

/** Which rows these are, since when, and what all that match come to. */
function summary(view: ListView, { totals, filings = [] }: Insider, meta: Meta): Html {
  const { request } = view;
  const given: Record<string, string> = givenValues(request, FILTERS);
  const from = day(given.since ?? daysBefore(request.now, WINDOW_DAYS));
  const period = given.until === undefined ? html`since ${from}` : html`from ${from} to ${day(given.until)}`;
  const { groupedSince } = meta;
  const hasDerivatives = filings.some(
    ({ transactionCode, isDerivative }) => isDerivative && ['P', 'S'].includes(transactionCode),
  );
  return html`<p class="summary">${totals !== undefined && 'Added up by filing. '}${rowsShown(view, meta)} filed ${period} (UTC)${totals !== undefined && `: ${sums(totals, given.code)}${hasDerivatives ? '; derivatives are not added up' : ''}`}.${groupedSince !== undefined && html` Only filings from ${moment(groupedSince)} on are added up: choose fewer days.`}</p>`;
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

const OTHERS = 'The others are in the JSON below.';

function lotTable(request: PageRequest, lots: CareerLot[], empty: string): Html {
  return html`<h2>All open-market trades on record here</h2>
${table({ caption: 'Lots added up by company and direction', rows: lots, empty, most: LOT_ROWS, rest: OTHERS, columns: lotColumns(request) })}`;
}

function lotColumns(request: PageRequest): Array<Column<CareerLot>> {
  return [
    {
      field: 'issuerTicker',
      head: 'Ticker',
      to: (row) => tickerLink(request, row.issuerTicker),
      as: symbolOrName,
    },
    { field: 'issuerName', head: 'Company' },
    { field: 'direction', head: 'Direction', as: 'direction' },
    { field: 'lots', head: 'Lots', as: 'amount' },
    {
      field: 'shares',
      head: 'Shares',
      number: true,
      as: (shares, { split }) =>
        split === undefined
          ? amount(shares)
          : html`${amount(shares)} <span class="note">${splitWords(split)}</span>`,
    },
    { field: 'totalValue', head: 'Value', as: 'usd' },
    { field: 'firstDate', head: 'First', as: 'day' },
    { field: 'lastDate', head: 'Last', as: 'day' },
  ];
}

function coFilerTable(request: PageRequest, coFilers: Insider['coFilers']): Html {
  return html`<h2>Co-filers</h2>
${table({
  caption: 'Owners who filed the same documents, most shared filings first, at most 100',
  rows: coFilers,
  empty: '',
  most: CO_FILERS,
  rest: OTHERS,
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => request.to(`/insiders/${row.slug}`) },
    { field: 'sharedFilings', head: 'Shared filings', as: 'amount' },
  ],
})}`;
}
