/** What a page offers around a list: filters in use, presets, order by a column, and the next rows. All of it are links. */

import type { Meta } from '../../../tools/contract/envelope.js';
import { invalidParameter } from '../../../tools/contract/errors.js';
import { ALPHABETICAL as ALPHABETICAL_SORTS } from '../../../tools/contract/parameters.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { type Html, html } from '../../html.js';
import { count, plural } from '../figures.js';
import { type Filter, filterForm, givenValues, valueWords } from './filters.js';
import type { PageRequest } from './page.js';

/** Parameters of a list besides its filters. `from` is how many rows are before the first: a cursor does not say it. */
export const LIST_PARAMETERS = ['sort', 'order', 'limit', 'cursor', 'from'] as const;

/** Rows of a page that a reader can choose instead of the most. */
const FEWER_ROWS = [25, 50];

/** The rows of a page: those that it wants of its tool, or those that the tool gives. */
export function rowsOfPage(tool: Tool, given: { limit?: unknown } = {}): number {
  return Number(given.limit ?? tool.input.shape.limit?.parse(undefined));
}

/**
 * The arguments that all tools with such lists have.
 * @throws ApiError for more rows than a page has
 */
export function listArguments(
  { query }: PageRequest,
  most = Number.POSITIVE_INFINITY,
): Record<string, string> {
  const { sort = '', order = '', cursor = '' } = query;
  const limit = chosenRows(query, most);
  if (Number(limit) > most)
    throw invalidParameter([{ path: 'limit', message: `This page has ${most} rows at most` }]);
  return Object.fromEntries(
    Object.entries({ sort, order, limit, cursor }).filter(([, value]) => value !== ''),
  );
}

/** The form keeps the rows that a reader chose. Where the page that follows has fewer at most, the choice is dropped. */
function chosenRows({ limit = '' }: PageRequest['query'], most: number): string {
  return FEWER_ROWS.includes(Number(limit)) && Number(limit) > most ? '' : limit;
}

/** A list at one address, and its filters. */
export interface ListView {
  request: PageRequest;
  path: string;
  filters: readonly Filter[];
  /** Rows of a page, unless the reader wants fewer. */
  most: number;
  /** The orders that heads of columns offer; the first is the default. */
  sorts?: readonly string[];
}

/** The orders that begin with the first of the alphabet; all others begin with the newest or largest. */
const ALPHABETICAL: ReadonlySet<string> = new Set(['name', 'curated', ...ALPHABETICAL_SORTS]);

/** The address with these parameters instead of those of the request. Without a cursor it is the first page. */
function listAddress(view: ListView, changes: Record<string, string | null> = {}): string {
  return view.request.to(listPath(view, changes));
}

/** The same as a path of this service, for a redirect. */
export function listPath(
  { request, path, filters }: ListView,
  changes: Record<string, string | null> = {},
): string {
  const { sort = '', order = '', limit = '' } = request.query;
  return pathWith(path, { ...givenValues(request, filters), sort, order, limit, ...changes });
}

