/** The companies of a person: the last role there, what is owned as last filed, and the digests that name the person. */

import { type InsiderIssuerRow, insiderIssuerRow } from '../../../../tools/contract/shapes/insider-filing.js';
import type { OwnedLine } from '../../../../tools/contract/shapes/owned-line.js';
import getClusters from '../../../../tools/get-clusters.js';
import getStreaks from '../../../../tools/get-streaks.js';
import { type Html, html } from '../../../html.js';
import { plural, UNKNOWN } from '../../figures.js';
import { companyColumn } from '../company-column.js';
import type { PageRequest } from '../page.js';
import { rowsOrNone } from '../source-state.js';
import { type Column, table } from '../table.js';
import { symbolOrName } from './insider-columns.js';
import { sharesOf } from './owned-lines.js';
import { sumWithUnvalued } from './unvalued.js';

/** Companies of a fund may be hundreds. */
const COMPANIES = 25;
/** As many symbols as one question takes. */
const SYMBOLS = 10;

export function companyTable(
  request: PageRequest,
  rows: readonly InsiderIssuerRow[],
  lines: readonly OwnedLine[],
): Html | '' {
  if (rows.length === 0) return '';
  return html`<h2>Companies</h2>
${table({
  caption: 'The latest role at each company, and the shares owned as last stated. Classes are not added up.',
  rows,
  empty: '',
  most: COMPANIES,
  rest: 'The others are in the JSON below.',
  schema: insiderIssuerRow,
  columns: companyColumns(request, lines),
})}`;
}

function companyColumns(request: PageRequest, lines: readonly OwnedLine[]): Array<Column<InsiderIssuerRow>> {
  return [
    companyColumn(request),
    { field: 'title', head: 'Latest role', as: roleAndState },
    { field: 'lastFiledAt', head: 'Latest filing', as: 'day', minor: true },
    { field: 'purchases', head: 'Bought in 1 year', as: tradesOr(request, 'P'), number: true, minor: true },
    { field: 'sales', head: 'Sold in 1 year', as: tradesOr(request, 'S'), number: true, minor: true },
    {
      field: 'holdings',
      head: 'Owns, as last stated',
      as: (_, { issuerCik }) => sharesOf(lines, issuerCik),
      // The lines are of more forms than this field.
      isUnexplained: true,
    },
    {
      field: 'rawFilingUrl',
      head: 'Original',
      as: () => 'EDGAR',
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
  ];
}

function roleAndState(title: string, { leftSection16 }: InsiderIssuerRow): Html | string {
  return leftSection16 === true
    ? html`${title} <span class="note">no longer subject to Section 16</span>`
    : title;
}

/** A joint filing shows the trades of all its owners under one of them. */
function tradesOr(request: PageRequest, direction: 'P' | 'S') {
  return (value: number | null, row: InsiderIssuerRow): Html | string => {
    const { reportedUnder: other } = row;
    if (value !== null) return sumWithUnvalued(row, direction);
    return other === undefined || /^\d+$/.test(other)
      ? UNKNOWN
      : html`<a href="${request.to(`/insiders/${other}`)}">under the co-filer</a>`;
  };
}

/** Links to the streaks and the clusters that name the person; nothing where there are none. */
export async function digestLinks(
  request: PageRequest,
  slug: string,
  companies: readonly InsiderIssuerRow[],
): Promise<Html | ''> {
  const links = [...(await streakLinks(request, slug)), ...(await clusterLinks(request, slug, companies))];
  if (links.length === 0) return '';
  return html`<ul class="panel">${links.map((link) => html`<li>${link}</li>`)}</ul>`;
}

async function streakLinks(request: PageRequest, slug: string): Promise<Html[]> {
  if (!request.hasPage('/streaks')) return [];
  const runs = await rowsOrNone(request.callTool(getStreaks, { owner: slug, series: 'none' }));
  return runs.map(
    (run) =>
      html`<a href="${request.to(`/streaks?owner=${slug}`)}">Streak</a>: ${plural(run.weeks, 'week')} of ${run.direction === 'P' ? 'purchases' : 'sales'} in a row in ${symbolOrName(run.issuerTicker, run)}`,
  );
}

async function clusterLinks(
  request: PageRequest,
  slug: string,
  companies: readonly InsiderIssuerRow[],
): Promise<Html[]> {
  const symbols = companies
    .map(({ issuerTicker }) => issuerTicker)
    .filter((one) => /^[A-Za-z]{1,5}$/.test(one))
    .slice(0, SYMBOLS);
  if (symbols.length === 0 || !request.hasPage('/clusters')) return [];
  const cards = await rowsOrNone(
    request.callTool(getClusters, { ticker: symbols.join(','), insiders: 'names' }),
  );
  return cards
    .filter(({ insiders }) => insiders?.some((one) => one.slug === slug))
    .map(
      (card) =>
        html`<a href="${request.to(`/clusters?ticker=${encodeURIComponent(card.issuerTicker)}`)}">Cluster</a>: one of ${plural(card.insiderCount, 'insider')} with ${card.direction === 'P' ? 'purchases' : 'sales'} of ${card.issuerTicker}`,
    );
}
