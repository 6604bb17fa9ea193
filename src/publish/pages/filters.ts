/** A filter form that works without JavaScript, and the page for an invalid value in it. */

import type { ApiError, ParameterIssue } from '../../../tools/contract/errors.js';
import { namesQuarters } from '../../../tools/contract/manager-search.js';
import { namesSeveral } from '../../../tools/contract/named.js';
import { isCalendarDate } from '../../dates.js';
import { type Html, html } from '../../html.js';
import type { Content, PageRequest } from './page.js';
import { plainAmount } from './plain-amount.js';
import { forPeople } from './plain-message.js';
import { momentField } from './replay.js';

export interface Filter {
  /** Name of the parameter, in the address and in the API. */
  name: string;
  label: string;
  as: 'date' | 'amount' | 'code' | 'name' | ReadonlyArray<readonly [value: string, words: string]>;
  /** Width of a code in characters. */
  size?: number;
  /** One of the filters that few readers need: they are folded away while none of them is in use. */
  isRare?: true;
  /** It is in another form of the page; the form of the list keeps its value. */
  isApart?: true;
  /** What a reader can enter, as the end of a sentence that begins with the label; the rule of the API where it is left out. */
  accepts?: string;
  /** What loses its meaning without this filter, and is removed with it. */
  removes?: readonly string[];
}

/** The filters that have a value. The first choice of a list is as good as none. */
export function givenValues({ query }: PageRequest, filters: readonly Filter[]): Record<string, string> {
  const isDefault = ({ as }: Filter, value: string) =>
    value === '' || (typeof as !== 'string' && as[0]?.[0] === value);
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = query[filter.name] ?? '';
      return isDefault(filter, value) ? [] : [[filter.name, value]];
    }),
  );
}

/** The values as the tools write them: amounts as numbers, moments as days, and choices in their own letters. */
export function plainValues(
  query: Record<string, string>,
  filters: readonly Filter[],
): Record<string, string> {
  const plain = filters.flatMap(({ name, as }) => {
    const value = query[name];
    return value === undefined || value === '' ? [] : [[name, plainValue(value, as)]];
  });
  return { ...query, ...Object.fromEntries(plain) };
}

function plainValue(value: string, as: Filter['as']): string {
  if (as === 'amount') return plainAmount(value);
  if (as === 'date') return /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value;
  if (typeof as === 'string') return value;
  const choice = as.find(([one]) => one.toLowerCase() === value.toLowerCase());
  return choice?.[0] ?? value;
}

/** `?name=value&…` of the filters that have a value; '' for none. */
export function filterQuery(request: PageRequest, filters: readonly Filter[]): string {
  const query = new URLSearchParams(givenValues(request, filters)).toString();
  return query === '' ? '' : `?${query}`;
}

/** A value in the words of its filter. */
export function valueWords({ as }: Filter, value: string): string {
  return typeof as === 'string' ? value : (as.find(([one]) => one === value)?.[1] ?? value);
}

/** Characters of the filters in a title: a tab shows less, a bookmark not much more. */
const SELECTION_MAX = 90;

/** The filters in use in a few words, for the title: `Purchases, Min. value ($) 100000`; '' for none. */
export function selectionWords(request: PageRequest, filters: readonly Filter[]): string {
  const given = givenValues(request, filters);
  const words = filters.flatMap((filter) => {
    const value = given[filter.name];
    if (value === undefined) return [];
    const shown = valueWords(filter, value);
    return [typeof filter.as === 'string' ? `${filter.label} ${shown}` : shown];
  });
  const all = words.join(', ');
  return all.length > SELECTION_MAX ? `${all.slice(0, SELECTION_MAX)}…` : all;
}

/** The form keeps the order of the list and the number of its rows, and begins at the first. `wrong` are the names of what is invalid. */
export function filterForm(
  request: PageRequest,
  action: string,
  filters: readonly Filter[],
  wrong: readonly string[] = [],
  { label, button } = { label: 'Filter', button: 'Show' },
): Html {
  const own = filters.filter(({ isApart }) => isApart !== true);
  const rare = own.filter(({ isRare }) => isRare === true);
  const isRareInUse = Object.keys(givenValues(request, rare)).length > 0;
  const { sort = '', order = '', limit = '' } = request.query;
  const apart = filters.filter(({ isApart }) => isApart === true);
  const kept = Object.entries({ ...givenValues(request, apart), sort, order, limit }).filter(
    ([name, value]) => value !== '' && !wrong.includes(name),
  );
  const one = (filter: Filter) => field(request, filter, wrong.includes(filter.name));
  return html`<form class="panel" action="${request.to(action)}" aria-label="${label}">
${own.length > UNFOLDED && fold(wrong.length > 0)}${own.filter(({ isRare }) => isRare !== true).map(one)}${rare.length > 0 && html`<details class="more"${isRareInUse && html` open`}><summary>More filters</summary><div class="rare">${rare.map(one)}</div></details>`}
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${momentField(request.asOf)}<button>${button}</button></form>`;
}