function pathWith(path: string, parameters: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== '') query.set(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A list with all that is around it. `summary` says which rows these are; none where there are no rows. */
export function listBody(
  view: ListView,
  {
    presets,
    summary,
    rows,
    meta,
  }: { presets: readonly Preset[]; summary: Html | false; rows: Html; meta: Meta },
): Html {
  return html`${presetLinks(view, presets)}
${filterForm(view.request, view.path, view.filters)}
${activeFilters(view)}
${summary}
${isContinued(view.request) && html`<p class="hint">${firstRows(view)}</p>`}
${rows}
${pager(view, meta)}`;
}

/** Each filter in use as a link that removes it. */
function activeFilters(view: ListView): Html | '' {
  const given = Object.entries(givenValues(view.request, view.filters));
  if (given.length === 0) return '';
  return html`<ul class="chips" aria-label="Filters in use">${given.map(([name, value]) => html`<li><a href="${listAddress(view, without(view, name))}" title="Remove this filter">${labelOf(view, name)}: ${wordsOf(view, name, value)} <span aria-hidden="true">×</span></a></li>`)}
<li><a href="${selectionAddress(view, {})}">Remove all</a></li></ul>`;
}

/** The changes that remove a filter, and with it what it belongs to. */
function without({ filters }: ListView, name: string): Record<string, null> {
  const removed = filters.find((filter) => filter.name === name)?.removes ?? [];
  return Object.fromEntries([name, ...removed].map((one) => [one, null]));
}

function labelOf({ filters }: ListView, name: string): string {
  return filters.find((filter) => filter.name === name)?.label ?? name;
}

function wordsOf({ filters }: ListView, name: string, value: string): string {
  const filter = filters.find((one) => one.name === name);
  return filter === undefined ? value : valueWords(filter, value);
}

/** A selection that many readers want, as a link. */
export interface Preset {
  label: string;
  query: Record<string, string>;
}

function presetLinks(view: ListView, presets: readonly Preset[]): Html | '' {
  if (presets.length === 0) return '';
  return html`<nav class="presets" aria-label="Selections"><ul>${presets.map(({ label, query }) => html`<li><a href="${selectionAddress(view, query)}">${label}</a></li>`)}</ul></nav>`;
}

/** The list with these parameters alone, and as many rows on a page as before. */
function selectionAddress({ request, path }: ListView, query: Preset['query']): string {
  return request.to(pathWith(path, { ...query, limit: request.query.limit ?? '' }));
}

/** The heads of a table as links that sort by their column; see `TableOptions`. */
export interface Sorting {
  sort: string;
  isAscending: boolean;
  /** In the usual direction of that order if it is left out. */
  href(sort: string, isAscending?: boolean): string;
}

export function sortingOf(view: ListView): Sorting {
  const { sort: given = '', order = '' } = view.request.query;
  const sort = given === '' ? (view.sorts?.[0] ?? '') : given;
  return {
    sort,
    isAscending: order === '' ? ALPHABETICAL.has(sort) : order === 'asc',
    href: (wanted, isAscending = ALPHABETICAL.has(wanted)) =>
      listAddress(view, {
        sort: wanted,
        order: isAscending === ALPHABETICAL.has(wanted) ? null : isAscending ? 'asc' : 'desc',
      }),
  };
}

/** Which rows these are, of how many. */
export function rowsShown({ request }: ListView, { count: given, total = given }: Meta): string {
  const before = rowsBefore(request);
  // `from` was changed by hand, or the list has become shorter.
  if (before + given > total) return `${plural(given, 'row')} of ${count(total)}`;
  if (given === 0 || (before === 0 && given >= total)) return plural(total, 'row');
  return `Rows ${count(before + 1)} to ${count(before + given)} of ${count(total)}`;
}

/** Links to the first and the next rows, and to fewer or more of them; nothing where there is no choice. */
export function pager(view: ListView, meta: Meta): Html | '' {
  const { request } = view;
  const before = rowsBefore(request);
  const { nextCursor } = meta;
  const choices = rowChoices(view, meta);
  if (!isContinued(request) && nextCursor === undefined) return choices;
  const from = String(before + meta.count);
  return html`<nav class="pager" aria-label="Pages"><ul>
<li>${rowsShown(view, meta)}</li>
${isContinued(request) && html`<li>${firstRows(view)}</li>`}
${nextCursor !== undefined && html`<li><a rel="next" href="${listAddress(view, { cursor: nextCursor, from })}">Next rows</a></li>`}
</ul></nav>${choices}`;
}

/** How many rows a page has, as links. */
function rowChoices(view: ListView, { count: given, total = given }: Meta): Html | '' {
  const { most, request } = view;
  const choices = [...FEWER_ROWS.filter((rows) => rows < most), most];
  if (total === 0 || choices.length === 1) return '';
  const limit = chosenRows(request.query, most);
  if (choices.every((rows) => rows >= total) && limit === '') return '';
  const current = limit === '' ? most : Number(limit);
  const link = (rows: number) =>
    html`<a href="${listAddress(view, { limit: rows === most ? null : String(rows) })}"${rows === current && html` aria-current="true"`}>${rows}</a>`;
  return html`<nav class="pager" aria-label="Rows on a page"><ul><li>Rows on a page</li>${choices.map((rows) => html`<li>${link(rows)}</li>`)}</ul></nav>`;
}

/** Cursors only go forward, so that the way back is to the beginning. */
function isContinued({ query }: PageRequest): boolean {
  return (query.cursor ?? '') !== '';
}

/**
 * Whether the reader is in the list: behind its first page, or with the rows of a page chosen. A search does not go to its
 * only hit then, because a namesake may be on another page.
 */
export function isInList(request: PageRequest): boolean {
  return isContinued(request) || (request.query.limit ?? '') !== '';
}

function firstRows(view: ListView): Html {
  return html`<a href="${listAddress(view)}">Back to the first rows</a>`;
}

function rowsBefore({ query }: PageRequest): number {
  const { cursor = '', from = '' } = query;
  return cursor !== '' && /^\d{1,9}$/.test(from) ? Number(from) : 0;
}

/** The same rows at an endpoint of the interface, which has the parameters of the page. */
export function jsonAddress(
  { request, filters, most }: ListView,
  endpoint: string,
  given: Record<string, string> = givenValues(request, filters),
): string {
  const query = new URLSearchParams({ ...given, ...listArguments(request, most) }).toString();
  return query === '' ? endpoint : `${endpoint}?${query}`;
}