/** A form of more fields is folded on a phone, so that the rows below it come early. */
const UNFOLDED = 3;

/** The style sheet shows it on a phone only: there it opens the form, without a script. */
function fold(isOpen: boolean): Html {
  return html`<input class="fold" type="checkbox" id="filters-shown"${isOpen && html` checked`}><label class="fold" for="filters-shown">Filters</label>`;
}

/** The filters for the form of those that are apart: it keeps the values of the others. */
export function apartForm(filters: readonly Filter[]): Filter[] {
  return filters.map(({ isApart, ...filter }) => (isApart === true ? filter : { ...filter, isApart: true }));
}

/** All filters in one form. */
function together(filters: readonly Filter[]): Filter[] {
  return filters.map(({ isApart: _, ...filter }) => filter);
}

function field(request: PageRequest, filter: Filter, isWrong: boolean): Html {
  const marks = isWrong && html` aria-invalid="true" aria-describedby="problem-${filter.name}"`;
  return html`<div><label for="${filter.name}">${filter.label}</label>${control(filter, request.query[filter.name] ?? '', marks)}</div>
`;
}

function control({ name, as, size = 8 }: Filter, value: string, marks: Html | false): Html {
  if (as === 'date')
    return html`<input id="${name}" name="${name}" ${dateType(value)} value="${value}"${marks}>`;
  if (as === 'amount')
    return html`<input id="${name}" name="${name}" inputmode="numeric" value="${value}"${marks} size="10" autocomplete="off">`;
  if (as === 'code')
    return html`<input id="${name}" name="${name}" value="${value}"${marks} size="${size}" autocomplete="off">`;
  if (as === 'name')
    return html`<input id="${name}" name="${name}" value="${value}"${marks} size="16" maxlength="100" autocomplete="off">`;
  return html`<select id="${name}" name="${name}"${marks}>${as.map(([one, words]) => html`<option value="${one}"${value === one ? html` selected` : ''}>${words}</option>`)}</select>`;
}

/** A browser empties a field of dates that has another text: the reader could not see what is wrong. */
function dateType(value: string): Html {
  return value === '' || isCalendarDate(value) ? html`type="date"` : html`size="12" placeholder="YYYY-MM-DD"`;
}

/** The form with the invalid values still in it, what is wrong in the words of the form, and a link without filters. */
export function wrongFilters(
  request: PageRequest,
  {
    title,
    action,
    filters,
    failed,
  }: { title: string; action: string; filters: readonly Filter[]; failed: ApiError },
): Content {
  const issues = failed.issues ?? [{ path: '', message: failed.message }];
  return {
    title,
    lede: 'A filter has an invalid value, so no rows are shown. Correct it here, or remove it.',
    body: html`<div class="problem" role="alert">${issues.map((issue) => problem(request, filters, issue))}</div>
${filterForm(
  request,
  action,
  together(filters),
  issues.map(({ path }) => path),
)}
<p><a href="${request.to(action)}">Show everything without filters</a></p>`,
    status: 400,
    unlisted: true,
  };
}

function problem(request: PageRequest, filters: readonly Filter[], { path, message }: ParameterIssue): Html {
  if (path === 'cursor') return html`<p>This list is no longer kept. Begin at its first rows.</p>`;
  const filter = filters.find(({ name }) => name === path);
  if (filter === undefined) return html`<p>${inLabels(filters, message)}.</p>`;
  const value = request.query[filter.name] ?? '';
  const entered = value === '' ? '' : `; you entered “${value}”`;
  return html`<p id="problem-${path}"><a href="#${path}">“${filter.label}”</a> ${rule(filters, filter, { message, value })}${entered}.</p>`;
}

/** What the filter accepts. */
function rule(
  filters: readonly Filter[],
  { name, as, accepts }: Filter,
  { message, value }: { message: string; value: string },
): string {
  // Those have the names or quarters to choose from.
  if (accepts !== undefined && !namesSeveral(message) && !namesQuarters(message)) return accepts;
  // A message about one of the choices says what else is wrong.
  if (typeof as !== 'string' && !as.some(([one]) => one === value))
    return `has these choices: ${as.map(([, words]) => words).join(', ')}`;
  return inLabels(filters, message.startsWith(`${name} `) ? message.slice(name.length + 1) : message);
}

/** `message` with the labels of filters instead of their names in the API. */
function inLabels(filters: readonly Filter[], message: string): string {
  return filters.reduce(
    (text, { name, label }) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), `“${label}”`),
    forPeople(message).replace(/\.$/, ''),
  );
}
